"""Task 7.1: hard gates from limits, the first matrix of the chapter."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.gates_07.cases import ANSWERS, seeded
from prpn_edu.latent import gates


def cases(seed: int) -> list[tuple]:
    """Limits (T,) with 0 <= l_t < t and l_0 = 0: Figure 1's first, then random ones, then a single word."""
    generator = seeded(seed)
    out = [(torch.tensor([0, 0, 1, 1, 1]),)]
    for length in (2, 3, 6, 8):
        ceiling = torch.arange(length).clamp(min=1)  # (T,)  l_t < t
        out.append(((torch.rand(length, generator=generator) * ceiling).long(),))
    return [*out, (torch.tensor([0]),)]


def _filled(limit, inside):
    """The (T, T) matrix of zeros, with ones where inside(l_t, i, t) holds."""
    length = len(limit)
    out = torch.zeros(length, length)
    for t in range(length):
        for i in range(length):
            out[t, i] = float(inside(int(limit[t]), i, t))
    return out


def _by_slices(limit):
    out = torch.zeros(len(limit), len(limit))
    for t, start in enumerate(limit.tolist()):
        out[t, start:t] = 1
    return out


def _by_broadcasting(limit):
    i = torch.arange(len(limit))
    return ((i >= limit[:, None]) & (i < i[:, None])).double()


def _by_numpy(limit):
    place = np.arange(len(limit))
    return np.tril(place >= limit.numpy()[:, None], -1)


TASK = Task(
    id="7.1",
    title="Hard gates from a limit",
    function="hard_gates",
    signature="(limit)",
    points=1,
    minutes=5,
    difficulty="easy",
    section="By hand: a limit and its gates",
    axes=("t", "i"),
    reference=gates.hard_gates,
    cases=cases,
    misconceptions=(
        Misconception(
            "leaves the limit itself out",
            lambda limit: _filled(limit, lambda start, i, t: start < i < t),
            "The limit is the first position that may be seen, not the last one that may not: "
            "what is the gate at i = l_t?",
        ),
        Misconception(
            "lets step t look at itself",
            lambda limit: _filled(limit, lambda start, i, t: start <= i <= t),
            "A step looks back. Which is the last position before t?",
        ),
        Misconception(
            "lets step t look into the future",
            lambda limit: _filled(limit, lambda start, i, t: start <= i),
            "The gate has two ends. You have the left one; what closes it on the right?",
        ),
        Misconception(
            "opens the gates before the limit instead of after it",
            lambda limit: _filled(limit, lambda start, i, t: i <= start and i < t),
            "A limit near t means a short memory: the open positions are those between the limit and t.",
        ),
        Misconception(
            "exchanges the step t and the position i",
            lambda limit: _filled(limit, lambda start, i, t: start <= i < t).T,
            "Rows are steps, columns are positions: the entry is [t, i], and what lies above the diagonal "
            "is 0.",
        ),
        Misconception(
            "opens every gate, as `or` between the two conditions does",
            lambda limit: _filled(limit, lambda start, i, t: start <= i or i < t),
            "Every i meets one of the two conditions. A gate is open where both hold at once.",
        ),
        Misconception(
            "opens the whole past whatever the limit, as `limit[i]` in place of `limit[t]` does",
            lambda limit: _filled(limit, lambda start, i, t: i < t),
            "The limit belongs to the step that looks back, not to the position that it looks at.",
        ),
    ),
    equivalents=(_by_slices, _by_broadcasting, _by_numpy),
    answer_modules=ANSWERS,
)
