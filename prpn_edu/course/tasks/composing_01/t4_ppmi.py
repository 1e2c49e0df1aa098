"""Task 1.4: from counts to positive pointwise mutual information."""

import math

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.composing_01.cases import ANSWERS, real, seeded
from prpn_edu.data import cooccurrence


def cases(seed: int) -> list[tuple]:
    """Counts (W, C) without an empty row or column: the chapter's, random ones with zeros, chance itself."""
    generator = seeded(seed)
    out = [(real([[6, 2], [1, 3], [3, 1]]),), (real([[4, 0], [0, 2]]),)]
    for W, C in ((3, 3), (2, 5), (4, 3)):
        table = torch.randint(0, 6, (W, C), generator=generator).float()
        table[torch.arange(max(W, C)) % W, torch.arange(max(W, C)) % C] += 1  # nothing is empty
        out.append((table,))
    return [*out, (real([[2, 4], [1, 2]]),)]


def _ratio(counts):
    """(W, C), p(w, c) / (p(w) p(c))."""
    return counts * counts.sum() / (counts.sum(1, keepdim=True) * counts.sum(0))


def _by_loops(counts):
    rows, total = counts.tolist(), counts.sum().item()
    columns = list(map(sum, zip(*rows, strict=True)))
    return [
        [
            max(0.0, math.log(x * total / sum(row) / c)) if x else 0.0
            for x, c in zip(row, columns, strict=True)
        ]
        for row in rows
    ]


def _by_ratio(counts):
    return _ratio(counts).clamp(min=1).log()


def _by_logarithms(counts):
    joint = counts.double() / counts.sum()
    chance = joint.sum(1, keepdim=True).log() + joint.sum(0).log()
    return torch.relu(joint.log() - chance)


def _by_numpy(counts):
    p = counts.numpy().astype(float)
    p /= p.sum()
    with np.errstate(divide="ignore"):
        return np.maximum(np.log(p / np.outer(p.sum(1), p.sum(0))), 0)


TASK = Task(
    id="1.4",
    title="From counts to surprise",
    function="ppmi",
    signature="(counts)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="Where the vectors come from",
    axes=("w", "c"),
    reference=cooccurrence.ppmi,
    cases=cases,
    misconceptions=(
        Misconception(
            "does not cut at 0",
            lambda counts: _ratio(counts).log(),
            "The first P of PPMI is for positive: what is below 0, minus infinity too, becomes 0.",
        ),
        Misconception(
            "leaves out the logarithm",
            lambda counts: _ratio(counts),
            "Chance should come out as 0. In your table it is 1, the ratio itself.",
        ),
        Misconception(
            "adds 1 under the logarithm",
            lambda counts: (1 + _ratio(counts)).log(),
            "That avoids the logarithm of 0, but now chance is log 2. Take the logarithm as it is, then cut.",
        ),
        Misconception(
            "takes logarithms to the base 2",
            lambda counts: _ratio(counts).log2().clamp(min=0),
            "Both bases are in use; the contract says natural logarithms.",
        ),
        Misconception(
            "forgets to turn the counts into probabilities, so that everything is below chance",
            lambda counts: (counts / (counts.sum(1, keepdim=True) * counts.sum(0))).log().clamp(min=0),
            "p(w, c), p(w) and p(c) are counts divided by the total of the table. One total is left over.",
        ),
        Misconception(
            "divides by the chance of the word twice, and never by that of the context",
            lambda counts: (counts * counts.sum() / counts.sum(1, keepdim=True) ** 2).log().clamp(min=0),
            "p(w) is a sum over a row, p(c) a sum over a column. Which axis is which?",
        ),
    ),
    equivalents=(_by_loops, _by_ratio, _by_logarithms, _by_numpy),
    answer_modules=ANSWERS,
)
