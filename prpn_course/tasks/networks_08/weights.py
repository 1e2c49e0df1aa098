"""Task 8.6: how many numbers a PRPN learns, part by part."""

import torch

from prpn_course.builder import task


def linear(inputs, outputs):
    """A layer with a bias."""
    return (inputs + 1) * outputs


def norm(size):
    """A factor and a shift for each entry."""
    return 2 * size


@task("8.6", section="The whole network, counted", axes="part", tolerance=0)
def weights(
    V,
    E,
    H,
    F,
    L,
    tables=1,
    width=lambda L: L + 1,
    dense=linear,
    scale=norm,
    heads=2,
    half=2,
    key_bias=0,
    out=1,
):
    """Words, Parsing, Reading, Predict; `tables` of words, `heads` of 1/half of the features each."""
    words = tables * V * E + out * V
    parsing = dense(width(L) * E, F) + scale(F) + heads * dense(F // half, 1)
    key = dense(E, H) + H * H + key_bias * H
    cell = dense(E, 4 * H) + dense(H, 4 * H) + 2 * scale(4 * H) + scale(H)
    predict = dense(H, H) + dense(2 * H, E) + scale(E)
    return torch.tensor([words, parsing, key + cell, predict])


@weights.cases
def _(draw):
    """V, E, H, F, L: small enough to draw, the chapter's, and random ones; F is even."""
    yield 3, 1, 2, 2, 1
    yield 252, 32, 64, 64, 5
    for low, lookback in ((5, 2), (8, 0), (20, 3)):
        V, E, H, half = draw.whole(low, 2 * low, 4).tolist()
        yield V, E, H, 2 * half, lookback


weights.wrong("counts the table of words twice, as if it were not tied", tables=2).hint(
    "The table is the matrix of the output layer too. It is learnt once and counted once."
)
weights.wrong("forgets the bias of the output layer", out=0).hint(
    "Tied is the matrix alone: each word still has a bias of its own, V numbers."
)
weights.wrong("gives the window L places instead of L + 1", width=lambda L: L).hint(
    "L words back, and the word itself."
)
weights.wrong("forgets every bias", dense=lambda inputs, outputs: inputs * outputs).hint(
    "A layer with n inputs and m outputs has n m weights and m biases."
)
weights.wrong(
    "gives a layer a bias for each input instead of for each output",
    dense=lambda inputs, outputs: inputs * outputs + inputs,
).hint("y = W x + b: b is as long as y.")
weights.wrong("forgets what the normalisations learn", scale=lambda size: 0).hint(
    "Each normalisation has a factor and a shift for each entry: 2 n numbers."
)
weights.wrong("counts one number an entry for a normalisation", scale=lambda size: size).hint(
    "A factor *and* a shift for each entry."
)
weights.wrong("counts one head for two", heads=1).hint("There are two scores: d, and the guess d'.")
weights.wrong("lets each head read all features", half=1).hint(
    "d reads the first half of the features, d' the second."
)
weights.wrong("gives W_h a bias of its own", key_bias=1).hint(
    "W_x has a bias, so a second one would add nothing: W_h has none."
)


def without(part, numbers):
    """A mistake: that many numbers are missing in a part."""
    return lambda *case: weights(*case) - torch.eye(4).long()[part] * numbers(*case)


weights.wrong("counts F numbers too few in Parsing", without(1, lambda V, E, H, F, L: F)).hint(
    "Each filter has a bias, and the normalisation of its feature a factor *and* a shift: 3 F in all."
)
weights.wrong("leaves out Reading's key", without(2, lambda V, E, H, F, L: linear(E, H) + H * H)).hint(
    "Reading asks before it reads: W_x with a bias, W_h without one."
)
weights.wrong("leaves out Predict's key", without(3, lambda V, E, H, F, L: linear(H, H))).hint(
    "Predict has a question of its own, a layer from H to H."
)
weights.wrong("leaves out the normalisation of Predict", without(3, lambda V, E, H, F, L: norm(E))).hint(
    "The E results of Predict are normalised as well."
)
weights.wrong("lets Predict read H numbers, not 2H", without(3, lambda V, E, H, F, L: H * E)).hint(
    "Two vectors stand side by side there: the last output and an average."
)
weights.wrong(
    "gives an LSTM cell three sums",
    without(2, lambda V, E, H, F, L: linear(E, H) + linear(H, H) + 2 * norm(H)),
).hint("Three gates i, f, o, and what may be written: four sums of H numbers.")
weights.wrong("normalises H of the cell's 4H sums", without(2, lambda V, E, H, F, L: 6 * norm(H))).hint(
    "A normalisation stands behind each of the two layers, and they give 4H numbers each."
)
weights.wrong("counts Parsing before the words", lambda *case: weights(*case)[[1, 0, 2, 3]]).hint(
    "The order is words, Parsing, Reading, Predict."
)
