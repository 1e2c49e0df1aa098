"""Tree-LSTMs: a phrase gets its state from the states of its two parts (Tai, Socher and Manning, ACL 2015).

The paper's equations with an input x at the words and none at phrases, as for constituency trees. A leaf has
no children, so its forget gates have nothing to keep:

    i = sigmoid(W_i x + b_i),  o = sigmoid(W_o x + b_o),  u = tanh(W_u x + b_u),  c = i u,  h = o tanh(c)

A phrase has no x; each child k comes with (h_k, c_k), and with a forget gate of its own:

    c = i u + f_l c_l + f_r c_r,  h = o tanh(c)

Letters: B trees, N nodes, C classes, E embedding, H hidden. `n` stands for any number of nodes.
"""

import math
from collections.abc import Sequence

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from prpn_edu.composition import forest, levels
from prpn_edu.composition.classifier import Classifier, NodePrediction, Prediction, word_table
from prpn_edu.composition.examples import NO_LABEL, Bracketing, Example, tree_of
from prpn_edu.composition.forest import Forest
from prpn_edu.data import Vocabulary

State = tuple[Tensor, Tensor]


class TreeCell(nn.Module):
    """What both cells share: the leaf, and how gates become a state.

    The gates stand in the order o, i, f_l, f_r, u. A cell says which weights reach which gate.
    """

    def __init__(self, embedding: int, hidden: int, phrase_shapes: dict[str, tuple[int, int]]):
        super().__init__()
        self.hidden = hidden
        bound = 1 / math.sqrt(hidden)

        def draw(*shape: int) -> nn.Parameter:
            return nn.Parameter(torch.empty(shape).uniform_(-bound, bound))

        self.W = draw(3 * hidden, embedding)  # (3H, E)  o, i, u of a word
        for name, shape in phrase_shapes.items():
            setattr(self, name, draw(*shape))
        self.b = draw(3 * hidden)  # (3H,)  o, i, u of a word and of a phrase
        self.b_f = nn.Parameter(torch.ones(hidden))  # (H,)  begins by keeping

    def phrase_weights(self) -> State:
        """The matrix (5H, 2H) and the bias (5H,) that give the gates of a phrase from (h_l, h_r)."""
        raise NotImplementedError

    def phrase_bias(self) -> Tensor:
        """(5H,): the forget gates share one bias, as in the paper."""
        b_o, b_i, b_u = self.b.chunk(3)
        return torch.cat([b_o, b_i, self.b_f, self.b_f, b_u])

    def leaf(self, x: Tensor) -> State:
        """Words (n, E) to states h, c, each (n, H)."""
        o, i, u = F.linear(x, self.W, self.b).chunk(3, -1)
        c = i.sigmoid() * u.tanh()
        return o.sigmoid() * c.tanh(), c

    def gates(self, h: Tensor) -> tuple[Tensor, ...]:
        """The gates o, i, f_l, f_r, u, each (n, H), of phrases whose parts have the outputs h (n, 2, H)."""
        weight, bias = self.phrase_weights()
        o, i, f_l, f_r, u = F.linear(h.flatten(1), weight, bias).chunk(5, -1)
        return o.sigmoid(), i.sigmoid(), f_l.sigmoid(), f_r.sigmoid(), u.tanh()

    def join(self, h: Tensor, c: Tensor) -> State:
        """Pairs of parts, h and c each (n, 2, H), left then right, to states of phrases, each (n, H)."""
        o, i, f_l, f_r, u = self.gates(h)
        c = i * u + f_l * c[:, 0] + f_r * c[:, 1]
        return o * c.tanh(), c


class BinaryCell(TreeCell):
    """The N-ary cell for N = 2: left and right have matrices of their own, also in each forget gate.

    i = sigmoid(U_i [h_l, h_r] + b_i), o and u likewise, and for each child k

    f_k = sigmoid(U_fk [h_l, h_r] + b_f)    a sibling can make its sibling be forgotten
    """

    def __init__(self, embedding: int, hidden: int):
        super().__init__(embedding, hidden, {"U": (5 * hidden, 2 * hidden)})

    def phrase_weights(self) -> State:
        """The matrix (5H, 2H) and the bias (5H,)."""
        return self.U, self.phrase_bias()


