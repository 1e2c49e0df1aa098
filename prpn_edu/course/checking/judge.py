"""The check beside a stub: is the answer right, and if not, which mistake does it look like?

An answer is run on the task's cases and compared with the reference. When it is wrong, every known
misconception is run on the same cases; the answer behaves like one when the two agree wherever that
misconception goes wrong. Results may come in any container and any type of number; only a task without
tolerance, whose results are exact, asks for integers where its reference gives integers.

A check reports and does not raise: a wrong answer is news for the reader, not an accident of the program, and
the tasks after it can still be tried. An untouched stub does raise, `NotYet`, so that "Run all" stops at the
first open task. Under nbgrader, which counts what raises, a wrong answer raises too.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import torch

from prpn_edu.course.authoring import nbgrader
from prpn_edu.course.checking import raised
from prpn_edu.course.checking.feedback import explain, show_case
from prpn_edu.course.checking.outcomes import Outcome, kinds_agree, run, same
from prpn_edu.course.task import Misconception, Sheet, Task, points
from prpn_edu.course.tasks import find

MISTAKES_AGREE = 1e-5  # relative difference up to which an answer does what a mistake does
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
        CheckFailed: no full marks, and nbgrader runs the notebook.
    """
    sheet, task = find(task_id)
    report = examine(task, answer, sheet)
    if nbgrader.running() and report.earned < task.points:
        raise nbgrader.CheckFailed(str(report))
    print(report)


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
    judge = Judge(task, sheet, seed)
    if not callable(answer):
        return judge.no_function(type(answer).__name__)
    with torch.random.fork_rng(devices=[]):  # an answer that draws numbers must not change the notebook's
        return judge.report([run(answer, case) for case in judge.cases])


class Judge:
    """One task with the inputs of one seed: what should come of them, and what each mistake makes of them.

    Attributes:
        task: the task.
        cases: the inputs.
        expected: the reference's outcomes, one a case.
    """

    def __init__(self, task: Task, sheet: Sheet | None = None, seed: int = 0):
        self.task = task
        self.cases = task.cases(seed)
        self.reread = f'Reread: {sheet.chapter if sheet else "the chapter"}, "{task.section}".'
        with torch.random.fork_rng(devices=[]):
            self.expected = [run(task.reference, case) for case in self.cases]

    @cached_property
    def mistakes(self) -> list[tuple[Misconception, list[Outcome], list[int]]]:
        """Each misconception with its outcomes and the cases in which they are wrong."""
        found = []
        for misconception in self.task.misconceptions:
            theirs = [run(misconception.wrong, case) for case in self.cases]
            telling = [k for k in range(len(theirs)) if not self._same(theirs[k], self.expected[k])]
            found.append((misconception, theirs, telling))
        return found

    def report(self, came: list[Outcome]) -> Report:
        """Judge what an answer made of the cases."""
        task, cases, expected = self.task, self.cases, self.expected
        equal = [self._same(a, b) and not a.changed for a, b in zip(came, expected, strict=True)]
        wrong = [k for k in range(len(cases)) if not equal[k]]
        if not wrong and task.tolerance == 0:  # an exact task: the numbers first, then how they are stored
            wrong = [k for k in range(len(cases)) if not kinds_agree(came[k], expected[k])]
        if not wrong:
            return Report(task, task.points)
        found, explained = self.diagnose(came, wrong)
        k = explained[0] if found else wrong[0]
        first = "The first that is not" if k == wrong[0] else "One that is not"
        lines = [f"Right in {len(cases) - len(wrong)} of {len(cases)} cases. {first}:"]
        lines += show_case(task, cases[k], expected[k], came[k])
        if found:
            also = (
                f" That explains {len(explained)} of {len(wrong)} wrong cases."
                if len(explained) < len(wrong)
                else ""
            )
            lines.append(f"Likely mistake: your answer behaves like one that {found.name}.{also}")
            lines.append(f"Hint: {found.hint}")
        else:
            lines += explain(task, expected[k], came[k])
        return Report(task, 0, found, "\n".join([*lines, self.reread]))

    def no_function(self, kind: str) -> Report:
        """Report that something else came in place of a function, by the name of its type."""
        body = (
            f"Expected the function {self.task.function}, came: {kind}.\n"
            f'Pass the function itself, without brackets: check("{self.task.id}", {self.task.function}).'
        )
        return Report(self.task, 0, body=f"{body}\n{self.reread}")

    def diagnose(self, came: list[Outcome], wrong: list[int]) -> tuple[Misconception | None, list[int]]:
        """Find the misconception that an answer behaves like.

        A misconception fits when the answer agrees with it in every case where it differs from the reference,
        and when these are at least half of the cases in which the answer is wrong: what explains fewer is
        more likely another mistake. Of those that fit, the one that disagrees with the answer in the fewest
        cases is named.

        Args:
            came: what the answer made of the cases.
            wrong: the cases in which that is wrong.
        Returns:
            the misconception or None, and the wrong cases that it explains.
        """
        best, explained, fewest = None, list[int](), len(self.cases) + 1
        for misconception, theirs, telling in self.mistakes:
            if 2 * len(telling) < len(wrong) or not all(self._alike(theirs[k], came[k]) for k in telling):
                continue
            apart = sum(not self._alike(a, b) for a, b in zip(theirs, came, strict=True))
            if apart < fewest:
                best, explained, fewest = misconception, telling, apart
        return best, explained

    def _alike(self, theirs: Outcome, came: Outcome) -> bool:
        """Whether an answer does what a misconception does.

        torch has one kind of error for many things, so its words are compared too. What a mistake gives may
        be large, and then rounding alone is more than the task's tolerance.
        """
        if came.detail == theirs.detail == "RuntimeError":
            return raised.alike(theirs.message, came.message)
        return self._same(theirs, came, relative=MISTAKES_AGREE if self.task.tolerance else 0.0)

    def _same(self, a: Outcome, b: Outcome, relative: float = 0.0) -> bool:
        return same(a, b, self.task.tolerance, relative)


def read_headline(text: str, task_id: str) -> int | None:
    """Return the points that a printed report gives to a task; None where the text holds no such report."""
    for match in HEADLINE.finditer(text):
        if match["task"] == task_id:
            return int(match["earned"])
    return None
