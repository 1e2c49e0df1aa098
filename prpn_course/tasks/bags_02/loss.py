"""Tasks 2.3, 2.4 and 2.5: from scores to chances, to a loss, and to its gradient."""

import math

import torch
from torch.nn import functional

from prpn_course.builder import task
from prpn_course.draw import real

LECTURE_SCORES = (-0.1, 0.1, 0.1, 2.4, 0.2)


softmax = task("2.3", section="From scores to a loss", axes="b, k", tolerance=1e-4, in_page="Practise")


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


softmax.wrong("takes powers of the scores as they are, which overflow", " - top", "",
    "e^200 is inf in 32 bits, and inf / inf is nan. Subtracting a number from a whole row changes no "
    "chance: which number?")
softmax.wrong("subtracts the largest score of the whole batch",
    "o.max(dim=1, keepdim=True).values", "o.max()",
    "A row far below that score becomes 0 / 0. Each row needs its own largest score.")
softmax.wrong("subtracts from a row another number than its largest score",
    "o.max(dim=1, keepdim=True).values", "o.mean(1, keepdim=True)",
    "In (0, 0, 200) the last score is 133 above the mean, and e^133 is inf. What makes no power too large?")
softmax.wrong("normalises over the batch instead of over the classes",
    "o.max(dim=1", "o.max(dim=0", "powers.sum(dim=1", "powers.sum(dim=0",
    "Each row is one sentence, and its chances must sum to 1.")
softmax.wrong("divides by the sum over the whole batch",
    "o.max(dim=1, keepdim=True).values", "o.max()", "powers.sum(dim=1, keepdim=True)", "powers.sum()",
    "A sum without an axis adds up every sentence. Each row has a total of its own.")
softmax.wrong("loses the summed axis, so that the totals meet the wrong rows",
    "powers.sum(dim=1, keepdim=True)", "powers.sum(dim=1)",
    "The totals have shape (B,), the powers (B, C). Keep the axis with `keepdim=True`.")
softmax.wrong("divides by one sum for the whole batch", "powers.sum(dim=1, keepdim=True)", "powers.sum()",
    "Each row is divided by its own sum: `sum(dim=1, keepdim=True)`.")
softmax.wrong("does not divide", " / powers.sum(dim=1, keepdim=True)", "",
    "Powers are no chances yet. Add up a row: is it 1?")
softmax.wrong("divides by the sum of other powers, those of the scores as they are",
    "powers.sum", "o.exp().sum",
    "Add up a row: is it 1? Divide by the sum of the *same* powers.")
softmax.wrong("divides the scores themselves by their sum", "powers / powers.sum", "o / o.sum",
    "Scores may be negative; chances may not. What makes every score positive first?")
softmax.wrong("returns the logarithms of the chances",
    "powers / powers.sum(dim=1, keepdim=True)", "torch.log_softmax(o, 1)",
    "That is log-softmax. Chances lie between 0 and 1.")


def labelled_scores(draw):
    """Scores (B, C) and labels (B,): the lecture's, random batches, and labels that the model likes least."""
    yield real([LECTURE_SCORES]), torch.tensor([3])
    yield from ((draw.normal(B, C), draw.whole(0, C, B)) for B, C in ((2, 3), (4, 5)))
    worst = draw.normal(3, 4)
    yield worst, worst.argmin(1)


cross_entropy = task("2.4", section="From scores to a loss", tolerance=1e-4, in_page="Practise")


@cross_entropy.cases
def _(draw):
    """Scores (B, C) and labels (B,): those of `labelled_scores`; then equal scores, a sure and wrong answer,
    a sure and right one."""
    yield from labelled_scores(draw)
    yield real([[0.0] * 5] * 2), torch.tensor([0, 4])
    yield from ((real([[0.0, 200.0, 0.0]]), torch.tensor([k])) for k in (0, 1))
    yield real([[0.0, 1000.0, 0.0]]), torch.tensor([0])  # and so in 64 bits


def chance(o, y):
    """The chance of each label, (B,)."""
    return o.softmax(-1)[torch.arange(len(y)), y]


cross_entropy.wrong("adds up over the batch and does not take the mean", "mean()", "sum()",
    "A larger batch would have a larger loss, and a larger step. Divide by the number of sentences.")
cross_entropy.wrong("gives one loss per sentence", ".mean()", "", "The mean over the batch is missing.")
cross_entropy.wrong("divides by the number of all scores and not of the sentences",
    "mean()", "mean() / o.size(1)",
    "A mean over a (B, C) matrix divides by B times C. Only one entry of each row is not zero.")
cross_entropy.wrong("applies the softmax twice", "o - o.max(dim=1, keepdim=True).values", "o.softmax(1)",
    "If a function of torch does the softmax for you, give it the scores and not the chances.")
