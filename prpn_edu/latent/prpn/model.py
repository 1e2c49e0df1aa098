"""PRPN whole: a language model that reads a sentence word by word, and whose scores are a tree.

A sentence of n words is read as <s> x_1 ... x_n, and the words x_1 ... x_n </s> are predicted.
Letters: B sentences, T = n + 1 positions, N real positions of a batch, V words, E embedding, H hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import torch
from nltk import Tree
from torch import Tensor, nn

from prpn_edu.data import Vocabulary
from prpn_edu.data.vocab import PADDING
from prpn_edu.latent import split
from prpn_edu.latent.prpn.parser import Parser, memory_gates
from prpn_edu.latent.prpn.predictor import Predictor
from prpn_edu.latent.prpn.reader import AttentionReader, TapeReader
from prpn_edu.latent.prpn.words import END, START, SUFFIXES, known_form
from prpn_edu.losses import Sum, cross_entropy
from prpn_edu.storage import Stored


@dataclass(frozen=True)
class PrpnConfig:
    """The settings of a `Prpn`. The defaults are the authors' code's for parsing, at half its size.

    Attributes:
        embedding: E; the code has 200.
        hidden: H; the code has 400.
        layers: of the reading network.
        recurrent: read with the tape LSTM; False reads with attention alone.
        features: of the parsing network's convolution; None takes H, as the code does.
        lookback: how many earlier words the convolution sees.
        tau: sharpness of the gates, and `form` their formula, as in `gates.alphas`.
        form: "paper", "code" or "soft".
        window: how many memories back a step may see at most; None: all.
        norm: of the predict network, "batch" or "layer".
        tied: the table of words is the output layer too.
        dropout: everywhere but on the recurrent state.
        recurrent_dropout: on the state that is read from the tape.
        init_range: the words' vectors begin uniform in +- this.
        suffixes: those that the vocabulary has entries for, see `build_vocabulary`.
    """

    embedding: int = 100
    hidden: int = 200
    layers: int = 2
    recurrent: bool = True
    features: int | None = None
    lookback: int = 5
    tau: float = 0.1
    form: str = "code"
    window: int | None = 15
    norm: str = "batch"
    tied: bool = True
    dropout: float = 0.2
    recurrent_dropout: float = 0.0
    init_range: float = 0.01
    suffixes: tuple[str, ...] = ()

    def __post_init__(self):
        object.__setattr__(self, "suffixes", tuple(self.suffixes))  # JSON knows only lists


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


@dataclass(frozen=True)
class Batch:
    """Sentences as a rectangle, padded on the right.

    Attributes:
        ids: (B, T), <s> and the words.
        targets: (N,), the words and </s>, of the real positions, sentence by sentence.
        real: (B, T), False at padding.
    """

    ids: Tensor
    targets: Tensor
    real: Tensor


class Prpn(Stored, nn.Module):
    """The Parsing-Reading-Predict Network (Shen et al., 2018).

    Args:
        vocabulary: from `prpn.build_vocabulary(training sentences)`.
        settings: those of `PrpnConfig`.
    Raises:
        ValueError: a vocabulary without <s> and </s>.
    """

    Config = PrpnConfig

    def __init__(self, vocabulary: Vocabulary, **settings: Any):
        super().__init__()
        missing = [word for word in (START, END) if word not in vocabulary]
        if missing:
            raise ValueError(
                f"the vocabulary has no {' and no '.join(missing)}; "
                "make it with prpn.build_vocabulary(sentences)"
            )
        self.vocabulary, self.config = vocabulary, PrpnConfig(**settings)
        c = self.config
        table = torch.empty(len(vocabulary), c.embedding)  # (V, E)
        self.table = nn.Parameter(table.uniform_(-c.init_range, c.init_range))
        self.parser = Parser(c.embedding, c.features or c.hidden, c.lookback, c.dropout)
        widths = [c.embedding] + [c.hidden] * c.layers
        self.readers = nn.ModuleList(
            TapeReader(a, b, c.dropout, c.recurrent_dropout)
            if c.recurrent
            else AttentionReader(a, b, c.dropout)
            for a, b in pairwise(widths)
        )
        self.predictor = Predictor(c.hidden, c.embedding, c.dropout, c.norm)
        self.dropout = nn.Dropout(c.dropout)
        self.out = nn.Linear(c.embedding, len(vocabulary))
        if c.tied:
            self.out.weight = self.table
        nn.init.zeros_(self.out.bias)

    def read(self, example: str | Sequence[str] | Tree) -> Tensor:
        """The numbers of the words, (n,)."""
        words = [known_form(word, self.vocabulary, self.config.suffixes) for word in _words(example)]
        return torch.tensor(self.vocabulary.encode(words))

    def collate(self, items: Sequence[Tensor]) -> Batch:
        """Sentences between <s> and </s>, as a batch on the model's device."""
        start, end = (torch.tensor([self.vocabulary[word]]) for word in (START, END))
        ids = nn.utils.rnn.pad_sequence(
            [torch.cat([start, item]) for item in items],
            batch_first=True,
            padding_value=self.vocabulary[PADDING],
        )
        lengths = torch.tensor([len(item) + 1 for item in items])
        real = torch.arange(ids.size(1)) < lengths.unsqueeze(-1)  # (B, T)
        targets = torch.cat([torch.cat([item, end]) for item in items])
        return Batch(ids.to(self.device), targets.to(self.device), real.to(self.device))

    def size(self, item: Tensor) -> int:
        """The number of steps."""
        return len(item) + 1

    def scores(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """d and d', each (B, T); position 0 is <s>."""
        d, d_next = self.parser(self.table[batch.ids], batch.real)
        return d, d_next

    def logits(self, batch: Batch) -> Tensor:
        """Unnormalised scores of the next word, (N, V), at the real positions, sentence by sentence."""
        x = self.table[batch.ids]  # (B, T, E)
        d, d_next = self.parser(x, batch.real)
        gate, gate_next = memory_gates(d, d_next, self.config.tau, self.config.form, self.config.window)
        h = x
        for reader in self.readers:
            h = reader(h, gate)  # (B, T, H)
        return self.out(self.dropout(self.predictor(h, gate_next, batch.real)))

    def forward(self, examples: Sequence[Any] | Batch) -> Tensor:
        """`logits` of a list of sentences, or of a batch that `collate` made."""
        if not isinstance(examples, Batch):
            examples = self.collate([self.read(example) for example in examples])
        return self.logits(examples)

    def loss(self, batch: Batch) -> Sum:
        """-log p(word) in nats, added up over all words and ends of sentences."""
        return cross_entropy(self.logits(batch), batch.targets)

    @torch.no_grad()
    def distances(self, example: str | Sequence[str] | Tree) -> Tensor:
        """The scores d of a sentence's words, (n,): high where a new, larger phrase begins."""
        was_training = self.training
        self.eval()  # dropout off
        try:
            return self.scores(self.collate([self.read(example)]))[0][0, 1:]
        finally:
            self.train(was_training)

    def parse(self, example: str | Sequence[str] | Tree) -> Tree:
        """The tree that SPLIT makes of the scores: see `split.split`, which leans to the right.

        Args:
            example: a sentence as a string (words between spaces), a list of words, or a tree whose words are
                taken.
        Raises:
            ValueError: a sentence without words.
        """
        return split.split(self.distances(example), _words(example))

    @property
    def device(self) -> torch.device:
        """Where the parameters live."""
        return self.table.device


def _words(example: str | Sequence[str] | Tree) -> list[str]:
    words = example.split() if isinstance(example, str) else example
    words = list(words.leaves() if isinstance(words, Tree) else words)
    if not words:
        raise ValueError("the sentence is empty: give it at least one word")
    return words
