"""The siblings of the tasks of chapter 7. Their texts and solutions stand in solutions/siblings."""

import torch
from torch import Tensor

from prpn_course.tasks.sibling import Sibling


def below(square: Tensor) -> Tensor:
    """Ones where step t may look, (T, T), for a matrix or a vector of that length."""
    return torch.ones(len(square), len(square)).tril(-1)


def opposite(result: Tensor, *_) -> Tensor:
    """What is missing to 1 at every place in the past. What stands elsewhere by mistake stays to be seen."""
    return below(result) - result


def turned(result: Tensor, *_) -> Tensor:
    """Columns as rows."""
    return result.mT


def nearest_first(result: Tensor, *_) -> Tensor:
    """The nearest position first."""
    return result.flip(0)


def from_reach(reach: Tensor) -> tuple[Tensor]:
    """A reach is how many words back one sees; and back, since both are what is missing to t."""
    return (torch.arange(len(reach)) - reach,)


def how_far(result: Tensor, *_) -> Tensor:
    """A position as a number of steps back."""
    return torch.arange(len(result)) - result


SIBLINGS = {
    "7.1": {
        "b": Sibling("Closed gates from a limit", "closed_gates", "(limit)", out=opposite),
        "c": Sibling("Hard gates from a reach", "gates_of_reach", "(reach)", from_reach, from_reach),
    },
    "7.2": {
        "b": Sibling("The chance to stop", "stops", "(d, tau)", out=opposite),
        "c": Sibling(
            "The chance to go on, a column a step", "alpha_columns", "(d, tau)", out=turned, axes=("j", "t")
        ),
    },
    "7.3": {
        "b": Sibling(
            "Breaking the stick by the chances to stop",
            "law_from_stops",
            "(stop)",
            given=lambda alpha: (1 - alpha,),
            into=lambda stop: (1 - stop,),
        ),
        "c": Sibling("Breaking the stick, the nearest first", "law_of_reach", "(alpha)", out=nearest_first),
    },
    "7.4": {
        "b": Sibling("Expected walls", "expected_walls", "(alpha)", out=opposite),
        "c": Sibling(
            "Expected gates, a column a step", "gate_columns", "(alpha)", out=turned, axes=("i", "t")
        ),
    },
    "7.5": {
        "b": Sibling(
            "Gated attention with marked padding",
            "attention_off_padding",
            "(raw, g, padding)",
            given=lambda raw, g, mask: (raw, g, ~mask),
            into=lambda raw, g, padding: (raw, g, ~padding),
        ),
        "c": Sibling(
            "Attention outside the walls",
            "attention_off_walls",
            "(raw, closed, mask)",
            given=lambda raw, g, mask: (raw, 1 - g, mask),
            into=lambda raw, closed, mask: (raw, 1 - closed, mask),
        ),
    },
    "7.6": {
        "b": Sibling("How far to the nearest higher score", "steps_to_higher", "(d)", out=how_far),
        "c": Sibling(
            "The nearest lower score",
            "nearest_lower",
            "(d)",
            given=lambda d: (-d,),
            into=lambda d: (-d,),
        ),
    },
    "7.7": {
        "b": Sibling(
            "The true expectation by reach",
            "attention_by_reach",
            "(raw, p)",
            given=lambda raw, p: (raw, p.flip(0)),
            into=lambda raw, p: (raw, p.flip(0)),
        ),
        "c": Sibling(
            "The true expectation, the nearest first", "nearest_attention", "(raw, p)", out=nearest_first
        ),
    },
}
