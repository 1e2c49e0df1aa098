"""A second reading of an answer that no known mistake explains: is it the right answer, changed a little?

Changes are tried of what comes out and of what goes in (`changed`), of the solution's lines (`nearby`), and
pairs of known mistakes. One is named where the answer gives the same numbers in every case: what is said is
then true, whatever the answer's lines are. Last come the places and the cases in which alone it is wrong.
"""

import ast
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import torch
from torch import Tensor

from prpn_course.checking import changed, nearby
from prpn_course.checking.outcomes import Outcome, run
from prpn_course.task import Task

AT_THE_END = "All numbers are there. Look at your last lines, and at what the docstring returns."
OF_ARGUMENT = "Look at each of your lines that uses it, and at what the docstring says of it."
IN_A_LINE = "Set your lines beside the formula and the docstring, one sign and one bound at a time."
ONE_PLACE = "All other entries are right. Work one of these out by hand: from what is it made?"
ONE_CASE = "All other cases are right. What does the docstring ask for in this one?"
MOST = 2  # names of one kind that may fit; where more do, they say little


@dataclass
class Change:
    """The right answer, changed.

    Attributes:
        name, hint: as in `Misconception`.
        make: from the number of a case to what comes of it.
    """

    name: str
    hint: str
    make: Callable[[int], Outcome]
    known: dict[int, Outcome] = field(default_factory=dict)

    def outcome(self, k: int) -> Outcome:
        """What comes of a case, which is run once."""
        if k not in self.known:
            self.known[k] = self.make(k)
        return self.known[k]


