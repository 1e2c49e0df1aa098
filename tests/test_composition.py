"""Mixtures and lexical functions: the loops in exact fractions, the batched forms against the loops."""

from fractions import Fraction as F

import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st

from prpn_edu.composition import lexical_function, mixture
from prpn_edu.composition.lexical_function import LexicalFunction
from prpn_edu.loops import composition as loops

fractions = st.fractions(min_value=-3, max_value=3, max_denominator=6)


def vectors(size):
    return st.lists(fractions, min_size=size, max_size=size)


def tables(rows, columns):
    return st.lists(vectors(columns), min_size=rows, max_size=rows)


def tensor(values):
    return torch.tensor([[float(x) for x in row] for row in values], dtype=torch.float64)


def random(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


# The lecture's numbers

OLD, DOG, CAT = [0, 7], [1, 5], [4, 0]
A_OLD = [[F(1, 2), 0], [F(3, 10), 1]]


def test_the_tables_of_the_lecture():
    assert loops.additive(OLD, DOG) == [1, 12] and loops.additive(OLD, CAT) == [4, 7]
    assert loops.multiplicative(OLD, DOG) == [0, 35] and loops.multiplicative(OLD, CAT) == [0, 0]
    assert loops.apply(A_OLD, DOG) == [F(1, 2), F(53, 10)]
    assert loops.apply(A_OLD, CAT) == [2, F(6, 5)]


# Mixtures


@given(vectors(3), vectors(3), fractions, fractions)
def test_mixtures_are_those_of_the_loops(u, v, a, b):
    first, second = tensor([u])[0], tensor([v])[0]
    weighted = mixture.additive(first, second, float(a), float(b))
    assert torch.allclose(weighted, tensor([loops.additive(u, v, a, b)])[0])
    assert torch.allclose(mixture.multiplicative(first, second), tensor([loops.multiplicative(u, v)])[0])


@given(vectors(3), vectors(3))
def test_who_comes_first_is_lost(u, v):
    assert loops.additive(u, v) == loops.additive(v, u)
    assert loops.multiplicative(u, v) == loops.multiplicative(v, u)


def test_dilation_stretches_only_what_lies_along_the_modifier():
    u, v = torch.tensor([2.0, 0.0, 0.0]), torch.tensor([3.0, 1.0, 5.0])
    stretched = mixture.dilation(u, v, stretch=4.0) / (u @ u)
    assert torch.equal(stretched, torch.tensor([12.0, 1.0, 5.0]))
    assert not torch.equal(mixture.dilation(u, v), mixture.dilation(v, u))
    same = mixture.dilation(random(3), random(3, seed=1), stretch=1.0)
    assert torch.allclose(mixture.cosine(same, random(3, seed=1)), torch.tensor(1.0, dtype=torch.float64))


def test_the_weights_that_made_the_phrases_are_found():
    u, v = random(5), random(9, 5, seed=1)
    assert mixture.fit_weights(u, v, 0.3 * u + 1.7 * v) == pytest.approx((0.3, 1.7))
    noisy = 0.3 * u + 1.7 * v + random(9, 5, seed=2)
    best = mixture.fit_weights(u, v, noisy)
    error = lambda a, b: ((noisy - a * u - b * v) ** 2).sum().item()  # noqa: E731
    assert all(error(*best) < error(best[0] + x, best[1] + y) for x, y in ((0.01, 0), (-0.01, 0), (0, 0.01)))


def test_cosine():
    u, v = random(4, 5), random(4, 5, seed=1)
    want = torch.stack([a @ b / (a @ a).sqrt() / (b @ b).sqrt() for a, b in zip(u, v, strict=True)])
    assert torch.allclose(mixture.cosine(u, v), want)
    assert mixture.cosine(torch.zeros(3), torch.ones(3)) == 0


@pytest.mark.parametrize("mix", [mixture.additive, mixture.multiplicative, mixture.dilation, mixture.cosine])
def test_words_of_two_spaces_do_not_mix(mix):
    with pytest.raises(ValueError, match=r"shapes \(3,\) and \(1,\)"):
        mix(torch.ones(3), torch.ones(1))  # torch alone would stretch the 1 over all coordinates


def test_weights_need_a_phrase_for_each_word():
    with pytest.raises(ValueError, match=r"shape \(4, 3\) for phrases of shape \(5, 3\)"):
        mixture.fit_weights(torch.ones(3), torch.ones(4, 3), torch.ones(5, 3))


# Learning a matrix


@given(tables(4, 2), tables(4, 2), st.fractions(min_value=F(1, 4), max_value=2, max_denominator=4))
def test_the_loop_finds_where_the_gradient_is_zero(nouns, phrases, weight):
    """The loss is convex, so a zero gradient is the minimum; in fractions it is exactly zero."""
    A = loops.ridge(nouns, phrases, weight)
    for k in range(2):
        for i in range(2):
            misses = sum(n[i] * (loops.apply(A, n)[k] - p[k]) for n, p in zip(nouns, phrases, strict=True))
            assert misses + weight * A[k][i] == 0


@given(tables(4, 3), tables(4, 3), st.fractions(min_value=F(1, 4), max_value=2, max_denominator=4))
def test_the_batched_fit_is_the_loop(nouns, phrases, weight):
    fitted = LexicalFunction.fit(tensor(nouns), tensor(phrases), float(weight))
    assert torch.allclose(fitted.matrix, tensor(loops.ridge(nouns, phrases, weight)), atol=1e-9)


@given(tables(3, 3), tables(3, 3))
def test_a_matrix_is_found_again_from_enough_nouns(A, nouns):
    determinant = torch.linalg.det(tensor(nouns)).item()
    assume(abs(determinant) > 0.1)
    phrases = [loops.apply(A, n) for n in nouns]
    assert loops.ridge(nouns, phrases) == A
    assert torch.allclose(LexicalFunction.fit(tensor(nouns), tensor(phrases)).matrix, tensor(A), atol=1e-8)


def test_the_loop_refuses_what_has_no_unique_solution():
    with pytest.raises(ValueError, match="add a penalty"):
        loops.ridge([[1, 2, 0]], [[1, 1, 1]])
    assert loops.loss(loops.ridge([[F(1), 2, 0]], [[1, 1, 1]], F(1, 10**9)), [[1, 2, 0]], [[1, 1, 1]]) < 1e-9


def test_elimination_changes_rows_where_it_must():
    assert loops.solve([[0, 1], [1, 0]], [3, 5]) == [5, 3]


def test_too_few_nouns_fit_exactly_and_teach_little():
    truth, nouns = random(50, 50), random(5, 50, seed=1)
    phrases = nouns @ truth.T
    fitted = LexicalFunction.fit(nouns, phrases)
    assert torch.allclose(fitted(nouns), phrases, atol=1e-9)
    assert (fitted.matrix - truth).norm() > 0.9 * truth.norm()
    other = LexicalFunction(fitted.matrix + random(50, 50, seed=2))
    projector = torch.eye(50, dtype=torch.float64) - torch.linalg.pinv(nouns) @ nouns  # away from the nouns
    same_fit = LexicalFunction(fitted.matrix + other.matrix @ projector)
    assert torch.allclose(same_fit(nouns), phrases, atol=1e-8)
    assert same_fit.matrix.norm() > fitted.matrix.norm()  # the fit is the smallest of all that fit


def test_collinear_nouns_do_not_blow_up_the_matrix():
    nouns = torch.cat([random(6, 8), random(6, 8), 1.5 * random(6, 8)])
    exact = nouns @ random(8, 8, seed=3).T
    assert torch.allclose(LexicalFunction.fit(nouns, exact)(nouns), exact, atol=1e-9)
    noisy = exact + random(18, 8, seed=4)  # what no matrix can fit must not be blown up
    assert LexicalFunction.fit(nouns, noisy).matrix.norm() < 100


@given(st.integers(1, 12), st.floats(0.01, 10))
def test_a_larger_penalty_gives_a_smaller_matrix_and_a_larger_loss(count, ridge):
    nouns, phrases = random(count, 5, seed=count), random(count, 5, seed=100 + count)
    small, large = (LexicalFunction.fit(nouns, phrases, weight) for weight in (ridge, 2 * ridge))
    assert large.matrix.norm() < small.matrix.norm()
    assert ((large(nouns) - phrases) ** 2).sum() > ((small(nouns) - phrases) ** 2).sum()


def test_the_matrix_can_be_learnt_through():
    nouns = random(6, 4).requires_grad_()
    LexicalFunction.fit(nouns, random(6, 4, seed=1), 0.5).matrix.sum().backward()
    assert nouns.grad.isfinite().all() and nouns.grad.norm() > 0


def test_leaving_one_out_never_sees_the_one():
    nouns, phrases = random(6, 4), random(6, 4, seed=1)
    before = lexical_function.leave_one_out(nouns, phrases, 0.1)
    changed = phrases.clone()
    changed[2] += 100
    after = lexical_function.leave_one_out(nouns, changed, 0.1)
    assert torch.equal(before[2], after[2])
    assert all(not torch.allclose(before[j], after[j]) for j in (0, 1, 3, 4, 5))


def test_nearest_goes_by_direction():
    candidates = torch.tensor([[0.0, 1.0], [0.1, 0.1], [9.0, 0.0]])
    assert lexical_function.nearest(torch.tensor([3.0, 3.0]), candidates) == 1
    assert lexical_function.nearest(torch.tensor([3.0, 2.0]), candidates, but=1) == 2


def test_relative_error():
    observed = torch.tensor([[3.0, 4.0]])
    assert lexical_function.relative_error(observed, observed) == 0
    assert lexical_function.relative_error(torch.zeros(1, 2), observed) == 1
    assert lexical_function.relative_error(torch.tensor([[3.0, 5.0]]), observed) == pytest.approx(1 / 25)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: LexicalFunction(torch.ones(3)), "two axes"),
        (lambda: LexicalFunction(torch.eye(3))(torch.ones(4)), "nouns with 3 coordinates"),
        (lambda: LexicalFunction.fit(torch.ones(2, 3), torch.ones(3, 3)), "one phrase for each noun"),
        (lambda: LexicalFunction.fit(torch.ones(0, 3), torch.ones(0, 3)), "one phrase for each noun"),
        (lambda: LexicalFunction.fit(torch.ones(2, 3), torch.ones(2, 3), -1.0), "0 or more, not -1"),
        (lambda: lexical_function.leave_one_out(torch.ones(1, 3), torch.ones(1, 3)), "two or more, not 1"),
        (lambda: lexical_function.relative_error(torch.ones(2), torch.ones(3)), "differ"),
        (lambda: lexical_function.relative_error(torch.ones(2), torch.zeros(2)), "all 0"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
