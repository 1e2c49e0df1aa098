"""Scores for a parser, read off an ordinary LSTM: what PRPN's decoder makes of a model that has none.

Dyer et al. (2019) gave PRPN's decoder the state of a conventional LSTM language model and report trees
comparable to those of models that were built for it. These four readings are ours. Each is high where more
changes, and so where a larger phrase might begin; the direction was fixed before any tree was scored.
"""

from collections.abc import Sequence

import torch
from nltk import Tree
from torch import Tensor

from experiments import parsing
from prpn_edu.latent import LstmLm
from prpn_edu.latent.language_model import Batch

PROXIES = ("how much it forgets", "how much it writes", "how far its state moves", "how surprised it is")


@torch.no_grad()
def proxies(model: LstmLm, sentences: Sequence[Tree]) -> dict[str, list[Tensor]]:
    """The four readings of N sentences: for each N of (n,), one number for each word.

    "forgets" is the mean of 1 - f_t over the units, "writes" the mean of i_t, "moves" the length of
    h_t - h_{t-1}, "surprised" is -log p(word | the words before it), in nats.

    Args:
        model: of one layer that does not attend.
        sentences: trees, of which the words are read.
    """
    out: dict[str, list[Tensor]] = {name: [] for name in PROXIES}
    for batch in parsing.in_batches(model, sentences):
        f, i, h = _steps(model, batch)
        moved = torch.cat([h[:, :1], h[:, 1:] - h[:, :-1]], 1).norm(dim=-1)  # (B, T)
        for name, rows in zip(PROXIES, (1 - f.mean(-1), i.mean(-1), moved), strict=False):
            out[name] += [row[real][1:] for row, real in zip(rows, batch.real, strict=True)]
        log_p = model.logits(batch).log_softmax(-1).gather(1, batch.targets.unsqueeze(1)).squeeze(1)  # (N,)
        out[PROXIES[3]] += [-row[:-1] for row in log_p.split(batch.real.sum(1).tolist())]  # </s> left out
    return out


def _steps(model: LstmLm, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """The forget gates, the input gates and the states of all positions, each (B, T, H)."""
    layer = model.layers[0]
    assert isinstance(layer, torch.nn.LSTM)
    w_x, w_h, b_x, b_h = layer.all_weights[0]
    x = model.vectors(batch) @ w_x.T + b_x + b_h  # (B, T, 4H)
    h = c = torch.zeros(len(x), layer.hidden_size)  # (B, H)
    rows = []
    for step in x.unbind(1):
        i, f, g, o = (step + h @ w_h.T).chunk(4, -1)
        i, f = i.sigmoid(), f.sigmoid()
        c = f * c + i * g.tanh()
        h = o.sigmoid() * c.tanh()
        rows.append(torch.stack([f, i, h]))  # (3, B, H)
    forget, write, states = torch.stack(rows, 2)
    return forget, write, states
