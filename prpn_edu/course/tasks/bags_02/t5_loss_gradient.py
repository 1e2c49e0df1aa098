"""Task 2.5: the gradient of the loss with respect to the scores."""

import numpy as np
import torch
from torch.nn import functional

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.bags_02.cases import ANSWERS, labelled_scores


def _right(o, y):
    return (o.softmax(-1) - functional.one_hot(y, o.size(1))) / len(y)


def _by_autograd(o, y):
    with torch.enable_grad():
        scores = o.clone().requires_grad_()
        functional.cross_entropy(scores, y).backward()
    return scores.grad


def _by_loop(o, y):
    out = torch.softmax(o, -1)
    for b, right in enumerate(y):
        out[b, right] -= 1
    return out / len(out)


def _by_numpy(o, y):
    powers = np.exp(o.numpy().astype(float))
    chances = powers / powers.sum(1, keepdims=True)
    return (chances - np.eye(o.shape[1])[y.numpy()]) / len(chances)


TASK = Task(
    id="2.5",
    title="What you said minus what was right",
    function="loss_gradient",
    signature="(o, y)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="The gradient, by hand",
    axes=("b", "k"),
    reference=_right,
    cases=labelled_scores,
    misconceptions=(
        Misconception(
            "subtracts the other way round",
            lambda o, y: -_right(o, y),
            "A step goes against the gradient. The score of the right answer must rise, so its gradient is "
            "negative.",
        ),
        Misconception(
            "does not divide by the number of sentences",
            lambda o, y: _right(o, y) * len(y),
            "The loss is a mean over the batch, and so is its gradient.",
        ),
        Misconception(
            "divides by the number of all scores",
            lambda o, y: _right(o, y) / o.size(1),
            "The mean goes over the B sentences, not over the B times C scores.",
        ),
        Misconception(
            "forgets to subtract the right answer",
            lambda o, y: o.softmax(-1) / len(y),
            "Add up a row: a gradient of this loss sums to 0, as raising all scores alike changes nothing.",
        ),
        Misconception(
            "subtracts the answer that the model likes best, whatever the label is",
            lambda o, y: _right(o, o.argmax(-1)),
            "The one stands at the label y, not at the largest score.",
        ),
        Misconception(
            "subtracts from the scores and not from the chances",
            lambda o, y: (o - functional.one_hot(y, o.size(1))) / len(y),
            "What the model said is a chance for each class: softmax first.",
        ),
        Misconception(
            "differentiates with respect to the chances, -1 / chance",
            lambda o, y: -functional.one_hot(y, o.size(1)) / o.softmax(-1) / len(y),
            "That is one link of the chain. Go on through the softmax, back to the scores.",
        ),
    ),
    equivalents=(_by_autograd, _by_loop, _by_numpy),
    answer_modules=ANSWERS,
)
