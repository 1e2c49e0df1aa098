"""The gates of PRPN for one sentence and one step, as plain loops over lists.

Nothing is imported and nothing rounds: lists of floats give floats, lists of `fractions.Fraction` give
exact fractions. The batched form is `prpn_edu.latent.gates`; the tests hold the two together. MicroPython
runs this file in the reader's browser.

Letters: d[i] is the score of word i, t the step that looks back, i and j positions looked at, 0 <= i < t.
"""

EULER = 2.718281828459045


def clip(x, low=0, high=1):
    """Return x, kept between low and high."""
    return max(low, min(high, x))


def sigmoid(x):
    """Return 1 / (1 + e^-x)."""
    if x < -500:
        return 0.0  # e^500 would leave the range of a float
    return 1 / (1 + EULER**-x)


def alphas(d, t, tau=1, form="paper"):
    """The chance that the search for the limit goes on past j, for j = 0 .. t-1.

    Args:
        d: scores, a list of T numbers.
        t: the step that looks back, 0 <= t < T.
        tau: sharpness, > 0 (>= 0 for "paper"). A factor in the paper's form, a divisor in the other two.
        form: "paper" clip((1 + tau (d_t - d_j)) / 2); "code" clip(1 + (d_t - d_j) / tau); "soft" sigmoid(10
            (d_t - d_j) / tau + 5).
    Returns:
        a list of t numbers in [0, 1]. Entry 0 is never used, since the search always stops at 0.
    Source: the note's Figure 2 and the paper ("paper"); the note's eq. (7) and the authors' code ("code",
        "soft").
    """
    out = []
    for j in range(t):
        difference = d[t] - d[j]
        if form == "paper":
            out.append(clip((1 + tau * difference) / 2))
        elif form == "code":
            out.append(clip(1 + difference / tau))
        elif form == "soft":
            out.append(sigmoid(10 * difference / tau + 5))
        else:
            raise ValueError(f"no form {form!r}: paper, code or soft")
    return out


def limit_distribution(alpha):
    """Walk left from t-1, breaking a stick of length 1: p(l_t = k) for k = 0 .. t-1.

    Args:
        alpha: the chances to go on, a list of t numbers.
    Returns:
        a list of t numbers that sum to 1 (an empty list for t = 0).
    Source: note, eq. (4).
    """
    p = [0] * len(alpha)
    remaining = 1  # the stick: the chance that the search reaches k
    for k in range(len(alpha) - 1, 0, -1):
        p[k] = (1 - alpha[k]) * remaining
        remaining = remaining * alpha[k]
    if alpha:
        p[0] = remaining  # k = 0 takes the rest
    return p


def expected_gates(alpha):
    """E[g_i] = P(l_t <= i): the chance that position i is inside the limit, for i = 0 .. t-1.

    Source: note, eq. (5).
    """
    g = [1] * len(alpha)  # the empty product: t-1 is always inside
    for i in range(len(alpha) - 2, -1, -1):
        g[i] = g[i + 1] * alpha[i + 1]
    return g


def hard_gates(limit, t):
    """g_i = 1 when limit <= i < t, else 0, for i = 0 .. t-1. Source: note, below eq. (3)."""
    return [1 if limit <= i else 0 for i in range(t)]


def nearest_higher(d, t):
    """The limit for an infinitely sharp gate: the nearest i < t with d_i > d_t, else 0."""
    for i in range(t - 1, -1, -1):
        if d[i] > d[t]:
            return i
    return 0


def gated_attention(raw, g):
    """s_i = g_i raw_i / sum_j g_j raw_j; zeros where nothing is left to attend to.

    Source: note, eq. (3).
    """
    weighted = [a * b for a, b in zip(raw, g)]
    total = sum(weighted)
    if total == 0:
        return weighted
    return [w / total for w in weighted]


def expected_attention(raw, alpha):
    """E[s_i(l_t)]: the attention under each limit k, weighted by p(l_t = k).

    Not gated_attention(raw, expected_gates(alpha)).
    """
    t = len(alpha)
    out = [0] * t
    for k, p in enumerate(limit_distribution(alpha)):
        s = gated_attention(raw, hard_gates(k, t))
        out = [a + p * b for a, b in zip(out, s)]
    return out


def split(d, words):
    """The note's SPLIT as nested lists, (left, (word_i, right)), at the first of the highest scores."""
    if len(words) == 1:
        return words[0]
    i = 0
    for j in range(len(d)):
        if d[j] > d[i]:
            i = j
    right = words[i]
    if i + 1 < len(words):
        right = [words[i], split(d[i + 1 :], words[i + 1 :])]
    return [split(d[:i], words[:i]), right] if i > 0 else right


def split_between(distances, words):
    """The tree that cuts between two words at the first of the largest distances, as nested lists.

    distances[k] stands between word k and word k+1. Source: Shen et al. (2018), Straight to the Tree.
    """
    if len(words) == 1:
        return words[0]
    k = distances.index(max(distances))
    left = split_between(distances[:k], words[: k + 1])
    right = split_between(distances[k + 1 :], words[k + 1 :])
    return [left, right]


def spans(tree, start=0):
    """The brackets of nested lists, each as [first word, word after the last]; the outer one comes first."""
    if isinstance(tree, str):
        return []
    out = [[start, start]]
    for part in tree:
        end = out[0][1]
        inside = spans(part, end)
        out[0][1] = inside[0][1] if inside else end + 1
        out = out + inside
    return out


def disagreement(first, second):
    """The brackets of two trees that only one of them has, those of the first before those of the second."""
    ours, theirs = spans(first), spans(second)
    return [span for span in ours + theirs if not (span in ours and span in theirs)]


def crossings(limits):
    """The pairs u < v whose ranges l_u .. u and l_v .. v overlap, while neither holds the other."""
    size = len(limits)
    return [[u, v] for v in range(size) for u in range(v) if limits[u] < limits[v] < u]
