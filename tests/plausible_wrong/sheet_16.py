"""Plausible wrong answers to the sheet on ordered neurons, written without sight of the known mistakes."""

from itertools import pairwise

import torch


def masters(z_forget, z_input):
    f = torch.softmax(z_forget, dim=0).cumsum(dim=0)[:, None]
    return f, 1 - torch.softmax(z_input, dim=0).cumsum(dim=0)[:, None]


def cell_gates(f, i, z_forget, z_input):
    f_master, i_master = masters(z_forget, z_input)
    w = f_master * i_master
    return torch.stack([f * w + f_master - w, i * w + i_master - w])


def plain_product(f, i, z_forget, z_input):
    f_master, i_master = masters(z_forget, z_input)
    return torch.stack([f * f_master, i * i_master])


def overlap_counted_twice(f, i, z_forget, z_input):
    f_master, i_master = masters(z_forget, z_input)
    w = f_master * i_master
    return torch.stack([f * w + f_master, i * w + i_master])


def step(x, h, c, W, R, b, m, exchange=False, old=False, interleave=False):
    H = len(c)
    a, e, i, f, g, o = (W @ x + R @ h + b).split([m, m, H, H, H, H])
    if exchange:
        i, f = f, i

    def levels(gate):
        return gate.reshape(-1, m).T if interleave else gate.reshape(m, -1)

    gates = cell_gates(levels(f.sigmoid()), levels(i.sigmoid()), a, e)
    keep, let = ((gate.T if interleave else gate).flatten() for gate in gates)
    new = keep * c + let * g.tanh()
    return torch.stack([o.sigmoid() * (c if old else new).tanh(), new])


def blocks(wipes, wiped=lambda w, level: w > level, top=1, behind=0):
    wipes, T = wipes.tolist(), len(wipes)
    found = set()
    for level in range(max(wipes) + top):
        places = [0, *(t + behind for t in range(1, T) if wiped(wipes[t], level)), T]
        found.update((s, e) for s, e in pairwise(places) if e - s > 1)
    found = found or {(0, T)}
    return torch.tensor(sorted(found, key=lambda pair: (pair[0], -pair[1])))


def divided_by_all(d, lengths):
    seen = lengths[:, None] > torch.arange(d.size(1))
    return (d * seen).sum(0) / len(d)


def one_place_too_far(d, lengths):
    return torch.stack([d[lengths >= i, i].mean() for i in range(d.size(1))])


def attention(q, k, v, forget, write, repeat, softmax, own=False):
    T, H = v.shape
    C = H // forget.size(1)
    products = q @ k.T / q.size(1) ** 0.5
    a = softmax(products, torch.ones(T, T).triu(1).bool())
    if own:
        return repeat(forget, C) * repeat(write, C) * (a @ v)
    return repeat(forget, C) * (a @ (repeat(write, C) * v))


def masked(products, later):
    return torch.softmax(products.masked_fill(later, float("-inf")), 1)


def masked_late(products, later):
    return torch.softmax(products, 1).masked_fill(later, 0.0)


def by_level(gate, C):
    return gate.repeat_interleave(C, 1)


ANSWERS = {
    "16.1": [
        ("both along the words", lambda z: torch.softmax(z, 0).cumsum(0)),
        ("running sum before the softmax", lambda z: torch.softmax(z.cumsum(1), 1)),
        ("running sum from the top", lambda z: torch.softmax(z, 1).flip(1).cumsum(1).flip(1)),
    ],
    "16.2": [
        ("ordinary gate times master gate", plain_product),
        ("overlap not taken off the master gate", overlap_counted_twice),
        ("ordinary gates exchanged", lambda f, i, zf, zi: cell_gates(i, f, zf, zi)),
    ],
    "16.3": [
        ("output from the old memory", lambda *args: step(*args, old=True)),
        ("ordinary gates cut in the wrong order", lambda *args: step(*args, exchange=True)),
        ("levels run through the neurons in turn", lambda *args: step(*args, interleave=True)),
    ],
    "16.4": [
        ("a level more is wiped", lambda wipes: blocks(wipes, lambda w, level: w >= level)),
        ("the largest level left out", lambda wipes: blocks(wipes, top=0)),
        ("a block begins behind the wiping word", lambda wipes: blocks(wipes, behind=1)),
    ],
    "16.5": [
        ("what stands behind the sentences counts", lambda d, lengths: d.mean(0)),
        ("divided by all sentences", divided_by_all),
        ("sentences that end before the place count", one_place_too_far),
    ],
    "16.6": [
        ("mask after the softmax", lambda *args: attention(*args, by_level, masked_late)),
        (
            "gates repeated as a whole",
            lambda *args: attention(*args, lambda gate, C: gate.repeat(1, C), masked),
        ),
        ("input gate of the step that looks", lambda *args: attention(*args, by_level, masked, own=True)),
    ],
}
