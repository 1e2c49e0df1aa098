"""What the three networks of a `Prpn` do on one sentence, step by step: scores, gates, attention."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu.latent.prpn import AttentionReadingNetwork, Prpn, ReadingNetwork
from prpn_edu.latent.words import START
from prpn_edu.modes import evaluating


@dataclass(frozen=True)
class Look:
    """One sentence, read by a model. Position 0 is <s>; T = n + 1. Matrices are [t, i], 0 for i >= t.

    Attributes:
        words: T words, <s> first.
        d: (T,), scores.
        d_next: (T,), entry t is the guess at the score of word t + 1.
        gate: (T, T), how far step t sees.
        gate_next: (T, T), how far step t + 1 would see, by the guess.
        attention: one (T, T) for each layer of the reading network.
        predict: (T, T), the attention of the predict network.
        next_word: (T, V), the chances of the word that follows.
    """

    words: list[str]
    d: Tensor
    d_next: Tensor
    gate: Tensor
    gate_next: Tensor
    attention: list[Tensor]
    predict: Tensor
    next_word: Tensor


@torch.no_grad()
def look(model: Prpn, example: str | Sequence[str] | Tree) -> Look:
    """Read one sentence with dropout off.

    Args:
        model: left in the mode in which it was.
        example: as in `Prpn.parse`.
    Raises:
        ValueError: a sentence without words.
    """
    with evaluating(model):
        batch = model.collate([model.read(example)])
        d, d_next = model.scores(batch)
        gate, gate_next = model.gates(batch)
        states, attention = model.vectors(batch), []  # (1, T, E)
        for reader in model.readers:
            assert isinstance(reader, ReadingNetwork | AttentionReadingNetwork)
            after = reader(states, gate)  # (1, T, H)
            attention.append(reader.attention(states, after, gate)[0])
            states = after
        chances = model.out(model.predictor(states, gate_next, batch.real)).softmax(-1)
        predict = model.predictor.attention(states, gate_next)[0]
    words = model.vocabulary.decode(batch.ids[0].tolist()[1:])
    return Look([START, *words], d[0], d_next[0], gate[0], gate_next[0], attention, predict, chances)
