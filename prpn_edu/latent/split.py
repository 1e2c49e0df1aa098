"""From scores to a binary tree.

`split` is the note's SPLIT, which puts the word with the highest score at the front of the right part.
`split_between` cuts between two words at the largest distance. A sentence is a `Tree` labelled "X" over its
words; inside it, a single word is a bare leaf.
"""

from collections.abc import Callable, Sequence

import torch
from nltk import Tree
from torch import Tensor

LABEL = "X"


def split(d: Tensor | Sequence[float], words: Sequence[str] | None = None) -> Tree:
    """The note's greedy tree: (left, (x_i, right)) at the highest score, and so on in both parts.

    Args:
        d: (T,), one score for each word. Of equal scores the first is taken: constant scores give the
            right-branching tree.
        words: T words; x0, x1, ... when None.
    Returns:
        a binary tree over the words. Not every binary tree can be reached: the decoder leans to the right.
    Raises:
        ValueError: no word, nan among the scores, or another number of scores than of words.
    Source: note, section 4, SPLIT with the greedy choice.
    """
    scores, words = _scores_and_words(d, words, gaps=0)

    def highest(start: int, end: int) -> int:
        return max(range(start, end), key=scores.__getitem__)

    return _build(words, highest, word_in_front=True)


def split_between(distances: Tensor | Sequence[float], words: Sequence[str]) -> Tree:
    """The tree that cuts the sentence at the largest distance between two words, and so on in both parts.

    Args:
        distances: (T-1,), entry k stands between word k and word k+1. Of equal distances the first is
            taken, as in `split`; the tree of `gates.nearest_higher` would be cut at the last.
        words: T words.
    Returns:
        a binary tree over the words. Every binary tree can be reached.
    Raises:
        ValueError: no word, nan among the distances, or not exactly one distance fewer than words.
    Source: Shen et al. (2018), Straight to the Tree; the unbiased decoder of later work.
    """
    scores, words = _scores_and_words(distances, words, gaps=1)

    def largest(start: int, end: int) -> int:
        return 1 + max(range(start, end - 1), key=scores.__getitem__)

    return _build(words, largest, word_in_front=False)


def sample(d: Tensor, words: Sequence[str] | None = None, generator: torch.Generator | None = None) -> Tree:
    """A random tree of SPLIT: in each part, word i is chosen with the chance d_i / sum_j d_j.

    Args:
        d: (T,), scores, all > 0. For the softmax choice of the note's section 4 pass d.exp().
        words: T words; x0, x1, ... when None.
        generator: the source of chance; torch's own when None.
    Returns:
        a binary tree over the words.
    Raises:
        ValueError: as in `split`, or a score that is not above 0.
    Source: note, eq. (8).
    """
    scores, words = _scores_and_words(d, words, gaps=0)
    if min(scores) <= 0:
        raise ValueError(f"a choice in proportion to d needs scores above 0, got {min(scores)}; try d.exp()")
    weights = torch.tensor(scores, dtype=torch.float64)

    def draw(start: int, end: int) -> int:
        return start + int(torch.multinomial(weights[start:end], 1, generator=generator))

    return _build(words, draw, word_in_front=True)


def _build(words: list[str], choose: Callable[[int, int], int], word_in_front: bool) -> Tree:
    """Cut words[start:end] before position choose(start, end), then cut both parts in the same way.

    With `word_in_front` the chosen word stays at the front of the right part, (x_i, right), and only what
    follows it is cut further. The stack is our own: a sentence of any length fits.
    """
    root = Tree(LABEL, [None])
    todo = [(root, 0, 0, len(words), False)]  # (parent, place in it, start, end, first word chosen?)
    while todo:
        parent, place, start, end, chosen = todo.pop()
        if end - start == 1:
            parent[place] = words[start]
            continue
        cut = start if chosen else choose(start, end)
        parent[place] = node = Tree(LABEL, [None, None])
        if cut == start:  # nothing to its left: (x_i, right)
            todo += [(node, 0, start, start + 1, False), (node, 1, start + 1, end, False)]
        else:
            todo += [(node, 0, start, cut, False), (node, 1, cut, end, word_in_front)]
    return root[0] if len(words) > 1 else root


def _scores_and_words(d, words, gaps: int) -> tuple[list[float], list[str]]:
    scores = d.detach().tolist() if isinstance(d, Tensor) else list(d)
    words = [f"x{i}" for i in range(len(scores))] if words is None else list(words)
    if not words:
        raise ValueError("a tree needs at least one word")
    if len(scores) != len(words) - gaps:
        what = "one score for each word" if gaps == 0 else "one distance between each two neighbours"
        raise ValueError(f"expected {what}: {len(words)} words, {len(scores)} numbers")
    for place, score in enumerate(scores):
        if score != score:
            raise ValueError(f"number {place} is nan: the tree would be arbitrary")
    return scores, words
