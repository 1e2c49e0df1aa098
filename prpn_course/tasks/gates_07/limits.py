"""Tasks 7.2, 7.3 and 7.6: where the limit is, by chance, and when the gates are sharp."""



from prpn_course.builder import task
from prpn_course.draw import real

FIGURE_SCORES = (0.7, 0.6, 0.3, 0.4, 0.5)  # of the note's Figure 2
FIGURE_ALPHA = (0.4, 0.45, 0.6, 0.55)  # the paper's form at t = 4; entry 0 is not used


alphas = task("7.2", section="Walking left with coins", axes="t, j")


@alphas.cases
def _(draw):
    """Scores (T,) and tau > 0: Figure 2's, the same with another tau, random ones, ties, a single word."""
    yield from ((real(FIGURE_SCORES), tau) for tau in (1.0, 2.0, 10.0))
    yield from ((draw.uniform(length), tau) for length, tau in ((2, 0.5), (4, 3.0), (7, 1.5)))
    wide = draw.uniform(6, high=5.0)  # differences beyond 1: the ends of the ramp
    yield from ((wide, 1.0), (wide, 0.25), (real([1, 2, 2, 1]), 4.0), (real([0.5]), 1.0))


alphas.wrong("subtracts the scores the other way round", "d[t] - d[:t]", "d[:t] - d[t]",
    "A high score at j is a wall. Should the search go on past a wall more easily, or less?")
alphas.wrong("divides by tau instead of multiplying", "tau * lead", "lead / tau",
    "In the paper tau is a sharpness: a large tau makes the gate hard. A divisor does the opposite.")
alphas.wrong("does not keep the value between 0 and 1", "halfway.clamp(min=0.0, max=1.0)", "halfway",
    "A chance below 0 or above 1 is none. The ramp is flat at both ends: clip it.")
alphas.wrong("uses the form of the authors' code, 1 + (d_t - d_j) / tau",
    "0.5 + 0.5 * tau * lead", "1 + lead / tau",
    "In the paper's form two equal scores give 1/2; in the code's form they give 1.")
alphas.wrong("leaves out the division by 2", "0.5 + 0.5 * tau * lead", "1 + tau * lead",
    "Set d_t = d_j in the formula: the search should stop or go on with equal chances.")
alphas.wrong("clips before it adds 1 and halves, at 0 instead of at -1",
    "tau * lead", "(tau * lead).clamp(0, 1)",
    "hardtanh clips to [-1, 1]. Clipping to [0, 1] belongs at the very end.")
alphas.wrong("takes a sigmoid instead of a straight ramp",
    "0.5 + 0.5 * tau * lead", "torch.sigmoid(tau * lead)",
    "Both run from 0 to 1, but the paper's ramp is straight, and it reaches 0 and 1.")
alphas.wrong("clips at 0 alone", "min=0.0, max=1.0", "min=0.0", "A chance above 1 is none.")
alphas.wrong("clips the sum before it halves it",
    "0.5 + 0.5 * tau * lead", "(1 + tau * lead).clamp(0, 1) / 2",
    "So no chance passes 1/2: halve first.")
alphas.wrong("cuts fractions off", "0.5 + 0.5 * tau * lead", "(1 + tau * lead) // 2",
    "`//` cuts off fractions; use `/`.")
alphas.wrong("does not set the entries with j >= t to 0", "d[:t]", "d", "alpha[t, :t]", "alpha[t]",
    "Step t only looks at j < t. What should stand on the diagonal, and to the right of it?")
alphas.wrong("keeps the diagonal, j = t", "d[:t]", "d[: t + 1]", "alpha[t, :t]", "alpha[t, : t + 1]",
    "There the score is compared with itself: 1/2. Step t looks at j < t only.")
alphas.wrong("halves only the difference, 1 + tau (d_t - d_j) / 2",
    "0.5 + 0.5 * tau * lead", "1 + 0.5 * tau * lead",
    "The whole sum 1 + tau(...) is halved: equal scores must give 1/2.")
alphas.wrong("subtracts d_{j+1} in place of d_j", "d[:t]", "d[1 : t + 1]",
    "The submitted paper prints d_{j+1}; here the wall at j is d_j. With j+1, alpha at j = t-1 would "
    "compare d_t with itself.")
