"""Entropy and probability of sentences: closed form, enumeration and drawing must agree."""

import math
import random
from collections import defaultdict
from itertools import product

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from prpn_edu import data
from prpn_edu.data.entropy import SentenceProbability, cost, derivation_entropy, expected_length
from prpn_edu.data.pcfg import Derivation, Grammar, Rule
from prpn_edu.data.toy_grammar import GRAMMAR


def grammar(start, table):
    """{"S": {"A B": 0.5, "a": 0.5}} as a grammar."""
    return Grammar(start, (Rule(p, tuple(c.split()), w) for p, row in table.items() for c, w in row.items()))


FINITE = grammar(
    "S",
    {
        "S": {"A B": 0.5, "B A": 0.2, "A C": 0.2, "a": 0.1},
        "A": {"a": 0.4, "B B": 0.6},
        "B": {"a": 0.3, "b": 0.7},
        "C": {"B B": 0.25, "B D": 0.25, "D B": 0.5},
        "D": {"B B": 1.0},
    },
)
AMBIGUOUS = grammar("S", {"S": {"S S": 0.3, "a": 0.5, "b": 0.2}})  # every bracketing of every sentence
LEFT = grammar("S", {"S": {"S A": 0.4, "a": 0.6}, "A": {"a": 0.5, "b": 0.5}})  # recursive on the left


def all_derivations(grammar, symbol, longest):
    """Every derivation of at most `longest` words, by plain recursion over rules and lengths."""
    if longest < 1:
        return
    for rule in grammar.rules[symbol]:
        if len(rule.children) == 1:
            yield Derivation(rule, ())
            continue
        left, right = rule.children
        for a in all_derivations(grammar, left, longest - 1):
            for b in all_derivations(grammar, right, longest - len(a.words())):
                yield Derivation(rule, (a, b))


def sentence_law(grammar, longest):
    law = defaultdict(float)
    for derivation in all_derivations(grammar, grammar.start, longest):
        law[tuple(derivation.words())] += 2 ** derivation.log2_probability()
    return law


# ---- closed forms


def test_entropy_and_length_of_a_finite_grammar_by_enumeration():
    everything = list(all_derivations(FINITE, "S", 20))
    weights = [2 ** d.log2_probability() for d in everything]
    assert math.fsum(weights) == pytest.approx(1)
    assert derivation_entropy(FINITE) == pytest.approx(-sum(w * math.log2(w) for w in weights))
    assert expected_length(FINITE) == pytest.approx(
        sum(w * len(d.words()) for w, d in zip(weights, everything, strict=True))
    )


@given(st.floats(0.01, 0.49))
def test_a_branching_process_by_hand(p):
    """S -> S S with chance p, else a word: n words, n - 1 branchings, mean n = (1 - p) / (1 - 2p)."""
    branching = grammar("S", {"S": {"S S": p, "a": (1 - p) / 2, "b": (1 - p) / 2}})
    n = (1 - p) / (1 - 2 * p)
    bits = -(n - 1) * math.log2(p) - n * math.log2((1 - p) / 2)
    assert expected_length(branching) == pytest.approx(n)
    assert derivation_entropy(branching) == pytest.approx(bits)


def test_a_grammar_that_never_ends_has_no_mean():
    with pytest.raises(ValueError, match="grow without end"):
        expected_length(grammar("S", {"S": {"S S": 0.5, "a": 0.5}}))


@pytest.mark.parametrize(
    "sampled", [FINITE, AMBIGUOUS, LEFT, GRAMMAR], ids=["finite", "ambiguous", "left", "toy"]
)
def test_closed_forms_agree_with_drawing(sampled):
    uniform, n = random.Random(3).random, 4000
    drawn = [sampled.sample(uniform) for _ in range(n)]
    for values, exact in (
        ([-d.log2_probability() for d in drawn], derivation_entropy(sampled)),
        ([float(len(d.words())) for d in drawn], expected_length(sampled)),
    ):
        values = torch.tensor(values, dtype=torch.float64)
        assert abs(values.mean() - exact) < 4 * values.std() / math.sqrt(n)


# ---- the inside algorithm and its prefix form


@pytest.mark.parametrize(("small", "longest"), [(FINITE, 6), (AMBIGUOUS, 5), (LEFT, 6)])
def test_sentence_probability_by_enumeration(small, longest):
    law, probability = sentence_law(small, longest), SentenceProbability(small)
    for n in range(1, longest):
        for words in product("ab", repeat=n):
            assert 2 ** probability.log2(words) == pytest.approx(law.get(words, 0.0), abs=1e-15)


def test_probabilities_sum_to_one():
    probability = SentenceProbability(FINITE)
    total = sum(2 ** probability.log2(words) for n in range(1, 6) for words in product("ab", repeat=n))
    assert total == pytest.approx(1)


