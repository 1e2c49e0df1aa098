"""What the explorer of the grammar's chart shows of a line that a reader typed.

Nothing is imported but loops. MicroPython runs this file in the reader's browser.
"""

from prpn_edu.loops import page
from prpn_edu.loops.lines import problem, tokens
from prpn_edu.loops.spans import best_tree, spans_of

SHIPPED: dict = {}  # the machine of real English, once `install` has read it
MOST = 12  # words


def install(packed):
    """Read the machine that `explore` answers from; returns the number of words that its grammar knows."""
    SHIPPED.update(page.stage_of(packed))
    return len(SHIPPED["grammar"]["words"])


def explore(text):
    """Everything that the explorer shows of one line, from the machine that `install` read.

    Args:
        text: a sentence of 2 to MOST words, as a reader types it.
    Returns:
        "problem": "", or what is wrong with the text, and then nothing else. Else "words"; "unknown": the
        places of words that go by their ending, or by nothing; "spans": [start, end, chance] each, short
        spans first; "tree" and "tables": the tree of the grammar, and that of the tables; "only": the spans
        that the first has alone, and those that the second has alone; "expected": how many of its spans the
        grammar expects to be right, of both trees.
    """
    wrong = problem(text, MOST, fewest=2)
    if wrong:
        return {"problem": wrong}
    words = tokens(text)
    n, forms = len(words), [form(word) for word in words]
    chances = page.chances(SHIPPED, forms)
    tree, total = best_tree(chances, words)
    tables = page.tree(SHIPPED, forms, words)
    own, other = spans_of(tree)[0], spans_of(tables)[0]
    return {
        "problem": "",
        "words": words,
        "unknown": [
            i for i, entry in enumerate(page.entries(SHIPPED, forms)) if rare(SHIPPED["words"][entry])
        ],
        "spans": [
            [start, start + width, chances[start][start + width]]
            for width in range(2, n + 1)
            for start in range(n - width + 1)
        ],
        "tree": tree,
        "tables": tables,
        "only": [[s for s in own if s not in other], [s for s in other if s not in own]],
        "expected": [total, sum(chances[start][end] for start, end in other)],
    }


def form(word):
    """A word as the machine knows it: all numbers are one."""
    return page.NUMBER if any(letter in "0123456789" for letter in word) else word


def rare(entry):
    """Whether an entry stands for words that are not known: those of an ending, or all others."""
    return entry.startswith("<") and entry != page.ANY_NUMBER
