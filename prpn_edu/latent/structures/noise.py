"""What a gap may draw its score from: tables of densities for `NoisyTrees`.

A race is run in logarithmic time: who arrives at time T has the score x = -log T, and the first is highest.
All tables are differentiable in their parameters.
"""

import math

import numpy as np
import torch
from torch import Tensor

from prpn_edu.latent.structures.scores import as_scores, log_scores

POINTS = 801
LATE, EARLY = 25.0, 6.0  # how far a race's table reaches to both sides of log d


def normal(mean: Tensor, std: Tensor | float) -> Tensor:
    """Scores mean + std * N(0, 1): Thurstone's law of comparison.

    Args:
        mean: (..., n-1).
        std: above 0; a number or (..., n-1).
    Returns:
        (..., n-1, K), here and below.
    """
    mean = as_scores(mean)
    std = torch.as_tensor(std, dtype=mean.dtype).expand(mean.shape)
    _above_0(std, "std")
    x, step = _points((mean - 8.5 * std).amin(-1), (mean + 8.5 * std).amax(-1))
    z = (x - mean.unsqueeze(-1)) / std.unsqueeze(-1)  # (..., n-1, K)
    return step * torch.exp(-z.square() / 2) / (math.sqrt(2 * math.pi) * std.unsqueeze(-1))


def gamma_race(d: Tensor, k: float) -> Tensor:
    """The time to the k-th event of a clock of rate d: Gamma(k, d). k = 1 is Plackett-Luce.

    Args:
        d: (..., n-1), rates above 0.
        k: events to wait for, above 0; a whole number for clocks, any for Gamma times.
    """
    _above_0(torch.tensor(k), "k")
    logits = log_scores(d)
    width = 8.5 / math.sqrt(k)  # of the middle, where it looks normal; both sides have tails of their own
    lowest = logits.amin(-1) - math.log(k) - math.log1p(36 / k) - min(2.0, width)
    x, step = _points(lowest, logits.amax(-1) - math.log(k) + 25 / k + width)
    late = logits.unsqueeze(-1) - x  # log(T d)
    return step * torch.exp(k * late - late.exp() - math.lgamma(k))


def gamma_plackett_luce(d: Tensor, k: float) -> Tensor:
    """Plackett-Luce whose scores are random: Gamma with mean d and shape k, each its own. k = infinity is d.

    A time of rate D, with D from Gamma(k, k / d), lasts longer than t with the chance (1 + t d / k)^-k.
    """
    _above_0(torch.tensor(k), "k")
    logits = log_scores(d)
    x, step = _points(logits.amin(-1) - EARLY - 25 / k, logits.amax(-1) + LATE)
    late = logits.unsqueeze(-1) - x
    return step * torch.exp(late - (k + 1) * torch.nn.functional.softplus(late - math.log(k)))


def normal_plackett_luce(mean: Tensor, std: float, nodes: int = 40) -> Tensor:
    """Plackett-Luce whose log-scores are random, mean + std * N(0, 1): by Gauss and Hermite's points.

    Args:
        mean: (..., n-1).
        std: from 0 to 2, where the points suffice.
        nodes: of the quadrature.
    """
    mean = as_scores(mean)
    if not 0 <= std <= 2:
        raise ValueError(f"std is {std}: it must lie between 0 and 2")
    z, weight = np.polynomial.hermite_e.hermegauss(nodes)
    x, step = _points(mean.amin(-1) - 8 * std - EARLY, mean.amax(-1) + 8 * std + LATE)
    total = torch.zeros(())
    for z_k, w_k in zip(z.tolist(), (weight / weight.sum()).tolist(), strict=True):
        late = mean.unsqueeze(-1) + std * z_k - x
        total = total + w_k * torch.exp(late - late.exp())
    return step * total


def _points(low: Tensor, high: Tensor) -> tuple[Tensor, Tensor]:
    """Even points from low to high, (..., 1, K), and the step between them, (..., 1, 1)."""
    low, high = low[..., None, None], high[..., None, None]
    share = torch.linspace(0, 1, POINTS, dtype=low.dtype)
    return low + (high - low) * share, (high - low) / (POINTS - 1)


def _above_0(value: Tensor, name: str) -> None:
    if not (value > 0).all():
        raise ValueError(f"{name} must be above 0, got {value.min().item()}")
