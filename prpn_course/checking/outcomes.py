"""What a function did with one case: a value that can be compared, or the kind of trouble it met.

The check looks at outcomes only, never at how an answer is written. It keeps its own copies of the inputs,
catches what the function raises and swallows what it prints, so that neither a debugging line nor a crash can
disturb the others.
"""

import contextlib
import io
import linecache
import operator
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from prpn_course.checking import lending, no_card, results
from prpn_course.checking.not_here import NotHere, told
from prpn_course.task import NotYet

TROUBLES = ("raised", "none", "type", "ragged", "complex", "unread")
RAISED_IN = "\n    in the line: "  # between an exception's own words and the line of the answer


class OverTime(BaseException):
    """A call took too long: raised by whoever limits its time. It ends the call, whatever that was.

    Attributes:
        rest: of a cell, the source that is still to run.
    """

    rest = ""


@dataclass(frozen=True)
class Outcome:
    """What came of one call.

    Attributes:
        value: the result as float64, None where there is no comparable result.
        trouble: None, or one of `TROUBLES`.
        detail: for "raised" the name of the exception, for "type" and "ragged" that of the type, for "unread"
            what came; else "".
        message: for "raised" the exception's own words, and the line of the answer that raised it.
        dtype: the type of the result's entries before the conversion.
        changed: the positions of the arguments that the call changed in place.
        printed: what the call wrote to stdout and stderr.
    """

    value: Tensor | None = None
    trouble: str | None = None
    detail: str = ""
    message: str = ""
    dtype: torch.dtype | None = None
    changed: tuple[int, ...] = ()
    printed: str = ""

    @property
    def tensor(self) -> Tensor:
        """The result of a call that met no trouble."""
        assert self.value is not None, self.trouble
        return self.value

    @property
    def holds_floats(self) -> bool:
        """Whether the entries came as floats."""
        return self.dtype is not None and self.dtype.is_floating_point


def run(function: Callable, case: tuple) -> Outcome:
    """Call the function with copies of the case's arguments and say what came of it.

    A function that fails is called once more where it asks for a graphics card that is not there, on the CPU,
    or where the notebook has set another type of floats, or another device, with arguments of these; and
    where what it lacked can be lent.

    Raises:
        NotYet: the function is an untouched stub.
        OverTime: it took too long.
    """
    printed = Printed()
    try:
        with (
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(printed),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore")
            try:
                result, arguments = _called(function, case)
            except Exception as error:
                no_such, as_set = no_card.is_meant(error), tuple(map(_as_set, case))
                is_set = isinstance(error, AssertionError | RuntimeError)
                is_set = is_set and not all(map(operator.is_, as_set, case))
                if not (no_such or is_set):
                    raise
                case = as_set
                with no_card.OnCpu() if no_such else contextlib.nullcontext():
                    result, arguments = _called(function, case)
    except (NotYet, OverTime):
        raise
    except BaseException as error:  # also what would end the program, or was meant to
        told.extend([error] if lending.is_absent(error) else [])
        return Outcome(
            trouble="raised",
            detail=type(error).__name__,
            message=_where(error, function),
            printed=printed.getvalue(),
        )
    changed = tuple(
        k for k, (now, was) in enumerate(zip(arguments, case, strict=True)) if not _unchanged(now, was)
    )
    more: dict[str, Any] = {"changed": changed, "printed": printed.getvalue()}
    try:
        value, dtype = results.read(result)
    except results.NoNumbers as error:
        return Outcome(trouble=error.trouble, detail=error.detail, **more)
    return Outcome(value=value, dtype=dtype, **more)


def _called(function: Callable, case: tuple) -> tuple[Any, tuple]:
    """What a function returns, and the copies of the arguments that it had; what it lacks is lent to it."""
    try:
        while True:
            arguments = tuple(map(_copy, case))
            try:
                result = function(*arguments)
                return result.fail() if isinstance(result, NotHere) else (result, arguments)
            except Exception as error:
                if not lending.lend(error):
                    raise
    finally:
        lending.take_back()


class Printed(io.StringIO):
    """What a function prints; it is read afterwards, also where the function has closed it."""

    def close(self) -> None:
        """Do nothing."""


def same(a: Outcome, b: Outcome, tolerance: float, relative: float = 0.0) -> bool:
    """Whether two outcomes agree: equal shapes and entries, or the same trouble. nan equals nan."""
    if a.trouble or b.trouble:
        return (a.trouble, a.detail) == (b.trouble, b.detail)
    if a.tensor.shape != b.tensor.shape:
        return False
    return torch.allclose(a.tensor, b.tensor, rtol=relative, atol=tolerance, equal_nan=True)


def kinds_agree(came: Outcome, expected: Outcome) -> bool:
    """Whether whole numbers are stored as integers where the reference stores integers."""
    if came.trouble or expected.trouble:
        return True  # there is nothing to compare
    return expected.holds_floats or not came.holds_floats


def right(came: Outcome, expected: Outcome, tolerance: float) -> bool:
    """Whether an answer's outcome is right: the reference's, with no argument changed.

    Without tolerance a task is exact, and its whole numbers must be integers.
    """
    equal = not came.changed and same(came, expected, tolerance)
    return equal and (tolerance > 0 or kinds_agree(came, expected))


@contextlib.contextmanager
def as_at_first() -> Iterator[None]:
    """Let torch be as it was before the notebook changed anything, for what is ours."""
    kind, device = torch.get_default_dtype(), torch.get_default_device()
    torch.set_default_dtype(torch.float32)
    try:
        with torch.enable_grad(), contextlib.nullcontext() if device.type == "cpu" else torch.device("cpu"):
            yield
    finally:
        torch.set_default_dtype(kind)


def _as_set(argument):
    """A tensor as the notebook itself would make it."""
    if not isinstance(argument, Tensor):
        return argument
    kind = torch.get_default_dtype() if argument.dtype == torch.float32 else argument.dtype
    return argument.to(torch.get_default_device(), kind)


def _copy(argument):
    return argument.clone() if isinstance(argument, Tensor) else argument


def _unchanged(now, was) -> bool:
    if not isinstance(was, Tensor):
        return True  # numbers cannot be changed in place
    return now.shape == was.shape and now.dtype == was.dtype and torch.equal(now.detach(), was)


def _where(error: BaseException, function: Callable) -> str:
    """The exception's own words, and the line of the answer's file that raised it."""
    words = next(iter(results.words_of(error).splitlines()), "")[:200]
    file = getattr(getattr(function, "__code__", None), "co_filename", "")
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    line = linecache.getline(file, lines[-1] or 0).strip() if lines else ""
    return f"{words}{RAISED_IN}{line}" if line else words
