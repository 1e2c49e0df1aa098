"""The toy treebank: its splits, its shapes, its English, its grammar."""

import os
import random
import re
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from itertools import islice, pairwise

import pytest
from nltk import Tree

from prpn_edu import data
from prpn_edu.data.pcfg import Grammar
from prpn_edu.data.toy import SIZES, derivations, split_of
from prpn_edu.data.toy_grammar import GRAMMAR
from prpn_edu.data.toy_meaning import COMPOSE
from prpn_edu.data.toy_words import CLASSES, MEANINGS


@pytest.fixture(scope="module")
def splits():
    return {split: data.toy(split) for split in SIZES}


def sentences(trees):
    return [" ".join(tree.leaves()) for tree in trees]


def rules_used(derivation):
    yield derivation.rule
    for part in derivation.parts:
        yield from rules_used(part)


# ---- splits


def test_default_sizes(splits):
    assert {split: len(trees) for split, trees in splits.items()} == {"train": 4000, "dev": 500, "test": 1000}


@pytest.mark.parametrize(("one", "other"), [("train", "dev"), ("train", "test"), ("dev", "test")])
def test_no_sentence_stands_in_two_splits_even_across_seeds(splits, one, other):
    for seed in (0, 1):
        assert not set(sentences(splits[one])) & set(sentences(data.toy(other, 2000, seed)))


@pytest.mark.parametrize("split", SIZES)
def test_a_smaller_size_is_a_prefix_and_a_larger_one_goes_on(splits, split):
    assert data.toy(split, 10) == splits[split][:10]
    assert data.toy(split, SIZES[split] + 5)[: SIZES[split]] == splits[split]
    assert data.toy(split, 0) == []


def test_seeds_differ_and_repeat(splits):
    assert data.toy("dev") == splits["dev"]
    assert data.toy("dev", seed=1) == data.toy("dev", seed=1) != splits["dev"]


def test_trees_are_fresh(splits):
    data.toy("dev", 1)[0].set_label("changed")
    assert data.toy("dev", 1)[0] == splits["dev"][0]


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_the_treebank_does_not_depend_on_the_hash_seed_of_python(splits, hash_seed):
    program = (
        "from prpn_edu import data; print('\\n'.join(str(t.pformat(9999)) for t in data.toy('dev', 100)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.splitlines() == [tree.pformat(9999) for tree in splits["dev"][:100]]


def test_the_treebank_is_the_one_that_was_recorded(splits):
    """A change of grammar, words or stream changes numbers all over the book; it must not go unnoticed."""
    text = "\n".join(tree.pformat(9999) for split in SIZES for tree in splits[split])
    assert (
        sha256(text.encode()).hexdigest()
        == "11692820cb314e51209ba4eab0e6e2385b99c0a022368ff21c27b77d66ac3da4"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("valid",), "unknown split 'valid'; choose one of train, dev, test"),
        (("dev", -1), "size must be a whole number, 0 or more, not -1"),
        (("dev", 2.5), "size must be a whole number, 0 or more, not 2.5"),
    ],
)
def test_what_cannot_be_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        data.toy(*arguments)


def test_each_split_has_a_third_of_all_sentences():
    """By probability; one standard error for 6000 draws is 0.006."""
    uniform = random.Random(5).random
    shares = Counter(split_of(GRAMMAR.sample(uniform).words()) for _ in range(6000))
    assert all(abs(shares[split] / 6000 - 1 / 3) < 0.03 for split in SIZES)


# ---- shapes and labels


def test_trees_are_binary_with_one_word_under_each_tag(splits):
    for tree in splits["train"]:
        for node in tree.subtrees():
            assert node.label() in "01234"
            assert (len(node) == 1 and isinstance(node[0], str)) or (
                len(node) == 2 and all(isinstance(child, Tree) for child in node)
            )


def test_lengths_and_vocabulary(splits):
    lengths = [len(tree.leaves()) for tree in splits["train"]]
    assert min(lengths) == 3
    assert 8 < sum(lengths) / len(lengths) < 10
    assert sum(n <= 20 for n in lengths) / len(lengths) > 0.95
    vocabulary = data.Vocabulary.build(splits["train"])
    assert 150 <= len(vocabulary) - 2 <= 300
    assert all(0 not in vocabulary.encode(tree) for split in ("dev", "test") for tree in splits[split])


