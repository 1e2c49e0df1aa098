"""A trained PRPN that reads by attention alone: one sentence, one step at a time, as plain loops over lists.

Nothing is imported but other loops; a vector is a list, a matrix a list of its rows. The batched form is
`prpn_edu.latent.Prpn`, whose weights `prpn_edu.latent.prpn_export` turns into the dict that is called `model`
here. MicroPython runs this file in the reader's browser, with a model small enough for a page.

Letters: position 0 is <s>, position i the word i; T positions, V words, E the width of a word's vector, L how
many words the scores look back; d a score, g gates, s attention, t the step, i < t a position looked at.
"""

from prpn_edu.loops import gates
from prpn_edu.loops.attention import attend
from prpn_edu.loops.lstm import EULER, add, sigmoid, tanh, times
from prpn_edu.loops.packed import UNKNOWN

START, END = "<s>", "</s>"
NEVER_NEXT = (UNKNOWN, "<pad>", START)  # what a reader is not shown as a next word
TOP = 6
MOST = 20  # words


def vectors(model, words):
    """The vectors of <s> and the words, T of them; a word that the model never saw reads as <unk>."""
    number = model["number"]
    return [model["table"][number.get(word, number[UNKNOWN])] for word in [START] + words]


def score(model, x, t, part="now"):
    """The score of position t from the last L + 1 vectors: d_t, or with part="next" the guess d' at d_{t+1}.

    Source: paper, eq. (11) and (12); batch normalisation is folded into the convolution's weights.
    """
    lookback, width = model["lookback"], len(x[0])
    window = []  # zeros stand before the sentence
    for j in range(t - lookback, t + 1):
        window += x[j] if j >= 0 else [0.0] * width
    parts = model[part]
    features = add(times(parts["convolution"], window), parts["convolution_bias"])
    return sigmoid(sum(w * max(h, 0.0) for w, h in zip(parts["score"], features)) + parts["score_bias"])


def open_gates(model, d, own):
    """The soft gates of a step whose score is `own`, for the positions before it, whose scores are d."""
    alpha = gates.alphas(d + [own], len(d), model["tau"], model["form"])
    return gates.expected_gates(alpha)


def look_back(weights, query, memories, g):
    """What one step sees: its attention, and a mix of its own vector and the mean of what it attends to."""
    key = add(times(weights["key"], query), weights["key_bias"])
    s = gates.gated_attention(attend(key, memories), g)  # note, eq. (6)
    mean = [sum(a * m[k] for a, m in zip(s, memories)) for k in range(len(query))]
    return s, add(times(weights["mix"], query + mean), weights["mix_bias"])


def normalised(weights, x):
    """Layer normalisation: mean 0 and variance 1 over the entries, then a gain and a bias for each."""
    mean = sum(x) / len(x)
    spread = (sum((a - mean) ** 2 for a in x) / len(x) + 1e-5) ** 0.5
    return [gain * (a - mean) / spread + b for a, gain, b in zip(x, weights["gain"], weights["bias"])]


def next_words(model, o):
    """The chance of each word, and of the end, to come next: V numbers that sum to 1; 0 for NEVER_NEXT."""
    logits = add(times(model["table"], o), model["out_bias"])
    highest = max(logits)
    weights = [
        0.0 if word in NEVER_NEXT else EULER ** (a - highest) for word, a in zip(model["words"], logits)
    ]
    total = sum(weights)
    return [w / total for w in weights]


def run(model, words, t):
    """Read a sentence up to word t, and guess what comes then.

    Args:
        model: the weights.
        words: n words, n >= 1.
        t: a step, 1 <= t <= n.
    Returns:
        a dict. "d": the scores of all T = n + 1 positions. "gates", "attention": of step t when it reads its
        word, t numbers each, position 0 first. "ahead", "gates_ahead", "attention_ahead": d'_{t+1}, and the
        same for the guess at the next word; word t itself is open to it and not counted. "next": the TOP most
        probable words with their chances. "came": the word that does come next, "</s>" at the end, and its
        chance, -1 for a word that the model does not know. "unknown": the words that it does not know, by
        position. "tree": SPLIT's, over the words.
    Source: paper, eq. (11) to (17), with the reading network of `latent.prpn.AttentionReadingNetwork`.
    """
    x = vectors(model, words)
    d = [score(model, x, j) for j in range(len(x))]
    h = []  # what the reading network makes of each position
    for j in range(t + 1):
        g = open_gates(model, d[:j], d[j])
        s, mixed = look_back(model["reader"], x[j], x[:j], g)
        h.append(normalised(model["reader"], [tanh(a) for a in mixed]))
    ahead = score(model, x, t, "next")
    g_ahead = open_gates(model, d[: t + 1], ahead)[:t]
    s_ahead, mixed = look_back(model["predictor"], h[t], h[:t], g_ahead)
    chances = next_words(model, [tanh(a) for a in normalised(model["predictor"], mixed)])
    came = words[t] if t < len(words) else END
    number = model["number"]
    best = sorted(range(len(chances)), key=lambda k: -chances[k])[:TOP]
    return {
        "d": d,
        "limit": gates.nearest_higher(d, t),
        "gates": g,
        "attention": s,
        "ahead": ahead,
        "gates_ahead": g_ahead,
        "attention_ahead": s_ahead,
        "next": [[model["words"][k], chances[k]] for k in best],
        "came": [came, chances[number[came]] if came in number else -1.0],
        "unknown": [i + 1 for i, word in enumerate(words) if word not in number],
        "tree": gates.split(d[1:], words),
    }
