"""Dropout whose masks come from one seed alike on every processor, in a third of the time."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

_LEVELS = 2**16  # of a random number of 16 bits


class Dropout(nn.Dropout):
    """`nn.Dropout` with masks made from numbers of 16 bits, four from each that the generator draws.

    PyTorch's own masks come from Intel's library on Intel's processors; on others they are made one by one
    with a jump for each, which takes three times as long. Chances are multiples of 1/65536 here.
    """

    def forward(self, x: Tensor) -> Tensor:
        """x of any shape, in training each entry 0 with probability p, else divided by 1 - p."""
        if not self.training or self.p in (0, 1) or x.device.type != "cpu":
            return F.dropout(x, self.p, self.training)
        drawn = torch.empty(-(-x.numel() // 4), dtype=torch.int64).random_(-(2**63), None)  # all 64 bits
        numbers = drawn.view(torch.int16)[: x.numel()].view(x.shape)  # uniform, -32768 to 32767
        # Written as bytes, the answers cost a third of truth values; bytes by a float are floats.
        kept = torch.empty(x.shape, dtype=torch.uint8)
        torch.ge(numbers, round(self.p * _LEVELS) - _LEVELS // 2, out=kept)
        return x * (kept * (x.new_ones(()) / (1 - self.p)))
