"""In which order a student's cells and our checks run, and by what a student's cells are known."""

from dataclasses import dataclass
from itertools import takewhile

from nbformat import NotebookNode

from prpn_class.handout.archive import first_cell
from prpn_class.sandbox.submission import Own, Released, Submission
from prpn_class.sandbox.writing import normalised
from prpn_course.authoring.questions import OPEN, QUESTION
from prpn_course.notebooks import role_of, task_of
from prpn_course.task import Sheet, Task


@dataclass(frozen=True)
class Check:
    """The place of a task's check among the cells.

    Attributes:
        task: the task.
        wrong: earlier tasks for whose answers right ones stand in.
    """

    task: Task
    wrong: tuple[Task, ...] = ()


def plan(submission: Submission, exercise: NotebookNode, sheet: Sheet) -> list[Own | Check]:
    """Put the checks between the student's cells.

    The given cells come first; then the student's cells in the student's order, each task's check at the
    place of the student's own check, or before the next answer where that is gone. What has no answer needs
    no check.
    """
    steps: list[Own | Check] = [Own(source) for source in given(exercise)]
    answered = [task for task in sheet.tasks if submission.answers(task.id)]
    places = {task.id: _place(submission.events, task.id) for task in answered}
    for number, event in enumerate([*submission.events, None]):
        steps += [Check(task) for task in answered if places[task.id] == number]
        if isinstance(event, Own):
            steps.append(event)
    return steps


def given(exercise: NotebookNode) -> list[str]:
    """The cells of code before the first answer."""
    before = takewhile(lambda cell: role_of(cell) != "answer", exercise.cells)
    return [cell.source for cell in before if cell.cell_type == "code"]


def _place(events: list[Own | str], task_id: str) -> int:
    """The index of the event before which the check of an answered task stands."""
    last = max(n for n, event in enumerate(events) if isinstance(event, Own) and event.task == task_id)
    following = range(last + 1, len(events))
    for n in following:
        if events[n] == task_id:
            return n
    for n in following:
        event = events[n]
        if isinstance(event, Own) and event.task not in (None, task_id):
            return n
    return len(events)


def released(exercise: NotebookNode, sheet: Sheet) -> Released:
    """What the sandbox needs to know of a sheet to find the answers in a notebook."""
    answers = {cell.id: str(task_of(cell)) for cell in exercise.cells if role_of(cell) == "answer"}
    sources = [first_cell(), *(cell.source for cell in exercise.cells if cell.cell_type == "code")]
    functions = {task.id: task.function for task in sheet.tasks}
    texts = [cell for cell in exercise.cells if cell.cell_type != "code"]
    prose = {normalised(cell.source): _asked(cell) for cell in texts if role_of(cell) != OPEN}
    places = {cell.id: str(task_of(cell)) for cell in texts if role_of(cell) in (QUESTION, OPEN)}
    return Released(sheet.stem, functions, answers, frozenset(map(normalised, sources)), prose, places)


def _asked(cell: NotebookNode) -> str:
    """The question that a cell of text asks, "" for none."""
    return str(task_of(cell)) if role_of(cell) == QUESTION else ""
