"""Task 1.6: predict each phrase with a matrix that has not seen its noun."""

import numpy as np
import torch

from prpn_edu.composition import lexical_function
from prpn_edu.composition.lexical_function import LexicalFunction
from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.composing_01.cases import ANSWERS, observed, seeded


def cases(seed: int) -> list[tuple]:
    """Nouns, phrases (J, E), J >= 2, and a penalty > 0: random, with two nouns in one of them."""
    generator = seeded(seed)
    return [(*observed(generator, J, E), ridge) for J, E, ridge in ((3, 2, 1.0), (5, 2, 0.5), (2, 3, 1.0))]


def _others(nouns, j):
    return torch.arange(len(nouns)) != j


def _fit(nouns, phrases, ridge):
    return LexicalFunction.fit(nouns, phrases, ridge)


def _half(nouns, phrases, ridge):
    size = len(nouns) // 2
    return _fit(nouns[:size], phrases[:size], ridge)(nouns)


def _noun_stays(nouns, phrases, ridge):
    rows = []
    for j in range(len(nouns)):
        emptied = torch.where(_others(nouns, j)[:, None], phrases, 0.0)
        rows.append(_fit(nouns, emptied, ridge)(nouns[j]))
    return torch.stack(rows)


def _by_cutting(nouns, phrases, ridge):
    rows = []
    for j in range(len(nouns)):
        N, P = (torch.cat([x[:j], x[j + 1 :]]) for x in (nouns, phrases))
        X = torch.linalg.solve(N.T @ N + ridge * torch.eye(N.shape[1]).to(N.dtype), N.T @ P)
        rows.append(nouns[j] @ X)
    return torch.stack(rows)


def _by_numpy(nouns, phrases, ridge):
    N, P = nouns.numpy().astype(float), phrases.numpy().astype(float)
    out = np.zeros_like(P)
    for j in range(len(N)):
        n, p = np.delete(N, j, 0), np.delete(P, j, 0)
        out[j] = N[j] @ np.linalg.inv(n.T @ n + ridge * np.eye(n.shape[1])) @ n.T @ p
    return out


def _by_leverage(nouns, phrases, ridge):
    """One fit for all: the left-out residual is the residual divided by 1 minus the noun's leverage."""
    N, P = nouns.double(), phrases.double()
    hat = N @ torch.linalg.inv(N.T @ N + ridge * torch.eye(N.shape[1]).double()) @ N.T  # (J, J)
    return P - (P - hat @ P) / (1 - hat.diagonal())[:, None]


TASK = Task(
    id="1.6",
    title="Nouns that were never seen",
    function="held_out",
    signature="(nouns, phrases, ridge)",
    points=2,
    minutes=15,
    difficulty="medium",
    section="A test on nouns that were never seen",
    axes=("j", "i"),
    reference=lexical_function.leave_one_out,
    cases=cases,
    misconceptions=(
        Misconception(
            "fits one matrix to all nouns, the one to be predicted included",
            lambda nouns, phrases, ridge: _fit(nouns, phrases, ridge)(nouns),
            "That is the training error. For row j the matrix must be fitted again, to all rows but j.",
        ),
        Misconception(
            "fits to the noun alone, and leaves out all the others",
            lambda nouns, phrases, ridge: torch.stack(
                [_fit(n[None], p[None], ridge)(n) for n, p in zip(nouns, phrases, strict=True)]
            ),
            "The mask is the wrong way round: keep the rows other than j.",
        ),
        Misconception(
            "uses only the rows before j",
            lambda nouns, phrases, ridge: torch.stack(
                [
                    _fit(nouns[:j], phrases[:j], ridge)(nouns[j]) if j else torch.zeros_like(nouns[0])
                    for j in range(len(nouns))
                ]
            ),
            "The rows behind j are other nouns too. Join both parts, or use a mask.",
        ),
        Misconception(
            "fits once to the first half of the nouns",
            _half,
            "One half for fitting and one for testing is a fair test too, but here each noun has its turn.",
        ),
        Misconception(
            "empties the phrase of the noun instead of leaving the noun out",
            _noun_stays,
            "A noun whose phrase is 0 still teaches the matrix something: that it becomes nothing. Drop both "
            "rows.",
        ),
        Misconception(
            "leaves the penalty out",
            lambda nouns, phrases, ridge: lexical_function.leave_one_out(nouns, phrases, 0.0),
            "Each fit needs the penalty that was passed in.",
        ),
    ),
    equivalents=(_by_cutting, _by_numpy, _by_leverage),
    answer_modules=ANSWERS,
    tolerance=1e-4,
)
