"""Right answers to the tasks of chapter 8, written differently; among them the library's own."""

import numpy as np
import torch

from prpn_edu.latent.prpn import Prpn, build_vocabulary, memory_gates, structured_attention
from prpn_edu.loops import attention, networks
from prpn_edu.loops import gates as loops


def windows_by_unfolding(x, lookback):
    padded = torch.nn.functional.pad(x, (0, 0, lookback, 0))
    return padded.unfold(0, lookback + 1, 1).transpose(1, 2)


def windows_by_numpy(x, lookback):
    padded = np.concatenate([np.zeros((lookback, x.shape[1])), x.numpy()])
    place = np.arange(len(x))[:, None] + np.arange(lookback + 1)
    return padded[place]


def windows_of_the_library(x, lookback):
    return networks.windows(x.tolist(), lookback)


def scores_by_convolution(x, kernel, bias, w, b):
    padded = torch.nn.functional.pad(x.T[None], (kernel.shape[1] - 1, 0))
    h = torch.nn.functional.conv1d(padded, kernel.transpose(1, 2), bias)[0].T
    return torch.sigmoid(torch.relu(h) @ w + b)


def scores_by_loops(x, kernel, bias, w, b):
    out = []
    for window in networks.windows(x.tolist(), kernel.shape[1] - 1):
        h = networks.features(window, kernel.tolist(), bias.tolist())
        out.append(networks.score(h, w.tolist(), float(b)))
    return out


def scores_by_steps_back(x, kernel, bias, w, b):
    h = bias.repeat(len(x), 1)
    for back, filters in enumerate(kernel.unbind(1)[::-1]):
        if back < len(x):
            h[back:] += x[: len(x) - back] @ filters.T
    return torch.sigmoid((h.clamp(min=0) * w).sum(-1) + b)


def next_gates_by_walking(d, guess, tau):
    T = len(d)
    out = [[0.0] * T for _ in range(T)]
    for t in range(T):
        gate = 1.0
        for i in range(t - 1, -1, -1):
            gate *= min(1.0, max(0.0, (1 + tau * float(guess[t] - d[i + 1])) / 2))
            out[t][i] = gate
    return out


def next_gates_of_the_library(d, guess, tau):
    return memory_gates(d.double(), guess.double(), tau, "paper")[1]


def next_gates_of_the_loops(d, guess, tau):
    T = len(d)
    out = torch.zeros(T, T)
    for t in range(1, T):
        seen = loops.expected_gates(loops.alphas([*d[: t + 1].tolist(), float(guess[t])], t + 1, tau))
        out[t, :t] = torch.tensor(seen[:t])
    return out


def read_step_by_loops(x, h, c, g, W_h, W_x):
    k = networks.key(x.tolist(), h[-1].tolist(), W_x.tolist(), W_h.tolist())
    s = loops.gated_attention(attention.attend(k, h.tolist()), g.tolist())
    return [attention.average(s, tape.tolist(), len(k)) for tape in (h, c)]


def read_step_by_logarithms(x, h, c, g, W_h, W_x):
    key = torch.cat([W_h, W_x], 1).double() @ torch.cat([h[-1], x]).double()
    s = torch.softmax(h.double() @ key / len(key) ** 0.5 + g.double().log(), 0)
    return (s @ torch.stack([h, c]).double()).numpy()


def read_step_of_the_library(x, h, c, g, W_h, W_x):
    logits = torch.einsum("th,h->t", h, W_h @ h[-1] + W_x @ x) / h.shape[1] ** 0.5
    return torch.stack([structured_attention(logits, g) @ tape for tape in (h, c)])


def predict_input_by_loops(h, raw, g):
    rows = []
    for t, state in enumerate(h.tolist()):
        s = loops.gated_attention(raw[t, :t].tolist(), g[t, :t].tolist())
        rows.append(state + attention.average(s, h[:t].tolist(), len(state)))
    return rows


def predict_input_by_numpy(h, raw, g):
    kept = (raw * g).numpy().astype(float)
    total = kept.sum(-1, keepdims=True)
    s = np.divide(kept, total, out=np.zeros_like(kept), where=total > 0)
    return np.hstack([h.numpy(), s @ h.numpy()])


def predict_input_of_normalised_rows(h, raw, g):
    s = torch.nn.functional.normalize((raw * g).double(), p=1, dim=-1, eps=1e-30)
    return torch.cat([h.double(), s @ h.double()], -1)


def weights_by_formula(V, E, H, F, L):
    return [
        V * (E + 1),
        F * ((L + 1) * E + 1) + 2 * F + F + 2,
        H * (E + 1 + H) + 4 * H * (E + H + 2) + 18 * H,
        H * (H + 1) + E * (2 * H + 1) + 2 * E,
    ]


def weights_of_the_library(V, E, H, F, L):
    model = Prpn(
        build_vocabulary([["a"]]), embedding=E, hidden=H, layers=1, features=F, lookback=L, norm="layer"
    )
    parts = [
        sum(w.numel() for w in part.parameters()) for part in (model.parser, model.readers, model.predictor)
    ]
    return torch.tensor([V * E + V, *parts])


def weights_by_shapes(V, E, H, F, L):
    shapes = [
        [(V, E), (V,)],
        [(F, E, L + 1), (F,), (F,), (F,), (2, F // 2), (2,)],
        [(H, E), (H,), (H, H), (4 * H, E), (4 * H,), (4 * H, H), (4 * H,), (2, 4 * H), (2, 4 * H), (2, H)],
        [(H, H), (H,), (E, 2 * H), (E,), (2, E)],
    ]
    return np.array([sum(int(np.prod(shape)) for shape in part) for part in shapes])


RIGHT = {
    "8.1": (windows_by_unfolding, windows_by_numpy, windows_of_the_library),
    "8.2": (scores_by_convolution, scores_by_loops, scores_by_steps_back),
    "8.3": (next_gates_by_walking, next_gates_of_the_library, next_gates_of_the_loops),
    "8.4": (read_step_by_loops, read_step_by_logarithms, read_step_of_the_library),
    "8.5": (predict_input_by_loops, predict_input_by_numpy, predict_input_of_normalised_rows),
    "8.6": (weights_by_formula, weights_of_the_library, weights_by_shapes),
}
