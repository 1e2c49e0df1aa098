"""The predict network: the next word from the last state and, through the gates, those before it.

Letters: B sentences, T positions, E embedding, H hidden, N real positions of a batch.
"""

import torch
from torch import Tensor, nn

from prpn_edu.latent.prpn.dropout import Dropout
from prpn_edu.latent.prpn.reader import structured_attention

NORMS = {"batch": nn.BatchNorm1d, "layer": nn.LayerNorm}


class Predictor(nn.Module):
    """What is handed to the output layer, for each word the guess at the next.

    s_i = structured attention of h_i . (W_p h_t + b_p) / sqrt(H)     over the memories i < t, by g'
    o_t = tanh(norm(W [h_t; sum_i s_i h_i] + b))

    Source: paper, eq. (17). Where the sources differ: h_t enters once, ungated, beside the sum, as in the
    code; the paper's [h_{l:t-1}, h_t] leaves open how. The code's option of residual blocks, on for
    characters only, is left out. Batch normalisation is the code's; it does not count padding here.

    Args:
        hidden: H.
        embedding: E, the width of the output, so that the table of words can be the output layer too.
        dropout: before the key, on the key and before the output.
        norm: "batch" or "layer".
    """

    def __init__(self, hidden: int, embedding: int, dropout: float, norm: str = "batch"):
        super().__init__()
        if norm not in NORMS:
            raise ValueError(f"norm must be one of {', '.join(NORMS)}, not {norm!r}")
        self.key = nn.Linear(hidden, hidden)
        self.mix, self.norm = nn.Linear(2 * hidden, embedding), NORMS[norm](embedding)
        self.dropout = Dropout(dropout)

    def forward(self, h: Tensor, gate: Tensor, real: Tensor) -> Tensor:
        """All positions at once.

        Args:
            h: (B, T, H), from the reading network.
            gate: (B, T, T), g' of `memory_gates`.
            real: (B, T), False at padding.
        Returns:
            o (N, E), of the real positions only, sentence by sentence.
        """
        seen = self.attention(h, gate) @ h  # (B, T, H)
        both = torch.cat([h, seen], -1)[real]  # (N, 2H)
        return torch.tanh(self.norm(self.mix(self.dropout(both))))

    def attention(self, h: Tensor, gate: Tensor) -> Tensor:
        """How much of each earlier state each step sees, (B, T, T), row 0 all zeros; arguments as above."""
        key = self.dropout(self.key(self.dropout(h)))  # (B, T, H)
        return structured_attention(key @ h.transpose(1, 2) / h.size(-1) ** 0.5, gate)
