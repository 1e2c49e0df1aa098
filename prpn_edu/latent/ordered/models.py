"""Two language models with ordered neurons, an LSTM and a transformer; their forget gates are a tree.

Letters: B sentences, T positions, N real positions of a batch, V words, E embedding, H hidden, m levels.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import torch
from nltk import Tree
from torch import Tensor, nn

from prpn_edu.data import Vocabulary
from prpn_edu.latent.language_model import Batch, LanguageModelConfig, ScoredLanguageModel
from prpn_edu.latent.ordered.attention import OrderedBlock
from prpn_edu.latent.ordered.lstm import OrderedLstm
from prpn_edu.latent.ordered.master import distance
from prpn_edu.modes import evaluating


@dataclass(frozen=True)
class OnLstmConfig(LanguageModelConfig):
    """The settings of an `OnLstm`, beside those of every language model.

    Attributes:
        hidden: H.
        chunk: C, neurons that share an entry of the master gates; the authors' is 10.
        layers: how many, one upon the other; the authors have 3.
        tree_layer: whose forget gates give the tree, counted from 1; the authors' is the second.
        dropout: on the words, between the layers and before the output.
    """

    hidden: int = 80
    chunk: int = 10
    layers: int = 2
    tree_layer: int = 2
    dropout: float = 0.2

    def __post_init__(self):
        super().__post_init__()
        if not 1 <= self.tree_layer <= self.layers:
            raise ValueError(f"tree_layer must be one of 1 .. {self.layers}, not {self.tree_layer}")


@dataclass(frozen=True)
class OrderedTransformerConfig(OnLstmConfig):
    """The settings of an `OrderedTransformer`; H is the embedding's E, and `hidden` the feed-forward's width.

    Attributes:
        ordered: False leaves the master gates out, which makes a plain transformer with one head.
    """

    ordered: bool = True


class OrderedModel(ScoredLanguageModel):
    """What both share: layers that give their outputs and their master forget gates, and scores from these.

    Args:
        vocabulary: from `words.build_vocabulary(training sentences)`.
        settings: those of `Config`.
    Raises:
        ValueError: a vocabulary without <s> and </s>, or neurons that cannot be cut into levels.
    """

    def __init__(self, vocabulary: Vocabulary, **settings: Any):
        super().__init__(vocabulary, **settings)
        self.dropout = nn.Dropout(self.config.dropout)
        self.layers = nn.ModuleList(self.make_layers())
        self.out = self.output_layer()

    def make_layers(self) -> Sequence[nn.Module]:
        """The layers, each x to (the next x, f~)."""
        raise NotImplementedError

    def enter(self, batch: Batch) -> Tensor:
        """What the first layer reads, (B, T, E)."""
        return self.dropout(self.table[batch.ids])

    def leave(self, h: Tensor) -> Tensor:
        """What the output layer reads, (N, E), of the last layer's (N, H)."""
        raise NotImplementedError

    def states(self, batch: Batch) -> tuple[Tensor, list[Tensor]]:
        """The last layer's output (B, T, H), and the master forget gates of every layer, (B, T, m) each."""
        h, forgets = self.enter(batch), []
        for layer in self.layers:
            h, forget = layer(h)
            forgets.append(forget)
        return h, forgets

    def scores(self, batch: Batch, layer: int | None = None) -> tuple[Tensor, Tensor]:
        """d (B, T) and the master forget gates f~ (B, T, m) that it comes from; position 0 is <s>.

        Args:
            batch: from `collate`.
            layer: counted from 1; the `tree_layer` of the settings when None.
        """
        forget = self.states(batch)[1][(layer or self.config.tree_layer) - 1]
        return distance(forget), forget

    def logits(self, batch: Batch) -> Tensor:
        """Unnormalised scores of the next word, (N, V), at the real positions, sentence by sentence."""
        return self.out(self.leave(self.states(batch)[0][batch.real]))

    @torch.no_grad()
    def forget_gates(self, example: str | Sequence[str] | Tree, layer: int | None = None) -> Tensor:
        """The master forget gate at each word of a sentence, (n, m); `layer` as in `scores`."""
        with evaluating(self):  # dropout off
            return self.scores(self.collate([self.read(example)]), layer)[1][0, 1:]


class OnLstm(OrderedModel):
    """An LSTM with ordered neurons (Shen et al., 2019), as a language model.

    h_t = OrderedLstm(x_t, state), layer upon layer; p(x_{t+1}) = softmax(V (W_o h_t + b_o) + b), W_o only
    where H differs from E; d_t = 1 - mean(f~_t) of the `tree_layer`.

    Args:
        vocabulary: from `words.build_vocabulary(training sentences)`.
        settings: those of `OnLstmConfig`.
    Raises:
        ValueError: a vocabulary without <s> and </s>, or H that is no multiple of C.
    """

    Config = OnLstmConfig

    def make_layers(self) -> Sequence[nn.Module]:
        """`OrderedLstm` layers, and the map back to the width of the words."""
        c = self.config
        self.project = nn.Linear(c.hidden, c.embedding) if c.hidden != c.embedding else nn.Identity()
        return [OrderedLstm(a, b, c.chunk) for a, b in pairwise([c.embedding] + [c.hidden] * c.layers)]

    def states(self, batch: Batch) -> tuple[Tensor, list[Tensor]]:
        """As `OrderedModel.states`, with dropout behind each layer."""
        h, forgets = self.enter(batch), []
        for layer in self.layers:
            h, forget = layer(h)
            h = self.dropout(h)
            forgets.append(forget)
        return h, forgets

    def leave(self, h: Tensor) -> Tensor:
        """W_o h + b_o, (N, E)."""
        return self.project(h)


class OrderedTransformer(OrderedModel):
    """A one-way transformer with ordered neurons: our reading of Thillaisundaram (2020), see `attention`.

    x_t = sqrt(E) table[word t] + position t (sines and cosines); `OrderedBlock` upon `OrderedBlock`;
    p(x_{t+1}) = softmax(V LN(x_t) + b); d_t = 1 - mean(f~_t) of the `tree_layer`.

    Args:
        vocabulary: from `words.build_vocabulary(training sentences)`.
        settings: those of `OrderedTransformerConfig`.
    Raises:
        ValueError: a vocabulary without <s> and </s>, or E that is no multiple of C.
    """

    Config = OrderedTransformerConfig

    def make_layers(self) -> Sequence[nn.Module]:
        """`OrderedBlock` layers, and the norm behind the last."""
        c = self.config
        self.norm = nn.LayerNorm(c.embedding)
        return [OrderedBlock(c.embedding, c.chunk, c.hidden, c.dropout, c.ordered) for _ in range(c.layers)]

    def enter(self, batch: Batch) -> Tensor:
        """The words' vectors and their positions, (B, T, E)."""
        x = self.table[batch.ids] * math.sqrt(self.config.embedding)
        return self.dropout(x + positions(x.size(1), x.size(2)).to(x))

    def leave(self, h: Tensor) -> Tensor:
        """LN(h), (N, E)."""
        return self.norm(h)


def positions(steps: int, width: int) -> Tensor:
    """Sines and cosines of every position, (T, E): the further right, the slower the wave.

    Source: Vaswani et al. (2017), section 3.5.
    """
    place = torch.arange(steps).unsqueeze(-1)  # (T, 1)
    rate = torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))  # (E/2,)
    waves = torch.stack([torch.sin(place * rate), torch.cos(place * rate)], -1)  # (T, E/2, 2)
    return waves.flatten(1)[:, :width]
