"""A law that names the chance of every tree: for few words, where no shorter description is at hand."""

from collections.abc import Sequence
from typing import Any, Self

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu import trees
from prpn_edu.latent.structures.base import Cuts, TreeDistribution, cuts_of
from prpn_edu.latent.structures.scores import as_scores

MOST = 10  # words; 4862 trees


class ListedTrees(TreeDistribution):
    """Trees with a chance each, in the order of `trees.binary_trees`.

    Args:
        logits: (..., C), log-chances up to a constant, one for each of the C binary trees; -inf for a tree
            that must not be.
        length: n, the number of words; C is the Catalan number of n - 1.
        words: n words, the same for all laws of a batch; x0, x1, ... when None.
    Raises:
        ValueError: more than 10 words, another number of trees, or a law of which no tree is possible.
    """

    def __init__(self, logits: Tensor, length: int, words: Sequence[str] | None = None):
        logits = as_scores(logits)
        self._trees = every_tree(length)
        if logits.size(-1) != len(self._trees):
            raise ValueError(
                f"over {length} words stand {len(self._trees)} binary trees; got {logits.size(-1)} logits"
            )
        if not logits.logsumexp(-1).isfinite().all():
            raise ValueError("logits must be numbers or -inf, and at least one of a law a number")
        self.logits = logits.log_softmax(-1)
        self._places = {frozenset(cuts.items()): k for k, cuts in enumerate(map(cuts_of, self._trees))}
        super().__init__(length, words, logits.shape[:-1])

    def members(self) -> list[Self]:
        """The laws of the batch, each on its own."""
        words = self.words if self._words_given else None
        rows = self.logits.reshape(-1, self.logits.size(-1)).unbind()
        return [type(self)(row, self.length, words) for row in rows] if self.batch_shape else [self]

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Self:
        """The same laws, repeated to a larger batch."""
        words = self.words if self._words_given else None
        return type(self)(self.logits.expand(*batch_shape, -1), self.length, words)

    def possible(self, tree: Tree) -> bool:
        """Whether the tree has a chance above 0."""
        return bool((self._log_prob(self._checked_cuts(tree)) > -torch.inf).all())

    @property
    def marginals(self) -> Tensor:
        """The chance of each span, (..., n, n+1): the chances of the trees that have it, added up."""
        has = self.logits.new_zeros(len(self._trees), self.length, self.length + 1)
        for k, tree in enumerate(self._trees):
            for start, end in trees.spans(tree):
                has[k, start, end] = 1
        return torch.einsum("...c,cse->...se", self.logits.exp(), has)

    def entropy(self) -> Tensor:
        """The entropy in nats, (...)."""
        return -(self.logits.exp() * self.logits.masked_fill(self.logits == -torch.inf, 0.0)).sum(-1)

    def _log_prob(self, cuts: Cuts) -> Tensor:
        return self.logits[..., self._places[frozenset(cuts.items())]]

    def _draw(self, generator: torch.Generator | None) -> Tree:
        return self._named(int(torch.multinomial(self.logits.exp(), 1, generator=generator)))

    def _mode(self) -> Tree:
        return self._named(int(self.logits.argmax()))

    def _named(self, k: int) -> Tree:
        return trees.from_transitions(trees.transitions(self._trees[k]), self.words)


def every_tree(length: int) -> list[Tree]:
    """The binary trees over so many words, at most ten.

    Raises:
        ValueError: more than 10 words, or none.
    """
    if not 1 <= length <= MOST:
        raise ValueError(f"all trees are listed for 1 to {MOST} words, not for {length}")
    return list(trees.binary_trees([f"x{i}" for i in range(length)]))
