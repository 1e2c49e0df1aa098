"""The siblings of the core tasks of chapter 16. Their texts and solutions stand in solutions/siblings."""

import torch
from torch import Tensor

from prpn_course.tasks.sibling import OF_LENGTHS, Sibling, inclusive, last_first, lengths, opposite


def ordinary_first(x: Tensor, h: Tensor, c: Tensor, W: Tensor, R: Tensor, b: Tensor, m: int) -> tuple:
    """The rows of the master gates behind the others."""
    return x, h, c, W.roll(-2 * m, 0), R.roll(-2 * m, 0), b.roll(-2 * m, 0), m


def ordinary_last(x: Tensor, h: Tensor, c: Tensor, W: Tensor, R: Tensor, b: Tensor, m: int) -> tuple:
    """And back."""
    return x, h, c, W.roll(2 * m, 0), R.roll(2 * m, 0), b.roll(2 * m, 0), m


def with_overlap(result: Tensor, f: Tensor, i: Tensor, z_forget: Tensor, z_input: Tensor) -> Tensor:
    """The two gates, and where both master gates are open."""
    w = torch.softmax(z_forget, 0).cumsum(0) * (1 - torch.softmax(z_input, 0).cumsum(0))  # (m,)
    return torch.cat([result, w[:, None].expand_as(f)[None]])


SIBLINGS = {
    "16.1": {
        "b": Sibling(
            "A soft step down",
            "soft_step_down",
            "(z)",
            out=opposite,
            without=("takes 1 minus", "adds up from", "gives the softmax itself"),
            words={"The last entry must be 1": "The last entry must be 0"},
        ),
        "c": Sibling(
            "A soft step, the highest level first",
            "cumax_from_the_top",
            "(z)",
            given=lambda z: (z.flip(1),),
            into=lambda z: (z.flip(1),),
            out=lambda result, *_: result.flip(-1),
            without=("adds up from the highest",),
            words={"The last entry must be 1": "The first entry must be 1"},
        ),
    },
    "16.2": {
        "b": Sibling(
            "The gates of the cell, the input gate first",
            "cell_gates_input_first",
            "(f, i, z_forget, z_input)",
            out=last_first,
            without=("returns the input gate",),
            words={"in the first row only": "in one row only"},
        ),
        "c": Sibling(
            "The gates of the cell, and their overlap",
            "cell_gates_and_overlap",
            "(f, i, z_forget, z_input)",
            out=with_overlap,
        ),
    },
    "16.3": {
        "b": Sibling(
            "One step of an ON-LSTM, the master gates last",
            "on_lstm_step_masters_last",
            "(x, h, c, W, R, b, m)",
            given=ordinary_first,
            into=ordinary_last,
            words={
                "f~, i~, i, f, g, o": "i, f, g, o, f~, i~",
                "The last H rows are the output gate's": "The last H of the long rows are the output gate's",
                "The first m rows belong to the forget gate f~, the next m": (
                    "Of the last 2m rows the first m belong to the forget gate f~, the next m"
                ),
            },
        ),
        "c": Sibling(
            "One step of an ON-LSTM, the memory first",
            "on_lstm_memory_first",
            "(x, h, c, W, R, b, m)",
            out=last_first,
            without=("returns the memory",),
        ),
    },
    "16.4": {
        "b": Sibling(
            "The blocks of the levels, by first and last words",
            "blocks_of_words",
            "(wipes)",
            out=inclusive,
            without=("writes the last word", "lets a block end behind"),
        ),
        "c": Sibling(
            "The blocks of the levels, by starts and lengths",
            "blocks_by_length",
            "(wipes)",
            out=lengths,
            without=("writes the last word", "lets a block end behind"),
            own=OF_LENGTHS,
        ),
    },
}
