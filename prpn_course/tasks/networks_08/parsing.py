"""Tasks 8.1, 8.2 and 8.3: windows over a sentence, scores from them, gates for a word not yet seen."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

FIVE = real([[2], [3], [2], [0], [1]])  # she loved very old films, of the chapter, (T, 1)
FILTER = real([[[-1], [0], [2]]])  # (F, L + 1, E)
SCORES = (0.8, 0.9, 0.6, 0.2)


def zeros(x, count):
    """So many words of zeros, (count, E)."""
    return torch.zeros(count, x.size(1), dtype=x.dtype)


def in_front(x, lookback):
    """Zeros before the sentence, (L + T, E)."""
    return torch.cat([zeros(x, lookback), x])


@task("8.1", section="Parsing: a window slides over the words", axes="t, place, e")
def windows(x, lookback, pad=in_front, width=lambda lookback: lookback + 1, order=lambda window: window):
    """Cut `width` words out of the padded sentence at each place, in this order."""
    padded = pad(x, lookback)
    return torch.stack([order(padded[t : t + width(lookback)]) for t in range(len(x))])


@windows.cases
def _(draw):
    """Words (T, E) and L >= 0: three words of two numbers by hand, random ones, a sentence shorter than L."""
    yield real([[1, 2], [3, 4], [5, 6]]), 2
    yield from ((draw.normal(T, E), L) for T, E, L in ((5, 3, 1), (6, 2, 3), (2, 3, 4), (1, 2, 3)))
    yield draw.normal(4, 2), 0


def filled(x, lookback, there=lambda word: True, places=lambda lookback: lookback + 1):
    """A mistake: places filled one by one, wherever word number t - L + place is taken to be there."""
    out = torch.zeros(len(x), lookback + 1, x.size(1))
    for t in range(len(x)):
        for place in range(places(lookback)):
            if there(t - lookback + place):
                out[t, place] = x[t - lookback + place]
    return out


windows.wrong(
    "pads behind the sentence instead of before it",
    pad=lambda x, lookback: torch.cat([x, zeros(x, lookback)]),
).hint("A score may not know later words. Which words stand in the window of the first one?")
windows.wrong("lists the newest word first", order=lambda window: window.flip(0)).hint(
    "Read a window from left to right: the oldest word first, word t itself last."
)
windows.wrong(
    "repeats the first word where there is none",
    pad=lambda x, lookback: torch.cat([x[:1].expand(lookback, -1), x]),
).hint("Before the sentence stand zeros, not a copy of word 0.")
windows.wrong("goes round to the end of the sentence, as a negative index does", filled).hint(
    "In Python x[-1] is the last word: no error in a long sentence, and a look into the future. Ask whether "
    "the word's number is below 0."
)
windows.wrong(
    "leaves the last place empty, where word t belongs",
    lambda x, lookback: filled(x, lookback, lambda word: word >= 0, lambda lookback: lookback),
).hint("A window has L + 1 places, 0 to L. How far does the loop go?")
windows.wrong("leaves out word 0", lambda x, lookback: filled(x, lookback, lambda word: word > 0)).hint(
    "Positions count from 0: word 0 is a word. Which numbers are before the sentence?"
)
windows.wrong(
    "stands one word ahead", pad=lambda x, lookback: torch.cat([in_front(x, lookback), zeros(x, 1)])[1:]
).hint("The last place of window t is word t, not t + 1: that one is not to be known yet.")
windows.wrong(
    "fills full windows alone",
    lambda x, lookback: windows(x, lookback) * (torch.arange(len(x)) >= lookback)[:, None, None],
).hint("The first windows are part zeros, part words. Ask for each place, not for the whole window.")
windows.wrong(
    "looks at L words instead of L + 1",
    pad=lambda x, lookback: in_front(x, max(lookback - 1, 0)),
    width=lambda lookback: lookback,
).hint("L is how far the window looks back. Word t itself is in it too: that makes L + 1.")
windows.wrong(
    "stands in the middle of its window, half in the past and half in the future",
    pad=lambda x, lookback: torch.cat([zeros(x, lookback // 2), x, zeros(x, lookback - lookback // 2)]),
).hint("Padding on both sides is for reading a finished sentence. Here word t is the last of its window.")
windows.wrong(
    "leaves word t itself out", pad=lambda x, lookback: torch.cat([zeros(x, lookback + 1), x])
).hint("The last place of window t is word t. One zero too many stands before the sentence.")
windows.wrong(
    "sets the newest words to zero instead of padding",
    lambda x, lookback: [
        torch.cat([x[max(0, t - lookback) : t + 1], zeros(x, max(0, lookback - t))]) for t in range(len(x))
    ],
).hint("The zeros stand before the words, since they stand for what came before the sentence.")


def convolved(x, kernel, bias):
    """The sums before the ReLU, (T, F)."""
    seen = windows(x, kernel.size(1) - 1)  # (T, L + 1, E)
    return torch.einsum("tle,fle->tf", seen, kernel) + bias


@task("8.2", section="Parsing: a window slides over the words", axes="t")
def scores(x, kernel, bias, w, b, sums=convolved, bend=torch.relu, squeeze=torch.sigmoid, total=torch.matmul):
    """Sums of the windows, bent, weighed and squeezed."""
    return squeeze(total(bend(sums(x, kernel, bias)), w) + b)


@scores.cases
def _(draw):
    """The chapter's five words and one filter, fewer words than places, random filters (F, L + 1, E)."""
    yield FIVE, FILTER, real([1]), real([0.5]), real(-1)
    yield real([[1], [2], [3]]), real([[[4], [8], [1], [-1], [1]]]), real([1]), real([0.5]), real(-1)
    for T, E, F, width in ((4, 2, 3, 3), (6, 3, 2, 4), (2, 2, 3, 5), (1, 3, 2, 2), (5, 2, 4, 1)):
        x, kernel, bias, w = draw.normals((T, E), (F, width, E), (F,), (F,))
        yield x, kernel, bias, w, draw.normal(1)[0]


