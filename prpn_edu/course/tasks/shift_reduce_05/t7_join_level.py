"""Task 5.7: all brackets of one depth in one step, without a stack."""

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.shift_reduce_05.cases import ANSWERS, join, normal, seeded


def cases(seed: int) -> list[tuple]:
    """The states (2m, H) of one level, siblings side by side, and matrices A and B (H, H)."""
    generator = seeded(seed)
    return [
        tuple(normal(generator, *shape) for shape in ((2 * m, size), (size, size), (size, size)))
        for m, size in ((2, 2), (1, 2), (3, 3), (5, 4))
    ]


def _level(below, A, B):
    return join(below[0::2], below[1::2], A, B)


def _by_loop(below, A, B):
    rows = [A @ below[2 * k] + B @ below[2 * k + 1] for k in range(len(below) // 2)]
    return torch.stack(rows).tanh().tolist()


def _by_view(below, A, B):
    children = below.reshape(len(below) // 2, -1)  # (m, 2H)
    return torch.tanh(children.double() @ torch.cat([A, B], 1).T.double())


def _by_einsum(below, A, B):
    pairs = below.unflatten(0, (-1, 2))  # (m, 2, H)
    return torch.einsum("mch,cgh->mg", pairs, torch.stack([A, B])).tanh().numpy()


TASK = Task(
    id="5.7",
    title="One level in one step",
    function="join_level",
    signature="(below, A, B)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="By depth: no stack at all",
    axes=("m", "h"),
    reference=_level,
    cases=cases,
    misconceptions=(
        Misconception(
            "joins the first half of the level with the second half",
            lambda below, A, B: join(*below.chunk(2), A, B),
            "Siblings stand side by side: rows 0 and 1 have one parent, rows 2 and 3 the next.",
        ),
        Misconception(
            "exchanges the left and the right child",
            lambda below, A, B: join(below[1::2], below[0::2], A, B),
            "The left child stands before the right one: which rows does A meet?",
        ),
        Misconception(
            "joins every row with its neighbour, so that rows are used twice",
            lambda below, A, B: join(below[:-1], below[1:], A, B),
            "A node has one parent. From 2m rows come m, not 2m - 1.",
        ),
        Misconception(
            "joins the outermost rows first, as brackets that enclose each other",
            lambda below, A, B: join(below[: len(below) // 2], below.flip(0)[: len(below) // 2], A, B),
            "Within one level no bracket encloses another. Siblings are neighbours.",
        ),
        Misconception(
            "adds the children before the matrices",
            lambda below, A, B: join(below[0::2] + below[1::2], below[0::2] + below[1::2], A, B),
            "A is for the left child alone and B for the right one. The sum does not know which was which.",
        ),
    ),
    equivalents=(_by_loop, _by_view, _by_einsum),
    answer_modules=ANSWERS,
)
