"""A case as the reader can retype it: what went in, what was expected, what came, and where they differ."""

from dataclasses import dataclass

import torch
from torch import Tensor

from prpn_course.checking.outcomes import RAISED_IN, Outcome, kinds_agree
from prpn_course.task import Task
from prpn_edu.printable import printable

PRINTED_ENTRIES = 144  # of a value: of a larger one, only the entry that differs first is shown
PRINTED_LINES = 5  # of what the answer printed itself: enough for a debugging line, not for a flood
LARGE = 1e15  # from here on numbers are printed with an exponent: they have up to 309 digits
MARK, UNMARK = "\x02", "\x03"  # around entries that differ; `printable` lets no student write them
TROUBLES = {
    "none": "None",
    "type": "an object of type {}",
    "ragged": "rows of different lengths",
    "complex": "complex numbers",
    "unread": "{}",
}


@dataclass(frozen=True)
class Shown:
    """One case in words. Entries that differ stand between `MARK` and `UNMARK` where shapes agree.

    Attributes:
        inputs: the name and the value of each argument.
        expected, came: the two results, or what came in place of one.
        where: the line of the answer that raised.
        place: of the first difference, "[t=2, i=1]", with both numbers where the whole is too large to print.
        printed: the first lines that the answer printed itself.
    """

    inputs: tuple[tuple[str, str], ...]
    expected: str
    came: str
    where: str = ""
    place: str = ""
    printed: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """The case as text; the rows of a matrix stand under one another."""
        lines = [_labelled(f"  {name} = ", value) for name, value in self.inputs]
        lines.append(_labelled("  expected ", unmarked(self.expected)))
        lines.append(_labelled("  came     ", unmarked(self.came)))
        if self.where:
            lines.append(f"    in the line: {self.where}")
        if self.place:
            lines.append(f"  first difference at {self.place}")
        if self.printed:
            lines += ["  your function printed:", *(f"    {line}" for line in self.printed)]
        return lines


def show_case(task: Task, case: tuple, expected: Outcome, came: Outcome) -> Shown:
    """Put a case, what was expected and what came into words."""
    words, _, where = printable(came.message).partition(RAISED_IN)
    inputs = tuple((name, show(value)) for name, value in zip(task.arguments, case, strict=True))
    apart = _apart(task, expected, came)
    alike = apart is not None and not apart.any()
    for digits in (4,) if alike else (4, 7):  # what differs must also look different
        want = show(expected.tensor, digits, apart)
        have = show(came.tensor, digits, apart) if came.trouble is None else _trouble(came, words)
        if unmarked(want) != unmarked(have):
            break
    if task.tolerance == 0 and not kinds_agree(came, expected):
        have += "  (floats)"
    if came.changed and came.trouble is None:
        have += f"  (changed: {', '.join(task.arguments[k] for k in came.changed)})"
    printed = printable(came.printed.strip()).splitlines()
    more = ("...",) if len(printed) > PRINTED_LINES else ()
    return Shown(
        inputs,
        want,
        have,
        where,
        _first_difference(task, expected, came, apart),
        (*(line[:100] for line in printed[:PRINTED_LINES]), *more),
    )


def numbers(case: tuple, expected: Outcome) -> tuple[bool, int]:
    """Say of a case whether it hides something, and how many numbers go in and come out.

    An axis with a single entry cannot be told from none, and a result of two different numbers is right by
    chance. A number that goes in and is not a round one, of two digits behind the point, counts as three.
    """
    inputs = [value for value in case if isinstance(value, Tensor)]
    result = expected.value
    hidden = any(1 in value.shape for value in (*inputs, result) if value is not None)
    hidden = hidden or (result is not None and result.dim() > 0 and result.unique().numel() < 3)
    plain = sum(isinstance(value, int | float) for value in case)
    weights = (int(torch.where((100 * one - (100 * one).round()).abs() > 1e-3, 3, 1).sum()) for one in inputs)
    return hidden, plain + sum(weights) + (0 if result is None else result.numel())


def unmarked(text: str) -> str:
    """Text without the marks of what differs."""
    return text.replace(MARK, "").replace(UNMARK, "")


def _apart(task: Task, expected: Outcome, came: Outcome) -> Tensor | None:
    """Which entries differ; None where that cannot be said."""
    if came.trouble or came.tensor.shape != expected.tensor.shape:
        return None
    return ~torch.isclose(came.tensor, expected.tensor, rtol=0.0, atol=task.tolerance)


def _first_difference(task: Task, expected: Outcome, came: Outcome, apart: Tensor | None) -> str:
    """The place of the first entry that differs, "[t=2, i=1]"; "" where that says nothing."""
    if apart is None or apart.dim() == 0 or not apart.any():
        return ""
    place = apart.nonzero()[0].tolist()
    named = "[" + ", ".join(f"{axis}={at}" for axis, at in zip(task.axes, place, strict=True)) + "]"
    if _is_printed(expected.tensor):
        return named
    want, have = (f"{outcome.tensor[tuple(place)].item():.4f}" for outcome in (expected, came))
    return f"{named}: expected {want}, came {have}"


def _trouble(came: Outcome, words: str) -> str:
    if came.trouble == "raised":
        return words
    return TROUBLES[came.trouble or "none"].format(printable(came.detail)[:100])


def _labelled(label: str, value: str) -> str:
    """A label and a value; the rows of a matrix stand under one another."""
    return label + value.replace("\n", "\n" + " " * len(label))


def show(value, digits: int = 4, apart: Tensor | None = None) -> str:
    """Return a value as a reader would type it, row by row, with fixed digits.

    Args:
        value: an argument or a result.
        digits: after the point.
        apart: the entries to mark, of the shape of the value.
    """
    if not isinstance(value, Tensor):
        return repr(value)
    if not _is_printed(value):
        return f"a tensor of shape {tuple(value.shape)}"
    apart = torch.zeros_like(value, dtype=torch.bool) if apart is None else apart
    text = _nested(value.tolist(), apart.tolist(), _number(value, digits))
    return text.replace(f"{UNMARK}, {MARK}", ", ")  # neighbours share a mark


def _is_printed(value: Tensor) -> bool:
    return 0 < value.numel() <= PRINTED_ENTRIES


def _nested(entries, apart, number) -> str:
    """A number, a row of numbers, or rows under one another, one axis in the other."""
    if not isinstance(entries, list):
        return f"{MARK}{number(entries)}{UNMARK}" if apart else number(entries)
    parts = [_nested(part, differs, number) for part, differs in zip(entries, apart, strict=True)]
    if not isinstance(entries[0], list):
        return "[" + ", ".join(parts) + "]"
    return "[" + ",\n ".join(part.replace("\n", "\n ") for part in parts) + "]"


def _number(value: Tensor, digits: int):
    """How to print the entries of a tensor: whole ones without a point, others with fixed digits."""
    if value.dtype == torch.bool:
        return str
    if bool((value.nan_to_num(posinf=0.0, neginf=0.0).abs() >= LARGE).any()):
        return lambda x: f"{x:.{digits}e}"
    whole = bool(value.isfinite().all()) and bool((value == value.round()).all())
    return (lambda x: str(int(x))) if whole else (lambda x: f"{x:.{digits}f}")
