"""What a student handed in: found, read with patience, and reduced to the cells that are the student's own.

A submission may have lost its ids, its checks or its metadata, may hold copies, helper cells and cells in
another order. None of that costs points. So this module reads JSON, not notebooks: all it needs is the source
of each code cell.
"""

import ast
import json
import re
import threading
from dataclasses import dataclass, field
from pathlib import Path

from nbformat import NotebookNode

from prpn_edu.course.authoring.release import role_of, task_of
from prpn_edu.course.task import Sheet

LARGEST = 20_000_000  # bytes of a notebook; the pictures of a class are far below
MARKERS = ("NBVAL_SKIP", "NBVAL_IGNORE_OUTPUT", "NBVAL_CHECK_OUTPUT", "NBVAL_RAISES_EXCEPTION")
MARKERS += ("PYTEST_VALIDATE_IGNORE_OUTPUT",)
PARSER = threading.Lock()  # two threads that parse at once disturb each other in Python 3.11 (SystemError)
CHECK = re.compile(r"^check\(\s*['\"](\d+\.\d+)['\"]", re.MULTILINE)


class SubmissionError(Exception):
    """A file that cannot be taken as a submission; the message says why and what to do."""


@dataclass(frozen=True)
class Own:
    """One code cell of the student's own.

    Attributes:
        source: without nbval's markers.
        task: the task that the cell answers, None for a helper.
    """

    source: str
    task: str | None = None


