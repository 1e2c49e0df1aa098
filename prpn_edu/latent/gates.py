"""The gates of PRPN: how far each step may look back.

Scores d have shape (..., T). A matrix is indexed [..., t, i], step t looking back at position i < t;
entries with i >= t are 0. Every function takes any leading batch dimensions, float32 or float64, and has
the right gradients. `prpn_edu.loops.gates` holds the same ideas as plain loops.
"""

import torch
from torch import Tensor

FORMS = ("paper", "code", "soft")


def alphas(d: Tensor, tau: float = 1.0, form: str = "paper") -> Tensor:
    """The chance that the search for the limit goes on past position j.

    Args:
        d: (..., T), the scores. Only their differences count.
        tau: sharpness, > 0. A factor in the paper's form, a divisor in the other two. The paper's form also
            takes 0, which makes every chance 1/2, and inf, the hard limit: 1 where d_t > d_j, 0 where
            d_t < d_j, 1/2 at a tie. To divide by inf makes all scores alike. The hard limit of a divisor is
            at 0 and not taken; come close to it.
        form: "paper" clip((1 + tau (d_t - d_j)) / 2, 0, 1); "code" clip(1 + (d_t - d_j) / tau, 0, 1);
            "soft" sigmoid(10 (d_t - d_j) / tau + 5).
    Returns:
        (..., T, T), entry (t, j) in [0, 1]; 0 for j >= t. Column 0 is computed but no function below uses
        it. In the hard limit the gradient is 0: a step has no slope.
    Raises:
        TypeError: d is not a tensor of floats.
        ValueError: an unknown form, a tau that is nan or out of range, d without a last axis.
    Source: the note's Figure 2 and the paper ("paper"); the note's eq. (7) and the authors' code ("code",
        "soft").
    """
    check_scores(d)
    if form not in FORMS:
        raise ValueError(f"form must be one of {', '.join(FORMS)}, not {form!r}")
    if not (tau > 0 or (tau == 0 and form == "paper")):  # nan is not above 0 either
        least = ">= 0" if form == "paper" else "> 0"
        raise ValueError(f"tau must be {least} in the form {form!r}, not {tau!r}")
    if form == "paper":
        alpha = _raised(d, tau / 2, 0.5).clamp(0, 1)
    elif form == "code":
        alpha = _raised(d, 1 / tau, 1.0).clamp(0, 1)
    else:
        alpha = torch.sigmoid(_raised(d, 10 / tau, 5.0))
    return alpha.tril(-1)  # (..., T, T)  only j < t


def expected_gates(alpha: Tensor) -> Tensor:
    """Soft gates: the chance that position i is inside the limit, E[g_i] = P(l_t <= i).

    Args:
        alpha: (..., T, T), entry (t, j) in [0, 1], the chance that the search goes on past j.
    Returns:
        (..., T, T), entry (t, i) = prod_{j=i+1}^{t-1} alpha[t, j]; 1 at i = t-1; 0 for i >= t.
    Source: note, eq. (5); the paper's cumulative distribution of l_t.
    """
    check_matrix(alpha)
    # Entry (t, i) of what lies ahead holds alpha[t, i+1].
    ahead = torch.nn.functional.pad(alpha[..., 1:], (0, 1))  # (..., T, T)
    # 1 from i = t-1 on: the empty product.
    beyond = alpha.new_ones(alpha.shape[-2:]).triu(-1)  # (T, T)
    going_on = ahead.tril(-2).add_(beyond)  # (..., T, T)
    # prod_{j>i} alpha_j
    return going_on.flip(-1).cumprod(-1).flip(-1).tril(-1)  # (..., T, T)


def limit_distribution(alpha: Tensor) -> Tensor:
    """The stick-breaking law of the limit: p(l_t = k).

    Args:
        alpha: (..., T, T), entry (t, j) in [0, 1], the chance that the search goes on past j.
    Returns:
        (..., T, T), entry (t, k) = (1 - alpha[t, k]) prod_{j=k+1}^{t-1} alpha[t, j], with alpha[t, 0] read
        as 0, so that k = 0 takes the rest. Rows t >= 1 sum to 1; row 0 is 0.
    Source: note, eq. (4).
    """
    check_matrix(alpha)
    # The search always stops at 0.
    going_on = torch.nn.functional.pad(alpha[..., 1:], (1, 0))  # (..., T, T)
    return (1 - going_on) * expected_gates(alpha)  # (..., T, T)


