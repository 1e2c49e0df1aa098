"""A notebook that was handed in, read with patience and reduced to the cells that are the student's own.

A submission may have lost its ids, its checks or its metadata, may hold copies, helper cells and cells in
another order. None of that costs points. So this module reads JSON, not notebooks: all it needs is the source
of each code cell. It runs in a jail, since what it reads may be made to use up time and memory.
"""

import ast
import json
import re
from pathlib import PurePosixPath

from prpn_class.sandbox import writing
from prpn_class.sandbox.archives import File, SubmissionError
from prpn_class.sandbox.on_demand import parts
from prpn_class.sandbox.submission import Asked, Own, Released, Submission
from prpn_class.sandbox.writing import normalised, source_of
from prpn_course.checking.below import below, defined, syntax

MOST_CODE = 4_000_000  # characters of all cells of one notebook
MOST_CELLS = 2_000  # of the student's own, and checks; honest notebooks have dozens
MARKERS = (
    *("NBVAL_SKIP", "NBVAL_IGNORE_OUTPUT", "NBVAL_CHECK_OUTPUT", "NBVAL_RAISES_EXCEPTION"),
    "PYTEST_VALIDATE_IGNORE_OUTPUT",
)
CHECK = re.compile(r"^check\(\s*['\"](\d+\.\d+)['\"]", re.MULTILINE)  # in a cell that is no Python
LONGEST_ANSWER = 2_000  # characters of what a check is passed
SET_UP = re.compile(r"(?m)^(print\(set_up\().*\)\)$")  # where a handout names its library and its address
AGAIN = "hand in the notebook again, as JupyterLab saves it, or Colab downloads it (.ipynb)"


def load(file: File) -> list[dict]:
    """Read the cells of any notebook that JSON can read.

    Raises:
        SubmissionError: not JSON, or no list of cells in it.
    """
    name = PurePosixPath(file.name).name
    if file.trouble:
        raise SubmissionError(file.trouble)
    if not file.content.strip():
        raise SubmissionError(f"{name} cannot be read as a notebook, for it is empty; {AGAIN}")
    try:
        content = _parsed(file.content)
    except (ValueError, RecursionError):
        raise SubmissionError(f"{name} cannot be read as a notebook; {AGAIN}") from None
    cells = content.get("cells", _cells_of_version_3(content)) if isinstance(content, dict) else None
    if not isinstance(cells, list):
        raise SubmissionError(f"{name} holds no cells; {AGAIN}")
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


def take(file: File, released: Released) -> Submission:
    """Take the student's own cells out of a notebook.

    A cell answers every task whose function it defines. One that defines none answers the task of whose
    answer cell it has the id, or that its metadata or a comment names. A cell that is just as it was released
    is not the student's, but a given cell below a student's is run there again, as at home, and of a closing
    experiment what the student's cells need.

    Args:
        file: what was handed in.
        released: the sheet as it was handed out.
    Raises:
        SubmissionError: the file cannot be read at all, or holds far too much code or too many cells.
    """
    cells = load(file)
    submission, length = Submission(written=writing.take(cells, released)), 0
    for cell in cells:
        if cell.get("cell_type") != "code":
            continue
        source = text_of(cell)
        length += len(source)
        if length > MOST_CODE:
            raise SubmissionError(f"the notebook holds more than {MOST_CODE // 10**6} MB of code; {AGAIN}")
        if len(submission.events) >= MOST_CELLS:
            raise SubmissionError(f"the notebook holds more than {MOST_CELLS} cells of code; {AGAIN}")
        checks, names = _checks(source, released), definitions(source)
        as_released = is_released(source, released) or not source.strip()
        tasks = () if as_released else _tasks(cell, names, released)
        again = bool(submission.own) and _known(source) in released.given
        part = as_released and not again and _known(source) in released.experiments
        if again or part or (not as_released and (tasks or not _is_all_checks(source))):
            submission.events.append(Own(source, tasks, part))
        submission.events += checks
    _reduce(submission, released)
    submission.remarks += _given_twice(submission, released)
    submission.below = _below(submission, released)
    return submission


def _reduce(submission: Submission, released: Released) -> None:
    """Leave of the sheet's own experiments what the student's cells need."""
    passed = [one.answer for one in submission.checks if one.answer]
    own = [cell.source for cell in submission.own if not cell.is_part]
    of_sheet = [cell.source for cell in submission.own if cell.is_part]
    left = iter(parts(of_sheet, released.given, [*own, *passed]) if own else [""] * len(of_sheet))
    events = [
        Own(next(left), is_part=True) if isinstance(event, Own) and event.is_part else event
        for event in submission.events
    ]
    submission.events = [event for event in events if not isinstance(event, Own) or event.source.strip()]


