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
        first: (N,), the score of one model on each example; with several seeds, their mean on it.
        second: (N,), the same for the other model, on the same examples in the same order.
        draws: how often N examples are drawn.
        seed: of the draws.
    Returns:
        (low, high), in the unit of the scores. It says what other examples could change, not what other
        seeds could.
    Raises:
        ValueError: no example, or two lists of different length.
    Source: Efron and Tibshirani (1993), An Introduction to the Bootstrap, the percentile interval.
    """
    if len(first) != len(second) or len(first) == 0:
        raise ValueError(
            f"{len(first)} and {len(second)} scores: give one score of each model for every example"
        )
    gap = torch.as_tensor(first).double() - torch.as_tensor(second).double()  # (N,)
    generator = torch.Generator().manual_seed(seed)
    means = torch.stack(
        [gap[torch.randint(len(gap), (len(gap),), generator=generator)].mean() for _ in range(draws)]
    )
    low, high = means.quantile(torch.tensor([0.025, 0.975], dtype=torch.float64)).tolist()
    return low, high
