"""Tasks 7.5 and 7.7: the attention that soft gates let through, and its true expectation."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real
from prpn_edu.latent import gates

FIGURE_ATTENTION = (0.4, 0.1, 0.3, 0.2)  # of the note's Figure 2, at t = 4


gated_attention = task("7.5", section="A limit and its gates", axes="b, i")


@gated_attention.cases
def _(draw):
    """Attention, gates and mask, (B, T) each: Figure 2's step, and one that nobody can know beforehand."""
    yield real([FIGURE_ATTENTION]), real([[0.1485, 0.33, 0.55, 1.0]]), torch.ones(1, 4, dtype=torch.bool)
    yield draw.simplex(1, 3), draw.uniform(1, 3, low=0.1).sort(-1).values, torch.ones(1, 3, dtype=torch.bool)


@gated_attention.part("padded batches")
def _(draw):
    """The same for several sentences."""
    for B, T in ((2, 4), (3, 3), (4, 6)):
        lengths = torch.arange(T, T - B, -1).clamp(min=1)  # (B,)  the first sentence fills its row
        mask = torch.arange(T) < lengths[:, None]  # (B, T)
        yield draw.simplex(B, T), draw.uniform(B, T, low=0.1).sort(-1).values, mask


@gated_attention.part("a row without open gates")
def _(draw):
    """No gate is open; gates that are hardly open, beside which 1e-8 is nothing, and 1e-6 is not.

    No padding: who forgets the mask has lost the part before.
    """
    yield draw.simplex(1, 4), real([[0, 0, 0, 0]]), torch.ones(1, 4, dtype=torch.bool)
    yield real([[0.5, 0.25, 0.25]]), real([[0, 4e-3, 12e-3]]), torch.ones(1, 3, dtype=torch.bool)


gated_attention.wrong("divides by the sum of the gates, as the paper prints it",
    "left_over.sum", "(g * mask).sum",
    "Add up a row: it is not 1. Divide by the sum of what stands in the numerator, gate times attention.")
gated_attention.wrong("does not normalise again after the gates", "/ divisor", "",
    "The gates take weight away. What is left must be scaled so that each row sums to 1 again.")
gated_attention.wrong("takes a softmax after the gates",
    "left_over / divisor", "torch.softmax((g * raw).masked_fill(~mask, -torch.inf), 1)",
    "A softmax of 0 is not 0: closed gates come open again. Divide by a sum instead.")
gated_attention.wrong("normalises over the sentences of the batch instead of over the positions",
    "dim=1", "dim=0",
    "Each sentence is its own distribution. Which axis holds the positions, 0 or 1?")
gated_attention.wrong("normalises over the whole batch at once", "dim=1, keepdim=True", "",
    "`.sum()` without an axis adds up every sentence. Each row has a total of its own.")
gated_attention.wrong("loses the summed axis, so that the totals meet the wrong rows",
    "dim=1, keepdim=True", "dim=1", "/ divisor", "/ in_all",
    "The totals have shape (B,), the weights (B, T). Keep the axis: `keepdim=True` makes it (B, 1).")
gated_attention.wrong("does not use the mask", "torch.where(mask, g * raw, 0.0)", "g * raw",
    "Padding is not a word. Its weight must be gone before the sum is taken.")
gated_attention.wrong("masks after normalising",
    "torch.where(mask, g * raw, 0.0)", "g * raw", "/ divisor", "/ divisor * mask",
    "The zeros are in the right places, but padded rows no longer sum to 1. Mask first, then normalise.")
gated_attention.wrong("keeps the padding and drops the words", "where(mask", "where(~mask",
    "Here True marks a word and False marks padding.")
gated_attention.wrong("divides by the sum of the attention before the gates",
    "left_over.sum", "(raw * mask).sum",
    "The numerator has a gate in it, so the denominator needs it too.")
gated_attention.wrong("divides 0 by 0 in a row where no gate is open", "/ divisor", "/ in_all",
    "Such a row has nothing to share out. The contract asks for zeros there: treat a total of 0 apart.")
gated_attention.wrong("adds a small number to the sum, such as 0.001", "/ divisor", "/ (in_all + 0.001)",
    "Nearly right. But 0.001 is not small beside gates that are hardly open. Treat a sum of 0 apart.")
gated_attention.wrong("adds a small number to the sum, such as 1e-05", "/ divisor", "/ (in_all + 1e-05)",
    "Nearly right. But 1e-05 is not small beside gates that are hardly open. Treat a sum of 0 apart.")