@dataclass
class Submission:
    """The student's own cells, in the student's order.

    Attributes:
        events: `Own` cells, and the id of a task where the student's notebook has its check.
        remarks: what was noticed on the way, for the feedback.
    """

    events: list[Own | str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def own(self) -> list[Own]:
        """The cells without the places of the checks."""
        return [event for event in self.events if isinstance(event, Own)]

    def answers(self, task_id: str) -> list[Own]:
        """The cells that answer a task."""
        return [cell for cell in self.own if cell.task == task_id]


def locate(folder: Path, sheet: Sheet) -> tuple[Path | None, list[str]]:
    """Find the notebook of a sheet in a student's folder: by its name, else by what it holds.

    Returns:
        the file, None when there is none, and remarks.
    """
    files = [p for p in sorted(folder.rglob("*.ipynb")) if ".ipynb_checkpoints" not in p.parts]
    named = [p for p in files if p.name == f"{sheet.stem}.ipynb"]
    alike = named or [p for p in files if _mentions(p, sheet)]
    if not alike:
        return None, [f"no notebook called {sheet.stem}.ipynb was handed in"]
    chosen = min(alike, key=lambda p: (len(p.parts), str(p)))
    remarks = []
    if not named:
        remarks.append(f"{chosen.name} was taken for {sheet.stem}.ipynb, by what it holds")
    if len(alike) > 1:
        remarks.append(f"{len(alike)} notebooks fit; {chosen.relative_to(folder)} was graded")
    return chosen, remarks


def load(path: Path) -> list[dict]:
    """Read the cells of any notebook that JSON can read.

    Raises:
        SubmissionError: not a plain file, too large, not JSON, or no list of cells in it.
    """
    again = "hand in the notebook again, saved from JupyterLab"
    if path.is_symlink() or not path.is_file():
        raise SubmissionError(f"{path.name} is not a plain file; {again}")
    if path.stat().st_size > LARGEST:
        raise SubmissionError(
            f"{path.name} has more than {LARGEST // 10**6} MB; clear its outputs, and {again}"
        )
    try:
        content = _parsed(path.read_bytes())
    except (ValueError, RecursionError, OSError):
        raise SubmissionError(f"{path.name} cannot be read as a notebook; {again}") from None
    cells = content.get("cells", _cells_of_version_3(content)) if isinstance(content, dict) else None
    if not isinstance(cells, list):
        raise SubmissionError(f"{path.name} holds no cells; {again}")
    return [cell for cell in cells if isinstance(cell, dict)]


def _parsed(data: bytes):
    """JSON in any of its encodings. A broken character is no reason to stop."""
    try:
        return json.loads(data)
    except UnicodeDecodeError:
        return json.loads(data.decode("utf-8", "replace"))


def _cells_of_version_3(content: dict) -> list | None:
    """The cells of a notebook in the format before 2015."""
    sheets = content.get("worksheets")
    if not isinstance(sheets, list):
        return None
    found = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
    cells = [cell for some in found if isinstance(some, list) for cell in some if isinstance(cell, dict)]
    return [cell | {"source": cell.get("input", cell.get("source", ""))} for cell in cells]


def take(path: Path, exercise: NotebookNode, sheet: Sheet) -> Submission:
    """Take the student's own cells out of a notebook.

    A cell answers a task when it has the id of its answer cell, or names the task in its metadata, or defines
    the task's function, or says "task 7.2" in a comment. A cell that is just as it was released is not the
    student's.

    Args:
        path: what was handed in.
        exercise: the released notebook.
        sheet: its tasks.
    Raises:
        SubmissionError: the file cannot be read at all.
    """
    answer_ids = {cell.id: task_of(cell) for cell in exercise.cells if role_of(cell) == "answer"}
    released = {_plain(cell.source) for cell in exercise.cells if cell.cell_type == "code"}
    submission = Submission()
    for cell in load(path):
        if cell.get("cell_type") != "code":
            continue
        source = _source(cell)
        checked = CHECK.search(source)
        if _plain(source) in released or not source.strip():
            if checked:
                submission.events.append(checked[1])
            continue
        task_id = answer_ids.get(cell.get("id")) if isinstance(cell.get("id"), str) else None
        task_id = task_id or _told(cell, sheet) or _defined(source, sheet)
        if task_id is None and checked and not _defines_anything(source):
            submission.events.append(checked[1])  # a check that was edited: ours stands in its place
            continue
        submission.events.append(Own(source, task_id))
    for task in sheet.tasks:
        number = sum(task.function in _definitions(cell.source) for cell in submission.own)
        if number > 1:
            submission.remarks.append(f"{number} cells define {task.function}; the last one counts")
    return submission


def _source(cell: dict) -> str:
    """The source of a cell as text that can be written again, without nbval's markers."""
    source = cell.get("source", "")
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    if not isinstance(source, str):
        return ""
    source = source.encode("utf-8", "replace").decode("utf-8")
    lines = source.split("\n")
    return "\n".join("" if _is_marker(line) else line for line in lines)


def _is_marker(line: str) -> bool:
    line = line.strip()
    return line.startswith("#") and line.lstrip("#").strip() in MARKERS


def _plain(source: str) -> str:
    """A source without what an editor changes on its own: blank lines and the spaces at the ends of lines."""
    return "\n".join(line.rstrip() for line in source.splitlines() if line.strip())


def _told(cell: dict, sheet: Sheet) -> str | None:
    """The task that a cell's metadata or a comment names."""
    metadata = cell.get("metadata")
    ours = metadata.get("prpn_edu") if isinstance(metadata, dict) else None
    if isinstance(ours, dict) and ours.get("role") == "answer":
        named = ours.get("task")
    else:
        comment = re.search(
            r"^#\s*(?:task|exercise)\s+(\d+\.\d+)\b", _source(cell), re.IGNORECASE | re.MULTILINE
        )
        named = comment[1] if comment else None
    return named if isinstance(named, str) and sheet.task(named) else None


def _defined(source: str, sheet: Sheet) -> str | None:
    """The task whose function a cell defines; the last one where there are several."""
    defined = _definitions(source)
    return next((task.id for task in reversed(sheet.tasks) if task.function in defined), None)


def parse(source: str) -> ast.Module | None:
    """The syntax tree of a cell, magics left out; None where it is no Python."""
    lines = ["" if line.lstrip().startswith(("%", "!")) else line for line in source.splitlines()]
    try:
        with PARSER:
            return ast.parse("\n".join(lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _definitions(source: str) -> set[str]:
    """The names that a cell gives to functions, also by assignment; from the text where it is no Python."""
    tree = parse(source)
    if tree is None:
        return set(re.findall(r"^def\s+(\w+)", source, re.MULTILINE))
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        if isinstance(node, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
    return names


def _defines_anything(source: str) -> bool:
    return bool(_definitions(source))


def _mentions(path: Path, sheet: Sheet) -> bool:
    """Whether a notebook defines a function of the sheet."""
    try:
        cells = load(path)
    except SubmissionError:
        return False
    return any(_defined(_source(cell), sheet) for cell in cells if cell.get("cell_type") == "code")
