"""Task 5.2: how high the stack is after each action."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.shift_reduce_05.cases import (
    ANSWERS,
    LECTURE,
    MIXED,
    PAD,
    REDUCE,
    SHIFT,
    program,
    random_tree,
    seeded,
)


def cases(seed: int) -> list[tuple]:
    """Programs (K,) of 0, 1 and 2: the chapter's, one with padding, random ones, a single word."""
    generator = seeded(seed)
    out = [(torch.tensor(program(LECTURE)),), (torch.tensor([*program(MIXED), PAD, PAD]),)]
    out += [(torch.tensor([*program(random_tree(generator, n)), *[PAD] * n]),) for n in (3, 5, 8)]
    return [*out, (torch.tensor([SHIFT]),)]


def _heights(actions, shift=1, reduce=-1, pad=0):
    change = torch.tensor([shift, reduce, pad])
    return change[actions].cumsum(0)


def _by_loop(actions):
    height, out = 0, []
    for action in actions.tolist():
        height += {SHIFT: 1, REDUCE: -1, PAD: 0}[action]
        out.append(height)
    return out


def _by_counting(actions):
    return [int((actions[: k + 1] == 0).sum() - (actions[: k + 1] == 1).sum()) for k in range(len(actions))]


def _by_numpy(actions):
    a = actions.numpy()
    return np.cumsum((a == SHIFT) * 1.0 - (a == REDUCE) * 1.0)


TASK = Task(
    id="5.2",
    title="The height of the stack",
    function="stack_heights",
    signature="(actions)",
    points=1,
    minutes=5,
    difficulty="easy",
    section="From a tree to its transitions",
    axes=("k",),
    reference=_heights,
    cases=cases,
    misconceptions=(
        Misconception(
            "lets REDUCE take two parts off and put nothing back",
            lambda actions: _heights(actions, reduce=-2),
            "Two parts go, and one node comes. How much lower is the stack?",
        ),
        Misconception(
            "forgets that a REDUCE lowers the stack",
            lambda actions: _heights(actions, reduce=0),
            "Two parts become one. At the end of a sentence the stack must hold one part alone.",
        ),
        Misconception(
            "counts PAD as a REDUCE",
            lambda actions: _heights(actions, pad=-1),
            "A finished sentence waits: PAD leaves its stack as it is.",
        ),
        Misconception(
            "counts PAD as a SHIFT",
            lambda actions: _heights(actions, pad=1),
            "PAD is no word. It puts nothing on the stack.",
        ),
        Misconception(
            "gives the height before each action, not after it",
            lambda actions: torch.cat([torch.zeros(1), _heights(actions)[:-1]]),
            "After the first SHIFT the stack holds one part: which entry says so?",
        ),
        Misconception(
            "gives the change of the height, not the height",
            lambda actions: torch.tensor([1, -1, 0])[actions],
            "Each entry needs all the actions before it as well: add them up.",
        ),
    ),
    equivalents=(_by_loop, _by_counting, _by_numpy),
    answer_modules=ANSWERS,
)
