"""Answers that call the answers of earlier tasks: each is judged on its own.

A mistake in task 4.3 must not cost 4.4, which calls it, and two mistakes that undo each other must not pass.
So where an answer calls the function of an earlier task that is not right yet, it is judged with that task's
reference in its place.
"""

import dis
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType

from prpn_course.checking.judge import Report, examine
from prpn_course.task import NotYet, Sheet, Task


def examine_alone(
    task: Task, answer: Callable, sheet: Sheet, known: dict[str, bool] | None = None
) -> tuple[Report, list[Task]]:
    """Judge an answer, with references in place of earlier answers that it calls and that are not right.

    Args:
        task: the task.
        answer: the student's function.
        sheet: holds the earlier tasks.
        known: by a task's number whether its answer is right, of those already judged; what is judged here is
            added. So a helper of several helpers is judged once.
    Returns:
        the report, and the earlier tasks whose references stood in.
    Raises:
        NotYet: the answer is still the stub.
    """
    known = {} if known is None else known
    space = getattr(_function(answer), "__globals__", {})
    names = _called(answer, space)
    earlier = [one for one in sheet.tasks[: sheet.tasks.index(task)] if one.function in names]
    for one in earlier:
        if one.id not in known:
            known[one.id] = _right(one, space, sheet, known)
    wrong = [one for one in earlier if not known[one.id]]
    with _replaced(space, {one.function: one.reference for one in wrong}):
        return examine(task, answer, sheet), wrong


def told(task: Task, wrong: list[Task]) -> str:
    """The words for what was judged on its own: "4.3 is not right yet; 4.4 was judged on its own."."""
    numbers = " and ".join(one.id for one in wrong)
    return f"{numbers} {'is' if len(wrong) == 1 else 'are'} not right yet; {task.id} was judged on its own."


def _right(task: Task, space: dict, sheet: Sheet, known: dict[str, bool]) -> bool:
    """Whether the function that stands under a task's name is right."""
    try:
        return examine_alone(task, space[task.function], sheet, known)[0].full
    except NotYet:
        return False


def _called(answer: Callable, space: dict) -> set[str]:
    """The names of what an answer finds in its notebook, itself or through helpers that stand there too."""
    names, ahead = set[str](), [_function(answer)]
    while ahead:
        new = {name for name in _globals(ahead.pop()) if name in space} - names
        names |= new
        found = (_function(space[name]) for name in new)
        ahead += [one for one in found if getattr(one, "__globals__", None) is space]
    return names


def _function(answer: Callable):
    """The function inside its decorators."""
    return inspect.unwrap(answer) if callable(answer) else None


def _globals(function) -> set[str]:
    """The global names that a function reads, its inner functions included."""
    found, ahead = set[str](), [getattr(function, "__code__", None)]
    while ahead:
        code = ahead.pop()
        if isinstance(code, CodeType):
            found |= {one.argval for one in dis.get_instructions(code) if one.opname == "LOAD_GLOBAL"}
            ahead += code.co_consts
    return found


@contextmanager
def _replaced(space: dict, others: dict[str, Callable]) -> Iterator[None]:
    """Let names stand for other functions for a while."""
    before = {name: space[name] for name in others}
    space.update(others)
    try:
        yield
    finally:
        space.update(before)
