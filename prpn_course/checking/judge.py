"""The judge of one task: is an answer right, and if not, which mistake does it look like?

An answer is run on the task's cases and compared with the reference. When it is wrong, every known
misconception is run on the same cases; the answer behaves like one when the two agree wherever that
misconception goes wrong. Results may come in any container and any type of number; only a task without
tolerance, whose results are exact, asks for integers where its reference gives integers.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import torch

from prpn_course.checking import plain, raised
from prpn_course.checking.feedback import explain
from prpn_course.checking.outcomes import Outcome, as_at_first, right, run, same
from prpn_course.checking.second import Change, SecondReader
from prpn_course.checking.shown import Shown, numbers, show_case
from prpn_course.task import Misconception, Sheet, Task, points

HEADLINE = re.compile(r"^(?P<task>\d+\.\d+) .*: (?P<earned>\d+) of (?P<points>\d+) points?\.$", re.MULTILINE)


@dataclass(frozen=True)
class Report:
    """The result of a check. `str(report)` is what the reader sees, the same on every machine.

    Attributes:
        task: the task.
        earned: points.
        misconception: the one that the answer behaves like, or a change of the right answer, if any.
        opening: the lines under the headline, none for full marks.
        shown: a case in which the answer is wrong.
        said: the lines under it: the likely mistake, a hint, what to reread.
        interrupted: whether the reader stopped the answer by hand.
    """

    task: Task
    earned: int
    misconception: Misconception | Change | None = None
    opening: tuple[str, ...] = ()
    shown: Shown | None = None
    said: tuple[str, ...] = ()
    interrupted: bool = False

    @property
    def headline(self) -> str:
        """The task and what it earned."""
        return f"{self.task.id} {self.task.title}: {self.earned} of {points(self.task.points)}."

    @property
    def full(self) -> bool:
        """Whether no point is lost."""
        return self.earned == self.task.points

    def __str__(self) -> str:
        shown = self.shown.lines() if self.shown else []
        return "\n".join([self.headline, *self.opening, *shown, *self.said])


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
    came: list[Outcome] = []
    with torch.random.fork_rng(devices=[]):  # an answer that draws numbers must not change the notebook's
        for case in judge.cases:
            stopped = came[-1:] if came and came[-1].detail == KeyboardInterrupt.__name__ else []
            came += stopped or [run(answer, case)]
    return judge.report(came)


class Judge:
    """One task with the inputs of one seed: what should come of them, and what each mistake makes of them.

    Attributes:
        task: the task.
        cases: the inputs.
        expected: the reference's outcomes, one a case.
    """

    @as_at_first()
    def __init__(self, task: Task, sheet: Sheet | None = None, seed: int = 0):
        self.task = task
        self.cases = task.cases(seed)
        self.reread = f'Reread: {task.chapter if sheet else "the chapter"}, "{task.section}".'
        with torch.random.fork_rng(devices=[]):
            self.expected = [run(task.reference, case) for case in self.cases]

    @cached_property
    def second(self) -> SecondReader:
        """Reads an answer that behaves like none of the misconceptions."""
        return SecondReader(self.task, self.cases, self.expected, self._alike)

    @cached_property
    def mistakes(self) -> list[tuple[Misconception, list[Outcome], list[int]]]:
        """Each misconception with its outcomes and the cases in which they are wrong."""
        found = []
        for misconception in self.task.misconceptions:
            theirs = [run(misconception.wrong, case) for case in self.cases]
            telling = [k for k in range(len(theirs)) if not self._same(theirs[k], self.expected[k])]
            found.append((misconception, theirs, telling))
        return found

    @as_at_first()
    def report(self, came: list[Outcome]) -> Report:
        """Judge what an answer made of the cases."""
        task, cases, expected = self.task, self.cases, self.expected
        is_right = [right(a, b, task.tolerance) for a, b in zip(came, expected, strict=True)]
        if all(is_right):
            return Report(task, task.points)
        earned, paid = max((self._points(came, is_right), self._right_numbers(came)), key=lambda one: one[0])
        wrong = [k for k in range(len(cases)) if not is_right[k]]
        other = [k for k in wrong if came[k].changed or not self._same(came[k], expected[k])]
        wrong = other or wrong  # of an exact task, the numbers first, then how they are stored
        found: Misconception | Change | None
        found, explained = self.diagnose(came, wrong)
        spoilt = any(came[k].changed for k in wrong)  # an argument, which tells more than the numbers do
        if not found and not spoilt and (second := self.second.read(came, wrong)):
            found, explained = second, wrong
        sizes = [numbers(case, right) for case, right in zip(cases, expected, strict=True)]
        k = plain.smallest(explained if found else wrong, sizes)
        opening = plain.opening(len(cases) - len(wrong), len(cases), k == plain.smallest(wrong, sizes))
        if all(map(self._same, came, expected)):
            opening = plain.opening_of_kind(len(wrong), len(cases), self._kind(came[k]))
        shown = show_case(task, cases[k], expected[k], came[k])
        if found:
            said = plain.named(found.name, found.hint, len(explained), len(wrong))
        else:
            said = explain(
                task,
                [(expected[j], came[j]) for j in (k, *wrong)],
                by_hand=sizes[k][1] <= plain.PENCIL,
            )
        stopped = any(one.detail == KeyboardInterrupt.__name__ for one in came)
        return Report(task, earned, found, (*paid, opening), shown, (*said, self.reread), stopped)

    def _points(self, came: list[Outcome], is_right: list[bool]) -> tuple[int, list[str]]:
        """What an answer with a wrong case earns, and a line on what its parts earned.

        A part of entries is paid when these are right in all cases; a part of cases when all of these are
        right, and no such part without the first: an answer that is right at an edge alone is not half an
        answer.
        """
        earned, start = list[int](), 0
        for part in self.task.parts:
            if part.entries:
                paid = all(map(self._entries_right, came, self.expected, [part.entries] * len(came)))
            else:
                paid = all(is_right[start : start + part.cases]) and (not earned or earned[0] > 0)
            earned.append(part.points if paid else 0)
            start += part.cases
        told = [
            f"{one} of {part.points} for {part.name}"
            for one, part in zip(earned, self.task.parts, strict=True)
        ]
        return sum(earned), [f"Points: {', '.join(told)}."] if told else []

    def _right_numbers(self, came: list[Outcome]) -> tuple[int, list[str]]:
        """The same for the numbers alone: a changed argument, or floats for whole numbers, cost a point."""
        pairs = list(zip(came, self.expected, strict=True))
        bare = [one if one.trouble else replace(one, changed=(), dtype=wanted.dtype) for one, wanted in pairs]
        is_right = [right(a, b, self.task.tolerance) for a, b in zip(bare, self.expected, strict=True)]
        earned, paid = self._points(bare, is_right)
        earned = self.task.points if all(is_right) else earned
        why = "an argument that is changed in place" if any(one.changed for one in came) else "floats"
        told = paid[0].removesuffix(".") if paid else "Points: the numbers are right"
        return earned - 1, [f"{told}; 1 less for {why}."]

    def _kind(self, came: Outcome) -> str:
        """What is wrong beside numbers that are right."""
        names = ", ".join(self.task.arguments[k] for k in came.changed)
        return f"the function changed its argument {names}" if names else "they are floats"

    def _entries_right(self, came: Outcome, expected: Outcome, places: tuple[int, ...]) -> bool:
        """Whether some entries of one result are right, whatever the others are."""
        if came.trouble or came.tensor.shape != expected.tensor.shape:
            return False
        part, wanted = (replace(one, value=one.tensor[list(places)]) for one in (came, expected))
        return right(part, wanted, self.task.tolerance)

    def no_function(self, kind: str) -> Report:
        """Report that something else came in place of a function, by the name of its type."""
        lines = (
            f"Expected the function {self.task.function}, came: {kind}.",
            f'Pass the function itself, without brackets: check("{self.task.id}", {self.task.function}).',
        )
        return Report(self.task, 0, opening=lines, said=(self.reread,))

    def diagnose(self, came: list[Outcome], wrong: list[int]) -> tuple[Misconception | None, list[int]]:
        """Find the misconception that an answer behaves like, see `plain.likeliest`.

        None is named on exceptions alone, which many mistakes share: the two must agree on a wrong result.

        Args:
            came: what the answer made of the cases.
            wrong: the cases in which that is wrong.
        Returns:
            the misconception or None, and the wrong cases that it explains.
        """
        place, explained = plain.likeliest(
            [
                (theirs, telling if self._meet(theirs, came, telling) else [])
                for _, theirs, telling in self.mistakes
            ],
            lambda theirs, k: self._alike(theirs, came[k]),
            len(wrong),
        )
        return None if place is None else self.mistakes[place][0], explained

    def _alike(self, theirs: Outcome, came: Outcome) -> bool:
        """Whether an answer does what a misconception does.

        One kind of error comes of many things, so its words are compared too. What a mistake gives may
        be large, and then rounding alone is more than the task's tolerance.
        """
        if came.trouble == theirs.trouble == "raised" and came.detail == theirs.detail:
            return raised.alike(theirs.message, came.message)
        return self._same(theirs, came, relative=plain.RELATIVE if self.task.tolerance else 0.0)

    def _meet(self, theirs: list[Outcome], came: list[Outcome], telling: list[int]) -> bool:
        """Whether a misconception and an answer agree in a telling case in which they do not raise."""
        return any(theirs[k].trouble != "raised" and self._alike(theirs[k], came[k]) for k in telling)

    def _same(self, a: Outcome, b: Outcome, relative: float = 0.0) -> bool:
        return same(a, b, self.task.tolerance, relative)


def read_headline(text: str, task_id: str) -> int | None:
    """Return the points that a printed report gives to a task; None where the text holds no such report."""
    for match in HEADLINE.finditer(text):
        if match["task"] == task_id:
            return int(match["earned"])
    return None
