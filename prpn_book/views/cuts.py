"""A binary tree as cuts: a height for each gap between two words, the highest cut first.

Nothing is imported but other loops. The heights are those of `prpn_edu.trees.distances`; here a reader moves
them. MicroPython runs this file in the reader's browser.

The nodes of a tree are numbered from left to right, from 0: word i is node 2i, and the phrase that is cut by
cut k, in the gap after word k, is node 2k + 1. Letters: n words, n - 1 cuts.
"""

from prpn_edu.loops.gates import split_between
from prpn_edu.loops.transitions import height


def heights(tree):
    """The cuts of a tree: each as high as the bracket that it cuts, a bracket over two words being 1."""
    if isinstance(tree, str):
        return []
    return heights(tree[0]) + [height(tree)] + heights(tree[1])


def spans(cuts, start=0):
    """The words under each node, [first, after the last], from left to right."""
    if not cuts:
        return [[start, start + 1]]
    k = cuts.index(max(cuts))
    left, right = spans(cuts[:k], start), spans(cuts[k + 1 :], start + k + 1)
    return left + [[start, start + len(cuts) + 1]] + right


def children(cuts, k):
    """The two nodes below the one that cut k cuts, by their numbers: of its two parts, the highest cuts."""
    first, last = spans(cuts)[2 * k + 1]

    def top(start, end):
        if end - start == 1:
            return 2 * start
        inside = cuts[start : end - 1]
        return 2 * (start + inside.index(max(inside))) + 1

    return top(first, k + 1), top(k + 1, last)


def above(cuts, k):
    """The cut of the bracket around the one that cut k cuts; None at the root."""
    around = []
    for gaps in (range(k - 1, -1, -1), range(k + 1, len(cuts))):
        around += [j for j in gaps if cuts[j] > cuts[k]][:1]
    return min(around, key=lambda j: cuts[j]) if around else None


def raised(cuts, k):
    """The cuts of the tree in which cut k comes just before the one that was above it; at the root, the same.

    Of ((a b) c), the cut after a raised gives (a (b c)); the cut after b raised there leads back.
    """
    parent = above(cuts, k)
    if parent is None:
        return cuts
    moved = cuts[:k] + [cuts[parent] + 0.5] + cuts[k + 1 :]
    return heights(split_between(moved, ["w"] * (len(cuts) + 1)))


def shapes(n):
    """The cuts of the trees over n words that nobody has to think about, by name."""

    def halves(n):
        return "w" if n == 1 else [halves(n // 2), halves(n - n // 2)]

    return {"right": list(range(n - 1, 0, -1)), "left": list(range(1, n)), "balanced": heights(halves(n))}
