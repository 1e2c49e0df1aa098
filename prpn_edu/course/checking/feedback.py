"""The words of a report: a case as the reader can retype it, and the cause where no misconception fits."""

import torch
from torch import Tensor

from prpn_edu.course.checking import raised
from prpn_edu.course.checking.outcomes import Outcome, kinds_agree
from prpn_edu.course.task import Task

PRINTED_ENTRIES = 144  # of a result: a larger one is named by its shape
PRINTED_LINES = 5  # of what the answer printed itself: enough for a debugging line, not for a flood


def show_case(task: Task, case: tuple, expected: Outcome, came: Outcome) -> list[str]:
    """Return the lines that show the inputs, what was expected, what came, and where they first differ."""
    lines = []
    for name, argument in zip(task.arguments, case, strict=True):
        lines.append(_labelled(f"  {name} = ", argument))
    for digits in (4, 7):
        want = _labelled("  expected ", expected.value, digits)
        have = _labelled("  came     ", came.value, digits) if came.trouble is None else _trouble(came)
        if want.removeprefix("  expected ") != have.removeprefix("  came     "):
            break
    if task.tolerance == 0 and not kinds_agree(came, expected):
        have += "  (floats)"
    lines += [want, have]
    place = _first_difference(task, expected, came)
    if place:
        lines.append(f"  first difference at {place}")
    if came.printed.strip():
        printed = came.printed.strip().splitlines()
        shown = [f"    {line[:100]}" for line in printed[:PRINTED_LINES]]
        more = ["    ..."] if len(printed) > PRINTED_LINES else []
        lines += ["  your function printed:", *shown, *more]
    return lines


def explain(task: Task, expected: Outcome, came: Outcome) -> list[str]:
    """Return the likely cause, from the kind of outcome alone."""
    shape = tuple(expected.tensor.shape)
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
    if came.trouble == "type":
        return [f"Likely mistake: the wrong type. Return a tensor of shape {shape}, not {came.detail}."]
    if came.trouble == "ragged":
        return [
            f"Likely mistake: a {came.detail} of parts that have different lengths or shapes. Return one "
            f"tensor of shape {shape}: `torch.stack` and `torch.cat` join tensors, + joins lists."
        ]
    if came.trouble == "complex":
        return ["Likely mistake: the result holds complex numbers; the contract asks for real ones."]
    found = next(_causes(task, expected, came), None)
    if found:
        return [f"Likely mistake: {found}"]
    return [
        "No common mistake fits. Work the case above out by hand, one number at a time, beside your code."
    ]


def _causes(task: Task, expected: Outcome, came: Outcome):
    """Yield what could have gone wrong with a result that is a tensor, most telling first."""
    want, have = expected.tensor, came.tensor
    if have.shape != want.shape:
        if have.dim() == 2 and have.T.shape == want.shape and _close(task, have.T, want):
            yield "the right numbers, turned on their side: the axes are " + _axes(task) + "."
        elif have.numel() == want.numel() and _close(task, have.reshape(want.shape), want):
            yield f"the right numbers in another shape: {tuple(have.shape)} in place of {tuple(want.shape)}."
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
    if not came.holds_floats and not _close(task, want.round(), want):
        yield f"the result is of {came.dtype}, which holds whole numbers only: the fractions were cut off."
    if want.any() and not have.any():
        yield (
            f"{'every entry' if want.dim() else 'the result'} is 0 in this case. Is what you compute ever "
            "stored? `table[rows][k] = ...`, with several rows, writes into a copy."
        )
    if have.dim() == 2 and _close(task, have.T, want):
        yield "rows and columns are exchanged: the axes are " + _axes(task) + "."
    if have.dim() >= 1 and _close(task, have.flip(-1), want):
        yield "the right numbers in the opposite order."
    several = want.count_nonzero() > 1 and task.tolerance > 0  # one number is always a multiple of another
    if several and (have - want).abs().amax() > task.tolerance and want.sum() > 0 and have.any():
        ratio = have.sum() / want.sum()
        if _close(task, have, want * ratio):
            yield f"everything is too {'large' if ratio > 1 else 'small'} by one factor, {ratio:.4f}."


def _close(task: Task, a: Tensor, b: Tensor) -> bool:
    return a.shape == b.shape and torch.allclose(a, b, rtol=0.0, atol=task.tolerance)


def _axes(task: Task) -> str:
    return "[" + ", ".join(task.axes) + "]"


def _first_difference(task: Task, expected: Outcome, came: Outcome) -> str:
    """The place of the first entry that differs, "[t=2, i=1]"; "" where that says nothing."""
    if came.trouble or came.tensor.shape != expected.tensor.shape or expected.tensor.dim() == 0:
        return ""
    apart = ~torch.isclose(came.tensor, expected.tensor, rtol=0.0, atol=task.tolerance)
    if not apart.any():
        return ""
    place = apart.nonzero()[0].tolist()
    named = "[" + ", ".join(f"{axis}={at}" for axis, at in zip(task.axes, place, strict=True)) + "]"
    if _is_printed(expected.tensor):
        return named
    want, have = (f"{outcome.tensor[tuple(place)].item():.4f}" for outcome in (expected, came))
    return f"{named}: expected {want}, came {have}"


def _trouble(came: Outcome) -> str:
    words = {
        "raised": came.message,
        "none": "None",
        "type": f"an object of type {came.detail}",
        "ragged": "rows of different lengths",
        "complex": "complex numbers",
    }
    return f"  came     {words[came.trouble or 'none']}"


def _labelled(label: str, value, digits: int = 4) -> str:
    """A label and a value; the rows of a matrix stand under one another."""
    return label + show(value, digits).replace("\n", "\n" + " " * len(label))


def show(value, digits: int = 4) -> str:
    """Return a value as a reader would type it, row by row, with fixed digits."""
    if not isinstance(value, Tensor):
        return repr(value)
    if not _is_printed(value):
        return f"a tensor of shape {tuple(value.shape)}"
    return _nested(value.tolist(), _number(value, digits))


def _is_printed(value: Tensor) -> bool:
    return 0 < value.numel() <= PRINTED_ENTRIES


def _nested(entries, number) -> str:
    """A number, a row of numbers, or rows under one another, one axis in the other."""
    if not isinstance(entries, list):
        return number(entries)
    if not isinstance(entries[0], list):
        return "[" + ", ".join(map(number, entries)) + "]"
    return "[" + ",\n ".join(_nested(part, number).replace("\n", "\n ") for part in entries) + "]"


def _number(value: Tensor, digits: int):
    """How to print the entries of a tensor: whole numbers without a point, others with fixed digits."""
    if value.dtype == torch.bool:
        return str
    whole = bool(value.isfinite().all()) and bool((value == value.round()).all())
    return (lambda x: str(int(x))) if whole else (lambda x: f"{x:.{digits}f}")
