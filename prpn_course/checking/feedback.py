"""The likely cause of a wrong outcome where no misconception fits."""

import torch
from torch import Tensor

from prpn_course.checking import raised
from prpn_course.checking.outcomes import Outcome, kinds_agree
from prpn_course.checking.plain import NO_MISTAKE, TOO_LARGE
from prpn_course.task import Task
from prpn_edu.printable import printable

ONCE = ("map", "filter", "zip", "generator", "reversed", "enumerate", "accumulate", "chain")


def explain(task: Task, wrong: list[tuple[Outcome, Outcome]], by_hand: bool = True) -> list[str]:
    """Return the likely cause, from the kind of outcome alone.

    Args:
        task: the task.
        wrong: what was expected and what came in the cases that are wrong, the one that is shown first.
        by_hand: whether that case is small enough to be worked out with a pencil.
    """
    expected, came = wrong[0]
    shape, kind = tuple(expected.tensor.shape), printable(came.detail)[:100]
    if came.trouble == "raised":
        if raised.calls_wrongly(task.function, came.message):
            return [f"Likely mistake: the check calls {task.function}{task.signature}; keep these arguments."]
        if advice := raised.cause(came.detail, came.message):
            return [f"Likely mistake: {advice}"]
        return ["Python's own words above say what went wrong, and the line under them where."]
    if came.trouble == "none":
        return ["Likely mistake: the function has no return, or a path through it that ends without one."]
    if came.trouble == "type" and came.detail == "set":
        return ["Likely mistake: a set has no order. Return sorted(...) of it, which is a list."]
    if came.trouble == "type" and came.detail in ONCE:
        return [f"Likely mistake: a {kind} gives its values only once. Return list(...) of it."]
    if came.trouble == "type":
        return [f"Likely mistake: the wrong type. Return a tensor of shape {shape}, not {kind}."]
    if came.trouble == "unread":
        return [f"Likely mistake: {kind} cannot be compared. Return a tensor of shape {shape}."]
    if came.trouble == "ragged":
        return [
            f"Likely mistake: a {kind} of parts that have different lengths or shapes. Return one "
            f"tensor of shape {shape}: `torch.stack` and `torch.cat` join tensors, + joins lists."
        ]
    if came.trouble == "complex":
        return ["Likely mistake: the result holds complex numbers; the contract asks for real ones."]
    if found := next(_causes(task, expected, came), None) or _resembling(task, wrong):
        return [f"Likely mistake: {found}"]
    return [NO_MISTAKE if by_hand else TOO_LARGE]


def _causes(task: Task, expected: Outcome, came: Outcome):
    """Yield what could have gone wrong with a result that is a tensor, most telling first."""
    want, have = expected.tensor, came.tensor
    if have.shape != want.shape:
        if have.dim() == 2 and have.T.shape == want.shape and _close(task, have.T, want):
            yield "the right numbers, turned on their side: the axes are " + _axes(task) + "."
        elif have.numel() == want.numel() and _close(task, have.reshape(want.shape), want):
            yield f"the right numbers in another shape: {tuple(have.shape)} in place of {tuple(want.shape)}."
        elif not want.dim():
            yield f"the shape is {tuple(have.shape)}; the contract asks for one number."
        else:
            yield f"the shape is {tuple(have.shape)}; the contract says {tuple(want.shape)}, {_axes(task)}."
        return
    if have.isnan().any():
        yield "the result holds nan, which is 0/0, or inf - inf, or the logarithm of a negative number."
    if have.isinf().any():
        yield "the result holds inf, which comes from dividing by 0 or from the logarithm of 0."
    if came.changed:
        names = ", ".join(task.arguments[k] for k in came.changed)
        yield (
            f"the function changes its argument {names} in place. Whoever called it still needs that; "
            "work on a copy (`.clone()`), or make a new tensor."
        )
    if _close(task, have, want) and not kinds_agree(came, expected):
        yield (
            "the right numbers, but as floats; the contract asks for integers, which can be an index. "
            "`.long()` turns a tensor of floats into one of integers, `int` a single number."
        )
    if came.dtype in (torch.float16, torch.bfloat16) and torch.allclose(have, want, rtol=1e-2, atol=1e-2):
        yield (
            f"the result is of {came.dtype}, which keeps two or three digits only, too few to compare. "
            "Work in torch.float32: leave `.half()` or `dtype=` out."
        )
    if not came.holds_floats and not _close(task, want.round(), want):
        yield f"the result is of {came.dtype}, which holds whole numbers only: the fractions were cut off."
    if want.any() and not have.any() and not want.dim():
        yield "the result is 0 in this case. Print the numbers that it is made of: which of them is lost?"
    elif want.any() and not have.any():
        stored = " `table[rows][k] = ...`, with several rows, writes into a copy." if want.dim() > 1 else ""
        yield (
            "every entry is 0 in this case. Print the numbers that one of them is made of: is one of these "
            f"lost, or never stored?{stored}"
        )


def _resembling(task: Task, wrong: list[tuple[Outcome, Outcome]]) -> str:
    """In what simple way the numbers of all wrong cases are others than they should be; "" in none."""
    common: dict[str, str] | None = None
    for expected, came in wrong:
        if came.trouble:
            return ""
        if expected.tensor.unique().numel() < 3:  # of two numbers much can be said by chance
            continue
        ways = dict(_ways(task, expected.tensor, came.tensor))
        common = ways if common is None else {way: said for way, said in common.items() if way in ways}
    return next(iter((common or {}).values()), "")


def _ways(task: Task, want: Tensor, have: Tensor):
    """Yield in what ways a result resembles the right one: the way, and what to say of it."""
    if have.dim() == 2 and _close(task, have.T, want):
        yield "turned", "rows and columns are exchanged: the axes are " + _axes(task) + "."
    if have.shape != want.shape:
        return
    if have.dim() >= 1 and _close(task, have.flip(-1), want):
        yield "flipped", "the right numbers in the opposite order."
    if _close(task, have.exp(), want):
        yield "log", "these are the logarithms of the right numbers."
    if _close(task, have, want.exp()):
        yield "exp", "these are e to the power of the right numbers: the logarithms are asked for."
    if _close(task, have, -want):
        yield "sign", "the right numbers with the opposite sign."
    if _close(task, have, 1 - want):
        yield "rest", "1 minus the right numbers."
    shift = (have - want).mean()
    if _close(task, have - shift, want):
        yield f"shift {shift:.3g}", f"everything is too {_more(shift)} by {shift.abs():.4g}."
    if want.count_nonzero() > 1 and task.tolerance and want.sum() > 0:
        ratio = have.sum() / want.sum()
        if ratio > 0 and _close(task, have, want * ratio):
            yield "factor", f"everything is too {_more(ratio - 1)} by one factor, {ratio:.4f}."
    if _close(task, have.flatten().sort().values, want.flatten().sort().values):
        yield "order", "the right numbers, in another order."
    if task.tolerance and torch.allclose(have, want, rtol=1e-3, atol=1e-3):
        yield (
            "nearly",
            "the numbers are right in two or three digits. Is something rounded on the way, or of a small "
            "type such as torch.float16?",
        )


def _more(difference: Tensor) -> str:
    return "large" if difference > 0 else "small"


def _close(task: Task, a: Tensor, b: Tensor) -> bool:
    return a.shape == b.shape and torch.allclose(a, b, rtol=0.0, atol=task.tolerance)


def _axes(task: Task) -> str:
    return "[" + ", ".join(task.axes) + "]"
