"""What a tree scores against a gold tree, in four ways of counting, as plain loops over lists.

Nothing is imported but other loops. The library's form is `prpn_edu.evaluation.unlabeled_f1`. MicroPython
runs this file in the reader's browser.

A span is [first word, word after the last]; h are the hits, p and g the spans predicted and gold.
"""

from prpn_edu.loops.gates import spans, split_between

GOLD = {  # the brackets that a linguist draws, the whole sentence left out
    "the critic liked the film": [[0, 2], [2, 5], [3, 5]],
    "the critic liked the film .": [[0, 2], [2, 5], [3, 5]],
    "the old critic liked the film": [[0, 3], [3, 6], [4, 6]],
    "the director 's film failed": [[0, 2], [0, 3], [0, 4]],
}
SECOND = [1, 1, 1]  # h, p, g of a second sentence: the one bracket inside "films (end badly)" is found


def f1(h, p, g):
    """2h / (p + g), and 1 where nothing is claimed and nothing is there."""
    return 2 * h / (p + g) if p + g else 1.0


def four(counts):
    """The four scores of some sentences, from the [h, p, g] of each without its root.

    The root is a span of every tree over two words or more: it adds one to each number.
    """
    scores = {}
    for name, root in [("sentence", 0), ("sentence + root", 1), ("corpus", 0), ("corpus + root", 1)]:
        rows = [[number + root for number in row] for row in counts]
        if name.startswith("sentence"):
            scores[name] = sum([f1(*row) for row in rows]) / len(rows)
        else:
            scores[name] = f1(*[sum([row[k] for row in rows]) for k in range(3)])
    return scores


def judge(d, t, words):
    """Everything that the judge shows.

    Args:
        d: T heights; d[i] stands between word i-1 and word i. d[0] plays no part.
        t: plays no part.
        words: T words.
    Returns:
        a dict. "tree": the sentence cut between the words. "gold": the gold brackets inside the sentence;
        for words without a gold tree, those of the right-branching one, and "known" is false. "hits",
        "wrong": the tree's brackets that are gold, and those that are not. "counts": h, p, g without the
        root. "scores": the four scores of this sentence and a second one, `SECOND`.
    """
    size = len(words)
    tree = split_between(d[1:], words)
    own = [span for span in spans(tree) if span != [0, size]]
    right = [[start, size] for start in range(1, size - 1)]
    gold = GOLD.get(" ".join(words), right)
    hits = [span for span in own if span in gold]
    counts = [len(hits), len(own), len(gold)]
    return {
        "tree": tree,
        "gold": gold,
        "known": " ".join(words) in GOLD,
        "hits": hits,
        "wrong": [span for span in own if span not in gold],
        "counts": counts,
        "scores": four([counts, SECOND]),
    }
