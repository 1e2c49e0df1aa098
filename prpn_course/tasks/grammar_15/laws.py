"""Grammars for the cases of sheet 15: those of the chapter, and random ones."""

import torch
from torch import Tensor

from prpn_course.draw import Draw

VP, NP, PP, V, N, P = range(6)
SAW, FILMS, AT, HOME = range(4)
SENTENCE = [SAW, FILMS, AT, HOME]  # of the chapter
AT_HOME = [PP, [P, AT], [N, HOME]]
UPPER = [VP, [V, SAW], [NP, [N, FILMS], AT_HOME]]  # (saw (films (at home))), 1/16
LOWER = [VP, [VP, [V, SAW], [N, FILMS]], AT_HOME]  # ((saw films) (at home)), 1/32


def films() -> tuple[Tensor, Tensor]:
    """The grammar of *saw films at home*: pairs (6, 6, 6) and writes (6, 4)."""
    pairs, writes = torch.zeros(6, 6, 6), torch.zeros(6, 4)
    pairs[VP, V, N], pairs[VP, V, NP], pairs[VP, VP, PP] = 1 / 2, 1 / 4, 1 / 4
    pairs[NP, N, PP] = pairs[PP, P, N] = 1
    writes[V, SAW] = writes[P, AT] = 1
    writes[N, FILMS] = writes[N, HOME] = 1 / 2
    return pairs, writes


def lean(*chances: float) -> tuple[Tensor, Tensor]:
    """The same grammar with other chances of VP: V N, V NP, VP PP."""
    pairs, writes = films()
    pairs[VP, V, N], pairs[VP, V, NP], pairs[VP, VP, PP] = chances
    return pairs, writes


def alone() -> tuple[Tensor, Tensor]:
    """One symbol and one word, half and half: every binary tree counts."""
    return torch.full((1, 1, 1), 0.5), torch.full((1, 1), 0.5)


def anything(draw: Draw, S: int, V: int) -> tuple[Tensor, Tensor]:
    """Each symbol may become any two, or any word."""
    chances = draw.simplex(S, S * S + V)
    return chances[:, : S * S].reshape(S, S, S), chances[:, S * S :]


def apart(draw: Draw, N: int, P: int, V: int) -> tuple[Tensor, Tensor]:
    """The first N symbols become any two, the last P any word."""
    S = N + P
    pairs, writes = torch.zeros(S, S, S), torch.zeros(S, V)
    pairs[:N] = draw.simplex(N, S * S).reshape(N, S, S)
    writes[N:] = draw.simplex(P, V)
    return pairs, writes


def labelled(draw: Draw, tree, S: int, V: int) -> list:
    """Nested pairs as a derivation with random symbols and words."""
    symbol = int(draw.whole(0, S))
    if isinstance(tree, str):
        return [symbol, int(draw.whole(0, V))]
    return [symbol, *(labelled(draw, part, S, V) for part in tree)]
