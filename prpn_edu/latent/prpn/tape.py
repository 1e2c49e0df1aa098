"""The loop of `TapeReader` with its derivatives written by hand: the same numbers in less time.

PyTorch's own derivative of the loop adds up, for each step, a gradient for every memory that it saw, and
multiplies by the weights' gradients once a step. Here the tape and its gradient are one tensor each, and each
weight has its gradient from one product after the loop. What else saves time:

- s = softmax(logits + log g) is the attention inside the gates in one call;
- the keys are divided by sqrt(H) all at once, and the mask of the recurrent dropout is part of W_h;
- tanh(x) = 2 sigmoid(2 x) - 1, and PyTorch's sigmoid takes a seventh of the time of its tanh; the cell's four
  parts then go forward and back as one sigmoid, and derivatives are written where they are to lie;
- the first step has no memory, so that nothing is multiplied there;
- a key is a row, (B, 1, H) by (B, H, M): memory by column is the same product, and takes six times as long.

What a step leaves for the way back lies step by step, (T, B, ...), each step in one piece.
Letters: B sentences, T positions, H hidden, M memories that a step may see.
"""

from typing import Any

import torch
from torch import Tensor

_norm, _norm_backward = torch.native_layer_norm, torch.ops.aten.native_layer_norm_backward
_sigmoid_backward = torch.ops.aten.sigmoid_backward.grad_input
_tanh_backward = torch.ops.aten.tanh_backward.grad_input
_ONLY_INPUT, _ONLY_WEIGHTS = [True, False, False], [False, True, True]


