"""Tasks 8.1, 8.2 and 8.3: windows over a sentence, scores from them, gates for a word not yet seen."""

from prpn_course.builder import task
from prpn_course.draw import real

FIVE = real([[2], [3], [2], [0], [1]])  # she loved very old films, of the chapter, (T, 1)
FILTER = real([[[-1], [0], [2]]])  # (F, L + 1, E)
SCORES = (0.8, 0.9, 0.6, 0.2)


windows = task("8.1", section="Parsing: a window slides over the words", axes="t, place, e")


@windows.cases
def _(draw):
    """Words (T, E) and L >= 0: three words of two numbers by hand, random ones, a sentence shorter than L."""
    yield real([[1, 2], [3, 4], [5, 6]]), 2
    yield from ((draw.normal(T, E), L) for T, E, L in ((5, 3, 1), (6, 2, 3), (2, 3, 4), (1, 2, 3)))
    yield draw.normal(4, 2), 0


windows.wrong("pads behind the sentence instead of before it",
    "t - lookback + place", "t + place", "word >= 0", "word < T",
    "A score may not know later words. Which words stand in the window of the first one?")
windows.wrong("lists the newest word first", "out[t, place]", "out[t, lookback - place]",
    "Read a window from left to right: the oldest word first, word t itself last.")
windows.wrong("repeats the first word where there is none",
    "t - lookback + place", "max(t - lookback + place, 0)",
    "Before the sentence stand zeros, not a copy of word 0.")
windows.wrong("goes round to the end of the sentence, as a negative index does", "if word >= 0", "if True",
    "In Python x[-1] is the last word: no error in a long sentence, and a look into the future. Ask whether "
    "the word's number is below 0.")
windows.wrong("leaves the last place empty, where word t belongs",
    "place in range(lookback + 1)", "place in range(lookback)",
    "A window has L + 1 places, 0 to L. How far does the loop go?")
windows.wrong("leaves out word 0", "word >= 0", "word > 0",
    "Positions count from 0: word 0 is a word. Which numbers are before the sentence?")
windows.wrong("stands one word ahead", "+ place", "+ place + 1", "word >= 0", "0 <= word < T",
    "The last place of window t is word t, not t + 1: that one is not to be known yet.")
windows.wrong("fills full windows alone", "word >= 0", "t >= lookback",
    "The first windows are part zeros, part words. Ask for each place, not for the whole window.")
windows.wrong("looks at L words instead of L + 1", "x.shape", "x.shape; lookback -= 1",
    "L is how far the window looks back. Word t itself is in it too: that makes L + 1.")
windows.wrong("stands in the middle of its window, half in the past and half in the future",
    "t - lookback", "t - lookback // 2", "word >= 0", "0 <= word < T",
    "Padding on both sides is for reading a finished sentence. Here word t is the last of its window.")
windows.wrong("leaves word t itself out", "t - lookback", "t - lookback - 1",
    "The last place of window t is word t. One zero too many stands before the sentence.")
windows.wrong("sets the newest words to zero instead of padding",
    "out[t, place]", "out[t, word - max(t - lookback, 0)]",
    "The zeros stand before the words, since they stand for what came before the sentence.")


scores = task("8.2", section="Parsing: a window slides over the words", axes="t", in_page=True)


@scores.cases
def _(draw):
    """The chapter's five words and one filter, fewer words than places, two filters, random ones."""
    yield FIVE, FILTER, real([1]), real([0.5]), real(-1)
    yield real([[1], [2], [3]]), real([[[4], [8], [1], [-1], [1]]]), real([1]), real([0.5]), real(-1)
    two = real([[[1, 0], [0, 2]], [[-1, 1], [1, -1]]])  # filters of two places over words of two numbers
    yield real([[1, 2], [3, 4], [0, 1]]), two, real([0, 1]), real([0.5, -1]), real(0.5)
    for T, E, F, width in ((4, 2, 3, 3), (6, 3, 2, 4), (2, 2, 3, 5), (1, 3, 2, 2), (5, 2, 4, 1)):
        x, kernel, bias, w = draw.normals((T, E), (F, width, E), (F,), (F,))
        yield x, kernel, bias, w, draw.normal(1)[0]


scores.wrong("leaves out the ReLU", ".clamp(min=0)", "",
    "Two sums in a row are one sum. What happens to the feature -2 of the chapter's word 'old'?")
scores.wrong("leaves out the sigmoid", "torch.sigmoid", "", "A score lies between 0 and 1.")
scores.wrong("lays the filter over the window backwards, as a convolution in mathematics does",
    "kernel[j]", "kernel[j].flip(0)",
    "Place 0 of a filter meets the oldest word of the window. Networks do not turn their filters round.")
