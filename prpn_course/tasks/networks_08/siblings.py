"""The siblings of the core tasks of chapter 8. Their texts and solutions stand in solutions/siblings."""

import torch
from torch import Tensor

from prpn_course.task import Misconception
from prpn_course.tasks.sibling import OF_WALLS, Sibling, last_first, opposite, turned, walls


def newest_first(result: Tensor, *_) -> Tensor:
    """The places of each window the other way round."""
    return result.flip(1)


SIBLINGS = {
    "8.1": {
        "b": Sibling(
            "Windows, the newest word first",
            "windows_newest_first",
            "(x, lookback)",
            out=newest_first,
            without=("lists the newest", "fills full windows"),
            words={
                "last place": "first place",
                "the last of its window": "the first of its window",
                "stand before the words": "stand behind the words",
            },
        ),
        "c": Sibling(
            "Windows as rows",
            "flat_windows",
            "(x, lookback)",
            out=lambda result, *_: result.flatten(1),
            axes=("t", "entry"),
            own=(
                Misconception(
                    "puts the first entries of all words before the second ones",
                    lambda right, x, lookback: (
                        right(x, lookback).view(len(x), lookback + 1, -1).transpose(1, 2).flatten(1)
                    ),
                    "The places stand one behind the other: all entries of a word, then the next word.",
                ),
            ),
        ),
    },
    "8.2": {
        "b": Sibling(
            "Scores, the newest word first",
            "scores_newest_first",
            "(x, kernel, bias, w, b)",
            given=lambda x, kernel, *more: (x, kernel.flip(1), *more),
            into=lambda x, kernel, *more: (x, kernel.flip(1), *more),
            without=("lays the filter over the window backwards",),  # so does the published answer
            words={
                "The last place of window": "The newest word of window",
                "The earlier ones": "The later ones",
            },
            own=(
                Misconception(
                    "turns the sentence round, not the places",
                    lambda right, x, kernel, *more: right(x, kernel.flip(1), *more).flip(0),
                    "The axes of the windows are step, place and entry. Which of them is to be turned?",
                ),
                Misconception(
                    "turns the entries of the words round, not the places",
                    lambda right, x, kernel, *more: right(x.flip(1), kernel.flip(1), *more),
                    "The axes of the windows are step, place and entry. Which of them is to be turned?",
                ),
            ),
        ),
        "c": Sibling(
            "The chance that there is no wall",
            "openness",
            "(x, kernel, bias, w, b)",
            out=opposite,
            without=("ends in a ReLU", "leaves out the sigmoid"),
            own=(
                Misconception(
                    "takes 1 minus the sum, inside of the sigmoid",
                    lambda right, *case: torch.sigmoid(1 + torch.logit(right(*case))),
                    "First the score, then what is missing to 1.",
                ),
            ),
        ),
    },
    "8.3": {
        "b": Sibling(
            "Walls for a word not yet seen",
            "next_walls",
            "(d, guess, tau)",
            out=walls,
            own=(
                Misconception(
                    "multiplies what is missing to 1 at each wall",
                    lambda right, d, guess, tau: (
                        torch.ones(len(d), len(d)).tril(-1) - right(d, guess, -tau)
                    ),
                    "First the gate, a product; then what is missing to 1.",
                ),
                *OF_WALLS,
            ),
        ),
        "c": Sibling(
            "Gates for a word not yet seen, a column a step",
            "next_gate_columns",
            "(d, guess, tau)",
            out=turned,
            axes=("i", "t"),
            without=("exchanges the step",),
            words={"Row": "Column", "row": "column", "rows": "columns"},
        ),
    },
    "8.4": {
        "b": Sibling(
            "One step of reading, the memories first",
            "read_memories_first",
            "(x, h, c, g, W_h, W_x)",
            out=last_first,
            without=("returns the memories first",),
            words={"Row 1": "Row 0"},
        ),
        "c": Sibling(
            "One step of reading, between walls",
            "read_between_walls",
            "(x, h, c, closed, W_h, W_x)",
            given=lambda x, h, c, g, *more: (x, h, c, 1 - g, *more),
            into=lambda x, h, c, closed, *more: (x, h, c, 1 - closed, *more),
            without=("opens every gate",),
        ),
    },
}
