"""An LSTM that looks back: each step continues from an average of all earlier states, not from the last.

Letters: B sentences, T positions, E input, H hidden.
"""

import torch
from torch import Tensor, nn


class MemoryLstm(nn.Module):
    """One layer of an LSTM whose memory attends over its own past.

    k_t = W_k x_t + U_k h_{t-1} + b_k                     what step t asks for
    s_i = softmax over i < t of h_i . k_t / sqrt(H)       how well each memory fits
    h~ = sum_i s_i h_i,  c~ = sum_i s_i c_i               one average of all memories (h_i, c_i)
    h_t, c_t = LSTM(x_t, h~, c~)                          an ordinary LSTM cell goes on from there

    Source: Cheng et al. (2016), with the dot product of the note's section 2.1, eq. (2), for their
    additive score. Where the sources differ: the note's k_t is linear in x_t alone; with h_{t-1} it is the
    paper's (Shen et al., eq. 13), where Cheng et al. take the last h~.

    Args:
        inputs: E.
        hidden: H.
    """

    def __init__(self, inputs: int, hidden: int):
        super().__init__()
        self.key_x = nn.Linear(inputs, hidden)
        self.key_h = nn.Linear(hidden, hidden, bias=False)
        self.cell = nn.LSTMCell(inputs, hidden)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """All steps of a batch.

        Args:
            x: (B, T, E).
        Returns:
            h (B, T, H) and the attention s (B, T, T), entry (t, i) the weight of memory i at step t. Row 0
            is zero: before the first word there is nothing to look back at.
        """
        batch, steps, _ = x.shape
        keys = self.key_x(x)  # (B, T, H)  what needs no state is done at once
        h = c = x.new_zeros(batch, 0, self.cell.hidden_size)  # (B, t, H)
        rows = []
        for t in range(steps):
            s = self._attend(keys[:, t], h)  # (B, t)
            h_t, c_t = self.cell(x[:, t], (_average(s, h), _average(s, c)))
            h = torch.cat([h, h_t.unsqueeze(1)], 1)
            c = torch.cat([c, c_t.unsqueeze(1)], 1)
            rows.append(nn.functional.pad(s, (0, steps - t)))  # (B, T)
        return h, torch.stack(rows, 1)

    def _attend(self, key: Tensor, h: Tensor) -> Tensor:
        """The weights of the memories h (B, t, H), (B, t)."""
        if h.size(1) == 0:
            return h.new_zeros(h.size(0), 0)
        key = key + self.key_h(h[:, -1])  # (B, H)
        return torch.softmax((h @ key.unsqueeze(-1)).squeeze(-1) / h.size(-1) ** 0.5, -1)


def _average(s: Tensor, memories: Tensor) -> Tensor:
    """sum_i s_i m_i, (B, H); zeros where there are none."""
    return (s.unsqueeze(1) @ memories).squeeze(1)
