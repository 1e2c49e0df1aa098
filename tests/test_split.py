"""The decoders: every ranking, the trees that SPLIT cannot reach, the law of its samples."""

from collections import Counter
from fractions import Fraction as F
from itertools import permutations
from math import comb

import pytest
import torch
from nltk import Tree

from prpn_edu.latent import split
from prpn_edu.loops import gates as loops


def brackets(tree):
    return tree.pformat(margin=10**6)


def nested(tree):
    """Nested lists of a tree, as the loop form writes them."""
    return [nested(child) for child in tree] if isinstance(tree, Tree) else tree


def catalan(n):
    return comb(2 * n, n) // (n + 1)


@pytest.mark.parametrize("n", range(2, 8))
def test_split_agrees_with_its_loop_form_on_every_ranking(n):
    words = [f"w{i}" for i in range(n)]
    for order in permutations(range(n)):
        assert nested(split.split([float(x) for x in order], words)) == loops.split(order, words)


@pytest.mark.parametrize(("n", "reached"), [(2, 1), (3, 2), (4, 5), (5, 13), (6, 35), (7, 97)])
def test_split_cannot_reach_every_tree(n, reached):
    trees = {brackets(split.split(list(order))) for order in permutations(range(n))}
    assert len(trees) == reached <= catalan(n - 1)


@pytest.mark.parametrize("n", range(2, 8))
def test_split_between_reaches_every_tree(n):
    words = [f"w{i}" for i in range(n)]
    trees = {brackets(split.split_between(list(order), words)) for order in permutations(range(n - 1))}
    assert len(trees) == catalan(n - 1)


def test_the_smallest_tree_out_of_reach():
    missing = "(X (X x0 x1) (X (X x2 x3) x4))"
    words = [f"x{i}" for i in range(5)]
    assert missing not in {brackets(split.split(list(o), words)) for o in permutations(range(5))}
    assert brackets(split.split_between([1, 3, 1, 2], words)) == missing


def test_constant_scores_give_the_right_branching_tree():
    assert brackets(split.split([0.5] * 4)) == "(X x0 (X x1 (X x2 x3)))"


def test_words_keep_their_order_and_number():
    words = list("abcdefg")
    tree = split.split(torch.rand(7, generator=torch.Generator().manual_seed(1)), words)
    assert tree.leaves() == words
    assert split.split([1.0], ["a"]) == Tree("X", ["a"])
    assert split.split_between([], ["a"]) == Tree("X", ["a"])


def test_a_sentence_of_any_length():
    long = 4000
    assert len(split.split(list(range(long)))) == 2  # a chain deeper than Python's own stack


def test_samples_follow_equation_8():
    """All trees of three words, their exact chances under eq. (8), against 4000 samples."""
    d = [F(2), F(3), F(4)]
    law = Counter()
    for i in range(3):
        rest = [j for j in range(3) if j != i]
        if i == 1:
            law["(X x0 (X x1 x2))"] += d[i] / sum(d)
            continue
        for j in rest:  # the other two words are one part: choose within it
            scores = [0.0] * 3
            scores[i], scores[j] = 2.0, 1.0
            law[brackets(split.split(scores))] += d[i] / sum(d) * d[j] / (d[rest[0]] + d[rest[1]])
    assert sum(law.values()) == 1
    generator = torch.Generator().manual_seed(0)
    draws = 4000
    seen = Counter(
        brackets(split.sample(torch.tensor([2.0, 3.0, 4.0]), generator=generator)) for _ in range(draws)
    )
    assert set(seen) == set(law)
    for tree, chance in law.items():
        spread = (draws * chance * (1 - chance)) ** 0.5
        assert abs(seen[tree] - draws * chance) < 4 * spread


def test_samples_depend_on_the_generator_alone():
    def draw():
        return split.sample(torch.rand(9).clamp(min=0.1), generator=torch.Generator().manual_seed(5))

    torch.manual_seed(0)
    first = draw()
    torch.manual_seed(0)
    assert draw() == first


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: split.split([0.1, 0.2], ["a"]), "1 words, 2 numbers"),
        (lambda: split.split([], []), "at least one word"),
        (lambda: split.split([0.1, float("nan")]), "number 1 is nan"),
        (lambda: split.split_between([0.1, 0.2], ["a", "b"]), "between"),
        (lambda: split.sample(torch.tensor([0.5, 0.0])), "above 0"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()
