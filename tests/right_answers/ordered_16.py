"""Right answers to the tasks of chapter 16, written differently; among them the library's own."""

from itertools import pairwise

import numpy as np
import torch

from prpn_edu.latent import ordered
from prpn_edu.loops import ordered as loops


def cumax_by_loops(z):
    return [loops.cumax(row) for row in z.tolist()]


def cumax_by_a_triangle(z):
    below = z.new_ones(z.size(1), z.size(1)).triu()
    return torch.softmax(z, -1) @ below


def cumax_by_numpy(z):
    powers = np.exp(z.double().numpy())
    return np.cumsum(powers, 1) / powers.sum(1, keepdims=True)


def cell_gates_of_the_library(f, i, z_forget, z_input):
    return torch.stack(ordered.meet(f, i, *ordered.master_gates(z_forget, z_input)))


def cell_gates_by_loops(f, i, z_forget, z_input):
    f_master, i_master = loops.master_gates(z_forget.tolist(), z_input.tolist())
    out = [[[0.0] * f.size(1) for _ in f_master] for _ in range(2)]
    for level in range(len(f_master)):
        for n in range(f.size(1)):
            met = loops.meet(float(f[level, n]), float(i[level, n]), f_master[level], i_master[level])
            out[0][level][n], out[1][level][n] = met
    return out


def cell_gates_by_closing_the_overlap(f, i, z_forget, z_input):
    a = ordered.cumax(z_forget).unsqueeze(1)
    b = 1 - ordered.cumax(z_input).unsqueeze(1)
    return torch.stack([a * (1 - b * (1 - f)), b * (1 - a * (1 - i))])


def step_of_the_library(x, h, c, W, R, b, m):
    layer = ordered.OrderedLstm(len(x), len(c), len(c) // m).to(x.dtype)
    layer.load_state_dict({"W": W, "R": R, "b": b})
    new_h, new_c, _ = layer.step((W @ x + b)[None], h[None], c.view(1, m, -1))
    return torch.stack([new_h[0], new_c.flatten()]).detach()


def step_by_loops(x, h, c, W, R, b, m):
    sizes = [m, m, *[len(c)] * 4]
    parts = zip(*(part.split(sizes) for part in (W, R, b)), strict=True)
    names = ("f~", "i~", "i", "f", "g", "o")
    weights = {name: [part.tolist() for part in row] for name, row in zip(names, parts, strict=True)}
    return loops.on_lstm_cell(weights, x.tolist(), h.tolist(), c.tolist())[:2]


def step_by_stacked_weights(x, h, c, W, R, b, m):
    z = torch.cat([W, R], 1) @ torch.cat([x, h]) + b
    H, C = len(c), len(c) // m
    a = torch.softmax(z[:m], 0).cumsum(0).repeat_interleave(C)
    e = 1 - torch.softmax(z[m : 2 * m], 0).cumsum(0).repeat_interleave(C)
    i, f, g, o = (z[2 * m + k * H : 2 * m + (k + 1) * H] for k in range(4))
    w = a * e
    new = (torch.sigmoid(f) * w + a - w) * c + (torch.sigmoid(i) * w + e - w) * torch.tanh(g)
    return torch.stack([torch.sigmoid(o) * torch.tanh(new), new])


def blocks_by_walking(wipes):
    found = set()
    for level in range(int(wipes.max()) + 1):
        start = 0
        for t in range(1, len(wipes) + 1):
            if t == len(wipes) or wipes[t] > level:
                if t - start > 1:
                    found.add((start, t))
                start = t
    return [list(pair) for pair in sorted(found, key=lambda pair: (pair[0], -pair[1]))]


def blocks_by_cutting(wipes):
    """The tree of all cuts at once: a part is cut at every place of its highest wall."""

    def part(start, end):
        if end - start < 2:
            return []
        top = max(wipes[start + 1 : end])
        cuts = [t for t in range(start + 1, end) if wipes[t] == top] if top else []
        edges = [start, *cuts, end] if cuts else []
        return [(start, end), *(pair for a, b in pairwise(edges) for pair in part(a, b))]

    wipes = wipes.tolist()
    return torch.tensor(sorted(set(part(0, len(wipes))), key=lambda pair: (pair[0], -pair[1])))


def blocks_by_pairs(wipes):
    """(a, b) is a block if no wall inside is as high as both walls at its borders allow."""
    walls, T = [99, *wipes.tolist()[1:], 99], len(wipes)
    pairs = ((a, b) for a in range(T) for b in range(T, a + 1, -1))
    return torch.tensor([p for p in pairs if max(walls[p[0] + 1 : p[1]]) < min(walls[p[0]], walls[p[1]])])


def means_by_loops(d, lengths):
    out = []
    for place in range(d.size(1)):
        walls = [float(row[place]) for row, n in zip(d, lengths, strict=True) if place < n]
        out.append(sum(walls) / len(walls))
    return out


def means_by_numpy(d, lengths):
    mask = np.arange(d.shape[1]) < lengths.numpy()[:, None]
    return np.ma.array(d.numpy(), mask=~mask).mean(0).data


def means_by_nan(d, lengths):
    rows = [row[:n] for row, n in zip(d, lengths.tolist(), strict=True)]
    return torch.nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=float("nan")).nanmean(0)


def attention_by_loops(q, k, v, forget, write):
    lists = (part.tolist() for part in (q, k, v, forget, write))
    return loops.ordered_attention(*lists)


def attention_by_pytorch(q, k, v, forget, write):
    C = v.size(1) // write.size(1)
    values = (v.unflatten(1, (-1, C)) * write.unsqueeze(-1)).flatten(1)
    seen = torch.nn.functional.scaled_dot_product_attention(q[None], k[None], values[None], is_causal=True)
    return (seen[0].unflatten(1, (-1, C)) * forget.unsqueeze(-1)).flatten(1)


def attention_step_by_step(q, k, v, forget, write):
    C = v.size(1) // write.size(1)
    level = torch.arange(v.size(1)) // C
    rows = []
    for t in range(len(q)):
        a = torch.softmax(k[: t + 1] @ q[t] / k.size(1) ** 0.5, 0)
        rows.append(forget[t, level] * (a[:, None] * write[: t + 1, level] * v[: t + 1]).sum(0))
    return torch.stack(rows)


RIGHT = {
    "16.1": (cumax_by_loops, cumax_by_a_triangle, cumax_by_numpy, ordered.cumax),
    "16.2": (cell_gates_of_the_library, cell_gates_by_loops, cell_gates_by_closing_the_overlap),
    "16.3": (step_of_the_library, step_by_loops, step_by_stacked_weights),
    "16.4": (blocks_by_walking, blocks_by_cutting, blocks_by_pairs),
    "16.5": (means_by_loops, means_by_numpy, means_by_nan),
    "16.6": (attention_by_loops, attention_by_pytorch, attention_step_by_step),
}
