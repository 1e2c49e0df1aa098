"""The gates: the note's figures, brute force over limits and rankings, loops against batches, gradients."""

from fractions import Fraction as F
from itertools import permutations, product

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from prpn_book.views import gates as views
from prpn_edu.latent import gates, pairwise
from prpn_edu.loops import gates as loops

D = [F(7, 10), F(6, 10), F(3, 10), F(4, 10), F(5, 10)]
RAW = [F(4, 10), F(1, 10), F(3, 10), F(2, 10)]
FORMS = gates.FORMS

scores = st.lists(st.floats(0, 1, width=32), min_size=1, max_size=8)
chances = st.lists(st.fractions(0, 1, max_denominator=50), min_size=1, max_size=7)


def random_scores(*shape, seed=0, dtype=torch.float64):
    return torch.rand(*shape, generator=torch.Generator().manual_seed(seed), dtype=dtype)


def by_loops(function, d):
    """The (T, T) matrix that a loop form of one step gives, padded with zeros."""
    steps = range(len(d))
    return torch.tensor([function(t) + [0.0] * (len(d) - len(function(t))) for t in steps]).double()


# Exact values: the note's figures in fractions.


def test_figure_1_prints_the_row_of_limit_one_not_two():
    assert loops.hard_gates(1, 4) == [0, 1, 1, 1]
    assert loops.gated_attention(RAW, loops.hard_gates(1, 4)) == [0, F(1, 6), F(1, 2), F(1, 3)]
    assert loops.gated_attention(RAW, loops.hard_gates(2, 4)) == [0, 0, F(3, 5), F(2, 5)]


def test_figure_2_in_fractions():
    alpha = loops.alphas(D, 4)
    assert alpha == [F(2, 5), F(9, 20), F(3, 5), F(11, 20)]
    assert loops.limit_distribution(alpha) == [F(297, 2000), F(363, 2000), F(11, 50), F(9, 20)]
    assert loops.expected_gates(alpha) == [F(297, 2000), F(33, 100), F(11, 20), 1]
    soft = loops.gated_attention(RAW, loops.expected_gates(alpha))
    assert soft == [F(297, 2287), F(165, 2287), F(825, 2287), F(1000, 2287)]
    expected = loops.expected_attention(RAW, alpha)
    assert [round(float(x), 4) for x in expected] == [0.0594, 0.0451, 0.2673, 0.6282]
    assert sum(expected) == 1


def test_figure_3_in_fractions():
    p = [D[i] / (D[4] + D[i]) for i in range(4)]
    assert p == [F(7, 12), F(6, 11), F(3, 8), F(4, 9)]
    law = loops.limit_distribution([1 - x for x in p])
    assert law == [F(125, 792), F(25, 132), F(5, 24), F(4, 9)]
    batched = pairwise.limit_distribution(pairwise.bradley_terry(torch.tensor([float(x) for x in D])))
    assert torch.allclose(batched[4], torch.tensor([*map(float, law), 0.0]))


@pytest.mark.parametrize(
    ("form", "tau", "alpha", "law"),
    [
        ("code", F(1, 10), [0, 0, 1, 1], [0, 1, 0, 0]),
        ("code", 1, [F(4, 5), F(9, 10), 1, 1], [F(9, 10), F(1, 10), 0, 0]),
        ("paper", 0, [F(1, 2)] * 4, [F(1, 8), F(1, 8), F(1, 4), F(1, 2)]),
        ("paper", 10, [0, 0, 1, 1], [0, 1, 0, 0]),
    ],
)
def test_three_forms_on_the_scores_of_figure_2(form, tau, alpha, law):
    assert loops.alphas(D, 4, tau, form) == alpha
    assert loops.limit_distribution(alpha) == law


# Laws that hold for every alpha.


@given(chances)
def test_the_limits_share_one_stick_and_the_gates_are_their_sums(alpha):
    law, g = loops.limit_distribution(alpha), loops.expected_gates(alpha)
    assert sum(law) == 1
    assert g == [sum(law[: i + 1]) for i in range(len(alpha))]


@given(chances)
def test_stick_breaking_against_every_sequence_of_stops(alpha):
    """Toss a coin at each position; the limit is the first stop to the left, 0 when there is none."""
    law = [F(0)] * len(alpha)
    for goes_on in product([True, False], repeat=len(alpha) - 1):
        chance = F(1)
        for a, on in zip(alpha[1:], goes_on, strict=True):
            chance *= a if on else 1 - a
        stops = [k + 1 for k, on in enumerate(goes_on) if not on]
        law[max(stops, default=0)] += chance
    assert loops.limit_distribution(alpha) == law


@given(chances, st.data())
def test_expected_attention_is_the_mean_over_limits(alpha, data):
    raw = data.draw(st.lists(st.fractions(0, 1, max_denominator=9), min_size=len(alpha), max_size=len(alpha)))
    t = len(alpha)
    mean = [F(0)] * t
    for k, p in enumerate(loops.limit_distribution(alpha)):
        inside = [r if i >= k else F(0) for i, r in enumerate(raw)]
        total = sum(inside)
        mean = [m + p * (x / total if total else 0) for m, x in zip(mean, inside, strict=True)]
    assert loops.expected_attention(raw, alpha) == mean


