"""The judge's loops against the library's scores, on every order of the walls, and its guesses."""

from itertools import permutations

import pytest
from nltk import Tree

from prpn_book.explore import Judge
from prpn_book.views import judge
from prpn_edu import evaluation, trees

SECOND = Tree.fromstring("(X films (X end badly))")
FLAT = {  # the gold trees whose brackets the loops hold
    "the critic liked the film": "(X (X the critic) (X liked (X the film)))",
    "the critic liked the film .": "(X (X the critic) (X liked (X the film)) .)",
    "the old critic liked the film": "(X (X the old critic) (X liked (X the film)))",
    "the director 's film failed": "(X (X (X (X the director) 's) film) failed)",
}


@pytest.mark.parametrize("sentence", FLAT)
def test_four_scores_are_those_of_the_library(sentence):
    words, gold = sentence.split(), Tree.fromstring(FLAT[sentence])
    for heights in permutations(range(1, len(words))):
        view = judge.judge([0, *heights], 1, words)
        tree = as_tree(view["tree"])
        spans = trees.spans(tree) - {(0, len(words))}
        assert {tuple(span) for span in view["hits"] + view["wrong"]} == spans
        assert set(map(tuple, view["hits"])) == spans & trees.spans(gold)
        for name, score in view["scores"].items():
            average, root = name.split()[0], name.endswith("root")
            library = evaluation.unlabeled_f1([tree, SECOND], [gold, SECOND], average, root)
            assert score == pytest.approx(library.f1)


def as_tree(node):
    return node if isinstance(node, str) else Tree("X", [as_tree(part) for part in node])


def test_words_without_a_gold_tree_are_set_beside_the_right_branching_one():
    view = judge.judge([0, 3, 2, 1], 1, list("abcd"))
    assert not view["known"] and view["wrong"] == [] and view["gold"] == [[1, 4], [2, 4]]


def test_guesses_and_presets_say_what_the_judge_shows():
    for state in Judge.presets.values():
        assert " ".join(state["words"]) in judge.GOLD
    stopped, left, mended = (Judge(**guess.shows).view for guess in Judge.guesses)
    assert stopped["counts"] == [0, 4, 3] and Judge().view["counts"] == [2, 3, 3]
    assert max(left["scores"], key=left["scores"].get) == "sentence + root"
    lazy = Judge(**Judge.presets["the old critic ..."]).view
    rises = {way: score - lazy["scores"][way] for way, score in mended["scores"].items()}
    assert max(rises, key=rises.get) == Judge.guesses[2].right
    assert lazy["counts"] == [2, 4, 3] and mended["counts"] == [3, 4, 3]
    assert len(set(lazy["scores"].values())) == 4
    assert Judge().notes()[1] == "Without the root: 2 right of 3 predicted, 3 gold."
