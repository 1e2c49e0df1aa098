"""The law of a tree that a random ranking makes: what its two readings share."""

from collections.abc import Sequence
from typing import Any, Self

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu.latent.structures.base import TreeDistribution
from prpn_edu.latent.structures.scores import check_logits, log_scores, perturb


class RankedTrees(TreeDistribution):
    """Rank by Plackett and Luce, then decode greedily.

    The members are `SplitTrees`, one score a word, and `BetweenTrees`, one score a gap between words.

    Args:
        d: (..., n) or (..., n-1), scores above 0, batched over the leading dimensions.
        words: n words, the same for all laws of a batch; x0, x1, ... when None.
        logits: log d, in place of d: any finite numbers, such as the output of a network.
    Raises:
        TypeError: scores that are no tensor of floats.
        ValueError: not exactly one of d and logits, scores out of range, another number of words.
    Source: note, eq. (8) and (9). On trees both are one law, since what is left of a Plackett-Luce ranking on
        a part of the words is again one, independent of the rest.
    """

    gaps: int  # how many scores fewer than words

    def __init__(
        self, d: Tensor | None = None, words: Sequence[str] | None = None, *, logits: Tensor | None = None
    ):
        if d is not None and logits is None:
            self.logits = log_scores(d)
        elif logits is not None and d is None:
            self.logits = check_logits(logits)
        else:
            raise ValueError("give either the scores d or logits = log d")
        super().__init__(self.logits.size(-1) + self.gaps, words, self.logits.shape[:-1])

    def members(self) -> list[Self]:
        """The laws of the batch, each on its own."""
        if not self.batch_shape:
            return [self]
        words = self.words if self._words_given else None
        rows = self.logits.reshape(self.batch_shape.numel(), self.logits.size(-1)).unbind()
        return [type(self)(words=words, logits=row) for row in rows]

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Self:
        """The same laws, repeated to a larger batch."""
        words = self.words if self._words_given else None
        return type(self)(words=words, logits=self.logits.expand(*batch_shape, -1))

    def decode(self, scores: Tensor | Sequence[float]) -> Tree:
        """The tree of one ranking: the greedy decoder."""
        raise NotImplementedError

    def _draw(self, generator: torch.Generator | None) -> Tree:
        return self.decode(perturb(self.logits, generator=generator))

    def _mode(self) -> Tree:
        return self.decode([-float(depth) for depth in self._best_depths()])

    def _best_depths(self) -> list[int]:
        """For each score, how many cuts of the best tree are above its own; decoding -depth gives it."""
        raise NotImplementedError