# The batched form against the loops.


@pytest.mark.parametrize("form", FORMS)
@given(d=scores, tau=st.sampled_from([0.1, 0.5, 1.0, 3.0, 10.0]))
def test_batched_and_loop_form_agree(form, d, tau):
    tensor = torch.tensor(d, dtype=torch.float64)
    raw = [1 / (i + 2) for i in range(len(d))]
    alpha = gates.alphas(tensor, tau, form)
    weights = torch.tensor(raw, dtype=torch.float64)

    def step(t):
        return loops.alphas(d, t, tau, form)

    pairs = [
        (alpha, step),
        (gates.limit_distribution(alpha), lambda t: loops.limit_distribution(step(t))),
        (gates.expected_gates(alpha), lambda t: loops.expected_gates(step(t))),
        (
            gates.gated_attention(weights, gates.expected_gates(alpha)),
            lambda t: loops.gated_attention(raw[:t], loops.expected_gates(step(t))),
        ),
        (gates.expected_attention(weights, alpha), lambda t: loops.expected_attention(raw[:t], step(t))),
        (
            gates.hard_gates(gates.nearest_higher(tensor), torch.float64),
            lambda t: loops.hard_gates(loops.nearest_higher(d, t), t),
        ),
    ]
    for batched, loop in pairs:
        assert torch.allclose(batched, by_loops(loop, d), atol=1e-12)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("shape", [(6,), (3, 6), (2, 3, 6)])
def test_leading_dimensions_and_dtypes(dtype, shape):
    d = random_scores(*shape, dtype=dtype)
    alpha = gates.alphas(d, tau=0.7)
    outputs = {
        "alphas": alpha,
        "limits": gates.limit_distribution(alpha),
        "gates": gates.expected_gates(alpha),
        "hard": gates.hard_gates(gates.nearest_higher(d), dtype),
        "expected": gates.expected_attention(d, alpha) if len(shape) == 1 else None,
        "pairwise": pairwise.limit_distribution(pairwise.bradley_terry(d)),
    }
    for name, out in outputs.items():
        if out is None:
            continue
        assert out.shape == (*shape, shape[-1]), name
        assert out.dtype == dtype, name
        assert (out.triu() == 0).all(), name
    assert torch.allclose(outputs["limits"].sum(-1)[..., 1:], torch.ones(()).to(dtype))
    single = gates.expected_gates(gates.alphas(d.reshape(-1, 6)[-1], tau=0.7))
    assert torch.allclose(outputs["gates"].reshape(-1, 6, 6)[-1], single)


@pytest.mark.parametrize("form", FORMS)
def test_gradients(form):
    # Scores away from the corners of the clip, where no derivative exists.
    d = random_scores(2, 5, seed=3).requires_grad_()
    raw = random_scores(2, 1, 5, seed=4).requires_grad_()

    def attention(d, raw):
        alpha = gates.alphas(d, 0.8, form)
        soft = gates.gated_attention(raw, gates.expected_gates(alpha))
        return soft, gates.expected_attention(raw, alpha), gates.limit_distribution(alpha)

    assert torch.autograd.gradcheck(attention, (d, raw))


def test_gradients_stay_finite_where_gates_close():
    d = torch.tensor([1.0, 0.0, 0.0, 1.0], dtype=torch.float64, requires_grad=True)
    alpha = gates.alphas(d, tau=10)
    assert (alpha.tril(-1) == 0).any()
    gates.gated_attention(torch.zeros(4, dtype=torch.float64), gates.expected_gates(alpha)).sum().backward()
    assert torch.isfinite(d.grad).all()


def test_bradley_terry_gradients():
    d = (random_scores(5) + 0.1).requires_grad_()
    assert torch.autograd.gradcheck(lambda x: pairwise.limit_distribution(pairwise.bradley_terry(x)), d)


# The limit of tau -> infinity, and ranges that never cross.


@pytest.mark.parametrize("form", FORMS)
def test_sharp_gates_are_the_gates_of_the_nearest_higher_score(form):
    tau = 1e6 if form == "paper" else 1e-6
    for order in permutations(range(5)):
        d = torch.tensor(order, dtype=torch.float64)
        soft = gates.expected_gates(gates.alphas(d, tau, form))
        hard = gates.hard_gates(gates.nearest_higher(d), torch.float64)
        assert torch.allclose(soft, hard)


@pytest.mark.parametrize("n", range(1, 7))
def test_ranges_never_cross_for_any_ranking(n):
    assert not any(_crossings(loops, order) for order in permutations(range(n)))


@pytest.mark.parametrize("n", range(1, 6))
def test_ranges_never_cross_with_ties(n):
    assert not any(_crossings(loops, d) for d in product(range(n), repeat=n))


def test_the_search_for_crossings_can_find_one():
    class Wrong:
        @staticmethod
        def nearest_higher(d, t):
            return {2: 0, 3: 1}.get(t, 0)

    assert _crossings(Wrong, (0, 0, 0, 0))


