"""The siblings of the core tasks of chapter 6. Their texts and solutions stand in solutions/siblings."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from prpn_course.task import Misconception
from prpn_course.tasks.sibling import OF_LOGARITHMS, Sibling, logarithm, turned


def batch_second(result: Tensor, *_) -> Tensor:
    """The first two axes exchanged."""
    return result.transpose(0, 1)


def steps_back(result: Tensor, *_) -> Tensor:
    """Positions as numbers of steps back."""
    return torch.arange(len(result)) - result


def shares_of_logs(before: Tensor, word: Tensor, U: int, V: int, k: float) -> Tensor:
    """Logarithms of the counts, divided by the sum of their row."""
    logs = (torch.bincount(before * V + word, minlength=U * V).view(U, V) + k).log()
    return logs / logs.sum(1, keepdim=True)


def first_at_0(right: Callable, tree) -> Tensor:
    """Limits counted from 1, but for the first word."""
    return torch.cat([torch.tensor([0]), right(tree)[1:]])


SIBLINGS = {
    "6.1": {
        "b": Sibling(
            "Perplexity from bits",
            "perplexity_of_bits",
            "(log2_p, mask)",
            given=lambda log_p, mask: (log_p / math.log(2), mask),
            into=lambda log2_p, mask: (log2_p * math.log(2), mask),
            without=("takes powers of 2", "gives the loss"),
        ),
        "c": Sibling(
            "Perplexity with marked padding",
            "perplexity_off_padding",
            "(log_p, padding)",
            given=lambda log_p, mask: (log_p, ~mask),
            into=lambda log_p, padding: (log_p, ~padding),
            words={
                "Here True marks a word and False marks padding": "Here True marks padding and False a word",
                "How many True does the mask hold": "How many False does padding hold",
                "does not use the mask": "does not use the marks of the padding",
            },
        ),
    },
    "6.2": {
        "b": Sibling(
            "A bigram model, a column a context",
            "bigram_columns",
            "(before, word, U, V, k)",
            out=turned,
            axes=("b", "a"),
            without=("has the word before", "divides by the columns"),
            words={"row": "column"},
        ),
        "c": Sibling(
            "A bigram model of logarithms",
            "log_bigram",
            "(before, word, U, V, k)",
            out=logarithm,
            words={"Add up a row": "Add up the chances of a row"},
            own=(
                *OF_LOGARITHMS,
                Misconception(
                    "takes the logarithms before it divides",
                    lambda right, before, word, U, V, k: shares_of_logs(before, word, U, V, k),
                    "First shares, then their logarithm.",
                ),
            ),
        ),
    },
    "6.3": {
        "b": Sibling(
            "Looking back, the steps first",
            "look_back_steps_first",
            "(keys, h)",
            given=lambda keys, h: (keys.transpose(0, 1), h.transpose(0, 1)),
            into=lambda keys, h: (keys.transpose(0, 1), h.transpose(0, 1)),
            out=batch_second,
            axes=("t", "b", "k"),
        ),
        "c": Sibling(
            "Looking back at a temperature",
            "look_back_at",
            "(keys, h, tau)",
            given=lambda keys, h: (keys, h, 0.5 if h.shape[1] % 2 else 2.0),
            into=lambda keys, h, tau: (keys * (h.shape[-1] ** 0.5 / tau), h),
            without=("divides by", "does not divide"),
            own=(
                Misconception(
                    "divides by the root of H, whatever the temperature",
                    lambda right, keys, h, tau: right(keys, h, h.shape[-1] ** 0.5),
                    "The temperature stands in the place of the root.",
                ),
                Misconception(
                    "divides by the root of H as well",
                    lambda right, keys, h, tau: right(keys, h, tau * h.shape[-1] ** 0.5),
                    "The temperature stands in the place of the root: divide once.",
                ),
                Misconception(
                    "divides by the root of the temperature",
                    lambda right, keys, h, tau: right(keys, h, tau**0.5),
                    "The temperature is taken as it is.",
                ),
            ),
        ),
    },
    "6.4": {
        "b": Sibling(
            "How far each word of a tree looks back",
            "reaches",
            "(tree)",
            out=steps_back,
            without=("counts from 1", "counts how many words", "gives the limits from right"),
            words={
                "gives the first word after the limit": "stops one step too early",
                "it gives the first word": "it gives the steps to the first word",
            },
        ),
        "c": Sibling(
            "The limits of a tree, counted from 1",
            "limits_from_one",
            "(tree)",
            out=lambda result, *_: result + 1,
            without=("counts from 1", "counts how many words"),
            words={"it has an entry: 0": "it has an entry: 1"},
            own=(
                Misconception(
                    "leaves the first entry at 0",
                    first_at_0,
                    "All places are counted from 1 here, that of the first word too.",
                ),
            ),
        ),
    },
}
