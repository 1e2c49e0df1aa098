"""Answers that call answers which are not right: what takes their place, so that each is judged on its own.

The same rule as in the notebook (`checking.chain`); here the right answers are the solution's own cells, and
they run in the sandbox with the student's.
"""

import re

from prpn_class.grading.plan import Check
from prpn_class.sandbox.submission import Own, Submission
from prpn_course.task import Sheet, Task


def wrong_below(task: Task, submission: Submission, sheet: Sheet, right: set[str]) -> list[Task]:
    """The earlier tasks that an answer calls, itself or through others, and that are not right.

    Args:
        task: the task that is answered.
        submission: the student's cells; any helper may be called by any answer.
        sheet: holds the earlier tasks.
        right: the ids of the tasks that are right.
    """
    earlier = sheet.tasks[: sheet.tasks.index(task)]
    sources = [cell.source for cell in submission.own if cell.task in (None, task.id)]
    called: list[Task] = []
    for source in sources:  # grows while it is read
        new = [one for one in earlier if one not in called and _calls(source, one.function)]
        called += new
        sources += [cell.source for one in new for cell in submission.answers(one.id)]
    return [one for one in earlier if one in called and one.id not in right]


def _calls(source: str, function: str) -> bool:
    call = rf"{function}\("  # first, so that a long source is searched for it fast
    return re.search(rf"{call}(?<![.\w]{call})(?<!def {call})", source) is not None


def with_right(submission: Submission, task: Task, answers: dict[str, str]) -> Submission:
    """The submission with other answers to some tasks, which stand before the answer to this one.

    Args:
        submission: the student's cells, an answer to the task among them.
        task: the task.
        answers: the right answers, by the ids of their tasks.
    """
    events = [event for event in submission.events if not (isinstance(event, Own) and event.task in answers)]
    place = next(n for n, event in enumerate(events) if isinstance(event, Own) and event.task == task.id)
    events[place:place] = [Own(source, name) for name, source in answers.items()]
    return Submission(events, submission.remarks)


def up_to(steps: list[Own | Check], task: Task) -> list[Own | Check]:
    """The steps as far as the check of a task, without the checks of others."""
    kept = [step for step in steps if isinstance(step, Own) or step.task is task]
    return kept[: kept.index(Check(task)) + 1]
