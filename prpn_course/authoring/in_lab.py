"""A chapter as JupyterLab and Colab can show it: what their Markdown does not know, said in words.

    python -m prpn_course.authoring.in_lab FOLDER

makes a folder for JupyterLab to open. A chapter's prose is written for the book: it cites by roles, labels
formulas, and keeps the options of a prediction in attributes. A copy says what the page would say. The
chapters themselves stay as they are, since the pages are built from them; `make lab` and the notebooks for
Colab (`prpn_class.handout.colab`) take copies.
"""

import hashlib
import posixpath
import re
import sys
from functools import cache
from html import escape, unescape
from pathlib import Path

from nbformat import NotebookNode

from prpn_book import address
from prpn_book.figures.picture import facts
from prpn_course import notebooks
from prpn_edu import files

ROOT = Path(__file__).resolve().parents[2]
REFERENCES = ROOT / "book/references.bib"
CHAPTERS = "book/part*/*.ipynb"
ROLE = re.compile(r"\{([a-z:]+)\}`([^`]*)`")
LABEL = re.compile(r"\s*\n?\$\$ *\(([\w-]+)\)")
PREDICTION = re.compile(r"<details\b([^>]*)>\s*<summary>(.*?)</summary>", re.S)
CHOICES = re.compile(r'data-choices="([^"]*)"')
PAGE = re.compile(r"(\]\()([\w./-]+)\.md(?=[#)])")


def readable(path: str) -> NotebookNode:
    """Return a chapter that says in words what only the book's pages understand, with its outputs.

    Args:
        path: of the chapter, or of another notebook, from the root of the course.
    Raises:
        KeyError: the prose names a source, a figure or an equation that is nowhere; the message says which.
    """
    notebook = notebooks.read(ROOT / path)
    prose = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    captions, numbers = dict(_captions(notebook)), _numbers()

    def words(role: re.Match) -> str:
        kind, name = role[1], role[2]
        if kind.startswith("cite"):
            return cited(name.split(","), in_text=kind == "cite:t")
        if kind == "eq":
            return f"({numbers[name]})"
        if kind == "ref":
            return _figure(captions[name], role)
        return name

    for cell in prose:
        text = LABEL.sub(lambda label: f" \\tag{{{numbers[label[1]]}}}\n$$", cell.source)
        text = PAGE.sub(lambda link: link[1] + _on_the_web(path, link[2]), ROLE.sub(words, text))
        cell.source = PREDICTION.sub(_with_options, text)
    return notebook


def cited(keys: list[str], in_text: bool = False) -> str:
    """Return how the book names sources: "[Shen et al., 2018]", or in a sentence "Shen et al. [2018]"."""
    named = [_source(key.strip()) for key in keys]
    if in_text:
        return ", ".join(f"{who} [{year}]" if year else who for who, year in named)
    return f"[{', '.join(f'{who}, {year}' if year else who for who, year in named)}]"


def copy(path: str, out: Path) -> str:
    """Write the copy of a chapter, unless a reader has changed the one that is there.

    Args:
        path: of the chapter, from the root of the course.
        out: the folder that holds copies, each at its path.
    Returns:
        what was done, in words.
    """
    target = out / path
    if target.exists():
        there = notebooks.read(target)
        if there.metadata.get("prpn_edu", {}).get("copy") != _fingerprint(there):
            return f"kept as you changed it: {target}"
    notebook = readable(path)
    notebook.metadata["prpn_edu"] = {"copy": _fingerprint(notebook)}
    target.parent.mkdir(parents=True, exist_ok=True)
    files.write_text(target, notebooks.dumps(notebook))
    return f"made {target}"


@cache
def _source(key: str) -> tuple[str, str]:
    """The names and the year of an entry of the bibliography."""
    from pybtex.database import parse_file

    entries = parse_file(REFERENCES).entries
    if key not in entries:
        raise KeyError(f"{REFERENCES} has no entry {key!r}")
    entry = entries[key]
    names = [" ".join(person.prelast_names + person.last_names) for person in entry.persons.get("author", ())]
    who = names[0] if len(names) == 1 else f"{names[0]} et al." if len(names) > 2 else " and ".join(names)
    return re.sub(r"[{}]", "", who or entry.fields["title"]), entry.fields.get("year", "")


@cache
def _numbers() -> dict[str, str]:
    """The numbers of all equations that have a label: those of chapter 7 are 7.1, 7.2 and so on."""
    numbers = {}
    for path in sorted(ROOT.glob(CHAPTERS)):
        chapter = re.match(r"0*(\d+)-", path.name)
        cells = (cell.source for cell in notebooks.read(path).cells if cell.cell_type == "markdown")
        for place, label in enumerate(LABEL.findall("\n".join(cells)), 1):
            numbers[label] = f"{chapter[1]}.{place}" if chapter else str(place)
    return numbers


def _captions(notebook: NotebookNode):
    """The label and the caption of each figure and table that has both."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if "image/svg+xml" in data:
                told = facts(data["image/svg+xml"])
                yield told.get("label"), told.get("caption")
            for label, caption in re.findall(
                r'<table class="prpn-table" data-label="([^"]*)">\s*<caption>(.*?)</caption>',
                data.get("text/html", ""),
                re.S,
            ):
                yield unescape(label), re.sub(r"<[^>]*>", "", unescape(caption))


def _figure(caption: str, role: re.Match) -> str:
    """Name a figure by how its caption begins: there are no numbers outside the pages."""
    start = re.split(r"[.:;](?: |$)", caption)[0]
    begins = re.search(r"(?:^|[.:?!*] |\n\n|\*\*)$", role.string[: role.start()])
    return f"{'The' if begins else 'the'} figure “{start}”"


def _with_options(fold: re.Match) -> str:
    """The fold of a prediction, its options behind the question."""
    choices = CHOICES.search(fold[1])
    if not choices:
        return fold[0]
    options = " / ".join(escape(unescape(one.strip()), quote=False) for one in choices[1].split("|"))
    return f"<details><summary>{fold[2]} ({options})</summary>"


def _on_the_web(path: str, link: str) -> str:
    """Where the book shows a page that is no notebook, to which a chapter links."""
    page = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
    return f"{address.book()}{page}.html"


def _fingerprint(notebook: NotebookNode) -> str:
    """The start of the SHA-256 of all that a reader may edit: prose and code, and no outputs."""
    return hashlib.sha256("\0".join(cell.source for cell in notebook.cells).encode()).hexdigest()[:16]


def main(out: Path) -> None:
    """Copy all chapters; the exercises themselves stand beside them, and their links lead to the copies."""
    for path in sorted(ROOT.glob(CHAPTERS)):
        print(copy(path.relative_to(ROOT).as_posix(), out))
    if not (out / "exercises").exists():
        (out / "exercises").symlink_to(ROOT / "exercises", target_is_directory=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Give the folder to write to: python -m prpn_course.authoring.in_lab FOLDER")
    main(Path(sys.argv[1]))
