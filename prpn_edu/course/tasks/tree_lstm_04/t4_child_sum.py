"""Task 4.4: the Child-Sum cell."""

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.tree_lstm_04.cases import ANSWERS, gates, normal, seeded, shown


def cases(seed: int) -> list[tuple]:
    """States of K children (K, H) each, U (3H, H), b (3H,), U_f (H, H), b_f (H,): two children, one, more."""
    generator = seeded(seed)
    out = []
    for K, H in ((2, 2), (1, 2), (3, 3), (5, 2)):
        shapes = ((K, H), (K, H), (3 * H, H), (3 * H,), (H, H), (H,))
        out.append(tuple(normal(generator, *shape) for shape in shapes))
    return out


def _cell(h, c, U, b, U_f, b_f, forget=None, total=None, remember=None):
    """The cell; a mistake changes the forget gates (K, H), the sum (H,) or the memory (H,)."""
    total = h.sum(0) if total is None else total
    i, o, u = gates(U @ total + b)
    f = torch.sigmoid(h @ U_f.T + b_f) if forget is None else forget  # (K, H)
    new = i * u + (f * c).sum(0) if remember is None else remember(i, u, f)
    return shown(o, new)


def _by_loop(h, c, U, b, U_f, b_f):
    H = len(b_f)
    total = sum(h)
    i = torch.sigmoid(U[:H] @ total + b[:H])
    o = torch.sigmoid(U[H : 2 * H] @ total + b[H : 2 * H])
    new = i * torch.tanh(U[2 * H :] @ total + b[2 * H :])
    for child, memory in zip(h, c, strict=True):
        new = new + torch.sigmoid(U_f @ child + b_f) * memory
    return [(o * torch.tanh(new)).tolist(), new.tolist()]


def _summed_last(h, c, U, b, U_f, b_f):
    """The products of the children first, then the sum: the same, since U is linear."""
    i, o, u = gates((h @ U.T).sum(0) + b)
    f = torch.nn.functional.linear(h, U_f, b_f).sigmoid()
    return shown(o, torch.cat([(i * u)[None], f * c]).sum(0)).numpy()


def _in_double(h, c, U, b, U_f, b_f):
    return _cell(*(t.double() for t in (h, c, U, b, U_f, b_f)))


TASK = Task(
    id="4.4",
    title="The Child-Sum cell",
    function="child_sum",
    signature="(h, c, U, b, U_f, b_f)",
    points=3,
    minutes=15,
    difficulty="medium",
    section="The Child-Sum cell",
    axes=("h or c", "entry"),
    reference=_cell,
    cases=cases,
    misconceptions=(
        Misconception(
            "computes the forget gates from the sum of the children",
            lambda h, c, U, b, U_f, b_f: _cell(
                h, c, U, b, U_f, b_f, forget=torch.sigmoid(U_f @ h.sum(0) + b_f).expand_as(c)
            ),
            "With one child you are right, with two you are not: f_k looks at h_k.",
        ),
        Misconception(
            "sums the memories first and forgets them together",
            lambda h, c, U, b, U_f, b_f: _cell(
                h, c, U, b, U_f, b_f, remember=lambda i, u, f: i * u + f.mean(0) * c.sum(0)
            ),
            "Multiply each memory with its own gate, then add.",
        ),
        Misconception(
            "adds the memories without forgetting",
            lambda h, c, U, b, U_f, b_f: _cell(h, c, U, b, U_f, b_f, forget=torch.ones_like(c)),
            "So the slide says, but its equations do not: each memory meets its forget gate.",
        ),
        Misconception(
            "applies the forget gates to the outputs, not to the memories",
            lambda h, c, U, b, U_f, b_f: _cell(
                h, c, U, b, U_f, b_f, remember=lambda i, u, f: i * u + (f * h).sum(0)
            ),
            "What is kept or forgotten is the memory c_k.",
        ),
        Misconception(
            "takes the mean of the children in place of their sum",
            lambda h, c, U, b, U_f, b_f: _cell(h, c, U, b, U_f, b_f, total=h.mean(0)),
            "The cell is called Child-Sum: its gates i, o and u see the sum of the outputs.",
        ),
        Misconception(
            "leaves out the input gate",
            lambda h, c, U, b, U_f, b_f: _cell(
                h, c, U, b, U_f, b_f, remember=lambda i, u, f: u + (f * c).sum(0)
            ),
            "What comes in is i times u.",
        ),
    ),
    equivalents=(_by_loop, _summed_last, _in_double),
    answer_modules=ANSWERS,
)
