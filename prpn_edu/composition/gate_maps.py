"""How the outputs of two parts reach the gates of their phrase, and how gradients come back.

`pairs` are the outputs of the parts side by side, (n, 2H), left then right; the gates before their sigmoid or
tanh are (n, 5H), in the order u, o, i, f_l, f_r. Each gate map is linear, so that its gradient
takes two more products: one for the parts, one for the matrices.
"""

from typing import Any, Protocol

import torch
from torch import Tensor


class GateMap(Protocol):
    """What a gate map gives."""

    @staticmethod
    def gates(pairs: Tensor, bias: Tensor, *matrices: Any, **_: Any) -> Tensor:
        """(n, 2H) to (n, 5H)."""

    @staticmethod
    def back(grad: Tensor, *matrices: Any, **_: Any) -> Tensor:
        """The gradient of the gates (n, 5H) to that of the pairs (n, 2H)."""

    @staticmethod
    def matrix_gradients(grad: Tensor, pairs: Tensor) -> tuple[Tensor, ...]:
        """The gradients of the matrices, from all gates (M, 5H) and all pairs (M, 2H) at once."""


class Joint:
    """The binary cell: one matrix U (5H, 2H) sees both parts and tells them apart."""

    @staticmethod
    def gates(pairs: Tensor, bias: Tensor, U: Tensor) -> Tensor:
        """U [h_l, h_r] + b."""
        return torch.addmm(bias, pairs, U.T)

    @staticmethod
    def back(grad: Tensor, U: Tensor) -> Tensor:
        """Through U."""
        return grad @ U

    @staticmethod
    def matrix_gradients(grad: Tensor, pairs: Tensor) -> tuple[Tensor, ...]:
        """Of U."""
        return (grad.T @ pairs,)


class Summed:
    """The Child-Sum cell: U (3H, H) sees the sum of the parts, U_f (H, H) each part alone."""

    @staticmethod
    def gates(pairs: Tensor, bias: Tensor, U: Tensor, U_f: Tensor) -> Tensor:
        """U (h_l + h_r) + b for u, o, i, and U_f h_k + b_f for each part."""
        hidden = U.size(1)
        parts = pairs.view(-1, hidden)  # (2n, H)
        forget = (parts @ U_f.T).view(-1, 2 * hidden) + bias[3 * hidden :]
        return torch.cat([torch.addmm(bias[: 3 * hidden], _sum(pairs), U.T), forget], 1)

    @staticmethod
    def back(grad: Tensor, U: Tensor, U_f: Tensor) -> Tensor:
        """Through U to both parts alike, through U_f to each."""
        hidden = U.size(1)
        alone = grad[:, 3 * hidden :].reshape(-1, hidden) @ U_f  # (2n, H)
        both = grad[:, : 3 * hidden] @ U  # (n, H)
        return (alone.view(-1, 2, hidden) + both.unsqueeze(1)).flatten(1)

    @staticmethod
    def matrix_gradients(grad: Tensor, pairs: Tensor) -> tuple[Tensor, ...]:
        """Of U and U_f."""
        hidden = pairs.size(1) // 2
        alone = grad[:, 3 * hidden :].reshape(-1, hidden)  # (2M, H)
        return grad[:, : 3 * hidden].T @ _sum(pairs), alone.T @ pairs.reshape(-1, hidden)


def _sum(pairs: Tensor) -> Tensor:
    left, right = pairs.chunk(2, 1)
    return left + right  # (n, H)
