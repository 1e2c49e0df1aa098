"""The sentiment at every node of the toy treebank: rule by rule, and why counting words is not enough."""

from collections import Counter
from functools import partial
from itertools import product

import pytest
from toy_readings import read

from prpn_edu import data
from prpn_edu.data.toy import derivations
from prpn_edu.data.toy_meaning import COMPOSE, NEUTRAL, Meaning
from prpn_edu.data.toy_words import MEANINGS


@pytest.mark.parametrize(
    ("remark", "label"),
    [
        # negation flips and weakens
        ("(it (was charming))", 3),
        ("(it (was brilliant))", 4),
        ("(it (was (not charming)))", 1),
        ("(it (was (not brilliant)))", 1),
        ("(it ((was n't) dreadful))", 3),
        ("(it (never (moved us)))", 1),
        ("(we ((did n't) (love it)))", 1),
        ("(nobody (hated it))", 3),
        ("(we (doubted (that (it (was funny)))))", 1),
        ("(a (charming film))", 3),
        ("((a film) (without charm))", 1),
        ("(it (lacked magic))", 1),
        # degrees
        ("(it (was (very charming)))", 4),
        ("(it (was (very dull)))", 0),
        ("(it (was (rather brilliant)))", 3),
        ("(it (was (rather dull)))", 1),
        # but: the second part wins, if it says anything
        ("((it (was funny)) (but (it (was dreadful))))", 0),
        ("((it (was funny)) (but (it (was (a film)))))", 3),
        ("(it (was (funny (and clever))))", 4),
        # only the genre settles some words
        ("((the comedy) (was silly))", 3),
        ("((the drama) (was silly))", 1),
        ("((the film) (was silly))", 2),
        ("(a (silly comedy))", 3),
        ("(a (silly drama))", 1),
        ("(a (cold thriller))", 3),
        ("(a (cold romance))", 1),
        ("((the thriller) ((was n't) cold))", 1),
        ("((the musical) ((was n't) cold))", 3),
        ("((the tragedy) (made (us cry)))", 3),
        ("((the farce) (made (us cry)))", 1),
        ("(we (found ((the farce) hilarious)))", 4),
        # neutral filler, and owners whose own praise is not the work's
        ("(it (was (a (long film))))", 2),
        # what judges wins over what is judged; an outing says nothing of the film
        ("(we (hated (the (brilliant film))))", 0),
        ("(we (saw (the (brilliant film))))", 4),
        ("((the (charming comedy)) (was dull))", 1),
    ],
)
def test_sentiment_by_composition(remark, label):
    assert read(remark).label() == str(label)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            ("(it (was ((not good) (but funny))))", 3),
            ("(it (was (funny (but (not good)))))", 1),
        ),
        (
            ("(it (was ((not thin) (but dull))))", 1),
            ("(it (was (dull (but (not thin)))))", 3),
        ),
        (
            ("((it (was dull)) (but (we (loved it))))", 4),
            ("((we (loved it)) (but (it (was dull))))", 1),
        ),
    ],
)
def test_the_same_words_in_another_order_say_something_else(one, other):
    """So no function of the bag of words labels both right."""
    (first, a), (second, b) = one, other
    assert Counter(read(first).leaves()) == Counter(read(second).leaves())
    assert (read(first).label(), read(second).label()) == (str(a), str(b))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            ("(it (was (not (funny (and clever)))))", 1),
            ("(it (was ((not funny) (and clever))))", 2),
        ),
        (
            ("(it (was (rather (funny (and clever)))))", 3),
            ("(it (was ((rather funny) (and clever))))", 4),
        ),
        (
            ("(we (saw ((the film) (with (dreadful songs)))))", 0),
            ("(we ((saw (the film)) (with (dreadful songs))))", 2),
        ),
    ],
)
def test_the_same_sentence_under_another_tree_says_something_else(one, other):
    """So no function of the words alone, in order, labels both right."""
    (first, a), (second, b) = one, other
    assert read(first).leaves() == read(second).leaves()
    assert (read(first).label(), read(second).label()) == (str(a), str(b))


def test_labels_are_what_the_meanings_give_bottom_up():
    def meaning(derivation):
        if not derivation.parts:
            return MEANINGS[derivation.rule.children[0]]
        return COMPOSE[derivation.rule.meaning](*map(meaning, derivation.parts))

    def agree(derivation, tree):
        assert tree.label() == meaning(derivation).label
        for part, child in zip(derivation.parts, tree, strict=False):
            agree(part, child)

    for derivation, tree in zip(derivations("dev"), data.toy("dev", 200), strict=False):
        agree(derivation, tree)


ALL = [Meaning(scores, genre) for scores in product(range(-2, 3), repeat=3) for genre in (None, 0, 1, 2)]


@pytest.mark.parametrize("name", COMPOSE)
def test_meanings_stay_on_the_scale(name):
    for a, b in product(ALL[::7], ALL[::11]):
        result = COMPOSE[name](a, b)
        assert all(-2 <= score <= 2 for score in result.scores)


def test_laws_of_the_algebra():
    negate, intensify, diminish = (partial(COMPOSE[n], NEUTRAL) for n in ("negate", "intensify", "diminish"))
    add, but = COMPOSE["add"], COMPOSE["but"]
    for a in ALL:
        assert negate(negate(a)).scores == diminish(a).scores  # flipped twice, weakened once
        assert diminish(intensify(a)).scores == diminish(a).scores
        assert add(a, NEUTRAL).scores == but(a, NEUTRAL).scores == a.scores
    for a, b in product(ALL[::7], ALL[::11]):
        assert add(a, b) == add(b, a)
