"""Limits from pairwise comparisons: the Bradley-Terry form of the gates.

Here a stop, not a step on, is drawn for each position: token i beats token t, and stops its search, with
the chance d_i / (d_t + d_i).
"""

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