gated_attention.wrong("adds a small number to the sum, such as 1e-06", "/ divisor", "/ (in_all + 1e-06)",
    "Nearly right. But 1e-06 is not small beside gates that are hardly open. Treat a sum of 0 apart.")
gated_attention.wrong("shares out equally where no gate is open",
    "/ divisor", "/ divisor + (in_all == 0) / raw.size(1)",
    "The contract asks for zeros there.")
gated_attention.wrong("divides by the sum of the gates, as the paper prints it, and does not use the mask",
    "torch.where(mask, g * raw, 0.0)", "g * raw", "left_over.sum", "g.sum",
    "Two things are missing. Padding must weigh nothing, and a row must sum to 1: divide by the sum of gate "
    "times attention.")
gated_attention.wrong("divides by the sum of the gates, those of the padding included",
    "left_over.sum", "g.sum",
    "Add up a row: it is not 1. Divide by the sum of what stands in the numerator, after the mask.")
gated_attention.wrong("takes a softmax after the gates and does not use the mask",
    "left_over / divisor", "torch.softmax(g * raw, 1)",
    "A softmax of 0 is not 0: closed gates come open again, and the padding with them. Divide by a sum "
    "instead, over the words alone.")
gated_attention.wrong("takes a softmax after the gates, with 0 at the padding",
    "left_over / divisor", "torch.softmax(left_over, 1)",
    "A softmax of 0 is not 0: closed gates and padding come open again. Divide by a sum instead.")


expected_attention = task("7.7", section="A tempting belief", axes="i")


@expected_attention.cases
def _(draw):
    """Attention and the law of the limit, (t,) each: Figure 2's, random ones, a sure limit, one position."""
    yield real(FIGURE_ATTENTION), real([0.1485, 0.1815, 0.22, 0.45])
    yield from ((draw.simplex(t), draw.simplex(t)) for t in (2, 3, 5, 8))
    yield draw.simplex(3), real([0, 1, 0])
    yield real([1]), real([1])


expected_attention.wrong("gates with the expected gates, and so takes a ratio of expectations",
    lambda raw, p: gates.gated_attention(raw, p.cumsum(0)),
    "This is what PRPN computes, and it is a different number. Normalise under each limit first, then "
    "average.")
expected_attention.wrong("does not normalise under each limit", "/ seen.sum()", "",
    "Given the limit k, the attention s(k) is a distribution. Each of them must sum to 1 before the average.")
expected_attention.wrong("puts the expected limit into the attention, s(E[l])",
    "enumerate(p)", "[(int((torch.arange(len(p)) * p).sum() + 1e-6), 1)]",
    "An average limit may be one that never happens. Average the attentions, not the limits.")
expected_attention.wrong("uses the most probable limit alone", "enumerate(p)", "[(int(p.argmax()), 1)]",
    "An expectation hears every limit, each with its weight p(l_t = k).")
expected_attention.wrong("averages over the limits without their weights", "chance * seen", "seen / len(p)",
    "The limits are not equally likely: weigh each with p(l_t = k).")
expected_attention.wrong("adds up over the limits without their weights", "chance * seen", "seen",
    "Add up your numbers: they should sum to 1. How likely is each limit?")
expected_attention.wrong("leaves the limit itself out of what can be seen",
    "seen[:k]", "seen[: k + 1]", "seen.sum()", "(seen.sum() or 1)",
    "Under the limit k the open positions are k, k+1, .., t-1.")
expected_attention.wrong("closes the limit itself too, until nothing is left to divide by",
    "seen[:k]", "seen[: k + 1]",
    "Position k is still open.")
expected_attention.wrong("divides by what is left, but closes nothing above the line",
    "chance * seen", "chance * raw",
    "Add up the attention under one limit: more than 1. What lies before k is closed there, too.")
expected_attention.wrong("keeps the last limit alone, as = in place of += does", "+=", "=",
    "Add up: += and not =.")
expected_attention.wrong("leaves out the limit t - 1", "enumerate(p)", "enumerate(p[:-1])",
    "`range(t)` ends at t - 1, the nearest limit of all.")
expected_attention.wrong("leaves out the limit 0", "enumerate(p)", "list(enumerate(p))[1:]",
    "The limit may be 0: then everything can be seen.")
expected_attention.wrong("weighs position i with p(l_t = i), as if the law were a gate",
    gates.gated_attention,
    "p[k] is the chance of a limit, and under it all of k, k+1, .., t-1 can be seen, not k alone.")
expected_attention.wrong("closes what lies after the limit instead of what lies before it",
    "seen[:k]", "seen[k + 1 :]",
    "Under the limit k the open positions are k, k+1, .., t-1: the past before k is closed.")
