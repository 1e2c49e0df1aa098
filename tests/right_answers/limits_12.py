"""Right answers to the tasks of chapter 12, written differently; among them the library's own."""

from itertools import permutations, product

import numpy as np
import torch

from prpn_edu.latent import limit_laws, pairwise, ranking
from prpn_edu.loops import gates as loops
from prpn_edu.loops import marginal


def pairs_law_by_products(d):
    t = len(d) - 1
    on = [float(d[t] / (d[t] + x)) for x in d[:t]]
    p = [(1 - on[k]) * np.prod(on[k + 1 :]) for k in range(t)]
    p[0] = np.prod(on[1:])
    return p


def pairs_law_by_the_coins(d):
    """Every way in which the coins at 1 .. t-1 can fall."""
    t = len(d) - 1
    p = torch.zeros(t, dtype=torch.float64)
    for stops in product([False, True], repeat=t - 1):
        chance, limit = 1.0, 0
        for k, stop in enumerate(stops, 1):
            share = float(d[k] / (d[k] + d[t]))
            chance *= share if stop else 1 - share
            limit = k if stop else limit
        p[limit] += chance
    return p


def pairs_law_of_the_library(d):
    return pairwise.limit_distribution(pairwise.bradley_terry(d))[-1, :-1]


def pairs_law_by_loops(d):
    scores = d.tolist()
    return loops.limit_distribution(marginal.going_on(scores, len(scores) - 1))


def ranking_gates_by_running_sums(d):
    total = torch.cat([torch.zeros(1), d.cumsum(0)])
    sums = total[1:, None] - total[None, 1:]  # [t, i] = d_{i+1} + .. + d_t
    return torch.where(torch.ones_like(sums).tril(-1) > 0, d[:, None] / sums, 0.0)


def ranking_gates_by_enumeration(d):
    """Every ranking of a part i+1 .. t, best first, and how often t leads it."""
    d = d.double().numpy()
    T = len(d)
    out = np.zeros((T, T))
    for t in range(T):
        for i in range(t):
            part = list(range(i + 1, t + 1))
            if len(part) > 4:  # 120 rankings and more
                out[t, i] = d[t] / d[part].sum()
                continue
            for order in permutations(part):
                if order[0] == t:
                    left = [d[list(order[k:])].sum() for k in range(len(order))]
                    out[t, i] += np.prod([d[o] / rest for o, rest in zip(order, left, strict=True)])
    return out


def ranking_gates_as_a_list(d):
    d = d.tolist()
    return [marginal.ranking_gates(d, t) + [0.0] * (len(d) - t) for t in range(len(d))]


def gates_of_laws(d):
    return limit_laws.expected_gates(d, "ranking")


def next_word_by_loops(p, scores):
    out = torch.zeros(scores.shape[1], dtype=torch.float64)
    for chance, row in zip(p.double(), scores.double(), strict=True):
        powers = row.exp()
        out += chance * powers / powers.sum()
    return out


def next_word_by_numpy(p, scores):
    powers = np.exp(scores.numpy() - scores.numpy().max(1, keepdims=True))
    return np.einsum("k,kv->v", p.numpy(), powers / powers.sum(1, keepdims=True))


def next_word_in_logarithms(p, scores):
    return (p.log()[:, None] + scores.log_softmax(1)).logsumexp(0).exp()


def next_word_as_a_list(p, scores):
    return marginal.mixture(p.tolist(), scores.softmax(-1).tolist())


def after_by_loops(p, chances, word):
    return marginal.posterior(p.tolist(), [float(row[word]) for row in chances])


def after_in_logarithms(p, chances, word):
    return torch.softmax(p.log() + chances[:, word].log(), 0)


def after_by_numpy(p, chances, word):
    joint = p.numpy()[:, None] * chances.numpy()
    return (joint / joint.sum(0))[:, word]


def losses_by_rows(p, log_q):
    rows = []
    for law, logs in zip(p.double(), log_q.double(), strict=True):
        kept = law > 0
        rows.append([-torch.logsumexp(law[kept].log() + logs[kept], 0), -(law * logs).sum()])
    return torch.tensor(rows).T


def losses_by_numpy(p, log_q):
    p, log_q = p.numpy().astype(float), log_q.numpy().astype(float)
    seen = np.where(p > 0, log_q, -np.inf)
    top = seen.max(1, keepdims=True)
    whole = top[:, 0] + np.log((p * np.exp(seen - top)).sum(1))
    return np.stack([-whole, -(p * log_q).sum(1)])


def losses_by_logaddexp(p, log_q):
    total = torch.full((len(p),), -torch.inf)
    for k in range(p.shape[1]):
        total = torch.logaddexp(total, p[:, k].log() + log_q[:, k])
    return [(-total).tolist(), (-torch.einsum("nk,nk->n", p, log_q)).tolist()]


def pushes_by_autograd(p, q):
    a = p.double().log().requires_grad_()
    law = a.softmax(0)
    (first,) = torch.autograd.grad((law @ q.double()).log(), a, retain_graph=True)
    (second,) = torch.autograd.grad(law @ q.double().log(), a)
    return torch.stack([first, second])


def pushes_by_small_steps(p, q):
    a, q = np.log(p.numpy().astype(float)), q.numpy().astype(float)

    def law(a):
        return np.exp(a) / np.exp(a).sum()

    out = np.zeros((2, len(a)))
    for k, step in enumerate(1e-5 * np.eye(len(a))):
        out[0, k] = (np.log(law(a + step) @ q) - np.log(law(a - step) @ q)) / 2e-5
        out[1, k] = (law(a + step) @ np.log(q) - law(a - step) @ np.log(q)) / 2e-5
    return out


def pushes_by_loops(p, q):
    p, q = p.tolist(), q.tolist()
    word = sum(a * b for a, b in zip(p, q, strict=True))
    logs = torch.tensor(q, dtype=torch.float64).log().tolist()
    mean = sum(a * b for a, b in zip(p, logs, strict=True))
    first = [a * b / word - a for a, b in zip(p, q, strict=True)]
    return [first, [a * (b - mean) for a, b in zip(p, logs, strict=True)]]


RIGHT = {
    "12.1": (pairs_law_by_products, pairs_law_by_the_coins, pairs_law_of_the_library, pairs_law_by_loops),
    "12.2": (
        ranking_gates_by_running_sums,
        ranking_gates_by_enumeration,
        ranking_gates_as_a_list,
        gates_of_laws,
        ranking.expected_gates,
    ),
    "12.3": (next_word_by_loops, next_word_by_numpy, next_word_in_logarithms, next_word_as_a_list),
    "12.4": (after_by_loops, after_in_logarithms, after_by_numpy),
    "12.5": (losses_by_rows, losses_by_numpy, losses_by_logaddexp),
    "12.6": (pushes_by_autograd, pushes_by_small_steps, pushes_by_loops),
}
