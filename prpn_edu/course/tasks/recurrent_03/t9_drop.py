"""Task 3.9: dropout, which is for training only."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.recurrent_03.cases import ANSWERS, normal, real, seeded


def cases(seed: int) -> list[tuple]:
    """h (N,), mask (N,), p and whether we train: the same numbers in both modes, then random ones."""
    generator = seeded(seed)
    h, mask = real([1.0, -2.0, 3.0, 4.0]), real([1.0, 0.0, 1.0, 0.0])
    out = [(h, mask, 0.25, True), (h, mask, 0.25, False)]
    for N, p, training in ((5, 0.2, True), (6, 0.6, False), (4, 0.0, True)):
        kept = (torch.rand(N, generator=generator) >= p).float()
        kept[0] = 1.0
        out.append((normal(generator, N), kept, p, training))
    return out


def _drop(h, mask, p, training):
    return h * mask / (1 - p) if training else h.clone()


def _by_loop(h, mask, p, training):
    if not training:
        return h.tolist()
    return [x / (1 - p) if keep else 0.0 for x, keep in zip(h.tolist(), mask.tolist(), strict=True)]


def _by_where(h, mask, p, training):
    scaled = torch.where(mask.bool(), h.double() * (1 / (1 - p)), 0.0)
    return scaled if training else h


def _by_numpy(h, mask, p, training):
    factor = mask.numpy() / (1 - p) if training else np.ones(len(h))
    return h.numpy() * factor


TASK = Task(
    id="3.9",
    title="Dropout",
    function="drop",
    signature="(h, mask, p, training)",
    points=1,
    minutes=5,
    difficulty="easy",
    section="On the toy treebank",
    axes=("n",),
    reference=_drop,
    cases=cases,
    misconceptions=(
        Misconception(
            "drops at test time as well",
            lambda h, mask, p, training: _drop(h, mask, p, True),
            "A tested model should use all it knows. That is what `model.eval()` is for; who forgets it gets "
            "another answer every time.",
        ),
        Misconception(
            "never drops anything",
            lambda h, mask, p, training: h.clone(),
            "In training the units with mask 0 are silent. A model that stays in `eval()` trains without "
            "dropout.",
        ),
        Misconception(
            "does not make up for what was dropped",
            lambda h, mask, p, training: h * mask if training else h.clone(),
            "Fewer units speak, so those that remain speak louder: on average the sum must stay the same.",
        ),
        Misconception(
            "drops in the test and not in training",
            lambda h, mask, p, training: _drop(h, mask, p, not training),
            "The two modes are exchanged.",
        ),
        Misconception(
            "divides by the share that is dropped",
            lambda h, mask, p, training: h * mask / p if training and p else _drop(h, mask, p, training),
            "p is the chance to be dropped. What is the chance to stay?",
        ),
        Misconception(
            "scales at test time in place of training time",
            lambda h, mask, p, training: h * mask if training else h * (1 - p),
            "Dropout was first published like that. Today the training is scaled, so that the test needs "
            "nothing.",
        ),
        Misconception(
            "keeps what the mask drops",
            lambda h, mask, p, training: _drop(h, 1 - mask, p, training),
            "A 1 in the mask stays, a 0 goes.",
        ),
    ),
    equivalents=(_by_loop, _by_where, _by_numpy),
    answer_modules=ANSWERS,
)
