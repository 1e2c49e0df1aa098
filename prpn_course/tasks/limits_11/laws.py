"""Tasks 11.1 and 11.2: the law of a limit by comparing in pairs, and the gates of one ranking."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

FIGURE_SCORES = (0.7, 0.6, 0.3, 0.4, 0.5)  # of the note's Figure 3, t = 4


@task("11.1", section="Figure 3, row by row", axes="k")
def pairs_law(
    d,
    stops=lambda own, other: other / (own + other),
    walk=lambda t: range(t - 1, 0, -1),
    rest=lambda p, remaining: remaining,
    rival=lambda d, k: d[-1],
    broken=lambda share, remaining: share * remaining,
    shorter=lambda share, remaining: remaining * (1 - share),
):
    """Break a stick on a `walk`: what `stops` against the `rival` is `broken` off, 0 has the `rest`."""
    t = len(d) - 1
    p, remaining = torch.zeros(t), 1.0
    for k in walk(t):
        share = stops(rival(d, k), d[k])
        p[k] = broken(share, remaining)
        remaining = shorter(share, remaining)
    p[0] = rest(p, remaining)
    return p


@pairs_law.cases
def _(draw):
    """Scores (t + 1,) above 0: small ones by hand, Figure 3's, random ones, a single memory."""
    yield real([5, 3, 1])
    yield real([1, 1, 1, 1])
    yield real(FIGURE_SCORES)
    yield from (draw.uniform(n, low=0.1, high=3.0) for n in (3, 4, 6, 9))
    yield real([2, 1])


pairs_law.wrong(
    "takes the chance to stop for the chance to go on", stops=lambda own, other: own / (own + other)
).hint("A high wall stops: with d_k far above d_t the search should end at k.")
pairs_law.wrong("walks from the left, from 1 up to t - 1", walk=lambda t: range(1, t)).hint(
    "The search starts at t - 1 and goes left: the first stop is the nearest one."
)
pairs_law.wrong(
    "tosses a coin at 0 as well, and loses what passes it",
    rest=lambda p, remaining: torch.nan,
).hint("Add up your numbers. Nothing lies before 0, so whatever arrives there stays there.")
pairs_law.wrong(
    "gives the chances to stop, one by one, and not the law", lambda d: d[:-1] / (d[:-1] + d[-1])
).hint("To stop at k the search must first have passed every position between k and t.")
pairs_law.wrong("leaves p(l_t = 0) at 0", rest=lambda p, remaining: 0.0).hint(
    "Add up your numbers: they should sum to 1. What happens to a search that no wall stops?"
)
pairs_law.wrong("gives the gates and not the law", lambda d: pairs_law(d).cumsum(0)).hint(
    "P(l_t <= k) is the running sum. Asked for is p(l_t = k), which sums to 1."
)
pairs_law.wrong(
    "compares with the first score instead of the last", lambda d: pairs_law(torch.cat([d[:-1], d[:1]]))
).hint("The step that looks back is the last word: its score is d[t], with t = len(d) - 1.")
pairs_law.wrong("lists the limits from the nearest to the furthest", lambda d: pairs_law(d).flip(0)).hint(
    "Entry k belongs to the limit k, so entry 0 is the start of the sentence."
)
pairs_law.wrong(
    "divides by the sum of all scores", lambda d: pairs_law(d, stops=lambda own, other: other / d.sum())
).hint("A comparison in pairs knows two scores only, d_k and d_t.")
pairs_law.wrong("gives the law of one ranking", lambda d: of_one_ranking(d)).hint(
    "Here each wall tosses a coin of its own. The law of one ranking comes in the next task."
)
pairs_law.wrong(
    "shortens the stick before it stores the share",
    broken=lambda share, remaining: share * remaining * (1 - share),
).hint("First store what breaks off of the stick that arrived; then make the stick shorter.")
pairs_law.wrong(
    "stores the share, and not the share of what arrived", broken=lambda share, remaining: share
).hint("Only a part of the stick gets as far as k: the share is of `remaining`.")
pairs_law.wrong("starts a new stick at each place", shorter=lambda share, remaining: 1 - share).hint(
    "The stick has lost pieces before: what remains of it is multiplied, not replaced."
)
pairs_law.wrong("takes the share off as if the stick were whole", shorter=lambda share, r: r - share).hint(
    "What breaks off is the share times what arrived; that is what the stick loses."
)
pairs_law.wrong("lets the search stop at 0 by a coin too", walk=lambda t: range(t - 1, -1, -1)).hint(
    "No coin is tossed at 0: it takes all that arrives. The walk ends at 1."
)
pairs_law.wrong("compares each word with its right neighbour", rival=lambda d, k: d[k + 1]).hint(
    "Every comparison is with the step that looks back, d[t]."
)
pairs_law.wrong("compares with d[t - 1] instead of d[t]", rival=lambda d, k: d[-2]).hint(
    "d has t + 1 entries: the step that looks back is d[t], the last one."
)
pairs_law.wrong(
    "compares e^d instead of d", stops=lambda own, other: other.exp() / (own.exp() + other.exp())
).hint("The scores themselves are compared: d_k / (d_t + d_k).")
pairs_law.wrong("goes on with the share that has stopped", lambda d: wrong_stick(d)).hint(
    "What goes on past k is what arrived there, times the chance not to stop."
)


