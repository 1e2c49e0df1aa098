"""The siblings of the core tasks of chapter 3. Their texts and solutions stand in solutions/siblings."""

from collections.abc import Callable

import torch
from torch import Tensor

from prpn_course.task import Misconception
from prpn_course.tasks.sibling import Sibling, opposite


def candidate_last(x: Tensor, h: Tensor, c: Tensor, W: Tensor, R: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    """The weights of an LSTM with the last two of their four parts exchanged; twice is not at all."""
    order = torch.arange(len(b)).view(4, -1)[[0, 1, 3, 2]].flatten()
    return x, h, c, W[order], R[order], b[order]


def as_change(result: Tensor, x: Tensor, h: Tensor, c: Tensor, *_) -> Tensor:
    """The output, and what is new in the memory."""
    return torch.stack([result[0], result[1] - c])


def mask_of(h: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
    """A mask in place of the numbers of words."""
    return h, torch.arange(h.shape[1]) < lengths[:, None]


def shown_without_c(right: Callable, x, h, c, W, R, b) -> Tensor:
    """The output of the change, and the change."""
    show = (W @ x + R @ h + b).chunk(4)[3].sigmoid()
    change = right(x, h, c, W, R, b)[1]
    return torch.stack([show * change.tanh(), change])


def written_alone(right: Callable, x, h, c, W, R, b) -> Tensor:
    """The output, and what is written without what is forgotten."""
    i, _, g, _ = (W @ x + R @ h + b).chunk(4)
    return torch.stack([right(x, h, c, W, R, b)[0], i.sigmoid() * g.tanh()])


SIBLINGS = {
    "3.1": {
        "b": Sibling(
            "Reading as a loop, with rows",
            "rnn_row_states",
            "(x, W, R, b)",
            given=lambda x, W, R, b: (x, W.T, R.T, b),
            into=lambda x, W, R, b: (x, W.T, R.T, b),
            without=("multiplies with R",),
            words={"W x": "x W", "R h": "h R"},
        ),
        "c": Sibling(
            "Reading as a loop, the bias in W",
            "rnn_states_without_bias",
            "(x, W, R)",
            given=lambda x, W, R, b: (x, torch.cat([W, b[:, None]], 1), R),
            into=lambda x, W, R: (x, W[:, :-1], R, W[:, -1]),
            words={"W x, R h and b": "what meets the word, R h and the bias"},
        ),
    },
    "3.2": {
        "b": Sibling(
            "The spectral radius of two steps",
            "two_step_radius",
            "(R)",
            out=lambda result, *_: result**2,
            without=("takes the largest singular",),
            own=(
                Misconception(
                    "squares the entries, and not the matrix",
                    lambda right, R: torch.linalg.eigvals(R * R).abs().max(),
                    "Two steps are the product of matrices, `R @ R`.",
                ),
                Misconception(
                    "takes the largest real part of the eigenvalues of two steps",
                    lambda right, R: torch.linalg.eigvals(R @ R).real.max(),
                    "Eigenvalues may be complex: how far from 0 is the furthest of them?",
                ),
            ),
        ),
        "c": Sibling(
            "How far from the edge",
            "margin",
            "(R)",
            out=opposite,
            own=(
                Misconception(
                    "takes the largest of the distances to 1",
                    lambda right, R: (1 - torch.linalg.eigvals(R).abs()).max(),
                    "First the largest absolute value, the radius; then how far that is below 1.",
                ),
            ),
        ),
    },
    "3.5": {
        "b": Sibling(
            "One step of an LSTM, the candidate last",
            "lstm_step_other_order",
            "(x, h, c, W, R, b)",
            given=candidate_last,
            into=candidate_last,
            without=("takes the weights in the order",),
            words={"i, f, g, o": "i, f, o, g"},
        ),
        "c": Sibling(
            "One step of an LSTM, and what is new",
            "lstm_change",
            "(x, h, c, W, R, b)",
            out=as_change,
            without=("returns the memory first", "forgets all of"),
            own=(
                Misconception(
                    "takes c away before it makes the output",
                    shown_without_c,
                    "The output shows the whole new memory. Take c away at the very end.",
                ),
                Misconception(
                    "takes the new memory from the old one",
                    lambda right, *case: right(*case) * torch.tensor([[1.0], [-1.0]]),
                    "What is new in the memory is c' - c.",
                ),
                Misconception(
                    "gives what is written, and not what has changed",
                    written_alone,
                    "The forget gate changes the memory, too: what is c' - c?",
                ),
            ),
        ),
    },
    "3.7": {
        "b": Sibling(
            "The last word, not the last row",
            "last_states_time_first",
            "(h, lengths)",
            given=lambda h, lengths: (h.transpose(0, 1), lengths),
            into=lambda h, lengths: (h.transpose(0, 1), lengths),
            words={"last column": "last row", "row to row": "column to column"},
            own=(
                Misconception(
                    "exchanges the places and the sentences",
                    lambda right, h, lengths: h[torch.arange(len(lengths)), lengths - 1],
                    "The first axis has the places here, the second the sentences.",
                ),
            ),
        ),
        "c": Sibling(
            "The last word that the mask shows",
            "last_states_masked",
            "(h, mask)",
            given=mask_of,
            into=lambda h, mask: (h, mask.sum(1)),
        ),
    },
}
