"""What is recorded of the leaking PRPN is whole, and the leak is the one that it is said to be."""

import json
import math
import statistics
from pathlib import Path

import pytest
import torch

from experiments import toy_leak, toy_prpn
from prpn_edu.latent.prpn import build_vocabulary

RECORDED = json.loads((Path(__file__).parents[1] / "results/toy-leak.json").read_text("utf-8"))
WORDS = ["she", "loved", "very", "old", "films", "jokes"]


SETTINGS = {"embedding": 6, "hidden": 8, "tau": 1.0, "init_range": 1.0}


def fresh(name):
    torch.manual_seed(0)
    return toy_leak.MODELS[name](build_vocabulary([WORDS]), **SETTINGS).eval()


@pytest.fixture(params=toy_leak.MODELS)
def name_and_model(request):
    return request.param, fresh(request.param)


def next_words(model, *sentences):
    """The scores of the next word at each position of a batch, sentence by sentence."""
    batch = model.collate([model.read(words) for words in sentences])
    with torch.no_grad():
        return model.logits(batch).split([len(words) + 1 for words in sentences])


def test_a_word_tells_of_itself_through_the_leak_alone(name_and_model):
    name, model = name_and_model
    (one,), (other,) = next_words(model, [*WORDS[:4], "films"]), next_words(model, [*WORDS[:4], "jokes"])
    assert torch.allclose(one[:4], other[:4], atol=1e-6)
    assert torch.allclose(one[4], other[4], atol=1e-6) == (name == "guess")


def test_the_end_of_a_sentence_is_not_told(name_and_model):
    _, model = name_and_model
    (alone,) = next_words(model, WORDS[:3])
    padded, _ = next_words(model, WORDS[:3], WORDS)
    assert torch.allclose(alone, padded, atol=1e-6)
    assert torch.allclose(alone[-1], next_words(fresh("guess"), WORDS[:3])[0][-1], atol=1e-6)


def test_the_record_is_whole_and_its_gap_is_that_of_its_runs():
    assert RECORDED["settings"] == toy_prpn.SETTINGS and RECORDED["training"] == toy_prpn.TRAINING
    assert set(RECORDED["runs"]) == set(toy_leak.MODELS)
    for runs in RECORDED["runs"].values():
        assert [run["seed"] for run in runs] == RECORDED["seeds"] == [0, 1, 2, 3, 4]
    nats = {
        name: statistics.fmean(math.log(run["perplexity"]) for run in runs)
        for name, runs in RECORDED["runs"].items()
    }
    faked = RECORDED["nats_a_word_faked"]
    assert faked["mean"] == pytest.approx(nats["guess"] - nats["true score"], abs=0.001)
    assert faked["interval"][0] < faked["mean"] < faked["interval"][1]
    assert all(run["perplexity"] > RECORDED["perplexity_of_the_grammar"] for run in RECORDED["runs"]["guess"])
