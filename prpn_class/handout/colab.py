"""Chapters and sheets as Colab opens them: copies whose first cell fetches the course and its library.

    python -m prpn_class.handout.colab FOLDER

The workflow that publishes the book pushes them to the branch `address.COPIES`, where its links lead. The
notebooks themselves need no such cell: who has them has the course.
"""

import sys
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from prpn_book import address
from prpn_course import notebooks
from prpn_course.authoring.in_lab import readable
from prpn_edu import files

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ["book", "exercises", "prpn_book", "prpn_course", "prpn_edu", "results"]  # and no solutions
NOTEBOOKS = ("book/part*/*.ipynb", "exercises/*.ipynb")


def paths() -> list[str]:
    """Return the notebooks that are copied, as paths from the root of the course."""
    found = [path for pattern in NOTEBOOKS for path in sorted(ROOT.glob(pattern))]
    return [path.relative_to(ROOT).as_posix() for path in found]


def first_cell(path: str) -> str:
    """Return the source of the cell that sets up for the notebook at this path."""
    given = address.REPOSITORY, address.BRANCH, Path(path).parent.as_posix(), FOLDERS
    source = Path(__file__).with_name("colab_cell.py.txt").read_text("utf-8").rstrip("\n")
    return source.replace("CALL", f"print(set_up{given!r})")


def copied(path: str) -> NotebookNode:
    """Return a notebook, its prose as Colab can show it, with the cell that sets up before its own."""
    notebook = readable(path)
    cell = nbformat.v4.new_code_cell(first_cell(path), id="set-up", metadata={"cellView": "form"})
    notebook.cells.insert(0, cell)
    return notebook


def main(out: Path) -> None:
    """Write all copies below a folder, each at its path."""
    for path in paths():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        files.write_text(out / path, notebooks.dumps(copied(path)))
    about = f"Made from {address.REPOSITORY}, branch {address.BRANCH}, for Colab: change nothing here.\n"
    files.write_text(out / "README.md", about)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Give the folder to write to: python -m prpn_class.handout.colab FOLDER")
    main(Path(sys.argv[1]))
