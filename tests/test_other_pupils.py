"""EM under a guide, and the law over trees that imitates: against enumeration, and what they are shown."""

import math

import pytest
import torch

from experiments import guided_grammar, other_pupils
from prpn_edu import data, evaluation, trees
from prpn_edu.latent.spans import learn_classes
from prpn_edu.latent.words import SUFFIXES, build_vocabulary


@pytest.fixture(scope="module")
def text():
    return [tree for tree in data.toy("train", 120) if len(trees.words(tree)) < 8]


@pytest.fixture
def law(text):
    torch.manual_seed(0)
    return other_pupils.SpanCrf(build_vocabulary(text, 2, SUFFIXES), SUFFIXES, 6, 0.5).eval()


def test_loss_is_minus_the_log_chance_of_the_trees(law, text):
    """Every binary tree listed, its chance in proportion to exp(the sum of its spans' scores)."""
    lessons = [trees.left(trees.words(tree)) for tree in text[:6]]
    expected = 0.0
    for lesson in lessons:
        words = trees.words(lesson)
        scores = law.scores(law.read(lesson)[0].unsqueeze(0))[0]
        assert scores.shape == (len(words), len(words) + 1)

        def weight(tree, scores=scores):
            return math.exp(sum(scores[span].item() for span in trees.spans(tree)))

        expected -= math.log(weight(lesson) / sum(map(weight, trees.binary_trees(words))))
    loss = law.loss(law.collate([law.read(lesson) for lesson in lessons]))
    assert loss.total.item() == pytest.approx(expected, rel=1e-4)
    assert loss.count == sum(len(trees.words(lesson)) - 1 for lesson in lessons)


def test_a_batch_of_single_words_has_no_loss(law):
    law.train()
    loss = law.loss(law.collate([law.read(trees.right(["films"]))] * 2))
    (loss.total / loss.count).backward()
    assert loss.total == 0 and all((p.grad == 0).all() for p in law.parameters() if p.grad is not None)


def test_a_span_is_what_is_read_between_its_ends(law, text):
    """With the backward reader left out: the difference of the forward states at both ends."""
    words = trees.words(text[0])
    ids = law.read(trees.right(words))[0]
    forward = law.reader(law.embed(ids.unsqueeze(0)))[0][0, :, :6]
    parts = torch.cat([forward[2] - forward[0], torch.zeros(6)])
    with torch.no_grad():
        law.score[0].weight[:, 6:] = 0
        assert law.scores(ids.unsqueeze(0))[0, 0, 2] == pytest.approx(law.score(parts).item(), abs=1e-6)


def test_chances_do_not_depend_on_the_brackets_or_on_the_neighbours(law, text):
    once = law.all_span_chances(text[:9])
    for tree, chances in zip(text[:9], once, strict=True):
        (alone,) = law.all_span_chances([trees.left(trees.words(tree))])
        assert torch.allclose(alone, chances, atol=1e-6)


def test_a_law_learns_the_trees_that_it_is_shown(text, tmp_path):
    classes = learn_classes(text, 4, 1)
    lessons = [trees.left(trees.words(tree)) for tree in text]
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("epochs", 4), ("size", 8), ("lr", 0.03), ("batch_size", 8)):
            patch.setitem(other_pupils.CRF, name, value)
        law, _ = other_pupils.crf(classes, (lessons, lessons[:9]), 1, tmp_path / "law.pt")
        again, _ = other_pupils.crf(classes, (lessons, lessons[:9]), 1, tmp_path / "law.pt")
    left = first_two(law, text)
    assert left > 0.9 and left == first_two(again, text)


def first_two(law, text):
    """The mean chance of a bracket around the first two words of three or more."""
    chances = [found[0, 2].item() for found in law.all_span_chances(text) if len(found) > 2]
    return sum(chances) / len(chances)


def test_em_follows_its_guide_and_is_plain_em_without(text):
    classes = learn_classes(text, 4, 1)

    def to_the_right(words):
        scores = torch.zeros(len(words), len(words) + 1)
        scores[:, -1] = 3
        return scores

    def overlap(weights):
        grammar, _ = other_pupils.em_grammar(classes, text, text, to_the_right, weights, 0)
        right = [trees.right(trees.words(tree)) for tree in text]
        return evaluation.unlabeled_f1(grammar.best_trees(text), right).f1

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(guided_grammar.SYMBOLS, "pairs", 3)
        patch.setitem(guided_grammar.SYMBOLS, "words", 4)
        patch.setitem(other_pupils.EM, "passes", 4)
        guided, silent = overlap((1.0,) * 4), overlap((0.0,) * 4)
        assert guided > 0.95 > silent == overlap(())
