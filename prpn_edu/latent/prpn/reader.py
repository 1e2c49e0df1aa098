"""The reading network: each step reads its word and, through the gates, the memories before it.

Two forms with one call, `reader(x, gate)`. `TapeReader` is the paper's, an LSTM with a tape of all earlier
states; `AttentionReader` has no recurrence and so needs no loop.
Letters: B sentences, T positions, E input, H hidden, M memories that a step may see.
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from prpn_edu.latent import gates
from prpn_edu.latent.prpn.dropout import Dropout
from prpn_edu.latent.prpn.tape import TapeLoop


def structured_attention(logits: Tensor, gate: Tensor) -> Tensor:
    """Attention inside the gates: s_i = g_i exp(logits_i) / sum_j g_j exp(logits_j), over the last axis.

    Args:
        logits: (..., M), key and memory multiplied.
        gate: (..., M), in [0, 1].
    Returns:
        (..., M), sums to 1; zeros where every gate is closed.
    Source: note, eq. (6), and the code. The paper divides by sum_j g_j, which does not sum to 1.
    """
    closed = gate == 0  # a closed memory must not be the maximum that the softmax subtracts
    raw = logits.masked_fill(closed, torch.finfo(logits.dtype).min).softmax(-1)
    return gates.gated_attention(raw, gate)


class TapeReader(nn.Module):
    """One layer of the LSTM with a memory tape.

    k_t = W_k [x_t; h_{t-1}] + b_k                       the key
    s_i = structured attention of h_i . k_t / sqrt(H)     over the memories i < t
    h~ = sum_i s_i h_i,  c~ = sum_i s_i c_i               both tapes with the same weights
    i, f, g, o = LN(W_x x_t) + LN(W_h h~)                 then sigmoid, sigmoid, tanh, sigmoid
    c_t = f c~ + i g,  h_t = o tanh(LN(c_t))

    Source: paper, eq. (13) to (16), and the authors' code for the layer normalisation. Where the sources
    differ: the note's query is linear in x_t alone. The code's layer normalisation divides by a standard
    deviation with n - 1, PyTorch's with n.

    Args:
        inputs: E.
        hidden: H.
        dropout: on the words that are read and on the key.
        recurrent_dropout: on h~, one mask for all steps of a forward pass.
    """

    def __init__(self, inputs: int, hidden: int, dropout: float, recurrent_dropout: float):
        super().__init__()
        self.hidden = hidden
        self.key_x = nn.Linear(inputs, hidden)
        self.key_h = nn.Linear(hidden, hidden, bias=False)
        self.from_x, self.norm_x = nn.Linear(inputs, 4 * hidden), nn.LayerNorm(4 * hidden)
        self.from_h, self.norm_h = nn.Linear(hidden, 4 * hidden), nn.LayerNorm(4 * hidden)
        self.norm_c = nn.LayerNorm(hidden)
        self.dropout, self.recurrent_dropout = Dropout(dropout), Dropout(recurrent_dropout)

    def forward(self, x: Tensor, gate: Tensor) -> Tensor:
        """All steps of a batch.

        Args:
            x: (B, T, E).
            gate: (B, T, T), from `memory_gates`.
        Returns:
            h (B, T, H).
        """
        reads = self.norm_x(self.from_x(self.dropout(x)))  # (B, T, 4H)  what needs no state is done at once
        keys = self.key_x(self.dropout(x))  # (B, T, H)
        kept = self.recurrent_dropout(x.new_ones(self.hidden))  # (H,)
        width = _widest(gate)
        tape: list[Tensor] = []  # of [h; c], (B, 2H)
        for t, (read, key) in enumerate(zip(reads.unbind(1), keys.unbind(1), strict=True)):
            first = max(0, t - width)
            h, c = self._look_back(tape[first:], key, gate[:, t, first:t])
            tape.append(self._step(read, h * kept, c))
        return torch.stack(tape, 1)[..., : self.hidden]

    def attention(self, x: Tensor, h: Tensor, gate: Tensor) -> Tensor:
        """What each step attended to, once its states are known: (B, T, T), row 0 all zeros.

        Args:
            x: (B, T, E), as in `forward`.
            h: (B, T, H), what `forward` returned for it in evaluation mode.
            gate: (B, T, T), as in `forward`.
        """
        last = F.pad(h, (0, 0, 1, -1))  # (B, T, H)  row t is h_{t-1}, zeros for the first step
        key = self.key_x(x) + self.key_h(last)  # (B, T, H)
        return structured_attention(key @ h.transpose(1, 2) / self.hidden**0.5, gate)

    def _look_back(self, tape: list[Tensor], key: Tensor, gate: Tensor) -> tuple[Tensor, Tensor]:
        """h~ and c~, each (B, H): the memories inside the gates; zeros before the first word."""
        if not tape:
            return torch.zeros_like(key), torch.zeros_like(key)
        memory = torch.stack(tape, 1)  # (B, M, 2H)
        key = key + self.key_h(tape[-1][:, : self.hidden])  # (B, H)
        logits = memory[..., : self.hidden] @ key.unsqueeze(-1) / self.hidden**0.5  # (B, M, 1)
        s = structured_attention(logits.squeeze(-1), gate)  # (B, M)
        h, c = (s.unsqueeze(1) @ memory).squeeze(1).chunk(2, -1)
        return h, c

    def _step(self, read: Tensor, h: Tensor, c: Tensor) -> Tensor:
        """The LSTM cell: [h_t; c_t], (B, 2H)."""
        i, f, g, o = (read + self.norm_h(self.from_h(h))).chunk(4, -1)
        c = f.sigmoid() * c + i.sigmoid() * g.tanh()
        return torch.cat([o.sigmoid() * self.norm_c(c).tanh(), c], -1)


class FastTapeReader(TapeReader):
    """A `TapeReader` whose derivatives are written by hand, `tape.TapeLoop`: equal numbers, less time."""

    def forward(self, x: Tensor, gate: Tensor) -> Tensor:
        """As `TapeReader.forward`."""
        reads = self.norm_x(self.from_x(self.dropout(x).transpose(0, 1)))  # (T, B, 4H)
        keys = self.key_x(self.dropout(x).transpose(0, 1))  # (T, B, H)
        kept = self.recurrent_dropout(x.new_ones(self.hidden))  # (H,)
        weights = self.key_h.weight, self.from_h.weight, self.from_h.bias
        norms = self.norm_h.weight, self.norm_h.bias, self.norm_c.weight, self.norm_c.bias, self.norm_c.eps
        return TapeLoop.apply(reads, keys, gate, kept, *weights, *norms, _widest(gate))


class AttentionReader(nn.Module):
    """One layer without recurrence: the memories are the words themselves.

    s_i = structured attention of x_i . (W_k x_t) / sqrt(E)    over the words i < t
    h_t = LN(tanh(W [x_t; sum_i s_i x_i] + b))

    Source: ours, to see what the gates learn without an LSTM beside them; no equation of the paper.

    Args:
        inputs: E.
        hidden: H.
        dropout: on the words that are read.
    """

    def __init__(self, inputs: int, hidden: int, dropout: float):
        super().__init__()
        self.key = nn.Linear(inputs, inputs)
        self.mix, self.norm = nn.Linear(2 * inputs, hidden), nn.LayerNorm(hidden)
        self.dropout = Dropout(dropout)

    def forward(self, x: Tensor, gate: Tensor) -> Tensor:
        """As `TapeReader.forward`, all steps at once: x (B, T, E), gate (B, T, T); returns h (B, T, H)."""
        x = self.dropout(x)
        seen = self.attention(x, x, gate) @ x  # (B, T, E)
        return self.norm(torch.tanh(self.mix(torch.cat([x, seen], -1))))

    def attention(self, x: Tensor, h: Tensor, gate: Tensor) -> Tensor:
        """What each step attends to, (B, T, T), as `TapeReader.attention`; `h` is not used."""
        return structured_attention(self.key(x) @ x.transpose(1, 2) / x.size(-1) ** 0.5, gate)


def _widest(gate: Tensor) -> int:
    """How far back any step of (B, T, T) gates sees: with a window, the tape need not be longer."""
    open_ = gate.detach().amax(0).nonzero()  # (N, 2)  pairs t, i
    return int((open_[:, 0] - open_[:, 1]).max()) if len(open_) else 1
