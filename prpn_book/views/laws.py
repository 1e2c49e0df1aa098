"""What the explorer of laws over trees shows.

Nothing is imported but loops. MicroPython runs this file in the reader's browser.
"""

from prpn_edu.loops.gates import disagreement, split_between
from prpn_edu.loops.laws import (
    best_tree,
    raced_tree,
    safest_tree,
    span_chances,
    tree_chance,
    waiting_times,
)
from prpn_edu.loops.transitions import brackets
from prpn_edu.loops.transitions import words as leaves

FLOOR = 0.01  # the lowest score that the explorer reads; one of 0 could never be chosen


def explore(d, t, words):
    """Everything that the explorer of laws shows; d[i] is the score of the gap before word i.

    d[0] and t play no part.

    Returns:
        a dict. "chances": the chart. "greedy", "best", "safest": three trees; "chance": theirs, by name.
        "expected": how many spans of each are expected to be right, the whole sentence left out. "differ":
        the spans that only one of the greedy and the best tree has.
    """
    gaps = [max(x, FLOOR) for x in d[1:]]
    chances = span_chances(gaps)
    made = {
        "greedy": split_between(gaps, words),
        "best": best_tree(gaps, words),
        "safest": safest_tree(chances, words),
    }
    view = {
        "chances": chances,
        "chance": {name: tree_chance(gaps, tree) for name, tree in made.items()},
        "expected": {name: _expected(chances, tree) - 1 for name, tree in made.items()},
        "differ": disagreement(made["greedy"], made["best"]),
    }
    view.update(made)
    return view


SHOWN = 5  # trees in the list of a race


def race(d, t, words, runs):
    """Races of the gaps' clocks: races 1 .. runs, the last of which is shown.

    d[i] is the rate of the clock before word i; d[0] and t play no part.

    Returns:
        a dict. "rings": when each clock of the last race rings, one a gap. "tree": what these rings cut.
        "firsts": how often each clock was the first of its race. "tally": the trees that came most often, up
        to five: brackets, how often, and the exact chance.
    """
    gaps, trees = [max(x, FLOOR) for x in d[1:]], {}
    firsts, rings, tree = [0 for _ in gaps], [], words[0]
    for number in range(1, runs + 1):
        rings = [time / rate for time, rate in zip(waiting_times(len(gaps), number), gaps)]
        tree = raced_tree(rings, words)
        firsts[rings.index(min(rings))] += 1
        said = brackets(tree)
        count, _ = trees.get(said, (0, 0))
        trees[said] = (count + 1, tree)
    tally = sorted([-count, said, tree_chance(gaps, made)] for said, (count, made) in trees.items())
    return {
        "rings": rings,
        "tree": tree,
        "firsts": firsts,
        "tally": [[said, -count, chance] for count, said, chance in tally[:SHOWN]],
    }


def _expected(chances, tree, start=0):
    if isinstance(tree, str):
        return 0
    cut = start + len(leaves(tree[0]))
    inside = _expected(chances, tree[0], start) + _expected(chances, tree[1], cut)
    return chances[start][start + len(leaves(tree))] + inside
