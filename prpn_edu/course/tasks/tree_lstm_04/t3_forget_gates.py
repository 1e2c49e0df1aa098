"""Task 4.3: the forget gates of the two kinds of cell, Child-Sum first."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.tree_lstm_04.cases import ANSWERS, normal, seeded


def cases(seed: int) -> list[tuple]:
    """Outputs of K children (K, H), U_f (H, H), b_f (H,): two children, three, five, one."""
    generator = seeded(seed)
    sizes = ((2, 2), (3, 2), (5, 4), (1, 3))
    return [(normal(generator, K, H), normal(generator, H, H), normal(generator, H)) for K, H in sizes]


def _gates(h, U_f, b_f):
    return torch.sigmoid(h @ U_f.T + b_f)


def _by_loop(h, U_f, b_f):
    return [torch.sigmoid(U_f @ child + b_f).tolist() for child in h]


def _by_numpy(h, U_f, b_f):
    return 1 / (1 + np.exp(-(h.numpy() @ U_f.numpy().T + b_f.numpy())))


def _by_linear(h, U_f, b_f):
    return torch.nn.functional.linear(h, U_f, b_f).double().sigmoid()


TASK = Task(
    id="4.3",
    title="A forget gate for each child",
    function="forget_gates",
    signature="(h, U_f, b_f)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="The Child-Sum cell",
    axes=("k", "entry"),
    reference=_gates,
    cases=cases,
    misconceptions=(
        Misconception(
            "computes every gate from the sum of the children",
            lambda h, U_f, b_f: _gates(h.sum(0, keepdim=True).expand_as(h), U_f, b_f),
            "Then all children are kept or forgotten together. The gate of child k looks at h_k.",
        ),
        Misconception(
            "uses the gate of the first child for all of them",
            lambda h, U_f, b_f: _gates(h[:1].expand_as(h), U_f, b_f),
            "Each row needs its own child: row k belongs to h_k.",
        ),
        Misconception(
            "lets each gate look at all the other children",
            lambda h, U_f, b_f: _gates(h.sum(0, keepdim=True) - h, U_f, b_f),
            "That would be a gate of the siblings. In the Child-Sum cell a child speaks for itself.",
        ),
        Misconception(
            "makes the gates of the children sum to 1, as a softmax does",
            lambda h, U_f, b_f: torch.softmax(h @ U_f.T + b_f, 0),
            "The gates are independent: a node may keep all of its children, or none.",
        ),
        Misconception(
            "leaves out the bias",
            lambda h, U_f, b_f: _gates(h, U_f, 0 * b_f),
            "The bias decides what is kept when the children say nothing.",
        ),
    ),
    equivalents=(_by_loop, _by_numpy, _by_linear),
    answer_modules=ANSWERS,
)
