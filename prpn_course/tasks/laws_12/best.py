"""Tasks 12.4 and 12.5: the most probable tree, and the one from which most spans are expected to be right."""

import math
import operator

import torch

from prpn_course.builder import task
from prpn_course.draw import real


def in_turn(here, left, right, join):
    """What a node brings, joined with its left and then with its right part."""
    return join(join(here, left), right)


def triangle(n, gain, join, nothing, worth=in_turn, better=operator.gt, tried=tuple):
    """The nodes of the tree whose joined gains are the `better` ones, by start and the longer first.

    `gain(start, cut, end)` is what a node brings, `nothing` what a word brings, `worth` how they go together.
    """
    value = {(start, start + 1): nothing for start in range(n)}
    cuts = {}
    for width in range(2, n + 1):
        for start in range(n - width + 1):
            end = start + width
            for cut in tried(range(start + 1, end)) or range(start + 1, end):
                here = worth(gain(start, cut, end), value[start, cut], value[cut, end], join)
                if (start, end) not in cuts or better(here, value[start, end]):
                    value[start, end], cuts[start, end] = here, cut
    return read(lambda start, end: cuts[start, end], n)


def read(choose, n):
    """The nodes that a choice of cuts makes, from the whole sentence down."""
    found, todo = [], [(0, n)]
    while todo:
        start, end = todo.pop()
        if end - start > 1:
            cut = choose(start, end)
            found.append((start, cut, end))
            todo += [(cut, end), (start, cut)]
    return torch.tensor(sorted(found, key=lambda node: (node[0], -node[2])))


def share(d):
    """The chance of a cut in its part."""
    return lambda start, cut, end: d[cut - 1] / sum(d[start : end - 1])


def times(a, b):
    """Return a b, as a product that other functions can be told from."""
    return a * b


def greedy(d, sign=1):
    """The highest gap of each part is cut first."""
    return read(lambda start, end: max(range(start + 1, end), key=lambda c: sign * d[c - 1]), len(d) + 1)


@task("12.4", section="Three trees from one law", axes="k, j", tolerance=0)
def best_tree(d, gain=share, join=times, nothing=1.0, worth=in_turn, better=operator.gt, tried=tuple):
    """The triangle, by a `gain` of the scores."""
    d = d.tolist()
    return triangle(len(d) + 1, gain(d), join, nothing, worth, better, tried)


def no_ties(draw, m):
    """Scores of which the sums of all parts differ, so that no two trees tie."""
    return draw.uniform(m, low=0.3, high=3)


@best_tree.cases
def _(draw):
    """Scores (n-1,) above 0: greedy fails, greedy is right, lists of the chapter, random ones, two words."""
    yield real([2, 3, 4])
    yield real([1, 9, 2])
    yield real([6, 4, 7])  # 17 + 6 + 7 is less than 17 + 10 + 4, but 17 * 6 * 7 is more than 17 * 10 * 4
    yield real([2, 3, 1, 4])
    yield real([5, 4, 3, 2])
    yield real([3, 1, 2, 5, 4])
    yield real([1, 6, 4, 3, 2])
    yield real([1, 2, 5, 3, 4, 6])
    yield real([4.1, 2, 3.2, 1, 2.3, 2.9, 3.7])
    yield from (no_ties(draw, m) for m in (5, 7, 9))
    yield real([5])


best_tree.wrong("cuts at the highest score each time: the greedy tree", lambda d: greedy(d.tolist())).hint(
    "A cut is paid for twice. What does it leave to decide? Try the scores 2, 3, 4."
)
best_tree.wrong("looks for the least probable tree", better=operator.lt).hint("Keep the larger value.")
best_tree.wrong("adds the chances instead of multiplying them", join=operator.add, nothing=0.0).hint(
    "The chance of a tree is a product over its nodes."
)
best_tree.wrong(
    "forgets what the left part is worth", worth=lambda here, left, right, join: here * right
).hint("The left part has a best tree of its own, and its value counts.")
best_tree.wrong(
    "forgets what the right part is worth", worth=lambda here, left, right, join: here * left
).hint("The right part has a best tree of its own, and its value counts.")
best_tree.wrong("gives every cut the same worth: words of value 0, or no share of the cut", nothing=0.0).hint(
    "Three factors: the cut's own share, and the values of both parts; a single word is worth 1."
)
best_tree.wrong(
    "adds the values of the two parts", worth=lambda here, left, right, join: here * (left + right)
).hint("Both parts must come out as they are: their chances multiply.")
best_tree.wrong(
    "keeps the better part, not both", worth=lambda here, left, right, join: here * max(left, right)
).hint("Both parts are in the tree: three factors.")
best_tree.wrong("never tries the last cut of a part", tried=lambda cuts: cuts[:-1]).hint(
    "A part can be cut before each of the words start + 1 .. end - 1; range leaves out its second number."
)
best_tree.wrong("never tries the first cut of a part", tried=lambda cuts: cuts[1:]).hint(
    "A part can be cut before each of the words start + 1 .. end - 1."
)
best_tree.wrong(
    "leaves the last gap out of the sum",
    gain=lambda d: lambda s, c, e: d[c - 1] / (sum(d[s : e - 2]) or 1.0),
).hint("The words start .. end-1 have the gaps start .. end-2 inside: end - start - 1 of them.")
best_tree.wrong("adds up one gap too many", gain=lambda d: lambda s, c, e: d[c - 1] / sum(d[s:e])).hint(
    "The words start .. end-1 have the gaps start .. end-2 inside."
)
best_tree.wrong(
    "divides by the sum over the whole sentence", gain=lambda d: lambda s, c, e: d[c - 1] / sum(d)
).hint("Without a sum of its own for each part, every tree has the same product.")
best_tree.wrong(
    "takes the softmax of the scores",
    gain=lambda d: share([math.exp(x) for x in d]),
).hint("The share is d_k over the sum of d, not of e^d.")


