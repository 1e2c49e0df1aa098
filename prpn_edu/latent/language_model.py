"""What every language model over sentences needs: words to numbers, batches between <s> and </s>, the loss.

A sentence of n words is read as <s> x_1 ... x_n, and the words x_1 ... x_n </s> are predicted. A
`ScoredLanguageModel` gives each word a score too, and so each sentence a tree.
Letters: B sentences, T = n + 1 positions, N real positions of a batch, V words, E embedding.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from nltk import Tree
from torch import Tensor, nn

from prpn_edu.data import Vocabulary
from prpn_edu.data.vocab import PADDING
from prpn_edu.latent import split
from prpn_edu.latent.words import END, START, known_form
from prpn_edu.losses import Sum, cross_entropy
from prpn_edu.modes import evaluating
from prpn_edu.storage import Stored


@dataclass(frozen=True)
class LanguageModelConfig:
    """The settings that all language models have; a model's own class of settings adds to them.

    Attributes:
        embedding: E.
        tied: the table of words is the output layer too.
        init_range: the words' vectors begin uniform in +- this.
        suffixes: those that the vocabulary has entries for, see `words.build_vocabulary`.
    """

    embedding: int = 100
    tied: bool = True
    init_range: float = 0.01
    suffixes: tuple[str, ...] = ()

    def __post_init__(self):
        object.__setattr__(self, "suffixes", tuple(self.suffixes))  # JSON knows only lists


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


class LanguageModel(Stored, nn.Module):
    """A base class: a model adds its layers, its `Config` and `logits`.

    Args:
        vocabulary: from `words.build_vocabulary(training sentences)`.
        settings: those of `Config`.
    Raises:
        ValueError: a vocabulary without <s> and </s>.
    """

    Config = LanguageModelConfig
    out: nn.Linear

    def __init__(self, vocabulary: Vocabulary, **settings: Any):
        super().__init__()
        missing = [word for word in (START, END) if word not in vocabulary]
        if missing:
            raise ValueError(
                f"the vocabulary has no {' and no '.join(missing)}; "
                "make it with prpn_edu.latent.build_vocabulary(sentences)"
            )
        self.vocabulary, self.config = vocabulary, self.Config(**settings)
        c = self.config
        table = torch.empty(len(vocabulary), c.embedding)  # (V, E)
        self.table = nn.Parameter(table.uniform_(-c.init_range, c.init_range))

    def output_layer(self) -> nn.Linear:
        """A fresh map from E to the V words; its weight is the table itself if the model is tied."""
        out = nn.Linear(self.config.embedding, len(self.vocabulary))
        if self.config.tied:
            out.weight = self.table
        nn.init.zeros_(out.bias)
        return out

    def read(self, example: str | Sequence[str] | Tree) -> Tensor:
        """The numbers of the words, (n,)."""
        words = [known_form(word, self.vocabulary, self.config.suffixes) for word in words_of(example)]
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

    def vectors(self, batch: Batch) -> Tensor:
        """The vectors of <s> and the words, (B, T, E)."""
        return F.embedding(batch.ids, self.table)

    def size(self, item: Tensor) -> int:
        """The number of steps."""
        return len(item) + 1

    def logits(self, batch: Batch) -> Tensor:
        """Unnormalised scores of the next word, (N, V), at the real positions, sentence by sentence."""
        raise NotImplementedError

    def forward(self, examples: Sequence[Any] | Batch) -> Tensor:
        """`logits` of a list of sentences, or of a batch that `collate` made."""
        if not isinstance(examples, Batch):
            examples = self.collate([self.read(example) for example in examples])
        return self.logits(examples)

    def loss(self, batch: Batch) -> Sum:
        """-log p(word) in nats, added up over all words and ends of sentences."""
        return cross_entropy(self.logits(batch), batch.targets)

    @torch.no_grad()
    def surprisals(self, examples: Sequence[str | Sequence[str] | Tree]) -> list[Tensor]:
        """-log p(word) in nats of every word and of </s>, for each sentence (n + 1,); dropout is off."""
        batch = self.collate([self.read(example) for example in examples])
        with evaluating(self):
            log_p = self.logits(batch).log_softmax(-1)  # (N, V)
        return list(
            (-log_p.gather(1, batch.targets.unsqueeze(1)).squeeze(1)).split(batch.real.sum(1).tolist())
        )

    @property
    def device(self) -> torch.device:
        """Where the parameters live."""
        return self.table.device


class ScoredLanguageModel(LanguageModel):
    """A base class: a model adds its layers, its `Config`, `logits` and `scores`."""

    def scores(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """d (B, T), where position 0 is <s>, and what else the model makes its scores with."""
        raise NotImplementedError

    @torch.no_grad()
    def distances(self, example: str | Sequence[str] | Tree) -> Tensor:
        """The scores d of a sentence's words, (n,): high where a new, larger phrase begins."""
        with evaluating(self):  # dropout off
            return self.scores(self.collate([self.read(example)]))[0][0, 1:]

    def parse(self, example: str | Sequence[str] | Tree) -> Tree:
        """The tree that SPLIT makes of the scores: see `split.split`, which leans to the right.

        Args:
            example: a sentence as a string (words between spaces), a list of words, or a tree whose words are
                taken.
        Raises:
            ValueError: a sentence without words.
        """
        return split.split(self.distances(example), words_of(example))


def words_of(example: str | Sequence[str] | Tree) -> list[str]:
    """The words of a string (between spaces), a list or a tree. Raises ValueError if there are none."""
    words = example.split() if isinstance(example, str) else example
    words = list(words.leaves() if isinstance(words, Tree) else words)
    if not words:
        raise ValueError("the sentence is empty: give it at least one word")
    return words
