"""Dropout whose masks come from one seed alike on every processor, in two thirds of the time."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Dropout(nn.Dropout):
    """`nn.Dropout` with masks made from uniform numbers: an entry stays where u < 1 - p.

    PyTorch's own masks come from Intel's library on Intel's processors; on others they are made one by one
    with a jump for each, which takes longer. There, these masks are the same as PyTorch's.
    """

    def forward(self, x: Tensor) -> Tensor:
        """x of any shape, in training each entry 0 with probability p, else divided by 1 - p."""
        if not self.training or self.p in (0, 1) or x.device.type != "cpu":
            return F.dropout(x, self.p, self.training)
        keeping = 1 - self.p
        kept = torch.rand_like(x, dtype=torch.float64) < keeping
        return x * kept.to(x.dtype).div_(keeping)
