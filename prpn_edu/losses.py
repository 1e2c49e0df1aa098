"""Losses as sums with their counts: batches differ in size, so the mean of their means is no mean."""

from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

NO_LABEL = -100  # a label that counts for nothing; what PyTorch's cross-entropy passes over


@dataclass(frozen=True)
class Sum:
    """A loss added up over a batch.

    Attributes:
        total: (), in nats, with its gradient.
        count: how many labels or words it was added up over.
    """

    total: Tensor
    count: int

    @property
    def mean(self) -> Tensor:
        """The loss of one label or word, (); what a step of training goes down."""
        return self.total / self.count


def cross_entropy(scores: Tensor, labels: Tensor) -> Sum:
    """-log p(label), added up over all labels but `NO_LABEL`.

    Args:
        scores: (..., C), unnormalised.
        labels: (...), integers, 0 .. C-1 or `NO_LABEL`.
    """
    scores, labels = scores.flatten(0, -2), labels.flatten()  # (N, C), (N,)
    total = F.cross_entropy(scores, labels, ignore_index=NO_LABEL, reduction="sum")
    return Sum(total, int((labels != NO_LABEL).sum()))


def cross_entropy_of_layer(x: Tensor, weight: Tensor, bias: Tensor, labels: Tensor) -> Sum:
    """`cross_entropy(F.linear(x, weight, bias), labels)`: the same number and gradients in less time.

    The scores, (N, C), are much the largest numbers of a language model. Here they lie in memory once: they
    become the chances and then their own gradient. Where C is no multiple of 16, the product takes up to 1.7
    times as long; so labels that cannot occur fill the row, with a score of minus infinity: chance 0.

    Args:
        x: (N, D).
        weight: (C, D).
        bias: (C,).
        labels: (N,), integers, 0 .. C-1.
    """
    return Sum(_LayerCrossEntropy.apply(x, weight, bias, labels), len(labels))


class _LayerCrossEntropy(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, bias: Tensor, labels: Tensor) -> Tensor:
        spare = -len(bias) % 16
        padded = F.pad(weight, (0, 0, 0, spare))
        scores = torch.addmm(F.pad(bias, (0, spare), value=-torch.inf), x, padded.T)  # (N, C + spare)
        places = labels.unsqueeze(1)  # (N, 1)
        chances = torch.softmax(scores, -1, out=scores)
        right = chances.gather(1, places).squeeze(1)  # (N,)
        nats = -right.log()
        small = (right < torch.finfo(right.dtype).tiny).nonzero().squeeze(1)  # too small for all its digits
        if len(small) > 0:
            nats[small] = F.cross_entropy(F.linear(x[small], weight, bias), labels[small], reduction="none")
        d_scores = chances.scatter_add_(1, places, chances.new_full((), -1.0).expand_as(places))
        ctx.save_for_backward(x, padded, d_scores)
        ctx.classes = len(bias)
        return nats.sum()

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Any, *grads: Tensor):
        x, padded, d_scores = ctx.saved_tensors
        (d_total,) = grads  # ()
        # d_total multiplies the smaller factor of each product
        d_weight, d_bias = d_scores.T @ (x * d_total), torch.mv(d_scores.T, d_total.expand(len(x)))
        return d_scores @ padded * d_total, d_weight[: ctx.classes], d_bias[: ctx.classes], None
