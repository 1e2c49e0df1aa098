"""The siblings of the core tasks of chapter 3. Their texts and solutions stand in solutions/siblings."""

import torch
from torch import Tensor

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
        ),
        "c": Sibling("How far from the edge", "margin", "(R)", out=opposite),
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
