"""Task 14.6: draws of trees by Gumbel noise, counted into a chart."""

from prpn_course.builder import task
from prpn_course.draw import real

sampled_chart = task("14.6", section="A race shows that both are one law", axes="start, end")


def quarters(draw, draws, m):
    """Scores, and numbers in (0, 1) that lie apart."""
    return draw.uniform(m, low=0.2, high=3), draw.uniform(draws, m, low=0.01, high=0.99)


@sampled_chart.cases
def _(draw):
    """Scores (m,) and numbers (1, m) in (0, 1): one draw by hand, noise that wins, random ones."""
    yield real([1, 3]), real([[0.5, 0.5]])
    yield real([1, 3]), real([[0.9, 0.1]])
    yield real([2, 3, 4]), real([[0.8, 0.5, 0.4]])
    yield from (quarters(draw, 1, m) for m in (4, 4, 5, 5, 7, 7))
    yield real([5]), real([[0.4]])


@sampled_chart.part("several")
def _(draw):
    """Several draws (S, m): two that differ, noise that wins, random ones."""
    yield real([1, 3]), real([[0.5, 0.5], [0.9, 0.1]])
    yield real([2, 3, 4]), real([[0.3, 0.6, 0.2], [0.8, 0.5, 0.4], [0.1, 0.2, 0.9], [0.6, 0.7, 0.5]])
    yield real([0.5, 4, 1]), real([[0.9, 0.7, 0.2], [0.95, 0.3, 0.6]])
    yield from (quarters(draw, draws, m) for draws, m in ((8, 4), (20, 5), (40, 7)))


sampled_chart.wrong("has no noise: every draw is the greedy tree", "- torch.log(-torch.log(u))", "+ 0 * u",
    "Where does your function look at u?")
sampled_chart.wrong("forgets the scores and draws from the noise alone", "torch.log(d) - ", "-",
    "A high score must win more often: log d is added to the noise.")
sampled_chart.wrong("adds the noise to d, not to log d", "torch.log(d)", "d",
    "The noise belongs to the logarithms of the scores: log d_k + G_k.")
sampled_chart.wrong("takes the noise with the wrong sign", "d) - torch", "d) + torch",
    "G = -log(-log u) grows with u. Count the minus signs.")
sampled_chart.wrong("adds the numbers u themselves as noise", "- torch.log(-torch.log(u))", "+ u",
    "u is uniform. Gumbel noise is -log(-log u).")
sampled_chart.wrong("adds the times -log u as noise", "torch.log(-torch.log(u))", "torch.log(u)",
    "-log u is the time E of a clock. The noise is -log E.")
sampled_chart.wrong("multiplies the scores with the numbers u",
    "torch.log(d) - torch.log(-torch.log(u))", "d * u",
    "The draw is exact only with Gumbel noise: log d_k - log(-log u_k), or another form of the same order.")
sampled_chart.wrong("multiplies the scores with the noise", "torch.log(d) - torch", "d * -torch",
    "A factor on the time is a sum of logarithms.")
sampled_chart.wrong("shakes every draw by the numbers of the first", "cut(key, 0, n)", "cut(keys[0], 0, n)",
    "Row s of u belongs to draw s.")
sampled_chart.wrong("cuts at the lowest key", "argmax", "argmin", "The highest key comes first.")
sampled_chart.wrong("gives counts, not shares", "1 / len(u)", "1", "Divide by the number of draws.")
sampled_chart.wrong("divides by the number of words", "1 / len(u)", "1 / n",
    "Divide by the number of draws, the rows of u.")
sampled_chart.wrong("divides by the number of all spans counted", "len(u)", "u.numel()",
    "Each square is a share of the draws: the whole sentence has 1.")
sampled_chart.wrong("cuts one word early, before the gap's left word",
    ".argmax()", ".argmax().sub(1).clamp(0)",
    "Gap k lies behind word k: the left part ends, and the right one begins, at k + 1.")
sampled_chart.wrong("does not count the whole sentence", "return chart", "return chart.tril(n - 1)",
    "Every tree has the span of the whole sentence: chart[0, n] is 1.")
sampled_chart.wrong("counts single words too",
    "if end - start > 1:\n            chart[start, end] += 1 / len(u)",
    "chart[start, end] += 1 / len(u)\n        if end - start > 1:",
    "The chart holds spans of two words or more: a part of one word stops and is not counted.")
sampled_chart.wrong("averages the numbers of all draws first",
    "keys =", "u = u.mean(0, keepdim=True)\n    keys =",
    "Each row of u makes a tree of its own. Average the trees' squares, not the noise.")
sampled_chart.wrong("writes the last word in place of the end", "chart[start, end]", "chart[start, end - 1]",
    "Ends are exclusive: the whole sentence is chart[0, n].")
