"""Laws over the trees of one sentence, as plain loops over lists.

Scores are above 0, one for each gap between two words: d[k] stands between word k and word k+1. A span goes
from start to end, end exclusive, and has the gaps start .. end-2 inside. Lists of `fractions.Fraction` give
exact fractions. The batched forms are `prpn_edu.latent.structures`, `ranking` and `chart`.
"""

from prpn_edu.loops.gates import split_between
from prpn_edu.loops.transitions import words as leaves

EULER = 2.718281828459045


def tree_chance(d, tree, start=0):
    """The chance of a tree, nested lists: each of its spans chooses its cut among its own gaps.

    Source: note, eq. (8), with one score a gap.
    """
    if isinstance(tree, str):
        return 1
    left, right = tree
    cut = start + len(leaves(left))
    end = cut + len(leaves(right))
    here = d[cut - 1] / sum(d[start : end - 1])
    return here * tree_chance(d, left, start) * tree_chance(d, right, cut)


def ranking_chance(d, order):
    """The chance of a ranking of all gaps, best first: each is drawn from those that are left.

    Source: note, eq. (9); Plackett (1975), Luce (1959).
    """
    chance, rest = 1, sum(d)
    for k in order:
        chance = chance * d[k] / rest
        rest = rest - d[k]
    return chance


def span_chance(d, start, end):
    """The chance that start .. end-1 is a span: the gaps at its two ends are chosen before those inside."""
    inside = sum(d[start : end - 1])
    if start == 0 and end == len(d) + 1:
        return 1
    if start == 0:
        return d[end - 1] / (d[end - 1] + inside)
    if end == len(d) + 1:
        return d[start - 1] / (d[start - 1] + inside)
    a, b = d[start - 1], d[end - 1]
    total = a + b + inside
    a_then_b = a / total * b / (b + inside)
    b_then_a = b / total * a / (a + inside)
    return a_then_b + b_then_a


def span_chances(d):
    """The chart: entry [start][end] for each span of two words or more, 0 elsewhere; n rows of n+1."""
    n = len(d) + 1
    return [
        [span_chance(d, start, end) if end - start > 1 else 0 for end in range(n + 1)] for start in range(n)
    ]


def waiting_times(size, number):
    """`size` random times of rate 1, the same for each race: minus the logarithm of an even draw."""
    state, out = 1 + 611953 * number, []
    for step in range(size + 3):
        state = 48271 * state % 2147483647  # Lehmer's generator; its first draws are still near each other
        if step >= 3:
            out.append(-log(state / 2147483647))
    return out


def log(x):
    """The natural logarithm of x > 0, by Halley's method."""
    found, step = 0.0, 1.0
    while abs(step) > 1e-14:
        power = EULER**found
        step = 2 * (x - power) / (x + power)
        found += step
    return found


def raced_tree(rings, words):
    """The tree of a race: each part is cut in the gap whose clock rings first; rings[k] is a time."""
    return split_between([-ring for ring in rings], words)


def best_tree(d, words):
    """The most probable tree."""

    def gain(start, cut, end):
        return d[cut - 1] / sum(d[start : end - 1])

    return fill(words, gain, lambda a, b: a * b, 1)


def safest_tree(chances, words):
    """The tree from which most spans are expected to be right: the sum of its spans' chances is highest."""

    def gain(start, cut, end):
        return chances[start][end]

    return fill(words, gain, lambda a, b: a + b, 0)


def fill(words, gain, join, nothing):
    """The tree with the best joined gains, from short spans to long ones; the first cut wins a tie.

    Args:
        words: n words.
        gain: from start, cut and end to what this node brings, above 0.
        join: of two gains.
        nothing: what a single word brings.
    """
    n = len(words)
    value = [[nothing] * (n + 1) for _ in range(n)]
    tree = [[words[start]] * (n + 1) for start in range(n)]
    for width in range(2, n + 1):
        for start in range(n - width + 1):
            end, found = start + width, -1
            for cut in range(start + 1, end):
                parts = join(value[start][cut], value[cut][end])
                here = join(gain(start, cut, end), parts)
                if here > found:
                    found = here
                    tree[start][end] = [tree[start][cut], tree[cut][end]]
            value[start][end] = found
    return tree[0][n]
