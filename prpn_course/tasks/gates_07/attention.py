"""Tasks 7.5 and 7.7: the attention that soft gates let through, and its true expectation."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real
from prpn_edu.latent import gates

FIGURE_ATTENTION = (0.4, 0.1, 0.3, 0.2)  # of the note's Figure 2, at t = 4


@task("7.5", section="The loop, then the batch", axes="b, i")
def gated_attention(raw, g, mask, total=None):
    """Shares of `total`; where that is 0 they are 0."""
    kept = raw * g * mask
    total = rows(kept) if total is None else total
    return torch.where(total == 0, 0.0, kept / torch.where(total == 0, 1.0, total))


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
    """The only open gate is the padding's; gates that are hardly open."""
    yield draw.simplex(1, 4), real([[0, 0, 0, 1]]), torch.tensor([[True, True, True, False]])
    yield real([[0.5, 0.25, 0.25]]), real([[0, 1e-4, 3e-4]]), torch.tensor([[True, True, True]])


def rows(weights):
    """The sum of each row, (B, 1)."""
    return weights.sum(-1, keepdim=True)


gated_attention.wrong(
    "divides by the sum of the gates, as the paper prints it",
    lambda raw, g, mask: gated_attention(raw, g, mask, total=rows(g * mask)),
).hint("Add up a row: it is not 1. Divide by the sum of what stands in the numerator, gate times attention.")
gated_attention.wrong("does not normalise again after the gates", lambda raw, g, mask: raw * g * mask).hint(
    "The gates take weight away. What is left must be scaled so that each row sums to 1 again."
)
gated_attention.wrong(
    "takes a softmax after the gates",
    lambda raw, g, mask: torch.softmax((raw * g).masked_fill(~mask, float("-inf")), -1),
).hint("A softmax of 0 is not 0: closed gates come open again. Divide by a sum instead.")
gated_attention.wrong(
    "normalises over the sentences of the batch instead of over the positions",
    lambda raw, g, mask: gated_attention(raw, g, mask, total=(raw * g * mask).sum(0, keepdim=True)),
).hint("Each sentence is its own distribution. Which axis holds the positions, 0 or 1?")
gated_attention.wrong(
    "normalises over the whole batch at once",
    lambda raw, g, mask: gated_attention(raw, g, mask, total=(raw * g * mask).sum()),
).hint("`.sum()` without an axis adds up every sentence. Each row has a total of its own.")
gated_attention.wrong(
    "loses the summed axis, so that the totals meet the wrong rows",
    lambda raw, g, mask: (raw * g * mask) / (raw * g * mask).sum(-1),
).hint("The totals have shape (B,), the weights (B, T). Keep the axis: `keepdim=True` makes it (B, 1).")
gated_attention.wrong("does not use the mask", lambda raw, g, mask: gated_attention(raw, g, 1)).hint(
    "Padding is not a word. Its weight must be gone before the sum is taken."
)
gated_attention.wrong("masks after normalising", lambda raw, g, mask: gated_attention(raw, g, 1) * mask).hint(
    "The zeros are in the right places, but padded rows no longer sum to 1. Mask first, then normalise."
)
gated_attention.wrong(
    "keeps the padding and drops the words", lambda raw, g, mask: gated_attention(raw, g, ~mask)
).hint("Here True marks a word and False marks padding.")
gated_attention.wrong(
    "divides by the sum of the attention before the gates",
    lambda raw, g, mask: gated_attention(raw, g, mask, total=rows(raw * mask)),
).hint("The numerator has a gate in it, so the denominator needs it too.")
gated_attention.wrong(
    "divides 0 by 0 in a row where no gate is open",
    lambda raw, g, mask: raw * g * mask / rows(raw * g * mask),
).hint("Such a row has nothing to share out. The contract asks for zeros there: treat a total of 0 apart.")
for small in (1e-3, 1e-5, 1e-6, 1e-8):
    gated_attention.wrong(
        f"adds a small number to the sum, such as {small}",
        lambda raw, g, mask, small=small: gated_attention(raw, g, mask, total=rows(raw * g * mask) + small),
    ).hint(
        f"Nearly right. But {small} is not small beside gates that are hardly open. Treat a sum of 0 apart."
    )
