"""Tasks 14.4 and 14.5: the most probable tree, and the one from which most spans are expected to be right."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

best_tree = task("14.4", section="Three trees from one law", axes="node, place", tolerance=0)


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


best_tree.wrong("cuts at the highest score each time: the greedy tree",
    "key=worth.get", "key=lambda middle: d[middle - 1]",
    "A cut is paid for twice. What does it leave to decide? Try the scores 2, 3, 4.")
best_tree.wrong("looks for the least probable tree", "max(worth", "min(worth", "Keep the larger value.")
best_tree.wrong("adds the chances instead of multiplying them",
    "1.0", "0.0", "* value[start, middle] * value", "+ value[start, middle] + value",
    "The chance of a tree is a product over its nodes.")
best_tree.wrong("forgets what the left part is worth", "value[start, middle] * ", "",
    "The left part has a best tree of its own, and its value counts.")
best_tree.wrong("forgets what the right part is worth", " * value[middle, end]", "",
    "The right part has a best tree of its own, and its value counts.")
best_tree.wrong("finds no cut of a part better than the first", "1.0", "0.0",
    "Is one of the three factors 0, or is your best never replaced? The cut's own share, and the values of "
    "both parts; a single word is worth 1.")
best_tree.wrong("adds the values of the two parts",
    "value[start, middle] * value[middle, end]", "(value[start, middle] + value[middle, end])",
    "Both parts must come out as they are: their chances multiply.")
best_tree.wrong("keeps the better part, not both",
    "value[start, middle] * value[middle, end]", "max(value[start, middle], value[middle, end])",
    "Both parts are in the tree: three factors.")
best_tree.wrong("never tries the last cut of a part",
    "range(start + 1, end)", "range(start + 1, max(end - 1, start + 2))",
    "A part can be cut before each of the words start + 1 .. end - 1; range leaves out its second number.")
best_tree.wrong("never tries the first cut of a part",
    "range(start + 1, end)", "range(min(start + 2, end - 1), end)",
    "A part can be cut before each of the words start + 1 .. end - 1.")
best_tree.wrong("leaves the last gap out of the sum",
    "sum(d[start : end - 1])", "(sum(d[start : end - 2]) or 1.0)",
    "The words start .. end-1 have the gaps start .. end-2 inside: end - start - 1 of them.")
best_tree.wrong("adds up one gap too many", "end - 1]", "end]",
    "The words start .. end-1 have the gaps start .. end-2 inside.")
best_tree.wrong("divides by the sum over the whole sentence", "d[start : end - 1]", "d",
    "Without a sum of its own for each part, every tree has the same product.")
best_tree.wrong("takes the softmax of the scores", "d.tolist()", "d.exp().tolist()",
    "The share is d_k over the sum of d, not of e^d.")


safest_tree = task("14.5", section="Three trees from one law", axes="node, place", tolerance=0)


def chart_of(n, *filled):
    """A chart with some squares, the whole sentence 1."""
    chart = torch.zeros(n, n + 1)
    chart[0, n] = 1
    for start, end, value in filled:
        chart[start, end] = value
    return chart


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


safest_tree.wrong("multiplies the squares instead of adding them",
    "0.0, []", "1.0, []", "left + right", "left * right", "total + chart", "total * chart",
    "How many spans are right on average? Expectations add up, whether independent or not.")
safest_tree.wrong("looks for the riskiest tree", "max(options)", "min(options)", "Keep the larger value.")
safest_tree.wrong("walks from the top and takes the best two squares each time",
    "left + right", "(chart[start, middle] + chart[middle, end]).item()",
    "What looks best at the top may leave poor squares below: fill the triangle from short spans on.")
safest_tree.wrong("leaves out the span's own square, or what its left part is worth", "left + right", "right",
    "Either way the first word is always cut off. A span has its own square and the values of both parts.")
safest_tree.wrong("leaves out the span's own square, or what its right part is worth", "left + right", "left",
    "Either way the last word is always cut off. A span has its own square and the values of both parts.")
safest_tree.wrong("lists the shorter first of nodes with one start",
    "in_order(safest(0, len(chart))[1])", "torch.tensor(sorted(safest(0, len(chart))[1]))",
    "The order is that of `in_order`: by start, and of equal start the longer first.")
safest_tree.wrong("keeps the better part, not both", "left + right", "max(left, right)",
    "Both parts are in the tree: their squares add up.")
safest_tree.wrong("reads the chart by its last word",
    "chart[start, end]", "chart[start, end - 1]", "max(options)", "max(options, key=lambda one: one[0])",
    "Ends are exclusive: chart[start, end].")
