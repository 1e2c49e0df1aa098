"""In which order a student's cells and our checks run, and by what a student's cells are known."""

from dataclasses import dataclass
from itertools import takewhile

from nbformat import NotebookNode

from prpn_class.handout.archive import first_cell, ways
from prpn_class.sandbox.protocol import MOST_HEARD
from prpn_class.sandbox.submission import Asked, Own, Released, Submission
from prpn_class.sandbox.writing import normalised
from prpn_course.authoring.questions import OPEN, QUESTION
from prpn_course.notebooks import BACK, role_of, task_of
from prpn_course.task import Sheet, Task
from prpn_course.tasks import published


@dataclass(frozen=True)
class Check:
    """The place of a task's check among the cells.

    Attributes:
        task: the task.
        answers: expressions for its function; the first that means something is checked.
        wrong: earlier tasks for whose answers right ones stand in.
        place: of one of the last checks that the notebook makes itself, where what came of it is wanted.
    """

    task: Task
    answers: tuple[str, ...]
    wrong: tuple[Task, ...] = ()
    place: int | None = None


def plan(submission: Submission, exercise: NotebookNode, sheet: Sheet) -> list[Own | Check]:
    """Put the checks between the student's cells, and all of them once more behind the last.

    The given cells come first; then the student's cells in the student's order, each task's check at the
    places of the student's own checks, or before the next answer where they are gone. What stands there may
    be changed below, and what it needs may stand below: so a task is checked at the end too, and the best
    counts.
    """
    steps: list[Own | Check] = [Own(source) for source in given(exercise)]
    places = {task.id: _places(submission, task.id) for task in sheet.tasks}
    for number, event in enumerate(submission.events):
        for task in (task for task in sheet.tasks if number in places[task.id]):
            passed = event.answer if isinstance(event, Asked) else submission.asked(task.id)
            steps.append(Check(task, (passed, task.function) if passed else (task.function,)))
        if isinstance(event, Own):
            steps.append(event)
    below = len(steps)
    while below and isinstance(steps[below - 1], Check):  # the last cell stands above these
        below -= 1
    for task in sheet.tasks:
        passed = submission.asked(task.id)
        check = Check(task, (task.function, passed) if passed else (task.function,))
        steps += [check] if check not in steps[below:] else []
    return steps


def heard(task: Task) -> list[Check]:
    """What came of the last checks of a task that the notebook made itself."""
    return [Check(task, (task.function,), place=place) for place in range(MOST_HEARD)]


def given(exercise: NotebookNode) -> list[str]:
    """The cells of code before the first answer, and those that make an old function of a new answer."""
    before = [*takewhile(lambda cell: role_of(cell) != "answer", exercise.cells)]
    back = [cell for cell in exercise.cells if role_of(cell) == BACK]
    return [cell.source for cell in (*before, *back) if cell.cell_type == "code"]


def _places(submission: Submission, task_id: str) -> list[int]:
    """The indices of the events before which an answered task is checked, none without an answer."""
    events = submission.events
    asked = [n for n, event in enumerate(events) if isinstance(event, Asked) and event.task == task_id]
    answers = [n for n, event in enumerate(events) if isinstance(event, Own) and task_id in event.tasks]
    below = [n for n in asked if not answers or n > answers[0]]
    if below:
        return below[-MOST_HEARD:] if answers or submission.asked(task_id) else []
    following = range(answers[-1] + 1, len(events)) if answers else range(0)
    others = ((n, event) for n in following if isinstance(event := events[n], Own))
    return [n for n, event in others if event.tasks and task_id not in event.tasks][:1]


def released(exercise: NotebookNode, sheet: Sheet) -> Released:
    """What the sandbox needs to know of a sheet to find the answers in a notebook."""
    answers = {cell.id: str(task_of(cell)) for cell in exercise.cells if role_of(cell) == "answer"}
    sources = [first_cell(), *(cell.source for cell in exercise.cells if cell.cell_type == "code")]
    functions = {task.id: task.function for task in sheet.tasks}
    texts = [cell for cell in exercise.cells if cell.cell_type != "code"]
    told = ((cell, source) for cell, source in ways(exercise, sheet) if role_of(cell) != OPEN)
    prose = {normalised(source): _asked(cell) for cell, source in told}
    places = {cell.id: str(task_of(cell)) for cell in texts if role_of(cell) in (QUESTION, OPEN)}
    only = {task.function for task in published(sheet.stem).tasks} - {*functions.values()}
    return Released(
        sheet.stem,
        functions,
        answers,
        frozenset(map(normalised, sources)),
        prose,
        places,
        frozenset(only),
        frozenset(map(normalised, given(exercise))),
        frozenset(normalised(cell.source) for cell in exercise.cells if _is_experiment(cell, exercise)),
    )


def _is_experiment(cell: NotebookNode, exercise: NotebookNode) -> bool:
    """Whether a cell is code that is neither a stub nor a check, and not run before the answers."""
    is_ours = role_of(cell) in ("answer", "check") or cell.source in given(exercise)
    return cell.cell_type == "code" and not is_ours


def _asked(cell: NotebookNode) -> str:
    """The question that a cell of text asks, "" for none."""
    return str(task_of(cell)) if role_of(cell) == QUESTION else ""
