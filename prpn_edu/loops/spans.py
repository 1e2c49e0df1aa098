"""A tree from what its spans look like, as plain loops over lists: four tables, a chart, and the best tree.

Nothing is imported but other loops. The batched forms are `prpn_edu.latent.spans` and `latent.chart`. The
tables that come with the course are made by `experiments.page_spans`. MicroPython runs this file in a page.

Letters: n words; K classes, the end of a sentence on either side is class K; a span (start, end) holds the
words start .. end-1, two or more of them.
"""

from prpn_edu.loops.lines import problem, tokens
from prpn_edu.loops.packed import UNKNOWN
from prpn_edu.loops.packed import read as unpacked

PAIRS = [("first", "last"), ("before", "after"), ("before", "first"), ("last", "after")]  # one table each
MOST = 12  # words
MEMBERS = 5  # words that stand for their class
SHIPPED: dict = {}  # the tables that come with the course, once `install` has read them


def install(packed):
    """Read the tables that `explore` answers from; returns the number of words that have a class."""
    model = unpacked(packed)
    model["tables"] = [model[f"{a}, {b}"] for a, b in PAIRS]
    SHIPPED.update(model)
    return len(model["words"])


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


def explore(text):
    """Everything that the explorer shows of one line, from the tables that `install` read.

    Args:
        text: a sentence of 2 to MOST words, as a reader types it.
    Returns:
        "problem": "", or what is wrong with the text, and then nothing else. Else "words"; "classes": some
        words of the class of each; "unknown": the places of words without a class of their own; "spans":
        [start, end, [what each table says], score] each, short spans first; "tree" and "right": the best tree
        and the right-branching one; "only": the spans that the first has alone, and those that the second has
        alone; "sums": of both trees.
    """
    wrong = problem(text, MOST, fewest=2)
    if wrong:
        return {"problem": wrong}
    words, model = tokens(text), SHIPPED
    n, numbers = len(words), read(model, words)
    scores, listed = [[0.0] * (n + 1) for _ in words], []
    for width in range(2, n + 1):
        for start in range(n - width + 1):
            end = start + width
            parts = shares(model["tables"], numbers, start, end)
            scores[start][end] = sum(parts)
            listed.append([start, end, parts, scores[start][end]])
    tree, total = best_tree(scores, words)
    right = right_branching(words)
    own, other = spans_of(tree)[0], spans_of(right)[0]
    return {
        "problem": "",
        "words": words,
        "classes": [members(model, number) for number in numbers[1:-1]],
        "unknown": [i for i, word in enumerate(words) if word not in model["number"]],
        "spans": listed,
        "tree": tree,
        "right": right,
        "only": [[s for s in own if s not in other], [s for s in other if s not in own]],
        "sums": [total, sum(scores[start][end] for start, end in other)],
    }


def members(model, number):
    """The most frequent words of a class."""
    found = [w for w, c in zip(model["words"], model["classes"]) if c == number and not w.startswith("<")]
    return found[:MEMBERS]
