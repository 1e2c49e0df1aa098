"""A simple recurrent network that reads one sentence, as plain loops over lists.

Nothing is imported; a vector is a list, a matrix a list of its rows. The batched form is `Rnn` in
`prpn_edu.composition.recurrent`.

Letters: x the vector of a word, h the state, W what meets x, R what meets h, b a bias.
"""

EULER = 2.718281828459045


def tanh(x):
    """The hyperbolic tangent of a number, 1 - 2 / (e^2x + 1)."""
    if x > 300:
        return 1.0  # e^600 is near the end of what a float can hold
    return 1 - 2 / (EULER ** (2 * x) + 1)


def rnn_step(W, R, b, x, h):
    """One word: tanh(W x + R h + b), a list of H numbers.

    Source: Elman (1990).
    """
    out = []
    for w, r, bias in zip(W, R, b):
        read = sum(a * c for a, c in zip(w, x))
        kept = sum(a * c for a, c in zip(r, h))
        out.append(tanh(read + kept + bias))
    return out


def rnn(W, R, b, sentence):
    """Read a sentence from left to right, from a state of zeros: the states after each word."""
    h = [0.0] * len(b)
    states = []
    for x in sentence:
        h = rnn_step(W, R, b, x, h)
        states.append(h)
    return states


def jacobian(R, states):
    """How the last state changes with the state before the first word: prod_t diag(1 - h_t^2) R.

    Args:
        R: H rows of H numbers.
        states: h_1 .. h_T, what `rnn` returns.
    Returns:
        H rows of H numbers; entry (a, b) is the derivative of the last h_a by the first h_b.
    """
    out = [[1.0 if a == b else 0.0 for b in range(len(R))] for a in range(len(R))]
    for h in states:
        columns = list(zip(*out))
        out = [
            [(1 - value * value) * sum(a * c for a, c in zip(row, column)) for column in columns]
            for value, row in zip(h, R)
        ]
    return out
