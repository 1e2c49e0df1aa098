"""Task 3.10: which epoch's weights are kept."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.recurrent_03.cases import ANSWERS, normal, real, seeded


def cases(seed: int) -> list[tuple]:
    """w (N,), changes (epochs, N), accuracies on dev and test: the best in the middle, a tie, random."""
    generator = seeded(seed)
    out = [
        (
            real([0.0, 1.0]),
            real([[1.0, 0.0], [0.0, 2.0], [5.0, 0.0], [0.0, 1.0]]),
            (0.4, 0.6, 0.5, 0.45),
            (0.4, 0.5, 0.65, 0.3),
        ),
        (
            normal(generator, 3),
            normal(generator, 5, 3),
            (0.3, 0.5, 0.4, 0.5, 0.2),
            (0.1, 0.2, 0.3, 0.4, 0.6),
        ),
    ]
    for epochs in (4, 6):
        dev, test = (torch.randperm(50, generator=generator)[:epochs] / 50 for _ in range(2))
        weights = (normal(generator, 2), normal(generator, epochs, 2))
        out.append((*weights, tuple(dev.tolist()), tuple(test.tolist())))
    return [*out, (normal(generator, 2), normal(generator, 1, 2), (0.5,), (0.5,))]


def _after(w, changes, epoch):
    return w + changes[: epoch + 1].sum(0)


def _first_best(scores):
    return scores.index(max(scores))


def _kept(w, changes, dev, test):
    return _after(w, changes, _first_best(dev))


def _by_numpy(w, changes, dev, test):
    weights = w.numpy() + np.cumsum(changes.numpy(), axis=0)
    return weights[int(np.argmax(dev))]


def _by_history(w, changes, dev, test):
    history = []
    for change in changes:
        w = w + change
        history.append(w.tolist())
    return max(zip(dev, history, strict=True), key=lambda pair: pair[0])[1]


def _by_going_back(w, changes, dev, test):
    now = w.double() + changes.double().sum(0)
    for epoch in range(len(dev) - 1, dev.index(max(dev)), -1):
        now = now - changes[epoch]
    return now


TASK = Task(
    id="3.10",
    title="The weights of the best epoch",
    function="best_weights",
    signature="(w, changes, dev, test)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="On the toy treebank",
    axes=("n",),
    reference=_kept,
    cases=cases,
    misconceptions=(
        Misconception(
            "ends up with the weights of the last epoch",
            lambda w, changes, dev, test: _after(w, changes, len(dev) - 1),
            "Did you keep the tensor, or a copy? The training goes on changing it in place, and a second "
            "name for it changes too. (`model.state_dict()` is such a second name.)",
        ),
        Misconception(
            "chooses the epoch that is best on the test split",
            lambda w, changes, dev, test: _after(w, changes, _first_best(test)),
            "What is chosen on the test split is no longer tested on it. Choose with the development split.",
        ),
        Misconception(
            "takes the last of two epochs that are equally good",
            lambda w, changes, dev, test: _after(w, changes, max(range(len(dev)), key=lambda e: (dev[e], e))),
            "Is it >= where it should be >?",
        ),
        Misconception(
            "keeps the weights from before the best epoch",
            lambda w, changes, dev, test: _after(w, changes, _first_best(dev) - 1),
            "dev[e] was measured AFTER epoch e. Keep what the weights are then.",
        ),
        Misconception(
            "keeps the worst epoch",
            lambda w, changes, dev, test: _after(w, changes, dev.index(min(dev))),
            "These are accuracies, and no losses: larger is better.",
        ),
        Misconception(
            "chooses with the sum of both splits",
            lambda w, changes, dev, test: _after(
                w, changes, _first_best([round(a + b, 6) for a, b in zip(dev, test, strict=True)])
            ),
            "Half a look at the test split is a look. Leave `test` alone.",
        ),
    ),
    equivalents=(_by_numpy, _by_history, _by_going_back),
    answer_modules=ANSWERS,
)
