"""Rankings and the trees that they make: exact fractions, what SPLIT cannot make, and closed forms."""

from fractions import Fraction as F
from itertools import permutations
from math import comb, factorial, prod

import pytest
import torch
from nltk import Tree

from prpn_edu import trees
from prpn_edu.evaluation import baselines
from prpn_edu.latent import ranking, split
from prpn_edu.latent.structures import BetweenTrees, SplitTrees
from prpn_edu.latent.structures.race import Race

D = [F(7, 10), F(6, 10), F(3, 10), F(4, 10), F(5, 10)]


def random_scores(n, seed=0):
    return torch.rand(n, generator=torch.Generator().manual_seed(seed), dtype=torch.float64) + 0.05


def ranking_chance(order, d):
    """Eq. (9) in fractions."""
    chance, left = F(1), list(order)
    for k in order:
        chance *= d[k] / sum(d[j] for j in left)
        left.remove(k)
    return chance


def search_tree(order):
    """The binary search tree of a ranking: nested (left, word, right) of what is chosen in each part."""
    if not order:
        return None
    top = order[0]
    return search_tree([k for k in order if k < top]), top, search_tree([k for k in order if k > top])


def by_choices(tree, d):
    """Eq. (8) in fractions, for a search tree over the words start .. end-1: (chance, words, their sum)."""
    if tree is None:
        return F(1), F(0)
    left, top, right = tree
    (p, a), (q, b) = by_choices(left, d), by_choices(right, d)
    return p * q * d[top] / (a + d[top] + b), a + d[top] + b


def parts(tree, start, end):
    """All spans (start, end) that the search tree goes on with."""
    if tree is None:
        return set()
    left, top, right = tree
    return {(start, end)} | parts(left, start, top) | parts(right, top + 1, end)


# Rankings.


def test_an_order_of_figure_3_has_the_chance_1_in_45():
    order, d = [0, 1, 4, 3, 2], torch.tensor([float(x) for x in D], dtype=torch.float64)
    assert ranking_chance(order, D) == F(1, 45)
    assert ranking.ranking_log_prob(order, d).exp().item() == pytest.approx(1 / 45, rel=1e-12)


def test_the_chances_of_all_rankings_are_exact_and_sum_to_one():
    d = torch.tensor([float(x) for x in D], dtype=torch.float64)
    orders = list(permutations(range(5)))
    chances = ranking.ranking_log_prob(torch.tensor(orders), d).exp()
    assert chances.tolist() == pytest.approx([float(ranking_chance(order, D)) for order in orders], rel=1e-12)
    assert chances.sum().item() == pytest.approx(1, abs=1e-12)


def test_sampled_rankings_follow_equation_9():
    d, draws = random_scores(4), 6000
    drawn = ranking.sample(d, (draws,), torch.Generator().manual_seed(0))
    assert drawn.shape == (draws, 4)
    for order in permutations(range(4)):
        chance = ranking.ranking_log_prob(order, d).exp().item()
        seen = (drawn == torch.tensor(order)).all(-1).sum().item()
        assert abs(seen - draws * chance) < 4 * (draws * chance * (1 - chance)) ** 0.5


def test_rankings_of_a_batch():
    d = torch.stack([random_scores(5, seed) for seed in range(3)])
    orders = ranking.sample(d, generator=torch.Generator().manual_seed(1))
    assert orders.shape == (3, 5)
    alone = torch.stack([ranking.ranking_log_prob(o, row) for o, row in zip(orders, d, strict=True)])
    assert torch.allclose(ranking.ranking_log_prob(orders, d), alone)
    assert torch.autograd.gradcheck(lambda d: ranking.ranking_log_prob(orders, d), d.requires_grad_())


@pytest.mark.parametrize(
    ("order", "d", "message"),
    [
        ([0, 0], [1.0, 1.0], "once"),
        ([0, 1, 2], [1.0, 1.0], "order of 2"),
        ([0, 1], [1.0, -1.0], "above 0"),
    ],
)
def test_bad_rankings_are_named(order, d, message):
    with pytest.raises(ValueError, match=message):
        ranking.ranking_log_prob(order, torch.tensor(d))


# Equations (8) and (9) are one law.


@pytest.mark.parametrize("n", range(1, 7))
def test_choosing_in_parts_and_ranking_all_give_one_law_on_search_trees(n):
    d = [F(3 * k * k % 7 + 1) for k in range(n)]
    law = {}
    for order in permutations(range(n)):
        tree = search_tree(list(order))
        law[tree] = law.get(tree, 0) + ranking_chance(order, d)
    assert len(law) == comb(2 * n, n) // (n + 1)
    assert all(chance == by_choices(tree, d)[0] for tree, chance in law.items())


