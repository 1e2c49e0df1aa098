"""Tree-LSTMs: the cells, and the classifiers of a sentence and of every phrase in it.

The equations of Tai, Socher and Manning (ACL 2015) with an input x at the words and none at phrases, as for
constituency trees. A leaf has no children, so its forget gates have nothing to keep:

    i = sigmoid(W_i x + b_i),  o = sigmoid(W_o x + b_o),  u = tanh(W_u x + b_u),  c = i u,  h = o tanh(c)

A phrase has no x; each child k comes with (h_k, c_k), and with a forget gate of its own:

    c = i u + f_l c_l + f_r c_r,  h = o tanh(c)

`prpn_edu.loops.lstm` holds the same cells as plain loops, `recursive` composes one tree as it is defined, and
`levels` a whole batch of trees by depth. Letters: B trees, N nodes, T words of a sentence, C classes, E
embedding, H hidden; `n` stands for any number of nodes.
"""

import math
from collections.abc import Sequence

import torch
import torch.nn.functional as F
from nltk import Tree
from torch import Tensor, nn

from prpn_edu.composition import forest, gate_maps, levels
from prpn_edu.composition.classifier import CellClassifier, NodePrediction, Prediction
from prpn_edu.composition.examples import Bracketing, Example, tree_of
from prpn_edu.composition.forest import Forest
from prpn_edu.composition.gate_maps import GateMap
from prpn_edu.losses import Sum, cross_entropy

State = tuple[Tensor, Tensor]


class TreeCell(nn.Module):
    """What both cells share: the leaf, and how gates become a state.

    Gates are stacked in the order u, o, i for a word and u, o, i, f_l, f_r for a phrase.
    """

    gate_map: type[GateMap]
    W: nn.Parameter  # (3H, E)
    b: nn.Parameter  # (3H,)

    def __init__(self, embedding: int, hidden: int, **shapes: tuple[int, int]):
        super().__init__()
        bound = 1 / math.sqrt(hidden)
        for name, shape in {"W": (3 * hidden, embedding), **shapes, "b": (3 * hidden,)}.items():
            setattr(self, name, nn.Parameter(torch.empty(shape).uniform_(-bound, bound)))
        self.b_f = nn.Parameter(torch.ones(hidden))  # (H,)  begins by keeping

    def phrase_weights(self) -> tuple[type[GateMap], Tensor, tuple[Tensor, ...]]:
        """How the gates of a phrase come from its parts: the map, the bias (5H,), the matrices."""
        bias = torch.cat([self.b, self.b_f, self.b_f])  # one bias for both forget gates, as in the paper
        return self.gate_map, bias, self.matrices()

    def matrices(self) -> tuple[Tensor, ...]:
        """What the map multiplies the outputs of the parts with."""
        raise NotImplementedError

    def leaf(self, x: Tensor) -> State:
        """Words (..., E) to states h, c, each (..., H)."""
        u, o, i = F.linear(x, self.W, self.b).chunk(3, -1)
        c = i.sigmoid() * u.tanh()
        return o.sigmoid() * c.tanh(), c

    def gates(self, h: Tensor) -> dict[str, Tensor]:
        """The gates "u", "o", "i", "f_l", "f_r" of phrases, each (n, H).

        Args:
            h: (n, 2, H), the outputs of the parts, left then right.
        """
        mix, bias, matrices = self.phrase_weights()
        u, o, i, f_l, f_r = mix.gates(h.flatten(1), bias, *matrices).chunk(5, -1)
        squashed = {"o": o.sigmoid(), "i": i.sigmoid(), "f_l": f_l.sigmoid(), "f_r": f_r.sigmoid()}
        return {"u": u.tanh(), **squashed}

    def join(self, h: Tensor, c: Tensor) -> State:
        """Pairs of parts, h and c each (n, 2, H), left then right, to states of phrases, each (n, H)."""
        gate = self.gates(h)
        c = gate["i"] * gate["u"] + gate["f_l"] * c[:, 0] + gate["f_r"] * c[:, 1]
        return gate["o"] * c.tanh(), c


class BinaryCell(TreeCell):
    """The N-ary cell for N = 2: left and right have matrices of their own, also in each forget gate.

    i = sigmoid(U_i [h_l, h_r] + b_i), o and u likewise, and for each child k

    f_k = sigmoid(U_fk [h_l, h_r] + b_f)    a part can make its sibling be forgotten
    """

    gate_map = gate_maps.Joint
    U: nn.Parameter

    def __init__(self, embedding: int, hidden: int):
        super().__init__(embedding, hidden, U=(5 * hidden, 2 * hidden))

    def matrices(self) -> tuple[Tensor, ...]:
        """U, (5H, 2H)."""
        return (self.U,)


class ChildSumCell(TreeCell):
    """The Child-Sum cell: the children are added, so that their order is lost.

    i = sigmoid(U_i (h_l + h_r) + b_i), o and u likewise, and for each child k

    f_k = sigmoid(U_f h_k + b_f)    from that child alone, one matrix for all children
    """

    gate_map = gate_maps.Summed
    U: nn.Parameter
    U_f: nn.Parameter

    def __init__(self, embedding: int, hidden: int):
        super().__init__(embedding, hidden, U=(3 * hidden, hidden), U_f=(hidden, hidden))

    def matrices(self) -> tuple[Tensor, ...]:
        """U (3H, H) and U_f (H, H)."""
        return self.U, self.U_f


def recursive(cell: TreeCell, x: Tensor, tree: Tree) -> State:
    """The state of a sentence by recursion: the definition, one node at a time.

    Args:
        cell: either cell.
        x: (T, E), the vectors of the words.
        tree: a binary tree over T words.
    Returns:
        h and c of the root, each (1, H).
    """
    words = iter(x.split(1))  # T times (1, E)

    def state(node: Tree | str) -> State:
        while isinstance(node, Tree) and len(node) == 1:
            node = node[0]
        if isinstance(node, str):
            return cell.leaf(next(words))
        (h_l, c_l), (h_r, c_r) = map(state, node)  # left first: the words come in order
        return cell.join(torch.stack([h_l, h_r], 1), torch.stack([c_l, c_r], 1))

    return state(tree)


class TreeLstm(CellClassifier):
    """Composes states up the tree with `cell` and scores them."""

    cell_class: type[TreeCell]
    cell: TreeCell

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
            h, c = self.cell.leaf(self.word_vectors(batch.words))
        else:
            h, c = levels.leaves(self.cell.leaf, self.table, batch.words)
        return levels.compose(h, c, *self.cell.phrase_weights(), batch)

    def node_logits(self, batch: Forest | Sequence[Example]) -> Tensor:
        """Unnormalised scores of every node, (N, C), in the order of the forest: roots first."""
        grown = batch if isinstance(batch, Forest) else self.prepare(batch)
        return self.out(self.dropout(self.states(grown)[0]))

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
