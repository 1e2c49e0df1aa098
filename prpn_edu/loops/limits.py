"""From a tree to the limits of its words, and back, as plain loops over nested lists.

Nothing is imported. A tree is a word, or a list of two or more trees. The limit of word t is the first word
of the smallest phrase that holds both word t - 1 and word t: the furthest word that t may look back to. Word
0 looks at nothing; its limit is written as 0.
"""


def leaves(tree):
    """The words of a tree, from left to right."""
    if not isinstance(tree, list):
        return [tree]
    return [word for part in tree for word in leaves(part)]


def limits(tree, start=0):
    """The limit of each word, [0, l_1, .. l_{n-1}].

    Every word but the first begins a part that is not the first of its phrase; the largest such part decides.
    The limit is where that phrase begins.

    Args:
        tree: a word, or a list of trees.
        start: the position of the first word.
    Source: the blog's two cases; the note's conditions (a) and (b).
    """
    if not isinstance(tree, list):
        return [start]
    out = []
    for part in tree:
        inner = limits(part, start + len(out))
        inner[0] = start  # what the part's first word sees
        out = out + inner
    return out


def tree_of(limits, words):
    """The one binary tree with these limits.

    The last word that sees back to the start opens the second part of the sentence; and so on in each part.

    Args:
        limits: [0, l_1, .. l_{n-1}] with 0 <= l_t < t.
        words: n of them.
    Returns:
        a word, or a list of two trees.
    Raises:
        ValueError: a limit out of its range, or two ranges that cross: no tree has these limits.
    """
    for t in range(1, len(limits)):
        if not 0 <= limits[t] < t:
            raise ValueError(f"the limit of word {t} is {limits[t]}; it must be one of 0 .. {t - 1}")
    return _tree(limits, words, 0, len(words))


def _tree(limits, words, start, end):
    if end - start == 1:
        return words[start]
    cut = max([t for t in range(start + 1, end) if limits[t] == start])
    for t in range(cut + 1, end):
        if limits[t] < cut:  # and beyond `start`: the cut is the last word that sees so far
            raise ValueError(f"the ranges of the words {cut} and {t} cross: no tree has these limits")
    return [_tree(limits, words, start, cut), _tree(limits, words, cut, end)]


def lists_of_limits(n):
    """Every list of limits for n words: word t has t choices, so (n - 1)! lists."""
    lists = [[0]]
    for t in range(1, n):
        lists = [some + [limit] for some in lists for limit in range(t)]
    return lists
