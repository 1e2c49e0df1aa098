"""Every gap draws a score of its own, whatever the law of its score, and the tree is cut at the highest.

Let F_k be the distribution of the score of gap k. A tree is drawn when each cut is the highest of its part.
From below: let G_v(x) be the chance that the part of node v gives v's subtree and that all its scores lie
below x. Its cut k has a score y < x, and both sides lie below y, independently of each other. So

    G_v(x) = integral of f_k(y) G_left(y) G_right(y) dy from -infinity to x,

with G = 1 for a word, and the chance of the tree is G_root(infinity). One integral a node, on a fixed grid.
Plackett-Luce is the case of Gumbel noise, where all these integrals have a closed form: `BetweenTrees`.
"""

from collections.abc import Sequence
from typing import Any, Self

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu.latent import split
from prpn_edu.latent.structures.base import Cuts, TreeDistribution, cuts_of
from prpn_edu.latent.structures.listed import ListedTrees, every_tree
from prpn_edu.latent.structures.scores import as_scores


class NoisyTrees(TreeDistribution):
    """The tree that is cut at the highest of independent random scores.

    What counts is the order of the scores alone, so the points of the grid may be any that lie evenly; the
    chances of trees and spans are off by about 1e-7 with the tables of `noise`.

    Args:
        mass: (..., n-1, K), density of each gap's score at K even points, times the step between them. Each
            row sums to 1; at both ends it is next to 0.
        words: n words, the same for all laws of a batch; x0, x1, ... when None.
    Raises:
        ValueError: rows that do not sum to 1 within 1e-6, or another number of words.
    Source: Thurstone (1927); Henery (1983) for rankings from independent scores. The integrals are ours.
    """

    def __init__(self, mass: Tensor, words: Sequence[str] | None = None):
        mass = as_scores(mass)
        if mass.dim() < 2 or ((mass.sum(-1) - 1).abs() > 1e-6).any() or (mass < 0).any():
            raise ValueError("expected densities (..., gaps, points), each row with the sum 1; see `noise`")
        self.mass = mass
        super().__init__(mass.size(-2) + 1, words, mass.shape[:-2])

    def members(self) -> list[Self]:
        """The laws of the batch, each on its own."""
        words = self.words if self._words_given else None
        rows = self.mass.reshape(-1, *self.mass.shape[-2:]).unbind()
        return [type(self)(row, words) for row in rows] if self.batch_shape else [self]

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Self:
        """The same laws, repeated to a larger batch."""
        words = self.words if self._words_given else None
        return type(self)(self.mass.expand(*batch_shape, -1, -1), words)

    def possible(self, tree: Tree) -> bool:
        """Always: every binary tree over n words can be reached."""
        return bool(self._checked_cuts(tree)) or self.length == 1

    @property
    def marginals(self) -> Tensor:
        """The chance of each span, (..., n, n+1): the gaps at its ends are both above all inside.

        With M, m for distribution and density of the highest gap inside, and S = 1 - F for the two at the
        ends, the chance is the integral of m S_left S_right.
        """
        mass, below = self.mass, up_to(self.mass)  # (..., n-1, K)
        above = 1 - below
        chances = mass.new_zeros(*self.batch_shape, self.length, self.length + 1)
        for start in range(self.length - 1):
            left = above[..., start - 1, :] if start else 1.0
            high, density = torch.ones_like(mass[..., 0, :]), torch.zeros_like(mass[..., 0, :])  # of none
            for end in range(start + 2, self.length + 1):
                inside, F = mass[..., end - 2, :], below[..., end - 2, :]
                density, high = density * F + high * inside, high * F
                right = above[..., end - 1, :] if end < self.length else 1.0
                chances[..., start, end] = (density * left * right).sum(-1)
        return chances

    def entropy(self) -> Tensor:
        """The entropy in nats, (...), from the list of all trees: at most ten words."""
        return self.listed().entropy()

    def listed(self) -> ListedTrees:
        """The same law with every tree's chance, for at most ten words."""
        all_cuts = map(cuts_of, every_tree(self.length))
        return ListedTrees(torch.stack([self._log_prob(c) for c in all_cuts], -1), self.length, self.words)

    def _log_prob(self, cuts: Cuts) -> Tensor:
        inside: dict[tuple[int, int], Tensor] = {}
        for (start, end), cut in cuts.items():
            here = self.mass[..., cut - 1, :]
            for part in ((start, cut), (cut, end)):
                here = here * inside[part] if part in inside else here
            inside[start, end] = up_to(here) if (start, end) != (0, self.length) else here.sum(-1)
        return inside[0, self.length].log() if inside else self.mass.new_zeros(self.batch_shape)

    def _draw(self, generator: torch.Generator | None) -> Tree:
        u = torch.rand(self.length - 1, 1, generator=generator, dtype=self.mass.dtype)
        below = up_to(self.mass)
        k = torch.searchsorted(below, u).clamp(1, below.size(-1) - 1)  # (n-1, 1)
        low, high = below.gather(-1, k - 1), below.gather(-1, k)
        place = (k - 1 + (u - low) / (high - low).clamp(min=1e-30)).squeeze(-1)  # between two points
        return split.split_between(place, self.words)

    def _mode(self) -> Tree:
        mode = self.listed().mode  # no chart: what is best below depends on how high the cut above is
        assert isinstance(mode, Tree)
        return mode


def up_to(mass: Tensor) -> Tensor:
    """The integral from the first point up to each, (..., K), by cubics through four points."""
    padded = torch.nn.functional.pad(mass, (2, 1))
    a, b, c, d = (padded[..., k : k + mass.size(-1)] for k in range(4))
    return ((13 * (b + c) - a - d) / 24).cumsum(-1)
