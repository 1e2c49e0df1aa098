"""Bags of words: a sentence is the sum of its word vectors, and word order is lost.

Three models, each a step up: the vectors are the class scores themselves (BOW), a linear layer scores the sum
(CBOW), a small network scores it (Deep CBOW). Letters: B sentences, L words in the whole batch, C classes,
E embedding, H hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from prpn_edu.composition.classifier import Classifier, word_table
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


class _Bag(Classifier):
    """Reads a sentence as a bag, and sums the rows of a table over it."""

    table: nn.Parameter  # (V, E)
    sparse: bool

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

        With `sparse` the gradient holds only the rows of the words that occur: on a large table most of the
        work of a step is otherwise spent on zeros.
        """
        return F.embedding_bag(batch.ids, self.table, batch.starts, mode="sum", sparse=self.sparse)


class Bow(_Bag):
    """Bag of words: each word votes for the classes, and the votes are added. logits = sum_i W[x_i] + b.

    Args:
        vocabulary: the words, from the training split only.
        classes: C.
        init_std: standard deviation of the votes before training. Rows drawn from N(0, 1), PyTorch's own
            choice for embeddings, add up to large votes at random: training first has to unlearn them.
        sparse: give sparse gradients for the table.
    """

    def __init__(
        self, vocabulary: Vocabulary, classes: int = 5, init_std: float = 0.01, sparse: bool = False
    ):
        super().__init__(vocabulary, classes, init_std=init_std, sparse=sparse)
        self.sparse = sparse
        self.table = word_table(vocabulary, classes, None, False, init_std)  # (V, C)
        self.bias = nn.Parameter(torch.zeros(classes))  # (C,)

    def logits(self, batch: Bags) -> Tensor:
        """Unnormalised scores, (B, C)."""
        return self.sum(batch) + self.bias


class Cbow(_Bag):
    """Continuous bag of words: vectors of any width are added, then scored. logits = W sum_i e(x_i) + b.

    All words are summed to find a class; word2vec's CBOW sums a window to find a word.

    Args:
        vocabulary: the words, from the training split only.
        classes: C.
        embedding: E, the width of the word vectors when none are given.
        dropout: the share of the sum that is set to 0 in training.
        vectors: (V, E) word vectors to begin with.
        freeze: do not train the vectors.
        init_std: standard deviation of the vectors when none are given.
        sparse: give sparse gradients for the table.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        classes: int = 5,
        embedding: int = 100,
        dropout: float = 0.0,
        vectors: Tensor | None = None,
        freeze: bool = False,
        init_std: float = 0.01,
        sparse: bool = False,
    ):
        embedding = embedding if vectors is None else vectors.size(-1)
        super().__init__(
            vocabulary, classes, embedding=embedding, dropout=dropout, init_std=init_std, sparse=sparse
        )
        self.sparse = sparse
        self.table = word_table(vocabulary, embedding, vectors, freeze, init_std)  # (V, E)
        self.dropout = nn.Dropout(dropout)
        self.out = nn.Linear(embedding, classes)

    def logits(self, batch: Bags) -> Tensor:
        """Unnormalised scores, (B, C)."""
        return self.out(self.dropout(self.sum(batch)))


class DeepCbow(_Bag):
    """Deep CBOW: sum first, then one network for the sentence. W'' tanh(W' tanh(W sum + b) + b') + b''.

    Args:
        vocabulary: the words, from the training split only.
        classes: C.
        embedding: E, the width of the word vectors when none are given.
        hidden: H, the width of both hidden layers.
        dropout: the share of the last hidden layer that is set to 0 in training.
        vectors: (V, E) word vectors to begin with.
        freeze: do not train the vectors.
        init_std: standard deviation of the vectors when none are given.
        sparse: give sparse gradients for the table.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        classes: int = 5,
        embedding: int = 100,
        hidden: int = 100,
        dropout: float = 0.0,
        vectors: Tensor | None = None,
        freeze: bool = False,
        init_std: float = 0.05,
        sparse: bool = False,
    ):
        embedding = embedding if vectors is None else vectors.size(-1)
        settings = {"embedding": embedding, "hidden": hidden, "dropout": dropout}
        super().__init__(vocabulary, classes, **settings, init_std=init_std, sparse=sparse)
        self.sparse = sparse
        self.table = word_table(vocabulary, embedding, vectors, freeze, init_std)  # (V, E)
        self.layers = nn.Sequential(
            nn.Linear(embedding, hidden),
            nn.Tanh(),
            nn.Linear(hidden, hidden),
            nn.Tanh(),
            nn.Dropout(dropout),
            nn.Linear(hidden, classes),
        )

    def logits(self, batch: Bags) -> Tensor:
        """Unnormalised scores, (B, C)."""
        return self.layers(self.sum(batch))
