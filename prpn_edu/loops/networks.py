"""The three networks of PRPN, one word at a time, as plain loops over lists.

Nothing is imported but other loops; a vector is a list of numbers. The batched forms are
`prpn_edu.latent.prpn`; the tests hold the two together. Gates come from `prpn_edu.loops.gates`, attention
from `prpn_edu.loops.attention`.

Letters: x the vector of a word, h the features of a window, or an output of the reading network, d a score, L
how many words the convolution looks back.
"""

from prpn_edu.loops.lstm import sigmoid


def windows(x, lookback):
    """The last L + 1 words at each position, oldest first; zeros stand before the sentence.

    Args:
        x: a list of T vectors.
        lookback: L.
    Returns:
        T lists of L + 1 vectors; the last one of list t is x[t].
    """
    padding = [[0] * len(x[0]) for _ in range(lookback)] if x else []
    padded = padding + x
    return [padded[t : t + lookback + 1] for t in range(len(x))]


def dot(u, v):
    """The sum of the products, entry by entry."""
    return sum(a * b for a, b in zip(u, v))


def features(window, kernel, bias):
    """What the convolution sees in one window: relu(kernel . window + bias), a list of F numbers.

    Args:
        window: L + 1 vectors.
        kernel: F filters, each a list of L + 1 vectors: one for each place of the window.
        bias: F numbers.
    Source: paper, the parsing network; blog, step 1.
    """
    out = []
    for weights, b in zip(kernel, bias):
        total = b
        for place, x in zip(weights, window):
            total += dot(place, x)
        out.append(max(0, total))
    return out


def score(h, w, b):
    """sigmoid(w . h + b): with one pair of weights the score d_t, with another the guess d'_{t+1}.

    Source: paper, eq. (11) and (12).
    """
    return sigmoid(dot(w, h) + b)


def key(x, h, W_x, W_h):
    """k_t = W_x x_t + W_h h_{t-1}: what step t looks for. A matrix is a list of its rows.

    Source: paper, eq. (13).
    """
    return [dot(a, x) + dot(b, h) for a, b in zip(W_x, W_h)]
