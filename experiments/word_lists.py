"""Scores of a parser without their context: each word always has the same one."""

from collections.abc import Sequence

import torch
from torch import Tensor


def by_word(scores: Sequence[Tensor], ids: Sequence[Tensor], among: int) -> list[Tensor]:
    """Sequence[Tensor] that know the word and nothing else.

    Args:
        scores: N of (n,).
        ids: N of (n,), numbers of words.
        among: the means are taken over the first so many sentences.
    Returns:
        N of (n,): the mean score of the word; of one that none of these sentences has, the mean of all.
    """
    known, values = torch.cat(list(ids[:among])), torch.cat(list(scores[:among])).double()
    size = int(max(row.max() for row in ids)) + 1
    counts = torch.bincount(known, minlength=size)
    totals = torch.bincount(known, values, minlength=size)
    means = torch.where(counts > 0, totals / counts.clamp_min(1), values.mean())
    return [means[row] for row in ids]


def standardised(scores: Sequence[Tensor], among: int) -> list[Tensor]:
    """The scores with mean 0 and standard deviation 1 over the words of the first so many sentences."""
    values = torch.cat(list(scores[:among]))
    return [(d - values.mean()) / values.std() for d in scores]
