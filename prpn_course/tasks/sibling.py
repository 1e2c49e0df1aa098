"""Siblings: the same task under another convention, so that last year's answers do not serve.

A sibling is told by what changes at its borders: how its arguments come from the task's, and its result from
the task's result. So it has the task's cases and every mistake with its hint, and its check is as strong.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from prpn_course.task import Sheet, Task


def _same(*case):
    return case


def _result(result: Tensor, *case) -> Tensor:
    return result


@dataclass(frozen=True)
class Sibling:
    """A task under another convention.

    Attributes:
        title, function, signature: as in the notebook.
        given: from a case of the task to one of the sibling's.
        into: back, from a case of the sibling's to one of the task's.
        out: from the task's result, and the sibling's case, to the sibling's result.
        axes: of the result, where they are others than the task's.
    """

    title: str
    function: str
    signature: str
    given: Callable[..., tuple] = _same
    into: Callable[..., tuple] = _same
    out: Callable[..., Tensor] = _result
    axes: tuple[str, ...] | None = None

    def of(self, task: Task) -> Task:
        """Return the sibling of a task, with its cases and its mistakes."""
        return replace(
            task,
            title=self.title,
            function=self.function,
            signature=self.signature,
            axes=task.axes if self.axes is None else self.axes,
            reference=self._turned(task.reference),
            cases=lambda seed: [self.given(*case) for case in task.cases(seed)],
            misconceptions=tuple(replace(one, wrong=self._turned(one.wrong)) for one in task.misconceptions),
            in_page=False,
        )

    def _turned(self, function: Callable) -> Callable:
        """A function of the task as one of the sibling."""

        def turned(*case):
            return self.out(torch.as_tensor(function(*self.into(*case))), *case)

        return turned


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
