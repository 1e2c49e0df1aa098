"""Task 3.2: the number that decides whether powers vanish."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.recurrent_03.cases import ANSWERS, normal, real, seeded


def cases(seed: int) -> list[tuple]:
    """Square matrices: one half everywhere, a quarter turn, a tall corner, a negative one, random ones."""
    generator = seeded(seed)
    return [
        (torch.full((3, 3), 0.5, dtype=torch.float32),),
        (real([[0.0, -1.0], [1.0, 0.0]]),),
        (real([[0.5, 4.0], [0.0, 0.5]]),),
        (real([[-2.0, 0.0], [0.0, 1.0]]),),
        (normal(generator, 2, 2),),
        (normal(generator, 4, 4),),
    ]


def _right(R):
    return torch.linalg.eigvals(R.double()).abs().max()


def _by_numpy(R):
    return np.max(np.abs(np.linalg.eigvals(R.numpy().astype(float))))


def _by_parts(R):
    values = torch.linalg.eig(R.double()).eigenvalues
    return max((value.real**2 + value.imag**2) ** 0.5 for value in values.tolist())


def _by_polynomial(R):
    roots = np.roots(np.poly(R.numpy().astype(float)))
    return max(abs(complex(root)) for root in roots)


TASK = Task(
    id="3.2",
    title="The spectral radius",
    function="spectral_radius",
    signature="(R)",
    points=1,
    minutes=5,
    difficulty="easy",
    section="How long does a word last?",
    axes=(),
    reference=_right,
    cases=cases,
    tolerance=1e-4,
    misconceptions=(
        Misconception(
            "takes the largest entry",
            lambda R: R.abs().max(),
            "The chapter has a matrix with all entries one half whose powers explode. Ask its eigenvalues.",
        ),
        Misconception(
            "takes the largest singular value",
            lambda R: torch.linalg.matrix_norm(R, 2),
            "That is how much one step can stretch. Many steps are decided by the eigenvalues.",
        ),
        Misconception(
            "adds up the squares of the entries",
            lambda R: torch.linalg.matrix_norm(R),
            "`norm` of a matrix is the Frobenius norm. You need its eigenvalues.",
        ),
        Misconception(
            "takes the largest real part and not the largest absolute value",
            lambda R: torch.linalg.eigvals(R.double()).real.max(),
            "A quarter turn has eigenvalues without a real part, and -2 stretches as much as 2.",
        ),
        Misconception(
            "treats the matrix as symmetric",
            lambda R: torch.linalg.eigvalsh(R.double()).abs().max(),
            "`eigvalsh` reads one triangle only. R need not be symmetric: there is a function without the h.",
        ),
    ),
    equivalents=(_by_numpy, _by_parts, _by_polynomial),
    answer_modules=ANSWERS,
)
