"""Task 2.7: a deep continuous bag of words with one hidden layer."""

import math

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.bags_02.cases import ANSWERS, normal, numbers_below, seeded


def cases(seed: int) -> list[tuple]:
    """Words (T,), table (V, E), W1 (H, E), b1 (H,), W2 (C, H), b2 (C,): several words, then a single one."""
    generator = seeded(seed)
    out = []
    for T, E, H, C in ((2, 2, 2, 2), (3, 2, 3, 5), (5, 4, 3, 5), (1, 3, 2, 5)):
        ids = numbers_below(generator, 6, T)
        layers = (
            normal(generator, H, E),
            normal(generator, H),
            normal(generator, C, H),
            normal(generator, C),
        )
        out.append((ids, normal(generator, 6, E) / 2, *layers))
    return out


def _right(ids, table, W1, b1, W2, b2):
    return W2 @ torch.tanh(W1 @ table[ids].sum(0) + b1) + b2


def _by_rows(ids, table, W1, b1, W2, b2):
    hidden = torch.tanh(table[ids].sum(0, keepdim=True) @ W1.T + b1)
    return (hidden @ W2.T + b2).squeeze(0)


def _by_projecting_first(ids, table, W1, b1, W2, b2):
    return torch.nn.functional.linear(torch.tanh((table[ids] @ W1.T).sum(0) + b1), W2, b2)


def _by_loops(ids, table, W1, b1, W2, b2):
    x = [sum(column) for column in zip(*(table[k].tolist() for k in ids), strict=True)]
    hidden = [
        math.tanh(sum(w * value for w, value in zip(row, x, strict=True)) + b)
        for row, b in zip(W1.tolist(), b1.tolist(), strict=True)
    ]
    return [
        sum(w * value for w, value in zip(row, hidden, strict=True)) + b
        for row, b in zip(W2.tolist(), b2.tolist(), strict=True)
    ]


TASK = Task(
    id="2.7",
    title="Deep CBOW",
    function="deep_cbow",
    signature="(ids, table, W1, b1, W2, b2)",
    points=3,
    minutes=15,
    difficulty="medium",
    section="Deep CBOW",
    axes=("k",),
    reference=_right,
    cases=cases,
    misconceptions=(
        Misconception(
            "sends every word through the network and adds the scores",
            lambda ids, table, W1, b1, W2, b2: (torch.tanh(table[ids] @ W1.T + b1) @ W2.T + b2).sum(0),
            "That is a bag of words again: each word has its votes, whatever stands beside it. Sum first.",
        ),
        Misconception(
            "bends every word on its own and adds the hidden layers",
            lambda ids, table, W1, b1, W2, b2: W2 @ torch.tanh(table[ids] @ W1.T + b1).sum(0) + b2,
            "The tanh must see the whole sentence. Otherwise no word can change what another one means.",
        ),
        Misconception(
            "has no tanh between the layers",
            lambda ids, table, W1, b1, W2, b2: W2 @ (W1 @ table[ids].sum(0) + b1) + b2,
            "Two layers without a bend between them are one layer, and so a bag of words.",
        ),
        Misconception(
            "bends the scores as well",
            lambda ids, table, W1, b1, W2, b2: torch.tanh(_right(ids, table, W1, b1, W2, b2)),
            "After the last layer nothing follows: a score may be as large as it likes.",
        ),
        Misconception(
            "bends before the first layer and not after it",
            lambda ids, table, W1, b1, W2, b2: W2 @ (W1 @ torch.tanh(table[ids].sum(0)) + b1) + b2,
            "Read the equation from the inside: sum, W1 and b1, tanh, W2 and b2.",
        ),
        Misconception(
            "takes the mean of the vectors and not their sum",
            lambda ids, table, W1, b1, W2, b2: W2 @ torch.tanh(W1 @ table[ids].mean(0) + b1) + b2,
            "Behind a tanh a mean and a sum are two different models. The equation has a sum.",
        ),
        Misconception(
            "forgets the first bias",
            lambda ids, table, W1, b1, W2, b2: W2 @ torch.tanh(W1 @ table[ids].sum(0)) + b2,
            "Each layer has a bias of its own; b1 belongs inside the tanh.",
        ),
        Misconception(
            "turns the scores into chances",
            lambda ids, table, W1, b1, W2, b2: _right(ids, table, W1, b1, W2, b2).softmax(0),
            "Scores are asked for here. The softmax belongs to the loss.",
        ),
    ),
    equivalents=(_by_rows, _by_projecting_first, _by_loops),
    answer_modules=ANSWERS,
)
