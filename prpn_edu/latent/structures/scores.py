"""Scores of words or gaps: checked, as logarithms, and with noise."""

from collections.abc import Sequence

import torch
from torch import Tensor


def as_scores(d: Tensor | Sequence[float]) -> Tensor:
    """Scores as a tensor of floats (..., T); raises where they are no such thing."""
    scores = d if isinstance(d, Tensor) else torch.as_tensor(d, dtype=torch.float64)
    if not scores.is_floating_point():
        raise TypeError(f"scores must be a tensor of floats, got {scores.dtype}")
    if scores.dim() == 0:
        raise ValueError("scores need an axis for the words, got a single number")
    return scores


def log_scores(d: Tensor | Sequence[float]) -> Tensor:
    """log d (..., T); raises ValueError, with the place, unless all scores are finite and above 0."""
    d = as_scores(d)
    wrong = ~((d > 0) & d.isfinite())
    if wrong.any():
        place = tuple(wrong.nonzero()[0].tolist())
        raise ValueError(
            f"a choice in proportion to d needs finite scores above 0; d{list(place)} is {d[place].item()}; "
            "try d.exp(), or a law with logits=d"
        )
    return d.log()


def check_logits(logits: Tensor | Sequence[float]) -> Tensor:
    """The logits (..., T) as a tensor; raises ValueError, with the place, unless they are finite."""
    logits = as_scores(logits)
    if not logits.isfinite().all():
        place = tuple((~logits.isfinite()).nonzero()[0].tolist())
        raise ValueError(f"logits must be finite; entry {list(place)} is {logits[place].item()}")
    return logits


def perturb(
    logits: Tensor, sample_shape: Sequence[int] = (), generator: torch.Generator | None = None
) -> Tensor:
    """logits + Gumbel noise, sample_shape + (..., T), in float64: sorted, a Plackett-Luce ranking."""
    device = logits.device if generator is None else generator.device
    noise = torch.empty(*sample_shape, *logits.shape, dtype=torch.float64, device=device)
    return logits.detach().double() - noise.exponential_(generator=generator).log().to(logits.device)
