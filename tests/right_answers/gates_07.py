"""Right answers to the tasks of chapter 7, written differently; among them the library's own."""

import numpy as np
import torch

from prpn_edu.latent import gates


def hard_gates_by_slices(limit):
    out = torch.zeros(len(limit), len(limit))
    for t, start in enumerate(limit.tolist()):
        out[t, start:t] = 1
    return out


def hard_gates_by_broadcasting(limit):
    i = torch.arange(len(limit))
    return ((i >= limit[:, None]) & (i < i[:, None])).double()


def hard_gates_by_numpy(limit):
    place = np.arange(len(limit))
    return np.tril(place >= limit.numpy()[:, None], -1)


def alphas_ahead(d):
    """(T, T), entry [t, j] = d_t - d_j."""
    return d[:, None] - d[None, :]


def alphas_by_loops(d, tau):
    rows = [[0.0] * len(d) for _ in d]
    for t in range(len(d)):
        for j in range(t):
            rows[t][j] = min(1.0, max(0.0, 0.5 + 0.5 * tau * float(d[t] - d[j])))
    return rows


def alphas_by_hardtanh(d, tau):
    return torch.tril((torch.nn.functional.hardtanh(tau * alphas_ahead(d.double())) + 1) / 2, diagonal=-1)


def alphas_by_numpy(d, tau):
    scores = d.numpy()
    return np.tril(np.clip((1 + np.subtract.outer(scores, scores) * tau) / 2, 0, 1), -1)


def limit_distribution_after(alpha):
    """(t), entry k = prod_{j>k} alpha_j."""
    return torch.stack([alpha[k + 1 :].prod() for k in range(len(alpha))])


def limit_distribution_by_walking(alpha):
    p, stick = [0.0] * len(alpha), 1.0
    for k in reversed(range(1, len(alpha))):
        p[k] = stick * (1 - alpha[k].item())
        stick -= p[k]
    p[0] = stick
    return p


def limit_distribution_by_differences(alpha):
    inside = limit_distribution_after(alpha.double())  # P(l <= k)
    return torch.diff(inside, prepend=torch.zeros(1, dtype=torch.float64))


def limit_distribution_by_numpy(alpha):
    going_on = alpha.numpy().astype(float)
    going_on[0] = 0
    left = np.append(np.cumprod(going_on[:0:-1])[::-1], 1.0)
    return (1 - going_on) * left


def limit_distribution_of_the_library(alpha):
    t = len(alpha)
    matrix = torch.zeros(t + 1, t + 1, dtype=alpha.dtype)
    matrix[t, :t] = alpha
    return gates.limit_distribution(matrix)[-1, :-1]


def expected_gates_by_recursion(alpha):
    out = np.zeros(tuple(alpha.shape))
    for t in range(1, len(alpha)):
        out[t, t - 1] = 1
        for i in range(t - 2, -1, -1):
            out[t, i] = out[t, i + 1] * float(alpha[t, i + 1])
    return out


def expected_gates_by_summing_the_law(alpha):
    return gates.limit_distribution(alpha.double()).cumsum(-1).tril(-1)


def expected_gates_by_logarithms(alpha):
    T = len(alpha)
    after = torch.ones(T, T).triu(1)  # [i, j], j > i
    before = torch.ones(T, T).tril(-1)  # [t, j], j < t
    weights = torch.einsum("ij,tj->tij", after, before).bool()
    logs = torch.where(weights, alpha.log()[:, None, :], 0.0)  # (T, T, T)
    return logs.sum(-1).exp() * before


def gated_attention_by_rows(raw, g, mask):
    rows = []
    for s, gate, real in zip(raw.tolist(), g.tolist(), mask.tolist(), strict=True):
        kept = [a * b if c else 0.0 for a, b, c in zip(s, gate, real, strict=True)]
        rows.append([k / sum(kept) if sum(kept) > 0 else 0.0 for k in kept])
    return rows


def gated_attention_by_numpy(raw, g, mask):
    kept = np.where(mask.numpy(), raw.numpy().astype(float) * g.numpy(), 0.0)
    total = np.einsum("bt->b", kept)[:, None]
    return np.divide(kept, total, out=np.zeros_like(kept), where=total > 0)


def gated_attention_by_logits(raw, g, mask):
    logits = (raw.double().log() + g.double().log()).masked_fill(~mask, -torch.inf)
    return torch.softmax(logits, -1).nan_to_num(0.0)


def gated_attention_of_the_library(raw, g, mask):
    return gates.gated_attention(raw * mask, g)


def nearest_higher_by_stack(d):
    limits, walls = [], []
    for t, score in enumerate(d.tolist()):
        while walls and d[walls[-1]].item() <= score:
            walls.pop()
        limits.append(walls[-1] if walls else 0)
        walls.append(t)
    return limits


def nearest_higher_by_matrix(d):
    place = torch.arange(len(d))
    seen = (d[None, :] > d[:, None]) & (place[None, :] < place[:, None])
    return torch.where(seen, place, 0).max(1).values.int()


def nearest_higher_by_numpy(d):
    scores = d.numpy()
    limits = scores.astype(int) * 0
    for t in range(1, len(scores)):
        taller = (scores[:t] > scores[t]).nonzero()[0]
        limits[t] = taller[-1] if taller.size else 0
    return limits


def expected_attention_by_loops(raw, p):
    t = len(raw)
    out = [0.0] * t
    for i in range(t):
        for k in range(i + 1):
            out[i] += float(p[k]) * float(raw[i]) / float(raw[k:].sum())
    return out


def expected_attention_by_running_sums(raw, p):
    remaining = raw.double().flip(0).cumsum(0).flip(0)
    return raw.double() * (p.double() / remaining).cumsum(0)


def expected_attention_by_matrix(raw, p):
    inside = torch.triu(raw.expand(len(raw), -1))  # [k, i], i >= k
    return (p @ (inside / inside.sum(1, keepdim=True))).numpy()


RIGHT = {
    "7.1": (hard_gates_by_slices, hard_gates_by_broadcasting, hard_gates_by_numpy, gates.hard_gates),
    "7.2": (alphas_by_loops, alphas_by_hardtanh, alphas_by_numpy, gates.alphas),
    "7.3": (
        limit_distribution_by_walking,
        limit_distribution_by_differences,
        limit_distribution_by_numpy,
        limit_distribution_of_the_library,
    ),
    "7.4": (
        expected_gates_by_recursion,
        expected_gates_by_summing_the_law,
        expected_gates_by_logarithms,
        gates.expected_gates,
    ),
    "7.5": (
        gated_attention_by_rows,
        gated_attention_by_numpy,
        gated_attention_by_logits,
        gated_attention_of_the_library,
    ),
    "7.6": (nearest_higher_by_stack, nearest_higher_by_matrix, nearest_higher_by_numpy, gates.nearest_higher),
    "7.7": (expected_attention_by_loops, expected_attention_by_running_sums, expected_attention_by_matrix),
}
