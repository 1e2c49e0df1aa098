"""The interval of a difference on the same examples."""

import pytest
import torch

from prpn_edu.evaluation import paired_interval


def test_near_the_normal_interval_for_many_examples():
    scores = torch.randn(2, 4000, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    gap = scores[0] - scores[1]
    half = 1.96 * gap.std() / len(gap) ** 0.5
    low, high = paired_interval(*scores)
    assert low == pytest.approx(float(gap.mean() - half), abs=0.005)
    assert high == pytest.approx(float(gap.mean() + half), abs=0.005)


def test_what_is_common_to_both_cancels():
    hard = 100 * torch.rand(50, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    assert paired_interval(hard + 1, hard) == pytest.approx((1, 1))


def test_two_orders_and_two_runs():
    first, second = [1, 0, 1, 1, 0, 1], [0, 0, 1, 0, 1, 1]
    low, high = paired_interval(first, second)
    assert low < high and paired_interval(first, second) == (low, high)
    assert paired_interval(second, first) == pytest.approx((-high, -low))


def test_seeds_that_agree_widen_nothing_and_others_do():
    examples = torch.randn(2, 200, generator=torch.Generator().manual_seed(2), dtype=torch.float64)
    low, high = paired_interval(*examples)
    alike = [scores.repeat(3, 1) for scores in examples]
    assert paired_interval(*alike) == pytest.approx((low, high), abs=0.03)
    luck = torch.tensor([[-1.0], [0.0], [1.0]], dtype=torch.float64)  # of a whole training
    wide = paired_interval(*(scores + luck for scores in alike))
    assert wide[0] < low - 0.3 and wide[1] > high + 0.3
    # three draws of -1, 0 or 1: their mean is -1 or 1 in 2 of 27, so that 2.5 % lie beyond no wider bounds
    assert paired_interval(luck.repeat(1, 9), torch.zeros(1, 9)) == pytest.approx((-1, 1))


@pytest.mark.parametrize(
    ("first", "second"),
    [([], []), ([1.0, 0.0], [1.0]), ([[1.0, 0.0]], [1.0, 0.0]), ([[1.0, 0.0]], [[1.0]])],
)
def test_refuses_what_is_not_paired(first, second):
    with pytest.raises(ValueError, match="for every example"):
        paired_interval(first, second)
