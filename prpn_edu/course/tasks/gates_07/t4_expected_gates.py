"""Task 7.4: expected gates, for all steps at once."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.gates_07.cases import ANSWERS, FIGURE_SCORES, seeded, uniform, vector
from prpn_edu.latent import gates


def cases(seed: int) -> list[tuple]:
    """Matrices (T, T), 0 on and above the diagonal: Figure 2's, random ones, exact zeros and ones."""
    generator = seeded(seed)
    out = [(gates.alphas(vector(FIGURE_SCORES)),)]
    out += [(uniform(generator, T, T, low=0.2, high=0.9).tril(-1),) for T in (2, 3, 6)]
    hard = uniform(generator, 5, 5, low=-0.5, high=1.5).clamp(0, 1).tril(-1)
    hard[4, 2] = 0.0  # a wall inside the last row, whatever the seed
    return [*out, (hard,), (torch.zeros(1, 1),)]


def _products(alpha, first, last, step=lambda a: a):
    """(T, T), entry [t, i] = prod_{j=first(i)}^{last(t, i)} step(alpha[t, j]) for i < t, else 0."""
    T = len(alpha)
    out = torch.zeros(T, T)
    for t in range(T):
        for i in range(t):
            out[t, i] = step(alpha[t, first(i) : last(t, i) + 1]).prod()
    return out


def _right(alpha):
    return _products(alpha, lambda i: i + 1, lambda t, i: t - 1)


def _divided(alpha):
    """The whole product over the part up to i: 0/0 where a wall stands."""
    from_left = torch.where(alpha.new_ones(alpha.shape).tril(-1).bool(), alpha, 1.0)
    from_left[:, 0] = 1.0
    from_left = from_left.cumprod(-1)
    return (from_left[:, -1:] / from_left).tril(-1)


def _by_recursion(alpha):
    out = np.zeros(tuple(alpha.shape))
    for t in range(1, len(alpha)):
        out[t, t - 1] = 1
        for i in range(t - 2, -1, -1):
            out[t, i] = out[t, i + 1] * float(alpha[t, i + 1])
    return out


def _by_summing_the_law(alpha):
    return gates.limit_distribution(alpha.double()).cumsum(-1).tril(-1)


def _by_logarithms(alpha):
    T = len(alpha)
    after = torch.ones(T, T).triu(1)  # [i, j], j > i
    before = torch.ones(T, T).tril(-1)  # [t, j], j < t
    weights = torch.einsum("ij,tj->tij", after, before).bool()
    logs = torch.where(weights, alpha.log()[:, None, :], 0.0)  # (T, T, T)
    return logs.sum(-1).exp() * before


TASK = Task(
    id="7.4",
    title="Expected gates",
    function="expected_gates",
    signature="(alpha)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="The expected gate is a running product",
    axes=("t", "i"),
    reference=gates.expected_gates,
    cases=cases,
    misconceptions=(
        Misconception(
            "begins the product at i instead of i + 1",
            lambda alpha: _products(alpha, lambda i: i, lambda t, i: t - 1),
            "Position i is inside the limit even if the search stops at i. So alpha_i does not matter for "
            "g_i.",
        ),
        Misconception(
            "carries the product on to j = t, where the matrix holds 0",
            lambda alpha: _products(alpha, lambda i: i + 1, lambda t, i: len(alpha) - 1),
            "The zeros at j >= t are only there to fill the matrix. In a product, what stands for nothing "
            "is 1.",
        ),
        Misconception(
            "multiplies from the left, from j = 0 up to i",
            lambda alpha: _products(alpha, lambda i: 0, lambda t, i: i),
            "The search comes from t: to reach i it must go on past the positions between i and t.",
        ),
        Misconception(
            "gives p(l_t = i) and not P(l_t <= i)",
            gates.limit_distribution,
            "The gate at i is open for every limit up to i, not for the limit i alone: add up.",
        ),
        Misconception(
            "adds up p(l_t) from the wrong end: P(l_t >= i)",
            lambda alpha: gates.limit_distribution(alpha).flip(-1).cumsum(-1).flip(-1).tril(-1),
            "A gate can only be more open as i comes nearer to t. Which is the surest position of all?",
        ),
        Misconception(
            "multiplies the chances to stop",
            lambda alpha: _products(alpha, lambda i: i + 1, lambda t, i: t - 1, lambda a: 1 - a),
            "The gate at i stays open while the search goes on. alpha is the chance to go on.",
        ),
        Misconception(
            "leaves the gates at i >= t open",
            lambda alpha: _right(alpha) + torch.ones_like(alpha).triu(),
            "An empty product is 1, so these entries need a mask: step t sees nothing at i >= t.",
        ),
        Misconception(
            "divides one product by another, which fails where an alpha is 0",
            _divided,
            "It is a neat trick, until 0/0. Multiply from the right instead; then nothing needs dividing.",
        ),
    ),
    equivalents=(_by_recursion, _by_summing_the_law, _by_logarithms),
    answer_modules=ANSWERS,
)
