"""Who comes first? The closed forms behind the laws of rankings.

A Plackett-Luce ranking is the order of arrival in a race where runner k has an exponential time of rate d_k.
Among any set of runners, k arrives first with the chance d_k / (sum of their d), whoever else runs. So a
chance about a few runners and a stretch between them is a product of such shares, whatever n is. All is done
with logarithms: scores may lie hundreds of nats apart.
"""

import torch
import torch.nn.functional as F
from torch import Tensor


class Race:
    """The runners 0 .. n-1 with log-rates `logits` (..., n).

    Attributes:
        start, end: (n+1, 1) and (1, n+1), the indices of the matrices below.
        sums: (..., n+1, n+1), entry (s, e) = log sum_{s <= k < e} d_k; 0 where e <= s.
    """

    def __init__(self, logits: Tensor):
        n = logits.size(-1)
        self.n, self.logits = n, logits
        k = torch.arange(n + 1, device=logits.device)
        self.start, self.end = k.unsqueeze(-1), k.unsqueeze(0)
        outside = k[:n] < k[:n].unsqueeze(-1)  # (n, n)  entry (s, k): k < s
        rows = logits.unsqueeze(-2).expand(*logits.shape, n).masked_fill(outside, -torch.inf)
        self.sums = F.pad(rows.logcumsumexp(-1).masked_fill(outside, 0.0), (1, 0, 0, 1))

    def first(self, k: Tensor, start: Tensor, end: Tensor) -> Tensor:
        """log chance that k is the first among start .. end-1, (..., n+1, n+1).

        It is 0, certain, where there is no k: beyond the ends of the sentence stand runners who are already
        home. `start` and `end` are cut off at the ends in the same way.
        """
        mine = F.pad(self.logits, (0, 1))[..., k.clamp(0, self.n)]
        share = mine - self.sums[..., start.clamp(min=0), end.clamp(max=self.n)]
        return share.masked_fill((k < 0) | (k >= self.n), 0.0)

    def left_then_right(self) -> Tensor:
        """log chance that start-1 comes before end, and end before all between them, (..., n+1, n+1).

        -inf where there is nothing between them, end <= start, here and in `both`.
        """
        return self._left_then_right().masked_fill(self.end <= self.start, -torch.inf)

    def both(self) -> Tensor:
        """log chance that start-1 and end come, in any order, before all between them, (..., n+1, n+1).

        Then start .. end-1 is a part that SPLIT goes on with: with S = sum_{start <= k < end} d_k,
        a = d_{start-1}, b = d_end it is a/(a+b+S) b/(b+S) + b/(a+b+S) a/(a+S); at the edges of the sentence
        b/(b+S) or a/(a+S), for the whole of it 1.
        """
        left, right = self.start - 1, self.end
        one_order = self._left_then_right()
        other = self.first(right, left, right + 1) + self.first(left, left, right)
        at_an_edge = (left < 0) | (right >= self.n)  # both orders are one
        chance = torch.where(at_an_edge, one_order, torch.logaddexp(one_order, other))
        return chance.masked_fill(right <= self.start, -torch.inf)

    def _left_then_right(self) -> Tensor:
        left, right = self.start - 1, self.end
        return self.first(left, left, right + 1) + self.first(right, self.start, right + 1)