def wrong_stick(d):
    """The law with the chance to stop where the chance to go on belongs, in the product alone."""
    t = len(d) - 1
    stop = d[:t] / (d[:t] + d[t])
    p = torch.stack([stop[k] * stop[k + 1 :].prod() for k in range(t)])
    p[0] = stop[1:].prod()
    return p


@task("11.2", section="One ranking in place of many coins", axes="t, i")
def ranking_gates(d, first=lambda i: i + 1, end=lambda t: t + 1, top=lambda d, t, i: d[t], last=None):
    """d_t over the sum of the scores first(i) .. end(t) - 1, for i < t."""
    T = len(d)
    out = torch.zeros(T, T)
    for t in range(T):
        for i in range(t + (last is not None)):
            out[t, i] = top(d, t, i) / d[first(i) : end(t)].sum()
    return out


@ranking_gates.cases
def _(draw):
    """Scores (T,) above 0: three words by hand, equal ones, Figure 3's, random ones, one word."""
    yield real([5, 3, 1])
    yield real([1, 1, 1, 1])
    yield real(FIGURE_SCORES)
    yield from (draw.uniform(n, low=0.1, high=3.0) for n in (2, 4, 7))
    yield real([2])


ranking_gates.wrong("lets position i itself compete", first=lambda i: i).hint(
    "The limit may be i. So it is no harm if i ranks above t: which words must t beat?"
)
ranking_gates.wrong("leaves t out of the sum", end=lambda t: t).hint(
    "A choice in proportion divides by the sum over all who take part, the winner included."
)
ranking_gates.wrong("has the score of i above the line", top=lambda d, t, i: d[i]).hint(
    "The gate at i is open if t is the best of its part."
)
ranking_gates.wrong("sums from the start of the sentence", first=lambda i: 0).hint(
    "Words before i + 1 may be as high as they like: the search has stopped by then, or may stop there."
)
ranking_gates.wrong("sums over the whole rest of the sentence", end=lambda t: None).hint(
    "Words after t have not been read: the part ends with t."
)
ranking_gates.wrong("multiplies comparisons in pairs", lambda d: by_pairs(d)).hint(
    "A product of comparisons tosses a fresh coin at each wall. Rank i+1, .., t at once instead."
)
ranking_gates.wrong("gives the law of the limit and not its running sum", lambda d: differences(d)).hint(
    "The gate at i is P(l_t <= i): every limit up to i counts."
)
ranking_gates.wrong(
    "gives the chance that the gate is closed", lambda d: (1 - ranking_gates(d)).tril(-1)
).hint("The nearest position, t - 1, is always inside: its gate is 1.")
ranking_gates.wrong("stores step t in column t", lambda d: ranking_gates(d).T).hint(
    "Row t is the step that looks back, column i the position that it looks at."
)
ranking_gates.wrong(
    "opens the gates at i >= t as well", lambda d: ranking_gates(d) + torch.ones(len(d), len(d)).triu()
).hint("A step sees nothing from itself on: entries with i >= t are 0.")
ranking_gates.wrong("opens the gate at t itself", lambda d: ranking_gates(d) + torch.eye(len(d))).hint(
    "A step looks at earlier positions only: the diagonal is 0."
)
ranking_gates.wrong(
    "sets the gate at 0 to 1",
    lambda d: ranking_gates(d, top=lambda d, t, i: d[1 : t + 1].sum() if i == 0 else d[t]),
).hint("The gate at 0 is open if t beats all of 1, .., t - 1. Only the gate at t - 1 is always open.")
ranking_gates.wrong(
    "fills the last row only", lambda d: ranking_gates(d) * (torch.arange(len(d)) == len(d) - 1)[:, None]
).hint("Each step t has a row of its own: two loops.")
ranking_gates.wrong("leaves the gate at t - 1 closed", lambda d: ranking_gates(d).tril(-2)).hint(
    "Between t - 1 and t there is nobody to beat."
)


def by_pairs(d):
    """The gates of coins that compare in pairs."""
    T = len(d)
    return torch.stack(
        [torch.stack([(d[t] / (d[t] + d[i + 1 : t])).prod() * (i < t) for i in range(T)]) for t in range(T)]
    )


def differences(d):
    """p(l_t = k), (T, T)."""
    g = ranking_gates(d)
    return torch.cat([g[:, :1], g.diff(dim=1)], 1).tril(-1)


def of_one_ranking(d):
    """The law of the last word's limit, (t,)."""
    return differences(d)[-1, :-1]
