"""Tasks 12.1 and 12.2: the law of a limit by comparing in pairs, and the gates of one ranking."""

from prpn_course.builder import task
from prpn_course.draw import real

FIGURE_SCORES = (0.7, 0.6, 0.3, 0.4, 0.5)  # of the note's Figure 3, t = 4


pairs_law = task("12.1", section="Where the prior comes from", axes="k")


@pairs_law.cases
def _(draw):
    """Scores (t + 1,) above 0: small ones by hand, Figure 3's, random ones, a single memory."""
    yield real([5, 3, 1])
    yield real([1, 1, 1, 1])
    yield real(FIGURE_SCORES)
    yield from (draw.uniform(n, low=0.1, high=3.0) for n in (3, 4, 6, 9))
    yield real([2, 1])


pairs_law.wrong("takes the chance to stop for the chance to go on", "d[k] /", "d[t] /",
    "A high wall stops: with d_k far above d_t the search should end at k.")
pairs_law.wrong("walks from the left, from 1 up to t - 1", "reversed(range(1, t))", "range(1, t)",
    "The search starts at t - 1 and goes left: the first stop is the nearest one.")
pairs_law.wrong("tosses a coin at 0 as well, and loses what passes it",
    "p[0] = remaining", "p[0] = torch.nan",
    "Add up your numbers. Nothing lies before 0, so whatever arrives there stays there.")
pairs_law.wrong("gives the chances to stop, one by one, and not the law",
    "return p", "return d[:-1] / (d[:-1] + d[-1])",
    "To stop at k the search must first have passed every position between k and t.")
pairs_law.wrong("leaves p(l_t = 0) at 0", "p[0] = remaining", "p[0] = 0",
    "Add up your numbers: they should sum to 1. What happens to a search that no wall stops?")
pairs_law.wrong("gives the gates and not the law", "return p", "return p.cumsum(0)",
    "P(l_t <= k) is the running sum. Asked for is p(l_t = k), which sums to 1.")
pairs_law.wrong("compares with the first score instead of the last", "d[t]", "d[0]",
    "The step that looks back is the last word: its score is d[t], with t = len(d) - 1.")
pairs_law.wrong("lists the limits from the nearest to the furthest", "return p", "return p.flip(0)",
    "Entry k belongs to the limit k, so entry 0 is the start of the sentence.")
pairs_law.wrong("divides by the sum of all scores", "(d[t] + d[k])", "d.sum()",
    "A comparison in pairs knows two scores only, d_k and d_t.")
pairs_law.wrong("gives the law of one ranking", "(d[t] + d[k])", "d[k:].sum()",
    "Here each wall tosses a coin of its own. The law of one ranking comes in the next task.")
pairs_law.wrong("shortens the stick before it stores the share",
    "stop * remaining", "stop * remaining * (1 - stop)",
    "First store what breaks off of the stick that arrived; then make the stick shorter.")
pairs_law.wrong("stores the share, and not the share of what arrived", "stop * remaining", "stop",
    "Only a part of the stick gets as far as k: the share is of `remaining`.")
pairs_law.wrong("starts a new stick at each place", "remaining * (1 - stop)", "1 - stop",
    "The stick has lost pieces before: what remains of it is multiplied, not replaced.")
pairs_law.wrong("stops wherever d_k is higher, as hard gates do",
    "d[k] / (d[t] + d[k])", "(d[k] > d[t]).float()",
    "A higher wall stops the search with the chance d_k / (d_t + d_k), and a lower one sometimes does.")
pairs_law.wrong("divides the chances to stop by their sum",
    "return p", "p = d[:-1] / (d[:-1] + d[-1])\n    return p / p.sum()",
    "A nearer wall comes first, and takes its share of all: break the stick from t - 1 on.")
pairs_law.wrong("never shortens the stick", "remaining = remaining * (1 - stop)", "pass",
    "What breaks off is gone: multiply what remains by one minus the share.")
