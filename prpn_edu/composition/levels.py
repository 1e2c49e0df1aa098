"""The fast form of a Tree-LSTM: all nodes of one depth, of all trees of a batch, in one step.

The forest keeps the nodes by depth, so that the outputs below the roots, seen two by two, are the children of
the inner nodes in order: one matrix, no gathering. As many steps as the highest tree is high.

The gradient is written by hand. Automatic differentiation would keep a copy of every step and add to the
weights' gradient once a step; here each step writes into its rows, and the gradient of the weights is a
single product at the end. `torch.autograd.gradcheck` holds it to the definition.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.autograd.function import once_differentiable

from prpn_edu.composition.forest import Forest
from prpn_edu.composition.gate_maps import GateMap


def compose(
    leaf_h: Tensor,
    leaf_c: Tensor,
    gate_map: type[GateMap],
    bias: Tensor,
    matrices: tuple[Tensor, ...],
    forest: Forest,
) -> tuple[Tensor, Tensor]:
    """The states of all nodes from the states of the leaves.

    Args:
        leaf_h: (L, H), outputs of the leaves, in the order of the forest.
        leaf_c: (L, H), their memories.
        gate_map: `gate_maps.Joint` or `gate_maps.Summed`.
        bias: (5H,), of the gates u, o, i, f_l, f_r.
        matrices: what the map multiplies with. A cell's `phrase_weights()` gives these three.
        forest: the batch.
    Returns:
        h and c, each (N, H), roots first.
    """
    return _Compose.apply(leaf_h, leaf_c, forest, gate_map, bias, *matrices)


def leaves(
    leaf: Callable[[Tensor], tuple[Tensor, Tensor]], table: Tensor, words: Tensor
) -> tuple[Tensor, Tensor]:
    """The states of the leaves, each distinct word computed once: a word is the same wherever it stands.

    Args:
        leaf: from vectors (n, E) to h and c, each (n, H).
        table: (V, E), the word vectors.
        words: (L,), the number of the word at each leaf.
    Returns:
        h and c, each (L, H).
    """
    distinct, where = words.unique(return_inverse=True)
    h, c = leaf(F.embedding(distinct, table))
    return h.index_select(0, where), c.index_select(0, where)


class _Compose(torch.autograd.Function):
    @staticmethod
    def forward(ctx, leaf_h, leaf_c, forest, gate_map, bias, *matrices):
        hidden, roots = leaf_h.size(1), forest.trees
        nodes, phrases = len(forest.leaves) + len(forest.inner), len(forest.inner)
        h = leaf_h.new_empty(nodes, hidden).index_copy_(0, forest.leaves, leaf_h)
        c = torch.empty_like(h).index_copy_(0, forest.leaves, leaf_c)
        pairs_h, pairs_c = h[roots:].view(-1, 2 * hidden), c[roots:].view(-1, 2, hidden)  # the children
        gates = h.new_empty(phrases, 5 * hidden)  # (M, 5H)
        shown = h.new_empty(phrases, hidden)  # (M, H)  tanh c
        for first, end in reversed(forest.levels):  # from the deepest up
            now = slice(first, end)
            before = gate_map.gates(pairs_h[now], bias, *matrices)  # (n, 5H)
            torch.tanh(before[:, :hidden], out=gates[now, :hidden])
            torch.sigmoid(before[:, hidden:], out=gates[now, hidden:])
            u, o, i, f = gates[now].split([hidden, hidden, hidden, 2 * hidden], 1)
            memory = torch.addcmul((f.unflatten(1, (2, hidden)) * pairs_c[now]).sum(1), i, u)  # (n, H)
            torch.tanh(memory, out=shown[now])
            c.index_copy_(0, forest.inner[now], memory)
            h.index_copy_(0, forest.inner[now], o * shown[now])
        ctx.forest, ctx.gate_map = forest, gate_map
        ctx.save_for_backward(h, c, gates, shown, *matrices)
        return h, c

    @staticmethod
    @once_differentiable
    def backward(ctx, grad_h, grad_c):
        h, c, gates, shown, *matrices = ctx.saved_tensors
        forest, hidden = ctx.forest, h.size(1)
        roots, inner, leaves = forest.trees, forest.inner, forest.leaves
        grad_h, grad_c = grad_h.clone(), grad_c.clone()  # (N, H)  grow from the roots down
        pairs_h, pairs_c = grad_h[roots:].view(-1, 2 * hidden), grad_c[roots:].view(-1, 2, hidden)
        slope_c, slopes = _slopes(gates, shown, c[roots:].view(-1, 2, hidden))
        forget = gates.view(-1, 5, hidden)[:, 3:]  # (M, 2, H)
        flat = slopes.flatten(1)  # (M, 5H)  becomes the gradient of the gates before their sigmoid or tanh
        for first, end in forest.levels:
            now = slice(first, end)
            out = grad_h.index_select(0, inner[now])  # (n, H)
            memory = torch.addcmul(grad_c.index_select(0, inner[now]), out, slope_c[now])
            slopes[now, 0] *= memory
            slopes[now, 1] *= out  # gate o: it acts on h directly, the others through the memory
            slopes[now, 2:] *= memory.unsqueeze(1)
            pairs_h[now] += ctx.gate_map.back(flat[now], *matrices)
            pairs_c[now].addcmul_(forget[now], memory.unsqueeze(1))
        changed = ctx.gate_map.matrix_gradients(flat, h[roots:].view(-1, 2 * hidden))
        return grad_h[leaves], grad_c[leaves], None, None, flat.sum(0), *changed


def _slopes(gates: Tensor, shown: Tensor, pairs_c: Tensor) -> tuple[Tensor, Tensor]:
    """What does not depend on the gradient from above, for all inner nodes at once.

    Args:
        gates: (M, 5H), after their sigmoid or tanh.
        shown: (M, H), tanh of the memories.
        pairs_c: (M, 2, H), the memories of the children.
    Returns:
        (M, H), how fast h grows with c; (M, 5, H), how fast h (gate o) or c (the other gates) grows with each
        gate before its sigmoid or tanh.
    """
    u, o, i, f = gates.view(len(gates), 5, -1).split([1, 1, 1, 2], 1)  # (M, 1 or 2, H)
    shown = shown.unsqueeze(1)
    slopes = [i * (1 - u * u), shown * o * (1 - o), u * i * (1 - i), pairs_c * f * (1 - f)]
    return (o * (1 - shown * shown)).squeeze(1), torch.cat(slopes, 1)
