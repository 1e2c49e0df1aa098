"""Task 3.5: one step of an LSTM."""

import math

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.recurrent_03.cases import ANSWERS, normal, real, seeded


def cases(seed: int) -> list[tuple]:
    """x (E,), h and c (H,), W (4H, E), R (4H, H), b (4H,): the chapter's unit, then random cells."""
    generator = seeded(seed)
    W, R, b = (
        real([[1.0], [1.0], [0.5], [0.0]]),
        real([[-2.0], [0.0], [1.0], [2.0]]),
        real([0.0, 1.0, 0.0, 0.0]),
    )
    out = [(real([1.0]), real([0.5]), real([2.0]), W, R, b)]
    for E, H in ((2, 2), (3, 2), (2, 4)):
        state = (torch.tanh(normal(generator, H)), 2 * normal(generator, H))
        weights = (normal(generator, 4 * H, E), normal(generator, 4 * H, H), normal(generator, 4 * H))
        out.append((normal(generator, E), *state, *weights))
    return out


def _sums(x, h, W, R, b):
    return (W @ x + R @ h + b).chunk(4)


def _gates(x, h, W, R, b):
    i, f, g, o = _sums(x, h, W, R, b)
    return i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()


def _show(o, c):
    return torch.stack([o * c.tanh(), c])


def _right(x, h, c, W, R, b):
    i, f, g, o = _gates(x, h, W, R, b)
    return _show(o, f * c + i * g)


def _swapped_input_and_forget(x, h, c, W, R, b):
    f, i, g, o = _gates(x, h, W, R, b)
    return _show(o, f * c + i * g)


def _candidate_last(x, h, c, W, R, b):
    i, f, o, g = _sums(x, h, W, R, b)
    return _show(o.sigmoid(), f.sigmoid() * c + i.sigmoid() * g.tanh())


def _sigmoid_candidate(x, h, c, W, R, b):
    i, f, g, o = (part.sigmoid() for part in _sums(x, h, W, R, b))
    return _show(o, f * c + i * g)


def _no_tanh(x, h, c, W, R, b):
    i, f, g, o = _gates(x, h, W, R, b)
    c = f * c + i * g
    return torch.stack([o * c, c])


def _keeps_nothing(x, h, c, W, R, b):
    i, _, g, o = _gates(x, h, W, R, b)
    return _show(o, i * g)


def _keeps_the_output(x, h, c, W, R, b):
    i, f, g, o = _gates(x, h, W, R, b)
    return _show(o, f * h + i * g)


def _coupled(x, h, c, W, R, b):
    _, f, g, o = _gates(x, h, W, R, b)
    return _show(o, f * c + (1 - f) * g)


def _by_torch(x, h, c, W, R, b):
    cell = torch.nn.LSTMCell(len(x), len(h), dtype=x.dtype)
    with torch.no_grad():
        for parameter, value in zip(cell.parameters(), (W, R, b, torch.zeros_like(b)), strict=True):
            parameter.copy_(value)
        new_h, new_c = cell(x[None], (h[None], c[None]))
    return new_h[0], new_c[0]


def _by_one_product(x, h, c, W, R, b):
    sums = torch.cat([W, R], 1).double() @ torch.cat([x, h]).double() + b
    H = len(h)
    shares = 1 / (1 + torch.exp(-sums))
    c = shares[H : 2 * H] * c + shares[:H] * torch.tanh(sums[2 * H : 3 * H])
    return [(shares[3 * H :] * torch.tanh(c)).tolist(), c.tolist()]


def _by_units(x, h, c, W, R, b):
    sums, H = (W @ x + R @ h + b).tolist(), len(h)

    def share(value):
        return 1 / (1 + math.exp(-value))

    new_h, new_c = [], []
    for k in range(H):
        i, f, g, o = (sums[k + n * H] for n in range(4))
        new_c.append(share(f) * float(c[k]) + share(i) * math.tanh(g))
        new_h.append(share(o) * math.tanh(new_c[-1]))
    return new_h, new_c


TASK = Task(
    id="3.5",
    title="One step of an LSTM",
    function="lstm_step",
    signature="(x, h, c, W, R, b)",
    points=3,
    minutes=15,
    difficulty="medium",
    section="A memory with gates",
    axes=("pair", "k"),
    reference=_right,
    cases=cases,
    misconceptions=(
        Misconception(
            "exchanges the input gate and the forget gate",
            _swapped_input_and_forget,
            "The weights come in the order i, f, g, o. Which of the first two belongs to the old memory?",
        ),
        Misconception(
            "takes the weights in the order i, f, o, g",
            _candidate_last,
            "Some libraries do that. Here, as in PyTorch, the order is i, f, g, o.",
        ),
        Misconception(
            "takes a sigmoid for the candidate g",
            _sigmoid_candidate,
            "What is written must be able to be negative; only the gates are shares between 0 and 1.",
        ),
        Misconception(
            "shows the memory without a tanh",
            _no_tanh,
            "The memory may grow beyond 1; what is shown may not. There is a tanh between the two.",
        ),
        Misconception(
            "returns the memory first and the output second",
            lambda *case: _right(*case).flip(0),
            "The pair is (h, c), the output first.",
        ),
        Misconception(
            "forgets all of the old memory",
            _keeps_nothing,
            "The new memory is a sum of two terms. What does the forget gate do?",
        ),
        Misconception(
            "applies the forget gate to the old output and not to the old memory",
            _keeps_the_output,
            "h is what was shown. What is kept is the memory, c.",
        ),
        Misconception(
            "writes with 1 - f and leaves the input gate out",
            _coupled,
            "Other cells tie the two together. An LSTM may keep all and write all: i has its own weights.",
        ),
    ),
    equivalents=(_by_torch, _by_one_product, _by_units),
    answer_modules=ANSWERS,
    tolerance=1e-4,
)
