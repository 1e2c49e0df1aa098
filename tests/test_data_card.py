"""The data card of the toy treebank: every row of its tables with a number is computed again and compared."""

import re
from collections import Counter
from functools import cache
from itertools import islice
from math import log, log2
from pathlib import Path
from statistics import mean

import pytest
import torch
from toy_readings import read, readings

from prpn_edu import data, evaluation
from prpn_edu.data.entropy import SentenceProbability, derivation_entropy, expected_length
from prpn_edu.data.toy import SIZES, derivations
from prpn_edu.data.toy_grammar import GRAMMAR
from prpn_edu.data.toy_words import CLASSES, MEANINGS

CARD = Path(__file__).parents[1] / "book/appendix/toy-treebank.md"


@cache
def trees(split):
    return data.toy(split)


@cache
def lengths(split):
    return [len(tree.leaves()) for tree in trees(split)]


def row(name, cells):
    return "| " + " | ".join([name, *cells]) + " |"


def percent(part, whole):
    return f"{100 * part / whole:.1f}"


# ---- sizes


def size_rows():
    def line(name, cell):
        return row(name, (cell(split) for split in SIZES))

    yield line("trees", lambda s: f"{len(trees(s))}")
    yield line("different sentences", lambda s: f"{len({tuple(t.leaves()) for t in trees(s)})}")
    yield line("words", lambda s: f"{sum(lengths(s))}")
    yield line("words a sentence, mean", lambda s: f"{mean(lengths(s)):.2f}")
    yield line("shortest, longest", lambda s: f"{min(lengths(s))}, {max(lengths(s))}")
    yield line("at most 20 words, %", lambda s: percent(sum(n <= 20 for n in lengths(s)), len(trees(s))))
    for label, name in enumerate(["very negative", "negative", "neutral", "positive", "very positive"]):
        yield line(
            f"root {label}, {name}, %",
            lambda s, label=str(label): percent(sum(t.label() == label for t in trees(s)), len(trees(s))),
        )


def node_row():
    labels = Counter(node.label() for tree in trees("train") for node in tree.subtrees())
    return row("all nodes of train, %", (percent(labels[label], labels.total()) for label in "01234"))


def vocabulary_line():
    rules = [rule for group in GRAMMAR.rules.values() for rule in group]
    words = {word for group in CLASSES.values() for word in group}
    pairs = sum(len(rule.children) == 2 for rule in rules)
    return f"{len(words)} words, {len(GRAMMAR.rules)} symbols, {pairs} rules with two children"


# ---- constructions: the share of train sentences whose derivation has them


def walk(derivation):
    yield derivation
    for part in derivation.parts:
        yield from walk(part)


def has(*kinds):
    return lambda d: any(node.rule.children in kinds for node in walk(d))


def nested(*kinds):
    """A node of one of these kinds inside another."""
    inside = has(*kinds)
    return lambda d: any(node.rule.children in kinds and any(map(inside, node.parts)) for node in walk(d))


def means(*names):
    return lambda d: any(node.rule.meaning in names for node in walk(d))


def begins(*symbols):
    return lambda d: d.rule.children[0] in symbols


UNSETTLED = {word for word, meaning in MEANINGS.items() if len(set(meaning.scores)) > 1}
POSSESSIVE = [("ShortPerson", "Possessive"), ("OwnedWork", "Possessive")]
OBJECT_RELATIVE = ("That", "LikedGap")
RELATIVE = [OBJECT_RELATIVE, ("That", "StirVP"), ("That", "LikedVP")]
TWO_SITES = [("With", "Part"), ("With", "Person"), ("At", "Place")]
CONSTRUCTIONS = [
    ("two clauses", "it was warm but we hated it", has(("But", "Clause"), ("And", "Clause"))),
    ("a noun phrase alone", "a warm film about the war", begins("A", "AWork")),
    (
        "a possessive inside a possessive",
        "his brother 's friend 's film bored us",
        nested(*POSSESSIVE),
    ),
    ("a relative clause", "we saw the film that she loved", has(*RELATIVE)),
    ("one inside another", "a film that the critic that we admired hated", nested(OBJECT_RELATIVE)),
    ("a reported clause", "she thought that it was dull", has(("That", "PlainClause"))),
    ("`with`, `at`, `near`: two sites", "we saw the film with dull songs", has(*TWO_SITES)),
    ("a negation", "it was n't brilliant", means("negate")),
    ("a degree", "a very sweet musical", means("intensify", "diminish")),
    ("a word that the genre settles", "the silly drama bored us", lambda d: bool(UNSETTLED & set(d.words()))),
]


def construction_rows():
    drawn = list(islice(derivations("train"), SIZES["train"]))
    for name, example, occurs in CONSTRUCTIONS:
        yield row(name, [f"`{example}`", percent(sum(map(occurs, drawn)), len(drawn))])


