"""What the explorer of a trained PRPN shows of a line that a reader typed.

Nothing is imported but loops. MicroPython runs this file in the reader's browser.
"""

from prpn_edu.loops.lines import problem, tokens
from prpn_edu.loops.packed import read
from prpn_edu.loops.prpn import MOST, run

SHIPPED: dict = {}  # the model that comes with the course, once `install` has read it


def install(packed):
    """Read the model that `explore` answers from; returns the number of its words."""
    SHIPPED.update(read(packed))
    return len(SHIPPED["words"])


def explore(text, t):
    """Everything that the explorer shows of one line and step, from the model that `install` read.

    Args:
        text: a sentence of at most MOST words, as a reader types it.
        t: the step; beyond the last word it means the last.
    Returns:
        what `run` gives, "words", the "t" that was used, and "problem": "", or what is wrong with the text,
        and then nothing else.
    """
    wrong = problem(text, MOST)
    if wrong:
        return {"problem": wrong}
    words = tokens(text)
    t = max(1, min(t, len(words)))
    out = run(SHIPPED, words, t)
    out.update({"problem": "", "words": words, "t": t})
    return out
