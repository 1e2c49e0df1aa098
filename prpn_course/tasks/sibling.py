"""Siblings: the same task under another convention, so that last year's answers do not serve.

A sibling is told by what changes at its borders: how its arguments come from the task's, and its result from
the task's result. So it has the task's cases and every mistake with its hint, and its check is as strong.
"""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

import torch
from torch import Tensor

from prpn_course.draw import Draw
from prpn_course.task import Misconception, Sheet, Task

PUBLISHED = "keeps to the contract of the published task, which is another"
CURE = (
    "Read what stands in bold in the text, and the docstring to its end: what comes in here, what goes out?"
)


def _same(*case):
    return case


def _result(result: Tensor, *case) -> Tensor:
    return result


def opposite(result: Tensor, *_) -> Tensor:
    """What is missing to 1."""
    return 1 - result


def walls(result: Tensor, *_) -> Tensor:
    """What is missing to 1 in the past of each step. What stands elsewhere by mistake is still seen."""
    return torch.ones(len(result), len(result)).tril(-1) - result


def negated(result: Tensor, *_) -> Tensor:
    """The same with the other sign."""
    return -result


def logarithm(result: Tensor, *_) -> Tensor:
    """The natural logarithm; minus infinity for 0."""
    return result.log()


def turned(result: Tensor, *_) -> Tensor:
    """Rows as columns. What is no matrix by mistake stays as it is."""
    return result.mT if result.dim() > 1 else result


def last_first(result: Tensor, *_) -> Tensor:
    """The last row first."""
    return result.flip(0)


def inclusive(result: Tensor, *_) -> Tensor:
    """Pairs (start, end) as pairs of the first and the last word."""
    return result - torch.tensor([0, 1]) if result.dim() > 1 else result


def exclusive(result: Tensor, *_) -> Tensor:
    """Pairs of the first and the last word as pairs (start, end)."""
    return result + torch.tensor([0, 1])


def lengths(result: Tensor, *_) -> Tensor:
    """Pairs (start, end) as pairs of the start and the number of words."""
    return torch.stack([result[:, 0], result[:, 1] - result[:, 0]], dim=1) if result.dim() > 1 else result


def without_first_column(result: Tensor, *_) -> Tensor:
    """A chart over (start, end) as one over the first and the last word."""
    return result[:, 1:]


# Mistakes that such a contract invites, as `Sibling.own` has them.
OF_WALLS = (
    Misconception(
        "gives 1 for the present and the future, too",
        lambda right, *case: right(*case) + torch.ones(2 * [len(case[0])]).triu(),
        "What is missing to 1 is asked for in the past alone; on the diagonal and behind it stays 0.",
    ),
)
OF_LENGTHS = (
    Misconception(
        "counts one word too few",
        lambda right, *case: right(*case) - torch.tensor([0, 1]),
        "The words 1, 2 and 3 are three: what is the end of the slice that holds them, less its start?",
    ),
    Misconception(
        "counts one word too many",
        lambda right, *case: right(*case) + torch.tensor([0, 1]),
        "The end is the place behind the last word: end less start is the number of words.",
    ),
)
OF_LOGARITHMS = (
    Misconception(
        "takes logarithms to the base 2",
        lambda right, *case: right(*case) / math.log(2),
        "Natural logarithms are asked for: `.log()`.",
    ),
    Misconception(
        "takes logarithms to the base 10",
        lambda right, *case: right(*case) / math.log(10),
        "Natural logarithms are asked for: `.log()` in torch, `math.log` in Python.",
    ),
    Misconception(
        "adds a small number under the logarithm",
        lambda right, *case: (right(*case).exp() + 1e-6).log(),
        "The logarithm of 0 is minus infinity in torch, not an error, and a small chance must stay small.",
    ),
)


