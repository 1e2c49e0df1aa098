"""A language model with an LSTM, plain or with a memory that attends over its own past.

Letters: B sentences, T positions, N real positions of a batch, V words, E embedding, H hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import torch
from nltk import Tree
from torch import Tensor, nn

from prpn_edu.data import Vocabulary
from prpn_edu.latent.language_model import Batch, LanguageModel, LanguageModelConfig
from prpn_edu.latent.memory_lstm import MemoryLstm
from prpn_edu.modes import evaluating


@dataclass(frozen=True)
class LstmLmConfig(LanguageModelConfig):
    """The settings of an `LstmLm`, beside those of every language model.

    Attributes:
        hidden: H.
        layers: how many, one upon the other.
        attends: each step continues from an average of all earlier states, see `MemoryLstm`; False continues
            from the last one, as an LSTM does.
        dropout: on the words, between the layers and before the output.
    """

    hidden: int = 200
    layers: int = 1
    attends: bool = False
    dropout: float = 0.2


class LstmLm(LanguageModel):
    """Guesses each word of a sentence from those before it.

    h_t = LSTM(x_t, state)                                      layer upon layer
    p(x_{t+1} | x_0 .. x_t) = softmax(V (W_o h_t + b_o) + b)     W_o only where H differs from E

    With `attends` the layers are `MemoryLstm`; nothing else changes, so the two differ in the look back and
    in the weights that it needs.

    Args:
        vocabulary: from `words.build_vocabulary(training sentences)`.
        settings: those of `LstmLmConfig`.
    Raises:
        ValueError: a vocabulary without <s> and </s>.
    """

    Config = LstmLmConfig

    def __init__(self, vocabulary: Vocabulary, **settings: Any):
        super().__init__(vocabulary, **settings)
        c = self.config
        widths = [c.embedding] + [c.hidden] * c.layers
        self.layers = nn.ModuleList(
            MemoryLstm(a, b) if c.attends else nn.LSTM(a, b, batch_first=True) for a, b in pairwise(widths)
        )
        self.dropout = nn.Dropout(c.dropout)
        self.project = nn.Linear(c.hidden, c.embedding) if c.hidden != c.embedding else nn.Identity()
        self.out = self.output_layer()

    def states(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The last layer's h (B, T, H) and its attention (B, T, T), which is empty where none attends."""
        h, attention = self.dropout(self.table[batch.ids]), torch.empty(0)  # (B, T, E)
        for layer in self.layers:
            h, second = layer(h)
            h = self.dropout(h)
            if self.config.attends:
                attention = second  # an nn.LSTM gives its last state instead
        return h, attention

    def logits(self, batch: Batch) -> Tensor:
        """Unnormalised scores of the next word, (N, V), at the real positions, sentence by sentence."""
        h, _ = self.states(batch)
        return self.out(self.project(h[batch.real]))

    @torch.no_grad()
    def attention(self, example: str | Sequence[str] | Tree) -> Tensor:
        """Where the last layer looks while it reads <s> and the words: (n + 1, n + 1), row t over i < t.

        Raises:
            ValueError: a model that does not attend.
        """
        if not self.config.attends:
            raise ValueError("this model has no attention; make it with LstmLm(vocabulary, attends=True)")
        with evaluating(self):  # dropout off
            return self.states(self.collate([self.read(example)]))[1][0]
