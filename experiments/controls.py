"""PRPN with something else than learned scores behind its gates: controls, to see what the scores do.

A control changes this one thing. The parsing network is made whatever drives the gates, and so draws its
random numbers: from one seed all other weights begin alike.
Letters: B sentences of n words, T = n + 1 positions, the first of which is <s>.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu import trees
from prpn_edu.data import Vocabulary
from prpn_edu.latent.language_model import Batch
from prpn_edu.latent.prpn import Prpn, PrpnConfig, memory_gates

SOURCES = ("learned", "frozen", "shuffled", "open", "adjacent", "tree")
FIXED = ("open", "adjacent")  # gates that no score decides
TRAINED = ("learned", "shuffled")  # those whose parsing network has a gradient


@dataclass(frozen=True)
class ControlledConfig(PrpnConfig):
    """The settings of a `ControlledPrpn`, beside those of a `Prpn`.

    Attributes:
        scores: what the gates come from, one of `SOURCES`. "learned" is PRPN. "frozen": scores of a parsing
            network that stays as it began (but for the means and variances of its batch normalisation).
            "shuffled": learned scores in a random order. "open": gates that are all one. "adjacent": gates
            that show the last memory alone. "tree": gates that follow the trees that are given in place of
            sentences.
    """

    scores: str = "learned"

    def __post_init__(self):
        super().__post_init__()
        if self.scores not in SOURCES:
            raise ValueError(f"scores must be one of {', '.join(SOURCES)}, not {self.scores!r}")


@dataclass(frozen=True)
class TreeBatch(Batch):
    """A batch whose trees are known.

    Attributes:
        d: (B, T), scores that lead to these trees, see `tree_scores`.
        d_next: (B, T), entry t is the score of word t + 1.
    """

    d: Tensor
    d_next: Tensor


class ControlledPrpn(Prpn):
    """A `Prpn` whose gates come from where the setting `scores` says; arguments as there."""

    Config = ControlledConfig
    config: ControlledConfig

    def __init__(self, vocabulary: Vocabulary, **settings: Any):
        super().__init__(vocabulary, **settings)
        self.parser.requires_grad_(self.config.scores in TRAINED)

    def read(self, example: str | Sequence[str] | Tree) -> Tensor:
        """The numbers of the words, (n,); where gates follow trees, (n, 2): beside each its score."""
        ids = super().read(example)
        if self.config.scores != "tree":
            return ids
        if not isinstance(example, Tree):
            raise ValueError('with scores="tree" the gates follow a tree: give an nltk.Tree, not its words')
        return torch.stack([ids, torch.tensor(tree_scores(example))], -1)

    def collate(self, items: Sequence[Tensor]) -> Batch:
        """Sentences between <s> and </s>, as a batch on the model's device."""
        if self.config.scores != "tree":
            return super().collate(items)
        batch = super().collate([item[:, 0] for item in items])
        return with_trees(batch, [item[:, 1] for item in items])

    def scores(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """d and d', each (B, T); position 0 is <s>.

        They are those of the parsing network even where the gates are not made of them ("open", "adjacent")
        or are made of them in another order ("shuffled").
        """
        if isinstance(batch, TreeBatch):
            return batch.d, batch.d_next
        # No gradient goes through a network that does not learn: the words must not learn in its place.
        x = self.vectors(batch)
        return self.parser(x if self.config.scores in TRAINED else x.detach(), batch.real)

    def gates(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The gates of the reading and of the predict network, each (B, T, T)."""
        c = self.config
        if c.scores in FIXED:
            return fixed_gates(c.scores, self.vectors(batch)[..., 0], c.window)
        d, d_next = self.scores(batch)
        if c.scores == "shuffled":
            d, d_next = shuffled(d, d_next, batch.real)
        return memory_gates(d, d_next, c.tau, c.form, c.window)


def fixed_gates(source: str, d: Tensor, window: int | None) -> tuple[Tensor, Tensor]:
    """The gates of a tree that is the same for all sentences.

    Args:
        source: "open": every memory is seen, as under a left-branching tree; this is plain attention.
            "adjacent": the last memory alone is seen, as under a right-branching tree.
        d: (B, T), for its shape and its kind of number.
        window: as in `memory_gates`.
    Returns:
        two (B, T, T) as `memory_gates` gives them. For "adjacent" the second is 0: what the next step sees is
        h_t, which needs no gate.
    """
    ones = d.new_ones(*d.shape, d.size(-1))  # (B, T, T)
    if source == "adjacent":
        return ones.tril(-1).triu(-1), torch.zeros_like(ones)
    before = ones.tril(-1) if window is None else ones.tril(-1).triu(-window)
    return before, before


def shuffled(d: Tensor, d_next: Tensor, real: Tensor) -> tuple[Tensor, Tensor]:
    """The scores of each sentence's words in a random order, a fresh one at each call.

    The guess d'_t moves together with the score d_t that it guesses at; <s> and the guess at </s> stay. A
    score may then have come from a later word, so that the perplexity of this control is not quite that of a
    model that reads from left to right.

    Args:
        d: (B, T).
        d_next: (B, T), entry t is d'_{t+1}.
        real: (B, T), False at padding.
    """
    keys = torch.rand(real.shape, device=real.device).masked_fill(~real, 2.0)  # (B, T)  padding stays behind
    keys[:, 0] = -1.0
    order = keys.argsort(-1)  # (B, T)  order[:, 0] = 0
    last = real.sum(-1, keepdim=True) - 1  # (B, 1)  the place of the last word
    ahead = torch.cat([order[:, 1:] - 1, last.expand(-1, 1)], -1)  # (B, T)  where the guess at word t+1 is
    places = torch.arange(d.size(-1), device=d.device)
    ahead = torch.where(places < last, ahead, places)  # </s> and padding
    return d.gather(-1, order), d_next.gather(-1, ahead)


def tree_scores(tree: Tree) -> list[int]:
    """Scores of the words under which an infinitely sharp gate follows the tree, (n,).

    Word k has the distance of words k-1 and k, `trees.distances`, and the first word stands above all
    others: the search for the limit of a word then ends at the first word of its left sibling, where a node
    has many children at the leftmost sibling. Gates of the form "code" with tau <= 1 are such.
    """
    distances = trees.distances(tree)
    return [max(distances, default=0) + 1, *distances]


def with_trees(batch: Batch, scores: Sequence[Tensor]) -> TreeBatch:
    """The batch with the scores of its sentences.

    The tree is known whole before the first word is read, so a model's perplexity is then that of one who was
    told where phrases end. What the next step would see at the end of the sentence is everything.

    Args:
        batch: B sentences.
        scores: B of (n,), from `tree_scores`.
    """
    d, d_next = (torch.zeros(batch.real.shape) for _ in range(2))  # (B, T)
    for row, own in enumerate(scores):
        d[row, 0] = d_next[row, len(own)] = own[0] + 1
        d[row, 1 : len(own) + 1] = d_next[row, : len(own)] = own
    device = batch.real.device
    return TreeBatch(batch.ids, batch.targets, batch.real, d.to(device), d_next.to(device))