def hard_gates(limit: Tensor, dtype: torch.dtype | None = None) -> Tensor:
    """Gates that are open from the limit on: g_i = 1[l_t <= i < t].

    Args:
        limit: (..., T), integers with 0 <= l_t < t for t >= 1; entry 0 must be 0 and opens nothing.
        dtype: of the result; torch's default float type when None.
    Returns:
        (..., T, T), zeros and ones.
    Raises:
        TypeError: limits that are not integers.
        ValueError: a limit that is out of range, with its place.
    Source: note, below eq. (3).
    """
    if limit.is_floating_point() or limit.is_complex() or limit.dtype == torch.bool:
        raise TypeError(f"limits are positions: expected an integer tensor, got {limit.dtype}")
    steps = torch.arange(limit.size(-1), device=limit.device)  # (T,)
    wrong = (limit < 0) | (limit > (steps - 1).clamp(min=0))
    if wrong.any():
        place = tuple(wrong.nonzero()[0].tolist())
        raise ValueError(f"limit {limit[place].item()} at {place} is not among 0 .. {max(place[-1] - 1, 0)}")
    t, i = steps.unsqueeze(-1), steps  # (T, 1), (T,)
    gates = (limit.unsqueeze(-1) <= i) & (i < t)  # (..., T, T)
    return gates.to(dtype or torch.get_default_dtype())


def nearest_higher(d: Tensor) -> Tensor:
    """The limit of an infinitely sharp gate: the nearest i < t with d_i > d_t, else 0.

    Args:
        d: (..., T), the scores.
    Returns:
        (..., T), integers; entry 0 is 0. Ties do not stop the search, as in the authors' code.
    Source: note, section 5.3; the paper's gates for tau -> infinity, apart from ties, where its alpha is 1/2.
    """
    check_scores(d)
    higher = (d.unsqueeze(-2) > d.unsqueeze(-1)).tril(-1)  # (..., T, T)  d_i > d_t and i < t
    i = torch.arange(d.size(-1), device=d.device)  # (T,)
    return (higher * i).amax(-1)  # (..., T)  0 also when none is higher


def gated_attention(raw: Tensor, g: Tensor) -> Tensor:
    """Attention inside the gates: s_i = g_i raw_i / sum_j g_j raw_j, over the last axis.

    Args:
        raw: (..., T), attention before the gates, >= 0.
        g: (..., T), gates in [0, 1]; broadcasts against raw.
    Returns:
        (..., T), sums to 1; all zeros where no gate with weight is open.
    Source: note, eq. (3). The paper divides by sum_j g_j instead, which does not give weights that sum to
        1.
    """
    weighted = raw * g
    total = weighted.sum(-1, keepdim=True)
    return weighted / total.masked_fill(total == 0, 1.0)  # an empty row stays 0, its gradient too


def expected_attention(raw: Tensor, alpha: Tensor) -> Tensor:
    """The true expectation of the attention over the limit, E[s_i(l_t)].

    The note's eq. (6) sets it equal to `gated_attention(raw, expected_gates(alpha))`. They differ: an
    expectation of ratios is not the ratio of expectations.

    Args:
        raw: (..., T, T) or (..., 1, T), attention before the gates, >= 0; entries with i >= t are passed
            over.
        alpha: (..., T, T), entry (t, j) in [0, 1].
    Returns:
        (..., T, T), entry (t, i) = raw_i sum_{k<=i} p(l_t = k) / sum_{j=k}^{t-1} raw_j.
    """
    check_matrix(alpha)
    inside = raw.expand(torch.broadcast_shapes(raw.shape, alpha.shape)).tril(-1)  # (..., T, T)
    remaining = inside.flip(-1).cumsum(-1).flip(-1)  # (..., T, T)  sum_{j>=k} raw_j
    share = limit_distribution(alpha) / remaining.masked_fill(remaining == 0, 1.0)
    return inside * share.cumsum(-1)  # (..., T, T)


def _raised(d: Tensor, slope: float, offset: float) -> Tensor:
    """slope (d_t - d_j) + offset, (..., T, T); a slope beyond the range of floats raises by the sign alone.

    Subtracted first: a product of large scores would lose the digits in which they differ.
    """
    ahead = d.unsqueeze(-1) - d.unsqueeze(-2)  # (..., T, T)  d_t - d_j
    largest = torch.finfo(d.dtype).max
    return offset + (ahead.sign() * largest if slope > largest else ahead * slope)


def check_scores(d: Tensor) -> None:
    """Raise TypeError or ValueError, in plain words, unless d is a float tensor (..., T), T >= 1."""
    if not isinstance(d, Tensor) or not d.is_floating_point():
        raise TypeError(f"scores must be a tensor of floats, got {getattr(d, 'dtype', type(d).__name__)}")
    if d.dim() == 0 or d.size(-1) == 0:
        raise ValueError(f"scores need at least one position on the last axis, got shape {tuple(d.shape)}")


def check_matrix(matrix: Tensor) -> None:
    """Raise ValueError unless the tensor is square, (..., T, T)."""
    if matrix.dim() < 2 or matrix.size(-1) != matrix.size(-2):
        raise ValueError(f"expected a matrix (..., T, T), got shape {tuple(matrix.shape)}")
