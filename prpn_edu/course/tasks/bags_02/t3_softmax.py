"""Task 2.3: a softmax that does not overflow."""

import math

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.bags_02.cases import ANSWERS, LECTURE_SCORES, normal, real, seeded


def cases(seed: int) -> list[tuple]:
    """Scores (B, C): the lecture's, random batches, and rows that are very large or far below another row."""
    generator = seeded(seed)
    out = [(real([LECTURE_SCORES]),)]
    out += [(normal(generator, B, C),) for B, C in ((2, 3), (3, 5), (4, 4))]
    return [*out, (real([[200.0, 201.0], [0.0, 1.0]]),), (real([[2.0, 2.0, 2.0]]),)]


def _by_logarithms(o):
    return (o - o.logsumexp(-1, keepdim=True)).exp()


def _by_loops(o):
    rows = []
    for scores in o.tolist():
        powers = [math.exp(score - max(scores)) for score in scores]
        rows.append([power / sum(powers) for power in powers])
    return rows


def _by_differences(o):
    return 1 / (o[:, None, :] - o[:, :, None]).double().exp().sum(-1)


TASK = Task(
    id="2.3",
    title="A softmax that does not overflow",
    function="softmax",
    signature="(o)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="From scores to a loss",
    axes=("b", "k"),
    reference=lambda o: torch.softmax(o, -1),
    cases=cases,
    tolerance=1e-4,
    misconceptions=(
        Misconception(
            "takes powers of the scores as they are, which overflow",
            lambda o: o.exp() / o.exp().sum(-1, keepdim=True),
            "e^200 is inf in 32 bits, and inf / inf is nan. Subtracting a number from a whole row changes no "
            "chance: which number?",
        ),
        Misconception(
            "subtracts the largest score of the whole batch",
            lambda o: (o - o.max()).exp() / (o - o.max()).exp().sum(-1, keepdim=True),
            "A row far below that score becomes 0 / 0. Each row needs its own largest score.",
        ),
        Misconception(
            "normalises over the batch instead of over the classes",
            lambda o: torch.softmax(o, 0),
            "Each row is one sentence, and its chances must sum to 1.",
        ),
        Misconception(
            "divides by the sum over the whole batch",
            lambda o: torch.softmax(o.flatten(), 0).view(o.shape),
            "A sum without an axis adds up every sentence. Each row has a total of its own.",
        ),
        Misconception(
            "divides the scores themselves by their sum",
            lambda o: o / o.sum(-1, keepdim=True),
            "Scores may be negative; chances may not. What makes every score positive first?",
        ),
        Misconception(
            "returns the logarithms of the chances",
            lambda o: torch.log_softmax(o, -1),
            "That is log-softmax. Chances lie between 0 and 1.",
        ),
    ),
    equivalents=(_by_logarithms, _by_loops, _by_differences),
    answer_modules=ANSWERS,
)