@pytest.mark.parametrize("split", SIZES)
def test_every_label_is_common_and_none_is_dominant(splits, split):
    roots = Counter(tree.label() for tree in splits[split])
    assert all(0.10 < roots[label] / len(splits[split]) < 0.35 for label in "01234")


def spans(tree):
    """Spans of two or more words, the whole sentence left out; independent of the library's own."""
    found = set()

    def visit(node, start):
        if isinstance(node[0], str):
            return start + 1
        end = start
        for child in node:
            end = visit(child, end)
        found.add((start, end))
        return end

    return found - {(0, visit(tree, 0))}


def mean_f1(trees, guess):
    total = 0.0
    for tree in trees:
        gold, guessed = spans(tree), guess(len(tree.leaves()))
        total += 2 * len(gold & guessed) / (len(gold) + len(guessed))
    return total / len(trees)


def test_neither_branching_alone_finds_the_trees(splits):
    assert 0.40 < mean_f1(splits["test"], lambda n: {(i, n) for i in range(1, n - 1)}) < 0.57
    assert 0.05 < mean_f1(splits["test"], lambda n: {(0, i) for i in range(2, n)}) < 0.27


# ---- the English


def test_a_is_always_followed_by_a_consonant(splits):
    for sentence in sentences(splits["train"]):
        words = sentence.split()
        assert all(after[0] not in "aeiou" for word, after in pairwise(words) if word == "a")
        assert words[-1] != "a"


def test_subject_and_verb_agree():
    """Whatever `are` and `were` are said of is a plural, and a plural has no other form of `be`."""
    plural = set(CLASSES["PartNoun"])
    for derivation in islice(derivations("train"), 2000):
        for node in walk(derivation):
            if node.rule.children[1:] == ("PartVP",):
                assert head(node.parts[0]) in plural
                assert node.parts[1].words()[0] not in ("is", "was")
            if node.rule.children[1:] == ("WorkVP",):
                assert node.parts[1].words()[0] not in ("are", "were")


def walk(derivation):
    yield derivation
    for part in derivation.parts:
        yield from walk(part)


def head(derivation):
    """The last word of a noun phrase before what is said after it."""
    while derivation.parts:
        derivation = derivation.parts[derivation.rule.meaning != "postmodify"]
    return derivation.rule.children[0]


def test_the_constructions_that_the_course_needs_occur(splits):
    text = sentences(splits["train"])
    assert sum(bool(re.search(r"'s \w+ 's ", s)) for s in text) > 50  # "the director 's brother 's film"
    assert sum(s.count(" that ") >= 2 for s in text) > 10
    for word in ("not", "n't", "but", "without", "despite", "very", "rather", "nobody"):
        assert sum(word in s.split() for s in text) > 20, word
    embedded = [d for d in islice(derivations("train"), 4000) if is_centre_embedded(d)]
    assert len(embedded) >= 3


def is_centre_embedded(derivation, inside=False):
    """An object relative clause whose subject has an object relative clause of its own."""
    if derivation.rule.children == ("That", "LikedGap"):
        if inside:
            return True
        subject = derivation.parts[1].parts[0]
        return is_centre_embedded(subject, inside=True)
    return any(is_centre_embedded(part, inside) for part in derivation.parts)


# ---- the grammar itself


def test_every_rule_and_every_word_is_used():
    used = set()
    for derivation in islice(derivations("train"), 6000):
        used.update(rules_used(derivation))
    everything = {rule for rules in GRAMMAR.rules.values() for rule in rules}
    unused = everything - used
    assert sum(rule.probability > 0.05 for rule in unused) == 0
    words = {child for rule in everything if len(rule.children) == 1 for child in rule.children}
    assert words == set(MEANINGS) == {word for group in CLASSES.values() for word in group}
    assert {rule.meaning for rule in everything if len(rule.children) == 2} == set(COMPOSE)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("S 1 A", "no rules and no words for A"),
        ("S 1 A B", "expected `parent weight"),
        ("S 1 T\nT 1 S", "circle: S -> T -> S"),
        ("S 1 N M left", "no rules and no words for M"),
    ],
)
def test_a_faulty_grammar_is_refused(rules, message):
    with pytest.raises(ValueError, match=message):
        Grammar.read("S", rules, {"N": {"n": 1}})
