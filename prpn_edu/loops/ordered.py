"""Ordered neurons as plain loops over lists: cumax, the ON-LSTM cell, and attention behind master gates.

Nothing is imported but other loops. The batched forms are in `prpn_edu.latent.ordered`; the tests hold them
together.

Letters: m levels of C neurons each, H = m C; f~ and i~ the master forget and input gate, m numbers each.
"""

from prpn_edu.loops.attention import attend, softmax
from prpn_edu.loops.lstm import add, sigmoid, tanh, times


def cumax(scores):
    """The running sum of the softmax: a soft step, from nearly 0 up to 1.

    Entry k is the chance that a point, drawn by the softmax, lies at level k or below.
    Source: Shen et al. (2019), section 4.1.
    """
    total, out = 0, []
    for p in softmax(scores):
        total = total + p
        out.append(total)
    return out


def master_gates(forget_scores, input_scores):
    """f~ = cumax, which rises to 1, and i~ = 1 - cumax, which falls to 0: a list of m numbers each."""
    return cumax(forget_scores), [1 - p for p in cumax(input_scores)]


def meet(f, i, f_master, i_master):
    """The gates of one neuron where the master gates overlap by w = f~ i~, and the master gates elsewhere.

    Source: Shen et al. (2019), section 4.2.
    """
    w = f_master * i_master
    return f * w + (f_master - w), i * w + (i_master - w)


def on_lstm_cell(weights, x, h, c):
    """One word of an ON-LSTM.

    Args:
        weights: as in `lstm.lstm_cell`, with the master gates "f~" and "i~" beside "i", "f", "g", "o"; each
            is (W, R, b), with m rows for a master gate and H = m C for the others.
        x: the word, a list of E numbers.
        h: the output so far, a list of H numbers.
        c: the memory so far, a list of H numbers.
    Returns:
        the new output and memory, and the master forget gate f~.
    """
    # 1 read
    before = {}
    for name, (W, R, b) in weights.items():
        before[name] = add(times(W, x), times(R, h), b)
    # 2 gate
    f_master, i_master = master_gates(before["f~"], before["i~"])
    chunk = len(c) // len(f_master)
    new_c = []
    for k in range(len(c)):
        f, i = sigmoid(before["f"][k]), sigmoid(before["i"][k])
        f, i = meet(f, i, f_master[k // chunk], i_master[k // chunk])
        # 3 combine
        new_c.append(f * c[k] + i * tanh(before["g"][k]))
    new_h = [sigmoid(o) * tanh(m) for o, m in zip(before["o"], new_c)]
    return new_h, new_c, f_master


def on_lstm(weights, sentence):
    """Read a sentence from left to right, from a state of zeros: the outputs, and f~ at each word."""
    h = c = [0.0] * len(weights["i"][2])
    outputs, forgets = [], []
    for x in sentence:
        h, c, f_master = on_lstm_cell(weights, x, h, c)
        outputs.append(h)
        forgets.append(f_master)
    return outputs, forgets


def distance(f_master):
    """How much is forgotten: d = 1 - mean(f~), high where a large phrase has just been closed.

    Source: Shen et al. (2019), eq. (15), divided by m.
    """
    return 1 - sum(f_master) / len(f_master)


def ordered_attention(queries, keys, values, f_masters, i_masters):
    """Attention that writes and forgets level by level: o_t = f~_t sum_{j <= t} a_tj (i~_j v_j).

    Args:
        queries, keys, values: T lists each; a value has H = m C numbers.
        f_masters, i_masters: T lists of m numbers each.
    Returns:
        T lists of H numbers.
    Source: ours, a reading of Thillaisundaram (2020), who prints no equation.
    """
    out = []
    for t in range(len(queries)):
        chunk = len(values[t]) // len(f_masters[t])
        total = [0] * len(values[t])
        for j, a in enumerate(attend(queries[t], keys[: t + 1])):
            written = [i_masters[j][k // chunk] * v for k, v in enumerate(values[j])]
            total = [old + a * new for old, new in zip(total, written)]
        out.append([f_masters[t][k // chunk] * v for k, v in enumerate(total)])
    return out
