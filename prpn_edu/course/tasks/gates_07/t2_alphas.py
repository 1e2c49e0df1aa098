"""Task 7.2: the chance to go on, in the paper's form."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.gates_07.cases import ANSWERS, FIGURE_SCORES, seeded, uniform, vector
from prpn_edu.latent import gates


def cases(seed: int) -> list[tuple]:
    """Scores (T,) and tau > 0: Figure 2's, the same with another tau, random ones, ties, a single word."""
    generator = seeded(seed)
    figure = vector(FIGURE_SCORES)
    out = [(figure, 1.0), (figure, 2.0), (figure, 10.0)]
    for length, tau in ((2, 0.5), (4, 3.0), (7, 1.5)):
        out.append((uniform(generator, length), tau))
    wide = uniform(generator, 6, high=5.0)  # differences beyond 1: the ends of the ramp
    return [*out, (wide, 1.0), (wide, 0.25), (vector([1, 2, 2, 1]), 4.0), (vector([0.5]), 1.0)]


def _ahead(d):
    """(T, T), entry [t, j] = d_t - d_j."""
    return d[:, None] - d[None, :]


def _paper(d, tau):
    return ((1 + tau * _ahead(d)) / 2).clamp(0, 1)


def _by_loops(d, tau):
    rows = [[0.0] * len(d) for _ in d]
    for t in range(len(d)):
        for j in range(t):
            rows[t][j] = min(1.0, max(0.0, 0.5 + 0.5 * tau * float(d[t] - d[j])))
    return rows


def _by_hardtanh(d, tau):
    return torch.tril((torch.nn.functional.hardtanh(tau * _ahead(d.double())) + 1) / 2, diagonal=-1)


def _by_numpy(d, tau):
    scores = d.numpy()
    return np.tril(np.clip((1 + np.subtract.outer(scores, scores) * tau) / 2, 0, 1), -1)


TASK = Task(
    id="7.2",
    title="The chance to go on",
    function="alphas",
    signature="(d, tau)",
    points=2,
    minutes=10,
    difficulty="easy",
    section="From scores to a chance of going on",
    axes=("t", "j"),
    reference=lambda d, tau: gates.alphas(d, tau, form="paper"),
    cases=cases,
    misconceptions=(
        Misconception(
            "subtracts the scores the other way round",
            lambda d, tau: ((1 - tau * _ahead(d)) / 2).clamp(0, 1).tril(-1),
            "A high score at j is a wall. Should the search go on past a wall more easily, or less?",
        ),
        Misconception(
            "divides by tau instead of multiplying",
            lambda d, tau: ((1 + _ahead(d) / tau) / 2).clamp(0, 1).tril(-1),
            "In the paper tau is a sharpness: a large tau makes the gate hard. A divisor does the opposite.",
        ),
        Misconception(
            "does not keep the value between 0 and 1",
            lambda d, tau: ((1 + tau * _ahead(d)) / 2).tril(-1),
            "A chance below 0 or above 1 is none. The ramp is flat at both ends: clip it.",
        ),
        Misconception(
            "uses the form of the authors' code, 1 + (d_t - d_j) / tau",
            lambda d, tau: (1 + _ahead(d) / tau).clamp(0, 1).tril(-1),
            "In the paper's form two equal scores give 1/2; in the code's form they give 1.",
        ),
        Misconception(
            "leaves out the division by 2",
            lambda d, tau: (1 + tau * _ahead(d)).clamp(0, 1).tril(-1),
            "Set d_t = d_j in the formula: the search should stop or go on with equal chances.",
        ),
        Misconception(
            "clips before it adds 1 and halves, at 0 instead of at -1",
            lambda d, tau: (((tau * _ahead(d)).clamp(0, 1) + 1) / 2).tril(-1),
            "hardtanh clips to [-1, 1]. Clipping to [0, 1] belongs at the very end.",
        ),
        Misconception(
            "takes a sigmoid instead of a straight ramp",
            lambda d, tau: torch.sigmoid(tau * _ahead(d)).tril(-1),
            "Both run from 0 to 1, but the paper's ramp is straight, and it reaches 0 and 1.",
        ),
        Misconception(
            "does not set the entries with j >= t to 0",
            lambda d, tau: _paper(d, tau),
            "Step t only looks at j < t. What should stand on the diagonal, and to the right of it?",
        ),
        Misconception(
            "halves only the difference, 1 + tau (d_t - d_j) / 2",
            lambda d, tau: (1 + tau * _ahead(d) / 2).clamp(0, 1).tril(-1),
            "The whole sum 1 + tau(...) is halved: equal scores must give 1/2.",
        ),
        Misconception(
            "subtracts d_{j+1} in place of d_j",
            lambda d, tau: _paper(d, tau).roll(-1, -1).tril(-1),
            "The submitted paper prints d_{j+1}; here the wall at j is d_j. With j+1, alpha at j = t-1 would "
            "compare d_t with itself.",
        ),
        Misconception(
            "multiplies the 1 by tau too, tau (1 + d_t - d_j) / 2",
            lambda d, tau: (tau * (1 + _ahead(d)) / 2).clamp(0, 1).tril(-1),
            "tau sharpens the difference alone: equal scores must give 1/2, whatever tau is.",
        ),
    ),
    equivalents=(_by_loops, _by_hardtanh, _by_numpy),
    answer_modules=ANSWERS,
)
