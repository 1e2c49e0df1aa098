"""The language models of chapter 6: what the experiment measures, and what is recorded of it."""

import json
import math
import statistics
from pathlib import Path

import pytest
import torch
from nltk import Tree

from experiments import toy_lm
from prpn_edu import data
from prpn_edu.latent import LstmLm
from prpn_edu.latent.words import build_vocabulary
from prpn_edu.loops.limits import limits

TRAIN, DEV = data.toy("train", 40), data.toy("dev", 8)
RESULTS = json.loads((Path(__file__).parents[1] / "results" / "toy-lm.json").read_text("utf-8"))


def small(attends):
    torch.manual_seed(0)
    words = [*toy_lm.PREFIXES, toy_lm.EXAMPLE.split(), toy_lm.FORMS, *TRAIN, *DEV]
    return LstmLm(build_vocabulary(words), embedding=6, hidden=6, attends=attends, init_range=1.0).eval()


def test_the_bits_of_a_bigram_model_sum_over_words_and_ends():
    bits = toy_lm.bigram_bits([Tree.fromstring("(X a b)")], [Tree.fromstring("(X a b)")], 3, 1.0)
    assert bits == pytest.approx([-math.log2((2 / 4) ** 3)])
    assert toy_lm.perplexity(bits, [Tree.fromstring("(X a b)")]) == pytest.approx(2)


def test_the_forms_of_be_are_asked_after_the_last_word():
    model = small(attends=False)
    asked = toy_lm.forms_of_be(model, toy_lm.PREFIXES[:3])
    for words, row in zip(toy_lm.PREFIXES[:3], asked, strict=True):
        p = model([words])[-1].softmax(-1)
        assert torch.allclose(row, p[model.vocabulary.encode(toy_lm.FORMS)], atol=1e-6)
    assert 0 < toy_lm.singular(model) < 1


def test_the_shares_of_a_look_back_are_shares():
    shares = toy_lm.look_back(small(attends=True), DEV)
    steps = sum(limit > 0 for tree in DEV for limit in limits(toy_lm.nested(tree)))
    assert shares["steps"] == steps
    assert shares["start"] + shares["beyond the limit"] + shares["inside"] == pytest.approx(1, abs=1e-3)


def test_a_tree_without_its_labels():
    assert toy_lm.nested(Tree.fromstring("(2 (2 (2 the) (3 film)) (1 was))")) == [["the", "film"], "was"]


def test_a_finished_training_is_not_done_again(tmp_path, monkeypatch):
    monkeypatch.setattr(toy_lm, "run", lambda *_: ({"seed": 0}, [1.0, 2.0]))
    first = toy_lm.kept(tmp_path, "lstm", {}, 0)
    monkeypatch.delattr(toy_lm, "run")
    assert toy_lm.kept(tmp_path, "lstm", {}, 0) == first == ({"seed": 0}, [1.0, 2.0])


def test_what_is_recorded_agrees_with_itself_and_with_the_grammar():
    models, bits = RESULTS["models"], RESULTS["bits_per_sentence"]
    entropy = data.toy_entropy("test")
    assert models["true grammar"]["test_perplexity"]["mean"] == pytest.approx(entropy.perplexity(), abs=1e-3)
    assert bits["true grammar"] == pytest.approx(entropy.bits / entropy.sentences, abs=1e-3)
    steps = (entropy.words + entropy.sentences) / entropy.sentences
    for name in toy_lm.MODELS:
        runs = models[name]["runs"]
        assert [run["seed"] for run in runs] == RESULTS["seeds"] == list(range(5))
        means = [run["test_perplexity"] for run in runs]
        assert models[name]["test_perplexity"]["mean"] == pytest.approx(statistics.fmean(means), abs=1e-3)
        assert bits[name] / steps == pytest.approx(statistics.fmean(map(math.log2, means)), abs=1e-3)
        for run in runs:
            curve = run["dev_perplexity_by_epoch"]
            assert curve.index(min(curve)) + 1 == run["best_epoch"]
            assert entropy.perplexity() < run["test_perplexity"]
    for name, (low, high) in RESULTS["difference_in_bits_per_sentence"].items():
        first, second = name.split(" - ")
        assert low < bits[first] - bits[second] < high
