"""The loop form of the bags against torch, and the pictures of curves and grids."""

import math
from fractions import Fraction

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from prpn_book.chapters import bags as pictures
from prpn_book.chapters import records
from prpn_book.figures import curves, grid
from prpn_book.figures.curves import scientific
from prpn_edu.loops import bags

few = settings(max_examples=25, deadline=None)
seeds = st.integers(0, 2**31 - 1)


@few
@given(seed=seeds, words=st.integers(1, 12))
def test_loops_give_what_torch_gives(seed, words):
    generator = torch.Generator().manual_seed(seed)

    def normal(*shape):
        return torch.randn(*shape, generator=generator, dtype=torch.float64)

    ids = torch.randint(0, 7, (words,), generator=generator)
    table, b = normal(7, 5), normal(5)
    one_hot = torch.nn.functional.one_hot(ids, 7)
    assert [bags.one_hot(k, 7) for k in ids.tolist()] == one_hot.tolist()
    close(bags.select(bags.one_hot(int(ids[0]), 7), table.tolist()), table[ids[0]])
    close(bags.bow(ids.tolist(), table.tolist(), b.tolist()), table[ids].sum(0) + b)
    W, W2, c, c2 = normal(3, 5), normal(4, 3), normal(3), normal(4)
    close(bags.cbow(ids.tolist(), table.tolist(), W.tolist(), c.tolist()), W @ table[ids].sum(0) + c)
    layers = [(W.tolist(), c.tolist()), (W2.tolist(), c2.tolist())]
    deep = W2 @ torch.tanh(W @ table[ids].sum(0) + c) + c2
    close(bags.deep_cbow(ids.tolist(), table.tolist(), layers), deep)
    close(bags.softmax(deep.tolist()), deep.softmax(0))
    assert bags.argmax(deep.tolist()) == int(deep.argmax())


def close(values, expected):
    assert torch.allclose(torch.tensor(values, dtype=torch.float64), expected, atol=1e-9)


def test_fractions_stay_exact():
    table = [[Fraction(1, 3), Fraction(1)], [Fraction(1, 6), Fraction(0)]]
    assert bags.bow([0, 1, 1], table, [Fraction(0), Fraction(1, 7)]) == [Fraction(2, 3), Fraction(8, 7)]


@pytest.mark.parametrize("x", [-2000.0, -1.0, 0.0, 1.0, 2000.0])
def test_large_numbers_do_not_overflow(x):
    assert math.isclose(bags.tanh(x), math.tanh(x), abs_tol=1e-12)
    assert math.isclose(sum(bags.softmax([x, 0.0, 1000.0])), 1.0)


def test_curves_tell_their_numbers():
    picture = curves({"a": [1.0, 0.5], "b": [2.0, 3.0]}, [0, 1], ("epoch", "nats"), "Loss", digits=1)
    assert repr(picture) == "Loss. nats at epoch 0, 1\na: 1.0, 0.5\nb: 2.0, 3.0"
    logged = curves({"a": [0.00097, 0.0]}, [10, 20], ("step", "norm"), digits=1, log=True)
    assert repr(logged) == "norm at step 10, 20\na: 9.7e-04, 0"
    with pytest.raises(ValueError, match="'a' has 1 numbers for 2 positions"):
        curves({"a": [1.0]}, [0, 1], ("x", "y"))


def test_a_grid_tells_its_numbers():
    assert repr(grid([[1, -2]], ["not"], ["bad", "good"], "Votes")) == "Votes\nnot: bad 1.0, good -2.0"
    with pytest.raises(ValueError, match="2 rows of 1 numbers"):
        grid([[1]], ["a", "b"], ["c"])


@pytest.mark.parametrize(
    ("value", "text"),
    [(9.765625e-4, "9.8e-04"), (0.99, "9.9e-01"), (0.9999, "1.0e+00"), (0, "0"), (-3e5, "-3.0e+05")],
)
def test_scientific_rounds_the_mantissa(value, text):
    assert scientific(value, 1) == text


def test_the_gains_of_chapter_2_count_the_luck_of_the_seeds():
    record = records.read("toy-bags")
    over_remarks = records.difference(*(records.marks(record, name).mean(0) for name in ("CBOW", "BOW")))
    assert over_remarks[1] > 0, "the remarks alone would make a clear gain of two equal models"
    assert pictures.gain(record, "CBOW", "BOW") == ("1.7", "-0.2 to 3.7")
    assert pictures.gain(record, "Deep CBOW", "CBOW") == ("8.8", "5.4 to 12.0")
