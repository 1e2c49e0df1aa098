"""Tasks 12.1 to 12.3: the chance of a tree, of a ranking, and of each span."""

import math

import torch

from prpn_edu.course.builder import task
from prpn_edu.course.draw import real

BALANCED = [(0, 2, 4), (0, 1, 2), (2, 3, 4)]  # ((a b) (c d)), as start, cut and end of each node
LEFT = [(0, 3, 4), (0, 2, 3), (0, 1, 2)]
INNER = [(0, 1, 4), (1, 3, 4), (1, 2, 3)]  # (a ((b c) d))


def nodes_of(tree, start=0):
    """The nodes (start, cut, end) of nested pairs, by start and the longer first, and where the tree ends."""
    if isinstance(tree, str):
        return [], start + 1
    left, cut = nodes_of(tree[0], start)
    right, end = nodes_of(tree[1], cut)
    return [(start, cut, end), *left, *right], end


def inside(d, start, cut, end):
    """The scores of the gaps of a span."""
    return d[start : end - 1]


def own(d, start, cut, end):
    """The score of the gap at the cut."""
    return d[cut - 1]


@task("12.1", section="Two equations, two short loops")
def tree_chance(d, nodes, chosen=own, among=inside, over=sum, join=math.prod):
    """The share of the `chosen` score `over` those `among` which it was chosen, joined over the nodes."""
    d = d.tolist()
    parts = [(start, cut, end) for start, cut, end in nodes.tolist()]
    return torch.tensor(float(join([chosen(d, *node) / over(among(d, *node)) for node in parts])))


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


tree_chance.wrong(
    "takes the score behind the cut, d[cut]", chosen=lambda d, s, c, e: d[min(c, len(d) - 1)]
).hint("Entry k stands between word k and word k + 1. Which entry stands before word `cut`?")
tree_chance.wrong("adds up one gap too many, the one behind the span", among=lambda d, s, c, e: d[s:e]).hint(
    "The words start .. end-1 have end - start - 1 gaps between them."
)
tree_chance.wrong(
    "leaves the last gap of the span out of the sum", among=lambda d, s, c, e: d[s : e - 2] or [0.0]
).hint("A part of two words has one gap, and it is in the sum.")
tree_chance.wrong("divides by the sum over the whole sentence", among=lambda d, s, c, e: d).hint(
    "Each part chooses among its own gaps alone."
)
tree_chance.wrong("adds the chances of the nodes", join=sum).hint(
    "All choices must happen: how do the chances of independent choices go together?"
)
tree_chance.wrong("multiplies the scores and never divides", over=lambda among: 1.0).hint(
    "A chance is a share: the score, over the sum of those that it was chosen among."
)
tree_chance.wrong(
    "takes the softmax of the scores",
    chosen=lambda d, s, c, e: math.exp(d[c - 1]),
    over=lambda among: sum(map(math.exp, among)),
).hint("The chance is d_k over the sum of d, not of e^d.")
tree_chance.wrong(
    "takes the highest score of each part, whatever the tree cuts",
    chosen=lambda d, s, c, e: max(inside(d, s, c, e)),
).hint("This would be the greedy tree's chance. Read the cut off the node.")
tree_chance.wrong("stops after the first node", join=lambda shares: shares[0]).hint(
    "The parts choose as well: one factor for each node."
)
tree_chance.wrong("gives the logarithm", join=lambda shares: sum(map(math.log, shares))).hint(
    "A chance lies between 0 and 1. Is the logarithm asked for?"
)


@task("12.2", section="Two equations, two short loops")
def ranking_chance(d, order, drawn=lambda order: order, left=lambda d, order, k: order[k:], join=math.prod):
    """The share of each `drawn` gap among those that are `left` at its turn, joined."""
    d, order = d.tolist(), drawn(order.tolist())
    shares = []
    for k, gap in enumerate(order):
        rest = sum(d[j] for j in left(d, order, k))
        shares.append(d[gap] / rest if rest else math.inf)
    return torch.tensor(float(join(shares)))


def inverse(order):
    """The rank of each gap."""
    return [order.index(k) for k in range(len(order))]


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