class SecondReader:
    """Reads what came of the cases of one task.

    Args:
        task: the task.
        cases: the inputs.
        expected: the outcomes of the reference.
        alike: whether an answer does what a change does in one case, by both outcomes.
    """

    def __init__(self, task: Task, cases: list[tuple], expected: list[Outcome], alike: Callable):
        self.task, self.cases, self.expected, self.alike = task, cases, expected, alike

    def read(self, came: list[Outcome], wrong: list[int]) -> Change | None:
        """The change that an answer is; None where that cannot be said.

        Args:
            came: what the answer made of the cases.
            wrong: the cases in which that is wrong.
        """
        numbers = [k for k in wrong if came[k].trouble is None]
        kinds = ("of_results", "of_arguments", "of_lines", "of_pairs") if self._tells(came, numbers) else ()
        with torch.random.fork_rng(devices=[]):
            for kind in kinds:
                fits = {one.name: one for one in getattr(self, kind) if self._fits(one, came, numbers)}
                if fits and len(fits) <= MOST:
                    return next(iter(fits.values()))
        return next(self._places(came, wrong), None) or next(self._edges(wrong), None)

    def _tells(self, came: list[Outcome], numbers: list[int]) -> bool:
        """Whether the wrong numbers are so many and so different that they do not agree by chance."""
        apart = [_apart(self.task, self.expected[k], came[k]) for k in numbers]
        found = [came[k].tensor[mask] for k, mask in zip(numbers, apart, strict=True)]
        values = torch.cat([one[one.isfinite()] for one in found] or [torch.zeros(0)])
        mixed = any(came[k].tensor.unique().numel() > 1 for k in numbers)
        many = len(values) > 3 and mixed if self.whole else values.unique().numel() > 2
        return len(numbers) > 1 and many

    @cached_property
    def whole(self) -> bool:
        """Whether all that is expected are whole numbers."""
        return not any(one.tensor.isfinite().all() and one.tensor.frac().any() for one in self.expected)

    def _fits(self, change: Change, came: list[Outcome], numbers: list[int]) -> bool:
        """Whether an answer does the same in all cases. Where results are no whole numbers, which agree by
        chance, a few may be left open in which the change raises: an answer may have met that otherwise."""
        small = min(numbers, key=lambda k: came[k].tensor.numel())
        for k in (small, *range(len(came))):
            if not self.alike(change.outcome(k), came[k]) and (
                k == small or not self.task.tolerance or change.outcome(k).trouble != "raised"
            ):
                return False
        return 4 * sum(one.trouble == "raised" for one in change.known.values()) <= len(came)

    @cached_property
    def of_results(self) -> list[Change]:
        """Changes of what comes out."""
        made = [
            dict(changed.results(self.task, case, one.tensor))
            for case, one in zip(self.cases, self.expected, strict=True)
        ]

        def of(name: str) -> Callable[[int], Outcome]:
            return lambda k: Outcome(value=made[k][name]) if name in made[k] else self.expected[k]

        return [Change(name, AT_THE_END, of(name)) for name in _names(made)]

    @cached_property
    def of_arguments(self) -> list[Change]:
        """Changes of what goes in."""
        names, alone = self.task.arguments, changed.go_alone(self.cases)
        made = [dict(changed.arguments(names, case, alone, self.whole)) for case in self.cases]

        def of(name: str) -> Callable[[int], Outcome]:
            known = self._bounded(self.task.source) if self.task.source else self.task.reference
            return lambda k: run(known, made[k][name]) if name in made[k] else self.expected[k]

        return [Change(name, OF_ARGUMENT, of(name)) for name in _names(made)]

    @cached_property
    def of_lines(self) -> list[Change]:
        """Changes of the solution's lines."""
        programs = nearby.changes(self.task.source, self.task.arguments, self.whole)
        return [made for name, tree in programs if (made := self._program(name, IN_A_LINE, tree))]

    @cached_property
    def of_pairs(self) -> list[Change]:
        """Two known mistakes at once, where both are patches of the solution."""
        found = []
        for one, other in () if self.whole else combinations(self.task.misconceptions, 2):
            code = self.task.source if one.patch and other.patch else ""
            for old, new in (*one.patch, *other.patch):
                code = code.replace(old, new) if old in code else ""
            name, hint = f"{one.name}, and {other.name}", f"{one.hint} {other.hint}"
            if code and (made := self._program(name, hint, code)):
                found.append(made)
        return found

    def _bounded(self, code: str | ast.Module) -> Callable:
        """A program in the place of the solution, which ends whatever goes in."""
        return self.task.variant(nearby.bounded(code))

    def _program(self, name: str, hint: str, code) -> Change | None:
        """A changed solution; None where it is no program."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                function = self._bounded(code)
        except Exception:  # of a change that Python or torch does not take
            return None
        return Change(name, hint, lambda k: run(function, self.cases[k]))

    def _places(self, came: list[Outcome], wrong: list[int]) -> Iterator[Change]:
        """The entries of the result in which alone an answer is wrong, the fewest first."""
        if self.whole or any(
            came[k].trouble or came[k].tensor.shape != self.expected[k].tensor.shape for k in wrong
        ):
            return
        apart = [_apart(self.task, self.expected[k], came[k]) for k in wrong]
        made = [dict(changed.places(self.task, self.expected[k].tensor)) for k in wrong]
        others = [(one != 0) & (one != 1) for one in (self.expected[k].tensor for k in wrong)]
        found: dict[str, tuple[int, int]] = {}
        for name in _names(made):
            masks = [one.get(name, torch.zeros(0, dtype=torch.bool)) for one in made]
            pairs = zip(masks, apart, strict=True)
            if all(one.numel() and not (away & ~one).any() for one, away in pairs):
                inside = sum(int(one.sum()) for one in masks)
                outside = sum(int((right & ~one).sum()) for one, right in zip(masks, others, strict=True))
                found[name] = inside, outside
        for name, (inside, outside) in sorted(found.items(), key=lambda one: one[1][0]):
            few = 3 * inside <= sum(one.numel() for one in apart)
            if len(wrong) > 1 and few and 2 * outside >= inside:  # many a mistake leaves 0 and 1 as they are
                yield Change(f"is wrong {name} alone", ONE_PLACE, came.__getitem__)

    def _edges(self, wrong: list[int]) -> Iterator[Change]:
        """What the wrong cases share, and no other case has, where there is but one such thing."""
        made = [set(changed.edges(self.task, case)) for case in self.cases]
        names = [name for name in _names(made) if [k for k, one in enumerate(made) if name in one] == wrong]
        if len(names) == 1 and len(wrong) < len(made):
            yield Change(f"is wrong where {names[0]}, and there alone", ONE_CASE, self.expected.__getitem__)


def _apart(task: Task, expected: Outcome, came: Outcome) -> Tensor:
    """Which entries of what came differ; all of them where the shapes do."""
    if came.tensor.shape != expected.tensor.shape:
        return torch.ones_like(came.tensor, dtype=torch.bool)
    return ~torch.isclose(came.tensor, expected.tensor, rtol=0.0, atol=task.tolerance, equal_nan=True)


def _names(made: Iterable) -> list[str]:
    """All names, in the order in which they come first."""
    return list(dict.fromkeys(name for one in made for name in one))
