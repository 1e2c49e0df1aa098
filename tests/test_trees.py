"""What goes out of a tree and back, checked against all binary trees and against drawn wider ones."""

import subprocess
import sys
from collections import Counter
from itertools import permutations, product
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk import Tree

from prpn_edu import trees
from prpn_edu.latent import split


def sentence(n):
    return [f"w{i}" for i in range(n)]


def all_binary(n):
    return list(trees.binary_trees(sentence(n)))


def bracketing(tree):
    """The tree as nested tuples, without labels and without nodes over a single child."""
    if isinstance(tree, str):
        return tree
    return bracketing(tree[0]) if len(tree) == 1 else tuple(bracketing(child) for child in tree)


@st.composite
def any_trees(draw):
    """Trees with nodes of 1 to 4 children, words bare or with a node of their own."""
    bare = st.sampled_from(["a", "b", "film"])
    tagged = bare.map(lambda word: Tree("N", [word]))
    part = st.recursive(
        bare | tagged, lambda below: st.lists(below, min_size=1, max_size=4).map(lambda c: Tree("P", c))
    )
    return Tree("S", draw(st.lists(part, min_size=1, max_size=4)))


# ---- all binary trees


@pytest.mark.parametrize("n", range(1, 9))
def test_binary_trees_are_all_there_and_each_once(n):
    found = {bracketing(tree) for tree in all_binary(n)}
    assert len(found) == len(all_binary(n)) == comb(2 * n - 2, n - 1) // n
    assert all(trees.words(tree) == sentence(n) for tree in all_binary(n))


@pytest.mark.parametrize("n", range(1, 8))
def test_transitions_and_back(n):
    seen = set()
    for tree in all_binary(n):
        actions = trees.transitions(tree)
        assert len(actions) == 2 * n - 1
        assert trees.from_transitions(actions, sentence(n)) == tree
        seen.add(tuple(actions))
    assert len(seen) == len(all_binary(n))


@pytest.mark.parametrize("n", range(1, 8))
def test_distances_give_the_tree_back(n):
    for tree in all_binary(n):
        assert len(trees.distances(tree)) == n - 1
        assert split.split_between(trees.distances(tree), sentence(n)) == tree


@pytest.mark.parametrize("n", range(1, 8))
def test_spans_tell_binary_trees_apart(n):
    seen = set()
    for tree in all_binary(n):
        spans = trees.spans(tree)
        assert len(spans) == n - 1
        assert n == 1 or (0, n) in spans
        seen.add(frozenset(spans))
    assert len(seen) == len(all_binary(n))


@pytest.mark.parametrize("n", range(1, 6))
def test_every_sequence_of_actions_is_a_tree_or_an_error(n):
    """Brute force: of all 2^(2n-1) rows of actions, exactly the Catalan(n-1) right ones are accepted."""
    accepted = 0
    for actions in product(["SHIFT", "REDUCE"], repeat=2 * n - 1):
        try:
            tree = trees.from_transitions(actions, sentence(n))
        except ValueError as error:
            assert str(error).startswith("action ")
        else:
            assert trees.transitions(tree) == list(actions)
            accepted += 1
    assert accepted == len(all_binary(n))


# ---- trees of any shape


def test_a_tree_by_hand():
    tree = Tree.fromstring("(3 (2 (2 the) (2 film)) (3 (3 (2 is) (3 good)) (2 .)))")
    assert trees.words(tree) == ["the", "film", "is", "good", "."]
    assert trees.spans(tree) == {(0, 2), (2, 4), (2, 5), (0, 5)}
    assert trees.heights(tree) == {(0, 2): 1, (2, 4): 1, (2, 5): 2, (0, 5): 3}
    assert trees.distances(tree) == [1, 3, 1, 2]
    assert (
        " ".join(trees.transitions(tree)).replace("SHIFT", "S").replace("REDUCE", "R") == "S S R S S R S R R"
    )


def spans_by_recursion(tree, start=0):
    """The oracle: (length, spans) by plain recursion."""
    if isinstance(tree, str):
        return 1, set()
    length, spans = 0, set()
    for child in tree:
        below, found = spans_by_recursion(child, start + length)
        length, spans = length + below, spans | found
    return length, spans | ({(start, start + length)} if length > 1 else set())


@given(any_trees())
def test_spans_and_distances_against_their_definitions(tree):
    words = trees.words(tree)
    assert words == tree.leaves()
    length, spans = spans_by_recursion(tree)
    assert (len(words), trees.spans(tree)) == (length, spans)
    heights = trees.heights(tree)
    assert heights.keys() == spans
    for start, end in spans:  # a height is the longest chain of spans inside
        inside = [heights[a, b] for a, b in spans if start <= a and b <= end and (a, b) != (start, end)]
        assert heights[start, end] == 1 + max(inside, default=0)
    for k, distance in enumerate(trees.distances(tree)):  # the smallest span over words k and k+1
        _, smallest = min((b - a, (a, b)) for a, b in spans if a <= k and k + 2 <= b)
        assert distance == heights[smallest]


