"""The parser that is a list: its loop against the library, its answers, and how the list was made."""

import random
from pathlib import Path

import pytest
from nltk import Tree
from traitlets import TraitError

from experiments import page_list
from prpn_book.explore import WordListExplorer
from prpn_book.explore.word_list import LEVEL, SIX
from prpn_book.views import word_list
from prpn_edu import data, evaluation, parser, shipped, trees
from prpn_edu.latent.split import split

CHAPTER = Path(__file__).parents[1] / "book/part2-latent-trees/text/11-prpn-on-trial.md"
FIRST = WordListExplorer()


def before_of(explorer):
    return dict(zip(explorer.content["words"], explorer.view["numbers"], strict=True))


def as_tree(node):
    return node if isinstance(node, str) else Tree("X", [as_tree(part) for part in node])


def test_its_brackets_are_those_of_the_library():
    draw = random.Random(0)
    for n in [*range(1, 12)] * 20:
        d = [draw.randint(0, 6) / 6 for _ in range(n)]  # with ties
        tree = split(d, ["w"] * n)
        spans = trees.spans(tree) if isinstance(tree, Tree) else []
        assert word_list.inner(d) == {tuple(span) for span in spans if span[1] - span[0] < n}


@pytest.mark.parametrize("state", [{}, SIX, {"source": LEVEL}, {"source": LEVEL, "moved": [["but", 1.0]]}])
def test_its_f1_is_that_of_the_library(state):
    view, packed = WordListExplorer(**state).view, shipped.word_list()
    number = dict(zip(packed["words"], view["numbers"], strict=True))
    gold = [tree for tree in data.toy("train") if len(tree.leaves()) <= 20][: len(packed["remarks"])]
    found = [split([number[word] for word in tree.leaves()], tree.leaves()) for tree in gold]
    assert view["after"] == pytest.approx(100 * evaluation.unlabeled_f1(found, gold).f1)
    assert as_tree(view["tree"]) == split(view["d"], view["words"])
    assert view["changed"] >= view["better"] + view["worse"] >= 0
    assert (view["after"] == view["before"]) == (not state.get("moved"))


def test_its_answers_are_right():
    (guess,) = WordListExplorer.guesses
    six = WordListExplorer(**guess.shows).view
    assert (round(six["before"]), round(six["after"])) == (51, 69) and "from 51 to 69" in guess.question


def test_the_chapter_says_what_the_other_presets_show():
    text, presets = " ".join(CHAPTER.read_text("utf-8").split()), WordListExplorer.presets
    raised, level = (WordListExplorer(**presets[name]).view for name in ('"that" raised', "all words level"))
    assert presets['"that" raised']["moved"] == [["that", 0.9]]
    assert f"{before_of(FIRST)['that']:.2f}" == "0.36"
    assert (raised["changed"], raised["better"], raised["worse"]) == (158, 122, 1)
    assert 4.5 < raised["after"] - raised["before"] < 5.5
    assert "at 0.90 in place of 0.36" in text and "in 158 of the thousand" in text
    assert as_tree(level["tree"]) == trees.right(level["words"])
    assert f"{level['after']:.1f}" == "52.9" and "whose F1, 52.9," in text
    assert level["after"] > FIRST.view["after"]


def test_the_chapter_says_what_the_list_scores():
    text = CHAPTER.read_text("utf-8")
    own, listed = shipped.word_list()["about"]["own_scores"], FIRST.view["after"]
    assert f"give an F1 of {own:.1f}, the list {listed:.1f}" in text
    order = sorted(FIRST.content["words"], key=before_of(FIRST).__getitem__)
    assert {"and", "but"} < set(order[:4]) and {"dislike", "like", "enjoy", "love"} < set(order[-8:])


def test_bad_states_are_named():
    for wrong in ({"moved": [["the", 2.0]]}, {"moved": [["the", 0.1], ["a", 0.2]]}, {"source": "none"}):
        with pytest.raises(TraitError, match=next(iter(wrong))):
            WordListExplorer(**wrong)
    with pytest.raises(TraitError, match="at least 2"):
        WordListExplorer(text="alone")


def test_it_is_made_from_the_parser_of_the_package():
    remarks = data.toy("train", 3)
    packed = page_list.packed(remarks, 2)
    words = packed["words"]
    each = {word: [] for word in words}
    for tree in remarks:
        for word, score in zip(tree.leaves(), parser.scores(" ".join(tree.leaves()))[1], strict=True):
            each[word].append(score)
    means = {word: sum(scores) / len(scores) for word, scores in each.items()}
    listed = dict(zip(words, packed["numbers"], strict=True))
    assert sorted(words, key=means.__getitem__) == sorted(words, key=listed.__getitem__)
    assert [[words[k] for k in row] for row in packed["remarks"]] == [tree.leaves() for tree in remarks[:2]]
    assert len(packed["spans"][0]) == len(remarks[0].leaves()) - 2  # a binary tree without its root
    assert shipped.word_list()["about"]["command"] == page_list.COMMAND