def _crossings(module, d):
    """Pairs of steps v < n with l_v < l_n < v: the range of one begins inside the other and ends outside."""
    limits = [module.nearest_higher(d, t) for t in range(len(d))]
    return [(v, n) for n in range(len(d)) for v in range(n) if limits[v] < limits[n] < v]


def test_equal_scores_do_not_stop_the_search():
    assert gates.nearest_higher(torch.tensor([0.9, 0.5, 0.5, 0.5])).tolist() == [0, 0, 0, 0]
    assert gates.alphas(torch.tensor([0.5, 0.5]), form="code")[1, 0] == 1
    assert gates.alphas(torch.tensor([0.5, 0.5]), form="paper")[1, 0] == 0.5


@pytest.mark.parametrize(
    ("form", "tau", "tie"),
    [("paper", torch.inf, 0.5), ("paper", 1e300, 0.5), ("code", 1e-310, 1.0), ("soft", 1e-310, 0.9933)],
)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_an_endless_slope_decides_by_the_sign_alone(form, tau, tie, dtype):
    d = torch.tensor([0.4, 0.4, 0.7, 0.4], dtype=dtype, requires_grad=True)
    alpha = gates.alphas(d, tau, form)
    expected = torch.tensor([[0, 0, 0, 0], [tie, 0, 0, 0], [1, 1, 0, 0], [tie, tie, 0, 0]], dtype=dtype)
    assert torch.allclose(alpha, expected, atol=1e-4)
    alpha.sum().backward()
    assert (d.grad == 0).all() if tau != 1e300 else d.grad.isfinite().all()


@pytest.mark.parametrize("order", permutations(range(4)))
def test_the_hard_limit_of_the_paper_is_reached_at_infinity(order):
    d = torch.tensor(order, dtype=torch.float64)
    hard = gates.expected_gates(gates.alphas(d, torch.inf))
    assert torch.equal(hard, gates.hard_gates(gates.nearest_higher(d), torch.float64))


@pytest.mark.parametrize(("form", "alike"), [("code", 1.0), ("soft", torch.sigmoid(torch.tensor(5.0)))])
def test_divided_by_infinity_all_scores_are_alike(form, alike):
    alpha = gates.alphas(torch.tensor([1.0, 5.0, -2.0]), torch.inf, form)
    assert torch.equal(alpha, torch.full((3, 3), float(alike)).tril(-1))


@pytest.mark.parametrize("form", FORMS)
@given(d=st.lists(st.integers(0, 4), min_size=1, max_size=6), tau=st.sampled_from([0.7, 3.0]))
def test_only_the_differences_of_scores_count(form, d, tau):
    near = torch.tensor(d, dtype=torch.float32) / 8  # exact in binary, also after the shift
    assert torch.equal(gates.alphas(near, tau, form), gates.alphas(near + 1e5, tau, form))


# Bad input.


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: gates.alphas(torch.tensor([1, 2])), TypeError, "floats"),
        (lambda: gates.alphas([0.1, 0.2]), TypeError, "list"),
        (lambda: gates.alphas(torch.tensor(0.5)), ValueError, "position"),
        (lambda: gates.alphas(torch.rand(3), form="hard"), ValueError, "'hard'"),
        (lambda: gates.alphas(torch.rand(3), tau=-1), ValueError, "-1"),
        (lambda: gates.alphas(torch.rand(3), tau=0, form="code"), ValueError, "> 0"),
        (lambda: gates.alphas(torch.rand(3), tau=-torch.inf, form="soft"), ValueError, "> 0.*not -inf"),
        (lambda: gates.alphas(torch.rand(3), tau=torch.nan), ValueError, ">= 0.*not nan"),
        (lambda: gates.alphas(torch.rand(3), tau=torch.nan, form="code"), ValueError, "> 0.*not nan"),
        (lambda: gates.expected_gates(torch.rand(3, 4)), ValueError, r"\(3, 4\)"),
        (lambda: gates.hard_gates(torch.tensor([0.0, 0.0])), TypeError, "integer"),
        (lambda: gates.hard_gates(torch.tensor([0, 0, 2])), ValueError, "limit 2 at"),
        (lambda: gates.hard_gates(torch.tensor([0, 0, -1])), ValueError, "limit -1 at"),
        (lambda: pairwise.bradley_terry(torch.tensor([0.5, 0.0])), ValueError, r"d\[1\] is 0.0"),
        (lambda: loops.alphas([0.5, 0.5], 1, form="hard"), ValueError, "hard"),
    ],
)
def test_bad_input_is_named(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_explore_gathers_what_the_functions_give():
    d, raw = [0.7, 0.6, 0.3, 0.4, 0.5], [0.4, 0.1, 0.3, 0.2, 0.0]
    view = views.explore(d, 4, 1.0, "paper", raw, list("abcde"))
    assert view["limit"] == 1
    assert view["hard_gates"] == [0, 1, 1, 1]
    assert view["gates"] == loops.expected_gates(view["alpha"])
    assert sum(view["soft_attention"]) == pytest.approx(1)
    assert view["tree"] == ["a", ["b", [["c", "d"], "e"]]] or view["tree"] == ["a", ["b", ["c", ["d", "e"]]]]
