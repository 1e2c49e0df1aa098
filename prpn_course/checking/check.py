"""The call in a notebook that judges an answer and shows what came of it.

A check reports and does not raise: a wrong answer is news for the reader, not an accident of the program, and
an untouched stub is an invitation. So "Run all" runs the whole sheet. Under nbgrader, which counts what
raises, what loses all points raises, and what loses some of them returns the points that are left.
"""

from collections.abc import Callable
from dataclasses import replace

from prpn_course import nbgrader
from prpn_course.checking import kernel, progress
from prpn_course.checking.card import card, invitation
from prpn_course.checking.chain import examine_alone, told
from prpn_course.checking.judge import Report
from prpn_course.task import NotYet, Sheet, Task
from prpn_course.tasks import find


def check(task_id: str, answer: Callable) -> int | None:
    """Show a report: full marks, or what was expected, what came, the likely mistake and what to reread.

    Args:
        task_id: as in the notebook, "7.2".
        answer: the function itself, without brackets: `check("7.2", alphas)`.
    Returns:
        None; under nbgrader, which reads the value of the cell, the points where some but not all are earned.
    Raises:
        KeyError: no such task.
        NotYet: the answer is still the stub, and nbgrader runs the notebook.
        CheckFailed: the answer earns nothing, and nbgrader runs the notebook.
    """
    sheet, task = find(task_id)
    try:
        report = _report(task, answer, sheet)
    except NotYet as stub:
        if nbgrader.running():
            raise
        open_task = sheet.task(stub.task_id) or task
        kernel.show(invitation(open_task, sheet, waiting=open_task is not task))
        return None
    if nbgrader.running() and not report.earned:
        raise nbgrader.CheckFailed(str(report))
    progress.note(report)
    kernel.show(card(report, sheet))
    return report.earned if nbgrader.running() and not report.full else None


def again(task_id: str) -> None:
    """Check at the end of a notebook what was not right, or not there, at its own check; else show that."""
    sheet, task = find(task_id)
    live, before = kernel.shell(), progress.best(task_id)
    answer = live.user_ns.get(task.function) if live else None
    if before and (before.full or before.interrupted or answer is None):
        kernel.show(card(before, sheet))
    elif answer is not None:
        check(task_id, answer)


def _report(task: Task, answer: Callable, sheet: Sheet) -> Report:
    """The report on an answer, with a word on what stood in its way or in for its helpers."""
    report, wrong = examine_alone(task, answer, sheet)
    notes = [
        kernel.outdated(task.function, answer),
        _renamed(task, answer),
        told(task, wrong) if wrong else "",
    ]
    return replace(report, opening=(*filter(None, notes), *report.opening))


def _renamed(task: Task, answer: Callable) -> str:
    """What to do in a notebook where something else was passed than what has the name of the task."""
    if not kernel.shell() or not callable(answer) or kernel.space(answer).get(task.function) is answer:
        return ""
    return (
        f"This is about what you passed, which is not called {task.function}. Keep this check, or give it "
        "that name: without the check an answer is looked for under the name."
    )


def invite(stub: NotYet) -> object:
    """The card of a cell that calls an open task's stub."""
    sheet, task = find(stub.task_id)
    return invitation(task, sheet, waiting=True)