@dataclass(frozen=True)
class Sibling:
    """A task under another convention.

    Attributes:
        title, function, signature: as in the notebook.
        given: from a case of the task to one of the sibling's.
        into: back, from a case of the sibling's to one of the task's.
        out: from the task's result, and the sibling's case, to the sibling's result.
        axes: of the result, where they are others than the task's.
        tolerance: as in `Task`, where it is another than the task's.
        without: beginnings of the names of mistakes that are none here, or that would be called wrongly.
        words: texts in the mistakes' names and hints, and those in their places.
        own: mistakes that the task has not; each is called with the right answer before the case.
        more: further cases, the sibling's own.
        exact: whether to compute with 64 bits, where the task's result would vanish in 32.
    """

    title: str
    function: str
    signature: str
    given: Callable[..., tuple] = _same
    into: Callable[..., tuple] = _same
    out: Callable[..., Tensor] = _result
    axes: tuple[str, ...] | None = None
    tolerance: float | None = None
    without: tuple[str, ...] = ()
    words: dict[str, str] = field(default_factory=dict)
    own: tuple[Misconception, ...] = ()
    more: Callable[[Draw], Iterator[tuple]] | None = None
    exact: bool = False

    def of(self, task: Task) -> Task:
        """Return the sibling of a task, with its cases and its mistakes."""
        return replace(
            task,
            title=self.title,
            function=self.function,
            signature=self.signature,
            axes=task.axes if self.axes is None else self.axes,
            tolerance=task.tolerance if self.tolerance is None else self.tolerance,
            reference=self._turned(task.reference),
            cases=lambda seed: [
                *(self.given(*case) for case in task.cases(seed)),
                *(self.more(Draw(seed)) if self.more else ()),
            ],
            misconceptions=(*self._own(task), *self._mistakes(task), *self._published(task)),
            in_page="",
            variant=lambda code: self._turned(task.variant(code)),
        )

    def _own(self, task: Task) -> Iterator[Misconception]:
        """The mistakes of the sibling alone."""
        for one in self.own:
            yield replace(one, wrong=partial(one.wrong, self._turned(task.reference)))

    def _mistakes(self, task: Task) -> Iterator[Misconception]:
        """The task's mistakes as the sibling's."""
        for one in task.misconceptions:
            if not one.name.startswith(self.without):
                yield replace(
                    one,
                    name=self._reworded(one.name),
                    wrong=self._turned(one.wrong),
                    hint=self._reworded(one.hint),
                )

    def _published(self, task: Task) -> Iterator[Misconception]:
        """The task's own answer, where it takes as many arguments; last, since a mistake may be the same."""
        if self.signature.count(",") == task.signature.count(","):
            yield Misconception(PUBLISHED, task.reference, CURE)

    def _reworded(self, text: str) -> str:
        """A text with all words replaced at once, whole ones only; the longest first."""
        if not self.words:
            return text
        longest = sorted(map(re.escape, self.words), key=len, reverse=True)
        return re.sub(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)", lambda old: self.words[old[0]], text)

    def _turned(self, function: Callable) -> Callable:
        """A function of the task as one of the sibling."""

        def turned(*case):
            return self.out(_tensor(function(*self.into(*case))), *case)

        def exactly(*case):
            usual = torch.get_default_dtype()
            torch.set_default_dtype(torch.float64)
            try:
                return turned(*map(_in_64_bits, case)).float()
            finally:
                torch.set_default_dtype(usual)

        return exactly if self.exact else turned


def _in_64_bits(argument):
    """A tensor of fractions with 64 bits; anything else as it is."""
    is_real = isinstance(argument, Tensor) and argument.is_floating_point()
    return argument.double() if is_real else argument


def _tensor(result) -> Tensor:
    """What an answer returned as a tensor, also where it is a pair of tensors."""
    if isinstance(result, (list, tuple)) and any(isinstance(one, Tensor) for one in result):
        return torch.stack([torch.as_tensor(one) for one in result])
    return torch.as_tensor(result)


def with_siblings(sheet: Sheet, siblings: dict[str, dict[str, Sibling]], chosen: dict[str, str]) -> Sheet:
    """A sheet in which some tasks are replaced by siblings.

    Args:
        sheet: as it stands in the course.
        siblings: of each task, by their letters.
        chosen: the letter for each task that is replaced.
    """
    tasks = (
        siblings[task.id][chosen[task.id]].of(task) if task.id in chosen else task for task in sheet.tasks
    )
    return replace(sheet, tasks=tuple(tasks))
