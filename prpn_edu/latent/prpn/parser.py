"""The parsing network: a score for each word, a guess at the next one's, and the gates that follow.

Letters: B sentences, T positions, E embedding, F features, L how many words the convolution looks back.
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from prpn_edu.latent import gates
from prpn_edu.latent.prpn.dropout import Dropout


class Parser(nn.Module):
    """Scores from the last L + 1 words.

    h_t = ReLU(BN(W_c [x_{t-L}; ...; x_t] + b_c))      zeros stand before the sentence
    d_t = sigmoid(w . h_t + b)                        from the first half of the features
    d'_{t+1} = sigmoid(w' . h_t + b')                 from the second half: x_{t+1} is not known yet

    Source: paper, eq. (11) and (12) for the scores. Where the sources differ: the width L + 1 and zeros for
    all of the first L words are the authors' code's (the paper prints L, and pads one fewer); each half of
    the features has a score of its own there, which the paper does not say. The last layer is a sigmoid as in
    the submitted paper; later accounts have a ReLU, and the history of the code has both. The code's batch
    normalisation counts padding as words; this one does not.

    Args:
        embedding: E.
        features: F, even.
        lookback: L.
        dropout: on the words and on the features.
    """

    def __init__(self, embedding: int, features: int, lookback: int, dropout: float):
        super().__init__()
        if features % 2:
            raise ValueError(f"features must be even, half for d and half for d', got {features}")
        self.lookback = lookback
        self.convolution = nn.Conv1d(embedding, features, lookback + 1)
        self.norm = nn.BatchNorm1d(features)
        self.scores = nn.Conv1d(features, 2, 1, groups=2)  # the first half gives d, the second d'
        self.dropout = Dropout(dropout)

    def forward(self, x: Tensor, real: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of all positions at once.

        Args:
            x: (B, T, E), word vectors.
            real: (B, T), False at padding.
        Returns:
            d (B, T), where entry t is the score of word t, and d' (B, T), where entry t is the guess at the
            score of word t + 1. Both 0 at padding.
        """
        padded = F.pad(self.dropout(x).transpose(1, 2), (self.lookback, 0))  # (B, E, L + T)
        h = self.convolution(padded).transpose(1, 2)[real]  # (N, F)  the N real words only
        h = self.dropout(torch.relu(self.norm(h)))
        halves = h.unflatten(-1, (2, -1))  # (N, 2, F/2); multiplied here, for grouped convolutions are slow
        scores = ((halves * self.scores.weight[..., 0]).sum(-1) + self.scores.bias).sigmoid()  # (N, 2)
        d, d_next = scores.new_zeros(*real.shape, 2).masked_scatter(real.unsqueeze(-1), scores).unbind(-1)
        return d, d_next


def memory_gates(
    d: Tensor, d_next: Tensor, tau: float, form: str = "code", window: int | None = None
) -> tuple[Tensor, Tensor]:
    """The gates of the reading and of the predict network.

    g[t, i] = prod_{j=i+1}^{t-1} alpha(d_t, d_j)              how far step t sees
    g'[t, i] = prod_{j=i+1}^{t} alpha(d'_{t+1}, d_j)          how far step t + 1 would see

    Args:
        d: (..., T).
        d_next: (..., T), entry t is d'_{t+1}.
        tau, form: as in `gates.alphas`; the authors' code has tau = 0.1 and the form "code".
        window: memories further back than this are closed; None opens all. The code keeps 15.
    Returns:
        two (..., T, T), both 0 for i >= t: that the last word is open to the next step needs no gate.
    Source: note, eq. (5) and (7). As in the note, and not in the code, memory 0 ends every search, and no
        zero vector stands before it.
    """
    steps = d.size(-1)
    alpha = gates.alphas(
        torch.cat([d, d_next], -1), tau, form
    )  # (..., 2T, 2T)  row T + t belongs to d'_{t+1}
    now = gates.expected_gates(alpha[..., :steps, :steps])
    shifted = F.pad(alpha[..., steps:, :steps], (0, 1, 1, 0))  # (..., T + 1, T + 1)  row t + 1 of step t + 1
    ahead = gates.expected_gates(shifted)[..., 1:, :steps].tril(-1)
    if window is None:
        return now, ahead
    return now.triu(-window), ahead.triu(-window)
