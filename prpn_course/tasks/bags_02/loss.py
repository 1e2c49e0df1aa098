"""Tasks 2.3, 2.4 and 2.5: from scores to chances, to a loss, and to its gradient."""

import math

import torch
from torch.nn import functional

from prpn_course.builder import task
from prpn_course.draw import real

LECTURE_SCORES = (-0.1, 0.1, 0.1, 2.4, 0.2)


@task("2.3", section="From scores to a loss", axes="b, k", tolerance=1e-4)
def softmax(o, shift=lambda o: o.amax(-1, keepdim=True)):
    """`shift` is what is subtracted before the powers are taken."""
    powers = (o - shift(o)).exp()
    return powers / powers.sum(-1, keepdim=True)


@softmax.cases
def _(draw):
    """Scores (B, C): the lecture's, random batches, and rows that are very large, far below another row, or
    far apart in themselves."""
    yield real([LECTURE_SCORES])
    yield from (draw.normal(B, C) for B, C in ((2, 3), (3, 5), (4, 4)))
    yield real([[200.0, 201.0], [0.0, 1.0]])
    yield real([[2.0, 2.0, 2.0]])
    yield real([[0.0, 0.0, 200.0]])  # e to the power of 200 minus the mean is inf in 32 bits too
    yield real([[0.0, 0.0, 1000.0]])  # e to the power of 1000 is inf in 64 bits too


softmax.wrong("takes powers of the scores as they are, which overflow", shift=lambda o: 0).hint(
    "e^200 is inf in 32 bits, and inf / inf is nan. Subtracting a number from a whole row changes no "
    "chance: which number?"
)
softmax.wrong("subtracts the largest score of the whole batch", shift=torch.max).hint(
    "A row far below that score becomes 0 / 0. Each row needs its own largest score."
)
softmax.wrong(
    "subtracts from a row another number than its largest score", shift=lambda o: o.mean(-1, keepdim=True)
).hint(
    "In (0, 0, 200) the last score is 133 above the mean, and e^133 is inf. What makes no power too large?"
)
softmax.wrong("normalises over the batch instead of over the classes", lambda o: torch.softmax(o, 0)).hint(
    "Each row is one sentence, and its chances must sum to 1."
)
softmax.wrong(
    "divides by the sum over the whole batch", lambda o: torch.softmax(o.flatten(), 0).view(o.shape)
).hint("A sum without an axis adds up every sentence. Each row has a total of its own.")
softmax.wrong(
    "loses the summed axis, so that the totals meet the wrong rows",
    lambda o: (o - o.amax(-1, keepdim=True)).exp() / (o - o.amax(-1, keepdim=True)).exp().sum(-1),
).hint("The totals have shape (B,), the powers (B, C). Keep the axis with `keepdim=True`.")
for name, hint, shares in (
    (
        "divides by one sum for the whole batch",
        "Each row is divided by its own sum: `sum(dim=1, keepdim=True)`.",
        lambda powers, o: powers / powers.sum(),
    ),
    (
        "does not divide",
        "Powers are no chances yet. Add up a row: is it 1?",
        lambda powers, o: powers,
    ),
    (
        "divides by the sum of other powers, those of the scores as they are",
        "Add up a row: is it 1? Divide by the sum of the *same* powers.",
        lambda powers, o: powers / o.exp().sum(-1, keepdim=True),
    ),
):
    softmax.wrong(name, lambda o, f=shares: f((o - o.amax(-1, keepdim=True)).exp(), o)).hint(hint)
softmax.wrong("divides the scores themselves by their sum", lambda o: o / o.sum(-1, keepdim=True)).hint(
    "Scores may be negative; chances may not. What makes every score positive first?"
)
softmax.wrong("returns the logarithms of the chances", lambda o: torch.log_softmax(o, -1)).hint(
    "That is log-softmax. Chances lie between 0 and 1."
)


def labelled_scores(draw):
    """Scores (B, C) and labels (B,): the lecture's, random batches, and labels that the model likes least."""
    yield real([LECTURE_SCORES]), torch.tensor([3])
    yield from ((draw.normal(B, C), draw.whole(0, C, B)) for B, C in ((2, 3), (4, 5)))
    worst = draw.normal(3, 4)
    yield worst, worst.argmin(1)


@task("2.4", section="From scores to a loss", tolerance=1e-4)
def cross_entropy(o, y, reduction="mean"):
    """As torch has it."""
    return functional.cross_entropy(o, y, reduction=reduction)


@cross_entropy.cases
def _(draw):
    """Scores (B, C) and labels (B,): as for the gradient; then equal scores, a sure and wrong answer, a
    sure and right one."""
    yield from labelled_scores(draw)
    yield real([[0.0] * 5] * 2), torch.tensor([0, 4])
    yield from ((real([[0.0, 200.0, 0.0]]), torch.tensor([k])) for k in (0, 1))
    yield real([[0.0, 1000.0, 0.0]]), torch.tensor([0])  # and so in 64 bits


def chance(o, y):
    """The chance of each label, (B,)."""
    return o.softmax(-1)[torch.arange(len(y)), y]