gated_attention.wrong(
    "shares out equally where no gate is open",
    lambda raw, g, mask: gated_attention(raw, g, mask) + (rows(raw * g * mask) == 0) / raw.size(1),
).hint("The contract asks for zeros there.")
gated_attention.wrong(
    "divides by the sum of the gates, as the paper prints it, and does not use the mask",
    lambda raw, g, mask: gated_attention(raw, g, 1, total=rows(g)),
).hint(
    "Two things are missing. Padding must weigh nothing, and a row must sum to 1: divide by the sum "
    "of gate times attention."
)
gated_attention.wrong(
    "divides by the sum of the gates, those of the padding included",
    lambda raw, g, mask: gated_attention(raw, g, mask, total=rows(g)),
).hint("Add up a row: it is not 1. Divide by the sum of what stands in the numerator, after the mask.")
gated_attention.wrong(
    "takes a softmax after the gates and does not use the mask",
    lambda raw, g, mask: torch.softmax(raw * g, -1),
).hint(
    "A softmax of 0 is not 0: closed gates come open again, and the padding with them. Divide by a "
    "sum instead, over the words alone."
)
gated_attention.wrong(
    "takes a softmax after the gates, with 0 at the padding",
    lambda raw, g, mask: torch.softmax(raw * g * mask, -1),
).hint("A softmax of 0 is not 0: closed gates and padding come open again. Divide by a sum instead.")


def under(raw, limit):
    """The attention when the limit is this one for sure."""
    return gates.gated_attention(raw, (torch.arange(len(raw)) >= limit).to(raw.dtype))


@task("7.7", section="A tempting belief", axes="i")
def expected_attention(raw, p, given=under):
    """The mean of the attentions given(raw, k), each with the chance p[k] of its limit."""
    return sum(p[k] * given(raw, k) for k in range(len(p)))


@expected_attention.cases
def _(draw):
    """Attention and the law of the limit, (t,) each: Figure 2's, random ones, a sure limit, one position."""
    yield real(FIGURE_ATTENTION), real([0.1485, 0.1815, 0.22, 0.45])
    yield from ((draw.simplex(t), draw.simplex(t)) for t in (2, 3, 5, 8))
    yield draw.simplex(3), real([0, 1, 0])
    yield real([1]), real([1])


expected_attention.wrong(
    "gates with the expected gates, and so takes a ratio of expectations",
    lambda raw, p: gates.gated_attention(raw, p.cumsum(0)),
).hint(
    "This is what PRPN computes, and it is a different number. Normalise under each limit first, then "
    "average."
)
expected_attention.wrong("does not normalise under each limit", lambda raw, p: raw * p.cumsum(0)).hint(
    "Given the limit k, the attention s(k) is a distribution. Each of them must sum to 1 before the average."
)
expected_attention.wrong(
    "puts the expected limit into the attention, s(E[l])",
    lambda raw, p: under(raw, int((torch.arange(len(p)) * p).sum() + 1e-6)),
).hint("An average limit may be one that never happens. Average the attentions, not the limits.")
expected_attention.wrong(
    "uses the most probable limit alone", lambda raw, p: under(raw, int(p.argmax()))
).hint("An expectation hears every limit, each with its weight p(l_t = k).")
expected_attention.wrong(
    "averages over the limits without their weights",
    lambda raw, p: expected_attention(raw, torch.full_like(p, 1 / len(p))),
).hint("The limits are not equally likely: weigh each with p(l_t = k).")
expected_attention.wrong(
    "adds up over the limits without their weights",
    lambda raw, p: expected_attention(raw, torch.ones_like(p)),
).hint("Add up your numbers: they should sum to 1. How likely is each limit?")
expected_attention.wrong(
    "leaves the limit itself out of what can be seen", given=lambda raw, k: under(raw, k + 1)
).hint("Under the limit k the open positions are k, k+1, .., t-1.")
expected_attention.wrong(
    "closes the limit itself too, until nothing is left to divide by",
    given=lambda raw, k: raw * (torch.arange(len(raw)) > k) / raw[k + 1 :].sum(),
).hint("Position k is still open.")
expected_attention.wrong(
    "divides by what is left, but closes nothing above the line", given=lambda raw, k: raw / raw[k:].sum()
).hint("Add up the attention under one limit: more than 1. What lies before k is closed there, too.")
for name, kept, text in (
    (
        "keeps the last limit alone, as = in place of += does",
        lambda t: range(t - 1, t),
        "Add up: += and not =.",
    ),
    (
        "leaves out the limit t - 1",
        lambda t: range(t - 1),
        "`range(t)` ends at t - 1, the nearest limit of all.",
    ),
    ("leaves out the limit 0", lambda t: range(1, t), "The limit may be 0: then everything can be seen."),
):
    expected_attention.wrong(
        name, lambda raw, p, kept=kept: sum(p[k] * under(raw, k) for k in kept(len(p))) + 0 * raw
    ).hint(text)
expected_attention.wrong(
    "weighs position i with p(l_t = i), as if the law were a gate", gates.gated_attention
).hint("p[k] is the chance of a limit, and under it all of k, k+1, .., t-1 can be seen, not k alone.")
expected_attention.wrong(
    "closes what lies after the limit instead of what lies before it",
    given=lambda raw, k: gates.gated_attention(raw, (torch.arange(len(raw)) <= k).float()),
).hint("Under the limit k the open positions are k, k+1, .., t-1: the past before k is closed.")
