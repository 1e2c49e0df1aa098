"""Guessing the next word and the limits of a tree, as loops: by hand, by enumeration, against the library."""

import math
from fractions import Fraction as F
from itertools import pairwise

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from prpn_edu import trees
from prpn_edu.latent import gates
from prpn_edu.loops import gates as gate_loops
from prpn_edu.loops import language, limits

TINY = [["a", "b"], ["a", "a", "b"], ["b"]]
CATALAN = [1, 1, 2, 5, 14, 42, 132]


def test_bigram_chances_by_hand():
    counts = language.bigram_counts(TINY)
    assert counts == {"<s>": {"a": 2, "b": 1}, "a": {"b": 2, "a": 1}, "b": {"</s>": 3}}
    assert language.bigram(counts, "a", "b", 3, F(0)) == F(2, 3)
    assert language.bigram(counts, "a", "</s>", 3, F(1)) == F(1, 6)
    assert language.bigram(counts, "c", "a", 3, F(1)) == F(1, 3)
    assert language.bigram(counts, "c", "a", 3) == 0


@given(st.lists(st.lists(st.sampled_from("abc")), min_size=1, max_size=5), st.integers(1, 9))
def test_the_chances_after_every_word_sum_to_one(sentences, k):
    counts, follow = language.bigram_counts(sentences), [*"abc", language.END]
    for before in [language.START, *"abc"]:
        assert sum(language.bigram(counts, before, word, 4, F(k, 7)) for word in follow) == 1


def test_without_smoothing_no_other_bigram_model_fits_the_counts_better():
    counts = language.bigram_counts(TINY)

    def log_likelihood(p_b):
        return 2 * math.log(p_b) + math.log(1 - p_b)  # after "a": b twice, a once

    best = language.bigram(counts, "a", "b", 3)
    assert all(log_likelihood(best) >= log_likelihood(k / 100) for k in range(1, 100))


def test_perplexity_is_the_geometric_mean_of_equally_likely_words():
    assert language.perplexity([F(1, 2), F(1, 4), F(1, 8)]) == pytest.approx(4)
    assert language.perplexity([0.01] * 5000) == pytest.approx(100)  # the product alone would be 0
    chances = torch.rand(20, generator=torch.Generator().manual_seed(0)).tolist()
    assert language.perplexity(chances) == pytest.approx(math.exp(-sum(map(math.log, chances)) / 20))


@pytest.mark.parametrize(("chances", "words"), [([], "no words"), ([0.5, 0.0], "word 1 has the chance 0")])
def test_a_perplexity_that_is_not_defined_is_refused(chances, words):
    with pytest.raises(ValueError, match=words):
        language.perplexity(chances)


# Limits.

BLOG = ["x0", "x1", ["x2", ["x3", "x4", "x5", "x6"]]]


def first_words(spans, n):
    """The first word of the smallest bracket on t - 1 and t, by looking at all brackets."""
    return [0] + [max(start for start, end in spans if start < t < end) for t in range(1, n)]


def random_tree(words, generator):
    if len(words) == 1:
        return words[0]
    cuts = [k for k in range(1, len(words)) if torch.rand(1, generator=generator) < 0.5]
    cuts = cuts or [1 + int(torch.randint(len(words) - 1, (1,), generator=generator))]
    edges = [0, *cuts, len(words)]
    return [random_tree(words[a:b], generator) for a, b in pairwise(edges)]


def test_the_blogs_example():
    assert limits.limits(BLOG) == [0, 0, 0, 2, 3, 3, 3]
    assert limits.limits([["x0", "x1"], BLOG[2]]) == [0, 0, 0, 2, 3, 3, 3]
    assert limits.limits(["x0", ["x1", BLOG[2]]])[2] == 1
    assert limits.leaves(BLOG) == [f"x{i}" for i in range(7)]


@pytest.mark.parametrize("seed", range(20))
def test_a_limit_is_the_first_word_of_the_smallest_bracket(seed):
    generator = torch.Generator().manual_seed(seed)
    words = [f"w{i}" for i in range(2 + seed % 9)]
    tree = random_tree(words, generator)
    assert limits.leaves(tree) == words
    assert limits.limits(tree) == first_words(gate_loops.spans(tree), len(words))


@pytest.mark.parametrize("n", range(1, 7))
def test_binary_trees_and_lists_without_a_crossing_are_the_same_thing(n):
    words = [f"w{i}" for i in range(n)]
    lists = limits.lists_of_limits(n)
    assert len(lists) == math.factorial(n - 1) and len({tuple(one) for one in lists}) == len(lists)
    without = [one for one in lists if not gate_loops.crossings(one)]
    assert len(without) == CATALAN[n - 1]
    built = [limits.tree_of(one, words) for one in without]
    assert [limits.limits(tree) for tree in built] == without
    assert len({str(tree) for tree in built}) == sum(1 for _ in trees.binary_trees(words))
    for one in lists:
        if gate_loops.crossings(one):
            with pytest.raises(ValueError, match="no tree has these limits"):
                limits.tree_of(one, words)


def test_a_flat_phrase_has_the_limits_of_a_left_branching_one():
    assert limits.limits(["a", "b", "c", "d"]) == limits.limits([[["a", "b"], "c"], "d"]) == [0, 0, 0, 0]
    assert limits.tree_of([0, 0, 0, 0], list("abcd")) == [[["a", "b"], "c"], "d"]


def test_a_limit_out_of_range_is_refused():
    with pytest.raises(ValueError, match=r"limit of word 2 is 2; it must be one of 0 \.\. 1"):
        limits.tree_of([0, 0, 2], list("abc"))


def test_walls_as_high_as_the_tree_give_the_same_limits():
    for tree in trees.binary_trees(list("abcdef")):
        d = torch.tensor([float("inf"), *map(float, trees.distances(tree))])
        nested = limits.tree_of(gates.nearest_higher(d).tolist(), list("abcdef"))
        assert limits.limits(nested) == gates.nearest_higher(d).tolist()
        assert set(map(tuple, gate_loops.spans(nested))) == trees.spans(tree)
