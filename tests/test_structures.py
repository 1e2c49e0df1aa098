"""Distributions over trees: one test of every member against all trees and all rankings of few words.

A new member is added to `MEMBERS`, with a random law of its own over n words and, where it has one, a second
way to the probability of every tree.
"""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations, product

import pytest
import torch
from nltk import Tree

from prpn_edu import trees
from prpn_edu.latent import chart, split
from prpn_edu.latent.structures import (
    BetweenTrees,
    LimitTrees,
    ListedTrees,
    NoisyTrees,
    SplitTrees,
    TreeDistribution,
    noise,
)
from prpn_edu.latent.structures.base import MAX_ENUMERATED

SAMPLES = 3000


def brackets(tree):
    return tree.pformat(margin=10**6)


def scores(n, seed):
    return torch.rand(n, generator=torch.Generator().manual_seed(seed), dtype=torch.float64) + 0.05


@dataclass(frozen=True)
class Member:
    """A law to be tested.

    Attributes:
        name: of the test.
        parameters: from n and a seed to a tensor of parameters.
        law: from the parameters to the distribution.
        brute_force: from the parameters to the probability of each tree that has one, without the law's
            help; None where there is none.
        tolerance: of a chance; larger where a law integrates numerically.
        gradients: the most words for which gradients are compared with finite differences.
    """

    name: str
    parameters: Callable[[int, int], torch.Tensor]
    law: Callable[[torch.Tensor], TreeDistribution]
    brute_force: Callable[[torch.Tensor], dict[str, float]] | None = None
    tolerance: float = 1e-12
    gradients: int = 7  # up to so many words


def over_all_rankings(decode):
    """The chance of each tree: that of every ranking, by eq. (9), goes to the tree that `decode` makes."""

    def law(d):
        d, chances = d.tolist(), Counter()
        for order in permutations(range(len(d))):
            chance, left = 1.0, math.fsum(d)
            for k in order:
                chance, left = chance * d[k] / left, left - d[k]
            rank = [0.0] * len(d)
            for place, k in enumerate(order):
                rank[k] = -float(place)
            chances[brackets(decode(rank))] += chance
        return chances

    return law


def decode_between(rank):
    return split.split_between(rank, [f"x{i}" for i in range(len(rank) + 1)])


def without_crossings(limits):
    """The chance of each tree: that of all limits, drawn one by one, unless two ranges cross."""
    n, chances = len(limits), Counter()
    for chosen in product(*(range(t) for t in range(1, n))):
        ends = list(enumerate(chosen, 1))  # (t, l_t)
        if not any(u < m < v < w for v, u in ends for w, m in ends):
            walls = [n - 1 - sum(u < t < v for v, u in ends) for t in range(1, n)]  # who is seen over is low
            chance = math.prod(limits[t, k].item() for t, k in ends)
            chances[brackets(decode_between(walls))] += chance
    total = math.fsum(chances.values())
    return {tree: chance / total for tree, chance in chances.items()}