alphas.wrong("multiplies the 1 by tau too, tau (1 + d_t - d_j) / 2",
    "0.5 + 0.5 * tau * lead", "0.5 * tau * (1 + lead)",
    "tau sharpens the difference alone: equal scores must give 1/2, whatever tau is.")


limit_distribution = task("7.3", section="Breaking a stick", axes="k", in_page="Practise")


@limit_distribution.cases
def _(draw):
    """Chances to go on (t,), t >= 1: Figure 2's, random ones, certain stops (0) and certain goings-on (1)."""
    yield real(FIGURE_ALPHA)
    yield from (draw.uniform(t, low=0.1, high=0.9) for t in (2, 3, 7))
    yield from map(real, ([0.3, 0.5, 0.0, 0.5], [0.3, 1.0, 1.0], [0.3]))


limit_distribution.wrong("walks from the left, beginning at position 0",
    "range(t - 1, 0, -1)", "range(t)", "law[0] = reached", "",
    "The search begins next to t, at t-1, and goes left. So p(k) needs what lies to the right of k.")
limit_distribution.wrong("gives k = 0 only a part of what is left of the stick",
    "range(t - 1, 0, -1)", "reversed(range(t))", "law[0] = reached", "",
    "Add up your numbers: they fall short of 1. At 0 there is nowhere further to go; alpha_0 is not used.")
limit_distribution.wrong("forgets to stop: it gives P(l_t <= k) and not p(l_t = k)",
    "reached * (1 - alpha[k])", "reached",
    "To end at k the search must come as far as k and also stop there. You have the first half.")
limit_distribution.wrong("takes alpha for the chance to stop",
    "reached * (1 - alpha[k])", "reached * alpha[k]", "reached * alpha[k]", "reached * (1 - alpha[k])",
    "alpha_j is the chance to go on past j. The chance to stop there is what remains of 1.")
limit_distribution.wrong("begins the product at k instead of k + 1",
    "(1 - alpha[k])", "(1 - alpha[k]) * alpha[k]", "law[0] = reached", "law[0] = reached * alpha[0]",
    "Stopping at k and going on past k cannot both happen: which is the first alpha in the product?")
limit_distribution.wrong("forgets how likely it is that the search comes as far as k",
    "reached * (1 - alpha[k])", "1 - alpha[k]", "law[0] = reached", "law[0] = 1",
    "Your numbers add up to more than 1. Before it can stop at k, the search must go on past all that lies "
    "between k and t.")
limit_distribution.wrong("gives the chances to stop, one by one, and not the law",
    lambda alpha: 1 - alpha,
    "To stop at k the search must first have gone on past every position between k and t.")
limit_distribution.wrong("divides the chances to stop by their sum",
    "return law", "return (1 - alpha) / (1 - alpha).sum()",
    "A nearer position comes first, and takes its share of the whole stick: break it from the right.")
limit_distribution.wrong("breaks each piece from a whole stick", "reached * (1 - alpha[k])", "1 - alpha[k]",
    "The first piece is right. The next is broken from what the first has left.")
limit_distribution.wrong("breaks each piece from a whole stick, and lets p(0) make the sum 1",
    "reached * (1 - alpha[k])", "1 - alpha[k]", "law[0] = reached", "law[0] = 1 - law.sum()",
    "1 - alpha_k is the share of what is *left*, not of the whole stick.")
limit_distribution.wrong("multiplies p(0) by alpha_0 too", "range(t - 1, 0, -1)", "range(t - 1, -1, -1)",
    "Nothing lies left of 0: what comes there stays, and alpha_0 is not used.")
limit_distribution.wrong("never comes to k = 1", "range(t - 1, 0, -1)", "range(t - 1, 1, -1)",
    "`range(t - 1, 1, -1)` stops before 1. Only p(0) has a rule of its own.")
limit_distribution.wrong("begins at t - 2", "range(t - 1, 0, -1)", "range(t - 2, 0, -1)",
    "The first position that the search meets is t - 1, right beside t.")
limit_distribution.wrong("forgets p(0) and leaves that entry 0", "law[0] = reached", "",
    "Add up your numbers: what is missing is still in your hand after the loop.")
