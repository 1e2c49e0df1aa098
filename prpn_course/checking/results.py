"""What a function returned, as a tensor of numbers on the CPU, or why it holds none.

Lists, tuples and all else that has an order, arrays and numbers of every kind are welcome, and every kind of
tensor: the tasks are about the values. A set has no order.
"""

import functools
import numbers
import re
from array import array
from collections.abc import Sequence, ValuesView
from decimal import Decimal

import numpy as np
import torch
from torch import Tensor

from prpn_course.checking.not_here import NotHere

LARGEST_RESULT = 20_000  # entries of one result; those of the tasks have hundreds
WIDEST = {"f": np.float64, "c": np.complex128}  # torch has no wider numbers than these
IN_CELL = re.compile(r" \((?:<tokenize>|<ipython-input[^()]*>), line (\d+)\)$")
SOMEWHERE = re.compile(r" \(<unknown>, line \d+\)$")  # of a part of a cell


class NoNumbers(Exception):
    """A result that cannot be compared.

    Attributes:
        trouble: one of `outcomes.TROUBLES`.
        detail: the name of the type, or what came.
    """

    def __init__(self, trouble: str, detail: str = ""):
        super().__init__(trouble, detail)
        self.trouble, self.detail = trouble, detail


def read(result) -> tuple[Tensor, torch.dtype]:
    """The numbers of a result as float64, and how they were stored.

    Raises:
        NoNumbers: there are none, or too many.
    """
    if result is None:
        raise NoNumbers("none")
    kind = type(result).__name__
    try:
        value = _tensor_of(result)
        if value.is_complex():
            raise NoNumbers("complex")
        return value.to(torch.float64), value.dtype
    except NoNumbers as error:
        raise NoNumbers(error.trouble, kind if error.trouble == "ragged" else error.detail) from None
    except Exception as error:  # torch and numpy have many, and a student's class its own
        raise NoNumbers(
            "unread", f"an object of type {kind} that cannot be read: {words_of(error)}"
        ) from None


def words_of(error: BaseException) -> str:
    """The kind of an error and its own words, whatever these do."""
    try:
        words = f"{type(error).__name__}: {error}".rstrip(": ")
    except Exception:  # an exception whose own words raise
        return type(error).__name__
    if not isinstance(error, SyntaxError):
        return words
    return SOMEWHERE.sub("", IN_CELL.sub(r" (line \1 of the cell)", words))


def _tensor_of(result) -> Tensor:
    if isinstance(result, Tensor):
        return _plain(result)
    if isinstance(result, Sequence | array | ValuesView) and not isinstance(result, str | bytes | bytearray):
        _count(f"a {type(result).__name__}", (len(result),), len(result))
        return _joined(result)
    if isinstance(result, np.ndarray | np.generic) and result.dtype.kind in "biufc":
        stored = np.asarray(result)
        _count("an array", stored.shape, stored.size)
        wide = WIDEST.get(stored.dtype.kind) if stored.dtype.itemsize > 8 else None
        return _plain(torch.from_numpy(stored.astype(wide or stored.dtype.newbyteorder("="))))  # a copy
    if isinstance(result, np.ndarray) and result.dtype.kind == "O":
        _count("an array", result.shape, result.size)
        return _tensor_of(result.tolist())
    if isinstance(result, np.ndarray):
        raise NoNumbers("unread", f"an array of the type {result.dtype}")
    if isinstance(result, int) and not -(2**63) <= result < 2**63:
        return torch.tensor(float(result), dtype=torch.float64)  # torch's whole numbers are smaller
    if isinstance(result, bool | int | float):
        return torch.tensor(result)
    if isinstance(result, numbers.Real | Decimal):
        return torch.tensor(float(result))  # Fraction and its like
    if isinstance(result, NotHere):
        result.fail()
    raise NoNumbers("type", type(result).__name__)


def _count(kind: str, shape: tuple[int, ...], entries: int) -> None:
    """Refuse what has too many entries, before anything is made of it."""
    if entries > LARGEST_RESULT:
        raise NoNumbers("unread", f"{kind} of shape {tuple(shape)}")


def _plain(value: Tensor) -> Tensor:
    """The numbers of a tensor in one that is dense and on the CPU."""
    if value.is_nested:
        return _joined(value.unbind())
    _count("a tensor", value.shape, value.numel())
    if value.is_meta:
        raise NoNumbers("unread", "a tensor on the device meta (it holds no numbers)")
    value = value.detach()
    value = value.dequantize() if value.is_quantized else value
    return (value if value.layout == torch.strided else value.to_dense()).to("cpu")


def _joined(parts) -> Tensor:
    """Parts of one shape, stacked; whole numbers among fractions become fractions."""
    rows = [_tensor_of(part) for part in parts]
    if not rows:
        return torch.zeros(0)
    if any(row.shape != rows[0].shape for row in rows):
        raise NoNumbers("ragged")
    _count("a tensor", (len(rows), *rows[0].shape), len(rows) * rows[0].numel())
    common = functools.reduce(torch.promote_types, (row.dtype for row in rows))
    return _plain(torch.stack([row.to(common) for row in rows]))