class ChildSumCell(TreeCell):
    """The Child-Sum cell: the children are added, so that their order is lost.

    i = sigmoid(U_i (h_l + h_r) + b_i), o and u likewise, and for each child k

    f_k = sigmoid(U_f h_k + b_f)    from that child alone, one matrix for all children

    On two children it is the binary cell with tied matrices, and that is how it is computed.
    """

    def __init__(self, embedding: int, hidden: int):
        super().__init__(embedding, hidden, {"U": (3 * hidden, hidden), "U_f": (hidden, hidden)})

    def phrase_weights(self) -> State:
        """The matrix (5H, 2H) and the bias (5H,)."""
        u_o, u_i, u_u = self.U.chunk(3)
        left = torch.cat([u_o, u_i, self.U_f, torch.zeros_like(self.U_f), u_u])  # (5H, H)
        right = torch.cat([u_o, u_i, torch.zeros_like(self.U_f), self.U_f, u_u])
        return torch.cat([left, right], 1), self.phrase_bias()


class _TreeLstm(Classifier):
    """Composes states up the tree with `cell` and scores them."""

    cell_class: type[TreeCell]

    def __init__(
        self,
        vocabulary: Vocabulary,
        classes: int = 5,
        embedding: int = 50,
        hidden: int = 100,
        dropout: float = 0.5,
        input_dropout: float = 0.3,
        vectors: Tensor | None = None,
        freeze: bool = False,
        init_std: float = 0.1,
    ):
        embedding = embedding if vectors is None else vectors.size(-1)
        settings = {"embedding": embedding, "hidden": hidden}
        dropouts = {"dropout": dropout, "input_dropout": input_dropout}
        super().__init__(vocabulary, classes, **settings, **dropouts, init_std=init_std)
        self.table = word_table(vocabulary, embedding, vectors, freeze, init_std)  # (V, E)
        self.cell = self.cell_class(embedding, hidden)
        self.input_dropout, self.dropout = nn.Dropout(input_dropout), nn.Dropout(dropout)
        self.out = nn.Linear(hidden, classes)

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
        leaves = self.cell.leaf(self.word_vectors(batch.words))
        return levels.compose(*leaves, *self.cell.phrase_weights(), batch)

    def node_logits(self, batch: Forest | Sequence[Example]) -> Tensor:
        """Unnormalised scores of every node, (N, C), in the order of the forest: roots first."""
        batch = self.prepare(batch) if isinstance(batch, list | tuple) else batch
        return self.out(self.dropout(self.states(batch)[0]))

    def logits(self, batch: Forest) -> Tensor:
        """Unnormalised scores of the roots, (B, C)."""
        return self.out(self.dropout(self.states(batch)[0][: batch.trees]))

    def loss(self, batch: Forest, all_nodes: bool = False) -> Tensor:
        """Mean cross-entropy in nats, of the roots or of all nodes that have a class."""
        scores = self.node_logits(batch) if all_nodes else self.logits(batch)
        labels = batch.node_labels if all_nodes else batch.labels
        return F.cross_entropy(scores, labels, ignore_index=NO_LABEL)

    def _predict(self, example: Example, bracketing: Bracketing) -> Prediction:
        tree = tree_of(example, bracketing)
        answers = [self._answer(row) for row in self.node_logits([tree])]
        marked = forest.labelled(tree, [answer["label"] for answer in answers])
        phrases = [tuple(node.leaves()) for node in forest.breadth_first(marked)]
        nodes = tuple(NodePrediction(words, **answer) for words, answer in zip(phrases, answers, strict=True))
        return Prediction(**answers[0], unknown=self._unknown(tree.leaves()), tree=marked, nodes=nodes)


class BinaryTreeLstm(_TreeLstm):
    """A Tree-LSTM over binary trees, with `BinaryCell`: left and right are told apart.

    Args:
        vocabulary: the words, from the training split only.
        classes: C.
        embedding: E, the width of the word vectors when none are given.
        hidden: H, the width of a state.
        dropout: the share of a state that is set to 0 in training before it is scored.
        input_dropout: the share of the word vectors' entries that is set to 0 in training.
        vectors: (V, E) word vectors to begin with.
        freeze: do not train the vectors.
        init_std: standard deviation of the vectors when none are given.
    """

    cell_class = BinaryCell


class ChildSumTreeLstm(_TreeLstm):
    """A Tree-LSTM over binary trees, with `ChildSumCell`: siblings may change places.

    Arguments as for `BinaryTreeLstm`.
    """

    cell_class = ChildSumCell
