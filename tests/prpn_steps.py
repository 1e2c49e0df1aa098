"""PRPN one sentence, one step and one memory at a time, in evaluation mode: what the batched form must equal.

It follows the equations in the docstrings of `prpn_edu.latent.prpn` with the gates of `prpn_edu.loops`, and
borrows nothing but the weights.
"""

import torch

from prpn_edu.loops import gates


def scores(parser, x):
    """d_0 .. d_{T-1} and d'_1 .. d'_T as lists, from the word vectors x (T, E)."""
    weight, norm = parser.convolution.weight, parser.norm
    heads, bias = parser.scores.weight[..., 0], parser.scores.bias
    half = len(norm.bias) // 2
    d, d_next = [], []
    for t in range(len(x)):
        h = parser.convolution.bias
        for back in range(parser.lookback + 1):
            if t - back >= 0:
                h = h + weight[:, :, parser.lookback - back] @ x[t - back]
        h = (h - norm.running_mean) / (norm.running_var + norm.eps).sqrt() * norm.weight + norm.bias
        h = h.clamp(min=0)
        d.append(torch.sigmoid(heads[0] @ h[:half] + bias[0]).item())
        d_next.append(torch.sigmoid(heads[1] @ h[half:] + bias[1]).item())
    return d, d_next


def attention(key, memories, gate):
    """Gated attention over a list of memory vectors."""
    raw = torch.softmax(torch.stack([memory @ key for memory in memories]) / len(key) ** 0.5, 0).tolist()
    return gates.gated_attention(raw, gate)


def weighted(s, vectors):
    return sum(weight * vector for weight, vector in zip(s, vectors, strict=True))


def read_tape(reader, x, d, config):
    """The states h_0 .. h_{T-1} of a tape LSTM."""
    hs, cs = [], []
    for t in range(len(x)):
        first = 0 if config.window is None else max(0, t - config.window)
        h = c = x.new_zeros(reader.hidden)
        if t > 0:
            key = reader.key_x(x[t]) + reader.key_h(hs[t - 1])
            gate = gates.expected_gates(gates.alphas(d, t, config.tau, config.form))[first:]
            s = attention(key, hs[first:], gate)
            h, c = weighted(s, hs[first:]), weighted(s, cs[first:])
        i, f, g, o = (reader.norm_x(reader.from_x(x[t])) + reader.norm_h(reader.from_h(h))).chunk(4)
        cs.append(f.sigmoid() * c + i.sigmoid() * g.tanh())
        hs.append(o.sigmoid() * reader.norm_c(cs[t]).tanh())
    return torch.stack(hs)


def read_words(reader, x, d, config):
    """The states h_0 .. h_{T-1} of a reader without recurrence."""
    hs = []
    for t in range(len(x)):
        first = 0 if config.window is None else max(0, t - config.window)
        seen = torch.zeros_like(x[t])
        if t > 0:
            gate = gates.expected_gates(gates.alphas(d, t, config.tau, config.form))[first:]
            seen = weighted(attention(reader.key(x[t]), x[first:t], gate), x[first:t])
        hs.append(reader.norm(torch.tanh(reader.mix(torch.cat([x[t], seen])))))
    return torch.stack(hs)


def normalised(norm, x):
    if isinstance(norm, torch.nn.LayerNorm):
        return norm(x)
    return (x - norm.running_mean) / (norm.running_var + norm.eps).sqrt() * norm.weight + norm.bias


@torch.no_grad()
def logits(model, ids):
    """The scores of every next word, (T, V), for <s> and the words of one sentence, given as numbers."""
    config, predictor = model.config, model.predictor
    x = torch.stack([model.table[k] for k in ids])
    d, d_next = scores(model.parser, x)
    for reader in model.readers:
        x = (read_tape if config.recurrent else read_words)(reader, x, d, config)
    out = []
    for t in range(len(ids)):
        first = 0 if config.window is None else max(0, t - config.window)
        seen = torch.zeros_like(x[t])
        if t > 0:  # as if step t + 1 with the score d' looked back past x_t
            alpha = gates.alphas([*d[: t + 1], d_next[t]], t + 1, config.tau, config.form)
            gate = gates.expected_gates(alpha)[first:t]
            seen = weighted(attention(predictor.key(x[t]), x[first:t], gate), x[first:t])
        o = torch.tanh(normalised(predictor.norm, predictor.mix(torch.cat([x[t], seen]))))
        out.append(model.out(o))
    return torch.stack(out)
