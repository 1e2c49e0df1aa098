"""Tasks 9.5 and 9.6: SPLIT by given chance, and where its brackets leave the limits of the gates."""

import operator

import torch

from prpn_course.builder import task
from prpn_course.draw import real
from prpn_course.tasks.scores_09.brackets import HAND, by_split, first_highest, rows


def share(d, start, end, u, passes=operator.gt, of=sum):
    """The first word of the part at which the running sum of its scores `passes` u times their sum."""
    wanted, passed = u * of(d[start:end]), 0.0
    for i in range(start, end):
        passed += d[i]
        if passes(passed, wanted):
            return i
    return end - 1


@task("9.5", section="Drawing a tree instead of choosing one", axes="k, e", tolerance=0)
def sample_brackets(d, u, pick=share, number=lambda u, used, start: u[used], order=1, lone=False):
    """`pick` chooses by the `number` of its turn; with `order` -1 the left part comes last."""
    d, u = d.tolist(), u.tolist()
    used, found = 0, []
    todo = [(0, len(d))]
    while todo:
        start, end = todo.pop()
        if end - start < 2:
            used += lone and end > start
            continue
        i = pick(d, start, end, number(u, used, start))
        used += 1
        found += [(start, end)] + ([(i, end)] if start < i < end - 1 else [])
        todo += [(i + 1, end), (start, i)][::order]
    return rows(found)


def numbers(draw, n):
    """Scores 1 .. 9 and odd numbers over 1024, which meet no running sum exactly."""
    return draw.whole(1, 10, n).float(), (2 * draw.whole(0, 512, n).float() + 1) / 1024


@sample_brackets.cases
def _(draw):
    """Scores (n,) above 0 and numbers (n,) between 0 and 1: by hand, low and high numbers, random ones."""
    yield real([2, 3, 4]), real([0.5, 0.25, 0.125])
    yield real([2, 3, 4]), real([0.125, 0.875, 0.5])
    yield real([1, 1, 1, 1]), real([0.5, 0.5, 0.5, 0.5])  # the point falls on the border of two words
    yield real([1, 2, 1]), real([0.75, 0.25, 0.5])  # the same at another border
    yield real([1, 1, 1, 1]), real([0.125, 0.875, 0.125, 0.5])  # the second number chooses behind word 0
    yield real([1, 2, 4, 3]), real([0.625, 0.25, 0.875, 0.125])
    yield real([1, 1, 6, 1, 1, 2]), real([0.9375, 0.0625, 0.8125, 0.3125, 0.5625, 0.6875])
    yield real([9, 1, 1, 1, 5, 1]), real([0.59375, 0.03125, 0.78125, 0.28125, 0.53125, 0.90625])
    yield from (numbers(draw, n) for n in (5, 6, 8, 11, 14))
    yield real([1, 3]), real([0.125, 0.5])


sample_brackets.wrong(
    "chooses the highest word, whatever the numbers are",
    pick=lambda d, start, end, u: first_highest(d)(start, end),
).hint("Here chance chooses. Where does your function look at u?")
sample_brackets.wrong(
    "gives every word of a part the same chance",
    pick=lambda d, start, end, u: start + int(u * (end - start)),
).hint("A word with twice the score has twice the chance: lay the scores end to end, like sticks.")
sample_brackets.wrong(
    "takes the softmax of the scores",
    pick=lambda d, start, end, u: share(torch.tensor(d).exp().tolist(), start, end, u),
).hint("The chance is d_i over the sum, not e^(d_i) over the sum.")
sample_brackets.wrong(
    "measures by the sum over the whole sentence",
    pick=lambda d, start, end, u: share(d, start, end, u * sum(d) / sum(d[start:end])),
).hint("Within a part the chances sum to 1: divide by the sum over the part.")
sample_brackets.wrong(
    "lays the scores end to end from the right",
    pick=lambda d, start, end, u: len(d) - 1 - share(d[::-1], len(d) - end, len(d) - start, u),
).hint("A u near 0 falls on the first word of the part.")
sample_brackets.wrong(
    "gives the border between two words to the left one",
    pick=lambda d, start, end, u: share(d, start, end, u, passes=operator.ge),
).hint("The running sum must be *greater* than u times the whole: at the border the next word is chosen.")
sample_brackets.wrong(
    "compares the running sum with u itself",
    pick=lambda d, start, end, u: share(d, start, end, u, of=lambda part: 1.0),
).hint("u is a share of the part: compare with u times the part's sum.")
sample_brackets.wrong("uses the first number for every choice", number=lambda u, used, start: u[0]).hint(
    "Each choice takes the next number of u."
)
sample_brackets.wrong(
    "takes the number at the place where the part begins", number=lambda u, used, start: u[start]
).hint("The whole sentence and its left part begin at the same word, but they are two choices.")
sample_brackets.wrong("does what follows the chosen word before the left part", order=-1).hint(
    "First the whole left part, with all of its choices; then what follows the chosen word."
)
sample_brackets.wrong("uses up a number for a single word too", lone=True).hint(
    "A single word leaves nothing to choose."
)
sample_brackets.wrong(
    "stops one word too early",
    pick=lambda d, start, end, u: max(start, share(d, start, end, u) - 1),
).hint("The word is chosen whose stick u falls on: add its score first, then compare.")
sample_brackets.wrong(
    "goes one word too far", pick=lambda d, start, end, u: min(end - 1, share(d, start, end, u) + 1)
).hint("Stop at the word whose score takes the running sum past u times the whole.")


