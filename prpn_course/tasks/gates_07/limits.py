"""Tasks 7.2, 7.3 and 7.6: where the limit is, by chance, and when the gates are sharp."""

import operator

import torch

from prpn_course.builder import task
from prpn_course.draw import real

FIGURE_SCORES = (0.7, 0.6, 0.3, 0.4, 0.5)  # of the note's Figure 2
FIGURE_ALPHA = (0.4, 0.45, 0.6, 0.55)  # the paper's form at t = 4; entry 0 is not used


@task("7.2", section="Walking left with coins", axes="t, j")
def alphas(
    d, tau, ramp=lambda lead, tau: ((1 + tau * lead) / 2).clamp(0, 1), past=lambda alpha: alpha.tril(-1)
):
    """`ramp` makes a chance of lead = d_t - d_j; `past` keeps the entries with j < t."""
    return past(ramp(d[:, None] - d[None, :], tau))


@alphas.cases
def _(draw):
    """Scores (T,) and tau > 0: Figure 2's, the same with another tau, random ones, ties, a single word."""
    yield from ((real(FIGURE_SCORES), tau) for tau in (1.0, 2.0, 10.0))
    yield from ((draw.uniform(length), tau) for length, tau in ((2, 0.5), (4, 3.0), (7, 1.5)))
    wide = draw.uniform(6, high=5.0)  # differences beyond 1: the ends of the ramp
    yield from ((wide, 1.0), (wide, 0.25), (real([1, 2, 2, 1]), 4.0), (real([0.5]), 1.0))


