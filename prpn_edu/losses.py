"""Losses as sums with their counts: batches differ in size, so the mean of their means is no mean."""

from dataclasses import dataclass

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
