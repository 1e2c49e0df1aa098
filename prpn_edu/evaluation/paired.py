"""Is one model better than another on the same test examples? An interval for the difference of two means."""

from collections.abc import Sequence

import torch
from torch import Tensor


def paired_interval(
    first: Sequence[float] | Tensor, second: Sequence[float] | Tensor, draws: int = 2000, seed: int = 0
) -> tuple[float, float]:
    """The 95 % bootstrap interval of the mean of `first` minus that of `second`.

    The examples are drawn again and again with replacement, each with both of its scores: what makes an
    example hard for both models cancels in the difference.

    Args:
        first: (N,), the score of one model on each example; with several seeds, their mean on it. Or
            (S, N), one row for each of S seeds: then seeds are drawn too, for each model its own.
        second: (N,) or (S', N), the same for the other model, on the same examples in the same order.
        draws: how often N examples are drawn.
        seed: of the draws.
    Returns:
        (low, high), in the unit of the scores. From (N,), it says what other examples could change, not what
        other seeds could; from (S, N), what both could, as far as S seeds can show it.
    Raises:
        ValueError: no example, two lists of different length, or rows of seeds for one model only.
    Source: Efron and Tibshirani (1993), An Introduction to the Bootstrap, the percentile interval.
    """
    one, other = (torch.as_tensor(scores).double() for scores in (first, second))
    if one.dim() != other.dim() or one.shape[-1:] != other.shape[-1:] or 0 in (one.numel(), other.numel()):
        raise ValueError(
            f"scores of shape {tuple(one.shape)} and {tuple(other.shape)}: give one score of each model for "
            "every example, for each of its seeds or their mean"
        )
    generator = torch.Generator().manual_seed(seed)

    def drawn(n: int) -> Tensor:
        return torch.randint(n, (n,), generator=generator)

    means = []
    for _ in range(draws):
        examples = drawn(one.size(-1))
        if one.dim() == 1:
            means.append((one - other)[examples].mean())
        else:
            rows = (scores[drawn(len(scores))].mean(0) for scores in (one, other))  # (N,) each
            means.append((next(rows) - next(rows))[examples].mean())
    low, high = torch.stack(means).quantile(torch.tensor([0.025, 0.975], dtype=torch.float64)).tolist()
    return low, high