class TapeLoop(torch.autograd.Function):
    """The loop as one operation: `TapeLoop.apply(reads, keys, gate, ..., eps, width)` as in `forward`.

    Args:
        reads: (T, B, 4H), what the words bring to the LSTM cell.
        keys: (T, B, H), what they bring to the keys.
        gate: (B, T, T).
        kept: (H,), the mask of the recurrent dropout; has no gradient.
        W_k, W_h, b_h: (H, H), (4H, H), (4H,), the weights upon h_{t-1} and upon h~.
        scale_h, shift_h, scale_c, shift_c: of the two layer normalisations, (4H,) and (H,).
        eps: of both.
        width: how many memories back the gates are open at most.
    Returns:
        h (B, T, H).
    """

    @staticmethod
    def forward(
        ctx: Any, reads, keys, gate, kept, W_k, W_h, b_h, scale_h, shift_h, scale_c, shift_c, eps, width
    ):
        """Equations as in `TapeReader`."""
        T, B, H = keys.shape
        keys, W_k, W_h = keys / H**0.5, W_k / H**0.5, W_h * kept
        log_gate, sees = _log(gate.to(keys.dtype))
        tape = reads.new_zeros(B, T, 2 * H)  # [h; c]
        seen, raw, new_c = (reads.new_empty(T, B, n * H) for n in (2, 4, 1))
        seen[0], raw[0] = 0, b_h  # the first step has no memory
        twice_c = 2 * scale_c, 2 * shift_c
        steps = []
        rows = (x.unbind(0) for x in (reads, keys, seen, raw, new_c))
        for t, (read, key, look, raw_t, c) in enumerate(zip(*rows, strict=True)):
            s = None
            if t > 0:
                first = max(0, t - width)
                memory = tape[:, first:t]  # (B, M, 2H)
                key.addmm_(tape[:, t - 1, :H], W_k.T)
                logits = torch.baddbmm(
                    log_gate[:, t : t + 1, first:t], key.unsqueeze(1), memory[..., :H].transpose(1, 2)
                )
                s = logits.softmax(-1).mul_(sees[:, t : t + 1])  # (B, 1, M)
                torch.bmm(s, memory, out=look.unsqueeze(1))  # (B, 1, 2H)  [h~; c~]
                torch.addmm(b_h, look[:, :H], W_h.T, out=raw_t)  # (B, 4H)
            cell, mean, deviation = _norm(raw_t, [4 * H], scale_h, shift_h, eps)
            i, f, g, o = cell.add_(read).chunk(4, -1)
            g.mul_(2)
            cell.sigmoid_()
            g = g.mul(2).sub_(1)
            torch.addcmul(i * g, f, look[:, H:], out=c)
            out, mean_c, deviation_c = _norm(c, [H], *twice_c, eps)
            out.sigmoid_().mul_(2).sub_(1)
            h_t, c_t = tape[:, t].chunk(2, -1)
            torch.mul(o, out, out=h_t)
            c_t.copy_(c)
            steps.append((s, cell, g, out, mean, deviation, mean_c, deviation_c))
        ctx.save_for_backward(
            gate, kept, W_k, W_h, scale_h, shift_h, scale_c, shift_c, tape, keys, seen, raw, new_c
        )
        ctx.steps, ctx.width = steps, width
        return tape[..., :H].clone()

    @staticmethod
    def backward(ctx: Any, *grads: Tensor):
        """From the last step to the first; d_x is the gradient of x."""
        gate, kept, W_k, W_h, *norms, tape, keys, seen, raw, new_c = ctx.saved_tensors
        scale_h, shift_h, scale_c, shift_c = norms
        B, T, H = grads[0].shape
        d_tape = torch.cat([grads[0], torch.zeros_like(grads[0])], -1)  # (B, T, 2H)
        d_keys, d_reads, d_raw, d_out = (torch.empty_like(x) for x in (keys, raw, raw, new_c))  # (T, B, ...)
        d_log_gate, d_seen = torch.zeros_like(gate), torch.empty_like(seen[0])
        for t in reversed(range(T)):
            s, cell, g, out, mean, deviation, mean_c, deviation_c = ctx.steps[t]
            i, f, _, o = cell.chunk(4, -1)
            d_h, d_c = d_tape[:, t].chunk(2, -1)
            look, d_read, d_out_t = seen[t], d_reads[t], d_out[t]

            torch.mul(d_h, o, out=d_out_t)
            _tanh_backward(d_out_t, out, grad_input=d_out_t)
            through, _, _ = _norm_backward(
                d_out_t, new_c[t], [H], mean_c, deviation_c, scale_c, shift_c, _ONLY_INPUT
            )
            d_c = d_c + through
            d_i, d_f, d_g, d_o = d_read.chunk(4, -1)
            torch.mul(d_c, g, out=d_i)
            torch.mul(d_c, look[:, H:], out=d_f)
            torch.mul(d_c, i, out=d_g).mul_(4)  # 2 sigmoid(2 x) - 1 rises 4 times as fast
            torch.mul(d_h, out, out=d_o)
            _sigmoid_backward(d_read, cell, grad_input=d_read)
            d_raw[t], _, _ = _norm_backward(
                d_read, raw[t], [4 * H], mean, deviation, scale_h, shift_h, _ONLY_INPUT
            )
            if t == 0:
                break
            first = max(0, t - ctx.width)
            memory, d_memory = tape[:, first:t], d_tape[:, first:t]
            key, d_key = keys[t], d_keys[t]
            torch.mm(d_raw[t], W_h, out=d_seen[:, :H])
            torch.mul(d_c, f, out=d_seen[:, H:])
            d_s = torch.bmm(d_seen.unsqueeze(1), memory.transpose(1, 2))  # (B, 1, M)
            weighted = s * d_s
            d_logits = weighted - s * weighted.sum(-1, keepdim=True)
            d_log_gate[:, t : t + 1, first:t] = d_logits
            torch.bmm(d_logits, memory[..., :H], out=d_key.unsqueeze(1))
            d_memory.addcmul_(s.transpose(1, 2), d_seen.unsqueeze(1))
            d_memory[..., :H].addcmul_(d_logits.transpose(1, 2), key.unsqueeze(1))
            d_tape[:, t - 1, :H].addmm_(d_key, W_k)
        d_keys[0] = 0
        _, _, _, _, *moments = zip(*ctx.steps, strict=True)
        mean, deviation, mean_c, deviation_c = (torch.stack(moment) for moment in moments)  # (T, B, 1)
        d_norm_h = _norm_backward(d_reads, raw, [4 * H], mean, deviation, scale_h, shift_h, _ONLY_WEIGHTS)[1:]
        d_norm_c = _norm_backward(d_out, new_c, [H], mean_c, deviation_c, scale_c, shift_c, _ONLY_WEIGHTS)[1:]
        d_keys /= H**0.5
        before = tape[:, :-1, :H].transpose(0, 1).flatten(0, 1)  # ((T-1)B, H)  h_{t-1}
        d_W_k = d_keys[1:].flatten(0, 1).T @ before
        d_W_h = d_raw[1:].flatten(0, 1).T @ seen[1:, :, :H].flatten(0, 1) * kept
        d_b_h = torch.mv(d_raw.flatten(0, 1).T, d_raw.new_ones(T * B))
        d_gate = torch.where(gate > 0, d_log_gate / gate, 0.0)
        return d_reads, d_keys, d_gate, None, d_W_k, d_W_h, d_b_h, *d_norm_h, *d_norm_c, None, None


def _log(gate: Tensor) -> tuple[Tensor, Tensor]:
    """log g, where nothing is seen 0, and beside it 1.0 where a step sees anything: (B, T, T), (B, T, 1).

    The logarithm of 0 takes ten times as long as that of another number.
    """
    shut = gate <= 0
    sees = shut.logical_not().any(-1, keepdim=True)
    return gate.masked_fill(shut, 1.0).log_().masked_fill_(shut & sees, -torch.inf), sees.to(gate.dtype)
