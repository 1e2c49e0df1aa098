"""What all sentence classifiers of the course share: from examples to logits, and answers in words.

A model states three things: `read` turns one example into numbers, `collate` joins these into a batch, and
`logits` scores the batch. Letters: B sentences, T positions, C classes, E embedding, H hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import torch
from nltk import Tree
from torch import Tensor, nn

from prpn_edu.composition.examples import Bracketing, Example, words_of
from prpn_edu.data import Vocabulary
from prpn_edu.losses import Sum, cross_entropy
from prpn_edu.modes import evaluating
from prpn_edu.storage import Stored

NAMES = {
    2: ("negative", "positive"),
    3: ("negative", "neutral", "positive"),
    5: ("very negative", "negative", "neutral", "positive", "very positive"),
}


@dataclass(frozen=True)
class Prediction:
    """A model's answer for one sentence.

    Attributes:
        label: the most probable class, 0 .. C-1.
        name: the class in words.
        probabilities: C numbers that sum to 1.
        unknown: the words that the model has never seen.
        tree: for tree models, the tree with the predicted class as the label of each node; else None.
        nodes: for tree models, one entry for each node of `tree`, breadth first, the root at the front.
    """

    label: int
    name: str
    probabilities: tuple[float, ...]
    unknown: tuple[str, ...] = ()
    tree: Tree | None = None
    nodes: tuple["NodePrediction", ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class NodePrediction:
    """A tree model's answer for one phrase: its words, and the class as in `Prediction`."""

    words: tuple[str, ...]
    label: int
    name: str
    probabilities: tuple[float, ...]


@dataclass(frozen=True)
class ClassifierConfig:
    """The settings that every classifier has.

    Attributes:
        classes: C, two or more.
    """

    classes: int = 5

    def __post_init__(self):
        if self.classes < 2:
            raise ValueError(f"a classifier needs two classes or more, not {self.classes}")


class Classifier(Stored, nn.Module):
    """The base class. A subclass gives `Config`, `read`, `collate`, `logits` and, for the batches, `size`."""

    Config: ClassVar[type[ClassifierConfig]]
    measure: ClassVar[str] = "accuracy"  # what it is judged by

    def __init__(self, vocabulary: Vocabulary, config: ClassifierConfig):
        super().__init__()
        self.vocabulary, self.config = vocabulary, config
        self.names = NAMES.get(config.classes, tuple(f"class {k}" for k in range(config.classes)))

    def read(self, example: Example) -> Any:
        """One example as numbers, made once before training."""
        raise NotImplementedError

    def collate(self, items: Sequence[Any]) -> Any:
        """What `read` gave for B examples, as one batch; its `labels` hold the classes."""
        raise NotImplementedError

    def logits(self, batch: Any) -> Tensor:
        """Unnormalised scores, (B, C)."""
        raise NotImplementedError

    def size(self, item: Any) -> int:
        """How many steps the example takes: batches of one size waste no time."""
        raise NotImplementedError

    def prepare(self, examples: Sequence[Example]) -> Any:
        """A batch of examples. Raises ValueError when there are none."""
        if isinstance(examples, str | Tree):
            raise TypeError("expected a list of examples; put a single one into a list, or call predict")
        if len(examples) == 0:
            raise ValueError("a batch needs at least one example")
        return self.collate([self.read(example) for example in examples])

    def forward(self, examples: Sequence[Example] | Any) -> Tensor:
        """Logits (B, C) of a list of examples, or of a batch that `prepare` or `collate` made."""
        return self.logits(self.prepare(examples) if isinstance(examples, list | tuple | str) else examples)

    def check(self, example: Example) -> None:
        """Raise ValueError for an example that has no class to learn from."""
        if not (isinstance(example, Tree) and str(example.label()).isdecimal()):
            raise ValueError(f"no label: expected a tree with a class at its root, got {example!r:.60}")

    def loss(self, batch: Any) -> Sum:
        """Cross-entropy in nats, added up over the sentences."""
        return cross_entropy(self.logits(batch), batch.labels)

    @torch.no_grad()
    def predict(self, example: Example, bracketing: Bracketing = "right") -> Prediction:
        """Classify one sentence.

        Args:
            example: a sentence as a string (words between spaces), a list of words, a tree or a bracketed
                string. A model that reads no trees takes only the words.
            bracketing: the tree that a tree model gives to bare words: "right", "left", "balanced" or a
                function from words to a tree. A model trained on parses does worse on others.
        Raises:
            ValueError: an empty sentence, an unknown bracketing, a tree that is not binary.
        """
        with evaluating(self):  # dropout off
            return self._predict(example, bracketing)

    def _predict(self, example: Example, bracketing: Bracketing) -> Prediction:
        words = words_of(example)
        return Prediction(**self._answer(self.forward([words])[0]), unknown=self._unknown(words))

    def _answer(self, logits: Tensor) -> dict[str, Any]:
        probabilities = logits.softmax(-1)
        label = int(probabilities.argmax())
        return {"label": label, "name": self.names[label], "probabilities": tuple(probabilities.tolist())}

    def _unknown(self, words: Sequence[str]) -> tuple[str, ...]:
        return tuple(word for word in words if word not in self.vocabulary)

    @property
    def classes(self) -> int:
        """C."""
        return self.config.classes

    @property
    def device(self) -> torch.device:
        """Where the parameters live."""
        return next(self.parameters()).device


