"""What drives the gates of a PRPN in place of the scores that it learns: controls, to see what they do.

A control changes this one thing. The parsing network is made whatever drives the gates, and so draws its
random numbers: from one seed all other weights begin alike.
Letters: B sentences of n words, T = n + 1 positions, the first of which is <s>.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu import trees
from prpn_edu.latent.language_model import Batch

SOURCES = ("learned", "frozen", "shuffled", "open", "adjacent", "tree")
FIXED = ("open", "adjacent")  # gates that no score decides
TRAINED = ("learned", "shuffled")  # those whose parsing network has a gradient


@dataclass(frozen=True)
class TreeBatch(Batch):
    """A batch whose trees are known.

    Attributes:
        d: (B, T), scores that lead to these trees, see `tree_scores`.
        d_next: (B, T), entry t is the score of word t + 1.
    """

    d: Tensor
    d_next: Tensor


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
