"""PRPN whole: a language model that reads a sentence word by word, and whose scores are a tree.

A sentence of n words is read as <s> x_1 ... x_n, and the words x_1 ... x_n </s> are predicted.
Letters: B sentences, T = n + 1 positions, N real positions of a batch, V words, E embedding, H hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import torch
import torch.nn.functional as F
from nltk import Tree
from torch import Tensor, nn

from prpn_edu.data import Vocabulary
from prpn_edu.latent.language_model import Batch, LanguageModelConfig
from prpn_edu.latent.prpn import controls
from prpn_edu.latent.prpn.dropout import Dropout
from prpn_edu.latent.prpn.parser import Parser, memory_gates
from prpn_edu.latent.prpn.predictor import Predictor
from prpn_edu.latent.prpn.reader import AttentionReader, FastTapeReader
from prpn_edu.latent.scored import ScoredLanguageModel
from prpn_edu.latent.words import SUFFIXES
from prpn_edu.losses import Sum


@dataclass(frozen=True)
class PrpnConfig(LanguageModelConfig):
    """The settings of a `Prpn`, beside those of every language model.

    The defaults are the authors' code's for parsing, at half its size (its embedding is 200).

    Attributes:
        hidden: H; the code has 400.
        layers: of the reading network.
        recurrent: read with the tape LSTM; False reads with attention alone.
        features: of the parsing network's convolution; None takes H, as the code does.
        lookback: how many earlier words the convolution sees.
        tau: sharpness of the gates, and `form` their formula, as in `gates.alphas`.
        form: "paper", "code" or "soft".
        window: how many memories back a step may see at most; None: all.
        norm: of the predict network, "batch" or "layer".
        dropout: everywhere but on the recurrent state.
        recurrent_dropout: on the state that is read from the tape.
        scores: what the gates come from, one of `controls.SOURCES`. "learned" is PRPN. The others are
            controls: "frozen" scores of a parsing network that stays as it began (but for the means and
            variances of its batch normalisation), "shuffled" learned ones in a random order, "open" gates
            that are all one, "adjacent" ones that show the last memory alone, "tree" gates that follow the
            trees that are given in place of sentences.
    """

    hidden: int = 200
    layers: int = 2
    recurrent: bool = True
    features: int | None = None
    lookback: int = 5
    tau: float = 0.1
    form: str = "code"
    window: int | None = 15
    norm: str = "batch"
    dropout: float = 0.2
    recurrent_dropout: float = 0.0
    scores: str = "learned"

    def __post_init__(self):
        super().__post_init__()
        if self.scores not in controls.SOURCES:
            raise ValueError(f"scores must be one of {', '.join(controls.SOURCES)}, not {self.scores!r}")


# Reading by attention alone: Prpn(vocabulary, **ATTENTION_ONLY), with a vocabulary of words that occur five
# times or more and SUFFIXES; everything is batched over time: some 5 CPU seconds for 70,000 words.
ATTENTION_ONLY: dict[str, Any] = {
    "embedding": 100,
    "hidden": 100,
    "layers": 1,
    "recurrent": False,
    "features": 200,
    "lookback": 2,
    "window": None,
    "norm": "layer",
    "init_range": 0.1,
    "suffixes": SUFFIXES,
}


class Prpn(ScoredLanguageModel):
    """The Parsing-Reading-Predict Network (Shen et al., 2018).

    Args:
        vocabulary: from `prpn.build_vocabulary(training sentences)`.
        settings: those of `PrpnConfig`.
    Raises:
        ValueError: a vocabulary without <s> and </s>.
    """

    Config = PrpnConfig

    def __init__(self, vocabulary: Vocabulary, **settings: Any):
        super().__init__(vocabulary, **settings)
        c = self.config
        self.parser = Parser(c.embedding, c.features or c.hidden, c.lookback, c.dropout)
        self.parser.requires_grad_(c.scores in controls.TRAINED)
        widths = [c.embedding] + [c.hidden] * c.layers
        self.readers = nn.ModuleList(
            FastTapeReader(a, b, c.dropout, c.recurrent_dropout)
            if c.recurrent
            else AttentionReader(a, b, c.dropout)
            for a, b in pairwise(widths)
        )
        self.predictor = Predictor(c.hidden, c.embedding, c.dropout, c.norm)
        self.dropout = Dropout(c.dropout)
        self.out = self.output_layer()

    def read(self, example: str | Sequence[str] | Tree) -> Tensor:
        """The numbers of the words, (n,); where gates follow trees, (n, 2): beside each its score."""
        ids = super().read(example)
        if self.config.scores != "tree":
            return ids
        if not isinstance(example, Tree):
            raise ValueError('with scores="tree" the gates follow a tree: give an nltk.Tree, not its words')
        return torch.stack([ids, torch.tensor(controls.tree_scores(example))], -1)

    def collate(self, items: Sequence[Tensor]) -> Batch:
        """Sentences between <s> and </s>, as a batch on the model's device."""
        if self.config.scores != "tree":
            return super().collate(items)
        batch = super().collate([item[:, 0] for item in items])
        return controls.with_trees(batch, [item[:, 1] for item in items])

    def scores(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """d and d', each (B, T); position 0 is <s>.

        They are those of the parsing network even where the gates are not made of them ("open", "adjacent")
        or are made of them in another order ("shuffled").
        """
        return self._scores(batch, self._look_up(batch))

    def gates(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The gates of the reading and of the predict network, each (B, T, T), see `memory_gates`."""
        return self._gates(batch, self._look_up(batch))

    def logits(self, batch: Batch) -> Tensor:
        """Unnormalised scores of the next word, (N, V), at the real positions, sentence by sentence."""
        return self.out(self._foretold_from(batch))

    def loss(self, batch: Batch) -> Sum:
        """As `LanguageModel.loss`."""
        return self.loss_from(self._foretold_from(batch), batch.targets)

    def _look_up(self, batch: Batch) -> Tensor:
        """The vectors of the words, (B, T, E)."""
        return F.embedding(batch.ids, self.table)

    def _scores(self, batch: Batch, x: Tensor) -> tuple[Tensor, Tensor]:
        if isinstance(batch, controls.TreeBatch):
            return batch.d, batch.d_next
        # No gradient goes through a network that does not learn: the words must not learn in its place.
        return self.parser(x if self.config.scores in controls.TRAINED else x.detach(), batch.real)

    def _gates(self, batch: Batch, x: Tensor) -> tuple[Tensor, Tensor]:
        c = self.config
        if c.scores in controls.FIXED:
            return controls.fixed_gates(c.scores, x[..., 0], c.window)
        d, d_next = self._scores(batch, x)
        if c.scores == "shuffled":
            d, d_next = controls.shuffled(d, d_next, batch.real)
        return memory_gates(d, d_next, c.tau, c.form, c.window)

    def _foretold_from(self, batch: Batch) -> Tensor:
        """What is handed to the output layer, (N, E)."""
        h = x = self._look_up(batch)
        gate, gate_next = self._gates(batch, x)
        for reader in self.readers:
            h = reader(h, gate)  # (B, T, H)
        return self.dropout(self.predictor(h, gate_next, batch.real))
