"""Task 4.5: the binary cell, for many nodes at once."""

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.tree_lstm_04.cases import ANSWERS, normal, seeded


def cases(seed: int) -> list[tuple]:
    """States of two children of n nodes, (n, 2, H) each, U (5H, 2H), b (5H,); the last has equal children."""
    generator = seeded(seed)
    out = []
    for n, H in ((1, 2), (3, 2), (4, 3)):
        shapes = ((n, 2, H), (n, 2, H), (5 * H, 2 * H), (5 * H,))
        out.append(tuple(normal(generator, *shape) for shape in shapes))
    h, c, U, b = out[1]
    return [*out, (h[:, :1].repeat(1, 2, 1), c[:, :1].repeat(1, 2, 1), U, b)]


def _cell(h, c, U, b, order=(0, 1, 2, 3, 4), forget=None, let_in=None):
    """The cell; `order` says which block of U and b is which of i, o, u, f_l, f_r."""
    blocks = (h.flatten(1) @ U.T + b).chunk(5, 1)
    i, o, u, f_l, f_r = (blocks[k] for k in order)
    i, o, u, f_l, f_r = i.sigmoid(), o.sigmoid(), u.tanh(), f_l.sigmoid(), f_r.sigmoid()
    if forget:
        f_l, f_r = forget(f_l, f_r)
    kept = f_l * c[:, 0] + f_r * c[:, 1]
    new = (let_in(i, u) if let_in else i * u) + kept
    return torch.stack([o * new.tanh(), new], 1)  # (n, 2, H)


def _node_by_node(h, c, U, b):
    H = h.size(2)
    out = []
    for outputs, memories in zip(h, c, strict=True):
        gate = [
            U[k * H : (k + 1) * H, :H] @ outputs[0]
            + U[k * H : (k + 1) * H, H:] @ outputs[1]
            + b[k * H : (k + 1) * H]
            for k in range(5)
        ]
        i, o, f_l, f_r = (torch.sigmoid(gate[k]) for k in (0, 1, 3, 4))
        new = i * torch.tanh(gate[2]) + f_l * memories[0] + f_r * memories[1]
        out.append([(o * torch.tanh(new)).tolist(), new.tolist()])
    return out


def _by_linear(h, c, U, b):
    gates = torch.nn.functional.linear(torch.cat([h[:, 0], h[:, 1]], 1), U, b).unflatten(
        1, (5, -1)
    )  # (n, 5, H)
    i, o, f = gates[:, 0].sigmoid(), gates[:, 1].sigmoid(), gates[:, 3:].sigmoid()
    new = i * gates[:, 2].tanh() + (f * c).sum(1)
    return torch.stack([o * new.tanh(), new], 1).numpy()


def _by_einsum(h, c, U, b):
    n, _, H = h.shape
    gates = torch.einsum("nkj,gkj->ng", h.double(), U.double().view(5 * H, 2, H)) + b
    i, o, u, f = gates.split([H, H, H, 2 * H], 1)
    new = i.sigmoid() * u.tanh() + (f.sigmoid().view(n, 2, H) * c).sum(1)
    return torch.stack([o.sigmoid() * new.tanh(), new], 1)


TASK = Task(
    id="4.5",
    title="The binary cell",
    function="binary",
    signature="(h, c, U, b)",
    points=3,
    minutes=20,
    difficulty="hard",
    section="Which forget gate for which child?",
    axes=("n", "h or c", "entry"),
    reference=_cell,
    cases=cases,
    misconceptions=(
        Misconception(
            "exchanges the children",
            lambda h, c, U, b: _cell(h.flip(1), c.flip(1), U, b),
            "The first H columns of U meet the left child, and f_l belongs to its memory.",
        ),
        Misconception(
            "multiplies each forget gate with the memory of the other child",
            lambda h, c, U, b: _cell(h, c.flip(1), U, b),
            "Both gates see both outputs, but f_l keeps or forgets the left memory.",
        ),
        Misconception(
            "applies the forget gates to the outputs, not to the memories",
            lambda h, c, U, b: _cell(h, h, U, b),
            "What is kept or forgotten is the memory, c. The outputs h have done their work in the gates.",
        ),
        Misconception(
            "uses one forget gate for both children",
            lambda h, c, U, b: _cell(h, c, U, b, forget=lambda f_l, f_r: (f_l, f_l)),
            "There are five blocks in U: the last two are f_l and f_r.",
        ),
        Misconception(
            "drops the memory of the right child",
            lambda h, c, U, b: _cell(h, c, U, b, forget=lambda f_l, f_r: (f_l, 0 * f_r)),
            "The node has two children, and each hands up a memory.",
        ),
        Misconception(
            "leaves out the input gate",
            lambda h, c, U, b: _cell(h, c, U, b, let_in=lambda i, u: u),
            "What comes in is i times u.",
        ),
        Misconception(
            "lets the two forget gates share what is to be kept, f_r = 1 - f_l",
            lambda h, c, U, b: _cell(h, c, U, b, forget=lambda f_l, f_r: (f_l, 1 - f_l)),
            "The gates are independent: a node may keep both memories, or none.",
        ),
        Misconception(
            "reads the blocks in the order i, f_l, f_r, o, u",
            lambda h, c, U, b: _cell(h, c, U, b, order=(0, 3, 4, 1, 2)),
            "The contract stacks the gates as i, o, u, f_l, f_r.",
        ),
    ),
    equivalents=(_node_by_node, _by_linear, _by_einsum),
    answer_modules=ANSWERS,
)
