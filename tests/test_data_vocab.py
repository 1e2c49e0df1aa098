"""The vocabulary: fixed order, no growth, nothing lost on the way to disk and back."""

from collections import Counter

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from nltk import Tree

from prpn_edu.data import Vocabulary

WORDS = st.sampled_from(["a", "b", "film", "caf\xe9", "8\xa01\\/2", "<unk>", "<pad>", "<s>"]) | st.text(
    max_size=3
)
SENTENCES = st.lists(st.lists(WORDS, max_size=8), max_size=8)


@given(SENTENCES)
def test_what_is_encoded_is_decoded(sentences):
    vocabulary = Vocabulary.build(sentences)
    for sentence in sentences:
        assert vocabulary.decode(vocabulary.encode(sentence)) == sentence


@given(SENTENCES, st.integers(1, 4))
def test_order_and_threshold(sentences, min_count):
    counts = Counter(word for sentence in sentences for word in sentence)
    words = Vocabulary.build(sentences, min_count, extra_specials=["<s>"]).words
    assert words[:3] == ("<unk>", "<pad>", "<s>")
    rest = words[3:]
    assert set(rest) == {w for w, c in counts.items() if c >= min_count} - {"<unk>", "<pad>", "<s>"}
    assert list(rest) == sorted(rest, key=lambda w: (-counts[w], w))


@given(SENTENCES)
def test_the_order_of_the_sentences_does_not_matter(sentences):
    assert Vocabulary.build(sentences) == Vocabulary.build(sentences[::-1])


@given(SENTENCES)
def test_saved_and_loaded(sentences):
    vocabulary = Vocabulary.build(sentences)
    assert Vocabulary.from_json(vocabulary.to_json()) == vocabulary


def test_saved_to_a_file(tmp_path):
    vocabulary = Vocabulary.build([["caf\xe9", "8\xa01\\/2"]])
    vocabulary.save(tmp_path / "words.json")
    assert Vocabulary.load(tmp_path / "words.json") == vocabulary


def test_an_unknown_word_stays_unknown():
    vocabulary = Vocabulary.build([["a", "film"]])
    before = len(vocabulary)
    assert vocabulary.encode(["a", "drama"]) == [vocabulary["a"], 0]
    assert (len(vocabulary), "drama" in vocabulary, "film" in vocabulary) == (before, False, True)
    with pytest.raises(KeyError):
        vocabulary["drama"]


def test_trees_and_tensors_are_accepted():
    tree = Tree.fromstring("(3 (2 a) (3 film))")
    vocabulary = Vocabulary.build([tree])
    assert vocabulary.decode(torch.tensor(vocabulary.encode(tree))) == ["a", "film"]


@pytest.mark.parametrize("number", [-1, 4, 100])
def test_a_number_without_a_word(number):
    with pytest.raises(IndexError, match=f"no word has the number {number}"):
        Vocabulary.build([["a", "film"]]).decode([number])


def test_a_plain_string_is_not_a_sentence():
    with pytest.raises(TypeError, match="split it first"):
        Vocabulary.build(["a warm film"])
    with pytest.raises(TypeError, match="split it first"):
        Vocabulary.build([["a"]]).encode("a film")


@pytest.mark.parametrize(
    "text",
    ['["a"]', '{"words": "a"}', '{"words": ["a", "b"]}', '{"words": ["<unk>", "<pad>", "a", "a"]}', "{"],
)
def test_other_json_is_refused(text):
    with pytest.raises(ValueError):
        Vocabulary.from_json(text)


def test_a_threshold_below_one_is_refused():
    with pytest.raises(ValueError, match="min_count"):
        Vocabulary.build([["a"]], min_count=0)
