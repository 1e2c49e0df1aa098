"""Word vectors from a treebank: count what occurs with what, weigh, compress.

There are two kinds of contexts. The plain one is a word of the same remark. The other one uses the tree:
"dull:1" is the word "dull" together with the sentiment of the smallest phrase that holds both it and the
target. "silly" and "comedy" meet in a phrase of sentiment 3, "silly" and "drama" in one of sentiment 1, and
only the second kind of context can tell.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu.data.vocab import Vocabulary

Pair = tuple[str, str]  # a target and a context in which it was seen


def word_pairs(tree: Tree) -> Iterator[Pair]:
    """Each word with each other word of the remark as its context."""
    words = tree.leaves()
    for i, target in enumerate(words):
        for j, context in enumerate(words):
            if i != j:
                yield target, context


def phrase_pairs(tree: Tree, is_phrase: Callable[[str, str], bool] = lambda a, b: False) -> Iterator[Pair]:
    """Each word with each other word of the remark and the label of the smallest phrase that holds both.

    Args:
        tree: binary, with labels.
        is_phrase: which two-word phrases become targets of their own, "silly comedy", besides their words.
            Such a phrase has the words outside it as contexts.
    """
    yield from _pairs(tree, is_phrase)[1]


def _pairs(node: Tree, is_phrase) -> tuple[list[tuple[str, bool]], list[Pair]]:
    """The targets in a phrase, each with whether it is a single word, and all pairs inside it."""
    if not isinstance(node[0], Tree):
        return [(node[0], True)], []
    (left, pairs), (right, more) = (_pairs(child, is_phrase) for child in node)
    pairs += more
    label = node.label()
    for a, a_is_word in left:
        for b, b_is_word in right:  # here a and b meet for the first time
            if b_is_word:
                pairs.append((a, f"{b}:{label}"))
            if a_is_word:
                pairs.append((b, f"{a}:{label}"))
    targets = left + right
    if len(targets) == 2 and is_phrase(left[0][0], right[0][0]):
        targets.append((f"{left[0][0]} {right[0][0]}", False))
    return targets, pairs


@dataclass(frozen=True)
class Counts:
    """How often each target was seen in each context.

    Attributes:
        targets: the rows, in alphabetical order.
        contexts: the columns, in alphabetical order.
        table: (N, C), float64.
    """

    targets: tuple[str, ...]
    contexts: tuple[str, ...]
    table: Tensor

    @classmethod
    def of(cls, pairs: Iterable[Pair]) -> "Counts":
        """Count the pairs of all trees.

        Raises:
            ValueError: no pair at all.
        """
        seen = Counter(pairs)
        if not seen:
            raise ValueError("nothing to count: no tree has two words")
        targets = sorted({target for target, _ in seen})
        contexts = sorted({context for _, context in seen})
        row = {target: n for n, target in enumerate(targets)}
        column = {context: n for n, context in enumerate(contexts)}
        table = torch.zeros(len(targets), len(contexts), dtype=torch.float64)
        places = torch.tensor([[row[target], column[context]] for target, context in seen])
        table[places[:, 0], places[:, 1]] = torch.tensor(list(seen.values()), dtype=torch.float64)
        return cls(tuple(targets), tuple(contexts), table)

    def rows(self, targets: Sequence[str]) -> Tensor:
        """The rows of some targets, (len(targets), C).

        Raises:
            KeyError: a target that was never seen.
        """
        row = {target: n for n, target in enumerate(self.targets)}
        unseen = [target for target in targets if target not in row]
        if unseen:
            raise KeyError(f"never seen in the trees that were counted: {', '.join(unseen[:5])}")
        return self.table[[row[target] for target in targets]]


def neighbour_counts(trees: Iterable[Tree], vocabulary: Vocabulary, window: int = 2) -> Tensor:
    """How often two words of a vocabulary stand at most `window` words apart, (V, V), symmetric."""
    counts = torch.zeros(len(vocabulary), len(vocabulary))
    for tree in trees:
        ids = vocabulary.encode(tree)
        for t, word in enumerate(ids):
            for other in ids[max(0, t - window) : t]:
                counts[word, other] += 1
                counts[other, word] += 1
    return counts


def ppmi(table: Tensor, chance: Tensor | None = None) -> Tensor:
    """Positive pointwise mutual information, max(0, log p(c | w) / p(c)).

    Args:
        table: (N, C), counts, or shares of any total.
        chance: (C,), p(c); by default from the table's own column sums.
    Returns:
        (N, C), natural logarithms; 0 where w and c met at most as often as by chance, or never.

    Source: Church and Hanks (1990) for the logarithm, Bullinaria and Levy (2007) for the cut at 0.
    """
    if chance is None:
        chance = table.sum(0) / table.sum()
    seen = table.sum(1, keepdim=True)  # (N, 1)
    given = table / seen.masked_fill(seen == 0, 1)  # (N, C)  p(c | w)
    ratio = torch.where((table > 0) & (chance > 0), given / chance, 1.0)
    return ratio.log().clamp(min=0)


class Space:
    """A space of few dimensions for the words of a treebank, in which phrases can be placed later.

    PPMI against the chance of each context, then the projection to the directions in which the words differ
    most (the right singular vectors), then length 1. A phrase is placed by its own contexts; it has no part
    in making the space.

    Attributes:
        chance: (C,), p(c).
        axes: (C, E), orthonormal columns, the largest singular value first.
    """

    def __init__(self, words: Tensor, size: int):
        """Make the space from the counts of the words, (V, C).

        Raises:
            ValueError: more dimensions than words or contexts.
        """
        if not 1 <= size <= min(words.shape):
            raise ValueError(
                f"{words.shape[0]} words with {words.shape[1]} contexts span at most "
                f"{min(words.shape)} dimensions; {size} were asked for"
            )
        self.chance = words.sum(0) / words.sum()
        _, _, Vh = torch.linalg.svd(ppmi(words, self.chance), full_matrices=False)
        axes = Vh[:size].T  # (C, E)
        # Singular vectors are known up to their sign; fix it, so that each machine draws the same picture.
        largest = axes.gather(0, axes.abs().argmax(0, keepdim=True))  # (1, E)
        self.axes = axes * largest.sign()

    def place(self, table: Tensor) -> Tensor:
        """The vectors of targets with these counts, (N, C) to (N, E), each of length 1 (0 if never seen)."""
        return torch.nn.functional.normalize(ppmi(table, self.chance) @ self.axes, dim=-1)


def count_phrases(trees: Iterable[Tree], first: Collection[str], second: Collection[str]) -> Counter:
    """How often a word of `first` and one of `second` stand alone under one node: "silly comedy"."""
    seen: Counter[str] = Counter()
    for tree in trees:
        for node in tree.subtrees(lambda node: len(node) == 2 and node.height() == 3):
            a, b = node.leaves()
            if a in first and b in second:
                seen[f"{a} {b}"] += 1
    return seen
