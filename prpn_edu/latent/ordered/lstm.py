"""One layer of the ON-LSTM, an LSTM whose neurons are ordered.

Letters: B sentences, T positions, E input, H hidden, m levels of C neurons each, H = m C.
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from prpn_edu.latent.ordered.master import check_levels, cumax, meet


class OrderedLstm(nn.Module):
    """One layer of ordered neurons.

    f~ = cumax(W x_t + R h_{t-1} + b)        the master forget gate: rises to 1
    i~ = 1 - cumax(W x_t + R h_{t-1} + b)    the master input gate: falls to 0
    i, f, g, o                               as in an LSTM
    w = f~ i~                                where both are open, the ordinary gates decide
    c_t = (f w + f~ - w) c_{t-1} + (i w + i~ - w) g
    h_t = o tanh(c_t)

    Each kind of gate has weights of its own; they are stacked in the order f~, i~, i, f, g, o. A master gate
    has m entries, and each of them is that of C neurons.

    Args:
        inputs: E.
        hidden: H.
        chunk: C.
    Raises:
        ValueError: H is no multiple of C, or there would be fewer than two levels.
    Source: Shen et al. (2019), section 4, with one bias where PyTorch has two.
    """

    def __init__(self, inputs: int, hidden: int, chunk: int):
        super().__init__()
        self.levels, self.chunk, self.hidden = check_levels(hidden, chunk), chunk, hidden
        rows, bound = 2 * self.levels + 4 * hidden, hidden**-0.5
        shapes = [(rows, inputs), (rows, hidden), (rows,)]
        self.W, self.R, self.b = (
            nn.Parameter(torch.empty(shape).uniform_(-bound, bound)) for shape in shapes
        )

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """All steps of a batch, from a state of zeros.

        Args:
            x: (B, T, E).
        Returns:
            h (B, T, H) and the master forget gate f~ (B, T, m).
        """
        reads = F.linear(x, self.W, self.b)  # (B, T, 2m + 4H)  what needs no state is done at once
        h = x.new_zeros(x.size(0), self.hidden)
        c = x.new_zeros(x.size(0), self.levels, self.chunk)
        outputs, forgets = [], []
        for read in reads.unbind(1):
            h, c, f_master = self.step(read, h, c)
            outputs.append(h)
            forgets.append(f_master)
        return torch.stack(outputs, 1), torch.stack(forgets, 1)

    def step(self, read: Tensor, h: Tensor, c: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """One word.

        Args:
            read: (B, 2m + 4H), W x + b.
            h: (B, H).
            c: (B, m, C).
        Returns:
            the next h and c, and f~ (B, m).
        """
        # 1 read
        before = read + h @ self.R.T  # (B, 2m + 4H)
        master, rest = before.split([2 * self.levels, 4 * self.hidden], -1)
        # 2 gate
        f_master, behind = cumax(master.unflatten(-1, (2, -1))).unbind(1)  # (B, m)
        i, f, g, o = rest.unflatten(-1, (4, self.levels, self.chunk)).unbind(1)  # (B, m, C)
        f, i = meet(f.sigmoid(), i.sigmoid(), f_master, 1 - behind)
        # 3 combine
        c = f * c + i * g.tanh()
        return (o.sigmoid() * c.tanh()).flatten(1), c, f_master

    def loop_weights(self) -> dict[str, tuple[list, list, list]]:
        """The weights as `prpn_edu.loops.ordered` reads them: (W, R, b) of each kind of gate."""
        sizes = [self.levels] * 2 + [self.hidden] * 4
        rows = zip(*(part.split(sizes) for part in (self.W, self.R, self.b)), strict=True)
        names = ("f~", "i~", "i", "f", "g", "o")
        return {name: tuple(part.tolist() for part in row) for name, row in zip(names, rows, strict=True)}
