"""Task 7.3: breaking the stick, the law of the limit for one step."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.gates_07.cases import ANSWERS, FIGURE_ALPHA, seeded, uniform, vector
from prpn_edu.latent import gates


def cases(seed: int) -> list[tuple]:
    """Chances to go on (t,), t >= 1: Figure 2's, random ones, certain stops (0) and certain goings-on (1)."""
    generator = seeded(seed)
    out = [(vector(FIGURE_ALPHA),)]
    out += [(uniform(generator, t, low=0.1, high=0.9),) for t in (2, 3, 7)]
    return [*out, (vector([0.3, 0.5, 0.0, 0.5]),), (vector([0.3, 1.0, 1.0]),), (vector([0.3]),)]


def _last_row(alpha):
    """The batched form's row t for one step: alpha as the last row of a (t+1, t+1) matrix."""
    t = len(alpha)
    matrix = torch.zeros(t + 1, t + 1, dtype=alpha.dtype)
    matrix[t, :t] = alpha
    return matrix


def _after(alpha):
    """(t,), entry k = prod_{j>k} alpha_j."""
    return torch.stack([alpha[k + 1 :].prod() for k in range(len(alpha))])


def _stop_at_zero(alpha):
    return torch.cat([torch.zeros(1), alpha[1:]])


def _walk(alpha, order, piece, rest):
    """Break the stick in this order; a piece depends on alpha_k and the stick; what is left is p[rest]."""
    p, stick = torch.zeros(len(alpha), dtype=alpha.dtype), 1.0
    for k in order:
        p[k] = piece(alpha[k], stick)
        stick = stick * alpha[k]
    if rest is not None:
        p[rest] = stick
    return p


def _stop(a, stick):
    return stick * (1 - a)


def _leftwards(alpha):
    return range(len(alpha) - 1, 0, -1)


def _by_walking(alpha):
    p, stick = [0.0] * len(alpha), 1.0
    for k in reversed(range(1, len(alpha))):
        p[k] = stick * (1 - alpha[k].item())
        stick -= p[k]
    p[0] = stick
    return p


def _by_differences(alpha):
    inside = _after(alpha.double())  # P(l <= k)
    return torch.diff(inside, prepend=torch.zeros(1, dtype=torch.float64))


def _by_numpy(alpha):
    going_on = alpha.numpy().astype(float)
    going_on[0] = 0
    left = np.append(np.cumprod(going_on[:0:-1])[::-1], 1.0)
    return (1 - going_on) * left


TASK = Task(
    id="7.3",
    title="Breaking the stick",
    function="limit_distribution",
    signature="(alpha)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="Breaking a stick",
    axes=("k",),
    reference=lambda alpha: gates.limit_distribution(_last_row(alpha))[-1, :-1],
    cases=cases,
    misconceptions=(
        Misconception(
            "walks from the left, beginning at position 0",
            lambda alpha: (1 - alpha) * torch.stack([alpha[:k].prod() for k in range(len(alpha))]),
            "The search begins next to t, at t-1, and goes left. So p(k) needs what lies to the right of k.",
        ),
        Misconception(
            "gives k = 0 only a part of what is left of the stick",
            lambda alpha: (1 - alpha) * _after(alpha),
            "Add up your numbers: they fall short of 1. At 0 there is nowhere further to go; alpha_0 is not "
            "used.",
        ),
        Misconception(
            "forgets to stop: it gives P(l_t <= k) and not p(l_t = k)",
            lambda alpha: _after(alpha),
            "To end at k the search must come as far as k and also stop there. You have the first half.",
        ),
        Misconception(
            "takes alpha for the chance to stop",
            lambda alpha: torch.cat([torch.ones(1), alpha[1:]]) * _after(1 - alpha),
            "alpha_j is the chance to go on past j. The chance to stop there is what remains of 1.",
        ),
        Misconception(
            "begins the product at k instead of k + 1",
            lambda alpha: (1 - _stop_at_zero(alpha)) * alpha * _after(alpha),
            "Stopping at k and going on past k cannot both happen: which is the first alpha in the product?",
        ),
        Misconception(
            "forgets how likely it is that the search comes as far as k",
            lambda alpha: 1 - _stop_at_zero(alpha),
            "Your numbers add up to more than 1. Before it can stop at k, the search must go on past all "
            "that "
            "lies between k and t.",
        ),
        Misconception(
            "forgets p(0) and leaves that entry 0",
            lambda alpha: _walk(alpha, _leftwards(alpha), _stop, None),
            "Add up your numbers: what is missing is still in your hand after the loop.",
        ),
        Misconception(
            "shortens the stick before it stores the piece",
            lambda alpha: _walk(alpha, _leftwards(alpha), lambda a, stick: stick * a * (1 - a), 0),
            "Store the piece first, then shorten the stick.",
        ),
        Misconception(
            "walks from the left, beginning at position 1, and keeps the rest for p(0)",
            lambda alpha: _walk(alpha, range(1, len(alpha)), _stop, 0),
            "The rest does belong to 0, but the stick is broken from the other end: first at t-1, beside t.",
        ),
        Misconception(
            "walks from the left, beginning at position 0, and keeps the rest for p(t-1)",
            lambda alpha: _walk(alpha, range(len(alpha) - 1), _stop, -1),
            "The search begins next to t and can end at 0 at the latest. Which end gets the first piece, and "
            "which one the rest?",
        ),
        Misconception(
            "stores what goes on, the stick times alpha, in place of what stops",
            lambda alpha: _walk(alpha, _leftwards(alpha), lambda a, stick: stick * a, 0),
            "alpha_k is the share that goes on to the left. The piece that stays at k is the other share.",
        ),
    ),
    equivalents=(_by_walking, _by_differences, _by_numpy),
    answer_modules=ANSWERS,
)
