"""The siblings of the core tasks of chapter 2. Their texts and solutions stand in solutions/siblings."""

import math
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

from prpn_course.task import Misconception
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


def half_in_bits(right: Callable, o: Tensor, y: Tensor) -> Tensor:
    """The loss with the logarithm of the sum alone in bits."""
    shifted = o - o.amax(1, keepdim=True)
    return (shifted.exp().sum(1).log2() - shifted[torch.arange(len(y)), y]).mean()


def shifted_by_warm(right: Callable, o: Tensor, tau: float) -> Tensor:
    """Chances from powers of the divided scores less the largest undivided one."""
    powers = (o / tau - o.amax(1, keepdim=True)).exp()
    return powers / powers.sum(1, keepdim=True)


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
            own=(
                Misconception(
                    "adds every word of the vocabulary once, however often it occurs",
                    lambda right, counts, table, bias: bias + table.sum(0),
                    "A word that occurs twice votes twice, and one that does not occur has no vote.",
                ),
            ),
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
            own=(
                Misconception(
                    "divides the chances by the temperature, and not the scores",
                    lambda right, o, tau: right(o, 1.0) / tau,
                    "The scores are divided, first of all. Each row must still sum to 1.",
                ),
                Misconception(
                    "takes off the largest score as it was before the division",
                    shifted_by_warm,
                    "The largest of what stands in the powers must become 0, so take it from there.",
                ),
            ),
        ),
    },
    "2.4": {
        "b": Sibling(
            "Cross-entropy in bits",
            "cross_entropy_bits",
            "(o, y)",
            out=lambda result, *_: result / math.log(2),
            without=("measures in bits", "adds a small number"),
            own=(
                Misconception(
                    "multiplies by ln 2 where it should divide",
                    lambda right, o, y: right(o, y) * math.log(2) ** 2,
                    "One bit is 0.693 nats, so there are more bits than nats.",
                ),
                Misconception(
                    "has one of its two terms in bits, the other in nats",
                    half_in_bits,
                    "The scores are natural logarithms, too: change the unit at the end, of all.",
                ),
            ),
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
