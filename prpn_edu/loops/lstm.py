"""The LSTM cell, along a sentence and along a tree, as plain loops over lists.

Nothing is imported; vectors are lists of H numbers. A gate is given by its weights, the cell by a dict of
gates. The batched forms are `prpn_edu.composition.recurrent` and `prpn_edu.composition.tree_lstm`; the tests
hold them together.

Letters: x the vector of a word, h an output, c a memory, W what meets x, R or U what meets h, b a bias.
"""

EULER = 2.718281828459045


def sigmoid(x):
    """Return 1 / (1 + e^-x)."""
    if x < -500:
        return 0.0  # e^500 would leave the range of a float
    return 1 / (1 + EULER**-x)


def tanh(x):
    """Return (e^x - e^-x) / (e^x + e^-x)."""
    return 2 * sigmoid(2 * x) - 1


def times(matrix, vector):
    """Return the matrix (a list of rows) times the vector."""
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def add(*vectors):
    """Return the sum of vectors, entry by entry."""
    return [sum(entries) for entries in zip(*vectors)]


def lstm_cell(weights, x, h, c):
    """One word: what the gates let in, keep and show.

    Args:
        weights: {"i": (W, R, b), "f": ..., "g": ..., "o": ...}.
        x: the word, a list of E numbers.
        h: the output so far, a list of H numbers.
        c: the memory so far, a list of H numbers.
    Returns:
        the new output and memory, and a dict of the four gates.
    """
    gates = {}
    for name, (W, R, b) in weights.items():
        bend = tanh if name == "g" else sigmoid
        gates[name] = [bend(a) for a in add(times(W, x), times(R, h), b)]
    keep, write, what, show = (gates[name] for name in "figo")
    new_c = [f * m + i * g for f, m, i, g in zip(keep, c, write, what)]
    new_h = [o * tanh(m) for o, m in zip(show, new_c)]
    return new_h, new_c, gates


def lstm(weights, sentence):
    """Read a sentence from left to right, from a state of zeros.

    Returns:
        the outputs after each word, and the last memory.
    """
    h = c = [0.0] * len(weights["i"][2])
    outputs = []
    for x in sentence:
        h, c, _ = lstm_cell(weights, x, h, c)
        outputs.append(h)
    return outputs, c


def child_sum_cell(weights, x, children):
    """A node of the Child-Sum Tree-LSTM, with any number of children.

    Args:
        weights: {"i": (W, U, b), "f": ..., "o": ..., "u": ...}.
        x: the input at the node, a list of E numbers, or None for none.
        children: a list of states (h, c).
    Returns:
        the state (h, c) of the node.

    Source: Tai et al. (2015), eqs. (2)-(8).
    """
    zeros = [0.0] * len(weights["i"][2])  # as many as a bias has entries
    total = add(zeros, *[h for h, _ in children])

    def gate(name, h, function):
        W, U, b = weights[name]
        read = times(W, x) if x is not None else zeros
        return [function(a) for a in add(read, times(U, h), b)]

    i, o = gate("i", total, sigmoid), gate("o", total, sigmoid)
    u = gate("u", total, tanh)
    c = [a * b for a, b in zip(i, u)]
    for h_k, c_k in children:
        f_k = gate("f", h_k, sigmoid)  # from this child alone
        c = add(c, [f * m for f, m in zip(f_k, c_k)])
    return [a * tanh(m) for a, m in zip(o, c)], c


def binary_cell(weights, x, children):
    """A node of the binary Tree-LSTM: two children, left and right, or none.

    Args:
        weights: {"i": (W, U_l, U_r, b), "f_l": ..., "f_r": ..., "o": ..., "u": ...}.
        x: the input at the node, a list of E numbers, or None for none.
        children: [(h_l, c_l), (h_r, c_r)], or [] at a word.
    Returns:
        the state (h, c) of the node.

    Source: Tai et al. (2015), eqs. (9)-(14), N = 2.
    """
    zeros = [0.0] * len(weights["i"][3])
    (h_l, c_l), (h_r, c_r) = children or [(zeros, zeros), (zeros, zeros)]

    def gate(name, function):
        W, U_l, U_r, b = weights[name]
        read = times(W, x) if x is not None else zeros
        before = add(read, times(U_l, h_l), times(U_r, h_r), b)
        return [function(a) for a in before]

    i, o, u = gate("i", sigmoid), gate("o", sigmoid), gate("u", tanh)
    f_l, f_r = gate("f_l", sigmoid), gate("f_r", sigmoid)
    kept = zip(i, u, f_l, c_l, f_r, c_r)
    c = [a * b + p * m + q * n for a, b, p, m, q, n in kept]
    return [a * tanh(m) for a, m in zip(o, c)], c


def tree(cell, weights, node):
    """The state of a tree: a word is a list of E numbers, a phrase a tuple of its parts."""
    if isinstance(node, tuple):
        return cell(weights, None, [tree(cell, weights, part) for part in node])
    return cell(weights, node, [])
