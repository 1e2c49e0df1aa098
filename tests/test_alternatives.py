"""The other laws of rankings and limits, against closed forms, all permutations, and many draws."""

import math
from itertools import permutations

import pytest
import torch

from prpn_edu import trees
from prpn_edu.latent import pairwise, ranking, split
from prpn_edu.latent import permutations as matrices
from prpn_edu.latent.structures import BetweenTrees, LimitTrees, ListedTrees, NoisyTrees, noise

D = torch.tensor([1.0, 3.0, 2.0, 0.5, 4.0], dtype=torch.float64)
DRAWS = 40_000
ERROR = 4 / math.sqrt(DRAWS)  # four standard errors of a share are at most 2 / sqrt(draws)


def spans_of(scores):
    """The chance of each span when the scores (draws, n-1) are cut at the highest, from every draw."""
    gaps = scores.size(-1)
    chances = torch.zeros(gaps + 1, gaps + 2, dtype=torch.float64)
    for start in range(gaps + 1):
        for end in range(start + 2, gaps + 2):
            inside = scores[:, start : end - 1].amax(-1)
            won = torch.ones(len(scores), dtype=torch.bool)
            if start:
                won &= scores[:, start - 1] > inside
            if end <= gaps:
                won &= scores[:, end - 1] > inside
            chances[start, end] = won.double().mean()
    return chances


