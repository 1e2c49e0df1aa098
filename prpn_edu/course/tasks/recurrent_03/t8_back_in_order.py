"""Task 3.8: from a sorted, time-first batch back to the sentences as they came."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.recurrent_03.cases import ANSWERS, normal, seeded


def cases(seed: int) -> list[tuple]:
    """States (T, B, H) of sorted sentences, and where each came from (B,): a ring of three, random, one."""
    generator = seeded(seed)
    out = [(normal(generator, 2, 3, 2), torch.tensor([2, 0, 1]))]
    for T, B, H in ((4, 4, 2), (3, 5, 2), (2, 6, 3)):
        out.append((normal(generator, T, B, H), torch.randperm(B, generator=generator)))
    return [*out, (normal(generator, 3, 1, 2), torch.tensor([0]))]


def _back(states, order):
    return states.transpose(0, 1)[order.argsort()]


def _by_filling(states, order):
    out = torch.zeros(states.shape[1], states.shape[0], states.shape[2])
    for k, b in enumerate(order.tolist()):
        out[b] = states[:, k]
    return out


def _by_pairs(states, order):
    pairs = sorted(zip(order.tolist(), states.unbind(1), strict=True), key=lambda pair: pair[0])
    return [rows.tolist() for _, rows in pairs]


def _by_numpy(states, order):
    out = np.empty(states.transpose(0, 1).shape)
    out[order.numpy()] = np.swapaxes(states.numpy(), 0, 1)
    return out


TASK = Task(
    id="3.8",
    title="Back in order",
    function="back_in_order",
    signature="(states, order)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="The last step of the padded batch",
    axes=("b", "t", "k"),
    reference=_back,
    cases=cases,
    misconceptions=(
        Misconception(
            "leaves the sentences sorted, so that they meet the wrong labels",
            lambda states, order: states.transpose(0, 1),
            "The labels still stand in the old order. Row b must belong to sentence b.",
        ),
        Misconception(
            "sorts once more in place of undoing it",
            lambda states, order: states.transpose(0, 1)[order],
            "`[order]` asks for the row numbered order[b]. You know the opposite: row k belongs AT order[k].",
        ),
        Misconception(
            "changes the shape with `view` where the axes should be exchanged",
            lambda states, order: states.reshape(states.shape[1], states.shape[0], -1)[order.argsort()],
            "`view` and `reshape` cut the same row of numbers into other pieces, and mix the sentences. "
            "`transpose` exchanges two axes.",
        ),
        Misconception(
            "leaves the time first",
            lambda states, order: states[:, order.argsort()],
            "The order is right. But the result is batch first: (B, T, H).",
        ),
        Misconception(
            "turns the sorted batch round",
            lambda states, order: states.transpose(0, 1).flip(0),
            "Shortest first is still sorted. `order` says where each sentence was.",
        ),
    ),
    equivalents=(_by_filling, _by_pairs, _by_numpy),
    answer_modules=ANSWERS,
)