@pytest.mark.parametrize("small", [FINITE, AMBIGUOUS, LEFT])
def test_a_prefix_ends_here_or_goes_on(small):
    """P(begins with w) = P(is w) + sum over next words v of P(begins with w v); 1 for no words."""
    probability = SentenceProbability(small)
    for n in range(5):
        for words in product("ab", repeat=n):
            ends = 2 ** probability.log2(words)
            goes_on = sum(2 ** probability.log2_prefix((*words, word)) for word in "ab")
            assert 2 ** probability.log2_prefix(words) == pytest.approx(ends + goes_on, abs=1e-15)


def test_prefix_probability_by_enumeration():
    law, probability = sentence_law(FINITE, 20), SentenceProbability(FINITE)
    for n in range(1, 6):
        for words in product("ab", repeat=n):
            begins = math.fsum(p for sentence, p in law.items() if sentence[:n] == words)
            assert 2 ** probability.log2_prefix(words) == pytest.approx(begins, abs=1e-15)


def test_what_the_grammar_cannot_say_has_probability_zero():
    probability = SentenceProbability(FINITE)
    assert probability.log2(["a", "unheard"]) == probability.log2_prefix(["unheard"]) == -math.inf
    assert probability.log2([]) == -math.inf


# ---- the cost of sentences


def test_cost_in_both_conventions():
    """S -> A S with chance 1/2, else a; A -> a or b: after each word but a final a, all is known by hand."""
    right = grammar("S", {"S": {"A S": 0.5, "a": 0.5}, "A": {"a": 0.5, "b": 0.5}})
    # p(b a) = 1/2 * 1/2 * 1/2; p(begins with b a) = 1/4 * p(begins with a) = 1/4 * (1/2 + 1/4)
    paid = cost(right, [["b", "a"], ["a"]])
    assert (paid.sentences, paid.words) == (2, 3)
    assert paid.bits == pytest.approx(3 + 1)
    assert paid.bits_without_end == pytest.approx(-math.log2(3 / 16) - math.log2(3 / 4))
    assert paid.bits_per_word() == pytest.approx(4 / 5)
    assert paid.bits_per_word(end=False) == pytest.approx(paid.bits_without_end / 3)
    assert paid.nats_per_word() == pytest.approx(math.log(2) * 4 / 5)
    assert paid.perplexity() == pytest.approx(2 ** (4 / 5))
    assert paid.perplexity(end=False) == pytest.approx(math.exp(paid.nats_per_word(end=False)))


def test_no_sentences_have_no_mean():
    with pytest.raises(ValueError, match="no sentences"):
        data.toy_entropy("dev", 0)


# ---- the toy treebank


def test_sentence_entropy_lies_below_derivation_entropy_and_near_it():
    """H(derivation) = H(sentence) + H(derivation given sentence), and few sentences have two derivations."""
    uniform, probability, n = random.Random(8).random, SentenceProbability(GRAMMAR), 600
    gaps = []
    for _ in range(n):
        derivation = GRAMMAR.sample(uniform)
        gaps.append(probability.log2(derivation.words()) - derivation.log2_probability())
    assert min(gaps) > -1e-9
    assert 0 < sum(gaps) / n < 0.3


def test_the_hash_that_makes_the_splits_hardly_moves_the_cost():
    """Within four standard errors the mean cost of a split is that of the unsplit grammar."""
    probability = SentenceProbability(GRAMMAR)
    means, errors = [], []
    uniform = random.Random(2).random
    unsplit = [GRAMMAR.sample(uniform).words() for _ in range(1000)]
    for sentences in (unsplit, [tree.leaves() for tree in data.toy("test")]):
        bits = torch.tensor([-probability.log2(words) for words in sentences])
        means.append(bits.mean())
        errors.append(bits.std() / math.sqrt(len(bits)))
    assert abs(means[0] - means[1]) < 4 * math.hypot(*errors)


def test_toy_entropy_prices_the_split_it_names():
    sentences = [tree.leaves() for tree in data.toy("dev", 40, seed=3)]
    assert data.toy_entropy("dev", 40, seed=3) == cost(GRAMMAR, sentences)


def test_the_grammar_is_cheaper_than_a_unigram_model():
    """A model of single words, told the test counts, still pays far more than the true grammar."""
    trees = data.toy("test", 300)
    counts = defaultdict(int)
    for tree in trees:
        for word in [*tree.leaves(), "</s>"]:
            counts[word] += 1
    total = sum(counts.values())
    unigram = -sum(c * math.log2(c / total) for c in counts.values()) / total
    assert data.toy_entropy("test", 300).bits_per_word() < unigram - 1
