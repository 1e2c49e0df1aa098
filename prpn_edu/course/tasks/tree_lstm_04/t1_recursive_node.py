"""Task 4.1: the plain recursive network, one node."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.tree_lstm_04.cases import ANSWERS, normal, seeded


def cases(seed: int) -> list[tuple]:
    """Outputs of two children (H,), their matrices (H, H), a bias (H,): random, and two equal children."""
    generator = seeded(seed)
    out = []
    for size in (2, 1, 3, 5):
        shapes = ((size,), (size,), (size, size), (size, size), (size,))
        out.append(tuple(normal(generator, *shape) for shape in shapes))
    left, _, U_l, U_r, b = out[2]
    return [*out, (left, left, U_l, U_r, b)]


def _node(left, right, U_l, U_r, b):
    return torch.tanh(U_l @ left + U_r @ right + b)


def _by_loops(left, right, U_l, U_r, b):
    H = len(left)
    sums = [sum(U_l[k, j] * left[j] + U_r[k, j] * right[j] for j in range(H)) + b[k] for k in range(H)]
    return [float(torch.tanh(s)) for s in sums]


def _by_one_matrix(left, right, U_l, U_r, b):
    return (torch.cat([U_l, U_r], 1).double() @ torch.cat([left, right]).double() + b).tanh()


def _by_numpy(left, right, U_l, U_r, b):
    return np.tanh(U_l.numpy() @ left.numpy() + np.dot(U_r.numpy(), right.numpy()) + b.numpy())


TASK = Task(
    id="4.1",
    title="A node of a recursive network",
    function="recursive_node",
    signature="(left, right, U_l, U_r, b)",
    points=1,
    minutes=5,
    difficulty="easy",
    section="From recursive networks to cells with gates",
    axes=("h",),
    reference=_node,
    cases=cases,
    misconceptions=(
        Misconception(
            "gives each child the matrix of its sibling",
            lambda left, right, U_l, U_r, b: _node(right, left, U_l, U_r, b),
            "U_l meets the left child. On two equal children the mistake cannot be seen.",
        ),
        Misconception(
            "leaves the tanh out",
            lambda left, right, U_l, U_r, b: U_l @ left + U_r @ right + b,
            "Without it a whole tree is one linear map: a bag of words with position weights.",
        ),
        Misconception(
            "adds the bias after the tanh",
            lambda left, right, U_l, U_r, b: torch.tanh(U_l @ left + U_r @ right) + b,
            "Your numbers can leave the interval from -1 to 1. What belongs inside the brackets?",
        ),
        Misconception(
            "squashes each child on its own and adds afterwards",
            lambda left, right, U_l, U_r, b: torch.tanh(U_l @ left) + torch.tanh(U_r @ right + b),
            "Both children meet inside one tanh: add first, squash once.",
        ),
        Misconception(
            "multiplies from the wrong side",
            lambda left, right, U_l, U_r, b: _node(left, right, U_l.T, U_r.T, b),
            "U left is `U_l @ left`: entry k is row k of the matrix times the vector.",
        ),
    ),
    equivalents=(_by_loops, _by_one_matrix, _by_numpy),
    answer_modules=ANSWERS,
)
