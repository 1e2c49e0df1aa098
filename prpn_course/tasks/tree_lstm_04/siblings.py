"""The siblings of the core tasks of chapter 4. Their texts and solutions stand in solutions/siblings."""

from collections.abc import Callable

import torch
from torch import Tensor

from prpn_course.task import Misconception
from prpn_course.tasks.sibling import Sibling, opposite, turned


def one_matrix(left: Tensor, right: Tensor, U_l: Tensor, U_r: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    """The matrices of both children in one."""
    return left, right, torch.cat([U_l, U_r], 1), b


def two_matrices(left: Tensor, right: Tensor, U: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    """And back."""
    return left, right, *U.chunk(2, dim=1), b


def closing(x: Tensor, W: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    """The first gate with the other sign: it says what stays out. Twice is not at all."""
    sign = torch.ones(len(b))
    sign[: len(b) // 3] = -1
    return x, W * sign[:, None], b * sign


def _rolled(rows: Tensor, parts: int) -> Tensor:
    """Three blocks of rows, moved on by some places."""
    return rows.roll(parts * (len(rows) // 3), 0)


def content_first(x: Tensor, W: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    """The blocks i, o, u in the order u, i, o."""
    return x, _rolled(W, 1), _rolled(b, 1)


def content_last(x: Tensor, W: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    """And back."""
    return x, _rolled(W, -1), _rolled(b, -1)


def one_less_product(right: Callable, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """A leaf whose memory is 1 - i u."""
    i, o, u = (W @ x + b).chunk(3)
    c = 1 - i.sigmoid() * u.tanh()
    return torch.stack([o.sigmoid() * c.tanh(), c])


def closing_twice(right: Callable, x: Tensor, W: Tensor, b: Tensor) -> Tensor:
    """A leaf whose other gate closes as well."""
    c = right(x, W, b)[1]
    return torch.stack([(1 - (W @ x + b).chunk(3)[1].sigmoid()) * c.tanh(), c])


SIBLINGS = {
    "4.1": {
        "b": Sibling(
            "A node of a recursive network, with rows",
            "row_node",
            "(left, right, U_l, U_r, b)",
            given=lambda left, right, U_l, U_r, b: (left, right, U_l.T, U_r.T, b),
            into=lambda left, right, U_l, U_r, b: (left, right, U_l.T, U_r.T, b),
            without=("multiplies from",),
        ),
        "c": Sibling(
            "A node with one matrix",
            "joined_node",
            "(left, right, U, b)",
            given=one_matrix,
            into=two_matrices,
            without=("multiplies from",),
            words={"U_l meets": "The left half of U meets"},
        ),
    },
    "4.2": {
        "b": Sibling(
            "A leaf whose gate closes",
            "closing_leaf",
            "(x, W, b)",
            given=closing,
            into=closing,
            without=("squashes none", "exchanges the gates", "leaves out the input"),
            words={"what the gate i lets in of u": "what the gate i leaves of u"},
            own=(
                Misconception(
                    "takes the product from 1, and not the gate",
                    one_less_product,
                    "Of the content comes in what the gate leaves open, 1 - i of it.",
                ),
                Misconception(
                    "lets the gate o keep out as well",
                    closing_twice,
                    "Only the gate i is turned round.",
                ),
            ),
        ),
        "c": Sibling(
            "A leaf, the content first",
            "content_leaf",
            "(x, W, b)",
            given=content_first,
            into=content_last,
            without=("exchanges o and u",),
            words={"i, o, u": "u, i, o"},
        ),
    },
    "4.3": {
        "b": Sibling(
            "A forget gate for each child, in columns",
            "forget_columns",
            "(h, U_f, b_f)",
            given=lambda h, U_f, b_f: (h.T, U_f, b_f),
            into=lambda h, U_f, b_f: (h.T, U_f, b_f),
            out=turned,
            axes=("entry", "k"),
            without=("multiplies U_f", "multiplies from"),
            words={"Each row needs its own child: row k": "Each column needs its own child: column k"},
        ),
        "c": Sibling(
            "How much of each child is forgotten",
            "forgotten",
            "(h, U_f, b_f)",
            out=opposite,
            words={"A gate is": "What is forgotten is", "The gates are": "What is forgotten is"},
            own=(
                Misconception(
                    "takes 1 minus the sum, inside of the sigmoid",
                    lambda right, h, U_f, b_f: torch.sigmoid(1 - h @ U_f.T - b_f),
                    "First the gate, then what is missing to 1.",
                ),
            ),
        ),
    },
    "4.4": {
        "b": Sibling(
            "The Child-Sum cell, the content first",
            "child_sum_content_first",
            "(h, c, U, b, U_f, b_f)",
            given=lambda h, c, U, b, *more: (h, c, _rolled(U, 1), _rolled(b, 1), *more),
            into=lambda h, c, U, b, *more: (h, c, _rolled(U, -1), _rolled(b, -1), *more),
        ),
        "c": Sibling(
            "The Child-Sum cell over states",
            "child_sum_of_states",
            "(states, U, b, U_f, b_f)",
            given=lambda h, c, *more: (torch.stack([h, c], 1), *more),
            into=lambda states, *more: (states[:, 0], states[:, 1], *more),
            own=(
                Misconception(
                    "takes the outputs for memories, and the memories for outputs",
                    lambda right, states, *more: right(states.flip(1), *more),
                    "A state has the output of a child in row 0 and its memory in row 1.",
                ),
            ),
        ),
    },
}
