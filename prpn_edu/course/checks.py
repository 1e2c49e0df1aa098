"""The check beside a stub: is the answer right, and if not, which mistake does it look like?

An answer is run on the task's cases and compared with the reference. When it is wrong, every known
misconception is run on the same cases; the answer behaves like one when the two agree wherever that
misconception goes wrong. Results may come in any container and any type of number; only a task without
tolerance, whose results are exact, asks for integers where its reference gives integers.

A check reports and does not raise: a wrong answer is news for the reader, not an accident of the program, and
the tasks after it can still be tried. An untouched stub does raise, `NotYet`, so that "Run all" stops at the
first open task.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import torch

from prpn_edu.course.anatomy import Misconception, Sheet, Task, points
from prpn_edu.course.outcomes import Outcome, kinds_agree, run, same
from prpn_edu.course.tasks import find
from prpn_edu.course.words import explain, show_case

HEADLINE = re.compile(r"^(?P<task>\d+\.\d+) .*: (?P<earned>\d+) of (?P<points>\d+) points?\.$", re.MULTILINE)


@dataclass(frozen=True)
class Report:
    """The result of a check. `str(report)` is what the reader sees, the same on every machine.

    Attributes:
        task: the task.
        earned: points, all or none.
        misconception: the one that the answer behaves like, if any.
        body: the lines under the headline, "" for full marks.
    """

    task: Task
    earned: int
    misconception: Misconception | None = None
    body: str = ""

    def __str__(self) -> str:
        headline = f"{self.task.id} {self.task.title}: {self.earned} of {points(self.task.points)}."
        return f"{headline}\n{self.body}".rstrip()


def check(task_id: str, answer: Callable) -> None:
    """Print a report: full marks, or what was expected, what came, the likely mistake and what to reread.

    Args:
        task_id: as in the notebook, "7.2".
        answer: the function itself, without brackets: `check("7.2", alphas)`.
    Raises:
        KeyError: no such task.
        NotYet: the answer is still the stub.
    """
    sheet, task = find(task_id)
    print(examine(task, answer, sheet))


def examine(task: Task, answer: Callable, sheet: Sheet | None = None, seed: int = 0) -> Report:
    """Run an answer on the task's cases for one seed and report.

    Args:
        task: the task.
        answer: the student's function.
        sheet: names the chapter to reread.
        seed: of the cases.
    Returns:
        a report; wrong answers of every kind give one too.
    Raises:
        NotYet: the answer is still the stub.
    """
    reread = f'Reread: {sheet.chapter if sheet else "the chapter"}, "{task.section}".'
    if not callable(answer):
        return Report(task, 0, body=f"{_not_a_function(task, answer)}\n{reread}")
    cases = task.cases(seed)
    with torch.random.fork_rng(devices=[]):  # an answer that draws numbers must not change the notebook's
        expected = [run(task.reference, case) for case in cases]
        came = [run(answer, case) for case in cases]
    equal = [same(a, b, task.tolerance) and not a.changed for a, b in zip(came, expected, strict=True)]
    wrong = [k for k in range(len(cases)) if not equal[k]]
    if not wrong and task.tolerance == 0:  # an exact task: the numbers first, then how they are stored
        wrong = [k for k in range(len(cases)) if not kinds_agree(came[k], expected[k])]
    if not wrong:
        return Report(task, task.points)
    found, whole = diagnose(task, cases, expected, came)
    k = wrong[0]
    lines = [f"Right in {len(cases) - len(wrong)} of {len(cases)} cases. The first that is not:"]
    lines += show_case(task, cases[k], expected[k], came[k])
    if found:
        also = "" if whole else " Something else is not right yet either."
        lines.append(f"Likely mistake: your answer behaves like one that {found.name}.{also}")
        lines.append(f"Hint: {found.hint}")
    else:
        lines += explain(task, expected[k], came[k])
    return Report(task, 0, found, "\n".join([*lines, reread]))


def diagnose(
    task: Task, cases: list[tuple], expected: list[Outcome], came: list[Outcome]
) -> tuple[Misconception | None, bool]:
    """Find the misconception that an answer behaves like.

    A misconception fits when the answer agrees with it in every case where it differs from the reference, of
    which there must be one. Among those that fit, the one that disagrees with the answer in the fewest of all
    cases is named.

    Returns:
        the misconception or None, and whether it explains every case.
    """
    best, fewest = None, len(cases) + 1
    for misconception in task.misconceptions:
        theirs = [run(misconception.wrong, case) for case in cases]
        telling = [k for k in range(len(cases)) if not same(theirs[k], expected[k], task.tolerance)]
        if not telling or not all(same(theirs[k], came[k], task.tolerance) for k in telling):
            continue
        apart = sum(not same(theirs[k], came[k], task.tolerance) for k in range(len(cases)))
        if apart < fewest:
            best, fewest = misconception, apart
    return best, fewest == 0


def read_headline(text: str, task_id: str) -> int | None:
    """Return the points that a printed report gives to a task; None where the text holds no such report."""
    for match in HEADLINE.finditer(text):
        if match["task"] == task_id:
            return int(match["earned"])
    return None


def _not_a_function(task: Task, answer) -> str:
    return (
        f"Expected the function {task.function}, came: {type(answer).__name__}.\n"
        f'Pass the function itself, without brackets: check("{task.id}", {task.function}).'
    )
