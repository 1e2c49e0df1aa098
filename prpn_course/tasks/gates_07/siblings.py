"""The siblings of the tasks of chapter 7. Their texts and solutions stand in solutions/siblings."""

from collections.abc import Callable

import torch
from torch import Tensor

from prpn_course.task import Misconception
from prpn_course.tasks.sibling import OF_WALLS, Sibling, last_first, turned, walls


def from_reach(reach: Tensor) -> tuple[Tensor]:
    """A reach is how many words back one sees; and back, since both are what is missing to t."""
    return (torch.arange(len(reach)) - reach,)


def how_far(result: Tensor, *_) -> Tensor:
    """A position as a number of steps back."""
    return torch.arange(len(result)) - result


def one_more(right: Callable, reach: Tensor) -> Tensor:
    """Gates that are open for one position more, where there is one."""
    return right((reach + 1).clamp(max=torch.arange(len(reach))))


def limit_closed(right: Callable, limit: Tensor) -> Tensor:
    """Gates that are closed up to and with the limit."""
    return (torch.arange(len(limit)) <= limit[:, None]).float()


def none_at_0(right: Callable, d: Tensor) -> Tensor:
    """Steps to the higher score, 0 where there is none."""
    return torch.where(torch.stack([(d[:t] > one).any() for t, one in enumerate(d)]), right(d), 0)


SIBLINGS = {
    "7.1": {
        "b": Sibling(
            "Closed gates from a limit",
            "closed_gates",
            "(limit)",
            out=walls,
            own=(
                Misconception(
                    "closes the limit itself, too",
                    limit_closed,
                    "The limit is the first position that may be seen: what lies before it is closed.",
                ),
                *OF_WALLS,
            ),
        ),
        "c": Sibling(
            "Hard gates from a reach",
            "gates_of_reach",
            "(reach)",
            from_reach,
            from_reach,
            words={
                "leaves the limit itself out": "leaves out the furthest position in reach",
                "The limit is the first position that may be seen, not the last one that may not: what is "
                "the gate at i = l_t?": "Position t - r_t is the first that may be seen: what is its gate?",
                "opens the gates before the limit instead of after it": "opens what is out of reach",
                "A limit near t means a short memory": "A small reach means a short memory",
                "whatever the limit": "whatever the reach",
                "limit[t]": "reach[t]",
                "limit[i]": "reach[i]",
                "The limit belongs": "The reach belongs",
                "opens what lies before the limit": "opens only what is out of reach",
                "opens the last l_t positions": "takes the reach for a position, as a limit is",
                "The limit is a position, not a length.": "A reach is a length: it is counted back from t.",
            },
            own=(
                Misconception(
                    "opens one position too many",
                    one_more,
                    "r positions may be seen: t - 1 is the first of them. Which is the last?",
                ),
            ),
        ),
    },
    "7.2": {
        "b": Sibling(
            "The chance to stop",
            "stops",
            "(d, tau)",
            out=walls,
            without=("subtracts the scores",),
            own=(
                Misconception(
                    "gives the chance to go on, as d_j - d_t in place of d_t - d_j does too",
                    lambda right, d, tau: torch.ones(len(d), len(d)).tril(-1) - right(d, tau),
                    "It stops where d_j is far above d_t. Which number do you get there?",
                ),
                *OF_WALLS,
            ),
        ),
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
            words={
                "takes alpha for the chance to stop": "takes q for the chance to go on",
                "alpha_j is the chance to go on past j. The chance to stop there": (
                    "q_j is the chance to stop at j. The chance to go on there"
                ),
                "the first alpha in the product": "the first factor of the product",
                "alpha_0 is not used": "q_0 is not used",
                "by alpha_0": "by 1 - q_0",
                "1 - alpha_k": "q_k",
                "the stick times alpha": "the stick times 1 - q",
                "alpha_k is the share that goes on to the left": "q_k is the share that stays at k",
                "The piece that stays at k is the other share": "What goes on is the other share",
            },
        ),
        "c": Sibling("Breaking the stick, the nearest first", "law_of_reach", "(alpha)", out=last_first),
    },
    "7.4": {
        "b": Sibling("Expected walls", "expected_walls", "(alpha)", out=walls, own=OF_WALLS),
        "c": Sibling(
            "Expected gates, a column a step",
            "gate_columns",
            "(alpha)",
            out=turned,
            axes=("i", "t"),
            own=(
                Misconception(
                    "reads the chances of a step from a column",
                    lambda right, alpha: right(alpha.T),
                    "The chances come with a row for each step; only the gates have a column.",
                ),
            ),
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
        "b": Sibling(
            "How far to the nearest higher score",
            "steps_to_higher",
            "(d)",
            out=how_far,
            without=("counts the steps back",),
            own=(
                Misconception(
                    "answers 0 where none is higher",
                    none_at_0,
                    "Where none is higher you walk to position 0. How many steps is that?",
                ),
                Misconception(
                    "lets the first wall take a step",
                    lambda right, d: torch.cat([torch.tensor([1]), right(d)[1:]]),
                    "There is nothing on the left of position 0.",
                ),
            ),
        ),
        "c": Sibling(
            "The nearest lower score",
            "nearest_lower",
            "(d)",
            given=lambda d: (-d,),
            into=lambda d: (-d,),
            words={"higher": "lower", "lower": "higher", "highest": "lowest"},
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
            "The true expectation, the nearest first", "nearest_attention", "(raw, p)", out=last_first
        ),
    },
}
