"""Right answers to the tasks of chapter 3, written differently."""

import functools
import math

import numpy as np
import torch


def rnn_states_by_torch(x, W, R, b):
    network = torch.nn.RNN(x.size(1), len(b), batch_first=True, dtype=x.dtype)
    with torch.no_grad():
        for parameter, value in zip(network.parameters(), (W, R, b, torch.zeros_like(b)), strict=True):
            parameter.copy_(value)
        return network(x[None])[0][0]


def rnn_states_by_reading_first(x, W, R, b):
    read = (x @ W.T + b).double()  # (T, H)
    states = [torch.tanh(read[0])]
    for t in range(1, len(read)):
        states.append(torch.tanh(read[t] + states[-1] @ R.double().T))
    return states


def rnn_states_by_numpy(x, W, R, b):
    h, out = np.zeros(len(b)), []
    for word in x.numpy():
        h = np.tanh(W.numpy() @ word + R.numpy() @ h + b.numpy())
        out.append(h.tolist())
    return out


def spectral_radius_by_numpy(R):
    return np.max(np.abs(np.linalg.eigvals(R.numpy().astype(float))))


def spectral_radius_by_parts(R):
    values = torch.linalg.eig(R.double()).eigenvalues
    return max((value.real**2 + value.imag**2) ** 0.5 for value in values.tolist())


def spectral_radius_by_polynomial(R):
    roots = np.roots(np.poly(R.numpy().astype(float)))
    return max(abs(complex(root)) for root in roots)


def jacobian_by_reduction(R, states):
    steps = [torch.diag(1 - h**2).double() @ R.double() for h in states]
    return functools.reduce(lambda done, step: step @ done, steps)


def jacobian_by_rows(R, states):
    gradient = np.eye(len(R))
    for h in reversed(states.tolist()):
        gradient = (gradient * (1 - np.square(h))) @ R.numpy().astype(float)
    return gradient


def jacobian_by_forward_changes(R, states):
    columns = []
    for change in torch.eye(len(R), dtype=R.dtype):
        for h in states:
            change = (1 - h * h) * (R @ change)
        columns.append(change)
    return torch.stack(columns, dim=1)


def clip_gradient_by_factor(gradient, threshold):
    norm = torch.linalg.vector_norm(gradient.double())
    return gradient * torch.clamp(threshold / norm.clamp(min=1e-30), max=1.0)


def clip_gradient_by_torch(gradient, threshold):
    parameter = torch.nn.Parameter(torch.zeros_like(gradient))
    parameter.grad = gradient.clone()
    torch.nn.utils.clip_grad_norm_([parameter], threshold)
    return parameter.grad


def clip_gradient_by_loops(gradient, threshold):
    values = gradient.tolist()
    norm = math.sqrt(sum(value * value for value in values))
    return [value * threshold / max(norm, threshold) for value in values]


def clip_gradient_by_numpy(gradient, threshold):
    values = gradient.numpy()
    return values / max(1.0, np.linalg.norm(values) / threshold)


def lstm_step_by_torch(x, h, c, W, R, b):
    cell = torch.nn.LSTMCell(len(x), len(h), dtype=x.dtype)
    with torch.no_grad():
        for parameter, value in zip(cell.parameters(), (W, R, b, torch.zeros_like(b)), strict=True):
            parameter.copy_(value)
        new_h, new_c = cell(x[None], (h[None], c[None]))
    return new_h[0], new_c[0]


def lstm_step_by_one_product(x, h, c, W, R, b):
    sums = torch.cat([W, R], 1).double() @ torch.cat([x, h]).double() + b
    H = len(h)
    shares = 1 / (1 + torch.exp(-sums))
    c = shares[H : 2 * H] * c + shares[:H] * torch.tanh(sums[2 * H : 3 * H])
    return [(shares[3 * H :] * torch.tanh(c)).tolist(), c.tolist()]


def lstm_step_by_units(x, h, c, W, R, b):
    sums, H = (W @ x + R @ h + b).tolist(), len(h)

    def share(value):
        return 1 / (1 + math.exp(-value))

    new_h, new_c = [], []
    for k in range(H):
        i, f, g, o = (sums[k + n * H] for n in range(4))
        new_c.append(share(f) * float(c[k]) + share(i) * math.tanh(g))
        new_h.append(share(o) * math.tanh(new_c[-1]))
    return new_h, new_c