ranking_chance.wrong("reads the order as the rank of each gap", drawn=inverse).hint(
    "order[0] is the number of the gap that comes first, not the rank of gap 0."
)
ranking_chance.wrong("divides by the sum of all scores each time", left=lambda d, order, k: order).hint(
    "A gap that has been drawn is gone: its score leaves the sum."
)
ranking_chance.wrong(
    "takes a gap out of the sum before its own turn", left=lambda d, order, k: order[k + 1 :]
).hint("At its turn a gap is still among those that are left.")
ranking_chance.wrong(
    "takes a gap out of the sum one turn too late", left=lambda d, o, k: o[max(k - 1, 0) :]
).hint("When the second is drawn, the first is gone already.")
ranking_chance.wrong("draws the last one first", drawn=lambda order: order[::-1]).hint(
    "The order is given best first."
)
ranking_chance.wrong(
    "lets the sentence lose its first gap, not the one that was drawn",
    left=lambda d, order, k: range(k, len(d)),
).hint("Which score leaves the sum: that of gap order[k], not of gap k.")
ranking_chance.wrong("adds the shares", join=sum).hint("All draws must happen, one after the other.")
ranking_chance.wrong("gives the logarithm", join=lambda shares: sum(map(math.log, shares))).hint(
    "A chance lies between 0 and 1. Is the logarithm asked for?"
)
ranking_chance.wrong(
    "gives every ranking the same chance", lambda d, order: torch.tensor(1 / math.factorial(len(d)))
).hint("Where does your function look at the scores?")


def pair(a, b, rest):
    """The chance that a and b come, in any order, before the rest."""
    return a / (a + b + rest) * b / (b + rest) + b / (a + b + rest) * a / (a + rest)


def edge(a, rest):
    """The same where there is one border only."""
    return a / (a + rest)


def among(d, start, end):
    """The sum of the scores inside a span."""
    return sum(d[start : end - 1])


@task("12.3", section="A chart by hand", axes="start, end")
def span_chart(d, both=pair, one=edge, whole=1.0, rest=among, word=0.0, place=lambda chart: chart):
    """`both` borders, `one` or none before the `rest` inside; `word` for single words; `place` moves it."""
    d = d.tolist()
    n = len(d) + 1
    chart = torch.zeros(n, n + 1)
    for start in range(n):
        chart[start, start + 1] = word
        for end in range(start + 2, n + 1):
            borders = ([d[start - 1]] if start else []) + ([d[end - 1]] if end < n else [])
            s = rest(d, start, end)
            chart[start, end] = (lambda s: whole, lambda a, s: one(a, s), both)[len(borders)](*borders, s)
    return place(chart)


@span_chart.cases
def _(draw):
    """Scores (n-1,) above 0: three and four words by hand, a high one, random ones, two words."""
    yield real([1, 3])
    yield real([2, 3, 4])
    yield real([1, 100, 1, 1])
    yield from (draw.uniform(m, low=0.2, high=3) for m in (4, 6, 8))
    yield real([5])


span_chart.wrong(
    "counts one order of the two borders only, the left one first",
    both=lambda a, b, s: a / (a + b + s) * b / (b + s),
).hint("Either border may come first; both ways lead to the span.")
span_chart.wrong("takes the two borders as independent", both=lambda a, b, s: a / (a + s) * b / (b + s)).hint(
    "Both borders race against the same gaps. Which of the three comes first, and who then?"
)
span_chart.wrong("asks for one of the two borders only", both=lambda a, b, s: (a + b) / (a + b + s)).hint(
    "Both borders must be cut before any gap inside."
)
span_chart.wrong("looks at the left border only", both=lambda a, b, s: a / (a + s)).hint(
    "A span inside the sentence is cut off on both sides."
)
span_chart.wrong(
    "asks for two borders at the edge of the sentence too, and finds none", one=lambda a, s: 0.0
).hint("At the edge of the sentence no cut is needed.")
span_chart.wrong("gives 0 for the whole sentence", whole=0.0).hint("Every tree has the whole sentence.")
span_chart.wrong("gives single words the chance 1", word=1.0).hint(
    "Entries of a single word stay 0: the chart holds spans of two words or more."
)
span_chart.wrong("forgets the last gap inside", rest=lambda d, start, end: sum(d[start : end - 2])).hint(
    "The words start .. end-1 have the gaps start .. end-2 inside."
)
span_chart.wrong(
    "counts the right border among the gaps inside", rest=lambda d, start, end: sum(d[start:end])
).hint("The gap before word `end` is a border: entry end - 1 lies outside.")
span_chart.wrong(
    "multiplies the highest score inside only", rest=lambda d, start, end: max(d[start : end - 1])
).hint("All gaps inside take part in the race: their scores add up.")
span_chart.wrong(
    "writes the last word in place of the end", place=lambda chart: torch.roll(chart, -1, 1)
).hint("Ends are exclusive: the span of words 0 and 1 is chart[0, 2].")
span_chart.wrong(
    "exchanges start and end", place=lambda chart: torch.cat([chart[:, :-1].T, chart[:, -1:]], 1)
).hint("chart[start, end], and start comes first.")
