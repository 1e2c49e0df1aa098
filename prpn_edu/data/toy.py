"""The toy treebank: film remarks drawn from a grammar, binary trees, a sentiment from 0 to 4 at every node.

It is made on the spot, so it needs no download, and its law is known exactly: what a model could reach at
best can be computed (`prpn_edu.data.entropy`). The sentences are our own; see the data card in the appendix
of the book.

Which split a sentence belongs to is decided by a hash of its words, a third of all sentences for each split.
Hence no sentence ever stands in two splits, whatever the sizes and the seeds. Within its third a split is
drawn freely: short remarks occur more than once, as they would in life.
"""

import hashlib
import random
from collections.abc import Iterable, Iterator
from itertools import islice

from nltk import Tree

from prpn_edu.data.pcfg import Derivation
from prpn_edu.data.toy_grammar import GRAMMAR
from prpn_edu.data.toy_meaning import COMPOSE, Meaning
from prpn_edu.data.toy_words import MEANINGS

SIZES = {"train": 4000, "dev": 500, "test": 1000}


def toy(split: str, size: int | None = None, seed: int = 0) -> list[Tree]:
    """Trees of one split.

    Args:
        split: "train", "dev" or "test".
        size: how many trees; by default 4000, 500 or 1000. A smaller size gives the first of the same trees.
        seed: another seed gives other trees; splits stay apart even between different seeds.
    Returns:
        list of binary trees with labels "0" (very negative) to "4" (very positive), one word under each
        pre-terminal.
    Raises:
        ValueError: unknown split, or a size that is not a whole number, 0 or more.
    """
    _check_split(split)
    size = SIZES[split] if size is None else size
    if not isinstance(size, int) or size < 0:
        raise ValueError(f"size must be a whole number, 0 or more, not {size!r}")
    return [sentiment_tree(derivation) for derivation in islice(derivations(split, seed), size)]


def derivations(split: str, seed: int = 0) -> Iterator[Derivation]:
    """The endless stream of grammar derivations that `toy` takes its trees from.

    Raises:
        ValueError: unknown split.
    """
    _check_split(split)
    uniform = random.Random(f"{split} {seed}").random  # a text seed: the same on every machine
    while True:
        derivation = GRAMMAR.sample(uniform)
        if split_of(derivation.words()) == split:
            yield derivation


def split_of(words: list[str]) -> str:
    """The split of a sentence, from its words alone; Python's own hash would differ from run to run."""
    digest = hashlib.blake2b(" ".join(words).encode(), digest_size=8).digest()
    return list(SIZES)[int.from_bytes(digest) % len(SIZES)]


def sentiment_tree(derivation: Derivation) -> Tree:
    """The derivation with the grammar's symbols replaced by the sentiment of each phrase."""
    return _with_meaning(derivation)[0]


def swapped(tree: Tree) -> Tree | None:
    """(A (but B)) as (B (but A)), labelled as the grammar labels it; None for any other remark."""
    left, right = tree
    if len(right) != 2 or right[0].leaves() != ["but"]:
        return None
    but, b = right
    label = left.label() if left.label() != "2" else b.label()
    return Tree(label, [b, Tree(left.label(), [but, left])])


def swaps(trees: Iterable[Tree]) -> list[tuple[Tree, Tree]]:
    """Remarks with their swaps: the same words, another label."""
    pairs = ((tree, swapped(tree)) for tree in trees)
    return [(a, b) for a, b in pairs if b is not None and a.label() != b.label()]


def _with_meaning(derivation: Derivation) -> tuple[Tree, Meaning]:
    if not derivation.parts:
        (word,) = derivation.rule.children
        meaning = MEANINGS[word]
        return Tree(meaning.label, [word]), meaning
    (left, a), (right, b) = map(_with_meaning, derivation.parts)
    meaning = COMPOSE[derivation.rule.meaning](a, b)
    return Tree(meaning.label, [left, right]), meaning


def _check_split(split: str) -> None:
    if split not in SIZES:
        raise ValueError(f"unknown split {split!r}; choose one of {', '.join(SIZES)}")
