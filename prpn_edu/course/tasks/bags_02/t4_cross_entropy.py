"""Task 2.4: the cross-entropy of a batch."""

import math

import torch
from torch.nn import functional

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.bags_02.cases import ANSWERS, labelled_scores, real


def cases(seed: int) -> list[tuple]:
    """Scores (B, C) and labels (B,): as for the gradient; then equal scores, and a sure and wrong answer."""
    equal = torch.zeros(2, 5, dtype=torch.float32)
    more = [(equal, torch.tensor([0, 4])), (real([[0.0, 200.0, 0.0]]), torch.tensor([0]))]
    return labelled_scores(seed) + more


def _chance(o, y):
    return o.softmax(-1)[torch.arange(len(y)), y]


def _by_logsumexp(o, y):
    return (o.logsumexp(-1) - o.gather(1, y[:, None])[:, 0]).mean()


def _by_one_hot(o, y):
    target = functional.one_hot(y, o.size(1)).to(o.dtype)
    return -(target * o.log_softmax(-1)).sum() / len(y)


def _by_two_logarithms(o, y):
    """A log-softmax changes nothing of a log-softmax, so doing it twice is no mistake."""
    return functional.cross_entropy(o.log_softmax(-1), y)


def _by_loops(o, y):
    total = 0.0
    for scores, right in zip(o.tolist(), y.tolist(), strict=True):
        top = max(scores)
        total += top + math.log(sum(math.exp(s - top) for s in scores)) - scores[right]
    return total / len(y)


TASK = Task(
    id="2.4",
    title="Cross-entropy",
    function="cross_entropy",
    signature="(o, y)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="From scores to a loss",
    axes=(),
    reference=functional.cross_entropy,
    cases=cases,
    tolerance=1e-4,
    misconceptions=(
        Misconception(
            "adds up over the batch and does not take the mean",
            lambda o, y: functional.cross_entropy(o, y, reduction="sum"),
            "A larger batch would have a larger loss, and a larger step. Divide by the number of sentences.",
        ),
        Misconception(
            "divides by the number of all scores and not of the sentences",
            lambda o, y: functional.cross_entropy(o, y) / o.size(1),
            "A mean over a (B, C) matrix divides by B times C. Only one entry of each row is not zero.",
        ),
        Misconception(
            "applies the softmax twice",
            lambda o, y: functional.cross_entropy(o.softmax(-1), y),
            "If a function of torch does the softmax for you, give it the scores and not the chances.",
        ),
        Misconception(
            "forgets the minus sign",
            lambda o, y: -functional.cross_entropy(o, y),
            "The logarithm of a chance is negative, and a loss is not.",
        ),
        Misconception(
            "measures in bits",
            lambda o, y: functional.cross_entropy(o, y) / math.log(2),
            "The contract says the natural logarithm, ln. Which one did you take?",
        ),
        Misconception(
            "asks for the chance of the answer that the model likes best, whatever the label is",
            lambda o, y: functional.cross_entropy(o, o.argmax(-1)),
            "The label y says whose chance counts.",
        ),
        Misconception(
            "takes one minus the chance and no logarithm",
            lambda o, y: (1 - _chance(o, y)).mean(),
            "Being sure and wrong should cost more than 1; with a logarithm it does.",
        ),
        Misconception(
            "takes the logarithm of a chance that has become 0",
            lambda o, y: -_chance(o, y).log().mean(),
            "e^-200 is 0 on a computer, and its logarithm is minus infinity. Write ln of the quotient as a "
            "difference before you compute it.",
        ),
    ),
    equivalents=(_by_logsumexp, _by_one_hot, _by_two_logarithms, _by_loops),
    answer_modules=ANSWERS,
)
