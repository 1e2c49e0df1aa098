"""Plausible wrong answers to the sheet on the summed limit, written without sight of the known mistakes."""

import torch


def pairs_law(d, share, late=False):
    t = len(d) - 1
    p = torch.zeros(t)
    remaining = 1.0
    for k in reversed(range(1, t)):
        part = share(d, k, t)
        p[k] = part * remaining
        remaining = remaining * (1 - part)
        if late:
            p[k] = part * remaining
    p[0] = remaining
    return p


def gates(d, first=1, last=1):
    T = len(d)
    g = torch.zeros(T, T)
    for t in range(T):
        for i in range(t):
            g[t, i] = d[t] / d[i + first : t + last].sum()
    return g


def one_normaliser(p, scores):
    mixed = p @ scores.exp()
    return mixed / mixed.sum()


def bayes(p, chances, word):
    return p * chances[:, word]


def forgets_the_prior(p, chances, word):
    return chances[:, word] / chances[:, word].sum()


def through_chances(p, log_q):
    return torch.stack([-(p * log_q.exp()).sum(-1).log(), -(p * log_q).sum(-1)])


def exact(p, log_q):
    return torch.logsumexp(p.log() + log_q, -1)


def after(p, q):
    return p * q / (p * q).sum()


def centred(p, q):
    return q.log() - (p * q.log()).sum()


ANSWERS = {
    "12.1": [
        ("the other score wins", lambda d: pairs_law(d, lambda d, k, t: d[t] / (d[t] + d[k]))),
        (
            "what breaks off is taken from what remains after",
            lambda d: pairs_law(d, lambda d, k, t: d[k] / (d[t] + d[k]), late=True),
        ),
        ("compared with the neighbour", lambda d: pairs_law(d, lambda d, k, t: d[k] / (d[k + 1] + d[k]))),
    ],
    "12.2": [
        ("word i races too", lambda d: gates(d, first=0)),
        ("word t left out of the sum", lambda d: gates(d, last=0)),
        ("rows and columns exchanged", lambda d: gates(d).T),
    ],
    "12.3": [
        ("scores averaged before the softmax", lambda p, scores: torch.softmax(p @ scores, 0)),
        ("softmax over the limits", lambda p, scores: p @ torch.softmax(scores, 0)),
        ("one division for all limits", one_normaliser),
    ],
    "12.4": [
        ("not divided by the sum", bayes),
        ("law before the word forgotten", forgets_the_prior),
        ("softmax in place of the division", lambda p, c, word: torch.softmax(bayes(p, c, word), 0)),
    ],
    "12.5": [
        ("goes through chances", through_chances),
        ("minus forgotten", lambda p, log_q: torch.stack([exact(p, log_q), (p * log_q).sum(-1)])),
        (
            "law of the limit forgotten in the exact loss",
            lambda p, log_q: torch.stack([-torch.logsumexp(log_q, -1), -(p * log_q).sum(-1)]),
        ),
    ],
    "12.6": [
        ("before minus after", lambda p, q: torch.stack([p - after(p, q), p * centred(p, q)])),
        ("mean not subtracted", lambda p, q: torch.stack([after(p, q) - p, p * q.log()])),
        ("not weighted by the law", lambda p, q: torch.stack([after(p, q) - p, centred(p, q)])),
    ],
}