@pytest.mark.parametrize(("name", "example", "occurs"), CONSTRUCTIONS, ids=[c[0] for c in CONSTRUCTIONS])
def test_the_examples_are_sentences_of_the_grammar(name, example, occurs):
    assert readings(example.split())[1] > 0


# ---- baselines on test


def parsing_rows():
    generator = torch.Generator().manual_seed(0)
    guess = evaluation.baselines
    methods = {
        "left-branching": guess.left,
        "right-branching": guess.right,
        "balanced": guess.balanced,
        "a random binary tree": lambda words: guess.random(words, generator),
    }
    for name, method in methods.items():
        predicted = [method(tree.leaves()) for tree in trees("test")]
        f1 = evaluation.unlabeled_f1(predicted, trees("test"), average="sentence", keep_root=False).f1
        yield row(name, [f"{100 * f1:.1f}"])


def label_rows():
    test, size = trees("test"), len(trees("test"))
    frequent = Counter(tree.label() for tree in trees("train")).most_common(1)[0][0]
    yield row(
        "always the most frequent label of train", [percent(sum(t.label() == frequent for t in test), size)]
    )
    bayes = naive_bayes(trees("train"))
    yield row(
        "naive Bayes on the bag of words", [percent(sum(bayes(t.leaves()) == t.label() for t in test), size)]
    )
    read_by = [readings(tree.leaves())[0] for tree in test]
    right = sum(max(by, key=by.get) == t.label() for by, t in zip(read_by, test, strict=True))
    yield row("the grammar, given the words but not the tree", [percent(right, size)])


def naive_bayes(training):
    """Multinomial, add-one smoothing (Manning, Raghavan and Schuetze 2008, chapter 13)."""
    classes = Counter(tree.label() for tree in training)
    words = {label: Counter() for label in classes}
    for tree in training:
        words[tree.label()].update(tree.leaves())
    types = len({word for tree in training for word in tree.leaves()})

    def score(label, sentence):
        total = words[label].total() + types
        return log(classes[label]) + sum(log((words[label][word] + 1) / total) for word in sentence)

    return lambda sentence: max(sorted(classes), key=lambda label: score(label, sentence))


def ambiguity_line():
    found = [readings(tree.leaves()) for tree in trees("test")]
    several = sum(count > 1 for _, count in found)
    labels = sum(len(by) > 1 for by, _ in found)
    return (
        f"{several} of the 1000 test sentences have more than one tree, and {labels} more than one root label"
    )


def test_two_charts_agree():
    """The chart of meanings and the library's chart sum the same derivations in different ways."""
    probability = SentenceProbability(GRAMMAR)
    for tree in trees("dev")[:100]:
        by_label, _ = readings(tree.leaves())
        assert log2(sum(by_label.values())) == pytest.approx(probability.log2(tree.leaves()))


# ---- entropy


def entropy_rows():
    cost = {split: data.toy_entropy(split) for split in SIZES}
    for name, end in (("with the end", True), ("without", False)):
        yield row(f"bits a word, {name}", (f"{cost[split].bits_per_word(end):.2f}" for split in SIZES))
        yield row(f"nats a word, {name}", (f"{cost[split].nats_per_word(end):.2f}" for split in SIZES))
        yield row(f"perplexity, {name}", (f"{cost[split].perplexity(end):.1f}" for split in SIZES))


def closed_form_lines():
    bits, words = derivation_entropy(GRAMMAR), expected_length(GRAMMAR)
    yield f"{bits:.2f} bits a derivation"
    yield f"{words:.2f} words a sentence"
    yield f"{bits / (words + 1):.2f} bits for each word or end"
    yield f"{log2(3) / (words + 1):.2f} bits for each word or end could be saved"


# ---- the comparison

TABLES = [size_rows, construction_rows, parsing_rows, label_rows, entropy_rows, closed_form_lines]
LINES = [node_row, vocabulary_line, ambiguity_line]


@pytest.mark.parametrize("computed", TABLES, ids=lambda f: f.__name__)
def test_each_row_of_the_card_is_what_is_computed(computed):
    missing = [line for line in computed() if line not in text()]
    assert not missing, "the card should say:\n" + "\n".join(missing)


@pytest.mark.parametrize("computed", LINES, ids=lambda f: f.__name__)
def test_each_number_in_the_prose_is_what_is_computed(computed):
    assert computed() in text()


def text():
    return " ".join(CARD.read_text(encoding="utf-8").split())


EXAMPLE = re.compile(r"`(\([^`]*\))` \| ([0-4]) \|")


def test_each_example_of_sentiment_in_the_card_is_right():
    examples = EXAMPLE.findall(CARD.read_text(encoding="utf-8"))
    assert len(examples) >= 20
    for bracketed, label in examples:
        assert (bracketed, read(bracketed).label()) == (bracketed, label)
