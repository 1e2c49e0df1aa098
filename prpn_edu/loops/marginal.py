"""A limit that one can sum over, as plain loops over lists: its laws, the next word, what the word tells.

Nothing is imported but other loops, and the laws do not round: scores that are `fractions.Fraction` give
exact fractions. The batched forms are `prpn_edu.latent.limit_laws`, `ranking` and `LatentLimitLm`.

Letters: d[i] > 0 is the score of word i, t the step that looks back, i, j, k positions before it; V words.
"""

from prpn_edu.loops.attention import softmax
from prpn_edu.loops.gates import hard_gates
from prpn_edu.loops.lstm import add, tanh, times
from prpn_edu.loops.prpn import look_back, normalised


def going_on(d, t):
    """Bradley and Terry: the chance d_t / (d_t + d_j) that t beats j, and so looks on past it, for j < t.

    Source: note, section 5.3, where the chance is that of stopping.
    """
    return [d[t] / (d[t] + d[j]) for j in range(t)]


def ranking_gates(d, t):
    """Plackett and Luce: P(l_t <= i) = d_t / sum_{j=i+1}^{t} d_j, for i < t, all scores in one ranking."""
    return [d[t] / sum(d[i + 1 : t + 1]) for i in range(t)]


def law_of(g):
    """The law whose running sum is g: p(l_t = k) = g_k - g_{k-1}."""
    return [b - a for a, b in zip([0] + g[:-1], g)]


def mixture(p, rows):
    """sum_k p_k row_k: the guesses under each limit, added up by how likely the limit is.

    Args:
        p: t chances.
        rows: t lists of V chances.
    """
    out = [0] * len(rows[0])
    for weight, row in zip(p, rows):
        out = [a + weight * b for a, b in zip(out, row)]
    return out


def posterior(p, likelihoods):
    """p(l = k | word) = p_k p(word | k) / sum_j p_j p(word | j): Bayes' rule, t numbers."""
    joint = [a * b for a, b in zip(p, likelihoods)]
    total = sum(joint)
    return [a / total for a in joint]


def next_word(model, x, t, g):
    """The chances of the next word when step t looks back through the gates g: V numbers.

    Args:
        model: "predictor", the weights of a look back, see `loops.prpn`; "table", V vectors, and "out_bias".
        x: the words' vectors, more than t of them.
        t: a step, 1 or more.
        g: t gates: hard ones for a guess under one limit, expected ones for the guess of PRPN.
    """
    _, mixed = look_back(model["predictor"], x[t], x[:t], g)
    o = [tanh(a) for a in normalised(model["predictor"], mixed)]
    return softmax(add(times(model["table"], o), model["out_bias"]))


def next_word_by_limit(model, x, t):
    """The guess under each limit 0 .. t-1: t lists of V chances. Arguments as in `next_word`."""
    return [next_word(model, x, t, hard_gates(k, t)) for k in range(t)]
