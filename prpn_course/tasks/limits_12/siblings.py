"""The siblings of the core tasks of chapter 12. Their texts and solutions stand in solutions/siblings."""

from collections.abc import Callable

import torch
from torch import Tensor

from prpn_course.task import Misconception
from prpn_course.tasks.sibling import (
    OF_LOGARITHMS,
    OF_WALLS,
    Sibling,
    last_first,
    logarithm,
    turned,
    walls,
)


def one_place_late(right: Callable, d: Tensor) -> Tensor:
    """The law with all shares one place further on, but what remains at its place."""
    law = right(d)
    return torch.cat([torch.zeros(1), law[:-2], law[-1:]]) if len(law) > 1 else law


SIBLINGS = {
    "12.1": {
        "b": Sibling(
            "Comparing in pairs, low walls stop",
            "low_walls_law",
            "(d)",
            given=lambda d: (1 / d,),
            into=lambda d: (1 / d,),
            without=("compares e^d", "divides by the sum of all"),
            words={
                "A high wall stops: with d_k far above d_t": "A low wall stops: with d_k far below d_t",
                "d_k is higher, as hard gates do": "d_k is lower, and tosses no coin",
                "A higher wall stops the search with the chance d_k / (d_t + d_k), and a lower one": (
                    "A lower wall stops the search with the chance d_t / (d_t + d_k), and a higher one"
                ),
            },
        ),
        "c": Sibling(
            "Comparing in pairs, the nearest first",
            "pairs_law_by_reach",
            "(d)",
            out=last_first,
            without=("lists the limits",),
            own=(
                Misconception(
                    "stores each share one place too late",
                    one_place_late,
                    "The limit t - 1 is the nearest: it has the entry 0.",
                ),
            ),
        ),
    },
    "12.2": {
        "b": Sibling(
            "One ranking, the walls",
            "ranking_walls",
            "(d)",
            out=walls,
            without=("gives the chance that the gate is closed",),
            own=OF_WALLS,
        ),
        "c": Sibling(
            "One ranking, a column a step",
            "ranking_columns",
            "(d)",
            out=turned,
            axes=("i", "t"),
            without=("stores step t",),
            words={"row": "column"},
        ),
    },
    "12.3": {
        "b": Sibling(
            "The logarithm of the chance of the next word",
            "next_word_log",
            "(p, scores)",
            out=logarithm,
            without=("returns the logarithms",),
            own=OF_LOGARITHMS,
        ),
        "c": Sibling(
            "The chance of the next word, a column a limit",
            "next_word_columns",
            "(p, scores)",
            given=lambda p, scores: (p, scores.T),
            into=lambda p, scores: (p, scores.T),
            without=("returns one row",),
            words={"row": "column", "Row": "Column", "rows": "columns", "the first axis": "the last axis"},
        ),
    },
    "12.4": {
        "b": Sibling(
            "The limit after the word, from logarithms",
            "after_the_word_log",
            "(p, log_chances, word)",
            given=lambda p, chances, word: (p, chances.log(), word),
            into=lambda p, log_chances, word: (p, log_chances.exp(), word),
        ),
        "c": Sibling(
            "The limit after the word, a row a word",
            "after_the_word_rows",
            "(p, chances, word)",
            given=lambda p, chances, word: (p, chances.T, word),
            into=lambda p, chances, word: (p, chances.T, word),
            words={"columns": "rows", "column": "row"},
        ),
    },
}
