"""What a function did with one case: a value that can be compared, or the kind of trouble it met.

The check looks at outcomes only, never at how an answer is written. It keeps its own copies of the inputs,
catches what the function raises and swallows what it prints, so that neither a debugging line nor a crash can
disturb the others.
"""

import contextlib
import io
import linecache
import numbers
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from prpn_edu.course.task import NotYet

TROUBLES = ("raised", "none", "type", "ragged", "complex")
RAISED_IN = "\n    in the line: "  # between an exception's own words and the line of the answer


@dataclass(frozen=True)
class Outcome:
    """What came of one call.

    Attributes:
        value: the result as float64, None where there is no comparable result.
        trouble: None, or one of `TROUBLES`.
        detail: for "raised" the name of the exception, for "type" the name of the type; else "".
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

    Raises:
        NotYet: the function is an untouched stub.
    """
    arguments = tuple(_copy(argument) for argument in case)
    printed = io.StringIO()
    try:
        with (
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(printed),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore")
            result = function(*arguments)
    except NotYet:
        raise
    except (Exception, SystemExit) as error:
        return Outcome(
            trouble="raised",
            detail=type(error).__name__,
            message=_where(error, function),
            printed=printed.getvalue(),
        )
    changed = tuple(
        k for k, (now, was) in enumerate(zip(arguments, case, strict=True)) if not _unchanged(now, was)
    )
    value, trouble, detail = _as_tensor(result)
    return Outcome(
        value=None if value is None else value.to(torch.float64),
        trouble=trouble,
        detail=detail,
        dtype=None if value is None else value.dtype,
        changed=changed,
        printed=printed.getvalue(),
    )


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


def _copy(argument):
    return argument.clone() if isinstance(argument, Tensor) else argument


def _unchanged(now, was) -> bool:
    if not isinstance(was, Tensor):
        return True  # numbers cannot be changed in place
    return now.shape == was.shape and now.dtype == was.dtype and torch.equal(now.detach(), was)


def _as_tensor(result) -> tuple[Tensor | None, str | None, str]:
    """Turn a result into a real tensor on the CPU: (tensor, None, "") or (None, trouble, detail).

    Lists, tuples, arrays and plain numbers are welcome: the tasks are about the values.
    """
    if result is None:
        return None, "none", ""
    try:
        value = _tensor_of(result)
    except TypeError as error:
        return None, "type", str(error)
    except (ValueError, RuntimeError, RecursionError):
        return None, "ragged", type(result).__name__
    return (None, "complex", "") if value.is_complex() else (value, None, "")


def _tensor_of(result) -> Tensor:
    if isinstance(result, Tensor):
        return result.detach().to("cpu")
    if isinstance(result, list | tuple):
        rows = [_tensor_of(row) for row in result]
        if not rows:
            return torch.zeros(0)
        common = rows[0].dtype
        for row in rows[1:]:
            common = torch.promote_types(common, row.dtype)
        return torch.stack([row.to(common) for row in rows])
    if isinstance(result, np.ndarray | np.generic) and result.dtype.kind in "biufc":
        return torch.from_numpy(np.array(result))
    if isinstance(result, bool | int | float):
        return torch.tensor(result)
    if isinstance(result, numbers.Real):
        return torch.tensor(float(result))  # Fraction and its like
    raise TypeError(type(result).__name__)


def _where(error: BaseException, function: Callable) -> str:
    """The exception's own words, and the line of the answer's file that raised it."""
    words = f"{type(error).__name__}: {error}".rstrip(": ")
    words = words.splitlines()[0][:200]
    file = getattr(getattr(function, "__code__", None), "co_filename", "")
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    line = linecache.getline(file, lines[-1] or 0).strip() if lines else ""
    return f"{words}{RAISED_IN}{line}" if line else words