def as_wide_as(vectors: Tensor | None, config: Any) -> Any:
    """The settings with the width of the given word vectors, if any, for E."""
    return config if vectors is None else replace(config, embedding=vectors.size(-1))


def word_table(
    vocabulary: Vocabulary, embedding: int, vectors: Tensor | None, freeze: bool, init_std: float
) -> nn.Parameter:
    """The table of word vectors, one row a word: given ones, or drawn from N(0, init_std^2).

    Args:
        vocabulary: V words.
        embedding: E, the width of drawn vectors.
        vectors: (V, E'), or None; their own width counts.
        freeze: leave the vectors as they are in training.
        init_std: the standard deviation of drawn vectors.
    Raises:
        ValueError: not one vector for each word, or `freeze` without vectors.
    """
    if vectors is None:
        if freeze:
            raise ValueError(
                "freeze=True needs vectors: frozen random word vectors would never learn anything"
            )
        return nn.Parameter(torch.randn(len(vocabulary), embedding) * init_std)
    if vectors.dim() != 2 or len(vectors) != len(vocabulary):
        raise ValueError(
            f"vectors must have one row for each of the {len(vocabulary)} words of the vocabulary, "
            f"got shape {tuple(vectors.shape)}"
        )
    return nn.Parameter(vectors.detach().clone().float(), requires_grad=not freeze)


@dataclass(frozen=True)
class CellConfig(ClassifierConfig):
    """The settings of a model with a cell.

    Attributes:
        embedding: E, the width of the word vectors when none are given.
        hidden: H, the width of a state.
        dropout: the share of a state that is set to 0 in training before it is scored.
        input_dropout: the share of the word vectors' entries that is set to 0 in training.
        init_std: standard deviation of the vectors when none are given.
    """

    embedding: int = 50
    hidden: int = 100
    dropout: float = 0.5
    input_dropout: float = 0.3
    init_std: float = 0.1


class CellClassifier(Classifier):
    """Word vectors, a recurrent or recursive cell over them, and a linear layer on its state.

    A subclass names its `cell_class`, which takes E and H, and states how the cell is used.
    """

    Config = CellConfig
    config: CellConfig
    cell_class: type[nn.Module]

    def __init__(
        self, vocabulary: Vocabulary, vectors: Tensor | None = None, freeze: bool = False, **settings: Any
    ):
        super().__init__(vocabulary, as_wide_as(vectors, CellConfig(**settings)))
        E, H = self.config.embedding, self.config.hidden
        self.table = word_table(vocabulary, E, vectors, freeze, self.config.init_std)  # (V, E)
        self.cell = self.cell_class(E, H)
        self.input_dropout = nn.Dropout(self.config.input_dropout)
        self.dropout = nn.Dropout(self.config.dropout)
        self.out = nn.Linear(H, self.classes)
