"""Changes of what goes into a function and of what comes out, each with its name.

A name is the end of "your answer behaves like one that ...".
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import torch
from torch import Tensor

from prpn_course.task import Task

NAMED = {-1: "last", 0: "first"}


def results(task: Task, case: tuple, want: Tensor) -> Iterator[tuple[str, Tensor]]:
    """Yield what may come in the place of the right numbers."""
    right = "the right numbers"
    yield f"gives {right} with the opposite sign", -want
    yield f"gives 1 minus {right}", 1 - want
    yield f"gives the logarithms of {right}", want.log()
    yield f"gives e to the power of {right}", want.exp()
    yield f"gives the squares of {right}", want**2
    yield f"gives the square roots of {right}", want.sqrt()
    yield f"gives 1 divided by {right}", 1 / want
    yield f"gives {right} without their signs", want.abs()
    yield f"cuts {right} off below 0", want.clamp(min=0)
    yield f"cuts {right} off above 1", want.clamp(max=1)
    yield "cuts the fractions off", want.trunc()
    yield f"rounds {right}", want.round()
    yield f"takes a tanh of {right} at the end", want.tanh()
    yield f"takes a sigmoid of {right} at the end", want.sigmoid()
    if not task.tolerance:
        yield "gives every number one too large", want + 1
        yield "gives every number one too small", want - 1
    if want.dim() == 2:
        yield "gives the rows as columns", want.T
    for axis in range(want.dim()):
        yield from _along(axis, f" along {task.axes[axis]}" if want.dim() > 1 else "", want)
    for name, value in zip(task.arguments, case, strict=True):
        if isinstance(value, Tensor) and value.dim() and value.size(0) > 0:
            yield f"gives {right}, but divided by the length of {name}", want / len(value)
            yield f"gives {right}, but not divided by the length of {name}", want * len(value)


def _along(axis: int, where: str, want: Tensor) -> Iterator[tuple[str, Tensor]]:
    """Changes along one axis of a result."""
    right = f"the right numbers{where}"
    yield f"gives the right numbers in the opposite order{where}", want.flip(axis)
    yield f"gives the running sums of {right}", want.cumsum(axis)
    yield f"divides by the sum{where} at the end", want / want.sum(axis, keepdim=True)
    yield f"takes a softmax{where} at the end", want.softmax(axis)
    yield f"subtracts the mean{where} at the end", want - want.mean(axis, keepdim=True)
    if want.size(axis) > 1:
        n = want.size(axis) - 1
        for by, place, when, others in (
            (1, 0, "late", "last one first"),
            (-1, -1, "early", "first one last"),
        ):
            moved = want.roll(by, axis)
            yield f"gives {right} one place too {when}, the {others}", moved
            yield f"gives {right} one place too {when}", _filled(moved, axis, place)
        for place, which in NAMED.items():
            yield f"leaves 0 in the {which} place{where}", _filled(want, axis, place)
            yield f"leaves out the {which} entry of the result{where}", want.narrow(axis, place + 1, n)


def _filled(value: Tensor, axis: int, place: int) -> Tensor:
    """A value with 0 in one place along an axis."""
    filled = value.clone()
    filled.select(axis, place).zero_()
    return filled


def arguments(names: list[str], case: tuple, alone: list[bool], whole: bool) -> Iterator[tuple[str, tuple]]:
    """Yield other cases that an answer may have worked on. No number in them is infinite.

    Args:
        names: of the arguments.
        case: the arguments.
        alone: of each whether no other goes along with its first axis, see `go_alone`.
        whole: whether results are whole numbers: these may agree by chance where other numbers went in.
    """
    for k, value in enumerate(case):
        numbers = () if whole else _numbers(value, k > 0)
        for name, new in (*numbers, *_values(value, alone[k])):
            if not isinstance(new, Tensor | float) or bool(torch.as_tensor(new).isfinite().all()):
                yield name.replace("{}", names[k]), (*case[:k], new, *case[k + 1 :])
    for i, j in combinations(range(len(case)), 2):
        one, other = case[i], case[j]
        if type(one) is type(other) and getattr(one, "shape", 0) == getattr(other, "shape", 0):
            order = {i: j, j: i}
            yield (
                f"exchanges {names[i]} and {names[j]}",
                tuple(case[order.get(k, k)] for k in range(len(case))),
            )


def go_alone(cases: list[tuple]) -> list[bool]:
    """Of each argument whether none of the others has as many entries in all cases."""
    lengths = [[len(one) if isinstance(one, Tensor) and one.dim() else -1 for one in case] for case in cases]
    columns = list(zip(*lengths, strict=True))
    return [columns.count(column) == 1 for column in columns]


def _values(value, alone: bool) -> Iterator[tuple[str, object]]:
    """What may be read in the place of an argument; `{}` is its name."""
    if isinstance(value, bool):
        yield "takes {} the other way round", not value
    elif isinstance(value, int):
        yield "takes {} + 1 for {}", value + 1
        yield "takes {} - 1 for {}", value - 1
    elif isinstance(value, tuple | list):
        yield "exchanges left and right in {}", _mirrored(value)
        yield "reads {} from its end", value[::-1]
        yield "leaves out the first entry of {}", value[1:]
        yield "leaves out the last entry of {}", value[:-1]
    elif isinstance(value, Tensor):
        if value.dtype == torch.bool:
            yield "does not use {}, or takes True for all of it", torch.ones_like(value)
            yield "takes {} the other way round", ~value
        for axis in range(value.dim()):
            yield from _moved(value, axis, axis > 0 or alone)
        if value.dim() > 1:
            yield "exchanges the rows and columns of {}", value.mT


def _numbers(value, spare: bool) -> Iterator[tuple[str, Any]]:
    """Other numbers for those of an argument, where it has fractions.

    Args:
        spare: whether an answer may have left it out, as nobody does with what the task is about.
    """
    if isinstance(value, float):
        made = _numbers(torch.tensor(value, dtype=torch.float64), spare)
        yield from ((name, float(new)) for name, new in made)
    if not isinstance(value, Tensor) or not value.is_floating_point():
        return
    if spare:
        yield "does not use {}, or takes 0 for it", torch.zeros_like(value)
        yield "does not use {}, or takes 1 for it", torch.ones_like(value)
    yield "takes {} with the opposite sign", -value
    yield "takes {} twice", 2 * value
    yield "takes half of {}", value / 2
    yield "takes the square of {}", value**2
    yield "takes 1 minus {}", 1 - value
    yield "takes 1 divided by {}", 1 / value
    yield "takes {} without its sign", value.abs()
    yield "takes e to the power of {}", value.exp()
    yield "takes the tanh of {}", value.tanh()
    yield "takes the sigmoid of {}", value.sigmoid()
    if value.dim():
        yield "takes the softmax of {}", value.softmax(-1)
        yield "divides {} by its sum", value / value.sum(-1, keepdim=True)


def _moved(value: Tensor, axis: int, alone: bool) -> Iterator[tuple[str, Tensor]]:
    """Entries of an argument left out along an axis, or read in another order.

    Args:
        alone: whether no other argument goes along with the axis, which then would be cut too.
    """
    of, n = ("{}", "each row of {}", "each part of {}")[min(axis, 2)], value.size(axis)
    if alone and n:
        yield f"leaves out the first entry of {of}", value.narrow(axis, 1, n - 1)
        yield f"leaves out the last entry of {of}", value.narrow(axis, 0, n - 1)
    if alone and n and not axis:  # a single column would be taken for every column
        yield "reads the first entry of {} alone", value[:1]
        yield "reads the last entry of {} alone", value[-1:]
    if n > 1:
        yield f"reads {of} from its end", value.flip(axis)
        yield f"reads entry k - 1 of {of} for entry k", value.roll(1, axis)
        yield f"reads entry k + 1 of {of} for entry k", value.roll(-1, axis)


def _mirrored(tree):
    return type(tree)(map(_mirrored, reversed(tree))) if isinstance(tree, tuple | list) else tree


def places(task: Task, want: Tensor) -> Iterator[tuple[str, Tensor]]:
    """Yield groups of a result's entries: "on the diagonal", and which these are."""
    for axis in range(want.dim()):
        of = f" along {task.axes[axis]}" if want.dim() > 1 else ""
        for place, which in NAMED.items():
            mask = torch.zeros_like(want, dtype=torch.bool)
            if want.size(axis):
                mask.select(axis, place).fill_(True)
            yield f"in the {which} place{of}", mask
    if want.dim() == 2 and abs(want.size(0) - want.size(1)) < 2:
        ones = torch.ones_like(want, dtype=torch.bool)
        row, column = task.axes
        yield f"where {row} = {column}", ones.tril().triu()
        yield f"where {column} = {row} - 1", ones.tril(-1).triu(-1)
        yield f"where {column} = {row} + 1", ones.tril(1).triu(1)
        yield f"where {column} < {row}", ones.tril(-1)
        yield f"where {column} > {row}", ones.triu(1)


def edges(task: Task, case: tuple) -> Iterator[str]:
    """Yield what is special about the arguments of a case."""
    for name, value in zip(task.arguments, case, strict=True):
        if isinstance(value, bool | int | float) and value in (0, 1):
            yield f"{name} is {value}"
        elif isinstance(value, tuple | list) and len(value) < 2:
            yield f"{name} has {('no entry', 'one entry')[len(value)]}"
        elif isinstance(value, Tensor) and value.dim() and len(value) == 1:
            yield f"{name} has one entry"