def limits(n, seed):
    """Random categorical limits, any for each step."""
    logits = torch.randn(n, n, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    return logits.tril(-1).exp() / logits.tril(-1).exp().sum(-1, keepdim=True)


def logits_of_all(n, seed):
    count = sum(1 for _ in trees.binary_trees([str(i) for i in range(n)]))
    return torch.randn(count, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def listed(logits):
    n = {1: 1, 2: 3, 5: 4, 14: 5, 42: 6, 132: 7}[logits.size(-1)]
    return ListedTrees(logits, n)


MEMBERS = [
    Member("split", scores, SplitTrees, over_all_rankings(split.split)),
    Member("between", lambda n, seed: scores(n - 1, seed), BetweenTrees, over_all_rankings(decode_between)),
    Member("limits", limits, LimitTrees, without_crossings, gradients=4),
    Member("listed", lambda n, seed: logits_of_all(max(n, 3), seed), listed),
    Member(
        "noisy",
        lambda n, seed: scores(max(n, 2) - 1, seed),
        lambda d: NoisyTrees(noise.gamma_race(d, 1)),
        over_all_rankings(decode_between),
        tolerance=1e-6,
        gradients=4,
    ),
]


@pytest.mark.parametrize("n", range(1, 8))
@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)
def test_a_law_over_trees(member, n):
    parameters = member.parameters(n, seed=n)
    law = member.law(parameters)
    everything = list(trees.binary_trees(law.words))
    log_probs = law.log_prob(everything)
    chances = {brackets(tree): chance for tree, chance in zip(everything, log_probs.exp(), strict=True)}
    support = [tree for tree in everything if chances[brackets(tree)] > 0]

    the_support_is_listed(law, everything, support)
    it_is_normalised(member, chances)
    it_agrees_with_brute_force(member, parameters, chances)
    the_mode_is_the_best_tree(law, chances)
    the_marginals_are_sums(member, law, everything, chances)
    the_entropy_is_the_mean_surprise(member, law, chances)
    the_samples_follow_it(law, chances)
    the_gradients_are_right(member, parameters, support)
    a_batch_holds_the_laws_of_its_rows(member, n)


def the_support_is_listed(law, everything, support):
    assert law.enumerate_support() == support
    assert [tree for tree in everything if law.possible(tree)] == support


def it_is_normalised(member, chances):
    assert sum(chances.values()).item() == pytest.approx(1, abs=member.tolerance)


def it_agrees_with_brute_force(member, parameters, chances):
    if member.brute_force is None or len(parameters) > 6:
        return
    expected = member.brute_force(parameters)
    assert set(expected) == {tree for tree, chance in chances.items() if chance > 0}
    for tree, chance in expected.items():
        assert chances[tree].item() == pytest.approx(chance, rel=1e-12, abs=member.tolerance)


def the_mode_is_the_best_tree(law, chances):
    assert chances[brackets(law.mode)] == max(chances.values())


def the_marginals_are_sums(member, law, everything, chances):
    expected = torch.zeros(law.length, law.length + 1, dtype=torch.float64)
    for tree in everything:
        for start, end in trees.spans(tree):
            expected[start, end] += chances[brackets(tree)]
    assert torch.allclose(law.marginals, expected, atol=member.tolerance)


def the_entropy_is_the_mean_surprise(member, law, chances):
    surprise = -sum(torch.special.xlogy(chance, chance) for chance in chances.values())
    assert law.entropy().item() == pytest.approx(surprise.item(), abs=max(1e-12, 10 * member.tolerance))


def the_samples_follow_it(law, chances):
    """Pearson's statistic, trees that are expected less than five times taken together."""
    drawn = Counter(map(brackets, law.sample((SAMPLES,), torch.Generator().manual_seed(0))))
    assert all(chances[tree] > 0 for tree in drawn)
    rare = [tree for tree, chance in chances.items() if 0 < chance * SAMPLES < 5]
    cells = [[tree] for tree, chance in chances.items() if chance * SAMPLES >= 5] + ([rare] if rare else [])
    statistic = 0.0
    for cell in cells:
        expected = SAMPLES * sum(chances[tree].item() for tree in cell)
        statistic += (sum(drawn[tree] for tree in cell) - expected) ** 2 / expected
    freedom = len(cells) - 1
    assert statistic <= freedom + 4 * math.sqrt(2 * freedom) + 4  # mean and spread of chi-square


def the_gradients_are_right(member, parameters, support):
    if parameters.numel() == 0 or len(parameters) > member.gradients:
        return
    parameters = parameters.clone().requires_grad_()
    some = support[:: max(1, len(support) // 6)]

    def everything(p):
        law = member.law(p)
        return law.log_prob(some), law.entropy(), law.marginals

    assert torch.autograd.gradcheck(everything, parameters)


def a_batch_holds_the_laws_of_its_rows(member, n):
    rows = [member.parameters(n, seed) for seed in range(3)]
    batch, alone = member.law(torch.stack(rows)), [member.law(row) for row in rows]
    assert batch.batch_shape == (3,)
    assert batch.mode == [law.mode for law in alone]
    assert torch.allclose(batch.marginals, torch.stack([law.marginals for law in alone]))
    assert torch.allclose(batch.entropy(), torch.stack([law.entropy() for law in alone]))
    assert torch.allclose(
        batch.log_prob(alone[0].mode), torch.stack([law.log_prob(alone[0].mode) for law in alone])
    )
    drawn = batch.sample((2,), torch.Generator().manual_seed(1))
    expected = [[law.log_prob(tree) for law, tree in zip(alone, row, strict=True)] for row in drawn]
    assert torch.allclose(batch.log_prob(drawn), torch.tensor(expected, dtype=torch.float64))
    assert batch.log_prob(batch.enumerate_support()).exp().sum(0).tolist() == pytest.approx([1.0] * 3)


# Long sentences and scores that lie far apart.


@pytest.mark.parametrize("kind", [SplitTrees, BetweenTrees])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("spread", [1.0, 300.0])
def test_forty_words_neither_overflow_nor_underflow(kind, dtype, spread):
    generator = torch.Generator().manual_seed(3)
    logits = (spread * torch.randn(40 - kind.gaps, generator=generator, dtype=torch.float64)).to(dtype)
    logits.requires_grad_()
    law = kind(logits=logits)
    drawn, mode = law.sample((20,), generator), law.mode
    log_probs = law.log_prob([*drawn, mode])
    assert log_probs.isfinite().all() and log_probs.dtype == dtype
    assert (log_probs <= 1e-4).all()
    assert log_probs[-1] >= log_probs.max() - 1e-4
    entropy, marginals = law.entropy(), law.marginals
    assert entropy.isfinite() and entropy >= -1e-3
    assert ((marginals >= 0) & (marginals <= 1 + 1e-4)).all()
    assert marginals.sum().item() == pytest.approx(39, rel=1e-4)  # a binary tree has n - 1 spans
    (log_probs.sum() + entropy + marginals.square().sum()).backward()
    assert logits.grad.isfinite().all()


@pytest.mark.parametrize("kind", [SplitTrees, BetweenTrees])
def test_a_common_factor_of_the_scores_changes_nothing(kind):
    d = scores(9, seed=0)
    tree = kind(d).mode
    for factor in (1e-200, 1e200):
        law = kind(d * factor)
        assert torch.allclose(law.log_prob(tree), kind(d).log_prob(tree))
        assert torch.allclose(law.entropy(), kind(d).entropy())


def test_entropy_of_samples_agrees_at_forty_words():
    """The mean surprise of many samples comes close to the entropy, where trees cannot be listed."""
    for kind in (SplitTrees, BetweenTrees):
        law = kind(scores(40 - kind.gaps, seed=7))
        surprise = -law.log_prob(law.sample((400,), torch.Generator().manual_seed(2)))
        spread = surprise.std() / math.sqrt(len(surprise))
        assert abs(surprise.mean() - law.entropy()) < 4 * spread


# What is drawn, and what is refused.


def test_samples_depend_on_the_generator_alone():
    law = SplitTrees(scores(9, seed=1))
    torch.manual_seed(0)
    first = law.sample((3,), torch.Generator().manual_seed(5))
    assert law.sample((3,), torch.Generator().manual_seed(5)) == first


def test_trees_stand_over_the_given_words():
    law = SplitTrees(torch.tensor([1.0, 3.0, 2.0]), ["a", "warm", "film"])
    assert law.sample().leaves() == law.mode.leaves() == ["a", "warm", "film"]
    assert law.expand([2]).mode == [law.mode] * 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: SplitTrees(torch.tensor([1.0, 0.0])), r"above 0; d\[1\] is 0.0; try d.exp"),
        (lambda: SplitTrees(logits=torch.tensor([1.0, float("nan")])), r"finite; entry \[1\] is nan"),
        (lambda: SplitTrees(), "either"),
        (lambda: SplitTrees(torch.ones(2), logits=torch.ones(2)), "either"),
        (lambda: SplitTrees(torch.ones(0)), "at least one word"),
        (lambda: SplitTrees(torch.ones(2), ["a"]), "expected 2 words"),
        (lambda: SplitTrees(torch.ones(3)).log_prob(Tree("X", ["a", "b"])), "2 words, this law is over .* 3"),
        (lambda: SplitTrees(torch.ones(3)).log_prob(Tree("X", list("abc"))), "binarise"),
        (lambda: SplitTrees(torch.ones(2), ["a", "b"]).log_prob(Tree("X", ["a", "c"])), "word 1 .*'c'"),
        (lambda: SplitTrees(torch.ones(2, 2)).log_prob([Tree("X", ["a", "b"])]), r"shape \(1,\) .* \(2,\)"),
        (lambda: SplitTrees(torch.ones(MAX_ENUMERATED + 1)).enumerate_support(), "sample"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_scores_must_be_floats():
    with pytest.raises(TypeError, match="floats"):
        SplitTrees(torch.tensor([1, 2]))


@pytest.mark.parametrize("n", [3, 4, 5])
def test_without_scores_the_safest_tree_through_split_is_right_branching(n):
    law = SplitTrees(torch.ones(n, dtype=torch.float64))
    assert chart.best_tree(law.marginals, law.words) == trees.right(law.words)
