"""What students get: the sheets and the library in one archive, and no solutions.

A sheet of the handout is the released exercise with one cell before it, which finds the library, or
installs it from the archive, or says what to do. So it opens on Windows, in Colab and on a JupyterHub,
without make and without git.
"""

from pathlib import Path

import nbformat
from nbformat import NotebookNode

from prpn_class.handout.wheel import archive, version, wheel
from prpn_course import notebooks
from prpn_course.authoring.stubs import BEGIN
from prpn_course.notebooks import role_of
from prpn_course.task import NotebookError
from prpn_edu import files

TOP = "prpn-course"
CALL = "print(set_up())"
HERE = Path(__file__).parent


def handout(out: Path, sheets: list[Path], address: str = "") -> list[str]:
    """Write the archive.

    Args:
        out: the archive's path, which ends in ".zip".
        sheets: the released notebooks to hand out.
        address: where the archive will be found on the web, for notebooks that are opened without it.
    Returns:
        the names of the files inside.
    Raises:
        NotebookError: the name is no archive's, there is nothing to hand out, or a notebook holds answers.
    """
    if out.suffix != ".zip":
        raise NotebookError(f"{out}: a handout is a zip file; give --out a name that ends in .zip")
    if address and not address.startswith("https://"):
        raise NotebookError(f"{address}: an address begins with https://, and leads to the zip file itself")
    if not sheets:
        raise NotebookError("no notebook to hand out; name a sheet, or give --exercises the folder of them")
    name, library = wheel()
    contents = {f"{TOP}/START-HERE.txt": (HERE / "start_here.txt").read_bytes()}
    for path in sheets:
        notebook = sheet(path, version(name), address)
        contents[f"{TOP}/exercises/{path.name}"] = notebooks.dumps(notebook).encode()
    contents[f"{TOP}/library/{name}"] = library
    files.write_bytes(out, archive(contents))
    return list(contents)


def sheet(path: Path, library: str = "", address: str = "") -> NotebookNode:
    """A released notebook with the cell that sets up before it.

    Args:
        path: of the released notebook.
        library: the version that is handed out with it.
        address: as for `handout`.
    Raises:
        NotebookError: it holds answers.
    """
    notebook = notebooks.read(path)
    for cell in notebook.cells:
        if BEGIN in cell.source or (role_of(cell) == "answer" and "NotYet(" not in cell.source):
            raise NotebookError(
                f"{path}, cell {cell.id}: holds an answer. A handout is made from released exercises: run "
                "`prpn-edu release solutions exercises`, and hand out the folder exercises"
            )
    folded = {"cellView": "form"}  # Colab shows the title and a button, and no code
    cell = nbformat.v4.new_code_cell(first_cell(library, address), id="set-up", metadata=folded)
    notebook.cells.insert(0, cell)
    return notebook


def first_cell(library: str = "", address: str = "") -> str:
    """The source of the cell that finds or installs the library, or exchanges that of an earlier handout."""
    source = (HERE / "first_cell.py.txt").read_text("utf-8").rstrip("\n")
    given = f"{library!r}, {address!r}" if library or address else ""
    return source.replace(CALL, f"print(set_up({given}))")
