"""Tasks 14.1 to 14.3: the chance of a tree, of a ranking, and of each span."""

import math

import torch

from prpn_course.builder import task
from prpn_course.draw import real

BALANCED = [(0, 2, 4), (0, 1, 2), (2, 3, 4)]  # ((a b) (c d)), as start, cut and end of each node
LEFT = [(0, 3, 4), (0, 2, 3), (0, 1, 2)]
INNER = [(0, 1, 4), (1, 3, 4), (1, 2, 3)]  # (a ((b c) d))
BOTH = "(b / (b + inside) * a + a / (a + inside) * b) / (a + b + inside)"  # the solution of 14.3, two borders


def nodes_of(tree, start=0):
    """The nodes (start, cut, end) of nested pairs, by start and the longer first, and where the tree ends."""
    if isinstance(tree, str):
        return [], start + 1
    left, cut = nodes_of(tree[0], start)
    right, end = nodes_of(tree[1], cut)
    return [(start, cut, end), *left, *right], end


tree_chance = task("14.1", section="Two ways to draw a tree")


@tree_chance.cases
def _(draw):
    """Scores (n-1,) and nodes (n-1, 3): four words by hand, three of their trees, random ones, two words."""
    yield real([2, 3, 4]), torch.tensor(BALANCED)
    yield real([2, 3, 4]), torch.tensor(LEFT)
    yield real([1, 5, 2]), torch.tensor(INNER)
    yield real([4, 1]), torch.tensor([(0, 1, 3), (1, 2, 3)])
    for n in (5, 7, 9):
        yield draw.uniform(n - 1, low=0.2, high=3), torch.tensor(nodes_of(draw.tree(n))[0])
    yield real([5]), torch.tensor([(0, 1, 2)])


tree_chance.wrong("takes the score behind the cut, d[cut]", "d[cut - 1]", "d[min(cut, len(d) - 1)]",
    "Entry k stands between word k and word k + 1. Which entry stands before word `cut`?")
tree_chance.wrong("adds up one gap too many, the one behind the span", "end - 1]", "end]",
    "The words start .. end-1 have end - start - 1 gaps between them.")
tree_chance.wrong("leaves a gap of the part out of the sum, and has none left in a part of two words",
    "end - 1]", "end - 2]",
    "The gaps of the part are d[start : end - 1]; a slice ends before its second number.")
tree_chance.wrong("adds up one gap too many, the one before the span", "d[start :", "d[max(start - 1, 0) :",
    "The gap before word `start` is entry start - 1: a border, and not inside.")
tree_chance.wrong("takes 1 minus the share of the cut, which is 0 in a part of two words",
    "d[cut - 1] / d[start : end - 1].sum()", "(1 - d[cut - 1] / d[start : end - 1].sum())",
    "Each node brings the share of the gap that is cut, and not that of the others.")
tree_chance.wrong("divides by the sum over the whole sentence", "d[start : end - 1]", "d",
    "Each part chooses among its own gaps alone.")
tree_chance.wrong("adds the chances of the nodes",
    "torch.tensor(1.0)", "torch.tensor(0.0)", "chance * d", "chance + d",
    "All choices must happen: how do the chances of independent choices go together?")
tree_chance.wrong("multiplies the scores and never divides", " / d[start : end - 1].sum()", "",
    "A chance is a share: the score, over the sum of those that it was chosen among.")
tree_chance.wrong("takes the softmax of the scores",
    "d[cut - 1]", "d[cut - 1].exp()", ".sum()", ".exp().sum()",
    "The chance is d_k over the sum of d, not of e^d.")
tree_chance.wrong("takes the highest score of each part, whatever the tree cuts",
    "d[cut - 1]", "d[start : end - 1].max()",
    "This would be the greedy tree's chance. Read the cut off the node.")
tree_chance.wrong("stops after the first node", "nodes.tolist()", "nodes.tolist()[:1]",
    "The parts choose as well: one factor for each node.")
tree_chance.wrong("takes the mean of the nodes' chances",
    "torch.tensor(1.0)", "torch.tensor(0.0)",
    "chance * d[cut - 1] / d[start : end - 1].sum()",
    "chance + d[cut - 1] / d[start : end - 1].sum() / len(nodes)",
    "All of these choices must happen: multiply.")
