"""Limits from pairwise comparisons: the Bradley-Terry form of the gates.

Here a stop, not a step on, is drawn for each position: token i beats token t, and stops its search, with
the chance d_i / (d_t + d_i).
"""

import math

import torch
from torch import Tensor

from prpn_edu.latent import gates


def bradley_terry(d: Tensor) -> Tensor:
    """The chance that i stops step t when the two are compared.

    Args:
        d: (..., T), scores, all > 0.
    Returns:
        (..., T, T), entry (t, i) = d_i / (d_t + d_i); 0 for i >= t.
    Raises:
        TypeError: d is not a tensor of floats.
        ValueError: a score that is not above 0, with its place.
    Source: note, section 5.3; Bradley and Terry (1952).
    """
    gates.check_scores(d)
    if not (d > 0).all():
        place = tuple((~(d > 0)).nonzero()[0].tolist())
        raise ValueError(
            f"Bradley-Terry needs scores above 0; d{list(place)} is {d[place].item()}; try d.exp()"
        )
    d_t, d_i = d.unsqueeze(-1), d.unsqueeze(-2)  # (..., T, 1), (..., 1, T)
    return (d_i / (d_t + d_i)).tril(-1)  # (..., T, T)


def limit_distribution(p: Tensor) -> Tensor:
    """p(l_t = k) when position k stops step t with the chance p[t, k], independently of the others.

    Args:
        p: (..., T, T), entry (t, k) in [0, 1].
    Returns:
        (..., T, T), entry (t, k) = p[t, k] prod_{j=k+1}^{t-1} (1 - p[t, j]); k = 0 takes the rest. Rows t
        >= 1 sum to 1.
    Source: note, section 5.3 and Figure 3. To stop with the chance p is to go on with 1 - p: the same
        stick, broken from the same end.
    """
    return gates.limit_distribution((1 - p).tril(-1))


def gamma_race(d: Tensor, k: int) -> Tensor:
    """The chance that the k-th event of a clock of rate d_i comes before the k-th of one of rate d_t.

    Each next event is i's with the chance p = d_i / (d_t + d_i). After 2k - 1 events one of the two has had
    its k-th, and it is i if i had at least k of them.

    Args:
        d: (..., T), rates above 0.
        k: at least 1; k = 1 is `bradley_terry`, larger k sharpens it.
    Returns:
        (..., T, T), entry (t, i) = sum_{j=k}^{2k-1} C(2k-1, j) p^j (1-p)^(2k-1-j); 0 for i >= t.
    Source: Henery (1983), Stern (1990): models for rankings from Gamma times.
    """
    if k < 1:
        raise ValueError(f"k is {k}: a clock must ring at least once")
    p = bradley_terry(d)
    events = 2 * k - 1
    terms = [math.comb(events, j) * p**j * (1 - p) ** (events - j) for j in range(k, events + 1)]
    return torch.stack(terms).sum(0).tril(-1)
