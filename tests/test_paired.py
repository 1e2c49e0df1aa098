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


@pytest.mark.parametrize(("first", "second"), [([], []), ([1.0, 0.0], [1.0])])
def test_refuses_what_is_not_paired(first, second):
    with pytest.raises(ValueError, match="for every example"):
        paired_interval(first, second)
