"""The skyline's mathematics: its tree and ranges against the batched library, on every list of heights."""

from itertools import permutations, product

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from nltk import Tree

from prpn_book.explore import Skyline, TwoTrees
from prpn_book.views import gates as views
from prpn_edu import trees
from prpn_edu.latent import gates, split
from prpn_edu.loops import gates as loops
from prpn_edu.loops import transitions


def nested(tree):
    return [nested(child) for child in tree] if isinstance(tree, Tree) else tree


def names(size):
    return [f"w{i}" for i in range(size)]


def view(d, t=1):
    return views.skyline(list(d), t, names(len(d)))


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_tree_limits_and_spans_are_the_librarys_for_all_heights(size):
    for d in product(range(size), repeat=size):
        seen, tree = view(d), split.split_between(d[1:], names(size))
        assert seen["tree"] == nested(tree)
        assert seen["limit"] == seen["limits"][1]
        assert seen["limits"] == gates.nearest_higher(torch.tensor(d, dtype=torch.float64)).tolist()
        assert {tuple(span) for span in loops.spans(seen["tree"])} == trees.spans(tree)
        assert loops.spans(seen["tree"])[0] == [0, size]


def test_sharp_ranges_never_cross_and_others_can():
    assert all(view(d)["crossings"] == [] for d in product(range(5), repeat=5))
    assert loops.crossings([0, 0, 0, 1]) == [[2, 3]]
    assert loops.crossings([0, 0, 1, 2, 0]) == []


def test_the_limit_is_the_first_word_of_the_smallest_bracket_unless_heights_are_equal():
    for size in range(2, 7):
        for order in permutations(range(size)):
            seen = view(order)
            assert seen["first"] == seen["limits"] and seen["ties"] == []
    assert view([9, 1, 1])["ties"] == [2], "the tree is cut at the first of the two"


@given(st.lists(st.floats(0, 1), min_size=2, max_size=9))
def test_the_height_of_the_start_plays_no_part(d):
    seen = view(d)
    assert view([0.0, *d[1:]]) == view([1.0, *d[1:]]) == seen
    assert set(seen["ties"]) <= {i for i in range(2, len(d)) if d[i] in d[1:i]}


@given(st.lists(st.floats(0, 1), min_size=2, max_size=8))
def test_the_gate_explorer_marks_the_brackets_that_only_one_tree_has(d):
    seen = views.explore(d, 1, 1.0, "paper", [1.0] * (len(d) - 1), names(len(d)))
    between = split.split_between(d[1:], names(len(d)))
    assert seen["between"] == nested(between)
    only_one = trees.spans(split.split(d, names(len(d)))) ^ trees.spans(between)
    assert {tuple(span) for span in seen["disagree"]} == only_one


@given(st.lists(st.floats(0, 1), min_size=2, max_size=8))
def test_both_decoders_side_by_side(d):
    seen, tree = views.decoders(d, 1, names(len(d))), split.split(d, names(len(d)))
    assert seen.items() >= view(d).items()
    assert seen["split"] == nested(tree)
    only_one = trees.spans(tree) ^ trees.spans(split.split_between(d[1:], names(len(d))))
    assert {tuple(span) for span in seen["differ"]} == only_one


def test_two_trees_tells_both_trees_and_its_guesses_are_right():
    explorer = TwoTrees()
    assert explorer.notes() == [
        "Tree cut between the words: ((she loved) ((very old) films))",
        "Tree by SPLIT: ((she loved) (very (old films)))",
    ]
    assert explorer.content["both"] and "both" not in Skyline().content
    raised = TwoTrees(**explorer.guesses[0].shows)
    assert raised.d != explorer.d, "the answer does not stand there already"
    assert transitions.words(raised.view["split"][1]) == explorer.guesses[0].right.split()
    assert raised.view["tree"] == explorer.view["tree"] and raised.view["differ"]
    falling = TwoTrees(**explorer.guesses[1].shows)
    assert falling.view["differ"] == [] and falling.view["tree"] == falling.view["split"]
    never = [["she", "loved"], [["very", "old"], "films"]]
    words = falling.words
    assert all(loops.split(list(d), words) != never for d in product(range(5), repeat=5))
