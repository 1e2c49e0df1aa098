"""Task 8.6: how many numbers a PRPN learns, part by part."""

from prpn_course.builder import task

weights = task(
    "8.6", section="The whole network, counted", axes="part", tolerance=0, in_page="Practise"
)


@weights.cases
def _(draw):
    """V, E, H, F, L: small enough to draw, the chapter's, and random ones; F is even."""
    yield 3, 1, 2, 2, 1
    yield 252, 32, 64, 64, 5
    yield 7, 3, 5, 4, 2  # every size is another number
    for low, lookback in ((5, 2), (8, 0), (20, 3)):
        V, E, H, half = draw.whole(low, 2 * low, 4).tolist()
        yield V, E, H, 2 * half, lookback


weights.wrong("counts the table of words twice, as if it were not tied", "V * E + V", "2 * V * E + V",
    "The table is the matrix of the output layer too. It is learnt once and counted once.")
weights.wrong("forgets the bias of the output layer", "V * E + V", "V * E",
    "Tied is the matrix alone: each word still has a bias of its own, V numbers.")
weights.wrong("gives the window L places instead of L + 1", "(L + 1)", "L",
    "L words back, and the word itself.")
weights.wrong("forgets every bias", "n * m + m", "n * m",
    "A layer with n inputs and m outputs has n m weights and m biases.")
weights.wrong("gives a layer a bias for each input instead of for each output", "n * m + m", "n * m + n",
    "y = W x + b: b is as long as y.")
weights.wrong("forgets what the normalisations learn", "return 2 * n", "return 0",
    "Each normalisation has a factor and a shift for each entry: 2 n numbers.")
weights.wrong("counts one number an entry for a normalisation", "return 2 * n", "return n",
    "A factor *and* a shift for each entry.")
weights.wrong("counts one head for two", "2 * layer(F", "layer(F",
    "There are two scores: d, and the guess d'.")
weights.wrong("lets each head read all features", "F // 2", "F",
    "d reads the first half of the features, d' the second.")
weights.wrong("gives W_h a bias of its own", "H * H", "H * H + H",
    "W_x has a bias, so a second one would add nothing: W_h has none.")
weights.wrong("counts F numbers too few in Parsing", "norm(F)", "F",
    "Each filter has a bias, and the normalisation of its feature a factor *and* a shift: 3 F in all.")
weights.wrong("leaves out Reading's key", "key + cell", "cell",
    "Reading asks before it reads: W_x with a bias, W_h without one.")
weights.wrong("leaves out Predict's key", "layer(H, H) + ", "",
    "Predict has a question of its own, a layer from H to H.")
weights.wrong("leaves out the normalisation of Predict", " + norm(E)", "",
    "The E results of Predict are normalised as well.")
weights.wrong("lets Predict read H numbers, not 2H", "layer(2 * H, E)", "layer(H, E)",
    "Two vectors stand side by side there: the last output and an average.")
weights.wrong("gives an LSTM cell three sums", "4 * H", "3 * H",
    "Three gates i, f, o, and what may be written: four sums of H numbers.", times=3)
weights.wrong("normalises H of the cell's 4H sums", "norm(4 * H)", "norm(H)",
    "A normalisation stands behind each of the two layers, and they give 4H numbers each.")
weights.wrong("counts Parsing before the words", "words, parsing", "parsing, words",
    "The order is words, Parsing, Reading, Predict.")
weights.entries("words and Predict", 0, 3)
weights.entries("Parsing", 1)
weights.entries("Reading", 2)
