"""Right answers to the tasks of chapter 13, written differently; among them automatic differentiation."""

import itertools
import math

import numpy as np
import torch


def joint_by_einsum(words, prior, shares, writes):
    return prior * torch.einsum("f,rft->rt", shares, writes[:, :, words]).prod(1)


def joint_by_all_pointers(words, prior, shares, writes):
    out = []
    for r in range(len(prior)):
        ways = itertools.product(range(len(shares)), repeat=len(words))
        total = 0.0
        for way in ways:
            total += math.prod(float(shares[f] * writes[r, f, w]) for f, w in zip(way, words, strict=True))
        out.append(float(prior[r]) * total)
    return out


def joint_by_logarithms(words, prior, shares, writes):
    mixed = (writes * shares[:, None]).sum(1).double()  # (R, V)
    counts = torch.bincount(words, minlength=mixed.size(1)).double()
    return (prior.double().log() + torch.special.xlogy(counts, mixed).sum(1)).exp()


def fields_by_masks(joint, records, K):
    posterior = joint / joint.sum()
    return [[posterior[records[:, f] == k].sum().item() for k in range(K)] for f in range(records.size(1))]


def fields_by_numpy(joint, records, K):
    joint, records = joint.numpy(), records.numpy()
    rows = [np.bincount(records[:, f], weights=joint, minlength=K) for f in range(records.shape[1])]
    return np.stack(rows) / joint.sum()


def fields_by_one_hot(joint, records, K):
    held = torch.nn.functional.one_hot(records, K).to(joint.dtype)  # (R, F, K)
    found = (joint[:, None, None] * held).sum(0)
    return found / found.sum(1, keepdim=True)


def forward_by_loops(words, start, moves, writes):
    S = len(start)
    rows = []
    for t, word in enumerate(words.tolist()):
        came = (
            start.tolist()
            if t == 0
            else [sum(rows[-1][a] * float(moves[a, b]) for a in range(S)) for b in range(S)]
        )
        rows.append([came[b] * float(writes[b, word]) for b in range(S)])
    return rows


def forward_by_all_paths(words, start, moves, writes):
    T, S = len(words), len(start)
    out = torch.zeros(T, S, dtype=torch.float64)
    for t in range(T):
        for path in itertools.product(range(S), repeat=t + 1):
            p = float(start[path[0]])
            for a, b in itertools.pairwise(path):
                p *= float(moves[a, b])
            for a, word in zip(path, words, strict=False):
                p *= float(writes[a, word])
            out[t, path[-1]] += p
    return out


def forward_by_scaling(words, start, moves, writes):
    reached, scale, rows = start.double(), 1.0, []
    for t, word in enumerate(words):
        if t:
            reached = reached @ moves.double()
        reached = reached * writes[:, word].double()
        size = reached.sum()
        rows.append(reached * scale)
        scale, reached = scale * size, reached / size
    return torch.stack(rows)


def em_by_listing(words, prior, shares, writes):
    counts = np.zeros(len(shares))
    for remark in words.tolist():
        weights = []
        for r in range(len(prior)):
            p = float(prior[r])
            for w in remark:
                p *= sum(float(shares[f]) * float(writes[r, f, w]) for f in range(len(shares)))
            weights.append(p)
        for r, weight in enumerate(weights):
            for w in remark:
                parts = np.array([float(shares[f] * writes[r, f, w]) for f in range(len(shares))])
                counts += weight / sum(weights) * parts / parts.sum()
    return counts / counts.sum()


def log_chances(words, prior, logs, writes):
    mixed = torch.einsum("f,rfbt->brt", logs.exp(), writes.double()[:, :, words])
    return (prior.double() * mixed.prod(-1)).sum(-1).log()


def em_by_autograd(words, prior, shares, writes):
    with torch.enable_grad():
        logs = shares.double().log().requires_grad_()
        log_chances(words, prior, logs, writes).sum().backward()
    return logs.grad / words.numel()


def em_by_einsum(words, prior, shares, writes):
    parts = shares[:, None, None] * writes[:, :, words]  # (R, F + 1, B, T)
    word = parts.sum(1)  # (R, B, T)
    joint = prior[:, None] * word.prod(-1)
    return torch.einsum("rb,rfbt->f", joint / joint.sum(0), parts / word[:, None]) / words.numel()


def slope_by_autograd(words, prior, shares, writes):
    with torch.enable_grad():
        u = shares.double().log().requires_grad_()
        log_chances(words[None], prior, torch.log_softmax(u, 0), writes).sum().backward()
    return u.grad


def slope_by_differences(words, prior, shares, writes):
    u, out = shares.double().log(), []
    for f in range(len(u)):
        ends = []
        for way in (1, -1):
            moved = u.clone()
            moved[f] += way * 1e-4
            ends.append(log_chances(words[None], prior, torch.log_softmax(moved, 0), writes).item())
        out.append((ends[0] - ends[1]) / 2e-4)
    return out


def slope_by_counts(words, prior, shares, writes):
    return len(words) * (np.asarray(em_by_listing(words[None], prior, shares, writes)) - shares.numpy())


def copied_by_loops(words, values, shares, vocabulary):
    V, rows = vocabulary.size(1), []
    for t, word in enumerate(words.tolist()):
        parts = [float(shares[t, 0] * vocabulary[t, word]) if word < V else 0.0]
        parts += [float(shares[t, f + 1]) * (value == word) for f, value in enumerate(values.tolist())]
        rows.append([part / sum(parts) for part in parts])
    return rows


def copied_by_one_table(words, values, shares, vocabulary):
    most = int(max(words.max(), values.max())) + 1
    table = torch.zeros(len(words), shares.size(1), max(most, vocabulary.size(1)))
    table[:, 0, : vocabulary.size(1)] = vocabulary
    for f, value in enumerate(values):
        table[:, f + 1, value] = 1
    parts = shares * table[torch.arange(len(words)), :, words]
    return parts / parts.sum(1, keepdim=True)


def copied_by_logarithms(words, values, shares, vocabulary):
    words = words.numpy()
    known = words < vocabulary.size(1)
    own = np.where(known, vocabulary.numpy()[np.arange(len(words)), np.where(known, words, 0)], 0)
    with np.errstate(divide="ignore"):
        logs = np.log(np.column_stack([own, words[:, None] == values.numpy()])) + np.log(shares.numpy())
    return torch.softmax(torch.as_tensor(logs), 1)


RIGHT = {
    "13.1": (joint_by_einsum, joint_by_all_pointers, joint_by_logarithms),
    "13.2": (fields_by_masks, fields_by_numpy, fields_by_one_hot),
    "13.3": (forward_by_loops, forward_by_all_paths, forward_by_scaling),
    "13.4": (em_by_listing, em_by_autograd, em_by_einsum),
    "13.5": (slope_by_autograd, slope_by_differences, slope_by_counts),
    "13.6": (copied_by_loops, copied_by_one_table, copied_by_logarithms),
}