alphas.wrong("subtracts the scores the other way round", lambda d, tau: alphas(-d, tau)).hint(
    "A high score at j is a wall. Should the search go on past a wall more easily, or less?"
)
alphas.wrong("divides by tau instead of multiplying", lambda d, tau: alphas(d, 1 / tau)).hint(
    "In the paper tau is a sharpness: a large tau makes the gate hard. A divisor does the opposite."
)
alphas.wrong("does not keep the value between 0 and 1", ramp=lambda lead, tau: (1 + tau * lead) / 2).hint(
    "A chance below 0 or above 1 is none. The ramp is flat at both ends: clip it."
)
alphas.wrong(
    "uses the form of the authors' code, 1 + (d_t - d_j) / tau",
    ramp=lambda lead, tau: (1 + lead / tau).clamp(0, 1),
).hint("In the paper's form two equal scores give 1/2; in the code's form they give 1.")
alphas.wrong("leaves out the division by 2", ramp=lambda lead, tau: (1 + tau * lead).clamp(0, 1)).hint(
    "Set d_t = d_j in the formula: the search should stop or go on with equal chances."
)
alphas.wrong(
    "clips before it adds 1 and halves, at 0 instead of at -1",
    ramp=lambda lead, tau: ((tau * lead).clamp(0, 1) + 1) / 2,
).hint("hardtanh clips to [-1, 1]. Clipping to [0, 1] belongs at the very end.")
alphas.wrong(
    "takes a sigmoid instead of a straight ramp", ramp=lambda lead, tau: torch.sigmoid(tau * lead)
).hint("Both run from 0 to 1, but the paper's ramp is straight, and it reaches 0 and 1.")
for name, ramp, text in (
    ("clips at 0 alone", lambda x: (x / 2).clamp(min=0), "A chance above 1 is none."),
    (
        "clips the sum before it halves it",
        lambda x: x.clamp(0, 1) / 2,
        "So no chance passes 1/2: halve first.",
    ),
    ("cuts fractions off", lambda x: (x // 2).clamp(0, 1), "`//` cuts off fractions; use `/`."),
):
    alphas.wrong(name, ramp=lambda lead, tau, ramp=ramp: ramp(1 + tau * lead)).hint(text)
alphas.wrong("stores t numbers in a row of T places", lambda d, tau: d[:0].expand(len(d))).hint(
    "Two shapes do not fit: the row of step t has t entries, `alpha[t, :t]`."
)
alphas.wrong("does not set the entries with j >= t to 0", past=lambda alpha: alpha).hint(
    "Step t only looks at j < t. What should stand on the diagonal, and to the right of it?"
)
alphas.wrong("keeps the diagonal, j = t", past=torch.tril).hint(
    "There the score is compared with itself: 1/2. Step t looks at j < t only."
)
alphas.wrong(
    "halves only the difference, 1 + tau (d_t - d_j) / 2",
    ramp=lambda lead, tau: (1 + tau * lead / 2).clamp(0, 1),
).hint("The whole sum 1 + tau(...) is halved: equal scores must give 1/2.")
alphas.wrong("subtracts d_{j+1} in place of d_j", past=lambda alpha: alpha.roll(-1, -1).tril(-1)).hint(
    "The submitted paper prints d_{j+1}; here the wall at j is d_j. With j+1, alpha at j = t-1 would "
    "compare d_t with itself."
)
alphas.wrong(
    "multiplies the 1 by tau too, tau (1 + d_t - d_j) / 2",
    ramp=lambda lead, tau: (tau * (1 + lead) / 2).clamp(0, 1),
).hint("tau sharpens the difference alone: equal scores must give 1/2, whatever tau is.")


def leftwards(t):
    """t-1, ..., 1."""
    return range(t - 1, 0, -1)


@task("7.3", section="Breaking a stick", axes="k")
def limit_distribution(alpha, order=leftwards, piece=lambda a, stick: stick * (1 - a), rest=0):
    """Break the stick in this order; a piece depends on alpha_k and the stick; what is left is p[rest]."""
    p, stick = torch.zeros(len(alpha), dtype=alpha.dtype), 1.0
    for k in order(len(alpha)):
        p[k] = piece(alpha[k], stick)
        stick = stick * alpha[k]
    if rest is not None:
        p[rest] = stick
    return p


@limit_distribution.cases
def _(draw):
    """Chances to go on (t,), t >= 1: Figure 2's, random ones, certain stops (0) and certain goings-on (1)."""
    yield real(FIGURE_ALPHA)
    yield from (draw.uniform(t, low=0.1, high=0.9) for t in (2, 3, 7))
    yield from map(real, ([0.3, 0.5, 0.0, 0.5], [0.3, 1.0, 1.0], [0.3]))


limit_distribution.wrong("walks from the left, beginning at position 0", order=range, rest=None).hint(
    "The search begins next to t, at t-1, and goes left. So p(k) needs what lies to the right of k."
)
limit_distribution.wrong(
    "gives k = 0 only a part of what is left of the stick", order=lambda t: reversed(range(t)), rest=None
).hint("Add up your numbers: they fall short of 1. At 0 there is nowhere further to go; alpha_0 is not used.")
limit_distribution.wrong(
    "forgets to stop: it gives P(l_t <= k) and not p(l_t = k)", piece=lambda a, stick: stick
).hint("To end at k the search must come as far as k and also stop there. You have the first half.")
limit_distribution.wrong(
    "takes alpha for the chance to stop", lambda alpha: limit_distribution(1 - alpha)
).hint("alpha_j is the chance to go on past j. The chance to stop there is what remains of 1.")
limit_distribution.wrong(
    "begins the product at k instead of k + 1",
    lambda alpha: torch.cat([torch.ones(1), 1 - alpha[1:]]) * alpha.flip(0).cumprod(0).flip(0),
).hint("Stopping at k and going on past k cannot both happen: which is the first alpha in the product?")
limit_distribution.wrong(
    "forgets how likely it is that the search comes as far as k",
    lambda alpha: torch.cat([torch.ones(1), 1 - alpha[1:]]),
).hint(
    "Your numbers add up to more than 1. Before it can stop at k, the search must go on past all that "
    "lies between k and t."
)
limit_distribution.wrong("breaks each piece from a whole stick", piece=lambda a, stick: 1 - a).hint(
    "The first piece is right. The next is broken from what the first has left."
)
limit_distribution.wrong(
    "breaks each piece from a whole stick, and lets p(0) make the sum 1",
    lambda alpha: torch.cat([1 - (1 - alpha[1:]).sum(0, keepdim=True), 1 - alpha[1:]]),
).hint("1 - alpha_k is the share of what is *left*, not of the whole stick.")
limit_distribution.wrong("multiplies p(0) by alpha_0 too", order=lambda t: range(t - 1, -1, -1)).hint(
    "Nothing lies left of 0: what comes there stays, and alpha_0 is not used."
)
limit_distribution.wrong("never comes to k = 1", order=lambda t: range(t - 1, 1, -1)).hint(
    "`range(t - 1, 1, -1)` stops before 1. Only p(0) has a rule of its own."
)
limit_distribution.wrong("begins at t - 2", order=lambda t: range(t - 2, 0, -1)).hint(
    "The first position that the search meets is t - 1, right beside t."
)
limit_distribution.wrong("forgets p(0) and leaves that entry 0", rest=None).hint(
    "Add up your numbers: what is missing is still in your hand after the loop."
)
limit_distribution.wrong(
    "shortens the stick before it stores the piece", piece=lambda a, stick: stick * a * (1 - a)
).hint("Store the piece first, then shorten the stick.")
limit_distribution.wrong(
    "walks from the left, beginning at position 1, and keeps the rest for p(0)", order=lambda t: range(1, t)
).hint("The rest does belong to 0, but the stick is broken from the other end: first at t-1, beside t.")
limit_distribution.wrong(
    "walks from the left, beginning at position 0, and keeps the rest for p(t-1)",
    order=lambda t: range(t - 1),
    rest=-1,
).hint(
    "The search begins next to t and can end at 0 at the latest. Which end gets the first piece, and "
    "which one the rest?"
)
limit_distribution.wrong(
    "stores what goes on, the stick times alpha, in place of what stops", piece=lambda a, stick: stick * a
).hint("alpha_k is the share that goes on to the left. The piece that stays at k is the other share.")


# Positions are exact, and integers.
@task("7.6", section="Looking left over the walls", axes="t", tolerance=0, in_page=True)
def nearest_higher(d, order=lambda t: range(t - 1, -1, -1), wall=operator.gt, nothing=lambda t: 0):
    """The first i of order(t) with wall(d_i, d_t), else nothing(t)."""
    d = d.tolist()
    return torch.tensor([next((i for i in order(t) if wall(d[i], d[t])), nothing(t)) for t in range(len(d))])


def highest(d):
    """The order that looks at the highest score alone, the leftmost of several."""
    return lambda t: sorted(range(t), key=lambda i: -d[i])[:1]


@nearest_higher.cases
def _(draw):
    """Scores (T,): Figure 2's, random ones, ties, rising and falling, a single word."""
    yield from map(real, (FIGURE_SCORES, [3, 1, 2, 2, 1], [2, 4, 3, 1], [1, 2, 3, 4], [4, 3, 2, 1]))
    yield from map(draw.uniform, (3, 6, 9))
    yield draw.whole(1, 4, 8).float()  # three values: many ties
    yield real([5])


nearest_higher.wrong("stops at an equal score", wall=operator.ge).hint(
    "An equal score is not higher. Only a higher one is a wall."
)
nearest_higher.wrong("takes the leftmost higher score, not the nearest", order=range).hint(
    "The search starts at t-1 and goes left, and it ends at the first wall that it meets."
)
nearest_higher.wrong(
    "answers t - 1 where nothing on the left is higher", nothing=lambda t: max(t - 1, 0)
).hint("With no wall the search runs all the way. Where does it end?")
nearest_higher.wrong("answers -1 where nothing on the left is higher", nothing=lambda t: -1).hint(
    "The limit is a position, 0 .. t-1. Without a wall the whole past is inside it."
)
nearest_higher.wrong(
    "takes the highest score on the left, not the nearest that is higher",
    lambda d: nearest_higher(d, order=highest(d)),
).hint("A small wall is enough, if it is higher than d_t and stands nearer.")
nearest_higher.wrong(
    "takes the highest score on the left, whether or not it is higher than d_t",
    lambda d: nearest_higher(d, order=highest(d), wall=lambda before, now: True),
).hint("Is what you found higher than d_t at all? If not, there is no wall.")
nearest_higher.wrong(
    "takes the higher score that is nearest in height, and not in place",
    lambda d: nearest_higher(d, order=lambda t: sorted(range(t), key=lambda i: d[i])),
).hint("Nearest means the fewest steps to the left, however high the wall is.")
nearest_higher.wrong(
    "gives the score of the wall and not its position",
    lambda d: [next((d[i] for i in range(t - 1, -1, -1) if d[i] > d[t]), 0) for t in range(len(d))],
).hint("A limit is a place in the sentence: i, and not d[i].")
nearest_higher.wrong("looks for a lower score", wall=operator.lt).hint(
    "You want a wall that blocks the view. Is it higher or lower than d_t?"
)
nearest_higher.wrong(
    "counts the steps to the wall",
    lambda d: torch.arange(len(d)) - nearest_higher(d, nothing=lambda t: t),
).hint("A limit is a position, counted from the start of the sentence: i, and not t - i.")
nearest_higher.wrong(
    "names the position after the wall", lambda d: nearest_higher(d, nothing=lambda t: -1) + 1
).hint("The wall itself can still be seen: the limit is its own position.")