def normal(seed=0):
    return torch.randn(DRAWS, len(D), generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def gamma(shape, seed=0):
    torch.manual_seed(seed)
    return torch.distributions.Gamma(shape.expand(len(D)), torch.ones(len(D), dtype=torch.float64)).sample(
        (DRAWS,)
    )


def exponential(seed=1):
    noise = torch.empty(DRAWS, len(D), dtype=torch.float64)
    return noise.exponential_(generator=torch.Generator().manual_seed(seed))


K = torch.tensor(3.0, dtype=torch.float64)
SCORES = {
    "normal": (lambda: noise.normal(D, 0.7), lambda: D + 0.7 * normal()),
    "gamma race": (lambda: noise.gamma_race(D, 3), lambda: D / gamma(K)),
    "gamma, then ranked": (
        lambda: noise.gamma_plackett_luce(D, 3),
        lambda: D * gamma(K) / exponential(),
    ),
    "normal, then ranked": (
        lambda: noise.normal_plackett_luce(D.log(), 0.8),
        lambda: D.log() + 0.8 * normal() - exponential().log(),
    ),
}


@pytest.mark.parametrize("name", SCORES)
def test_random_scores_agree_with_many_draws(name):
    table, draws = SCORES[name]
    law = NoisyTrees(table())
    assert torch.allclose(law.marginals, spans_of(draws()), atol=ERROR)
    assert law.listed().logits.exp().sum().item() == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize(
    "table",
    [
        lambda: noise.gamma_race(D, 1),
        lambda: noise.gamma_plackett_luce(D, 1e7),
        lambda: noise.normal_plackett_luce(D.log(), 0.0),
    ],
)
def test_plackett_luce_is_a_case_of_the_others(table):
    law, closed = NoisyTrees(table()), BetweenTrees(D)
    support = law.enumerate_support()
    assert torch.allclose(law.log_prob(support).exp(), closed.log_prob(support).exp(), atol=1e-7)
    assert torch.allclose(law.marginals, closed.marginals, atol=1e-7)
    assert law.mode == closed.mode
    assert law.entropy().item() == pytest.approx(closed.entropy().item(), abs=1e-6)


def test_gamma_scores_of_one_rate_leave_plackett_luce_as_it_is():
    """A time of rate D, D from Gamma(a, 1), outlasts t with the chance (1 + t)^-a: log(1 + t) has rate a."""
    torch.manual_seed(2)
    scores = torch.distributions.Gamma(D, torch.ones_like(D)).sample((DRAWS,)) / exponential()
    assert torch.allclose(BetweenTrees(D).marginals, spans_of(scores), atol=ERROR)


def test_waiting_longer_and_shaking_less_make_the_tree_surer():
    for table, values in ((noise.gamma_race, [1, 3, 10]), (noise.gamma_plackett_luce, [0.5, 2, 50])):
        entropies = [NoisyTrees(table(D, k)).entropy().item() for k in values]
        assert entropies == sorted(entropies, reverse=True)


@pytest.mark.parametrize(
    ("pairs", "table"),
    [
        (lambda d: pairwise.gamma_race(d, 4), lambda d: noise.gamma_race(d, 4)),
        (lambda d: pairwise.bradley_terry(d), lambda d: noise.gamma_race(d, 1)),
    ],
)
def test_pairs_in_closed_form_agree_with_the_integral(pairs, table):
    chances = pairs(D)
    for t in range(len(D)):
        for i in range(len(D)):
            if i >= t:
                assert chances[t, i] == 0
                continue
            law = NoisyTrees(table(torch.stack([D[i], D[t]])))
            first = law.marginals[1, 3].item()  # ((x0) (x1 x2)): gap 0, which is i, comes first
            assert chances[t, i].item() == pytest.approx(first, abs=1e-6)


def test_a_known_race():
    chances = pairwise.gamma_race(torch.tensor([0.5, 0.3], dtype=torch.float64), 5)
    assert chances[1, 0].item() == pytest.approx(0.7834, abs=5e-5)
    p = 5 / 8
    by_hand = p**2 + 2 * p**2 * (1 - p)  # two before two: in two rings, or in three
    two = pairwise.gamma_race(torch.tensor([0.5, 0.3], dtype=torch.float64), 2)
    assert two[1, 0].item() == pytest.approx(by_hand)


def test_limits_of_one_ranking_are_those_of_all_rankings():
    expected = torch.zeros(5, 5, dtype=torch.float64)
    for order in permutations(range(5)):
        rank = [order.index(i) for i in range(5)]
        chance = ranking.ranking_log_prob(order, D).exp()
        for t in range(1, 5):
            higher = [k for k in range(1, t) if rank[k] < rank[t]]
            expected[t, max(higher, default=0)] += chance
    assert torch.allclose(ranking.limit_distribution(D), expected, atol=1e-12)
    assert ranking.limit_distribution(torch.stack([D, D + 1])).shape == (2, 5, 5)


def test_limits_of_the_notes_figure_3_as_one_ranking():
    d = torch.tensor([0.7, 0.6, 0.3, 0.4, 0.5], dtype=torch.float64)
    expected = torch.tensor([5 / 18, 5 / 36, 5 / 36, 4 / 9], dtype=torch.float64)
    assert torch.allclose(ranking.limit_distribution(d)[4, :4], expected)


def test_sure_limits_never_cross():
    """Limits of a tree, made almost certain: agreement 1, and that tree."""
    tree = trees.binary_trees(list("abcde"))
    for one in tree:
        limits = torch.full((5, 5), 1e-12, dtype=torch.float64)
        for t in range(1, 5):
            limits[t, max(s for s, e in trees.spans(one) if s < t < e)] = 1.0
        law = LimitTrees(limits, list("abcde"))
        assert law.mode == one
        assert law.log_agreement.exp().item() == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("n", range(1, 6))
def test_permanents_and_their_derivatives_against_all_orders(n):
    generator = torch.Generator().manual_seed(n)
    scores = torch.randn(n, n, generator=generator, dtype=torch.float64).requires_grad_()
    ranks = torch.arange(n)
    orders = list(permutations(range(n)))
    values = torch.stack([scores[list(order), ranks].sum() for order in orders])
    total = matrices.log_permanent(scores)
    assert total.item() == pytest.approx(values.logsumexp(0).item())
    (places,) = torch.autograd.grad(total, scores)
    expected = torch.zeros(n, n, dtype=torch.float64)
    for order, chance in zip(orders, values.softmax(0), strict=True):
        expected[list(order), ranks] += chance.detach()
    assert torch.allclose(places, expected)
    assert tuple(matrices.best_permutation(scores.detach())) == orders[int(values.argmax())]


def test_trees_of_permutations_against_all_orders():
    scores = matrices.rank_scores(D.log())
    total, ranks = matrices.log_permanent(scores), torch.arange(5)
    law = matrices.permutation_trees(scores)
    assert isinstance(law, ListedTrees)
    expected = {}
    for order in permutations(range(5)):
        rank = [-float(order.index(i)) for i in range(5)]
        tree = split.split_between(rank, law.words).pformat(margin=999)
        chance = (scores[list(order), ranks].sum() - total).exp().item()
        expected[tree] = expected.get(tree, 0.0) + chance
    for tree in law.enumerate_support():
        assert law.log_prob(tree).exp().item() == pytest.approx(expected[tree.pformat(margin=999)])


def test_sinkhorn_is_doubly_stochastic_and_hardens():
    shaken = 0.5 * torch.randn(6, 6, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    scores = shaken + 2 * torch.eye(6, dtype=torch.float64).roll(2, 0)
    soft = matrices.sinkhorn(scores, 1.0, 50)
    assert torch.allclose(soft.sum(-1), torch.ones(6, dtype=torch.float64))
    assert torch.allclose(soft.sum(-2), torch.ones(6, dtype=torch.float64))
    best = torch.zeros(6, 6, dtype=torch.float64)
    best[matrices.best_permutation(scores), torch.arange(6)] = 1
    gaps = [(matrices.sinkhorn(scores, tau, 200) - best).abs().max().item() for tau in (1.0, 0.3, 0.1)]
    assert gaps[0] > gaps[1] > gaps[2] and gaps[2] < 0.01
    assert matrices.sinkhorn(1000 * scores, 1.0).isfinite().all()


def test_a_relaxed_tree_is_soft_and_near_zero_one_random_tree():
    d = D.clone().requires_grad_()
    generator = torch.Generator().manual_seed(0)
    soft = BetweenTrees(d).relaxed(1.0, generator).marginals
    (soft**2).sum().backward()
    assert d.grad.isfinite().all() and d.grad.abs().sum() > 0
    law = BetweenTrees(D)
    total = torch.zeros_like(law.marginals)
    for _ in range(2000):
        hard = law.relaxed(1e-6, generator).marginals
        assert ((hard < 1e-3) | (hard > 1 - 1e-3)).all()
        total += hard
    assert torch.allclose(total / 2000, law.marginals, atol=2 / math.sqrt(2000))
    with pytest.raises(ValueError, match="temperature"):
        law.relaxed(0.0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: NoisyTrees(torch.full((3, 4), 0.3)), "sum 1"),
        (lambda: NoisyTrees(noise.normal(torch.zeros(10), 1.0)).mode, "1 to 10 words, not for 11"),
        (lambda: noise.normal(D, 0.0), "std must be above 0"),
        (lambda: noise.gamma_race(D, 0), "k must be above 0"),
        (lambda: noise.normal_plackett_luce(D, 3.0), "between 0 and 2"),
        (lambda: pairwise.gamma_race(D, 0), "ring at least once"),
        (lambda: LimitTrees(torch.zeros(3, 3)), r"entry \(1, 0\) is 0.0"),
        (lambda: LimitTrees(torch.zeros(3, 4)), r"\(3, 4\)"),
        (lambda: ListedTrees(torch.zeros(4), 4), "5 binary trees; got 4"),
        (lambda: ListedTrees(torch.full((5,), -torch.inf), 4), "at least one"),
        (lambda: matrices.log_permanent(torch.zeros(10, 10)), "at most 9"),
        (lambda: matrices.sinkhorn(torch.zeros(3, 2)), "items by ranks"),
        (lambda: matrices.sinkhorn(torch.zeros(3, 3), 0.0), "temperature"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
