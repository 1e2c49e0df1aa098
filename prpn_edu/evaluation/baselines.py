"""Trees that nobody learnt: what a parser must beat, and what it cannot.

All trees are binary, with the label "X" over bare words, and a sentence of one word is a tree too. Chance
comes from a `torch.Generator`.
"""

from collections.abc import Sequence

import torch
from nltk import Tree

from prpn_edu import trees
from prpn_edu.latent import split
from prpn_edu.trees import balanced, left, right

__all__ = ["balanced", "left", "random", "random_scores", "random_split", "right", "upper_bound"]


def random(words: Sequence[str], generator: torch.Generator) -> Tree:
    """A tree drawn uniformly from all binary trees over the words, as `trees.random`."""
    words = trees.as_words(words)
    return trees.from_shuffled(torch.randperm(2 * len(words) - 1, generator=generator).tolist(), words)


def random_split(words: Sequence[str], generator: torch.Generator) -> Tree:
    """A tree from meaningless distances: cut at a place chosen uniformly, then cut both parts so."""
    words = trees.as_words(words)
    return split.split_between(torch.rand(len(words) - 1, generator=generator, dtype=torch.float64), words)


def random_scores(words: Sequence[str], generator: torch.Generator) -> Tree:
    """A tree from meaningless scores through the note's SPLIT, as from an untrained PRPN: it leans right."""
    words = trees.as_words(words)
    return split.split(torch.rand(len(words), generator=generator, dtype=torch.float64), words)


def upper_bound(tree: Tree) -> Tree:
    """The binary tree closest to a gold tree: it has every gold span.

    A gold node with more than two children leaves open how to join them. Every choice scores the same: all
    gold spans are found, and a binary tree over n words always has n-1 spans. This takes the right-branching
    one.
    """
    return trees.binarise(tree)
