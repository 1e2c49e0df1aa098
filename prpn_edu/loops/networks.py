"""The three networks of PRPN, one word at a time, as plain loops over lists.

Nothing is imported; a vector is a list of numbers. The batched forms are `prpn_edu.latent.prpn`; the tests
hold the two together. Gates come from `prpn_edu.loops.gates`.

Letters: x the vector of a word, h an output and c a memory of the reading network, d a score, L how many
words the convolution looks back, i a memory, s its attention.
"""

EULER = 2.718281828459045


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
    return 1 / (1 + EULER ** -(dot(w, h) + b))


def key(x, h, W_x, W_h):
    """k_t = W_x x_t + W_h h_{t-1}: what step t looks for. A matrix is a list of its rows.

    Source: paper, eq. (13).
    """
    return [dot(a, x) + dot(b, h) for a, b in zip(W_x, W_h)]


def raw_attention(k, memories):
    """softmax of h_i . k / sqrt(len(k)) over the memories, before the gates.

    Source: paper, between eq. (13) and (15); early note, section 3.1.2.
    """
    logits = [dot(h, k) / len(k) ** 0.5 for h in memories]
    highest = max(logits)
    powers = [EULER ** (logit - highest) for logit in logits]
    return [power / sum(powers) for power in powers]


def recall(s, memories):
    """sum_i s_i m_i: one vector in place of many. Source: note, eq. (2); paper, eq. (16)."""
    return [dot(s, column) for column in zip(*memories)]


def predict_input(h, s, earlier):
    """[h_t; sum_{i<t} s_i h_i]: what the predict network sees. Source: paper, eq. (17)."""
    return h + recall(s, earlier)