scores.wrong("leaves out the ReLU", bend=lambda h: h).hint(
    "Two sums in a row are one sum. What happens to the feature -2 of the chapter's word 'old'?"
)
scores.wrong("leaves out the sigmoid", squeeze=lambda d: d).hint("A score lies between 0 and 1.")
scores.wrong(
    "lays the filter over the window backwards, as a convolution in mathematics does",
    lambda x, kernel, bias, w, b: scores(x, kernel.flip(1), bias, w, b),
).hint("Place 0 of a filter meets the oldest word of the window. Networks do not turn their filters round.")
scores.wrong(
    "forgets the bias of the filters", lambda x, kernel, bias, w, b: scores(x, kernel, 0 * bias, w, b)
).hint("Each filter adds its own bias, before the ReLU.")
scores.wrong(
    "adds the bias of the filters behind the ReLU",
    sums=lambda x, kernel, bias: torch.relu(convolved(x, kernel, 0 * bias)) + bias,
    bend=lambda h: h,
).hint("W_c [...] + b_c stands inside the ReLU: add first, then cut off.")
scores.wrong(
    "pads behind the sentence instead of before it",
    sums=lambda x, kernel, bias: convolved(torch.cat([x, zeros(x, kernel.size(1) - 1)]), kernel, bias)[
        kernel.size(1) - 1 :
    ],
).hint("The window of word 0 holds zeros and word 0. Use task 8.1.")
scores.wrong(
    "goes round to the end of the sentence in the first windows",
    sums=lambda x, kernel, bias: torch.einsum("tle,fle->tf", filled(x, kernel.size(1) - 1), kernel) + bias,
).hint("A negative index looks at the last words. Zeros stand before the sentence: use task 8.1.")
scores.wrong(
    "takes the window that ends one word earlier",
    sums=lambda x, kernel, bias: convolved(torch.cat([zeros(x, 1), x[:-1]]), kernel, bias),
).hint("The last place of window t is word t itself.")
scores.wrong("ends in a ReLU, as the blog's formula does", squeeze=torch.relu).hint(
    "The contract ends in a sigmoid: a score lies between 0 and 1."
)
scores.wrong("bends with a tanh instead of a ReLU", bend=torch.tanh).hint(
    "ReLU(a) is a above 0, and 0 below."
)
scores.wrong("takes the mean over the filters instead of the sum", total=lambda h, w: (h * w).mean(-1)).hint(
    "w . h is a sum of F products."
)
scores.wrong(
    "forgets the bias of the score", lambda x, kernel, bias, w, b: scores(x, kernel, bias, w, 0)
).hint("Before the sigmoid there is a bias b too.")
scores.wrong(
    "uses word t alone and not its window",
    lambda x, kernel, bias, w, b: scores(x, kernel[:, -1:], bias, w, b),
).hint("The filter has L + 1 places. The earlier ones look at the words before t.")


def ramp(lead, tau):
    """The paper's form."""
    return ((1 + tau * lead) / 2).clamp(0, 1)


@task("8.3", section="Predict: what is known when a word is guessed", axes="t, i")
def next_gates(d, guess, tau, first=lambda i: i + 1, end=lambda t: t + 1, score=None, chance=ramp, columns=0):
    """The product of chance(score[t] - d[j]) over first(i) <= j < end(t), for i < t + columns."""
    ahead, T = guess if score is None else score(d, guess), len(d)
    out = torch.zeros(T, T)
    for t in range(T):
        for i in range(t + columns):
            out[t, i] = chance(ahead[t] - d[first(i) : end(t)], tau).prod()
    return out


