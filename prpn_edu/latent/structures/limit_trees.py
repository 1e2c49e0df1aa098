"""Limits drawn independently, one for each step, and what is left when those that cross are thrown away.

In a tree that is cut between the words, l_t is the first word of the smallest span on both t-1 and t. Every
inner node is the smallest span around its own cut, so a tree is the same as its limits l_1 .. l_{n-1}. The
other way round, limits are those of a tree unless two ranges [l_t, t) cross. Hence the law of independent
limits, given that none cross, has a score log p(l_cut = start) at each node, and a chart adds it up.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, Self

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu.latent import chart
from prpn_edu.latent.structures.base import Cuts, TreeDistribution
from prpn_edu.latent.structures.scores import as_scores


class LimitTrees(TreeDistribution):
    """Trees with chance proportional to the product of p(l_cut = start) over their nodes.

    Args:
        limits: (..., n, n), entry (t, k) = p(l_t = k), above 0 for k < t, as `pairwise.limit_distribution`
            gives it; row 0 and entries with k >= t are not read.
        words: n words, the same for all laws of a batch; x0, x1, ... when None.
    Attributes:
        log_agreement: (...), log of the chance that independent limits do not cross, so make a tree at all.
    Raises:
        ValueError: a limit without a chance above 0, or another number of words.
    Source: note, eq. (4) and section 5.3, where l_t is categorical; the condition is ours.
    """

    def __init__(self, limits: Tensor, words: Sequence[str] | None = None):
        limits = as_scores(limits)
        if limits.dim() < 2 or limits.size(-1) != limits.size(-2):
            raise ValueError(f"expected p(l_t = k) as (..., n, n), got {tuple(limits.shape)}")
        n = limits.size(-1)
        earlier = torch.ones(n, n, dtype=torch.bool).tril(-1)
        wrong = earlier & ~(limits > 0)
        if wrong.any():
            place = tuple(wrong.nonzero()[0].tolist())
            raise ValueError(f"p(l_t = k) must be above 0 for k < t; entry {place} is {limits[place].item()}")
        self.limits = limits
        self.scores = limits.masked_fill(~earlier, 1.0).log()  # (..., n, n)  of a node, by cut and start
        super().__init__(n, words, limits.shape[:-2])
        self._chart = self._inside()  # (..., n, n+1)
        self.log_agreement = self._chart[..., 0, n]

    def members(self) -> list[Self]:
        """The laws of the batch, each on its own."""
        words = self.words if self._words_given else None
        rows = self.limits.reshape(-1, *self.limits.shape[-2:]).unbind()
        return [type(self)(row, words) for row in rows] if self.batch_shape else [self]

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Self:
        """The same laws, repeated to a larger batch."""
        words = self.words if self._words_given else None
        return type(self)(self.limits.expand(*batch_shape, -1, -1), words)

    def possible(self, tree: Tree) -> bool:
        """Always: every tree has limits."""
        return bool(self._checked_cuts(tree)) or self.length == 1

    @property
    def marginals(self) -> Tensor:
        """The chance of each span, (..., n, n+1): the derivative of the log-total by a score of the span."""
        with torch.enable_grad():
            spans = self.scores.new_zeros(*self.batch_shape, self.length, self.length + 1).requires_grad_()
            (chances,) = self._derivatives(self._inside(spans)[..., 0, self.length], spans)
        return chances if self.limits.requires_grad else chances.detach()

    def entropy(self) -> Tensor:
        """The entropy in nats, (...): the log-total less the score that a tree has on average."""
        with torch.enable_grad():
            scores = self.scores if self.scores.requires_grad else self.scores.detach().requires_grad_()
            total = self._inside(scores=scores)[..., 0, self.length]
            (chances,) = self._derivatives(total, scores)
            entropy = total - (chances * scores).sum((-2, -1))
        return entropy if self.limits.requires_grad else entropy.detach()

    def _derivatives(self, total: Tensor, by: Tensor) -> tuple[Tensor, ...]:
        if self.length == 1:
            return (torch.zeros_like(by),)  # one word, one tree, and nothing to derive
        return torch.autograd.grad(total.sum(), by, create_graph=True)

    def _log_prob(self, cuts: Cuts) -> Tensor:
        total = self.scores.new_zeros(self.batch_shape)
        for (start, _), cut in cuts.items():
            total = total + self.scores[..., cut, start]
        return total - self.log_agreement

    def _draw(self, generator: torch.Generator | None) -> Tree:
        scores, inside, n = self.scores.tolist(), self._chart.tolist(), self.length
        chances = torch.rand(n, generator=generator, dtype=torch.float64).tolist()
        cuts = [[0] * (n + 1) for _ in range(n + 1)]
        todo = [(0, n)]
        while todo:
            start, end = todo.pop()
            if end - start < 2:
                continue
            ways = [scores[c][start] + inside[start][c] + inside[c][end] for c in range(start + 1, end)]
            weights = [math.exp(way - max(ways)) for way in ways]
            left, step = chances.pop() * sum(weights), 0
            while step < len(ways) - 1 and left >= weights[step]:
                left, step = left - weights[step], step + 1
            cuts[start][end] = start + 1 + step
            todo += [(start, start + 1 + step), (start + 1 + step, end)]
        return chart.tree_of_cuts(cuts, self.words)

    def _mode(self) -> Tree:
        scores, n = self.scores, self.length
        best = self._inside(join=lambda ways: ways.amax(-1))
        cuts = [[0] * (n + 1) for _ in range(n + 1)]
        for start in range(n):
            for end in range(start + 2, n + 1):
                ways = [scores[c, start] + best[start, c] + best[c, end] for c in range(start + 1, end)]
                cuts[start][end] = start + 1 + int(torch.stack(ways).argmax())
        return chart.tree_of_cuts(cuts, self.words)

    def _inside(
        self,
        spans: Tensor | None = None,
        join: Callable[[Tensor], Tensor] = lambda ways: ways.logsumexp(-1),
        scores: Tensor | None = None,
    ) -> Tensor:
        """(..., n, n+1), entry (start, end): the joined scores of all trees over the words start .. end-1."""
        scores, n = self.scores if scores is None else scores, self.length
        table = [[scores.new_zeros(self.batch_shape)] * (n + 1) for _ in range(n)]
        for width in range(2, n + 1):
            for start in range(n - width + 1):
                end = start + width
                cuts = range(start + 1, end)
                parts = torch.stack([table[start][c] + table[c][end] for c in cuts], -1)
                here = join(parts + scores[..., start + 1 : end, start])
                table[start][end] = here if spans is None else here + spans[..., start, end]
        return torch.stack([torch.stack(row, -1) for row in table], -2)
