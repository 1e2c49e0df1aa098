"""Tasks 12.1 to 12.3: the chance of a tree, of a ranking, and of each span."""

import math

import torch

from prpn_course.builder import task
from prpn_course.draw import real

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
    return torch.tensor(float(join([quotient(chosen(d, *node), over(among(d, *node))) for node in parts])))


def quotient(part, whole):
    """part / whole, and infinity where torch says so."""
    return part / whole if whole else math.inf


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
    "leaves a gap of the part out of the sum, and has none left in a part of two words",
    among=lambda d, s, c, e: d[s : e - 2],
).hint("The gaps of the part are d[start : end - 1]; a slice ends before its second number.")
tree_chance.wrong(
    "adds up one gap too many, the one before the span", among=lambda d, s, c, e: d[max(s - 1, 0) : e - 1]
).hint("The gap before word `start` is entry start - 1: a border, and not inside.")
tree_chance.wrong(
    "takes 1 minus the share of the cut, which is 0 in a part of two words",
    chosen=lambda d, s, c, e: sum(inside(d, s, c, e)) - d[c - 1],
).hint("Each node brings the share of the gap that is cut, and not that of the others.")
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
def ranking_chance(
    d,
    order,
    drawn=lambda order: order,
    left=lambda d, order, k: order[k:],
    join=math.prod,
    score=lambda x: x,
):
    """The share of each `drawn` gap among those that are `left` at its turn, joined."""
    d, order = d.tolist(), drawn(order.tolist())
    shares = []
    for k, gap in enumerate(order):
        shares.append(quotient(score(d[gap]), sum(score(d[j]) for j in left(d, order, k))))
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
    "takes the scores out of the sum in the order of the sentence, not of the ranking",
    left=lambda d, order, k: range(k, len(d)),
).hint("Which score leaves the sum: that of gap order[k], not of gap k.")
ranking_chance.wrong(
    "takes the drawn score out before it divides, but for the last",
    left=lambda d, order, k: order[k + 1 :] or order[k:],
).hint("At its turn a gap is still in the sum: divide first, then take its score out.")
ranking_chance.wrong("stops after the first draw", join=lambda shares: shares[0]).hint(
    "One factor for each place of the ranking."
)
ranking_chance.wrong("takes e^d instead of d", score=math.exp).hint("The share is d_k over the sum of d.")
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
def span_chart(
    d,
    both=pair,
    one=edge,
    whole=1.0,
    rest=among,
    word=0.0,
    place=lambda chart: chart,
    border=lambda d, start: d[start - 1],
):
    """`both` borders, `one` or none before the `rest` inside; `word` for single words; `place` moves it."""
    d = d.tolist()
    n = len(d) + 1
    chart = torch.zeros(n, n + 1)
    for start in range(n):
        chart[start, start + 1] = word
        for end in range(start + 2, n + 1):
            borders = ([border(d, start)] if start else []) + ([d[end - 1]] if end < n else [])
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
span_chart.wrong("takes a missing border for one of score 0", one=lambda a, s: 0.0, whole=0.0).hint(
    "A border of score 0 would never be cut in time. At the edge nothing needs to be cut: the chance is 1."
)
span_chart.wrong(
    "gives the chance that the inside comes before the one border", one=lambda a, s: s / (a + s)
).hint("The span is there if its border is cut first: the border's score stands above the line.")
span_chart.wrong("takes the mean of the two orders", both=lambda a, b, s: pair(a, b, s) / 2).hint(
    "Only one of the two orders can happen: their chances add up."
)
span_chart.wrong(
    "leaves the first border in the race after it was cut",
    both=lambda a, b, s: 2 * a * b / (a + b + s) ** 2,
).hint("After the first cut that gap is gone: the second races against the inside alone.")
span_chart.wrong("takes the first gap inside for the left border", border=lambda d, start: d[start]).hint(
    "The gap before word `start` is entry start - 1."
)
span_chart.wrong("forgets the first gap inside", rest=lambda d, start, end: sum(d[start + 1 : end - 1])).hint(
    "Entry `start` stands between the words start and start + 1: it is inside."
)
span_chart.wrong(
    "counts the left border among the gaps inside", rest=lambda d, s, end: sum(d[max(s - 1, 0) : end - 1])
).hint("The gap before word `start` is a border: entry start - 1 lies outside.")
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
    "takes the highest score inside in place of their sum", rest=lambda d, start, end: max(d[start : end - 1])
).hint("All gaps inside take part in the race: their scores add up.")
span_chart.wrong(
    "writes the last word in place of the end", place=lambda chart: torch.roll(chart, -1, 1)
).hint("Ends are exclusive: the span of words 0 and 1 is chart[0, 2].")
span_chart.wrong(
    "exchanges start and end", place=lambda chart: torch.cat([chart[:, :-1].T, chart[:, -1:]], 1)
).hint("chart[start, end], and start comes first.")
