"""What the explorer of span tables shows of a line that a reader typed.

Nothing is imported but loops. MicroPython runs this file in the reader's browser.
"""

from prpn_edu.loops.lines import problem, tokens
from prpn_edu.loops.spans import best_tree, model_of, read, right_branching, shares, spans_of

SHIPPED: dict = {}  # the tables that come with the course, once `install` has read them
MOST = 12  # words
MEMBERS = 5  # words that stand for their class


def install(packed):
    """Read the tables that `explore` answers from; returns the number of words that have a class."""
    SHIPPED.update(model_of(packed))
    return len(SHIPPED["words"])


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
