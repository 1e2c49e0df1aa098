"""What a memory with ordered neurons holds, level by level, when each word wipes some levels and writes some.

Nothing is imported but loops. MicroPython runs this file in the reader's browser.
"""

from prpn_edu.loops.gates import split, split_between
from prpn_edu.loops.ordered import meet


def explore(words, wipes, writes, levels):
    """What an explorer shows: hard master gates, what they do to each level, and what each level holds.

    Args:
        words: T words.
        wipes: T numbers, how many levels each word wipes, from below; fewer than `levels`.
        writes: T numbers, on how many levels each word writes, from below; fewer than `levels`.
        levels: how many there are; the highest is neither wiped nor written.
    Returns:
        "does": for each word and level, from below, one of "stays", "shared", "replaced" and "emptied".
        "holds": for each word and level the places of the words whose content is there after it. "tree": the
        sentence cut between the words, where most is wiped. "split": SPLIT's tree of the same walls.
    """
    does, holds, before = [], [], [[] for _ in range(levels)]
    for t in range(len(words)):
        row, now = [], []
        for k in range(levels):
            forget, write = int(k >= wipes[t]), int(k < writes[t])  # the master gates at this level
            kept, new = meet(0.5, 0.5, forget, write)
            row.append("shared" if kept and new else "stays" if kept else "replaced" if new else "emptied")
            now.append((before[k] if kept else []) + ([t] if new else []))
        does.append(row)
        holds.append(now)
        before = now
    cut, paired = split_between(wipes[1:], words), split(wipes, words)
    return {"does": does, "holds": holds, "tree": cut, "split": paired}
