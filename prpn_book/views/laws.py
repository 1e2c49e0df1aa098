"""What the explorer of laws over trees shows.

Nothing is imported but loops. MicroPython runs this file in the reader's browser.
"""

from prpn_edu.loops.gates import disagreement, split_between
from prpn_edu.loops.laws import best_tree, safest_tree, span_chances, tree_chance
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


def _expected(chances, tree, start=0):
    if isinstance(tree, str):
        return 0
    cut = start + len(leaves(tree[0]))
    inside = _expected(chances, tree[0], start) + _expected(chances, tree[1], cut)
    return chances[start][start + len(leaves(tree))] + inside