limit_distribution.wrong("shortens the stick before it stores the piece",
    "(1 - alpha[k])", "alpha[k] * (1 - alpha[k])",
    "Store the piece first, then shorten the stick.")
limit_distribution.wrong("walks from the left, beginning at position 1, and keeps the rest for p(0)",
    "range(t - 1, 0, -1)", "range(1, t)",
    "The rest does belong to 0, but the stick is broken from the other end: first at t-1, beside t.")
limit_distribution.wrong("walks from the left, beginning at position 0, and keeps the rest for p(t-1)",
    "range(t - 1, 0, -1)", "range(t - 1)", "law[0]", "law[-1]",
    "The search begins next to t and can end at 0 at the latest. Which end gets the first piece, and which "
    "one the rest?")
limit_distribution.wrong("stores what goes on, the stick times alpha, in place of what stops",
    "(1 - alpha[k])", "alpha[k]",
    "alpha_k is the share that goes on to the left. The piece that stays at k is the other share.")
limit_distribution.wrong("goes on with the share that has stopped",
    "reached = reached * alpha[k]", "reached = reached * (1 - alpha[k])",
    "What the search takes on to the left is what did not break off.")


nearest_higher = task("7.6", section="Looking left over the walls", axes="t", tolerance=0, in_page="Practise")


@nearest_higher.cases
def _(draw):
    """Scores (T,): Figure 2's, random ones, ties, rising and falling, a single word."""
    yield from map(real, (FIGURE_SCORES, [3, 1, 2, 2, 1], [2, 4, 3, 1], [1, 2, 3, 4], [4, 3, 2, 1]))
    yield from map(draw.uniform, (3, 6, 9))
    yield draw.whole(1, 4, 8).float()  # three values: many ties
    yield real([5])


nearest_higher.wrong("stops at an equal score", "d[i] > d[t]", "d[i] >= d[t]",
    "An equal score is not higher. Only a higher one is a wall.")
nearest_higher.wrong("takes the leftmost higher score, not the nearest", "walls[-1]", "walls[0]",
    "The search starts at t-1 and goes left, and it ends at the first wall that it meets.")
nearest_higher.wrong("answers t - 1 where nothing on the left is higher", "else 0", "else max(t - 1, 0)",
    "With no wall the search runs all the way. Where does it end?")
nearest_higher.wrong("answers -1 where nothing on the left is higher", "else 0", "else -1",
    "The limit is a position, 0 .. t-1. Without a wall the whole past is inside it.")
nearest_higher.wrong("takes the highest score on the left, not the nearest that is higher",
    "walls[-1]", "max(walls, key=lambda i: d[i])",
    "A small wall is enough, if it is higher than d_t and stands nearer.")
nearest_higher.wrong("takes the highest score on the left, whether or not it is higher than d_t",
    "[i for i in range(t) if d[i] > d[t]]", "range(t)", "walls[-1]", "max(walls, key=lambda i: d[i])",
    "Is what you found higher than d_t at all? If not, there is no wall.")
nearest_higher.wrong("takes the higher score that is nearest in height, and not in place",
    "walls[-1]", "min(walls, key=lambda i: d[i])",
    "Nearest means the fewest steps to the left, however high the wall is.")
nearest_higher.wrong("gives the score of the wall and not its position", "walls[-1]", "d[walls[-1]]",
    "A limit is a place in the sentence: i, and not d[i].")
nearest_higher.wrong("looks for a lower score", "d[i] > d[t]", "d[i] < d[t]",
    "You want a wall that blocks the view. Is it higher or lower than d_t?")
nearest_higher.wrong("counts the steps to the wall", "walls[-1]", "t - walls[-1]",
    "A limit is a position, counted from the start of the sentence: i, and not t - i.")
nearest_higher.wrong("counts the steps back to the limit, also where there is no wall",
    "return torch.tensor(found)", "return torch.arange(len(d)) - torch.tensor(found)",
    "The place itself is asked for, counted from the start: 0 where there is no wall.")
nearest_higher.wrong("looks to the right", "range(t)", "range(len(d) - 1, t, -1)",
    "A limit lies in the past: search from t - 1 to the left.")
nearest_higher.wrong("names the position after the wall", "walls[-1]", "walls[-1] + 1",
    "The wall itself can still be seen: the limit is its own position.")