@given(any_trees())
def test_nodes_with_one_child_change_nothing(tree):
    def wrapped(node):
        inside = node if isinstance(node, str) else Tree("P", [wrapped(child) for child in node])
        return Tree("U", [Tree("V", [inside])])

    for question in (trees.words, trees.spans, trees.heights, trees.distances):
        assert question(wrapped(tree)) == question(tree)


@given(any_trees())
def test_binarise_is_binary_and_keeps_every_span(tree):
    binary = trees.binarise(tree)
    assert trees.words(binary) == trees.words(tree)
    assert trees.spans(binary) >= trees.spans(tree)
    assert len(trees.transitions(binary)) == 2 * len(trees.words(tree)) - 1
    assert trees.binarise(binary) == binary


@given(any_trees())
def test_the_mirror_turns_words_and_spans_round_and_twice_nothing(tree):
    turned, n = trees.mirrored(tree), len(tree.leaves())
    assert turned.leaves() == tree.leaves()[::-1] and trees.mirrored(turned) == tree
    assert trees.spans(turned) == {(n - end, n - start) for start, end in trees.spans(tree)}


def test_binarise_joins_from_the_right():
    tree = Tree.fromstring("(S (NP (D the) (J old) (N film)) (V ran) (R long))")
    assert bracketing(trees.binarise(tree)) == (("the", ("old", "film")), ("ran", "long"))


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_chain_of_a_thousand_words(side):
    n = 1000
    actions = ["SHIFT"] * n + ["REDUCE"] * (n - 1)
    if side == "left":
        actions = ["SHIFT"] + ["SHIFT", "REDUCE"] * (n - 1)
    tree = trees.from_transitions(actions, sentence(n))
    assert trees.words(tree) == sentence(n)
    assert trees.transitions(tree) == actions
    heights = list(range(1, n))
    assert trees.distances(tree) == (heights if side == "left" else heights[::-1])
    assert len(trees.spans(trees.binarise(tree))) == n - 1


# ---- errors: the place and the reason


@pytest.mark.parametrize(
    ("actions", "words", "message"),
    [
        (["SHIFT", "REDUCE"], "a b", "action 1: REDUCE needs two parts to join, the stack holds 1"),
        (["REDUCE"], "a", "action 0: REDUCE needs two parts to join, the stack holds 0"),
        (["SHIFT", "SHIFT", "SHIFT"], "a b", "action 2: SHIFT, but all 2 words are already taken"),
        (["SHIFT", "SHIFT"], "a b", "action 2: the actions end, but 2 parts are not joined"),
        (["SHIFT", "SHIFT", "REDUCE"], "a b c", "action 3: the actions end, but 1 words are not taken"),
        ([], "a", "action 0: the actions end, but 1 words are not taken"),
        (["SHIFT", "shift"], "a b", "action 1: expected 'SHIFT' or 'REDUCE', not 'shift'"),
    ],
)
def test_ill_formed_transitions(actions, words, message):
    with pytest.raises(ValueError) as error:
        trees.from_transitions(actions, words.split())
    assert str(error.value) == message


def test_transitions_of_a_wide_node_name_it():
    with pytest.raises(ValueError, match=r"'NP' over words 1 to 3 has 3 children.*trees\.binarise"):
        trees.transitions(Tree.fromstring("(S (V see) (NP (D the) (J old) (N film)))"))


def test_malformed_trees():
    with pytest.raises(ValueError, match="'NP' before word 1 is empty"):
        trees.spans(Tree("S", [Tree("V", ["see"]), Tree("NP", []), "it"]))
    with pytest.raises(TypeError, match="word 1 is 7"):
        trees.words(Tree("S", ["see", 7]))
    with pytest.raises(TypeError, match=r"expected an nltk\.Tree, got str"):
        trees.spans("(S a b)")


def test_words_must_be_a_list():
    with pytest.raises(TypeError, match="split"):
        trees.from_transitions(["SHIFT"], "word")
    with pytest.raises(ValueError, match="at least one word"):
        trees.binary_trees([])


@pytest.mark.parametrize("n", range(1, 5))
def test_every_tree_stands_for_equally_many_shuffled_rows(n):
    words = [f"w{k}" for k in range(n)]
    seen = Counter(str(trees.from_shuffled(row, words)) for row in permutations(range(2 * n - 1)))
    assert len(seen) == sum(1 for _ in trees.binary_trees(words)) and len(set(seen.values())) == 1


def test_a_random_tree_is_that_of_its_generator():
    words = [f"w{k}" for k in range(30)]
    first, again, other = (trees.random(words, Random(seed)) for seed in (3, 3, 4))
    assert first == again != other and trees.words(first) == words


def test_trees_need_no_torch():
    code = "import sys, prpn_edu.trees; assert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
