"""Tree-LSTMs as classifiers: of a sentence, and of every phrase in it (Tai, Socher and Manning, ACL 2015).

The cells stand in `tree_cells`; here a whole batch of trees is composed at once, by depth, through `levels`.
Letters: B trees, N nodes, C classes, E embedding, H hidden.
"""

from collections.abc import Sequence

import torch.nn.functional as F
from torch import Tensor

from prpn_edu.composition import forest, levels
from prpn_edu.composition.classifier import CellClassifier, NodePrediction, Prediction
from prpn_edu.composition.examples import Bracketing, Example, tree_of
from prpn_edu.composition.forest import Forest
from prpn_edu.composition.tree_cells import BinaryCell, ChildSumCell, State, TreeCell
from prpn_edu.losses import Sum, cross_entropy


class TreeLstm(CellClassifier):
    """Composes states up the tree with `cell` and scores them."""

    cell_class: type[TreeCell]

    def read(self, example: Example) -> Tensor:
        """The tree as numbers; see `forest.encode`."""
        return forest.encode(tree_of(example), self.vocabulary, self.classes)

    def collate(self, items: Sequence[Tensor]) -> Forest:
        """The trees as one forest, nodes ordered by depth."""
        return forest.grow(items).to(self.device)

    def size(self, item: Tensor) -> int:
        """The height of the tree: so many steps it takes."""
        return int(item[1, -1])

    def word_vectors(self, ids: Tensor) -> Tensor:
        """The vectors of words, (..., E), with dropout in training."""
        return self.input_dropout(F.embedding(ids, self.table))

    def states(self, batch: Forest) -> State:
        """The states h and c of all nodes, each (N, H), in the order of the forest: roots first."""
        if self.training and self.input_dropout.p > 0:  # every occurrence of a word loses other entries
            leaves = self.cell.leaf(self.word_vectors(batch.words))
        else:
            leaves = levels.leaves(self.cell.leaf, self.table, batch.words)
        return levels.compose(*leaves, *self.cell.phrase_weights(), batch)

    def node_logits(self, batch: Forest | Sequence[Example]) -> Tensor:
        """Unnormalised scores of every node, (N, C), in the order of the forest: roots first."""
        batch = self.prepare(batch) if isinstance(batch, list | tuple) else batch
        return self.out(self.dropout(self.states(batch)[0]))

    def logits(self, batch: Forest) -> Tensor:
        """Unnormalised scores of the roots, (B, C)."""
        return self.out(self.dropout(self.states(batch)[0][: batch.trees]))

    def loss(self, batch: Forest, all_nodes: bool = False) -> Sum:
        """Cross-entropy in nats, added up over the roots or of all nodes that have a class."""
        scores = self.node_logits(batch) if all_nodes else self.logits(batch)
        labels = batch.node_labels if all_nodes else batch.labels
        return cross_entropy(scores, labels)

    def _predict(self, example: Example, bracketing: Bracketing) -> Prediction:
        tree = tree_of(example, bracketing)
        answers = [self._answer(row) for row in self.node_logits([tree])]
        marked = forest.labelled(tree, [answer["label"] for answer in answers])
        phrases = [tuple(node.leaves()) for node in forest.breadth_first(marked)]
        nodes = tuple(NodePrediction(words, **answer) for words, answer in zip(phrases, answers, strict=True))
        return Prediction(**answers[0], unknown=self._unknown(tree.leaves()), tree=marked, nodes=nodes)


class BinaryTreeLstm(TreeLstm):
    """A Tree-LSTM over binary trees, with `BinaryCell`: left and right are told apart.

    Args:
        vocabulary: the words, from the training split only.
        vectors: (V, E) word vectors to begin with.
        freeze: do not train the vectors.
        settings: those of `classifier.CellConfig`.
    """

    cell_class = BinaryCell


class ChildSumTreeLstm(TreeLstm):
    """A Tree-LSTM over binary trees, with `ChildSumCell`: siblings may change places.

    Arguments as for `BinaryTreeLstm`.
    """

    cell_class = ChildSumCell
