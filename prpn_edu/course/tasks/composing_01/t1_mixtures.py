"""Task 1.1: the two mixtures of the lecture's table."""

import numpy as np
import torch

from prpn_edu.composition import mixture
from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.composing_01.cases import ANSWERS, CAT, DOG, OLD, normal, real, seeded


def cases(seed: int) -> list[tuple]:
    """Two words (E,) each: the lecture's old dog and old cat, random ones, a single coordinate."""
    generator = seeded(seed)
    out = [(real(OLD), real(DOG)), (real(OLD), real(CAT))]
    out += [(normal(generator, size), normal(generator, size)) for size in (3, 5)]
    return [*out, (real([3.0]), real([-2.0]))]


def _right(u, v):
    return torch.stack([mixture.additive(u, v), mixture.multiplicative(u, v)])


def _by_loops(u, v):
    total, product = [], []
    for x, y in zip(u.tolist(), v.tolist(), strict=True):
        total.append(x + y)
        product.append(x * y)
    return [total, product]


def _by_sums(u, v):
    both = torch.stack([u, v]).double()  # (2, E)
    return torch.stack([both.sum(0), both.prod(0)])


def _by_numpy(u, v):
    return np.vstack([np.add(u.numpy(), v.numpy()), np.multiply(u.numpy(), v.numpy())])


TASK = Task(
    id="1.1",
    title="Two mixtures",
    function="mixtures",
    signature="(u, v)",
    points=1,
    minutes=5,
    difficulty="easy",
    section="By hand: dogs, cats and things that are old",
    axes=("mixture", "i"),
    reference=_right,
    cases=cases,
    misconceptions=(
        Misconception(
            "takes the mean of the two words instead of their sum",
            lambda u, v: torch.stack([(u + v) / 2, u * v]),
            "The mean has the same direction as the sum, but half its length. The contract asks for the sum.",
        ),
        Misconception(
            "takes the dot product, one number, instead of a product for each coordinate",
            lambda u, v: torch.stack([u + v, (u @ v).expand(len(u))]),
            "A phrase is a vector again. Multiply each coordinate with its partner, and do not add them up.",
        ),
        Misconception(
            "exchanges the two rows",
            lambda u, v: torch.stack([u * v, u + v]),
            "Row 0 is the sum, row 1 the product.",
        ),
        Misconception(
            "subtracts the words",
            lambda u, v: torch.stack([u - v, u * v]),
            "A difference would depend on the order of the words; an additive mixture does not.",
        ),
        Misconception(
            "puts the words one behind the other instead of mixing them",
            lambda u, v: torch.cat([u, v]),
            "A phrase has as many coordinates as a word, or it could not be composed any further.",
        ),
    ),
    equivalents=(_by_loops, _by_sums, _by_numpy),
    answer_modules=ANSWERS,
)
