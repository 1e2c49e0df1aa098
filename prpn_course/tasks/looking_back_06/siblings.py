"""The siblings of the core tasks of chapter 6. Their texts and solutions stand in solutions/siblings."""

import math

import torch
from torch import Tensor

from prpn_course.tasks.sibling import Sibling, logarithm, turned


def batch_second(result: Tensor, *_) -> Tensor:
    """The first two axes exchanged."""
    return result.transpose(0, 1)


def steps_back(result: Tensor, *_) -> Tensor:
    """Positions as numbers of steps back."""
    return torch.arange(len(result)) - result


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
            given=lambda keys, h: (keys, h, 2.0),
            into=lambda keys, h, tau: (keys * (h.shape[-1] ** 0.5 / tau), h),
            without=("divides by", "does not divide"),
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
        ),
    },
}
