"""Task 4.2: a word, which has no children."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.tree_lstm_04.cases import ANSWERS, gates, normal, seeded, shown


def cases(seed: int) -> list[tuple]:
    """A word vector (E,), weights W (3H, E) and b (3H,) of the gates i, o, u."""
    generator = seeded(seed)
    sizes = ((2, 2), (3, 1), (1, 3), (4, 5))
    return [(normal(generator, E), normal(generator, 3 * H, E), normal(generator, 3 * H)) for E, H in sizes]


def _leaf(x, W, b, remember=lambda i, u: i * u):
    i, o, u = gates(W @ x + b)
    return shown(o, remember(i, u))


def _changed(x, W, b, squash_u=torch.tanh, order=(0, 1, 2), show=torch.tanh, swap=False):
    parts = (W @ x + b).chunk(3)
    i, o, u = (parts[k] for k in order)
    c = i.sigmoid() * squash_u(u)
    state = torch.stack([o.sigmoid() * show(c), c])
    return state.flip(0) if swap else state


def _by_numpy(x, W, b):
    i, o, u = np.split((W @ x + b).numpy(), 3)
    c = np.tanh(u) / (1 + np.exp(-i))
    return np.stack([np.tanh(c) / (1 + np.exp(-o)), c])


def _by_gates(x, W, b):
    H = len(b) // 3
    value = {g: W[k * H : (k + 1) * H] @ x + b[k * H : (k + 1) * H] for k, g in enumerate("iou")}
    c = torch.sigmoid(value["i"].double()) * torch.tanh(value["u"].double())
    return [torch.sigmoid(value["o"].double()) * torch.tanh(c), c]


def _with_zero_children(x, W, b):
    """The whole equation, with two children whose states are zeros."""
    i, o, u = gates(torch.nn.functional.linear(x[None], W, b)[0])
    zeros = torch.zeros_like(i)
    return shown(o, i * u + 0.5 * zeros + 0.5 * zeros)


TASK = Task(
    id="4.2",
    title="A leaf",
    function="leaf",
    signature="(x, W, b)",
    points=2,
    minutes=10,
    difficulty="easy",
    section="From one node to a tree",
    axes=("h or c", "entry"),
    reference=_leaf,
    cases=cases,
    misconceptions=(
        Misconception(
            "leaves out the input gate",
            lambda x, W, b: _leaf(x, W, b, remember=lambda i, u: u),
            "The memory is what the gate i lets in of u.",
        ),
        Misconception(
            "takes a sigmoid for u",
            lambda x, W, b: _changed(x, W, b, squash_u=torch.sigmoid),
            "u is what could come in, and it may be negative: it goes through tanh.",
        ),
        Misconception(
            "shows the memory without its tanh",
            lambda x, W, b: _changed(x, W, b, show=lambda c: c),
            "h = o tanh(c): the memory is squashed before it is shown.",
        ),
        Misconception(
            "exchanges h and c",
            lambda x, W, b: _changed(x, W, b, swap=True),
            "Row 0 is the output h, row 1 the memory c.",
        ),
        Misconception(
            "exchanges the gates i and o",
            lambda x, W, b: _changed(x, W, b, order=(1, 0, 2)),
            "The rows of W are stacked in the order i, o, u.",
        ),
    ),
    equivalents=(_by_numpy, _by_gates, _with_zero_children),
    answer_modules=ANSWERS,
)