def _below(submission: Submission, released: Released) -> dict[str, list[str]]:
    """The earlier tasks on which each answer rests: all of them where the cells do not tell.

    What a check was passed is one more meaning of the name of its function.
    """
    ids = list(released.functions)
    passed = [f"{released.functions[one.task]} = {one.answer}" for one in submission.checks if one.answer]
    own = [cell.source for cell in submission.own]
    told = below(released.functions, [*released.given, *own, *passed])
    return {name: told.get(name, ids[:place]) for place, name in enumerate(ids)}


def _tasks(cell: dict, names: set[str], released: Released) -> tuple[str, ...]:
    """The tasks that a cell with definitions of some names answers."""
    answered = tuple(task_id for task_id, function in released.functions.items() if function in names)
    told = released.answer_ids.get(str(cell.get("id"))) or _told(cell, released)
    return answered or ((told,) if told else ())


def _checks(source: str, released: Released) -> list[Asked]:
    """The checks of a cell, in their order."""
    tree = syntax(source)
    if tree is None:
        return [Asked(task_id) for task_id in CHECK.findall(source) if task_id in released.functions]
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        passed = dict[str, ast.expr](zip(("task_id", "answer"), node.args, strict=False))
        passed |= {one.arg: one.value for one in node.keywords if one.arg}
        task_id = getattr(passed.get("task_id"), "value", None)
        if called != "check" or not isinstance(task_id, str) or task_id not in released.functions:
            continue
        answer = ast.unparse(passed["answer"]) if "answer" in passed else ""
        kept = answer != released.functions[task_id] and len(answer) <= LONGEST_ANSWER
        found.append((node.lineno, Asked(task_id, answer if kept else "")))
    return [one for _, one in sorted(found, key=lambda place: place[0])]


def _is_all_checks(source: str) -> bool:
    """Whether a cell does nothing but check: it was edited, and ours is there."""
    tree = syntax(source)
    if tree is None:
        return CHECK.search(source) is not None and not definitions(source)
    return bool(tree.body) and all(map(_is_check, tree.body))


def _is_check(statement: ast.stmt) -> bool:
    """Whether a statement is a call of the check, by whatever path."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return False
    called = statement.value.func
    return getattr(called, "id", getattr(called, "attr", "")) == "check"


def _given_twice(submission: Submission, released: Released) -> list[str]:
    """Remarks on functions that several cells define."""
    names = [definitions(cell.source) for cell in submission.own]
    numbers = {function: sum(function in some for some in names) for function in released.functions.values()}
    return [
        f"{number} cells define {function}; it was judged at its checks and at the end, and the best counts"
        for function, number in numbers.items()
        if number > 1
    ]


def text_of(cell: dict) -> str:
    """The source of a cell as text that can be written again, without nbval's markers."""
    lines = source_of(cell).splitlines(keepends=True)  # as nbval does
    return "".join(line[len(line.splitlines()[0]) :] if _is_marker(line) else line for line in lines)


def _is_marker(line: str) -> bool:
    line = line.strip()
    return line.startswith("#") and line.lstrip("#").strip() in MARKERS


def _told(cell: dict, released: Released) -> str | None:
    """The task that a cell's metadata or a comment names."""
    metadata = cell.get("metadata")
    ours = metadata.get("prpn_edu") if isinstance(metadata, dict) else None
    if isinstance(ours, dict) and ours.get("role") == "answer":
        named = ours.get("task")
    else:
        comment = re.search(
            r"^#\s*(?:task|exercise)\s+(\d+\.\d+)\b", text_of(cell), re.IGNORECASE | re.MULTILINE
        )
        named = comment[1] if comment else None
    return named if isinstance(named, str) and named in released.functions else None


def definitions(source: str) -> set[str]:
    """The names that a cell gives a meaning to; from the text where it is no Python."""
    if syntax(source) is not None:
        return defined(source)
    return set(re.findall(r"^[ \t]*(?:async\s+)?def\s+(\w+)", source, re.MULTILINE))


def is_released(source: str, released: Released) -> bool:
    """Whether a cell is just as it was handed out."""
    return _known(source) in released.sources


def _known(source: str) -> str:
    """A source as `Released` knows it."""
    return normalised(SET_UP.sub(r"\1))", source))
