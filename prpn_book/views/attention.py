"""What the explorer of attention shows.

Nothing is imported but loops. MicroPython runs this file in the reader's browser.
"""

from prpn_edu.loops.attention import attend, average, fits


def explore(question, memories):
    """What an explorer shows of a question: how each memory fits, its weight, and the average."""
    weights = attend(question, memories)
    return {
        "fits": fits(question, memories),
        "weights": weights,
        "average": average(weights, memories, len(question)),
    }
