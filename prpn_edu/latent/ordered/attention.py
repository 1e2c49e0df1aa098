"""Ordered neurons without recurrence: attention that writes behind one master gate, forgets behind another.

This is **our reading** of Thillaisundaram (2020), "A hierarchical transformer for unsupervised parsing",
whose public text gives words and no equations.
Letters: B sentences, T positions, H width, m levels of C neurons.
"""

import torch.nn.functional as F
from torch import Tensor, nn

from prpn_edu.latent.ordered.master import all_open, check_levels, master_gates


class OrderedAttention(nn.Module):
    """Attention to the words so far, each behind its input gate, and then a forget gate on the sum.

    i~_j = 1 - cumax(W_i x_j + b_i)                 what word j may write
    f~_t = cumax(W_f x_t + b_f)                     what step t forgets, from the lowest level up
    a_t  = softmax over j <= t of q_t . k_j / sqrt(H)
    o_t  = f~_t  sum_j a_tj (i~_j v_j)              each master gate repeated for the C neurons of its level

    With `ordered` off both gates are one and have no weights: plain causal attention with one head.
    Source: ours, see the module. What the text leaves open and we chose: gates made from the layer's own
    input, one head, and no map behind the sum, which would mix the levels again.

    Args:
        width: H.
        chunk: C.
        ordered: False leaves the master gates out.
    Raises:
        ValueError: H is no multiple of C, or there would be fewer than two levels.
    """

    def __init__(self, width: int, chunk: int, ordered: bool = True):
        super().__init__()
        self.levels, self.chunk = check_levels(width, chunk), chunk
        self.qkv = nn.Linear(width, 3 * width)
        self.master = nn.Linear(width, 2 * self.levels) if ordered else None

    def gates(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """f~ and i~, each (B, T, m), of x (B, T, H)."""
        if self.master is None:
            return all_open(x, self.levels)
        return master_gates(*self.master(x).chunk(2, -1))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """All steps of a batch: x (B, T, H) to o (B, T, H) and f~ (B, T, m)."""
        forget, write = self.gates(x)
        q, k, v = self.qkv(x).chunk(3, -1)  # (B, T, H)
        written = v * write.repeat_interleave(self.chunk, -1)
        summed = F.scaled_dot_product_attention(q, k, written, is_causal=True)  # (B, T, H)
        return summed * forget.repeat_interleave(self.chunk, -1), forget


class OrderedBlock(nn.Module):
    """One layer of a transformer: x + attention(LN x), then x + feedforward(LN x); see `OrderedAttention`.

    Args:
        width: H.
        chunk: C.
        inner: hidden units of the feed-forward part.
        dropout: on what each part adds.
        ordered: False leaves the master gates out.
    """

    def __init__(self, width: int, chunk: int, inner: int, dropout: float, ordered: bool = True):
        super().__init__()
        self.attention = OrderedAttention(width, chunk, ordered)
        self.norm_a, self.norm_f = nn.LayerNorm(width), nn.LayerNorm(width)
        self.feed = nn.Sequential(nn.Linear(width, inner), nn.ReLU(), nn.Linear(inner, width))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """x (B, T, H) to the next x (B, T, H) and the master forget gate f~ (B, T, m)."""
        seen, forget = self.attention(self.norm_a(x))
        x = x + self.dropout(seen)
        return x + self.dropout(self.feed(self.norm_f(x))), forget
