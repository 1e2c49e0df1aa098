"""Is one model better than another on the same test examples? An interval for the difference of two means."""

import functools
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
    if one.dim() == 1:
        (counts,) = _counts((one.numel(),), draws, seed)  # (R, N)
        means = _sums((one - other)[None], counts)[0] / one.numel()  # (R,)
    else:
        counts, *seeds = _counts((one.size(1), len(one), len(other)), draws, seed)
        first_mean, second_mean = (
            (_sums(scores, counts) * chosen.T).sum(0) / scores.numel()  # (R,)
            for scores, chosen in zip((one, other), seeds, strict=True)
        )
        means = first_mean - second_mean
    low, high = means.quantile(torch.tensor([0.025, 0.975], dtype=torch.float64)).tolist()
    return low, high


@functools.lru_cache(maxsize=2)  # a page asks again and again for the same draws
def _counts(sizes: tuple[int, ...], draws: int, seed: int) -> list[Tensor]:
    """For each size n, how often each of n things is drawn when n are drawn with replacement, (R, n)."""
    generator = torch.Generator().manual_seed(seed)
    drawn: list[list[Tensor]] = [[] for _ in sizes]
    for _ in range(draws):
        for one, n in zip(drawn, sizes, strict=True):
            places = torch.randint(n, (n,), generator=generator)
            one.append(places.bincount(minlength=n).to(torch.int32))
    return [torch.stack(one) for one in drawn]


def _sums(scores: Tensor, counts: Tensor) -> Tensor:
    """The sum of each row of scores (S, N) in every draw, (S, R)."""
    return torch.cat([scores @ part.double().T for part in counts.split(500)], 1)
