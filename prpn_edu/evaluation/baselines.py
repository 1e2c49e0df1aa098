"""Trees that nobody learnt: what a parser must beat, and what it cannot.

All trees are binary, with the label "X" over bare words, and a sentence of one word is a tree too. Chance
comes from a `torch.Generator`.
"""

from collections.abc import Sequence
from itertools import accumulate

import torch
from nltk import Tree

from prpn_edu import trees
from prpn_edu.latent import split


def left(words: Sequence[str]) -> Tree:
    """The left-branching tree: (((a b) c) d)."""
    words = trees.as_words(words)
    tree = words[0] if len(words) > 1 else Tree(trees.LABEL, words)
    for word in words[1:]:
        tree = Tree(trees.LABEL, [tree, word])
    return tree


def right(words: Sequence[str]) -> Tree:
    """The right-branching tree: (a (b (c d)))."""
    return trees.binarise(Tree(trees.LABEL, trees.as_words(words)))


def balanced(words: Sequence[str], shorter: str = "left") -> Tree:
    """Cut in the middle, then cut both halves: ((a b) (c d)).

    Args:
        words: n >= 1 words.
        shorter: where n is odd, the half that gets one word fewer: "left" or "right".
    Raises:
        ValueError: no word, or another side.
    """
    if shorter not in ("left", "right"):
        raise ValueError(f"shorter must be 'left' or 'right', not {shorter!r}")
    words = trees.as_words(words)

    def over(part: list[str]) -> Tree | str:
        if len(part) == 1:
            return part[0]
        middle = len(part) // 2 if shorter == "left" else (len(part) + 1) // 2
        return Tree(trees.LABEL, [over(part[:middle]), over(part[middle:])])

    return over(words) if len(words) > 1 else Tree(trees.LABEL, words)


def random(words: Sequence[str], generator: torch.Generator) -> Tree:
    """A tree drawn uniformly from all Catalan(n-1) binary trees over the words.

    Cutting at a uniformly chosen place, again and again, is not uniform over trees (see `random_split`). This
    is: shuffle n SHIFTs and n-1 REDUCEs; exactly one of the 2n-1 rotations of the shuffled row is a legal
    sequence, and every legal sequence is reached from equally many rows.

    Source: the cycle lemma, Dvoretzky and Motzkin (1947).
    """
    words = trees.as_words(words)
    order = torch.randperm(2 * len(words) - 1, generator=generator).tolist()
    row = [trees.SHIFT if k < len(words) else trees.REDUCE for k in order]
    return trees.from_transitions(_legal_rotation(row), words)


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


def _legal_rotation(row: list[str]) -> list[str]:
    """The one rotation of n SHIFTs and n-1 REDUCEs that never reduces what is not there."""
    depth = [0, *accumulate(1 if action == trees.SHIFT else -1 for action in row[:-1])]
    # The stack is lowest here for the last time: begun from here, it never empties.
    start = max(range(len(row)), key=lambda k: (-depth[k], k))
    return row[start:] + row[:start]
