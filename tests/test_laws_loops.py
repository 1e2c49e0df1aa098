"""The loops of the laws over trees: exact fractions against all trees, all rankings, and the library."""

import math
from collections import Counter
from fractions import Fraction as F
from itertools import permutations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk import Tree

from prpn_book.views import laws as views
from prpn_edu import trees
from prpn_edu.latent import chart, split
from prpn_edu.latent.structures import BetweenTrees
from prpn_edu.loops import laws
from prpn_edu.loops.transitions import brackets

gaps = st.lists(st.integers(1, 30), min_size=1, max_size=5)


def names(d):
    return [f"x{i}" for i in range(len(d) + 1)]


def nested(tree):
    return [nested(child) for child in tree] if isinstance(tree, Tree) else tree


def every(d):
    return [(tree, laws.tree_chance(list(map(F, d)), nested(tree))) for tree in trees.binary_trees(names(d))]


@settings(max_examples=15)
@given(gaps)
def test_choosing_and_ranking_are_one_law_as_fractions(d):
    exact = list(map(F, d))
    law = {}
    for order in permutations(range(len(d))):
        rank = [-order.index(k) for k in range(len(d))]
        tree = split.split_between(rank, names(d)).pformat(margin=999)
        law[tree] = law.get(tree, 0) + laws.ranking_chance(exact, order)
    assert law == {tree.pformat(margin=999): chance for tree, chance in every(d)}
    assert sum(law.values()) == 1


@settings(max_examples=15)
@given(gaps)
def test_chart_best_and_safest_tree_against_all_trees(d):
    exact, listed = list(map(F, d)), every(d)
    chances = laws.span_chances(exact)
    n = len(d) + 1
    for start in range(n):
        for end in range(n + 1):
            having = sum(chance for tree, chance in listed if (start, end) in trees.spans(tree))
            assert chances[start][end] == having
    assert laws.tree_chance(exact, laws.best_tree(exact, names(d))) == max(chance for _, chance in listed)
    risk = {tree.pformat(margin=999): sum(chances[s][e] for s, e in trees.spans(tree)) for tree, _ in listed}
    safest = laws.safest_tree(chances, names(d))
    found = next(tree for tree, _ in listed if nested(tree) == safest)
    assert risk[found.pformat(margin=999)] == max(risk.values())


@settings(max_examples=25)
@given(st.lists(st.floats(0.02, 1), min_size=2, max_size=9))
def test_the_view_is_what_the_library_gives(d):
    words = [f"w{i}" for i in range(len(d))]
    view = views.explore(d, 1, words)
    law = BetweenTrees(torch.tensor(d[1:], dtype=torch.float64), words)
    assert torch.allclose(torch.tensor(view["chances"], dtype=torch.float64), law.marginals)
    assert view["greedy"] == nested(split.split_between(d[1:], words))
    best = law.log_prob(law.mode).exp().item()
    assert view["chance"]["best"] == pytest.approx(best)
    safest = chart.best_tree(law.marginals, words)
    expected = sum(law.marginals[s, e].item() for s, e in trees.spans(safest)) - 1
    assert view["expected"]["safest"] == pytest.approx(expected)


def test_a_score_of_zero_is_read_as_the_floor():
    view = views.explore([1, 0, 0.5], 2, ["a", "b", "c"])
    assert view["chances"][1][3] == pytest.approx(0.01 / 0.51)


def test_the_numbers_that_the_chapter_works_out_by_hand():
    chart_of_three = laws.span_chances([F(2), F(3), F(4)])
    by_hand = {(0, 2): F(3, 5), (1, 3): F(32, 105), (2, 4): F(3, 7), (1, 4): F(2, 9)}
    assert {(start, end): chart_of_three[start][end] for start, end in by_hand} == by_hand
    law = BetweenTrees(torch.tensor([2.0, 3.0, 1.0, 4.0]).double())
    greedy, safest = law.decode(law.logits), chart.best_tree(law.marginals, law.words)
    assert greedy == safest != law.mode


def test_races_draw_trees_with_their_chances():
    d, words, runs = [0.2, 0.6, 0.4], ["a", "b", "c", "e"], 2000
    assert [laws.log(x) for x in (1e-9, 0.3, 1.0, 7.0)] == pytest.approx(
        [math.log(x) for x in (1e-9, 0.3, 1, 7)]
    )
    counts = Counter()
    for number in range(1, runs + 1):
        rings = [time / rate for time, rate in zip(laws.waiting_times(3, number), d, strict=True)]
        counts[brackets(laws.raced_tree(rings, words))] += 1
    for tree in trees.binary_trees(words):
        chance = laws.tree_chance(d, nested(tree))
        spread = math.sqrt(chance * (1 - chance) / runs)
        assert abs(counts[brackets(nested(tree))] / runs - chance) < 4 * spread
