"""Plausible wrong answers to the sheet on the three networks, written without sight of the known mistakes."""

import torch


def windows(x, lookback, word=lambda t, p, lookback: t - lookback + p, wrap=False):
    T, E = x.shape
    out = torch.zeros(T, lookback + 1, E)
    for t in range(T):
        for place in range(lookback + 1):
            number = word(t, place, lookback)
            if wrap or 0 <= number < T:
                out[t, place] = x[number]
    return out


def features(x, kernel):
    return torch.einsum("tpe,fpe->tf", windows(x, kernel.shape[1] - 1), kernel)


def next_gates(d, looks, tau, first=1, last=1):
    T = len(d)
    g = torch.zeros(T, T)
    for t in range(T):
        for i in range(t):
            walls = d[i + first : t + last]
            g[t, i] = ((1 + tau * (looks[t] - walls)) / 2).clamp(0, 1).prod()
    return g


def root_of_the_tape(x, h, c, g, W_h, W_x):
    k = W_h @ h[-1] + W_x @ x
    s = g * torch.softmax(h @ k / len(h) ** 0.5, dim=0)
    s = s / s.sum()
    return torch.stack([s @ h, s @ c])


def gates_without_division(x, h, c, g, W_h, W_x):
    k = W_h @ h[-1] + W_x @ x
    s = g * torch.softmax(h @ k / len(k) ** 0.5, dim=0)
    return torch.stack([s @ h, s @ c])


def gates_before_softmax(x, h, c, g, W_h, W_x):
    k = W_h @ h[-1] + W_x @ x
    s = torch.softmax(g * (h @ k) / len(k) ** 0.5, dim=0)
    return torch.stack([s @ h, s @ c])


def average_without_division(h, raw, g):
    return torch.cat([h, (raw * g) @ h], dim=-1)


def average_first(h, raw, g):
    kept = raw * g
    total = kept.sum(-1, keepdim=True)
    return torch.cat([kept / torch.where(total > 0, total, 1.0) @ h, h], dim=-1)


def closed_gates_ignored(h, raw, g):
    kept = raw * g
    total = kept.sum(-1, keepdim=True)
    s = torch.where(total > 0, kept / torch.where(total > 0, total, 1.0), raw)
    return torch.cat([h, s @ h], dim=-1)


def weights(V, E, H, F, L, matrices=1, half=2, key_bias=0):
    def layer(n, m):
        return (n + 1) * m

    parsing = layer((L + 1) * E, F) + 2 * F + 2 * layer(F // half, 1)
    reading = layer(E, H) + H * H + key_bias * H
    reading += layer(E, 4 * H) + layer(H, 4 * H) + 8 * H + 8 * H + 2 * H
    return torch.tensor([matrices * V * E + V, parsing, reading, layer(H, H) + layer(2 * H, E) + 2 * E])


ANSWERS = {
    "8.1": [
        ("newest word at the left", lambda x, L: windows(x, L, lambda t, p, L: t - p)),
        ("negative indices wrap round", lambda x, L: windows(x, L, wrap=True)),
        ("window ends before the word", lambda x, L: windows(x, L, lambda t, p, L: t - L - 1 + p)),
    ],
    "8.2": [
        (
            "bias of the filter added after the ReLU",
            lambda x, k, bias, w, b: torch.sigmoid((features(x, k).clamp(min=0) + bias) @ w + b),
        ),
        (
            "filter laid on the wrong way round",
            lambda x, k, bias, w, b: torch.sigmoid((features(x, k.flip(1)) + bias).clamp(min=0) @ w + b),
        ),
        (
            "last bias forgotten",
            lambda x, k, bias, w, b: torch.sigmoid((features(x, k) + bias).clamp(min=0) @ w),
        ),
    ],
    "8.3": [
        ("wall of word t forgotten", lambda d, guess, tau: next_gates(d, guess, tau, last=0)),
        ("true score of step t looks", lambda d, guess, tau: next_gates(d, d, tau)),
        ("wall of word i counted too", lambda d, guess, tau: next_gates(d, guess, tau, first=0)),
    ],
    "8.4": [
        ("root of the tape's length", root_of_the_tape),
        ("not divided after the gates", gates_without_division),
        ("gates multiplied before the softmax", gates_before_softmax),
    ],
    "8.5": [
        ("not divided after the gates", average_without_division),
        ("average before the last output", average_first),
        ("closed gates fall back to the attention", closed_gates_ignored),
    ],
    "8.6": [
        ("a second matrix for the output layer", lambda V, E, H, F, L: weights(V, E, H, F, L, matrices=2)),
        ("each score sees all features", lambda V, E, H, F, L: weights(V, E, H, F, L, half=1)),
        ("a bias for W_h too", lambda V, E, H, F, L: weights(V, E, H, F, L, key_bias=1)),
    ],
}