tree_chance.wrong("divides by the gaps up to the cut alone", "d[start : end - 1]", "d[start:cut]",
    "All gaps of the part take part in the draw, those behind the cut, too.")
tree_chance.wrong("gives the logarithm", "return chance", "return chance.log()",
    "A chance lies between 0 and 1. Is the logarithm asked for?")


ranking_chance = task("14.2", section="Two ways to draw a tree")


@ranking_chance.cases
def _(draw):
    """Scores (m,) and an order (m,), best first: by hand, not their own inverse, random, one gap."""
    yield real([2, 3, 4]), torch.tensor([2, 0, 1])
    yield real([2, 3, 4]), torch.tensor([1, 2, 0])
    yield real([1, 5]), torch.tensor([0, 1])
    yield real([1, 2, 3, 4]), torch.tensor([3, 2, 1, 0])
    yield real([1, 2, 3, 4]), torch.tensor([1, 3, 0, 2])
    for m in (4, 6, 8):
        yield draw.uniform(m, low=0.2, high=3), draw.order(m)
    yield real([7]), torch.tensor([0])


ranking_chance.wrong("reads the order as the rank of each gap", "d[order]", "d[order.argsort()]",
    "order[0] is the number of the gap that comes first, not the rank of gap 0.")
ranking_chance.wrong("divides by the sum of all scores each time", "ranked[k:]", "ranked",
    "A gap that has been drawn is gone: its score leaves the sum.")
ranking_chance.wrong("takes a gap out of the sum before its own turn", "ranked[k:]", "ranked[k + 1 :]",
    "At its turn a gap is still among those that are left.")
ranking_chance.wrong("takes a gap out of the sum one turn too late", "ranked[k:]", "ranked[max(k - 1, 0) :]",
    "When the second is drawn, the first is gone already.")
ranking_chance.wrong("draws the last one first", "d[order]", "d[order.flip(0)]",
    "The order is given best first.")
ranking_chance.wrong("takes the scores out of the sum in the order of the sentence, not of the ranking",
    "ranked[k:]", "d[k:]",
    "Which score leaves the sum: that of gap order[k], not of gap k.")
ranking_chance.wrong("takes the drawn score out before it divides, but for the last",
    "ranked[k:]", "(ranked[k + 1 :] if k + 1 < len(d) else ranked[k:])",
    "At its turn a gap is still in the sum: divide first, then take its score out.")
ranking_chance.wrong("stops after the first draw", "range(len(ranked))", "range(1)",
    "One factor for each place of the ranking.")
ranking_chance.wrong("takes e^d instead of d", "d[order]", "d[order].exp()",
    "The share is d_k over the sum of d.")
ranking_chance.wrong("adds the shares",
    "torch.tensor(1.0)", "torch.tensor(0.0)", "chance * ranked", "chance + ranked",
    "All draws must happen, one after the other.")
ranking_chance.wrong("takes the mean of the shares",
    "torch.tensor(1.0)", "torch.tensor(0.0)", "chance * ranked[k] / ranked[k:].sum()",
    "chance + ranked[k] / ranked[k:].sum() / len(d)",
    "One draw AND the next: multiply.")
ranking_chance.wrong("compares each with the next one alone", "ranked[k:]", "ranked[k : k + 2]",
    "A draw is made among all gaps that are left, not among two.")
ranking_chance.wrong("gives the logarithm", "return chance", "return chance.log()",
    "A chance lies between 0 and 1. Is the logarithm asked for?")
ranking_chance.wrong("gives every ranking the same chance",
    lambda d, order: torch.tensor(1 / math.factorial(len(d))),
    "Where does your function look at the scores?")


span_chart = task(
    "14.3", section="A chart by hand", axes="start, end", after="Two ways to draw a tree"
)


@span_chart.cases
def _(draw):
    """Scores (n-1,) above 0 of two and three words, where no span has two borders: by hand, random ones."""
    yield real([1, 3])
    yield real([4, 2])
    yield from (draw.uniform(2, low=0.2, high=3) for _ in range(2))
    yield real([5])


