"""Task 1.5: an adjective's matrix by least squares with a ridge penalty."""

import numpy as np
import torch

from prpn_edu.composition.lexical_function import LexicalFunction
from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.composing_01.cases import (
    ANSWERS,
    CAT,
    DOG,
    OLD_CAT,
    OLD_DOG,
    normal,
    observed,
    real,
    seeded,
)


def cases(seed: int) -> list[tuple]:
    """Nouns, phrases (J, E), and a penalty: the lecture's, random ones, few nouns, nouns in one direction."""
    generator = seeded(seed)
    out = [(real([DOG, CAT]), real([OLD_DOG, OLD_CAT]), 0.0)]
    for J, E, ridge in ((6, 2, 1.0), (7, 3, 0.5), (2, 3, 0.5), (1, 2, 2.0)):
        out.append((*observed(generator, J, E), ridge))
    size = normal(generator, 4, 1)  # four nouns in one direction
    return [*out, (size * real([1.0, 2.0]), observed(generator, 4, 2)[1], 1.0)]


def _right(nouns, phrases, ridge):
    return LexicalFunction.fit(nouns, phrases, ridge).matrix


def _normal(nouns, phrases, penalty):
    """The transposed matrix from the normal equations."""
    return torch.linalg.solve(nouns.T @ nouns + penalty, nouns.T @ phrases)


def _without_penalty(nouns, phrases, ridge):
    return torch.linalg.solve(nouns.T @ nouns, nouns.T @ phrases).T


def _sure_of_the_nouns(nouns, phrases, ridge):
    return torch.linalg.lstsq(nouns, phrases, driver="gels").solution.T


def _by_coordinates(nouns, phrases, ridge):
    return torch.diag((nouns * phrases).sum(0) / ((nouns * nouns).sum(0) + ridge))


def _eye(nouns):
    return torch.eye(nouns.shape[1], dtype=nouns.dtype)


def _by_inverse(nouns, phrases, ridge):
    N = nouns.double()
    inverse = torch.linalg.inv(N.T @ N + ridge * torch.eye(N.shape[1], dtype=torch.float64))
    return phrases.double().T @ N @ inverse


def _by_more_rows(nouns, phrases, ridge):
    E = nouns.shape[1]
    N = torch.cat([nouns.double(), ridge**0.5 * torch.eye(E, dtype=torch.float64)])
    P = torch.cat([phrases.double(), torch.zeros(E, E, dtype=torch.float64)])
    return torch.linalg.lstsq(N, P).solution.T


def _by_rows(nouns, phrases, ridge):
    left = nouns.T @ nouns + ridge * _eye(nouns)
    return torch.stack([torch.linalg.solve(left, nouns.T @ column) for column in phrases.T])


def _by_numpy(nouns, phrases, ridge):
    N, P = nouns.numpy().astype(float), phrases.numpy().astype(float)
    return np.linalg.solve(N.T @ N + ridge * np.eye(N.shape[1]), N.T @ P).T


TASK = Task(
    id="1.5",
    title="Learning the matrix",
    function="fit_adjective",
    signature="(nouns, phrases, ridge)",
    points=3,
    minutes=15,
    difficulty="hard",
    section="Learning the matrix",
    axes=("i", "k"),
    reference=_right,
    cases=cases,
    misconceptions=(
        Misconception(
            "returns the transpose of the matrix, the X in N X = P",
            lambda nouns, phrases, ridge: _right(nouns, phrases, ridge).T,
            "With nouns as rows you have solved N X = P. The matrix that acts on a column is X turned over.",
        ),
        Misconception(
            "leaves the penalty out",
            lambda nouns, phrases, ridge: _right(nouns, phrases, 0.0),
            "The derivative of ridge |A|^2 adds something to N'N. Where in the normal equation is it?",
        ),
        Misconception(
            "leaves the penalty out and solves the normal equations all the same",
            _without_penalty,
            "With fewer nouns than dimensions, or nouns that lie in one line, there is no unique answer "
            "without the penalty: you get huge numbers or an error. Where in the equation does ridge "
            "stand?",
        ),
        Misconception(
            "leaves the penalty out and trusts a least-squares driver that needs independent nouns",
            _sure_of_the_nouns,
            '"gels" does not look whether the nouns span all dimensions; on nouns in one line it returns '
            "garbage or fails. The penalty is what makes the answer unique.",
        ),
        Misconception(
            "fits each coordinate of the phrase from the same coordinate of the noun",
            _by_coordinates,
            "That is a diagonal matrix. Each coordinate of the phrase may depend on every coordinate of "
            "the noun.",
        ),
        Misconception(
            "fits to the first noun alone",
            lambda nouns, phrases, ridge: _right(nouns[:1], phrases[:1], ridge),
            "One noun tells the matrix about one direction. Use all rows.",
        ),
        Misconception(
            "adds the penalty to every entry, not to the diagonal only",
            lambda nouns, phrases, ridge: _normal(nouns, phrases, ridge * torch.ones_like(_eye(nouns))).T,
            "ridge times the identity: adding a number to a matrix adds it everywhere.",
        ),
        Misconception(
            "takes the mean over the nouns and so makes the penalty J times too strong",
            lambda nouns, phrases, ridge: _right(nouns, phrases, ridge * len(nouns)),
            "The loss is a sum over the nouns, not a mean.",
        ),
        Misconception(
            "takes the square of the penalty's weight",
            lambda nouns, phrases, ridge: _right(nouns, phrases, ridge * ridge),
            "The loss has ridge |A|^2: the norm is squared, its weight is not.",
        ),
        Misconception(
            "subtracts the penalty",
            lambda nouns, phrases, ridge: _normal(nouns, phrases, -ridge * _eye(nouns)).T,
            "Set the gradient to 0 once more and watch the sign when a term changes sides.",
        ),
    ),
    equivalents=(_by_inverse, _by_more_rows, _by_rows, _by_numpy),
    answer_modules=ANSWERS,
    tolerance=1e-4,
)