cross_entropy.wrong("adds up over the batch and does not take the mean", reduction="sum").hint(
    "A larger batch would have a larger loss, and a larger step. Divide by the number of sentences."
)
cross_entropy.wrong("gives one loss per sentence", reduction="none").hint(
    "The mean over the batch is missing."
)
cross_entropy.wrong(
    "divides by the number of all scores and not of the sentences",
    lambda o, y: cross_entropy(o, y) / o.size(1),
).hint("A mean over a (B, C) matrix divides by B times C. Only one entry of each row is not zero.")
cross_entropy.wrong("applies the softmax twice", lambda o, y: cross_entropy(o.softmax(-1), y)).hint(
    "If a function of torch does the softmax for you, give it the scores and not the chances."
)
cross_entropy.wrong("forgets the minus sign", lambda o, y: -cross_entropy(o, y)).hint(
    "The logarithm of a chance is negative, and a loss is not."
)
cross_entropy.wrong("measures in bits", lambda o, y: cross_entropy(o, y) / math.log(2)).hint(
    "The contract says the natural logarithm, ln. Which one did you take?"
)
cross_entropy.wrong(
    "asks for the chance of the answer that the model likes best, whatever the label is",
    lambda o, y: cross_entropy(o, o.argmax(-1)),
).hint("The label y says whose chance counts.")
cross_entropy.wrong(
    "takes one minus the chance and no logarithm", lambda o, y: (1 - chance(o, y)).mean()
).hint("Being sure and wrong should cost more than 1; with a logarithm it does.")
cross_entropy.wrong(
    "adds up powers of the scores as they are, and their sum overflows",
    lambda o, y: (o.exp().sum(1).log() - o[torch.arange(len(y)), y]).mean(),
).hint("The formula is right. But e^200 is inf in 32 bits: subtract each row's largest score first.")
cross_entropy.wrong(
    "divides powers of the scores as they are, inf by inf",
    lambda o, y: -(o.exp() / o.exp().sum(1, keepdim=True))[torch.arange(len(y)), y].log().mean(),
).hint("e^200 is inf in 32 bits. Write ln of the quotient as a difference, and subtract the largest score.")
cross_entropy.wrong(
    "takes the logarithm of a chance that has become 0", lambda o, y: -chance(o, y).log().mean()
).hint(
    "e^-200 is 0 on a computer, and its logarithm is minus infinity. Write ln of the quotient as a "
    "difference before you compute it."
)
cross_entropy.wrong(
    "takes the sum of the shifted powers, and the score as it was",
    lambda o, y: cross_entropy(o, y) - o.amax(1).mean(),
).hint("What you subtract from the scores, subtract from the score of the label too.")
cross_entropy.wrong(
    "picks the labels of all sentences in every row", lambda o, y: -o.log_softmax(1)[:, y].mean()
).hint("`[:, y]` is a (B, B) matrix. One entry of each row: `[torch.arange(B), y]`.")
cross_entropy.wrong(
    "adds a small number under the logarithm", lambda o, y: -(chance(o, y) + 1e-9).log().mean()
).hint(
    "Then no loss can be above 21, and that of (0, 200, 0) is 200. Write ln of the quotient as a difference."
)


@task("2.5", section="The gradient, by hand", axes="b, k")
def loss_gradient(o, y, said=lambda o: o.softmax(-1)):
    """What the model said minus what was right, for a mean over the batch."""
    return (said(o) - functional.one_hot(y, o.size(1))) / len(y)


loss_gradient.cases(labelled_scores)
loss_gradient.wrong("subtracts the other way round", lambda o, y: -loss_gradient(o, y)).hint(
    "A step goes against the gradient. The score of the right answer must rise, so its gradient is negative."
)
loss_gradient.wrong(
    "does not divide by the number of sentences", lambda o, y: loss_gradient(o, y) * len(y)
).hint("The loss is a mean over the batch, and so is its gradient.")
loss_gradient.wrong("divides by the number of all scores", lambda o, y: loss_gradient(o, y) / o.size(1)).hint(
    "The mean goes over the B sentences, not over the B times C scores."
)
loss_gradient.wrong(
    "divides by the number of classes", lambda o, y: loss_gradient(o, y) * len(y) / o.size(1)
).hint("The mean goes over the B sentences.")
loss_gradient.wrong(
    "subtracts the labels of all sentences in every row",
    lambda o, y: (o.softmax(-1) - functional.one_hot(y, o.size(1)).amax(0)) / len(y),
).hint("`[:, y]` is a column for each label, in all rows. One entry of each row: `[torch.arange(B), y]`.")
loss_gradient.wrong(
    "divides the chances by the number of sentences, and not the ones",
    lambda o, y: o.softmax(-1) / len(y) - functional.one_hot(y, o.size(1)),
).hint("First the difference, then the division: brackets.")
loss_gradient.wrong("takes the softmax over the batch", said=lambda o: o.softmax(0)).hint(
    "Each row is one sentence, and its chances sum to 1."
)
loss_gradient.wrong("forgets to subtract the right answer", lambda o, y: o.softmax(-1) / len(y)).hint(
    "Add up a row: a gradient of this loss sums to 0, as raising all scores alike changes nothing."
)
loss_gradient.wrong(
    "subtracts the answer that the model likes best, whatever the label is",
    lambda o, y: loss_gradient(o, o.argmax(-1)),
).hint("The one stands at the label y, not at the largest score.")
loss_gradient.wrong("subtracts from the scores and not from the chances", said=lambda o: o).hint(
    "What the model said is a chance for each class: softmax first."
)
loss_gradient.wrong(
    "differentiates with respect to the chances, -1 / chance",
    lambda o, y: -functional.one_hot(y, o.size(1)) / o.softmax(-1) / len(y),
).hint("That is one link of the chain. Go on through the softmax, back to the scores.")