@next_gates.cases
def _(draw):
    """Scores and guesses (T,), and tau: four words by hand, random ones, sharp ones, one word."""
    yield real(SCORES), real([0.5, 0.5, 0.6, 0.4]), 1.0
    yield from ((draw.uniform(T), draw.uniform(T), tau) for T, tau in ((3, 0.7), (5, 1.0), (7, 0.5)))
    yield from ((draw.uniform(6), draw.uniform(6), 4.0) for _ in range(3))
    yield real([0.1, 0.9, 0.9, 0.2]), real([0.3, 0.9, 0.1, 0.95]), 5.0
    yield real([0.5]), real([0.7]), 1.0


def unclipped(d, guess, tau):
    """A mistake: factors below 0 and above 1."""
    return next_gates(d, guess, tau, chance=lambda lead, tau: (1 + tau * lead) / 2)


next_gates.wrong("stops before the wall of step t itself", end=lambda t: t).hint(
    "The look starts at the coming word t + 1, so it must also pass the wall of word t."
)
next_gates.wrong(
    "gives the gates of step t: the true d_t, and only the walls before it",
    end=lambda t: t,
    score=lambda d, guess: d,
).hint("These are the gates of Reading. Predict looks with the eyes of word t + 1, whose score is guessed.")
next_gates.wrong("looks with the true d_t instead of the guess", score=lambda d, guess: d).hint(
    "d_t belongs to word t. The word that looks here is the next one, and of its score there is only a guess."
)
next_gates.wrong(
    "looks with the true score of the next word, which nobody knows yet",
    score=lambda d, guess: torch.cat([d[1:], guess[-1:]]),
).hint("d_{t+1} is made of x_{t+1}, the word to be guessed: a leak. guess[t] is what there is.")
next_gates.wrong(
    "looks with the true score of the next word, and in the last row with d_t",
    score=lambda d, guess: torch.cat([d[1:], d[-1:]]),
).hint(
    "d_{t+1} is what the window says of x_{t+1}, the word to be guessed: a leak, in all rows but the last."
)
next_gates.wrong(
    "reads entry t + 1, of which the last row has none",
    score=lambda d, guess: [d[t + 1] for t in range(len(d))],
).hint("d[t + 1] would be a leak besides: it is made of x_{t+1}, the word to be guessed. Use guess[t].")
next_gates.wrong(
    "takes the guess that is made one step too late",
    score=lambda d, guess: torch.cat([guess[1:], guess[-1:]]),
).hint("guess[t] is made at step t, of word t + 1. The next entry is not there yet.")
next_gates.wrong(
    "takes the guess that was made one step too early", score=lambda d, guess: guess.roll(1)
).hint("Entry t of `guess` is already the guess at the score of word t + 1.")
next_gates.wrong("must pass the wall of i itself as well", first=lambda i: i).hint(
    "To see memory i, the look must pass the walls between i and the next word, not wall i."
)
next_gates.wrong("lists memory t too, whose state needs no gate", columns=1).hint(
    "Row t has gates for the memories before t. Predict takes h_t without a gate: entry [t, t] is 0."
)
next_gates.wrong("subtracts the other way round", chance=lambda lead, tau: ramp(-lead, tau)).hint(
    "A high wall stops the look: where d_j is far above the guess, the chance to go on is 0."
)
next_gates.wrong("does not clip", unclipped).hint("A chance lies between 0 and 1.")
next_gates.wrong("does not halve", chance=lambda lead, tau: (1 + tau * lead).clamp(0, 1)).hint(
    "Equal scores give 1/2 in the paper's form: halve before you clip."
)
next_gates.wrong("clips the product, not each factor", lambda *case: unclipped(*case).clamp(0, 1)).hint(
    "Two factors below 0 would open the gate. Each alpha is a chance: clip it before the product."
)
next_gates.wrong("makes hard gates", chance=lambda lead, tau: (lead > 0).float()).hint(
    "These gates are soft: a wall that is only a little higher lets a part through."
)
next_gates.wrong("looks at the wall of i + 1 alone", chance=lambda lead, tau: ramp(lead[:1], tau)).hint(
    "The look passes several walls, i + 1 to t: one factor for each."
)
next_gates.wrong(
    "takes the least factor, not the product", chance=lambda lead, tau: ramp(lead, tau).min()
).hint("To get past two walls the look must pass the one and the other: chances multiply.")
next_gates.wrong("skips the wall of i + 1", first=lambda i: i + 2).hint(
    "The nearest memory but t is i = t - 1, and even there one wall stands between: that of t."
)
next_gates.wrong(
    "uses the form of the authors' code", chance=lambda lead, tau: (1 + lead / tau).clamp(0, 1)
).hint("The form asked for is the paper's, with equal scores at 1/2.")
next_gates.wrong(
    "exchanges the step t and the memory i", lambda d, guess, tau: next_gates(d, guess, tau).T
).hint("Rows are steps, columns are memories.")
next_gates.wrong("compares guesses with guesses", lambda d, guess, tau: next_gates(guess, guess, tau)).hint(
    "The walls that are already there have true scores. Only the coming word's is a guess."
)
