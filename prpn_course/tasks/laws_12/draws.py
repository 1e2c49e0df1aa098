"""Task 12.6: draws of trees by Gumbel noise, counted into a chart."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real


def gumbel(u):
    """Gumbel noise of numbers in (0, 1)."""
    return -(-u.log()).log()


def spans_of(keys, choose, early=0):
    """The spans of the tree that cuts at the chosen key of each part, or a word `early`."""
    found, todo = [], [(0, len(keys) + 1)]
    while todo:
        start, end = todo.pop()
        if end - start > 1:
            found.append((start, end))
            cut = choose(range(start + 1, end), key=lambda c: keys[c - 1])
            cut = max(start + 1, cut - early)
            todo += [(start, cut), (cut, end)]
    return found


def added(d, u):
    """log d + noise."""
    return d.log() + gumbel(u)


@task("12.6", section="Drawing trees: Gumbel noise", axes="start, end")
def sampled_chart(d, u, keys=added, choose=max, count=lambda u: len(u), last=0, early=0):
    """Shares of trees that `choose` cuts by their `keys`, out of a `count`; `last` is added to ends."""
    n = len(d) + 1
    chart = torch.zeros(n, n + 1)
    table = keys(d, u)
    for row in table.tolist():
        for start, end in spans_of(row, choose, early):
            chart[start, end + last] += 1 / count(u)
    return chart


def quarters(draw, draws, m):
    """Scores, and numbers in (0, 1) that lie apart."""
    return draw.uniform(m, low=0.2, high=3), draw.uniform(draws, m, low=0.01, high=0.99)


@sampled_chart.cases
def _(draw):
    """Scores (m,) and numbers (S, m) in (0, 1): one draw, two that differ, noise that wins, random ones."""
    yield real([1, 3]), real([[0.5, 0.5]])
    yield real([1, 3]), real([[0.5, 0.5], [0.9, 0.1]])
    yield real([2, 3, 4]), real([[0.3, 0.6, 0.2], [0.8, 0.5, 0.4], [0.1, 0.2, 0.9], [0.6, 0.7, 0.5]])
    yield real([0.5, 4, 1]), real([[0.9, 0.7, 0.2], [0.95, 0.3, 0.6]])
    yield from (quarters(draw, draws, m) for draws, m in ((8, 4), (20, 5), (40, 7)))
    yield real([5]), real([[0.4]])


sampled_chart.wrong(
    "has no noise: every draw is the greedy tree", keys=lambda d, u: d.log().expand(u.shape)
).hint("Where does your function look at u?")
sampled_chart.wrong("forgets the scores and draws from the noise alone", keys=lambda d, u: gumbel(u)).hint(
    "A high score must win more often: log d is added to the noise."
)
sampled_chart.wrong("adds the noise to d, not to log d", keys=lambda d, u: d + gumbel(u)).hint(
    "The noise belongs to the logarithms of the scores: log d_k + G_k."
)
sampled_chart.wrong("takes the noise with the wrong sign", keys=lambda d, u: d.log() - gumbel(u)).hint(
    "G = -log(-log u) grows with u. Count the minus signs."
)
sampled_chart.wrong("adds the numbers u themselves as noise", keys=lambda d, u: d.log() + u).hint(
    "u is uniform. Gumbel noise is -log(-log u)."
)
sampled_chart.wrong("adds the times -log u as noise", keys=lambda d, u: d.log() - u.log()).hint(
    "-log u is the time E of a clock. The noise is -log E."
)
sampled_chart.wrong("multiplies the scores with the noise", keys=lambda d, u: d * gumbel(u)).hint(
    "A factor on the time is a sum of logarithms."
)
sampled_chart.wrong(
    "shakes every draw by the numbers of the first", keys=lambda d, u: added(d, u[:1].expand_as(u))
).hint("Row s of u belongs to draw s.")
sampled_chart.wrong("cuts at the lowest key", choose=min).hint("The highest key comes first.")
sampled_chart.wrong("gives counts, not shares", count=lambda u: 1).hint("Divide by the number of draws.")
sampled_chart.wrong("divides by the number of words", count=lambda u: u.size(1) + 1).hint(
    "Divide by the number of draws, the rows of u."
)
sampled_chart.wrong("divides by the number of all spans counted", count=lambda u: u.numel()).hint(
    "Each square is a share of the draws: the whole sentence has 1."
)
sampled_chart.wrong("cuts one word early, before the gap's left word", early=1).hint(
    "Gap k lies behind word k: the left part ends, and the right one begins, at k + 1."
)
sampled_chart.wrong("does not count the whole sentence", lambda d, u: sampled_chart(d, u).tril(len(d))).hint(
    "Every tree has the span of the whole sentence: chart[0, n] is 1."
)
sampled_chart.wrong(
    "counts single words too",
    lambda d, u: sampled_chart(d, u) + torch.ones(len(d) + 1, len(d) + 2).triu(1).tril(1),
).hint("The chart holds spans of two words or more: a part of one word stops and is not counted.")
sampled_chart.wrong(
    "averages the numbers of all draws first", lambda d, u: sampled_chart(d, u.mean(0)[None])
).hint("Each row of u makes a tree of its own. Average the trees' squares, not the noise.")
sampled_chart.wrong("writes the last word in place of the end", last=-1).hint(
    "Ends are exclusive: the whole sentence is chart[0, n]."
)
