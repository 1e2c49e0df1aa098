"""Tree-LSTMs: the cells, and the classifiers of a sentence and of every phrase in it.

The equations of Tai, Socher and Manning (ACL 2015) with an input x at the words and none at phrases, as for
constituency trees. A leaf has no children, so its forget gates have nothing to keep:

    i = sigmoid(W_i x + b_i),  o = sigmoid(W_o x + b_o),  u = tanh(W_u x + b_u),  c = i u,  h = o tanh(c)

A phrase has no x; each child k comes with (h_k, c_k), and with a forget gate of its own:

    c = i u + f_l c_l + f_r c_r,  h = o tanh(c)

`prpn_edu.loops.lstm` holds the same cells as plain loops, `recursive` composes one tree as it is defined, and
`by_depth` a whole batch of trees. Letters: B trees, N nodes, T words of a sentence, C classes, E
embedding, H hidden; `n` stands for any number of nodes.
"""

import math
from collections.abc import Sequence
from itertools import accumulate

import torch
import torch.nn.functional as F
from nltk import Tree
from torch import Tensor, nn

from prpn_edu.composition import forest
from prpn_edu.composition.classifier import CellClassifier, NodePrediction, Prediction
from prpn_edu.composition.examples import Bracketing, Example, tree_of
from prpn_edu.composition.forest import Forest
from prpn_edu.losses import Sum, cross_entropy

State = tuple[Tensor, Tensor]


class TreeCell(nn.Module):
    """What both cells share: the leaf, and how gates become a state.

    Gates are stacked in the order u, o, i for a word and u, o, i, f_l, f_r for a phrase.
    """

    W: nn.Parameter  # (3H, E)
    b: nn.Parameter  # (3H,)

    def __init__(self, embedding: int, hidden: int, **shapes: tuple[int, int]):
        super().__init__()
        bound = 1 / math.sqrt(hidden)
        for name, shape in {"W": (3 * hidden, embedding), **shapes, "b": (3 * hidden,)}.items():
            setattr(self, name, nn.Parameter(torch.empty(shape).uniform_(-bound, bound)))
        self.b_f = nn.Parameter(torch.ones(hidden))  # (H,)  begins by keeping

    def mix(self, h: Tensor) -> Tensor:
        """The gates before their sigmoid or tanh, (n, 5H), from the outputs of the parts, (n, 2, H)."""
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
        u, o, i, f_l, f_r = self.mix(h).chunk(5, -1)
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

    U: nn.Parameter

    def __init__(self, embedding: int, hidden: int):
        super().__init__(embedding, hidden, U=(5 * hidden, 2 * hidden))

    def mix(self, h: Tensor) -> Tensor:
        """U [h_l, h_r] + b: one product for all gates."""
        return F.linear(h.flatten(1), self.U, self.bias())  # (n, 5H)

    def bias(self) -> Tensor:
        """(5H,): both forget gates have the same, as in the paper."""
        return torch.cat([self.b, self.b_f, self.b_f])


class ChildSumCell(TreeCell):
    """The Child-Sum cell: the children are added, so that their order is lost.

    i = sigmoid(U_i (h_l + h_r) + b_i), o and u likewise, and for each child k

    f_k = sigmoid(U_f h_k + b_f)    from that child alone, one matrix for all children
    """

    U: nn.Parameter
    U_f: nn.Parameter

    def __init__(self, embedding: int, hidden: int):
        super().__init__(embedding, hidden, U=(3 * hidden, hidden), U_f=(hidden, hidden))

    def mix(self, h: Tensor) -> Tensor:
        """U (h_l + h_r) + b for u, o, i, and U_f h_k + b_f for each part k."""
        forget = F.linear(h, self.U_f, self.b_f)  # (n, 2, H)
        return torch.cat([F.linear(h.sum(1), self.U, self.b), forget.flatten(1)], 1)  # (n, 5H)


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


def by_depth(cell: TreeCell, h: Tensor, c: Tensor, batch: Forest) -> State:
    """The states of all nodes of all trees, the deepest first: one call of the cell for each depth.

    The rows of one depth, two by two, are the children of the inner nodes one depth above (see `forest`).

    Args:
        cell: either cell.
        h: (L, H), outputs of the leaves, in the order of the forest.
        c: (L, H), their memories.
        batch: the forest.
    Returns:
        h and c, each (N, H), roots first.
    """
    sizes = [batch.trees, *(2 * (end - first) for first, end in batch.levels)]  # nodes at each depth
    starts = [0, *accumulate(sizes)]
    # The leaves stand in their rows; those of inner nodes are filled depth by depth.
    rows = (x.new_zeros(starts[-1], x.size(1)).index_copy(0, batch.leaves, x).split(sizes) for x in (h, c))
    depths = list(zip(*rows, strict=True))  # pairs h, c, each (nodes at this depth, H)
    for k in reversed(range(len(batch.levels))):
        h_below, c_below = (x.unflatten(0, (-1, 2)) for x in depths[k + 1])  # (n, 2, H)
        first, end = batch.levels[k]
        inner = batch.inner[first:end] - starts[k]  # (n,)
        joined = cell.join(h_below, c_below)  # (n, H) each
        depths[k] = tuple(x.index_copy(0, inner, new) for x, new in zip(depths[k], joined, strict=True))
    all_h, all_c = (torch.cat(parts) for parts in zip(*depths, strict=True))
    return all_h, all_c


def leaf_states(cell: TreeCell, table: Tensor, words: Tensor) -> State:
    """The states of the leaves, each distinct word computed once: a word is the same wherever it stands.

    Args:
        cell: either cell.
        table: (V, E), the word vectors.
        words: (L,), the number of the word at each leaf.
    Returns:
        h and c, each (L, H).
    """
    distinct, where = words.unique(return_inverse=True)
    h, c = cell.leaf(F.embedding(distinct, table))
    return h.index_select(0, where), c.index_select(0, where)


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
            h, c = leaf_states(self.cell, self.table, batch.words)
        return by_depth(self.cell, h, c, batch)

    def node_logits(self, batch: Forest | Sequence[Example]) -> Tensor:
        """Unnormalised scores of every node, (N, C), in the order of the forest: roots first."""
        grown = batch if isinstance(batch, Forest) else self.prepare(batch)
        return self.out(self.dropout(self.states(grown)[0]))

    def logits(self, batch: Forest) -> Tensor:
        """Unnormalised scores of the roots, (B, C)."""
        return self.out(self.dropout(self.states(batch)[0][: batch.trees]))

    def node_loss(self, batch: Forest) -> Sum:
        """As `loss`, added up over all nodes that have a class, and not over the roots alone."""
        return cross_entropy(self.node_logits(batch), batch.node_labels)

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
    cell: BinaryCell


class ChildSumTreeLstm(TreeLstm):
    """A Tree-LSTM over binary trees, with `ChildSumCell`: siblings may change places.

    Arguments as for `BinaryTreeLstm`.
    """

    cell_class = ChildSumCell
