"""The siblings of the core tasks of chapter 2. Their texts and solutions stand in solutions/siblings."""

import math

import torch
from torch import Tensor
from torch.nn import functional

from prpn_course.tasks.sibling import Sibling, negated, turned


def listed(counts: Tensor) -> Tensor:
    """The numbers of the words of a bag that comes counted."""
    return torch.arange(len(counts)).repeat_interleave(counts)


def rows_of(o: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """The right answers as rows with a single one."""
    return o, functional.one_hot(y, o.shape[1]).float()


def numbers_of(o: Tensor, Y: Tensor) -> tuple[Tensor, Tensor]:
    """And back to their numbers."""
    return o, Y.argmax(1)


def tempered(o: Tensor) -> tuple[Tensor, float]:
    """Scores and a temperature that give back the scores."""
    tau = 2.0 if len(o) % 2 else 0.5
    return o * tau, tau


COLUMN = {
    "row": "column",
    "rows": "columns",
    "dim=1": "dim=0",
    "(B, C)": "(C, B)",
}
SIBLINGS = {
    "2.1": {
        "b": Sibling(
            "One-hot rows, counted from 1",
            "one_hot_from_one",
            "(ids, size)",
            given=lambda ids, size: (ids + 1, size),
            into=lambda ids, size: (ids - 1, size),
            without=("counts the words from 1", "writes the number", "writes rows for columns"),
        ),
        "c": Sibling(
            "One-hot rows with a place for padding",
            "one_hot_padded",
            "(ids, size)",
            out=lambda result, *_: functional.pad(result, (1, 0)),
            without=("counts the words from 1", "fills the whole row", "exchanges rows", "writes rows"),
        ),
    },
    "2.2": {
        "b": Sibling(
            "The votes against",
            "bow_scores_against",
            "(ids, table, bias)",
            given=lambda ids, table, bias: (ids, -table, bias),
            into=lambda ids, table, bias: (ids, -table, bias),
            words={"the old ones plus a row": "the old ones minus a row", "adds them up": "takes each away"},
        ),
        "c": Sibling(
            "The votes of a bag that comes counted",
            "counted_scores",
            "(counts, table, bias)",
            given=lambda ids, table, bias: (torch.bincount(ids, minlength=len(table)), table, bias),
            into=lambda counts, table, bias: (listed(counts), table, bias),
            without=("keeps the last word",),
        ),
    },
    "2.3": {
        "b": Sibling(
            "A softmax of columns",
            "softmax_columns",
            "(o)",
            given=lambda o: (o.T,),
            into=lambda o: (o.T,),
            out=turned,
            axes=("k", "b"),
            words=COLUMN,
        ),
        "c": Sibling(
            "A softmax with a temperature",
            "softmax_at",
            "(o, tau)",
            given=tempered,
            into=lambda o, tau: (o / tau,),
        ),
    },
    "2.4": {
        "b": Sibling(
            "Cross-entropy in bits",
            "cross_entropy_bits",
            "(o, y)",
            out=lambda result, *_: result / math.log(2),
            without=("measures in bits", "adds a small number"),
        ),
        "c": Sibling(
            "Cross-entropy with rows of labels",
            "cross_entropy_rows",
            "(o, Y)",
            given=rows_of,
            into=numbers_of,
            without=("picks the labels",),
            words={"label y": "row of Y"},
        ),
    },
    "2.5": {
        "b": Sibling(
            "What was right minus what you said",
            "step_down",
            "(o, y)",
            out=negated,
            without=("subtracts the other way round",),
        ),
        "c": Sibling(
            "The gradient, with rows of labels",
            "loss_gradient_rows",
            "(o, Y)",
            given=rows_of,
            into=numbers_of,
            without=("subtracts the labels of all",),
            words={"label y": "one of Y"},
        ),
    },
}
