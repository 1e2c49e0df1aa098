"""A tree from what its spans look like, as plain loops over lists: four tables, a chart, and the best tree.

Nothing is imported but other loops. The batched forms are `prpn_edu.latent.spans` and `latent.chart`. The
tables that come with the course are made by `experiments.page_spans`. MicroPython runs this file in a page.

Letters: n words; K classes, the end of a sentence on either side is class K; a span (start, end) holds the
words start .. end-1, two or more of them.
"""

from prpn_edu.loops.packed import UNKNOWN
from prpn_edu.loops.packed import read as unpacked

PAIRS = [("first", "last"), ("before", "after"), ("before", "first"), ("last", "after")]  # one table each


def model_of(packed):
    """The words, their classes, and under "tables" the four tables, in the order of PAIRS."""
    model = unpacked(packed)
    model["tables"] = [model[f"{a}, {b}"] for a, b in PAIRS]
    return model


def read(model, words):
    """The classes of n words with the end of a sentence on both sides, n + 2 numbers 0 .. K."""
    number, end = model["number"], len(model["tables"][0]) - 1
    places = [number.get(word, number[UNKNOWN]) for word in words]
    return [end] + [model["classes"][place] for place in places] + [end]


def corners(numbers, start, end):
    """The classes of four words: the one before a span, its first, its last, the one after it."""
    return {
        "before": numbers[start],
        "first": numbers[start + 1],
        "last": numbers[end],
        "after": numbers[end + 1],
    }


def shares(tables, numbers, start, end):
    """What each of the four tables says of a span, in the order of PAIRS; its score is their sum."""
    at = corners(numbers, start, end)
    return [table[at[a]][at[b]] for table, (a, b) in zip(tables, PAIRS)]


def best_tree(scores, words):
    """The binary tree whose spans have the highest sum of scores, and that sum.

    Args:
        scores: n rows of n + 1 numbers, scores[start][end]; only spans of two words or more are read.
        words: n words, n >= 1.
    Returns:
        nested lists, and the sum; of equal sums the one that is cut first further to the left.
    """
    n = len(words)
    best = [[0.0] * (n + 1) for _ in words]  # a single word adds nothing
    cuts = [[0] * (n + 1) for _ in words]
    for width in range(2, n + 1):
        for start in range(n - width + 1):
            end = start + width
            cut = start + 1
            for k in range(start + 2, end):
                if best[start][k] + best[k][end] > best[start][cut] + best[cut][end]:
                    cut = k
            cuts[start][end] = cut
            best[start][end] = scores[start][end] + best[start][cut] + best[cut][end]

    def tree(start, end):
        if end - start == 1:
            return words[start]
        cut = cuts[start][end]
        return [tree(start, cut), tree(cut, end)]

    return tree(0, n), best[0][n]


def right_branching(words):
    """Each word joins all that follow it: nested lists."""
    return words[0] if len(words) == 1 else [words[0], right_branching(words[1:])]


def spans_of(tree, start=0):
    """The spans of a tree in nested lists, [start, end] each, and where the tree ends."""
    if not isinstance(tree, list):
        return [], start + 1
    found, end = [], start
    for child in tree:
        inside, end = spans_of(child, end)
        found += inside
    return [[start, end]] + found, end
