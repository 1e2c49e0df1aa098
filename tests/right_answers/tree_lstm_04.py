"""Right answers to the tasks of chapter 4, written differently."""

import numpy as np
import torch


def gates(before):
    """i, o, u from their stacked values (3H,) before the squashing."""
    i, o, u = before.chunk(3)
    return i.sigmoid(), o.sigmoid(), u.tanh()


def shown(o, c):
    """(2, H), the state with the memory c."""
    return torch.stack([o * c.tanh(), c])


def recursive_node_by_loops(left, right, U_l, U_r, b):
    H = len(left)
    sums = [sum(U_l[k, j] * left[j] + U_r[k, j] * right[j] for j in range(H)) + b[k] for k in range(H)]
    return [float(torch.tanh(s)) for s in sums]


def recursive_node_by_one_matrix(left, right, U_l, U_r, b):
    return (torch.cat([U_l, U_r], 1).double() @ torch.cat([left, right]).double() + b).tanh()


def recursive_node_by_numpy(left, right, U_l, U_r, b):
    return np.tanh(U_l.numpy() @ left.numpy() + np.dot(U_r.numpy(), right.numpy()) + b.numpy())


def leaf_by_numpy(x, W, b):
    i, o, u = np.split((W @ x + b).numpy(), 3)
    c = np.tanh(u) / (1 + np.exp(-i))
    return np.stack([np.tanh(c) / (1 + np.exp(-o)), c])


def leaf_by_gates(x, W, b):
    H = len(b) // 3
    value = {g: W[k * H : (k + 1) * H] @ x + b[k * H : (k + 1) * H] for k, g in enumerate("iou")}
    c = torch.sigmoid(value["i"].double()) * torch.tanh(value["u"].double())
    return [torch.sigmoid(value["o"].double()) * torch.tanh(c), c]


def leaf_with_zero_children(x, W, b):
    """The whole equation, with two children whose states are zeros."""
    i, o, u = gates(torch.nn.functional.linear(x[None], W, b)[0])
    zeros = torch.zeros_like(i)
    return shown(o, i * u + 0.5 * zeros + 0.5 * zeros)


def forget_gates_by_loop(h, U_f, b_f):
    return [torch.sigmoid(U_f @ child + b_f).tolist() for child in h]


def forget_gates_by_numpy(h, U_f, b_f):
    return 1 / (1 + np.exp(-(h.numpy() @ U_f.numpy().T + b_f.numpy())))


def forget_gates_by_linear(h, U_f, b_f):
    return torch.nn.functional.linear(h, U_f, b_f).double().sigmoid()


def child_sum_by_loop(h, c, U, b, U_f, b_f):
    H = len(b_f)
    total = sum(h)
    i = torch.sigmoid(U[:H] @ total + b[:H])
    o = torch.sigmoid(U[H : 2 * H] @ total + b[H : 2 * H])
    new = i * torch.tanh(U[2 * H :] @ total + b[2 * H :])
    for child, memory in zip(h, c, strict=True):
        new = new + torch.sigmoid(U_f @ child + b_f) * memory
    return [(o * torch.tanh(new)).tolist(), new.tolist()]


def child_sum_summed_last(h, c, U, b, U_f, b_f):
    """The products of the children first, then the sum: the same, since U is linear."""
    i, o, u = gates((h @ U.T).sum(0) + b)
    f = torch.nn.functional.linear(h, U_f, b_f).sigmoid()
    return shown(o, torch.cat([(i * u)[None], f * c]).sum(0)).numpy()


def child_sum_in_double(h, c, U, b, U_f, b_f):
    h, c, U, b, U_f, b_f = (t.double() for t in (h, c, U, b, U_f, b_f))
    i, o, u = gates(U @ h.sum(0) + b)
    return shown(o, i * u + (torch.sigmoid(h @ U_f.T + b_f) * c).sum(0))


