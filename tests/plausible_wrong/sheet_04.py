"""Wrong answers to exercise 4, as a student might write them; made from the notebook alone."""

import torch


def matrices_exchanged(left, right, U_l, U_r, b):
    return torch.tanh(U_r @ left + U_l @ right + b)


def two_tanhs(left, right, U_l, U_r, b):
    return torch.tanh(U_l @ left) + torch.tanh(U_r @ right + b)


def matrices_turned_over(left, right, U_l, U_r, b):
    return torch.tanh(left @ U_l + right @ U_r + b)


def state(i, o, u, c=0.0):
    memory = i.sigmoid() * u.tanh() + c
    return torch.stack([o.sigmoid() * memory.tanh(), memory])


def content_by_sigmoid(x, W, b):
    i, o, u = (W @ x + b).chunk(3)
    memory = i.sigmoid() * u.sigmoid()
    return torch.stack([o.sigmoid() * memory.tanh(), memory])


def memory_on_top(x, W, b):
    return state(*(W @ x + b).chunk(3)).flip(0)


def memory_not_bent(x, W, b):
    i, o, u = (W @ x + b).chunk(3)
    memory = i.sigmoid() * u.tanh()
    return torch.stack([o.sigmoid() * memory, memory])


def gate_of_the_sum(h, U_f, b_f):
    return (U_f @ h.sum(0) + b_f).sigmoid().expand(len(h), -1)


def gates_sum_to_one(h, U_f, b_f):
    return torch.softmax(h @ U_f.T + b_f, dim=0)


def gate_matrix_not_transposed(h, U_f, b_f):
    return (h @ U_f + b_f).sigmoid()


def memories_summed(h, c, U, b, U_f, b_f):
    return state(*(U @ h.sum(0) + b).chunk(3), c.sum(0))


def one_gate_for_the_sum(h, c, U, b, U_f, b_f):
    gate = (U_f @ h.sum(0) + b_f).sigmoid()
    return state(*(U @ h.sum(0) + b).chunk(3), gate * c.sum(0))


def mean_of_the_children(h, c, U, b, U_f, b_f):
    kept = ((h @ U_f.T + b_f).sigmoid() * c).sum(0)
    return state(*(U @ h.mean(0) + b).chunk(3), kept)


def nodes(h, c, U, b, sides=(0, 1), order=(0, 1, 2, 3, 4), memories=(0, 1)):
    both = torch.cat([h[:, sides[0]], h[:, sides[1]]], dim=1)
    parts = (both @ U.T + b).chunk(5, dim=1)
    i, o, u, f_l, f_r = (parts[k] for k in order)
    memory = i.sigmoid() * u.tanh() + f_l.sigmoid() * c[:, memories[0]] + f_r.sigmoid() * c[:, memories[1]]
    return torch.stack([o.sigmoid() * memory.tanh(), memory], dim=1)


def gates_guard_the_other(h, c, U, b):
    return nodes(h, c, U, b, memories=(1, 0))


def order_i_f_f_o_u(h, c, U, b):
    return nodes(h, c, U, b, order=(0, 3, 4, 1, 2))


def right_output_first(h, c, U, b):
    return nodes(h, c, U, b, sides=(1, 0))


def tree_state(x, tree, join):
    if isinstance(tree, int):
        return x[tree]
    return join(*(tree_state(x, part, join) for part in tree))


def no_tanh(x, tree, U_l, U_r):
    return tree_state(x, tree, lambda left, right: U_l @ left + U_r @ right)


def parts_exchanged(x, tree, U_l, U_r):
    return tree_state(x, tree, lambda left, right: torch.tanh(U_l @ right + U_r @ left))


def words_bent_too(x, tree, U_l, U_r):
    return tree_state(x.tanh(), tree, lambda left, right: torch.tanh(U_l @ left + U_r @ right))


def all_nodes(guesses, labels, sizes):
    return (guesses == labels).float().mean()


def first_nodes(guesses, labels, sizes):
    roots = sizes.cumsum(0) - sizes
    return (guesses == labels)[roots].float().mean()


def divided_by_the_nodes(guesses, labels, sizes):
    return (guesses == labels)[sizes.cumsum(0) - 1].float().sum() / len(labels)


ANSWERS = {
    "4.1": [
        ("the two matrices exchanged", matrices_exchanged),
        ("a tanh for each child", two_tanhs),
        ("the matrices transposed", matrices_turned_over),
    ],
    "4.2": [
        ("sigmoid for the content", content_by_sigmoid),
        ("the memory in row 0", memory_on_top),
        ("no tanh over the memory", memory_not_bent),
    ],
    "4.3": [
        ("one gate from the sum of the children", gate_of_the_sum),
        ("softmax over the children", gates_sum_to_one),
        ("the matrix not transposed", gate_matrix_not_transposed),
    ],
    "4.4": [
        ("the memories summed without gates", memories_summed),
        ("one forget gate from the sum", one_gate_for_the_sum),
        ("the mean of the outputs", mean_of_the_children),
    ],
    "4.5": [
        ("each gate guards the other memory", gates_guard_the_other),
        ("the order i, f_l, f_r, o, u", order_i_f_f_o_u),
        ("right output before the left", right_output_first),
    ],
    "4.6": [
        ("no tanh", no_tanh),
        ("left and right exchanged", parts_exchanged),
        ("tanh at the words too", words_bent_too),
    ],
    "4.7": [
        ("all nodes in place of the roots", all_nodes),
        ("the first node of each tree as its root", first_nodes),
        ("divided by the number of nodes", divided_by_the_nodes),
    ],
}