def memory_left_by_walking(f):
    left, rows = torch.ones(f.size(1), dtype=torch.float64), []
    for gate in f.flip(0):
        rows.append(left)
        left = left * gate
    return rows[::-1]


def memory_left_by_cumprod(f):
    shifted = torch.cat([f[1:], torch.ones_like(f[:1])])
    return shifted.flip(0).cumprod(0).flip(0)


def memory_left_by_numpy(f):
    gates = np.vstack([f.numpy()[1:], np.ones((1, f.shape[1]))])
    return np.cumprod(gates[::-1], axis=0)[::-1]


def last_states_by_loop(h, lengths):
    return [states[n - 1].tolist() for states, n in zip(h, lengths.tolist(), strict=True)]


def last_states_by_gather(h, lengths):
    place = (lengths - 1)[:, None, None].expand(-1, 1, h.size(2))
    return h.gather(1, place)[:, 0]


def last_states_by_selection(h, lengths):
    chosen = torch.nn.functional.one_hot(lengths - 1, h.size(1)).to(h.dtype)  # (B, T)
    return torch.einsum("bt,bth->bh", chosen, h)


def last_states_by_numpy(h, lengths):
    return h.numpy()[np.arange(len(h)), lengths.numpy() - 1]


def back_in_order_by_filling(states, order):
    out = torch.zeros(states.shape[1], states.shape[0], states.shape[2])
    for k, b in enumerate(order.tolist()):
        out[b] = states[:, k]
    return out


def back_in_order_by_pairs(states, order):
    pairs = sorted(zip(order.tolist(), states.unbind(1), strict=True), key=lambda pair: pair[0])
    return [rows.tolist() for _, rows in pairs]


def back_in_order_by_numpy(states, order):
    out = np.zeros(states.transpose(0, 1).shape)
    out[order.numpy()] = np.swapaxes(states.numpy(), 0, 1)
    return out


def drop_by_loop(h, mask, p, training):
    if not training:
        return h.tolist()
    return [x / (1 - p) if keep else 0.0 for x, keep in zip(h.tolist(), mask.tolist(), strict=True)]


def drop_by_where(h, mask, p, training):
    scaled = torch.where(mask.bool(), h.double() * (1 / (1 - p)), 0.0)
    return scaled if training else h


def drop_by_numpy(h, mask, p, training):
    factor = mask.numpy() / (1 - p) if training else np.ones(len(h))
    return h.numpy() * factor


def best_weights_by_numpy(w, changes, dev, test):
    weights = w.numpy() + np.cumsum(changes.numpy(), axis=0)
    return weights[int(np.argmax(dev))]


def best_weights_by_history(w, changes, dev, test):
    history = []
    for change in changes:
        w = w + change
        history.append(w.tolist())
    return max(zip(dev, history, strict=True), key=lambda pair: pair[0])[1]


def best_weights_by_going_back(w, changes, dev, test):
    now = w.double() + changes.double().sum(0)
    for epoch in range(len(dev) - 1, dev.index(max(dev)), -1):
        now = now - changes[epoch]
    return now


RIGHT = {
    "3.1": (rnn_states_by_torch, rnn_states_by_reading_first, rnn_states_by_numpy),
    "3.2": (spectral_radius_by_numpy, spectral_radius_by_parts, spectral_radius_by_polynomial),
    "3.3": (jacobian_by_reduction, jacobian_by_rows, jacobian_by_forward_changes),
    "3.4": (clip_gradient_by_factor, clip_gradient_by_torch, clip_gradient_by_loops, clip_gradient_by_numpy),
    "3.5": (lstm_step_by_torch, lstm_step_by_one_product, lstm_step_by_units),
    "3.6": (memory_left_by_walking, memory_left_by_cumprod, memory_left_by_numpy),
    "3.7": (last_states_by_loop, last_states_by_gather, last_states_by_selection, last_states_by_numpy),
    "3.8": (back_in_order_by_filling, back_in_order_by_pairs, back_in_order_by_numpy),
    "3.9": (drop_by_loop, drop_by_where, drop_by_numpy),
    "3.10": (best_weights_by_numpy, best_weights_by_history, best_weights_by_going_back),
}
