"""Task 1.2: an adjective's matrix, applied to many nouns at once."""

import numpy as np
import torch

from prpn_edu.composition.lexical_function import LexicalFunction
from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.composing_01.cases import A_OLD, ANSWERS, CAT, DOG, normal, real, seeded


def cases(seed: int) -> list[tuple]:
    """A matrix (E, E) and nouns (J, E): the lecture's, random ones with J other than E, a single noun."""
    generator = seeded(seed)
    out = [(real(A_OLD), real([DOG, CAT]))]
    out += [(normal(generator, E, E), normal(generator, J, E)) for J, E in ((3, 2), (2, 4), (5, 3), (1, 3))]
    return out


def _by_loops(A, nouns):
    return [[sum(a * x for a, x in zip(row, n, strict=True)) for row in A.tolist()] for n in nouns.tolist()]


def _by_einsum(A, nouns):
    return torch.einsum("ik,jk->ji", A, nouns)


def _by_columns(A, nouns):
    return torch.stack([sum(n[k] * A[:, k] for k in range(len(n))) for n in nouns])


def _by_numpy(A, nouns):
    return (A.numpy() @ nouns.numpy().T).T


def _beginner(A, nouns):
    return np.stack([np.dot(A.numpy(), noun) for noun in nouns.numpy()])


TASK = Task(
    id="1.2",
    title="An adjective acts on nouns",
    function="apply",
    signature="(A, nouns)",
    points=2,
    minutes=10,
    difficulty="easy",
    section="An adjective is a function",
    axes=("j", "i"),
    reference=lambda A, nouns: LexicalFunction(A)(nouns),
    cases=cases,
    misconceptions=(
        Misconception(
            "multiplies with the matrix from the wrong side, n A in place of A n",
            lambda A, nouns: nouns @ A,
            "Entry i of the phrase is ROW i of the matrix times the noun. With nouns as rows that needs a "
            "transpose.",
        ),
        Misconception(
            "returns the phrases as columns",
            lambda A, nouns: A @ nouns.T,
            "The numbers are there. One row for each noun, as they came in.",
        ),
        Misconception(
            "uses the diagonal of the matrix only",
            lambda A, nouns: nouns * A.diagonal(),
            "With `*` each coordinate meets itself alone. A matrix lets running turn into barking: `@`.",
        ),
        Misconception(
            "applies the matrix twice",
            lambda A, nouns: nouns @ A.T @ A.T,
            "That is an old old dog. Once is enough.",
        ),
        Misconception(
            "adds the noun to the result",
            lambda A, nouns: nouns @ A.T + nouns,
            "The matrix says all that becomes of the noun; what it should keep stands on its diagonal.",
        ),
    ),
    equivalents=(_by_loops, _by_einsum, _by_columns, _by_numpy, _beginner),
    answer_modules=ANSWERS,
)
