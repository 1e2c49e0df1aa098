"""Task 3.3: the gradient of the last state with respect to the one before the first word."""

import functools

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.recurrent_03.cases import ANSWERS, normal, real, seeded, uniform


def cases(seed: int) -> list[tuple]:
    """R (H, H) and states (T, H) in (-1, 1): one unit that halves, random ones, a single step."""
    generator = seeded(seed)
    out = [(real([[0.5]]), real([[0.0], [0.0], [0.0]]))]
    for T, H in ((2, 2), (3, 3), (5, 2), (1, 3)):
        out.append((normal(generator, H, H), uniform(generator, T, H, low=-0.9, high=0.9)))
    return out


def _product(R, states, slope=lambda h: 1 - h**2):
    out = torch.eye(len(R), dtype=R.dtype)
    for h in states:
        out = slope(h)[:, None] * R @ out
    return out


def _reversed(R, states):
    return _product(R, states.flip(0))


def _columns(R, states):
    out = torch.eye(len(R), dtype=R.dtype)
    for h in states:
        out = R @ torch.diag(1 - h**2) @ out
    return out


def _entrywise(R, states):
    out = torch.ones_like(R)
    for h in states:
        out = out * (1 - h**2)[:, None] * R
    return out


def _by_reduction(R, states):
    steps = [torch.diag(1 - h**2).double() @ R.double() for h in states]
    return functools.reduce(lambda done, step: step @ done, steps)


def _by_rows(R, states):
    gradient = np.eye(len(R))
    for h in reversed(states.tolist()):
        gradient = (gradient * (1 - np.square(h))) @ R.numpy().astype(float)
    return gradient


def _by_forward_changes(R, states):
    columns = []
    for change in torch.eye(len(R), dtype=R.dtype):
        for h in states:
            change = (1 - h * h) * (R @ change)
        columns.append(change)
    return torch.stack(columns, dim=1)


TASK = Task(
    id="3.3",
    title="The gradient over many steps",
    function="jacobian",
    signature="(R, states)",
    points=3,
    minutes=15,
    difficulty="hard",
    section="How long does a word last?",
    axes=("a", "b"),
    reference=_product,
    cases=cases,
    misconceptions=(
        Misconception(
            "forgets the derivative of the tanh",
            lambda R, states: torch.linalg.matrix_power(R, len(states)),
            "Each step is a product with R and then a bend. The bend has a slope, 1 - h^2.",
        ),
        Misconception(
            "takes the slope of a sigmoid, h (1 - h)",
            lambda R, states: _product(R, states, lambda h: h * (1 - h)),
            "These states come out of a tanh: its slope, told by its value h, is 1 - h^2.",
        ),
        Misconception(
            "forgets to square the state in the slope",
            lambda R, states: _product(R, states, lambda h: 1 - h),
            "The slope of tanh at h = -0.9 is as small as at 0.9. Square it.",
        ),
        Misconception(
            "multiplies the steps in the opposite order",
            _reversed,
            "The first word's matrix acts first, so it stands at the right end of the product.",
        ),
        Misconception(
            "multiplies with R from the wrong side",
            lambda R, states: _product(R.T, states),
            "Entry (a, b) of R says how old unit b moves new unit a. Do not transpose it.",
        ),
        Misconception(
            "scales the columns of R and not its rows",
            _columns,
            "The slope belongs to the new state, and the new state's units are the rows of R.",
        ),
        Misconception(
            "multiplies entry by entry",
            _entrywise,
            "Changes pass from every unit to every unit: that is a product of matrices, `@` and not `*`.",
        ),
        Misconception(
            "leaves out the last step",
            lambda R, states: _product(R, states[:-1]),
            "There are T steps, one for each state, and so T factors.",
        ),
    ),
    equivalents=(_by_reduction, _by_rows, _by_forward_changes),
    answer_modules=ANSWERS,
    tolerance=1e-4,
)
