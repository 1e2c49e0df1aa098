"""One submission, marked: the student's cells run in the sandbox, their values compared out here.

The inputs come from this run's secret seed. The student's process gets them at the moment of a check, and
never sees what should come of them: the reference runs here.
"""

import time
from dataclasses import dataclass, field

from nbformat import NotebookNode

from prpn_edu.course.authoring.release import role_of
from prpn_edu.course.checking.judge import Judge, Report
from prpn_edu.course.checking.outcomes import Outcome
from prpn_edu.course.grading.borrowing import borrowed
from prpn_edu.course.grading.submissions import Own, Submission
from prpn_edu.course.sandbox import protocol
from prpn_edu.course.sandbox.worker import Worker
from prpn_edu.course.task import Sheet, Task

WITHHELD = "The answer uses {}, which holds it. Write it yourself; then compare."
USED_UP = {
    "memory": "The notebook used too much memory.",
    "output": "The notebook printed far too much.",
    "done": "The kernel died here: it ran out of memory, or was told to exit.",
}


@dataclass(frozen=True)
class Mark:
    """What a task earned, and the words for it.

    Attributes:
        task_id: the task.
        earned: points, all or none.
        words: what the check said, or why there was no check.
        mistake: the name of the misconception that the answer behaves like, if any.
    """

    task_id: str
    earned: int
    words: str
    mistake: str = ""


@dataclass
class Student:
    """The result of one student.

    Attributes:
        name: the folder's name.
        marks: from a task's id to its mark, in the order of the sheets.
        remarks: what the student and the teacher should know besides.
    """

    name: str
    marks: dict[str, Mark] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    @property
    def earned(self) -> int:
        """The points of all tasks."""
        return sum(mark.earned for mark in self.marks.values())


@dataclass(frozen=True)
class Check:
    """The place of a task's check among the cells."""

    task: Task


def plan(submission: Submission, exercise: NotebookNode, sheet: Sheet) -> list[Own | Check]:
    """Put the checks between the student's cells.

    The given cells come first; then the student's cells in the student's order, each task's check at the
    place of the student's own check, or before the next answer where that is gone. What has no answer needs
    no check.
    """
    first = next(n for n, cell in enumerate(exercise.cells) if role_of(cell) == "answer")
    steps = [Own(cell.source) for cell in exercise.cells[:first] if cell.cell_type == "code"]
    answered = [task for task in sheet.tasks if submission.answers(task.id)]
    places = {task.id: _place(submission.events, task.id) for task in answered}
    for number, event in enumerate([*submission.events, None]):
        steps += [Check(task) for task in answered if places[task.id] == number]
        if isinstance(event, Own):
            steps.append(event)
    return steps


def _place(events: list[Own | str], task_id: str) -> int:
    """The index of the event before which the check of an answered task stands."""
    last = max(n for n, event in enumerate(events) if isinstance(event, Own) and event.task == task_id)
    following = range(last + 1, len(events))
    for n in following:
        if events[n] == task_id:
            return n
    for n in following:
        if isinstance(events[n], Own) and events[n].task not in (None, task_id):
            return n
    return len(events)