scores.wrong("forgets the bias of the filters", " + bias[j]", "",
    "Each filter adds its own bias, before the ReLU.")
scores.wrong("adds the bias of the filters behind the ReLU",
    " + bias[j]", "", "f.clamp(min=0)", "(f.clamp(min=0) + bias)",
    "W_c [...] + b_c stands inside the ReLU: add first, then cut off.")
scores.wrong("pads behind the sentence instead of before it",
    "windows(x, width - 1)", "windows(x.flip(0), width - 1).flip(0, 1)",
    "The window of word 0 holds zeros and word 0. Use task 8.1.")
scores.wrong("goes round to the end of the sentence in the first windows",
    "windows(x, width - 1)", "x[torch.arange(len(x))[:, None] + torch.arange(1 - width, 1)]",
    "A negative index looks at the last words. Zeros stand before the sentence: use task 8.1.")
scores.wrong("takes the window that ends one word earlier",
    "windows(x, width - 1)", "windows(x, width)[:, :-1]",
    "The last place of window t is word t itself.")
scores.wrong("ends in a ReLU, as the blog's formula does", "torch.sigmoid", "torch.relu",
    "The contract ends in a sigmoid: a score lies between 0 and 1.")
scores.wrong("bends with a tanh instead of a ReLU", "f.clamp(min=0)", "f.tanh()",
    "ReLU(a) is a above 0, and 0 below.")
scores.wrong("takes the mean over the filters instead of the sum", "@ w", "@ w / F",
    "w . h is a sum of F products.")
scores.wrong("forgets the bias of the score", "@ w + b", "@ w", "Before the sigmoid there is a bias b too.")
scores.wrong("adds the bias of a filter once for each entry of the window",
    "(seen * kernel[j]).sum(dim=(1, 2)) + bias[j]", "(seen * kernel[j] + bias[j]).sum(dim=(1, 2))",
    "A filter has one bias: add up the products first, then the bias, once.")
scores.wrong("takes the mean of the products instead of their sum", ".sum(dim", ".mean(dim",
    "The feature is a sum over places and entries; nothing is divided.")
scores.wrong("cuts off below 0 after the features are weighed, not before",
    "f.clamp(min=0) @ w + b", "(f @ w).clamp(min=0) + b",
    "The ReLU makes the features: each is cut off at 0 before it meets its weight.")
scores.wrong("takes the bias of a filter off", "+ bias[j]", "- bias[j]", "The bias is added.")
scores.wrong("squeezes the features with a sigmoid, too", "f.clamp(min=0)", "f.sigmoid()",
    "Features pass a ReLU; the sigmoid comes once, at the very end.")
scores.wrong("takes the largest weighted feature instead of the sum",
    "f.clamp(min=0) @ w", "(f.clamp(min=0) * w).amax(1)",
    "All features have a say: w . f is a sum over the filters.")
scores.wrong("adds the bias of the score behind the sigmoid",
    "torch.sigmoid(f.clamp(min=0) @ w + b)", "torch.sigmoid(f.clamp(min=0) @ w) + b",
    "A score lies between 0 and 1: nothing is added to it any more.")
scores.wrong("takes a softmax over the words", "torch.sigmoid(f", "torch.softmax(f", "+ b)", "+ b, 0)",
    "Scores do not share anything out: each word has its own, by a sigmoid.")
scores.wrong("uses word t alone and not its window", "kernel[j])", "kernel[j])[:, -1:]",
    "The filter has L + 1 places. The earlier ones look at the words before t.")


next_gates = task("8.3", section="Predict: what is known when a word is guessed", axes="t, i")


@next_gates.cases
def _(draw):
    """Scores and guesses (T,), and tau: four words by hand, random ones, sharp ones, one word."""
    yield real(SCORES), real([0.5, 0.5, 0.6, 0.4]), 1.0
    yield from ((draw.uniform(T), draw.uniform(T), tau) for T, tau in ((3, 0.7), (5, 1.0), (7, 0.5)))
    yield from ((draw.uniform(6), draw.uniform(6), 4.0) for _ in range(3))
    yield real([0.1, 0.9, 0.9, 0.2]), real([0.3, 0.9, 0.1, 0.95]), 5.0
    yield real([0.5]), real([0.7]), 1.0


next_gates.wrong("stops before the wall of step t itself", ": t + 1", ": t",
    "The look starts at the coming word t + 1, so it must also pass the wall of word t.")
next_gates.wrong("gives the gates of step t: the true d_t, and only the walls before it",
    "guess[t]", "d[t]", ": t + 1", ": t",
    "These are the gates of Reading. Predict looks with the eyes of word t + 1, whose score is guessed.")