@pytest.mark.parametrize("n", range(1, 7))
def test_the_chance_of_a_part_in_closed_form(n):
    d = [F(3 * k * k % 7 + 1) for k in range(n)]
    chances = torch.zeros(n + 1, n + 1, dtype=torch.float64)
    for order in permutations(range(n)):
        for start, end in parts(search_tree(list(order)), 0, n):
            if end > start:
                chances[start, end] += float(ranking_chance(order, d))
    race = Race(torch.tensor([float(x) for x in d], dtype=torch.float64).log())
    assert torch.allclose(race.both().exp(), chances, atol=1e-12)


# What SPLIT can make, and how often.


@pytest.mark.parametrize(
    ("n", "reached"), [(2, 1), (3, 2), (4, 5), (5, 13), (6, 35), (7, 97), (8, 275), (9, 794), (10, 2327)]
)
def test_the_support_is_what_split_reaches(n, reached):
    assert len(SplitTrees(torch.ones(n)).enumerate_support()) == reached
    if n <= 7:
        made = {split.split([float(x) for x in order]).pformat() for order in permutations(range(n))}
        assert {tree.pformat() for tree in SplitTrees(torch.ones(n)).enumerate_support()} == made


def test_a_tree_that_split_cannot_make_has_no_chance():
    missing = Tree.fromstring("(X (X a b) (X (X c d) e))")
    assert ranking.tree_log_prob(missing, torch.ones(5)) == -torch.inf
    assert ranking.tree_log_prob(missing, torch.ones(4)).isfinite()


@pytest.mark.parametrize(("n", "rankings"), [(3, 4), (4, 10), (5, 26), (6, 76), (7, 232)])
def test_equal_scores_through_split_lean_to_the_right(n, rankings):
    """Of n! rankings so many give the right-branching tree: the involutions; the left-branching one has 2."""
    words = [f"x{i}" for i in range(n)]
    even = torch.ones(n, dtype=torch.float64)
    right = ranking.tree_log_prob(baselines.right(words), even).exp().item()
    left = ranking.tree_log_prob(baselines.left(words), even).exp().item()
    assert right * factorial(n) == pytest.approx(rankings)
    assert left * factorial(n) == pytest.approx(2)


@pytest.mark.parametrize("n", range(2, 8))
def test_equal_gaps_favour_neither_side(n):
    """Between words a tree comes from (n-1)! / (product of its parts' numbers of gaps) rankings."""
    words = [f"x{i}" for i in range(n)]
    even = torch.ones(n - 1, dtype=torch.float64)
    for tree in trees.binary_trees(words):
        sizes = [end - start - 1 for start, end in trees.spans(tree)]
        assert ranking.tree_log_prob(tree, even).exp().item() == pytest.approx(1 / prod(sizes))


# The best tree.


def test_the_greedy_tree_is_not_always_the_best():
    gaps = torch.tensor([2.0, 3.0, 4.0], dtype=torch.float64)
    words = list("abcd")
    greedy, best = split.split_between(gaps, words), ranking.best_tree(gaps, words)
    assert greedy == baselines.left(words) and best == baselines.balanced(words)
    assert ranking.tree_log_prob(greedy, gaps).exp().item() == pytest.approx(4 / 15)
    assert ranking.tree_log_prob(best, gaps).exp().item() == pytest.approx(1 / 3)


@pytest.mark.parametrize("gaps", [0, 1])
def test_the_best_tree_is_at_least_as_good_as_the_greedy_one(gaps):
    better = 0
    for seed in range(40):
        d, words = random_scores(12 - gaps, seed), [f"w{i}" for i in range(12)]
        greedy = split.split_between(d, words) if gaps else split.split(d, words)
        best = ranking.best_tree(d, words)
        difference = ranking.tree_log_prob(best, d) - ranking.tree_log_prob(greedy, d)
        assert difference >= -1e-9
        better += difference.item() > 1e-9
    assert better > 20


def test_both_readings_are_told_apart_by_the_number_of_scores():
    tree = Tree("X", ["a", Tree("X", ["b", "c"])])
    d = random_scores(3)
    assert ranking.tree_log_prob(tree, d) == SplitTrees(d).log_prob(tree)
    assert ranking.tree_log_prob(tree, d[:2]) == BetweenTrees(d[:2]).log_prob(tree)
    assert ranking.best_tree(d).leaves() == ["x0", "x1", "x2"]
    with pytest.raises(ValueError, match="3 scores, one a word, or one fewer, one a gap; got 4"):
        ranking.tree_log_prob(tree, torch.ones(4))
    with pytest.raises(ValueError, match="one sentence"):
        ranking.best_tree(torch.ones(2, 3))


def test_within_one_ranking_comparisons_are_not_independent():
    """P(no word between i and t ranks above t) = d_t / sum_{i < j <= t} d_j, not a product of pairs."""
    t, orders = 4, torch.tensor(list(permutations(range(5))))
    d = torch.tensor([float(x) for x in D], dtype=torch.float64)
    chances, place = ranking.ranking_log_prob(orders, d).exp(), orders.argsort(-1)
    for i in range(t):
        above = (place[:, t : t + 1] < place[:, i + 1 : t]).all(-1)
        assert chances[above].sum().item() == pytest.approx((d[t] / d[i + 1 :].sum()).item())
