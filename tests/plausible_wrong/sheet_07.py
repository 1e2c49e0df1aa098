"""Wrong answers to exercise 7, as a student might write them; made from the notebook alone."""

import torch


def gates_where(limit, inside):
    T = len(limit)
    return torch.tensor([[float(inside(int(limit[t]), i, t)) for i in range(T)] for t in range(T)])


def limit_left_out(limit):
    return gates_where(limit, lambda low, i, t: low < i < t)


def sees_itself(limit):
    return gates_where(limit, lambda low, i, t: low <= i <= t)


def sees_the_future(limit):
    return gates_where(limit, lambda low, i, t: low <= i)


def chances(d, tau, chance, diagonal=-1):
    return chance(d[:, None] - d[None, :], tau).clamp(0, 1).tril(diagonal)


def sign_of_the_scores(d, tau):
    return chances(d, tau, lambda gap, tau: (1 - tau * gap) / 2)


def tau_divides(d, tau):
    return chances(d, tau, lambda gap, tau: (1 + gap / tau) / 2)


def not_clipped(d, tau):
    return ((1 + tau * (d[:, None] - d[None, :])) / 2).tril(-1)


def pieces(alpha, product):
    return torch.stack([product(alpha, k) for k in range(len(alpha))])


def zero_like_the_others(alpha):
    return pieces(alpha, lambda a, k: (1 - a[k]) * a[k + 1 :].prod())


def from_the_left(alpha):
    return pieces(alpha, lambda a, k: a[1:].prod() if k == 0 else (1 - a[k]) * a[1:k].prod())


def own_chance_too(alpha):
    return pieces(alpha, lambda a, k: a[1:].prod() if k == 0 else (1 - a[k]) * a[k:].prod())


def soft_gates(alpha, product):
    T = len(alpha)
    g = torch.zeros(T, T)
    for t in range(T):
        for i in range(t):
            g[t, i] = product(alpha[t], i, t)
    return g


def own_wall_counts(alpha):
    return soft_gates(alpha, lambda a, i, t: a[i:t].prod())


def cumprod_from_the_left(alpha):
    return soft_gates(alpha, lambda a, i, t: a[: i + 1].prod())


def law_of_the_limit(alpha):
    return soft_gates(alpha, lambda a, i, t: (1 - a[i] if i else 1.0) * a[i + 1 : t].prod())


def shared(weights, below):
    return torch.where(below > 0, weights / below, torch.zeros(()))


def paper_as_printed(raw, g, mask):
    return shared(g * raw * mask, (g * mask).sum(1, keepdim=True))


def padding_gets_attention(raw, g, mask):
    return shared(g * raw, (g * raw).sum(1, keepdim=True))


def closed_row_is_nan(raw, g, mask):
    weights = g * raw * mask
    return weights / weights.sum(1, keepdim=True)


def nearest(d, higher, none=0):
    return [next((i for i in range(t - 1, -1, -1) if higher(d[i], d[t])), none) for t in range(len(d))]


def equal_is_higher(d):
    return nearest(d, lambda left, own: left >= own)


def one_behind_the_wall(d):
    walls = nearest(d, lambda left, own: left > own, -1)
    return [wall + 1 for wall in walls]


def highest_on_the_left(d):
    limits = nearest(d, lambda left, own: left > own)
    return [int(d[:t].argmax()) if t and d[:t].max() > d[t] else limits[t] for t in range(len(d))]


def gates_in_the_attention(raw, p):
    weights = raw * p.cumsum(0)
    return weights / weights.sum()


def law_times_attention(raw, p):
    return p * raw / (p * raw).sum()


def not_renormalised(raw, p):
    return raw / raw.sum() * p.cumsum(0)


ANSWERS = {
    "7.1": [
        ("the limit itself left out", limit_left_out),
        ("step t sees itself", sees_itself),
        ("open from the limit to the end", sees_the_future),
    ],
    "7.2": [
        ("the scores the wrong way round", sign_of_the_scores),
        ("tau divides", tau_divides),
        ("not clipped", not_clipped),
    ],
    "7.3": [
        ("position 0 like the others", zero_like_the_others),
        ("the stick broken from the left", from_the_left),
        ("the product includes k", own_chance_too),
    ],
    "7.4": [
        ("the product begins at i", own_wall_counts),
        ("the product runs from the left", cumprod_from_the_left),
        ("the law of the limit in place of its sum", law_of_the_limit),
    ],
    "7.5": [
        ("the sum of the gates below the line", paper_as_printed),
        ("padding gets attention", padding_gets_attention),
        ("0 / 0 in a closed row", closed_row_is_nan),
    ],
    "7.6": [
        ("an equal score counts as higher", equal_is_higher),
        ("one behind the wall", one_behind_the_wall),
        ("the highest on the left, not the nearest", highest_on_the_left),
    ],
    "7.7": [
        ("expected gates in the attention", gates_in_the_attention),
        ("the law times the attention", law_times_attention),
        ("not renormalised for each limit", not_renormalised),
    ],
}