@task("9.6", section="When the nearest higher score is a bracket's edge", axes="row, t", tolerance=0)
def limits_and_edges(
    d,
    spans,
    order=lambda t: range(t - 1, -1, -1),
    wall=operator.gt,
    nothing=lambda t: 0,
    holds=lambda start, end, t: start < t < end,
    pick=min,
):
    """Row 0: the nearest `wall` of an `order`; row 1: where the bracket that `pick` takes of those begins."""
    d, spans = d.tolist(), [tuple(span) for span in spans.tolist()]
    limits, edges = [0], [0]
    for t in range(1, len(d)):
        limits.append(next((i for i in order(t) if wall(d[i], d[t])), nothing(t)))
        held = [span for span in spans if holds(*span, t)]
        edges.append(pick(held, key=lambda span: span[1] - span[0])[0])
    return torch.tensor([limits, edges])


def with_brackets(d):
    """The scores and SPLIT's brackets of them."""
    return d, rows(by_split(first_highest(d.tolist()), 0, len(d)))


@limits_and_edges.cases
def _(draw):
    """Scores (n,) and SPLIT's brackets: the counterexample, the chapter's, chains, ties, random ones."""
    fixed = ([3, 1, 2], HAND, [1, 3, 2, 4], [1, 2, 3, 4], [4, 3, 2, 1], [5, 1, 4, 2, 3], [2, 4, 3, 3, 1, 2])
    yield from map(with_brackets, map(real, fixed))
    yield from (with_brackets(draw.uniform(n)) for n in (4, 7, 10))
    yield with_brackets(draw.whole(0, 3, 8).float())
    yield with_brackets(real([1, 2]))


limits_and_edges.wrong("stops at an equal score", wall=operator.ge).hint("Equal is not higher.")
limits_and_edges.wrong("takes the leftmost higher score, not the nearest", order=range).hint(
    "The search begins at t - 1 and goes left."
)
limits_and_edges.wrong("looks for a lower score", wall=operator.lt).hint("A wall is a *higher* score.")
limits_and_edges.wrong("gives t - 1 where nothing is higher", nothing=lambda t: t - 1).hint(
    "Without a wall the look goes back to the start."
)
limits_and_edges.wrong("gives -1 where nothing is higher", nothing=lambda t: -1).hint(
    "Without a wall the look ends at word 0."
)
limits_and_edges.wrong("takes the largest bracket", pick=max).hint(
    "The whole sentence always holds both words. Which bracket is the smallest?"
)
limits_and_edges.wrong(
    "takes the smallest bracket that holds word t, with or without t - 1",
    holds=lambda start, end, t: start <= t < end,
).hint("It must hold t - 1 as well: start <= t - 1.")
limits_and_edges.wrong(
    "takes the smallest bracket that holds t - 1, with or without t",
    holds=lambda start, end, t: start < t <= end,
).hint("It must hold t as well, and ends are exclusive: t < end.")
limits_and_edges.wrong("exchanges the two rows", lambda d, spans: limits_and_edges(d, spans).flip(0)).hint(
    "Row 0 comes from the scores, row 1 from the brackets."
)
limits_and_edges.wrong(
    "reads the limits off the brackets too", lambda d, spans: limits_and_edges(d, spans)[[1, 1]]
).hint("Row 0 does not look at the brackets: only at who is higher than whom.")
limits_and_edges.wrong(
    "names the word after the wall",
    lambda d, spans: torch.stack([after_the_wall(d), limits_and_edges(d, spans)[1]]),
).hint("The wall itself is the limit: i, not i + 1.")


def after_the_wall(d):
    """The limits, one further to the right wherever there is a wall."""
    d = d.tolist()
    found = [next((i + 1 for i in range(t - 1, -1, -1) if d[i] > d[t]), 0) for t in range(len(d))]
    return torch.tensor(found)