@span_chart.part("longer sentences")
def _(draw):
    """Four words by hand, a high score, random ones."""
    yield real([2, 3, 4])
    yield real([1, 100, 1, 1])
    yield from (draw.uniform(m, low=0.2, high=3) for m in (4, 6, 8))


span_chart.wrong("counts one order of the two borders only, the left one first",
    " + a / (a + inside) * b", "",
    "Either border may come first; both ways lead to the span.")
span_chart.wrong("takes the two borders as independent", BOTH, "b / (b + inside) * a / (a + inside)",
    "Both borders race against the same gaps. Which of the three comes first, and who then?")
span_chart.wrong("asks for one of the two borders only", BOTH, "(a + b) / (a + b + inside)",
    "Both borders must be cut before any gap inside.")
span_chart.wrong("adds the chances of the two borders", BOTH, "a / (a + inside) + b / (b + inside)",
    "A span needs both borders. Add only over the two orders in which they may come.")
span_chart.wrong("takes one order, and leaves the first border in the race",
    BOTH, "a * b / (a + b + inside) ** 2",
    "There are two orders; and after the first cut its gap is gone from the sum.")
span_chart.wrong("looks at the lower border alone", BOTH, "min(a, b) / (min(a, b) + inside)",
    "The later border is not always the lower one: sum over the two orders.")
span_chart.wrong("looks at the left border only", BOTH, "a / (a + inside)",
    "A span inside the sentence is cut off on both sides.")
span_chart.wrong("asks for two borders at the edge of the sentence too, and finds none",
    "border / (border + inside)", "0.0",
    "At the edge of the sentence no cut is needed.")
span_chart.wrong("takes a missing border for one of score 0",
    "border / (border + inside)", "0.0", "chance = 1.0", "chance = 0.0",
    "A border of score 0 would never be cut in time. At the edge nothing needs to be cut: the chance is 1.")
span_chart.wrong("gives the chance that the inside comes before the one border",
    "border / (border", "inside / (border",
    "The span is there if its border is cut first: the border's score stands above the line.")
span_chart.wrong("takes the mean of the two orders", "* b) / (a", "* b) / 2 / (a",
    "Only one of the two orders can happen: their chances add up.")
span_chart.wrong("leaves the first border in the race after it was cut",
    BOTH, "2 * a * b / (a + b + inside) ** 2",
    "After the first cut that gap is gone: the second races against the inside alone.")
span_chart.wrong("takes the first gap inside for the left border", "d[start - 1]", "d[start]",
    "The gap before word `start` is entry start - 1.")
span_chart.wrong("forgets the first gap inside", "d[start :", "d[start + 1 :",
    "Entry `start` stands between the words start and start + 1: it is inside.")
span_chart.wrong("counts the left border among the gaps inside", "d[start :", "d[max(start - 1, 0) :",
    "The gap before word `start` is a border: entry start - 1 lies outside.")
span_chart.wrong("gives 0 for the whole sentence", "chance = 1.0", "chance = 0.0",
    "Every tree has the whole sentence.")
span_chart.wrong("gives single words the chance 1", "start + 2", "start + 1",
    "Entries of a single word stay 0: the chart holds spans of two words or more.")
span_chart.wrong("forgets the last gap inside", "end - 1].sum()", "end - 2].sum()",
    "The words start .. end-1 have the gaps start .. end-2 inside.")
span_chart.wrong("counts the right border among the gaps inside", "end - 1].sum()", "end].sum()",
    "The gap before word `end` is a border: entry end - 1 lies outside.")
span_chart.wrong("takes the highest score inside in place of their sum", "sum()", "max()",
    "All gaps inside take part in the race: their scores add up.")
span_chart.wrong("writes the last word in place of the end", "chart[start, end]", "chart[start, end - 1]",
    "Ends are exclusive: the span of words 0 and 1 is chart[0, 2].")
span_chart.wrong("exchanges start and end",
    "return chart", "return torch.cat([chart[:, :-1].T, chart[:, -1:]], 1)",
    "chart[start, end], and start comes first.")
