"""Task 7.5: gated attention for a padded batch, with the right normaliser."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.gates_07.cases import (
    ANSWERS,
    FIGURE_ATTENTION,
    seeded,
    simplex,
    uniform,
    vector,
)
from prpn_edu.latent import gates


def cases(seed: int) -> list[tuple]:
    """Attention, gates and mask, (B, T) each: Figure 2's step, padded batches, a row without open gates."""
    generator = seeded(seed)
    figure = (
        vector([FIGURE_ATTENTION]),
        vector([[0.1485, 0.33, 0.55, 1.0]]),
        torch.ones(1, 4, dtype=torch.bool),
    )
    out = [figure]
    for B, T in ((2, 4), (3, 3), (4, 6)):
        lengths = torch.arange(T, T - B, -1).clamp(min=1)  # (B,)  the first sentence fills its row
        mask = torch.arange(T) < lengths[:, None]  # (B, T)
        out.append((simplex(generator, B, T), uniform(generator, B, T, low=0.1).sort(-1).values, mask))
    closed = (simplex(generator, 1, 4), vector([[0, 0, 0, 1]]), torch.tensor([[True, True, True, False]]))
    return [*out, closed]


def _share(weights, total):
    """weights / total, and 0 where the total is 0."""
    return torch.where(total == 0, 0.0, weights / torch.where(total == 0, 1.0, total))


def _sum(weights):
    return weights.sum(-1, keepdim=True)


def _softmax_after(raw, g, mask):
    return torch.softmax((raw * g).masked_fill(~mask, float("-inf")), -1)


def _by_rows(raw, g, mask):
    rows = []
    for s, gate, real in zip(raw.tolist(), g.tolist(), mask.tolist(), strict=True):
        kept = [a * b if c else 0.0 for a, b, c in zip(s, gate, real, strict=True)]
        rows.append([k / sum(kept) if sum(kept) > 0 else 0.0 for k in kept])
    return rows


def _by_numpy(raw, g, mask):
    kept = np.where(mask.numpy(), raw.numpy().astype(float) * g.numpy(), 0.0)
    total = np.einsum("bt->b", kept)[:, None]
    return np.divide(kept, total, out=np.zeros_like(kept), where=total > 0)


def _by_logits(raw, g, mask):
    logits = (raw.double().log() + g.double().log()).masked_fill(~mask, -torch.inf)
    return torch.softmax(logits, -1).nan_to_num(0.0)


TASK = Task(
    id="7.5",
    title="Gated attention in a batch",
    function="gated_attention",
    signature="(raw, g, mask)",
    points=3,
    minutes=15,
    difficulty="medium",
    section="Figure 2, row by row",
    axes=("b", "i"),
    reference=lambda raw, g, mask: gates.gated_attention(raw * mask, g),
    cases=cases,
    misconceptions=(
        Misconception(
            "divides by the sum of the gates, as the paper prints it",
            lambda raw, g, mask: _share(raw * g * mask, _sum(g * mask)),
            "Add up a row: it is not 1. Divide by the sum of what stands in the numerator, gate times "
            "attention.",
        ),
        Misconception(
            "does not normalise again after the gates",
            lambda raw, g, mask: raw * g * mask,
            "The gates take weight away. What is left must be scaled so that each row sums to 1 again.",
        ),
        Misconception(
            "takes a softmax after the gates",
            _softmax_after,
            "A softmax of 0 is not 0: closed gates come open again. Divide by a sum instead.",
        ),
        Misconception(
            "normalises over the sentences of the batch instead of over the positions",
            lambda raw, g, mask: _share(raw * g * mask, (raw * g * mask).sum(0, keepdim=True)),
            "Each sentence is its own distribution. Which axis holds the positions, 0 or 1?",
        ),
        Misconception(
            "normalises over the whole batch at once",
            lambda raw, g, mask: _share(raw * g * mask, (raw * g * mask).sum()),
            "`.sum()` without an axis adds up every sentence. Each row has a total of its own.",
        ),
        Misconception(
            "loses the summed axis, so that the totals meet the wrong rows",
            lambda raw, g, mask: (raw * g * mask) / (raw * g * mask).sum(-1),
            "The totals have shape (B,), the weights (B, T). Keep the axis: `keepdim=True` makes it (B, 1).",
        ),
        Misconception(
            "does not use the mask",
            lambda raw, g, mask: _share(raw * g, _sum(raw * g)),
            "Padding is not a word. Its weight must be gone before the sum is taken.",
        ),
        Misconception(
            "masks after normalising",
            lambda raw, g, mask: _share(raw * g, _sum(raw * g)) * mask,
            "The zeros are in the right places, but padded rows no longer sum to 1. Mask first, then "
            "normalise.",
        ),
        Misconception(
            "keeps the padding and drops the words",
            lambda raw, g, mask: _share(raw * g * ~mask, _sum(raw * g * ~mask)),
            "Here True marks a word and False marks padding.",
        ),
        Misconception(
            "divides by the sum of the attention before the gates",
            lambda raw, g, mask: _share(raw * g * mask, _sum(raw * mask)),
            "The numerator has a gate in it, so the denominator needs it too.",
        ),
        Misconception(
            "divides 0 by 0 in a row where no gate is open",
            lambda raw, g, mask: raw * g * mask / _sum(raw * g * mask),
            "Such a row has nothing to share out. The contract asks for zeros there: treat a total of 0 "
            "apart.",
        ),
        Misconception(
            "divides by the sum of the gates, as the paper prints it, and does not use the mask",
            lambda raw, g, mask: _share(raw * g, _sum(g)),
            "Two things are missing. Padding must weigh nothing, and a row must sum to 1: divide by the sum "
            "of gate times attention.",
        ),
        Misconception(
            "divides by the sum of the gates, those of the padding included",
            lambda raw, g, mask: _share(raw * g * mask, _sum(g)),
            "Add up a row: it is not 1. Divide by the sum of what stands in the numerator, after the mask.",
        ),
        Misconception(
            "takes a softmax after the gates and does not use the mask",
            lambda raw, g, mask: torch.softmax(raw * g, -1),
            "A softmax of 0 is not 0: closed gates come open again, and the padding with them. Divide by a "
            "sum instead, over the words alone.",
        ),
        Misconception(
            "takes a softmax after the gates, with 0 at the padding",
            lambda raw, g, mask: torch.softmax(raw * g * mask, -1),
            "A softmax of 0 is not 0: closed gates and padding come open again. Divide by a sum instead.",
        ),
    ),
    equivalents=(_by_rows, _by_numpy, _by_logits),
    answer_modules=ANSWERS,
)
