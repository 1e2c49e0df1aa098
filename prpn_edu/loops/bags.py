"""Bags of words for one sentence, as plain loops over lists.

Nothing is imported: lists of floats give floats, and as long as no exponential is taken lists of
`fractions.Fraction` give exact fractions. A vector is a list, a matrix a list of its rows.

Letters: ids are the numbers of the words, `table` has a row for each word of the vocabulary, W and b are the
weights and the bias of a layer, o holds one score for each class.
"""

EULER = 2.718281828459045


def one_hot(number, size):
    """A list of `size` zeros with a one at position `number`."""
    return [1 if k == number else 0 for k in range(size)]


def select(row, table):
    """The row vector times the table: sum_k row_k table[k].

    Args:
        row: V numbers.
        table: V rows of E numbers.
    Returns:
        E numbers. For a one-hot row they are one row of the table.
    """
    out = [0] * len(table[0])
    for weight, vector in zip(row, table):
        out = [a + weight * b for a, b in zip(out, vector)]
    return out


def bag(ids, table):
    """The sum of the rows of the table that belong to the words: sum_t table[x_t]. A list of E numbers."""
    total = [0] * len(table[0])
    for number in ids:
        total = [a + b for a, b in zip(total, table[number])]
    return total


def layer(W, x, b):
    """W x + b: one number for each row of W."""
    return [sum(w * value for w, value in zip(row, x)) + bias for row, bias in zip(W, b)]


def tanh(x):
    """The hyperbolic tangent of a number, 1 - 2 / (e^2x + 1)."""
    if x > 300:
        return 1.0  # e^600 is near the end of what a float can hold
    return 1 - 2 / (EULER ** (2 * x) + 1)


def bow(ids, table, b):
    """Bag of words: o = b + sum_t table[x_t], where a row of the table holds one number for each class."""
    return [total + bias for total, bias in zip(bag(ids, table), b)]


def cbow(ids, table, W, b):
    """Continuous bag of words: o = W (sum_t table[x_t]) + b."""
    return layer(W, bag(ids, table), b)


def deep_cbow(ids, table, layers):
    """Deep CBOW: o = W'' tanh(W' tanh(W (sum_t table[x_t]) + b) + b') + b''.

    Args:
        ids: the numbers of the words.
        table: V rows of E numbers.
        layers: pairs (W, b), the first one applied first; tanh stands between the layers, not after the last.
    """
    x = bag(ids, table)
    for W, b in layers[:-1]:
        x = [tanh(value) for value in layer(W, x, b)]
    W, b = layers[-1]
    return layer(W, x, b)


def softmax(o):
    """Scores to chances: e^o_k / sum_j e^o_j."""
    top = max(o)  # taken off everywhere: the quotient stays the same, and no power grows too large
    powers = [EULER ** (score - top) for score in o]
    total = sum(powers)
    return [power / total for power in powers]


def cross_entropy(o, y):
    """The loss -ln softmax(o)_y, with the logarithm taken on paper: ln sum_j e^o_j - o_y."""
    top = max(o)
    return top - o[y] + ln(sum([EULER ** (score - top) for score in o]))


def ln(x):
    """The natural logarithm of a number from 1 to 1000, by Halley's steps towards e^y = x."""
    y = 0.0
    for _ in range(12):
        power = EULER**y
        y += 2 * (x - power) / (x + power)
    return y


def argmax(o):
    """The position of the largest score, the first of them at a tie."""
    best = 0
    for k in range(len(o)):
        if o[k] > o[best]:
            best = k
    return best
