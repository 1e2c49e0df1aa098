"""The weights of a small model as short text: `prpn_edu.loops.packed` reads them, also in a browser.

Matrices become whole numbers from -127 to 127, each row with a scale of its own: a byte a weight, and no
entry is wrong by more than half of its row's scale. Vectors stay as they are, to six digits.
Letters: R rows, C columns.
"""

from typing import Any

import torch
from torch import Tensor

Table = dict[str, Any]  # of numbers, lists and tables: what JSON can hold


def listed(weights: Tensor) -> Any:
    """A parameter as a list of floats, a matrix as a list of its rows."""
    return weights.detach().double().tolist()


def pack(table: Table) -> Table:
    """The same table with every matrix as bytes in hexadecimal, and other numbers to six digits."""
    return {name: _packed(value) for name, value in table.items()}


def _packed(value: Any) -> Any:
    if isinstance(value, dict):
        return pack(value)
    if isinstance(value, list) and isinstance(value[0], list):
        return _quantised(torch.tensor(value, dtype=torch.float64))
    if isinstance(value, list) and isinstance(value[0], float):
        return [float(f"{x:.6g}") for x in value]
    return value


def _quantised(matrix: Tensor) -> Table:
    """Rows of bytes, two's complement: (R, C) becomes R scales and R lines of 2C hexadecimal digits."""
    scales = matrix.abs().amax(1).clamp(min=1e-9) / 127  # (R,)
    scales = torch.tensor([float(f"{x:.6g}") for x in scales.tolist()], dtype=torch.float64)
    codes = (matrix / scales[:, None]).round().clamp(-127, 127).to(torch.int8)  # (R, C)
    return {"scales": scales.tolist(), "codes": [row.numpy().tobytes().hex() for row in codes]}
