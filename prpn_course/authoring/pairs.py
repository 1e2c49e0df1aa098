"""A notebook and its text: the same cells twice, once with outputs and once as Markdown that can be reviewed.

The text of `folder/name.ipynb` is `folder/text/name.md`, in jupytext's MyST form: prose as it is, code in
`{code-cell}` blocks, tags and other metadata of cells beside them. It holds no output. The notebook
remembers the fingerprint of the text with which it was last in step; so whichever of the two was edited since
can be told without trusting the files' times, which a fresh clone makes up.
"""

import hashlib
import importlib
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import ModuleType

from nbformat import NotebookNode

from prpn_course import notebooks
from prpn_course.task import NotebookError

FOLDER = "text"
# What lets an editor with jupytext open the text as a notebook; without versions, so that it never changes.
HEADER = {
    "jupytext": {"text_representation": {"extension": ".md", "format_name": "myst"}},
    "kernelspec": notebooks.METADATA["kernelspec"],
}
LEXER = "ipython3"


class Side(Enum):
    """Which half of a pair is right, because only it was edited."""

    BOTH = "in step"
    TEXT = "the text was edited"
    NOTEBOOK = "the notebook was edited"


@dataclass(frozen=True)
class Pair:
    """A notebook and its text as they lie on the disk.

    Attributes:
        path: of the notebook.
        notebook: None if only the text is there.
        text: None if only the notebook is there.
        right: the half to follow.
    """

    path: Path
    notebook: NotebookNode | None
    text: str | None
    right: Side

    @property
    def wanted(self) -> NotebookNode:
        """The notebook that this pair should hold; where the code is the same, with the stored outputs."""
        if self.right is not Side.TEXT:
            assert self.notebook is not None
            return self.notebook
        assert self.text is not None
        wanted = to_notebook(self.text, text_of(self.path))
        if self.notebook is not None and _code(wanted) == _code(self.notebook):
            stored = iter([cell for cell in self.notebook.cells if cell.cell_type == "code"])
            for cell in wanted.cells:
                if cell.cell_type == "code":
                    old = next(stored)
                    cell.outputs, cell.execution_count = old.outputs, old.execution_count
        return wanted

    @property
    def runs_as_stored(self) -> bool:
        """Whether the stored outputs are those of the wanted code, as far as the pair can tell."""
        if self.right is Side.NOTEBOOK and (
            self.text is None or _code(to_notebook(self.text, text_of(self.path))) != _code(self.wanted)
        ):
            return False  # an edited cell keeps its old count until it is run
        return all(cell.execution_count for cell in self.wanted.cells if cell.cell_type == "code")


def text_of(path: Path) -> Path:
    """Return the place of a notebook's text."""
    return path.parent / FOLDER / f"{path.stem}.md"


def notebook_of(path: Path) -> Path:
    """Return the place of a text's notebook."""
    return path.parent.parent / f"{path.stem}.ipynb"


def fingerprint(text: str) -> str:
    """Return the start of a text's SHA-256: enough to tell an edited text from the old one."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def to_text(notebook: NotebookNode, path: Path) -> str:
    """Return a notebook's cells as text, from which `to_notebook` makes just these cells again.

    Args:
        notebook: a normalised one.
        path: for messages.
    Raises:
        NotebookError: a cell that the text cannot hold, with its cure.
    """
    myst = _myst()
    cells = [NotebookNode(cell, metadata=_written(cell)) for cell in notebook.cells]
    text = myst.notebook_to_myst(NotebookNode(cells=cells, metadata=HEADER), default_lexer=LEXER)
    try:
        back = [_content(cell) for cell in myst.myst_to_notebook(text).cells]
    except (myst.MystMetadataParsingError, ValueError):
        back = []
    for number, cell in enumerate(notebook.cells):
        if number >= len(back) or _content(cell) != back[number]:
            raise NotebookError(
                f"{path}: cell {number + 1}, which begins {cell.source[:40]!r}, or the next one, cannot "
                "be kept as text. Delete it if it is empty, let no line of its prose begin with `+++` or the "
                "fence of a code cell, and store pictures as files in place of attachments"
            )
    return text


def to_notebook(text: str, path: Path) -> NotebookNode:
    """Return the notebook of a text, without outputs, its cells named after the file.

    Raises:
        NotebookError: metadata that cannot be read, with the place.
    """
    myst = _myst()
    try:
        return notebooks.normalise(myst.myst_to_notebook(text), path.stem)
    except (myst.MystMetadataParsingError, ValueError) as error:
        raise NotebookError(f"{path}: {error}. Mend the metadata there.") from None


def stamped(notebook: NotebookNode, text: str) -> NotebookNode:
    """Let a notebook remember the text with which it is in step; return it."""
    notebook.metadata["prpn_edu"] = {"text": fingerprint(text)}
    return notebook


def read(path: Path, take: Side | None = None) -> Pair:
    """Read a pair and find which half was edited since the two were last in step.

    Args:
        path: of the notebook; either half may be missing.
        take: the half to follow when both were edited.
    Raises:
        NotebookError: both halves were edited, or one of them cannot be read; the message names both files.
    """
    place = text_of(path)
    text = place.read_text("utf-8") if place.exists() else None
    if not path.exists():
        return Pair(path, None, text, Side.TEXT)
    notebook = notebooks.read(path)
    remembered = notebook.metadata.get("prpn_edu", {}).get("text")
    notebook = notebooks.normalise(notebook, path.stem)
    if text is None:
        return Pair(path, notebook, None, Side.NOTEBOOK)
    own = to_text(notebook, path)
    if own == text:
        right = Side.BOTH
    elif fingerprint(own) == remembered:
        right = Side.TEXT
    elif fingerprint(text) == remembered:
        right = Side.NOTEBOOK
    elif take:
        right = take
    else:
        raise NotebookError(
            f"{path} and {place} were both edited since they were last in step. Say which one is right: "
            f"prpn-edu refresh --take text {path}, or --take notebook; the other one is overwritten"
        )
    return Pair(path, notebook, text, right)


def _myst() -> ModuleType:
    """What reads and writes the texts; imported by those who do, since grading does not."""
    try:
        return importlib.import_module("jupytext.myst")
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            f"chapters as text need {missing.name}, which is not installed: pip install 'prpn_edu[course]'",
            name=missing.name,
        ) from None


def _content(cell: NotebookNode) -> tuple:
    """What a text keeps of a cell."""
    return cell.cell_type, cell.source, _written(cell), cell.get("attachments")


def _written(cell: NotebookNode) -> NotebookNode:
    """The metadata of a cell that a text holds; what JupyterLab folds follows from its tags."""
    return NotebookNode({key: value for key, value in cell.metadata.items() if key != "jupyter"})


def _code(notebook: NotebookNode) -> list[str]:
    """What a kernel would run, in order."""
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]
