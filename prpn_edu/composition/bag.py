"""Bags of words: a sentence is the sum of its word vectors, and word order is lost.

Three models, each a step up: the vectors are the class scores themselves (BOW), a linear layer scores the sum
(CBOW), a small network scores it (Deep CBOW). Letters: B sentences, L words in the whole batch, C classes,
E embedding, H hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from prpn_edu.composition.classifier import Classifier, ClassifierConfig, as_wide_as, word_table
from prpn_edu.composition.examples import Example, label_of, words_of
from prpn_edu.data import Vocabulary


@dataclass(frozen=True)
class Bags:
    """A batch of bags, one after the other: nothing is padded.

    Attributes:
        ids: (L,), the words of all sentences.
        starts: (B,), where each sentence begins in `ids`.
        labels: (B,), the classes.
    """

    ids: Tensor
    starts: Tensor
    labels: Tensor


@dataclass(frozen=True)
class BowConfig(ClassifierConfig):
    """The settings of `Bow`.

    Attributes:
        init_std: standard deviation of the votes before training. Rows drawn from N(0, 1), PyTorch's own
            choice for embeddings, add up to large votes at random: training first has to unlearn them.
        sparse: give sparse gradients for the table.
    """

    init_std: float = 0.01
    sparse: bool = False


@dataclass(frozen=True)
class CbowConfig(BowConfig):
    """The settings of `Cbow`.

    Attributes:
        embedding: E, the width of the word vectors when none are given; `init_std` is theirs.
        dropout: the share of the sum that is set to 0 in training.
    """

    embedding: int = 100
    dropout: float = 0.0


@dataclass(frozen=True)
class DeepCbowConfig(CbowConfig):
    """The settings of `DeepCbow`.

    Attributes:
        hidden: H, the width of both hidden layers; `dropout` is that of the last of them.
    """

    hidden: int = 100
    init_std: float = 0.05


class _Bag(Classifier):
    """Reads a sentence as a bag, and sums the rows of a table over it."""

    config: BowConfig
    table: nn.Parameter  # (V, E)

    @property
    def sparse(self) -> bool:
        """Whether the gradient of the table is sparse."""
        return self.config.sparse

    def read(self, example: Example) -> tuple[Tensor, int]:
        """The numbers of the words, and the class."""
        return torch.tensor(self.vocabulary.encode(words_of(example))), label_of(example, self.classes)

    def collate(self, items: Sequence[tuple[Tensor, int]]) -> Bags:
        """All words in one row, with the places where the sentences begin."""
        lengths = torch.tensor([0] + [len(ids) for ids, _ in items[:-1]])
        labels = torch.tensor([label for _, label in items])
        ids = torch.cat([ids for ids, _ in items])
        return Bags(ids.to(self.device), lengths.cumsum(0).to(self.device), labels.to(self.device))

    def size(self, item: tuple[Tensor, int]) -> int:
        """The number of words."""
        return len(item[0])

    def sum(self, batch: Bags) -> Tensor:
        """The sum of the word vectors of each sentence, (B, E).

        With `sparse`, the gradient holds only the rows of the words that occur: on a large table most of the
        work of a step is otherwise spent on zeros.
        """
        return F.embedding_bag(batch.ids, self.table, batch.starts, mode="sum", sparse=self.sparse)


class Bow(_Bag):
    """Bag of words: each word votes for the classes, and the votes are added. logits = sum_i W[x_i] + b.

    Args:
        vocabulary: the words, from the training split only.
        settings: those of `BowConfig`.
    """

    Config = BowConfig

    def __init__(self, vocabulary: Vocabulary, **settings: Any):
        super().__init__(vocabulary, BowConfig(**settings))
        self.table = word_table(vocabulary, self.classes, None, False, self.config.init_std)  # (V, C)
        self.bias = nn.Parameter(torch.zeros(self.classes))  # (C,)

    def logits(self, batch: Bags) -> Tensor:
        """Unnormalised scores, (B, C)."""
        return self.sum(batch) + self.bias


class Cbow(_Bag):
    """Continuous bag of words: vectors of any width are added, then scored. logits = W sum_i e(x_i) + b.

    All words are summed to find a class; word2vec's CBOW sums a window to find a word.

    Args:
        vocabulary: the words, from the training split only.
        vectors: (V, E) word vectors to begin with.
        freeze: do not train the vectors.
        settings: those of `CbowConfig`.
    """

    Config = CbowConfig
    config: CbowConfig

    def __init__(
        self, vocabulary: Vocabulary, vectors: Tensor | None = None, freeze: bool = False, **settings: Any
    ):
        super().__init__(vocabulary, as_wide_as(vectors, CbowConfig(**settings)))
        E = self.config.embedding
        self.table = word_table(vocabulary, E, vectors, freeze, self.config.init_std)  # (V, E)
        self.dropout = nn.Dropout(self.config.dropout)
        self.out = nn.Linear(E, self.classes)

    def logits(self, batch: Bags) -> Tensor:
        """Unnormalised scores, (B, C)."""
        return self.out(self.dropout(self.sum(batch)))


class DeepCbow(_Bag):
    """Deep CBOW: sum first, then one network for the sentence. W'' tanh(W' tanh(W sum + b) + b') + b''.

    Args:
        vocabulary: the words, from the training split only.
        vectors: (V, E) word vectors to begin with.
        freeze: do not train the vectors.
        settings: those of `DeepCbowConfig`.
    """

    Config = DeepCbowConfig
    config: DeepCbowConfig

    def __init__(
        self, vocabulary: Vocabulary, vectors: Tensor | None = None, freeze: bool = False, **settings: Any
    ):
        super().__init__(vocabulary, as_wide_as(vectors, DeepCbowConfig(**settings)))
        E, H = self.config.embedding, self.config.hidden
        self.table = word_table(vocabulary, E, vectors, freeze, self.config.init_std)  # (V, E)
        self.layers = nn.Sequential(
            nn.Linear(E, H),
            nn.Tanh(),
            nn.Linear(H, H),
            nn.Tanh(),
            nn.Dropout(self.config.dropout),
            nn.Linear(H, self.classes),
        )

    def logits(self, batch: Bags) -> Tensor:
        """Unnormalised scores, (B, C)."""
        return self.layers(self.sum(batch))