def binary_node_by_node(h, c, U, b):
    H = h.size(2)
    out = []
    for outputs, memories in zip(h, c, strict=True):
        gate = [
            U[k * H : (k + 1) * H, :H] @ outputs[0]
            + U[k * H : (k + 1) * H, H:] @ outputs[1]
            + b[k * H : (k + 1) * H]
            for k in range(5)
        ]
        i, o, f_l, f_r = (torch.sigmoid(gate[k]) for k in (0, 1, 3, 4))
        new = i * torch.tanh(gate[2]) + f_l * memories[0] + f_r * memories[1]
        out.append([(o * torch.tanh(new)).tolist(), new.tolist()])
    return out


def binary_by_linear(h, c, U, b):
    gates = torch.nn.functional.linear(torch.cat([h[:, 0], h[:, 1]], 1), U, b).unflatten(
        1, (5, -1)
    )  # (n, 5, H)
    i, o, f = gates[:, 0].sigmoid(), gates[:, 1].sigmoid(), gates[:, 3:].sigmoid()
    new = i * gates[:, 2].tanh() + (f * c).sum(1)
    return torch.stack([o * new.tanh(), new], 1).numpy()


def binary_by_einsum(h, c, U, b):
    n, _, H = h.shape
    gates = torch.einsum("nkj,gkj->ng", h.double(), U.double().view(5 * H, 2, H)) + b
    i, o, u, f = gates.split([H, H, H, 2 * H], 1)
    new = i.sigmoid() * u.tanh() + (f.sigmoid().view(n, 2, H) * c).sum(1)
    return torch.stack([o.sigmoid() * new.tanh(), new], 1)


def compose_tree_by_stack(x, tree, U_l, U_r):
    todo, done = [tree], []
    while todo:
        node = todo.pop()
        if node is None:
            right, left = done.pop(), done.pop()
            done.append((U_l @ left + U_r @ right).tanh())
        elif isinstance(node, int):
            done.append(x[node])
        else:
            todo += [None, node[1], node[0]]
    return done[0].double()


def compose_tree_by_one_matrix(x, tree, U_l, U_r):
    def state(node):
        return x[node] if isinstance(node, int) else torch.tanh(both @ torch.cat([*map(state, node)]))

    both = torch.cat([U_l, U_r], 1)  # (H, 2H)
    return state(tree).numpy()


def compose_tree_by_inner_function(x, tree, U_l, U_r):
    def state(node):
        match node:
            case (left, right):
                return torch.tanh(state(left) @ U_l.T + state(right) @ U_r.T)
        return x[node]

    return state(tree).tolist()


def root_accuracy_by_splitting(guesses, labels, sizes):
    parts = zip(guesses.split(sizes.tolist()), labels.split(sizes.tolist()), strict=True)
    return sum(float(a[-1] == b[-1]) for a, b in parts) / len(sizes)


def root_accuracy_by_walking(guesses, labels, sizes):
    place, right = 0, 0
    for size in sizes.tolist():
        place += size
        right += int(guesses[place - 1]) == int(labels[place - 1])
    return right / len(sizes)


def root_accuracy_by_numpy(guesses, labels, sizes):
    ends = np.cumsum(sizes.numpy()) - 1
    return np.mean(guesses.numpy()[ends] == labels.numpy()[ends])


RIGHT = {
    "4.1": (recursive_node_by_loops, recursive_node_by_one_matrix, recursive_node_by_numpy),
    "4.2": (leaf_by_numpy, leaf_by_gates, leaf_with_zero_children),
    "4.3": (forget_gates_by_loop, forget_gates_by_numpy, forget_gates_by_linear),
    "4.4": (child_sum_by_loop, child_sum_summed_last, child_sum_in_double),
    "4.5": (binary_node_by_node, binary_by_linear, binary_by_einsum),
    "4.6": (compose_tree_by_stack, compose_tree_by_one_matrix, compose_tree_by_inner_function),
    "4.7": (root_accuracy_by_splitting, root_accuracy_by_walking, root_accuracy_by_numpy),
}
