"""Right answers to the tasks of chapter 6, written differently."""

import math

import numpy as np
import torch


def perplexity_by_loops(log_p, mask):
    words = [log_p[b, t].item() for b, t in mask.nonzero().tolist()]
    return math.exp(-math.fsum(words) / len(words))


def perplexity_by_where(log_p, mask):
    return torch.where(mask, -log_p.double(), 0.0).sum().div(mask.sum()).exp()


def perplexity_by_geometric_mean(log_p, mask):
    p = np.exp(log_p.numpy().astype(float))[mask.numpy()]
    return np.prod((1 / p) ** (1 / len(p)))


def bigram_by_bincount(before, word, U, V, k):
    counts = torch.bincount(before * V + word, minlength=U * V).view(U, V).double() + k
    return counts / counts.sum(-1, keepdim=True)


def bigram_by_one_hot(before, word, U, V, k):
    first = torch.nn.functional.one_hot(before, U).float()
    second = torch.nn.functional.one_hot(word, V).float()
    return torch.nn.functional.normalize(first.T @ second + k, p=1, dim=1)


def bigram_by_numpy(before, word, U, V, k):
    table = np.zeros((U, V))
    np.add.at(table, (before.numpy(), word.numpy()), 1)
    return (table + k) / (table.sum(1, keepdims=True) + V * k)


def bigram_by_lists(before, word, U, V, k):
    pairs = list(zip(before.tolist(), word.tolist(), strict=True))
    rows = [[pairs.count((a, b)) + k for b in range(V)] for a in range(U)]
    return [[entry / sum(row) for entry in row] for row in rows]


def look_back_by_triangle(keys, h):
    T = h.size(1)
    scores = keys.double() @ h.double().transpose(1, 2) / math.sqrt(h.size(2))
    weights = (scores - scores.max()).exp() * torch.ones(T, T).tril(-1)
    return weights @ h.double() / weights.sum(-1, keepdim=True).clamp(min=1e-300)


def look_back_by_torch(keys, h):
    T = h.size(1)
    if T == 1:
        return torch.zeros_like(h)
    seen = torch.ones(T - 1, T).tril().bool()
    rest = torch.nn.functional.scaled_dot_product_attention(keys[:, 1:], h, h, attn_mask=seen)
    return torch.cat([torch.zeros_like(h[:, :1]), rest], 1)


def look_back_by_loops(keys, h):
    out = np.zeros(h.shape)
    for b in range(h.shape[0]):
        for t in range(1, h.shape[1]):
            e = [math.exp(float(h[b, i] @ keys[b, t]) / h.shape[2] ** 0.5) for i in range(t)]
            out[b, t] = sum(x * h[b, i].numpy() for i, x in enumerate(e)) / sum(e)
    return out


def all_spans(tree, start=0):
    if isinstance(tree, str):
        return 1, []
    end, found = start, []
    for part in tree:
        size, inside = all_spans(part, end)
        end += size
        found += inside
    return end - start, [*found, (start, end)]


def limits_by_smallest_bracket(tree):
    n, spans = all_spans(tree)
    return [0] + [
        min((end - start, start) for start, end in spans if start <= t - 1 and t < end)[1]
        for t in range(1, n)
    ]


def limits_by_latest_start(tree):
    n, spans = all_spans(tree)
    return np.array([max((s for s, e in spans if s < t < e), default=0) for t in range(n)])


def limits_from_above(tree):
    if isinstance(tree, str):
        return torch.zeros(1, dtype=torch.long)
    parts, start = [], 0
    for part in tree:
        inside = limits_from_above(part) + start
        inside[0] = 0
        start += len(inside)
        parts.append(inside)
    return torch.cat(parts)


def is_tree_by_building(limits):
    def build(row, start, end):
        if end - start <= 1:
            return True
        if any(not start <= row[t] for t in range(start + 1, end)):
            return False
        cut = max(t for t in range(start + 1, end) if row[t] == start)
        return build(row, start, cut) and build(row, cut, end)

    return [int(build(row, 0, len(row))) for row in limits.tolist()]


def is_tree_by_brackets(limits):
    answers = []
    for row in limits.tolist():
        ranges = [set(range(row[t], t)) for t in range(1, len(row))]
        crossing = any(a & b and a - b and b - a for a in ranges for b in ranges)
        answers.append(not crossing)
    return torch.tensor(answers).long()


def is_tree_by_numpy(limits):
    row = limits.numpy()
    step = np.arange(row.shape[1])
    bad = (row[:, :, None] < row[:, None, :]) & (row[:, None, :] < step[:, None]) & (step[:, None] < step)
    return (~bad.any((1, 2))).astype(int)


def curve_by_hand(W, before, word, dev_before, dev_word, lr, passes):
    W, out = W.double(), []
    for _ in range(passes):
        gradient = torch.zeros_like(W)
        for a, b in zip(before.tolist(), word.tolist(), strict=True):
            gradient[a] += W[a].softmax(-1)
            gradient[a, b] -= 1
        W = W - lr * gradient / len(before)
        log_p = W.log_softmax(-1)[dev_before, dev_word]
        out.append(math.exp(-log_p.mean().item()))
    return out


def curve_by_sgd(W, before, word, dev_before, dev_word, lr, passes):
    table = torch.nn.Parameter(W.clone())
    optimiser = torch.optim.SGD([table], lr=lr)
    out = torch.zeros(passes)
    for n in range(passes):
        optimiser.zero_grad()
        with torch.enable_grad():
            torch.nn.functional.nll_loss(table[before].log_softmax(-1), word).backward()
        optimiser.step()
        out[n] = torch.nn.functional.cross_entropy(table.detach()[dev_before], dev_word).exp()
    return out


def curve_by_numpy(W, before, word, dev_before, dev_word, lr, passes):
    W, out = W.numpy().astype(float), []
    a, b = before.numpy(), word.numpy()
    for _ in range(passes):
        p = np.exp(W) / np.exp(W).sum(1, keepdims=True)
        gradient = np.zeros_like(W)
        np.add.at(gradient, a, p[a])
        np.add.at(gradient, (a, b), -1)
        W = W - lr * gradient / len(a)
        p = np.exp(W) / np.exp(W).sum(1, keepdims=True)
        out.append(np.exp(-np.log(p[dev_before.numpy(), dev_word.numpy()]).mean()))
    return np.array(out)


RIGHT = {
    "6.1": (perplexity_by_loops, perplexity_by_where, perplexity_by_geometric_mean),
    "6.2": (bigram_by_bincount, bigram_by_one_hot, bigram_by_numpy, bigram_by_lists),
    "6.3": (look_back_by_triangle, look_back_by_torch, look_back_by_loops),
    "6.4": (limits_by_smallest_bracket, limits_by_latest_start, limits_from_above),
    "6.5": (is_tree_by_building, is_tree_by_brackets, is_tree_by_numpy),
    "6.6": (curve_by_hand, curve_by_sgd, curve_by_numpy),
}
