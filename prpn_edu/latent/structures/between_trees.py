"""One score a gap between words: the tree is cut at a gap, and both parts are cut again."""

from collections.abc import Sequence
from typing import Self

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu.latent import split
from prpn_edu.latent.structures.base import Cuts
from prpn_edu.latent.structures.race import Race
from prpn_edu.latent.structures.ranked_trees import RankedTrees
from prpn_edu.latent.structures.scores import perturb


class BetweenTrees(RankedTrees):
    """Trees cut between words: a part is cut at gap k with the chance d_k / sum_j d_j over its gaps.

    Every binary tree is possible, and comes from one class of rankings:
    log p(tree) = sum over its spans of log d_cut - log sum over the span's gaps of d.

    Args:
        d: (..., n-1), scores above 0, entry k for the gap between words k and k+1.
        words: n words, the same for all laws of a batch; x0, x1, ... when None.
        logits: log d, in place of d.
    Source: note, eq. (8), applied to the distances of Shen et al. (2018), Straight to the Tree.
    """

    gaps = 1

    def relaxed(self, tau: float, generator: torch.Generator | None = None) -> Self:
        """A soft random tree: the law with the scores (log d + Gumbel noise) / tau, differentiable in d.

        Its choice in any part is the Gumbel-softmax of that part's scores. For tau near 0 it holds one tree,
        which follows this law; its `marginals` are the soft chart.
        Source: Jang et al. (2017) and Maddison et al. (2017), here for the choices of eq. (8).
        """
        if not tau > 0:
            raise ValueError(f"tau is {tau}: a temperature is above 0")
        noise = perturb(torch.zeros_like(self.logits), generator=generator).to(self.logits.dtype)
        words = self.words if self._words_given else None
        return type(self)(words=words, logits=(self.logits + noise) / tau)

    def decode(self, scores: Tensor | Sequence[float]) -> Tree:
        """The tree that cuts at the largest score."""
        return split.split_between(scores, self.words)

    def possible(self, tree: Tree) -> bool:
        """Always: every binary tree over n words can be reached."""
        return bool(self._checked_cuts(tree)) or self.length == 1

    @property
    def marginals(self) -> Tensor:
        """The chance of each span, (..., n, n+1): the gaps at its two ends come before those inside it."""
        race = Race(self.logits)
        chances = self.logits.new_zeros(*self.batch_shape, self.length, self.length + 1)
        # A span of words start .. end-1 has the gaps start .. end-2: one column further to the left.
        chances[..., 1:] = race.both().exp()
        return chances

    def entropy(self) -> Tensor:
        """The entropy in nats, (...): the entropy of the cut of each span, times the chance of the span."""
        race = Race(self.logits)
        gap = torch.arange(race.n, device=self.logits.device)  # (n-1,)
        share = self.logits[..., None, None, :] - race.sums.unsqueeze(-1)  # (..., n, n, n-1)
        inside = (race.start.unsqueeze(-1) <= gap) & (gap < race.end.unsqueeze(-1))
        share = share.masked_fill(~inside, 0.0)
        choice = -(share * share.exp()).sum(-1)  # (..., n, n)
        return (race.both().exp() * choice).sum((-2, -1))

    def _log_prob(self, cuts: Cuts) -> Tensor:
        total = self.logits.new_zeros(self.batch_shape)
        for (start, end), cut in cuts.items():
            total = total + self.logits[..., cut - 1] - self.logits[..., start : end - 1].logsumexp(-1)
        return total

    def _best_depths(self) -> list[int]:
        """Cocke, Kasami and Younger's chart, cubic in n."""
        logits, sums = self.logits.tolist(), Race(self.logits).sums.tolist()
        n = len(logits)
        best = [[0.0] * (n + 1) for _ in range(n + 2)]  # best[s][e]: the best tree over the gaps s .. e-1
        choice = [[0] * (n + 1) for _ in range(n + 1)]
        for start in range(n - 1, -1, -1):
            for end in range(start + 1, n + 1):
                values = [logits[k] + best[start][k] + best[k + 1][end] for k in range(start, end)]
                highest = max(values)
                choice[start][end] = start + values.index(highest)
                best[start][end] = highest - sums[start][end]
        depths, todo = [0] * n, [(0, n, 0)]
        while todo:
            start, end, depth = todo.pop()
            if start < end:
                k = choice[start][end]
                depths[k] = depth
                todo += [(start, k, depth + 1), (k + 1, end, depth + 1)]
        return depths
