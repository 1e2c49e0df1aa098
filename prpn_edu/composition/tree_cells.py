"""The cells of a Tree-LSTM: how the states of two parts become the state of a phrase.

The equations of Tai, Socher and Manning (ACL 2015) with an input x at the words and none at phrases, as for
constituency trees. A leaf has no children, so its forget gates have nothing to keep:

    i = sigmoid(W_i x + b_i),  o = sigmoid(W_o x + b_o),  u = tanh(W_u x + b_u),  c = i u,  h = o tanh(c)

A phrase has no x; each child k comes with (h_k, c_k), and with a forget gate of its own:

    c = i u + f_l c_l + f_r c_r,  h = o tanh(c)

`prpn_edu.loops.lstm` holds the same cells as plain loops. Letters: E embedding, H hidden, T words of a
sentence; `n` stands for any number of nodes.
"""

import math

import torch
import torch.nn.functional as F
from nltk import Tree
from torch import Tensor, nn

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