next_gates.wrong("looks with the true d_t instead of the guess", "guess[t]", "d[t]",
    "d_t belongs to word t. The word that looks here is the next one, and of its score there is only a "
    "guess.")
next_gates.wrong("looks with the true score of the next word, which nobody knows yet",
    "guess[t]", "(d[t + 1] if t + 1 < T else guess[t])",
    "d_{t+1} is made of x_{t+1}, the word to be guessed: a leak. guess[t] is what there is.")
next_gates.wrong("looks with the true score of the next word, and in the last row with d_t",
    "guess[t]", "d[min(t + 1, T - 1)]",
    "d_{t+1} is what the window says of x_{t+1}, the word to be guessed: a leak, in all rows but the last.")
next_gates.wrong("takes the guess that is made one step too late", "guess[t]", "guess[min(t + 1, T - 1)]",
    "guess[t] is made at step t, of word t + 1. The next entry is not there yet.")
next_gates.wrong("takes the guess that was made one step too early", "guess[t]", "guess[t - 1]",
    "Entry t of `guess` is already the guess at the score of word t + 1.")
next_gates.wrong("must pass the wall of i itself as well", "i + 1 :", "i :",
    "To see memory i, the look must pass the walls between i and the next word, not wall i.")
next_gates.wrong("lists memory t too, whose state needs no gate", "range(t)", "range(t + 1)",
    "Row t has gates for the memories before t. Predict takes h_t without a gate: entry [t, t] is 0.")
next_gates.wrong("subtracts the other way round", "* lead", "* -lead",
    "A high wall stops the look: where d_j is far above the guess, the chance to go on is 0.")
next_gates.wrong("does not clip", ".clamp(0, 1)", "", "A chance lies between 0 and 1.")
next_gates.wrong("does not halve", "0.5 + 0.5 * tau", "1 + tau",
    "Equal scores give 1/2 in the paper's form: halve before you clip.")
next_gates.wrong("clips the product, not each factor", ".clamp(0, 1).prod()", ".prod().clamp(0, 1)",
    "Two factors below 0 would open the gate. Each alpha is a chance: clip it before the product.")
next_gates.wrong("leaves tau out", "0.5 * tau * lead", "0.5 * lead",
    "tau is an argument: how sharply does a lead count?")
next_gates.wrong("divides by tau", "tau * lead", "lead / tau",
    "In the form of the paper a large tau makes the gates sharper.")
next_gates.wrong("takes the mean of the factors", ".prod()", ".mean()",
    "The look must pass all walls, one after the other: a product.")
next_gates.wrong("takes a sigmoid in place of the clip",
    "(0.5 + 0.5 * tau * lead).clamp(0, 1)", "(tau * lead).sigmoid()",
    "The contract clips a straight line, so that a gate can close or open wholly.")
next_gates.wrong("halves the lead alone", "0.5 + 0.5", "1 + 0.5",
    "Equal scores give 1/2: the 1 is halved as well.")
next_gates.wrong("halves after the clip",
    "(0.5 + 0.5 * tau * lead).clamp(0, 1)", "((1 + tau * lead).clamp(0, 1) / 2)",
    "No gate of yours is above 1/2. Halve the line first, then clip it.")
next_gates.wrong("looks at the walls i to t - 1", "i + 1 : t + 1", "i:t",
    "Word t + 1 looks: the nearest wall is that of t, the last one that of i + 1.")
next_gates.wrong("makes hard gates", "(0.5 + 0.5 * tau * lead).clamp(0, 1)", "(lead > 0).float()",
    "These gates are soft: a wall that is only a little higher lets a part through.")
next_gates.wrong("looks at the wall of i + 1 alone", "d[i + 1 : t + 1]", "d[i + 1]",
    "The look passes several walls, i + 1 to t: one factor for each.")
next_gates.wrong("takes the least factor, not the product", ".prod()", ".min()",
    "To get past two walls the look must pass the one and the other: chances multiply.")
next_gates.wrong("skips the wall of i + 1", "i + 1 :", "i + 2 :",
    "The nearest memory but t is i = t - 1, and even there one wall stands between: that of t.")
next_gates.wrong("uses the form of the authors' code", "0.5 + 0.5 * tau * lead", "1 + lead / tau",
    "The form asked for is the paper's, with equal scores at 1/2.")
next_gates.wrong("exchanges the step t and the memory i", "g[t, i]", "g[i, t]",
    "Rows are steps, columns are memories.")
next_gates.wrong("compares guesses with guesses", "d[i", "guess[i",
    "The walls that are already there have true scores. Only the coming word's is a guess.")
