"""Laws of the limit: from one list of scores to p(l_t = k), in five ways.

Each law has the same support, 0 .. t-1, and a running sum that is known in closed form, the expected gates.
So anything that depends on the limit can be averaged over it exactly, by t terms.
"""

import torch.nn.functional as F
from torch import Tensor

from prpn_edu.latent import gates, pairwise, ranking

LAWS = ("pairs", "ranking", *gates.FORMS)


def expected_gates(d: Tensor, law: str = "pairs", tau: float = 1.0) -> Tensor:
    """E[g_i] = P(l_t <= i) under a law.

    Args:
        d: (..., T), scores; above 0 for "pairs" and "ranking".
        law: "pairs", Bradley and Terry's coins, each tossed for itself; "ranking", one ranking by Plackett
            and Luce; "paper", "code" or "soft", the coins of `gates.alphas`.
        tau: for the last three.
    Returns:
        (..., T, T), entry (t, i); 1 at i = t-1; 0 for i >= t.
    Raises:
        ValueError: another law, or scores that it does not take.
    """
    if law not in LAWS:
        raise ValueError(f"law must be one of {', '.join(LAWS)}, not {law!r}")
    if law == "ranking":
        return ranking.expected_gates(d)
    alpha = (1 - pairwise.bradley_terry(d)).tril(-1) if law == "pairs" else gates.alphas(d, tau, law)
    return gates.expected_gates(alpha)


def of_gates(g: Tensor) -> Tensor:
    """The law of which these gates are the running sum: p(l_t = k) = g_k - g_{k-1}.

    Args:
        g: (..., T, T), entry (t, i) = P(l_t <= i).
    Returns:
        (..., T, T); row 0 is 0.
    """
    before = F.pad(g[..., :-1], (1, 0))  # (..., T, T)  g_{k-1}, and 0 before the first
    return (g - before).tril(-1)