@task("12.5", section="Three trees from one law", axes="k, j", tolerance=0)
def safest_tree(chart, gain=lambda p, s, c, e: p[s][e], join=operator.add, worth=in_turn, better=operator.gt):
    """The triangle, by the squares of the chart."""
    p = chart.tolist()
    nothing = 1.0 if join is times else 0.0
    return triangle(len(p), lambda s, c, e: gain(p, s, c, e), join, nothing, worth, better)


def chart_of(n, *filled):
    """A chart with some squares, the whole sentence 1."""
    chart = torch.zeros(n, n + 1)
    chart[0, n] = 1
    for start, end, value in filled:
        chart[start, end] = value
    return chart


def in_rising_order(nodes):
    """The nodes by start, and of equal start the shorter first."""
    return torch.tensor(sorted(nodes.tolist(), key=lambda node: (node[0], node[2])))


def random_chart(draw, n):
    """Any numbers between 0 and 1: a chart need not come from scores."""
    chart = draw.uniform(n, n + 1, low=0.02, high=0.98)
    return chart.triu(2)


@safest_tree.cases
def _(draw):
    """Charts (n, n+1): by hand, one where a product misleads, and one a walk from the top; random ones."""
    yield chart_of(3, (0, 2, 0.7), (1, 3, 0.3))
    yield chart_of(4, (0, 2, 0.9), (1, 3, 0.5), (2, 4, 0.1), (0, 3, 0.04), (1, 4, 0.45))
    yield chart_of(4, (0, 2, 0.5), (1, 3, 0.6), (2, 4, 0.4), (0, 3, 0.2), (1, 4, 0.1))
    low = (0, 2, 0.3), (1, 3, 0.1), (2, 4, 0.35), (3, 5, 0.9)
    yield chart_of(5, *low, (0, 3, 0.4), (2, 5, 0.45), (0, 4, 0.55), (1, 5, 0.2))
    yield from (random_chart(draw, n) for n in (5, 6, 8))
    yield chart_of(2)


safest_tree.wrong("multiplies the squares instead of adding them", join=times).hint(
    "How many spans are right on average? Expectations add up, whether independent or not."
)
safest_tree.wrong("looks for the riskiest tree", better=operator.lt).hint("Keep the larger value.")
safest_tree.wrong(
    "walks from the top and takes the best two squares each time",
    lambda chart: read(
        lambda s, e: max(range(s + 1, e), key=lambda c: (chart[s, c] + chart[c, e]).item()), len(chart)
    ),
).hint("What looks best at the top may leave poor squares below: fill the triangle from short spans on.")
safest_tree.wrong(
    "leaves out the span's own square, or what its left part is worth", gain=lambda p, s, c, e: 0.0
).hint("Either way the first word is always cut off. A span has its own square and the values of both parts.")
safest_tree.wrong(
    "leaves out the span's own square, or what its right part is worth",
    gain=lambda p, s, c, e: 0.0,
    better=operator.ge,
).hint("Either way the last word is always cut off. A span has its own square and the values of both parts.")
safest_tree.wrong(
    "lists the shorter first of nodes with one start", lambda chart: in_rising_order(safest_tree(chart))
).hint("The order is that of `in_order`: by start, and of equal start the longer first.")
safest_tree.wrong(
    "keeps the better part, not both", worth=lambda here, left, right, join: here + max(left, right)
).hint("Both parts are in the tree: their squares add up.")
safest_tree.wrong("reads the chart by its last word", gain=lambda p, s, c, e: p[s][e - 1]).hint(
    "Ends are exclusive: chart[start, end]."
)
