"""The loop of `TapeReader` with its derivatives written by hand: the same numbers in less time.

PyTorch's own derivative of the loop adds up, for each step, a gradient for every memory that it saw, and
multiplies by the weights' gradients once a step. Here the tape and its gradient are one tensor each, and each
weight has its gradient from one product after the loop.

Letters: B sentences, T positions, H hidden, M memories that a step may see.
"""

from typing import Any

import torch
from torch import Tensor

_norm, _norm_backward = torch.native_layer_norm, torch.ops.aten.native_layer_norm_backward


class TapeLoop(torch.autograd.Function):
    """The loop as one operation: `TapeLoop.apply(reads, keys, gate, ..., eps, width)` as in `forward`.

    Args:
        reads: (B, T, 4H), what the words bring to the LSTM cell.
        keys: (B, T, H), what they bring to the keys.
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
        B, T, H = keys.shape
        tape = reads.new_zeros(B, T, 2 * H)  # [h; c]
        steps = []
        for t in range(T):
            first = max(0, t - width)
            memory = tape[:, first:t]  # (B, M, 2H)
            key = keys[:, t]
            if t > 0:
                key = torch.addmm(key, tape[:, t - 1, :H], W_k.T)
            s = _attend(memory[..., :H], key, gate[:, t, first:t])  # (B, M)
            seen = torch.bmm(s.unsqueeze(1), memory).squeeze(1)  # (B, 2H)  [h~; c~]
            seen[:, :H] *= kept
            raw = torch.addmm(b_h, seen[:, :H], W_h.T)  # (B, 4H)
            normed, mean, deviation = _norm(raw, [4 * H], scale_h, shift_h, eps)
            cell = normed.add_(reads[:, t])
            cell[:, : 2 * H].sigmoid_()
            cell[:, 2 * H : 3 * H].tanh_()
            cell[:, 3 * H :].sigmoid_()
            i, f, g, o = cell.chunk(4, -1)
            c = f * seen[:, H:] + i * g
            out, mean_c, deviation_c = _norm(c, [H], scale_c, shift_c, eps)
            out.tanh_()
            tape[:, t, :H], tape[:, t, H:] = o * out, c
            steps.append((key, s, seen, raw, mean, deviation, cell, mean_c, deviation_c, out))
        ctx.save_for_backward(gate, kept, W_k, W_h, scale_h, shift_h, scale_c, shift_c, tape)
        ctx.steps, ctx.width = steps, width
        return tape[..., :H].clone()

    @staticmethod
    def backward(ctx: Any, *grads: Tensor):
        """From the last step to the first; d_x is the gradient of x."""
        gate, kept, W_k, W_h, scale_h, shift_h, scale_c, shift_c, tape = ctx.saved_tensors
        B, T, H = grads[0].shape
        d_tape = torch.cat([grads[0], torch.zeros_like(grads[0])], -1)  # (B, T, 2H)
        d_reads, d_raw = (tape.new_empty(B, T, 4 * H) for _ in range(2))
        d_keys, d_gate = tape.new_empty(B, T, H), torch.zeros_like(gate)
        d_norms = [torch.zeros_like(weight) for weight in (scale_h, shift_h, scale_c, shift_c)]
        for t in reversed(range(T)):
            first = max(0, t - ctx.width)
            memory, d_memory = tape[:, first:t], d_tape[:, first:t]
            key, s, seen, raw, mean, deviation, cell, mean_c, deviation_c, out = ctx.steps[t]
            i, f, g, o = cell.chunk(4, -1)
            d_h, d_c = d_tape[:, t, :H], d_tape[:, t, H:]

            back = d_h * o * (1 - out * out)
            through, *d_c_norm = _norm_backward(
                back, tape[:, t, H:].contiguous(), [H], mean_c, deviation_c, scale_c, shift_c, [True] * 3
            )
            d_c = d_c + through
            d_cell = d_reads[:, t]
            torch.cat([d_c * g, d_c * seen[:, H:], d_c * i, d_h * out], -1, out=d_cell)
            d_cell[:, : 2 * H] *= cell[:, : 2 * H] * (1 - cell[:, : 2 * H])
            d_cell[:, 2 * H : 3 * H] *= 1 - g * g
            d_cell[:, 3 * H :] *= o * (1 - o)
            d_raw[:, t], *d_h_norm = _norm_backward(
                d_cell.contiguous(), raw, [4 * H], mean, deviation, scale_h, shift_h, [True] * 3
            )
            for total, part in zip(d_norms, [*d_h_norm, *d_c_norm], strict=True):
                total += part
            d_seen = torch.cat([(d_raw[:, t] @ W_h) * kept, d_c * f], -1)  # (B, 2H)

            d_s = torch.bmm(memory, d_seen.unsqueeze(-1)).squeeze(-1)  # (B, M)
            d_logits = s * (d_s - (s * d_s).sum(-1, keepdim=True))
            here = gate[:, t, first:t]
            d_gate[:, t, first:t] = torch.where(here > 0, d_logits / here, 0.0)
            d_logits = d_logits / H**0.5
            d_keys[:, t] = torch.bmm(d_logits.unsqueeze(1), memory[..., :H]).squeeze(1)
            d_memory.addcmul_(s.unsqueeze(-1), d_seen.unsqueeze(1))
            d_memory[..., :H].addcmul_(d_logits.unsqueeze(-1), key.unsqueeze(1))
            if t > 0:
                d_tape[:, t - 1, :H] += d_keys[:, t] @ W_k
        before = tape[:, :-1, :H].flatten(0, 1)  # (B(T-1), H)  h_{t-1}
        d_W_k = d_keys[:, 1:].flatten(0, 1).T @ before
        seen = torch.stack([step[2][:, :H] for step in ctx.steps], 1).flatten(0, 1)  # (BT, H)
        d_raw = d_raw.flatten(0, 1)
        d_W_h = d_raw.T @ seen
        return d_reads, d_keys, d_gate, None, d_W_k, d_W_h, d_raw.sum(0), *d_norms, None, None


def _attend(memory: Tensor, key: Tensor, gate: Tensor) -> Tensor:
    """`reader.structured_attention` of memory (B, M, H) and key (B, H), without its record: (B, M)."""
    logits = torch.bmm(memory, key.unsqueeze(-1)).squeeze(-1) / key.size(-1) ** 0.5
    raw = logits.masked_fill_(gate == 0, torch.finfo(logits.dtype).min).softmax(-1) * gate
    total = raw.sum(-1, keepdim=True)
    return raw / total.masked_fill_(total == 0, 1.0)
