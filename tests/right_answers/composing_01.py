"""Right answers to the tasks of chapter 1, written differently; among them the library's own."""

import math
from itertools import permutations

import numpy as np
import torch

from prpn_edu.composition import lexical_function, mixture
from prpn_edu.composition.lexical_function import LexicalFunction
from prpn_edu.data import cooccurrence


def mixtures_by_loops(u, v):
    total, product = [], []
    for x, y in zip(u.tolist(), v.tolist(), strict=True):
        total.append(x + y)
        product.append(x * y)
    return [total, product]


def mixtures_by_sums(u, v):
    both = torch.stack([u, v]).double()  # (2, E)
    return torch.stack([both.sum(0), both.prod(0)])


def mixtures_by_numpy(u, v):
    return np.vstack([np.add(u.numpy(), v.numpy()), np.multiply(u.numpy(), v.numpy())])


def mixtures_of_the_library(u, v):
    return torch.stack([mixture.additive(u, v), mixture.multiplicative(u, v)])


def apply_by_loops(A, nouns):
    return [[sum(a * x for a, x in zip(row, n, strict=True)) for row in A.tolist()] for n in nouns.tolist()]


def apply_by_einsum(A, nouns):
    return torch.einsum("ik,jk->ji", A, nouns)


def apply_by_columns(A, nouns):
    return torch.stack([sum(n[k] * A[:, k] for k in range(len(n))) for n in nouns])


def apply_by_numpy(A, nouns):
    return (A.numpy() @ nouns.numpy().T).T


def apply_of_the_library(A, nouns):
    return LexicalFunction(A)(nouns)


def apply_noun_by_noun(A, nouns):
    return np.stack([np.dot(A.numpy(), noun) for noun in nouns.numpy()])


def count_company_by_outer(words, V):
    often = torch.bincount(words, minlength=V)  # (V,)
    return torch.outer(often, often) - torch.diag(often)


def count_company_by_permutations(words, V):
    table = [[0] * V for _ in range(V)]
    for w, c in permutations(words.tolist(), 2):
        table[w][c] += 1
    return table


def count_company_by_one_hot(words, V):
    hot = torch.nn.functional.one_hot(words, V).double()  # (T, V)
    return hot.T @ (1 - torch.eye(len(words), dtype=torch.float64)) @ hot


def count_company_by_numpy(words, V):
    ids = words.numpy()
    i, j = np.nonzero(~np.eye(len(ids), dtype=bool))
    table = np.zeros((V, V))
    np.add.at(table, (ids[i], ids[j]), 1)
    return table


def ppmi_ratio(counts):
    """(W, C), p(w, c) / (p(w) p(c))."""
    return counts * counts.sum() / (counts.sum(1, keepdim=True) * counts.sum(0))


def ppmi_by_loops(counts):
    rows, total = counts.tolist(), counts.sum().item()
    columns = list(map(sum, zip(*rows, strict=True)))
    return [
        [
            max(0.0, math.log(x * total / sum(row) / c)) if x else 0.0
            for x, c in zip(row, columns, strict=True)
        ]
        for row in rows
    ]


def ppmi_by_ratio(counts):
    return ppmi_ratio(counts).clamp(min=1).log()


def ppmi_by_logarithms(counts):
    joint = counts.double() / counts.sum()
    chance = joint.sum(1, keepdim=True).log() + joint.sum(0).log()
    return torch.relu(joint.log() - chance)


def ppmi_by_numpy(counts):
    p = counts.numpy().astype(float)
    p /= p.sum()
    with np.errstate(divide="ignore"):
        return np.maximum(np.log(p / np.outer(p.sum(1), p.sum(0))), 0)


def fit_adjective_eye(nouns):
    return torch.eye(nouns.shape[1], dtype=nouns.dtype)


def fit_adjective_by_inverse(nouns, phrases, ridge):
    N = nouns.double()
    inverse = torch.linalg.inv(N.T @ N + ridge * torch.eye(N.shape[1], dtype=torch.float64))
    return phrases.double().T @ N @ inverse


def fit_adjective_by_more_rows(nouns, phrases, ridge):
    E = nouns.shape[1]
    N = torch.cat([nouns.double(), ridge**0.5 * torch.eye(E, dtype=torch.float64)])
    P = torch.cat([phrases.double(), torch.zeros(E, E, dtype=torch.float64)])
    return torch.linalg.lstsq(N, P).solution.T


def fit_adjective_by_rows(nouns, phrases, ridge):
    left = nouns.T @ nouns + ridge * fit_adjective_eye(nouns)
    return torch.stack([torch.linalg.solve(left, nouns.T @ column) for column in phrases.T])


def fit_adjective_by_numpy(nouns, phrases, ridge):
    N, P = nouns.numpy().astype(float), phrases.numpy().astype(float)
    return np.linalg.solve(N.T @ N + ridge * np.eye(N.shape[1]), N.T @ P).T


def held_out_by_cutting(nouns, phrases, ridge):
    rows = []
    for j in range(len(nouns)):
        N, P = (torch.cat([x[:j], x[j + 1 :]]) for x in (nouns, phrases))
        X = torch.linalg.solve(N.T @ N + ridge * torch.eye(N.shape[1]).to(N.dtype), N.T @ P)
        rows.append(nouns[j] @ X)
    return torch.stack(rows)


def held_out_by_numpy(nouns, phrases, ridge):
    N, P = nouns.numpy().astype(float), phrases.numpy().astype(float)
    out = np.zeros_like(P)
    for j in range(len(N)):
        n, p = np.delete(N, j, 0), np.delete(P, j, 0)
        out[j] = N[j] @ np.linalg.inv(n.T @ n + ridge * np.eye(n.shape[1])) @ n.T @ p
    return out


def held_out_by_leverage(nouns, phrases, ridge):
    """One fit for all: the left-out residual is the residual divided by 1 minus the noun's leverage."""
    N, P = nouns.double(), phrases.double()
    hat = N @ torch.linalg.inv(N.T @ N + ridge * torch.eye(N.shape[1]).double()) @ N.T  # (J, J)
    return P - (P - hat @ P) / (1 - hat.diagonal())[:, None]


RIGHT = {
    "1.1": (mixtures_by_loops, mixtures_by_sums, mixtures_by_numpy, mixtures_of_the_library),
    "1.2": (
        apply_by_loops,
        apply_by_einsum,
        apply_by_columns,
        apply_by_numpy,
        apply_noun_by_noun,
        apply_of_the_library,
    ),
    "1.3": (
        count_company_by_outer,
        count_company_by_permutations,
        count_company_by_one_hot,
        count_company_by_numpy,
    ),
    "1.4": (ppmi_by_loops, ppmi_by_ratio, ppmi_by_logarithms, ppmi_by_numpy, cooccurrence.ppmi),
    "1.5": (
        fit_adjective_by_inverse,
        fit_adjective_by_more_rows,
        fit_adjective_by_rows,
        fit_adjective_by_numpy,
    ),
    "1.6": (held_out_by_cutting, held_out_by_numpy, held_out_by_leverage, lexical_function.leave_one_out),
}