pairs_law.wrong("takes the share off as if the stick were whole",
    "remaining * (1 - stop)", "remaining - stop",
    "What breaks off is the share times what arrived; that is what the stick loses.")
pairs_law.wrong("lets the search stop at 0 by a coin too", "range(1, t)", "range(t)",
    "No coin is tossed at 0: it takes all that arrives. The walk ends at 1.")
pairs_law.wrong("compares each word with its right neighbour", "d[t]", "d[k + 1]",
    "Every comparison is with the step that looks back, d[t].")
pairs_law.wrong("compares with d[t - 1] instead of d[t]", "d[t]", "d[t - 1]",
    "d has t + 1 entries: the step that looks back is d[t], the last one.")
pairs_law.wrong("compares e^d instead of d", "d[k] / (d[t] + d[k])", "d[k].exp() / (d[t].exp() + d[k].exp())",
    "The scores themselves are compared: d_k / (d_t + d_k).")
pairs_law.wrong("goes on with the share that has stopped", "(1 - stop)", "stop",
    "What goes on past k is what arrived there, times the chance not to stop.")


ranking_gates = task("12.2", section="One ranking in place of many coins", axes="t, i")


@ranking_gates.cases
def _(draw):
    """Scores (T,) above 0: three words by hand, equal ones, Figure 3's, random ones, one word."""
    yield real([5, 3, 1])
    yield real([1, 1, 1, 1])
    yield real(FIGURE_SCORES)
    yield from (draw.uniform(n, low=0.1, high=3.0) for n in (2, 4, 7))
    yield real([2])


ranking_gates.wrong("lets position i itself compete", "i + 1 :", "i :",
    "The limit may be i. So it is no harm if i ranks above t: which words must t beat?")
ranking_gates.wrong("leaves t out of the sum", ": t + 1", ": t",
    "A choice in proportion divides by the sum over all who take part, the winner included.")
ranking_gates.wrong("has the score of i above the line", "d[t] /", "d[i] /",
    "The gate at i is open if t is the best of its part.")
ranking_gates.wrong("sums from the start of the sentence", "i + 1 :", ":",
    "Words before i + 1 may be as high as they like: the search has stopped by then, or may stop there.")
ranking_gates.wrong("sums over the whole rest of the sentence", ": t + 1", ":",
    "Words after t have not been read: the part ends with t.")
ranking_gates.wrong("multiplies comparisons in pairs",
    "d[t] / d[i + 1 : t + 1].sum()", "(d[t] / (d[t] + d[i + 1 : t])).prod()",
    "A product of comparisons tosses a fresh coin at each wall. Rank i+1, .., t at once instead.")
ranking_gates.wrong("gives the law of the limit and not its running sum",
    "return g", "return g.diff(prepend=torch.zeros(T, 1)).tril(-1)",
    "The gate at i is P(l_t <= i): every limit up to i counts.")
ranking_gates.wrong("gives the chance that the gate is closed", "return g", "return (1 - g).tril(-1)",
    "The nearest position, t - 1, is always inside: its gate is 1.")
ranking_gates.wrong("stores step t in column t", "g[t, i]", "g[i, t]",
    "Row t is the step that looks back, column i the position that it looks at.")
ranking_gates.wrong("opens the gates at i >= t as well", "return g", "return g + torch.ones(T, T).triu()",
    "A step sees nothing from itself on: entries with i >= t are 0.")
ranking_gates.wrong("opens the gate at t itself", "return g", "return g + torch.eye(T)",
    "A step looks at earlier positions only: the diagonal is 0.")
ranking_gates.wrong("sets the gate at 0 to 1", ".sum()", ".sum() if i > 0 else 1",
    "The gate at 0 is open if t beats all of 1, .., t - 1. Only the gate at t - 1 is always open.")
ranking_gates.wrong("fills the last row only", "range(T)", "[T - 1]",
    "Each step t has a row of its own: two loops.")
ranking_gates.wrong("leaves the gate at t - 1 closed", "range(t)", "range(t - 1)",
    "Between t - 1 and t there is nobody to beat.")
