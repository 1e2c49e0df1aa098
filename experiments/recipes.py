"""The recipes of part I: every model with the settings that its recorded result has.

One entry of `RECIPES` is one row of the table in chapter 5 and one file in `results/`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu import training
from prpn_edu.composition.bag import Bow, Cbow, DeepCbow
from prpn_edu.composition.classifier import Classifier
from prpn_edu.composition.recurrent import Lstm, Rnn
from prpn_edu.composition.tree_lstm import BinaryTreeLstm, ChildSumTreeLstm
from prpn_edu.data import Vocabulary
from prpn_edu.training import History
from prpn_edu.trees import balanced, phrases, rebracketed


@dataclass(frozen=True)
class Recipe:
    """How one model is made and trained.

    Attributes:
        model: the class.
        settings: arguments of its constructor.
        training: arguments of `fit`.
        vectors: None, "tuned" or "frozen": begin with pretrained word vectors.
        examples: "sentences"; "phrases", every phrase as a sentence of its own; or "balanced", the
            sentences under balanced trees instead of their parses.
    """

    model: type[Classifier]
    settings: dict[str, Any] = field(default_factory=dict)
    training: dict[str, Any] = field(default_factory=dict)
    vectors: str | None = None
    examples: str = "sentences"

    def make(self, vocabulary: Vocabulary, vectors: Tensor | None, seed: int) -> Classifier:
        """The model before training; the seed decides its weights."""
        extra: dict[str, Any] = {}
        if self.vectors is not None:
            extra = {"vectors": vectors, "freeze": self.vectors == "frozen"}
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            return self.model(vocabulary, **self.settings, **extra)

    def train_on(self, trees: Sequence[Tree]) -> list[Tree]:
        """The training examples made from the trees of the training split."""
        return phrases(trees) if self.examples == "phrases" else self.test_on(trees)

    def test_on(self, trees: Sequence[Tree]) -> list[Tree]:
        """The examples to score the model on: sentences in any case."""
        return [rebracketed(tree, balanced) for tree in trees] if self.examples == "balanced" else [*trees]


def fit(
    model: Any, train: Sequence[Tree], dev: Sequence[Tree], all_nodes: bool = False, **how: Any
) -> History:
    """`training.fit`; with `all_nodes` a tree model learns from the label of every node."""
    return training.fit(model, train, dev, loss=model.node_loss if all_nodes else None, **how)


_BAG = {"sparse": True}
_SEQUENCE = {"hidden": 168}  # as many parameters above the words as a binary Tree-LSTM of width 150
_TREE = {"hidden": 150}
_FEW, _SOME = {"epochs": 8, "lr": 1e-3}, {"epochs": 12, "patience": 4, "lr": 1e-3}
_NODES = {"epochs": 12, "all_nodes": True, "lr": 1e-3}

RECIPES: dict[str, Recipe] = {
    "bow-wide-start": Recipe(Bow, {"init_std": 1.0, **_BAG}, {"epochs": 30, "lr": 5e-3}),
    "bow": Recipe(Bow, _BAG, {"epochs": 10, "lr": 2e-3}),
    "cbow": Recipe(Cbow, _BAG, _FEW),
    "deep-cbow": Recipe(DeepCbow, _BAG, _FEW),
    "deep-cbow-frozen": Recipe(DeepCbow, {"dropout": 0.2, **_BAG}, _SOME, "frozen"),
    "deep-cbow-tuned": Recipe(DeepCbow, {"dropout": 0.2, **_BAG}, _SOME, "tuned"),
    "tree-lstm-nodes-tuned": Recipe(BinaryTreeLstm, _TREE, _NODES, "tuned"),
    "lstm-tuned": Recipe(Lstm, _SEQUENCE, _SOME, "tuned"),
    "tree-lstm-tuned": Recipe(BinaryTreeLstm, _TREE, _SOME, "tuned"),
    "tree-lstm-balanced-tuned": Recipe(BinaryTreeLstm, _TREE, _SOME, "tuned", "balanced"),
    "deep-cbow-phrases-tuned": Recipe(
        DeepCbow, {"dropout": 0.2, **_BAG}, {"epochs": 5, "batch_size": 256, "lr": 1e-3}, "tuned", "phrases"
    ),
    "lstm": Recipe(Lstm, _SEQUENCE, _SOME),
    "rnn-tuned": Recipe(Rnn, _SEQUENCE, {**_SOME, "clip": 5.0}, "tuned"),
    "child-sum-nodes-tuned": Recipe(ChildSumTreeLstm, _TREE, _NODES, "tuned"),
    "tree-lstm-nodes": Recipe(BinaryTreeLstm, _TREE, _NODES),
    "tree-lstm": Recipe(BinaryTreeLstm, _TREE, _SOME),
}
