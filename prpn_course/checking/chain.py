"""Answers that rest on the answers of earlier tasks: each is judged on its own.

A mistake in task 4.3 must not cost 4.4, which calls it. So where an answer is not right as it stands, and
rests on an earlier task (`below`) that is not right either, the right answer to that one stands in for it
(`stand_in`) while it is judged once more; the better of the two counts. The grader and nbval do the same.
"""

from collections.abc import Callable, Container
from contextlib import suppress

from prpn_course.checking import kernel
from prpn_course.checking.below import below
from prpn_course.checking.judge import Report, examine
from prpn_course.checking.stand_in import standing_in
from prpn_course.task import NotYet, Sheet, Task

ANOTHER_NAME = "has another name", "have other names"


def examine_alone(task: Task, answer: Callable, sheet: Sheet) -> tuple[Report, list[Task]]:
    """Judge an answer as it stands; else with references in place of earlier answers that are not right.

    Args:
        task: the task.
        answer: the student's function.
        sheet: holds the earlier tasks.
    Returns:
        the report, and the earlier tasks whose references stood in.
    Raises:
        NotYet: the answer is still the stub.
    """
    return _Notebook(task, answer, sheet).examine(task, answer)


def told(task: Task, below: list[Task], right: Container[str] = ()) -> str:
    """The words for what was judged on its own: "4.3 is not right yet; 4.4 was judged on its own.".

    Args:
        task: the task.
        below: the earlier tasks for which the right answers stood in.
        right: the ids of those that are right, under another name.
    """
    wrong = [one.id for one in below if one.id not in right]
    renamed = [one.id for one in below if one.id in right]
    why = []
    for some, one, more in ((wrong, "is not right yet", "are not right yet"), (renamed, *ANOTHER_NAME)):
        why += [f"{' and '.join(some)} {one if len(some) == 1 else more}"] if some else []
    return f"{', and '.join(why)}; {task.id} was judged on its own."


class _Notebook:
    """The notebook in which an answer stands, and what is known of it.

    Attributes:
        space: its names.
        rests: the earlier tasks on which an answer rests, by its task.
        known: whether the function that stands under a task's name is right; each is judged once.
    """

    def __init__(self, task: Task, answer: Callable, sheet: Sheet):
        self.sheet, self.space = sheet, kernel.space(answer)
        functions = {one.id: one.function for one in sheet.tasks}
        if self.space.get(task.function) is not answer:
            functions[task.id] = getattr(answer, "__name__", task.function)
        self.rests = below(functions, kernel.sources(answer))
        self.known: dict[str, bool] = {}

    def examine(self, task: Task, answer: Callable) -> tuple[Report, list[Task]]:
        report = None
        with suppress(NotYet):  # its own, which is raised again below, or one on which it rests
            report = examine(task, answer, self.sheet)
            if report.full or report.interrupted:
                return report, []
        wrong = [one for one in self.below(task) if not self.right(one)]
        if report and not wrong:
            return report, []
        with standing_in(self.space, {one.function: one.reference for one in wrong}):
            alone = examine(task, answer, self.sheet)
        return (report if report and report.earned > alone.earned else alone), wrong

    def below(self, task: Task) -> list[Task]:
        """The earlier tasks on which an answer rests; all that there are where there is no source."""
        earlier = self.sheet.tasks[: self.sheet.tasks.index(task)]
        if task.id in self.rests:
            return [one for one in earlier if one.id in self.rests[task.id]]
        return [one for one in earlier if one.function in self.space]

    def right(self, task: Task) -> bool:
        if task.id not in self.known:
            self.known[task.id] = False
            if task.function in self.space:
                with suppress(NotYet):
                    self.known[task.id] = self.examine(task, self.space[task.function])[0].full
        return self.known[task.id]