cross_entropy.wrong("forgets the minus sign", "price_of_all - of_the_right", "of_the_right - price_of_all",
    "The logarithm of a chance is negative, and a loss is not.")
cross_entropy.wrong("measures in bits", lambda o, y: cross_entropy(o, y) / math.log(2),
    "The contract says the natural logarithm, ln. Which one did you take?")
cross_entropy.wrong("asks for the chance of the answer that the model likes best, whatever the label is",
    "len(y)), y]", "len(y)), o.argmax(1)]",
    "The label y says whose chance counts.")
cross_entropy.wrong("takes one minus the chance and no logarithm", lambda o, y: (1 - chance(o, y)).mean(),
    "Being sure and wrong should cost more than 1; with a logarithm it does.")
cross_entropy.wrong("adds up powers of the scores as they are, and their sum overflows",
    " - o.max(dim=1, keepdim=True).values", "",
    "The formula is right. But e^200 is inf in 32 bits: subtract each row's largest score first.")
cross_entropy.wrong("divides powers of the scores as they are, inf by inf",
    lambda o, y: -(o.exp() / o.exp().sum(1, keepdim=True))[torch.arange(len(y)), y].log().mean(),
    "e^200 is inf in 32 bits. Write ln of the quotient as a difference, and subtract the largest score.")
cross_entropy.wrong("takes the logarithm of a chance that has become 0",
    lambda o, y: -chance(o, y).log().mean(),
    "e^-200 is 0 on a computer, and its logarithm is minus infinity. Write ln of the quotient as a "
    "difference before you compute it.")
cross_entropy.wrong("takes the sum of the shifted powers, and the score as it was",
    "shifted[torch", "o[torch",
    "What you subtract from the scores, subtract from the score of the label too.")
cross_entropy.wrong("picks the labels of all sentences in every row",
    "shifted[torch.arange(len(y)), y]", "shifted[:, y]",
    "`[:, y]` is a (B, B) matrix. One entry of each row: `[torch.arange(B), y]`.")
cross_entropy.wrong("adds a small number under the logarithm",
    lambda o, y: -(chance(o, y) + 1e-9).log().mean(),
    "Then no loss can be above 21, and that of (0, 200, 0) is 200. Write ln of the quotient as a difference.")


loss_gradient = task("2.5", section="The gradient, by hand", axes="b, k", in_page="Practise")


@loss_gradient.cases
def _(draw):
    """Scores (B, C) and labels (B,): the lecture's, equal ones, two sentences of one label, then as for
    the loss."""
    yield real([LECTURE_SCORES]), torch.tensor([3])
    yield real([[0.0] * 3] * 2), torch.tensor([0, 2])
    yield real([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0]]), torch.tensor([1, 1])
    yield from list(labelled_scores(draw))[1:]


loss_gradient.wrong("subtracts the other way round", "return gradient", "return -gradient",
    "A step goes against the gradient. The score of the right answer must rise, so its gradient is negative.")
loss_gradient.wrong("does not divide by the number of sentences", " / len(y)", "",
    "The loss is a mean over the batch, and so is its gradient.")
loss_gradient.wrong("divides by the number of all scores", "/ len(y)", "/ len(y) / o.size(1)",
    "The mean goes over the B sentences, not over the B times C scores.")
loss_gradient.wrong("divides by the number of classes", "/ len(y)", "/ o.size(1)",
    "The mean goes over the B sentences.")
loss_gradient.wrong("subtracts the labels of all sentences in every row", "torch.arange(len(y))", ":",
    "`[:, y]` is a column for each label, in all rows. One entry of each row: `[torch.arange(B), y]`.")
loss_gradient.wrong("divides the chances by the number of sentences, and not the ones",
    "dim=1)", "dim=1) / len(y)", "gradient / len(y)", "gradient",
    "First the difference, then the division: brackets.")
loss_gradient.wrong("takes the softmax over the batch", "dim=1", "dim=0",
    "Each row is one sentence, and its chances sum to 1.")
loss_gradient.wrong("forgets to subtract the right answer", "-= 1.0", "-= 0.0",
    "Add up a row: a gradient of this loss sums to 0, as raising all scores alike changes nothing.")
loss_gradient.wrong("subtracts the answer that the model likes best, whatever the label is",
    "len(y)), y]", "len(y)), o.argmax(1)]",
    "The one stands at the label y, not at the largest score.")
loss_gradient.wrong("subtracts from the scores and not from the chances",
    "torch.softmax(o, dim=1)", "o.clone()",
    "What the model said is a chance for each class: softmax first.")
loss_gradient.wrong("differentiates with respect to the chances, -1 / chance",
    lambda o, y: -functional.one_hot(y, o.size(1)) / o.softmax(-1) / len(y),
    "That is one link of the chain. Go on through the softmax, back to the scores.")
