"""Wrong answers to exercise 3, as a student might write them; made from the notebook alone."""

import torch


def old_state_forgotten(x, W, R, b):
    return torch.tanh(x @ W.T + b)


def no_tanh(x, W, R, b):
    h, states = torch.zeros(len(b)), []
    for word in x:
        h = W @ word + R @ h + b
        states.append(h)
    return torch.stack(states)


def state_outside_the_tanh(x, W, R, b):
    h, states = torch.zeros(len(b)), []
    for word in x:
        h = torch.tanh(W @ word + b) + R @ h
        states.append(h)
    return torch.stack(states)


def largest_real_part(R):
    return torch.linalg.eigvals(R).real.max()


def absolute_real_part(R):
    return torch.linalg.eigvals(R).real.abs().max()


def largest_singular_value(R):
    return torch.linalg.matrix_norm(R, 2)


def product_of_steps(R, states, slope, backwards=False):
    result = torch.eye(len(R))
    for h in states:
        step = slope(h)[:, None] * R
        result = result @ step if backwards else step @ result
    return result


def first_step_at_the_left(R, states):
    return product_of_steps(R, states, lambda h: 1 - h**2, backwards=True)


def slopes_forgotten(R, states):
    return torch.linalg.matrix_power(R, len(states))


def slopes_on_the_columns(R, states):
    result = torch.eye(len(R))
    for h in states:
        result = (R * (1 - h**2)) @ result
    return result


def each_entry_clipped(gradient, threshold):
    return gradient.clamp(-threshold, threshold)


def always_scaled(gradient, threshold):
    return gradient * threshold / gradient.norm()


def length_not_rooted(gradient, threshold):
    length = (gradient**2).sum()
    return gradient if length <= threshold else gradient * threshold / length


def gated(x, h, c, W, R, b, order=(0, 1, 2, 3)):
    parts = (W @ x + R @ h + b).chunk(4)
    i, f, g, o = (parts[k] for k in order)
    return i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()


def output_before_candidate(x, h, c, W, R, b):
    i, f, g, o = gated(x, h, c, W, R, b, (0, 1, 3, 2))
    new = f * c + i * g
    return o * new.tanh(), new


def memory_not_bent(x, h, c, W, R, b):
    i, f, g, o = gated(x, h, c, W, R, b)
    new = f * c + i * g
    return o * new, new


def forget_and_input_exchanged(x, h, c, W, R, b):
    i, f, g, o = gated(x, h, c, W, R, b)
    new = i * c + f * g
    return o * new.tanh(), new


def own_gate_too(f):
    return torch.stack([f[t:].prod(0) for t in range(len(f))])


def gates_before(f):
    return torch.stack([f[:t].prod(0) for t in range(len(f))])


def next_gate_only(f):
    return torch.cat([f[1:], torch.ones(1, f.shape[1])])


def last_column(h, lengths):
    return h[:, -1]


def one_too_far(h, lengths):
    return h[torch.arange(len(h)), lengths.clamp(max=h.shape[1] - 1)]


def columns_of_all(h, lengths):
    return h[:, lengths - 1][:, 0]


def order_used_forwards(states, order):
    return states.transpose(0, 1)[order]


def order_forgotten(states, order):
    return states.transpose(0, 1)


def time_stays_first(states, order):
    return states[:, torch.argsort(order)]


def not_scaled(h, mask, p, training):
    return h * mask if training else h


def scaled_in_the_test(h, mask, p, training):
    return h * mask if training else h * (1 - p)


def divided_by_p(h, mask, p, training):
    return h * mask / p if training else h


def epoch_weights(w, changes):
    return w + changes.cumsum(0)


def no_copy(w, changes, dev, test):
    return epoch_weights(w, changes)[-1]


def last_of_equals(w, changes, dev, test):
    best = max(e for e in range(len(dev)) if dev[e] == max(dev))
    return epoch_weights(w, changes)[best]


def chosen_on_the_test(w, changes, dev, test):
    return epoch_weights(w, changes)[test.index(max(test))]


ANSWERS = {
    "3.1": [
        ("the old state forgotten", old_state_forgotten),
        ("no tanh", no_tanh),
        ("the old state outside the tanh", state_outside_the_tanh),
    ],
    "3.2": [
        ("the largest real part", largest_real_part),
        ("the imaginary part thrown away", absolute_real_part),
        ("the largest singular value", largest_singular_value),
    ],
    "3.3": [
        ("the first step at the left end", first_step_at_the_left),
        ("the slopes forgotten", slopes_forgotten),
        ("R diag in place of diag R", slopes_on_the_columns),
    ],
    "3.4": [
        ("each entry clipped by itself", each_entry_clipped),
        ("short gradients scaled up", always_scaled),
        ("the squared length", length_not_rooted),
    ],
    "3.5": [
        ("order i, f, o, g", output_before_candidate),
        ("no tanh over the memory in h", memory_not_bent),
        ("forget and input gate exchanged", forget_and_input_exchanged),
    ],
    "3.6": [
        ("the word's own gate counts too", own_gate_too),
        ("the gates before the word", gates_before),
        ("only the next gate", next_gate_only),
    ],
    "3.7": [
        ("the last column", last_column),
        ("lengths without minus 1", one_too_far),
        ("the place of the first sentence for all", columns_of_all),
    ],
    "3.8": [
        ("order in place of its inverse", order_used_forwards),
        ("only the axes exchanged", order_forgotten),
        ("time stays first", time_stays_first),
    ],
    "3.9": [
        ("not divided in training", not_scaled),
        ("scaled in the test in place of the training", scaled_in_the_test),
        ("divided by p", divided_by_p),
    ],
    "3.10": [
        ("kept without a copy", no_copy),
        ("the last of equally good epochs", last_of_equals),
        ("chosen on the test split", chosen_on_the_test),
    ],
}