class Examiner:
    """One sheet with the inputs of one seed, ready to mark any number of submissions.

    Args:
        sheet: the tasks.
        exercise: the notebook as it was handed out.
        seed: of all inputs; a secret until the marks are out.
    """

    def __init__(self, sheet: Sheet, exercise: NotebookNode, seed: int):
        self.sheet, self.exercise = sheet, exercise
        self.judges = {task.id: Judge(task, sheet, seed) for task in sheet.tasks}
        self.inputs = {name: protocol.pack_cases(judge.cases) for name, judge in self.judges.items()}
        for judge in self.judges.values():
            _ = judge.mistakes  # now: several threads will read them

    def marks(self, submission: Submission, worker: Worker) -> dict[str, Mark]:
        """Mark every task of a submission.

        Raises:
            WorkerError: the sandbox failed.
        """
        steps = plan(submission, self.exercise, self.sheet)
        said = self._run(steps, worker) if any(isinstance(step, Check) for step in steps) else {}
        errors, found = {}, {}
        for number, step in enumerate(steps):
            came = said.get(number, {})
            if isinstance(step, Check):
                found[step.task.id] = came
            elif step.task and (words := _cell_trouble(came, worker)):
                errors.setdefault(step.task, []).append(words)
        return {
            task.id: self._mark(task, submission, found.get(task.id), errors.get(task.id, []), worker)
            for task in self.sheet.tasks
        }

    def _run(self, steps: list[Own | Check], worker: Worker) -> dict[int, dict]:
        """Run all steps. One that ends the process is left out, and the others are run again without it."""
        said, left, begun = {}, list(range(len(steps))), time.monotonic()
        while left:
            run = worker.run([self._step(steps[number]) for number in left])
            said |= {left[n]: came for n, came in run.said.items()}
            reached = next((n for n in range(len(left)) if n not in run.said), len(left))
            if reached == len(left):
                break
            said[left.pop(reached)] = {"late": True} if run.over == "late" else {"ended": run.over}
            if time.monotonic() - begun > worker.limits.wall:
                break
        return said

    def _step(self, step: Own | Check) -> dict:
        if isinstance(step, Own):
            return {"cell": step.source}
        return {"function": step.task.function, "cases": self.inputs[step.task.id]}

    def _mark(
        self, task: Task, submission: Submission, came: dict | None, errors: list[str], worker: Worker
    ) -> Mark:
        """The mark of one task from what was said at its check; None where there was none."""
        if not submission.answers(task.id):
            return Mark(task.id, 0, "No answer yet.")
        if source := borrowed(submission, task):
            return Mark(task.id, 0, WITHHELD.format(source))
        report = self._report(task, came or {}, worker)
        if isinstance(report, str):
            return Mark(task.id, 0, "\n".join([*errors, report]))
        name = report.misconception.name if report.misconception else ""
        return Mark(task.id, report.earned, "\n".join([*errors, str(report)]), name)

    def _report(self, task: Task, came: dict, worker: Worker) -> Report | str:
        """A report where there are values to compare; else the words for why there are none."""
        judge = self.judges[task.id]
        if "ended" in came:
            return USED_UP.get(came["ended"], USED_UP["done"])
        if "late" in came:
            return f"The check ran for more than {worker.limits.step:g} s. Look for a loop without an end."
        if "open" in came:
            return f"Task {task.id} is still open."
        if "missing" in came:
            return f"The check found no function called {task.function}."
        if isinstance(came.get("uncallable"), str):
            return judge.no_function(came["uncallable"])
        outcomes = _outcomes(came, len(judge.cases))
        if outcomes is None:
            return "The check was not reached, or what came of it cannot be read."
        for outcome in outcomes:
            if outcome.detail == "WithheldError":
                return WITHHELD.format(outcome.message.split("\n")[0].removeprefix("WithheldError: "))
        return judge.report(outcomes)


def _outcomes(came: dict, number: int) -> list[Outcome] | None:
    """The outcomes of all cases; None where a dishonest or broken process wrote something else."""
    packed = came.get("outcomes")
    if not isinstance(packed, list) or len(packed) != number:
        return None
    try:
        return [protocol.unpack(one) for one in packed]
    except protocol.ProtocolError:
        return None


def _cell_trouble(came: dict, worker: Worker) -> str:
    """What a student reads about a cell that did not run to its end."""
    if "ended" in came:
        return f"Your cell: {USED_UP.get(came['ended'], USED_UP['done'])}"
    if "late" in came:
        return f"Your cell ran for more than {worker.limits.step:g} s and was stopped."
    error = came.get("error")
    return f"Your cell raised {error[: protocol.LONGEST]}" if isinstance(error, str) else ""
