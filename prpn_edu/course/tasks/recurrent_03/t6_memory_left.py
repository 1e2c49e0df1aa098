"""Task 3.6: how much of each word is still in the memory at the end."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.recurrent_03.cases import ANSWERS, real, seeded, uniform


def cases(seed: int) -> list[tuple]:
    """Forget gates (T, H) in [0, 1]: one unit, random ones, a gate that is shut, a single word."""
    generator = seeded(seed)
    out = [(real([[0.9], [0.5], [0.8]]),)]
    out += [(uniform(generator, T, H, low=0.2, high=0.95),) for T, H in ((2, 2), (4, 3), (6, 2))]
    shut = uniform(generator, 4, 2, low=0.2, high=0.95)
    shut[2, 0] = 0.0
    return [*out, (shut,), (real([[0.3, 0.7]]),)]


def _after(f):
    """(T, H), entry t is the product of f_s over s > t."""
    return torch.stack([f[t + 1 :].prod(0) for t in range(len(f))])


def _by_walking(f):
    left, rows = torch.ones(f.size(1), dtype=torch.float64), []
    for gate in f.flip(0):
        rows.append(left)
        left = left * gate
    return rows[::-1]


def _by_cumprod(f):
    shifted = torch.cat([f[1:], torch.ones_like(f[:1])])
    return shifted.flip(0).cumprod(0).flip(0)


def _by_numpy(f):
    gates = np.vstack([f.numpy()[1:], np.ones((1, f.shape[1]))])
    return np.cumprod(gates[::-1], axis=0)[::-1]


TASK = Task(
    id="3.6",
    title="What is left at the end",
    function="memory_left",
    signature="(f)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="Why it remembers",
    axes=("t", "k"),
    reference=_after,
    cases=cases,
    misconceptions=(
        Misconception(
            "lets a word pass through its own forget gate",
            lambda f: torch.stack([f[t:].prod(0) for t in range(len(f))]),
            "Step t's gate acts on the old memory. What is written at t meets the gates of t+1, t+2, ...",
        ),
        Misconception(
            "multiplies from the left, the gates before the word",
            lambda f: torch.stack([f[:t].prod(0) for t in range(len(f))]),
            "Gates before a word cannot make it forgotten. Which words come after it?",
        ),
        Misconception(
            "multiplies the gates up to and with the word",
            lambda f: f.cumprod(0),
            "A running product from the left says what is left of the START. Turn it round.",
        ),
        Misconception(
            "multiplies all gates for every word",
            lambda f: f.prod(0).expand_as(f),
            "The last word has just been written: all of it is left. Each word has its own product.",
        ),
        Misconception(
            "takes the forget gate for the share that is forgotten",
            lambda f: _after(1 - f),
            "In spite of its name, a forget gate of 1 keeps everything.",
        ),
        Misconception(
            "leaves out the last gate",
            lambda f: torch.stack([f[t + 1 : -1].prod(0) for t in range(len(f))]),
            "The last step has a forget gate too, and everything older passes through it.",
        ),
        Misconception(
            "takes only the next gate",
            lambda f: torch.cat([f[1:], torch.ones_like(f[:1])]),
            "What survives the next word still has to survive all others.",
        ),
    ),
    equivalents=(_by_walking, _by_cumprod, _by_numpy),
    answer_modules=ANSWERS,
)
