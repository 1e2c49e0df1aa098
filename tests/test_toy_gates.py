"""Gates on the toy treebank: one thing differs between the ways, and the record agrees with itself."""

import json
import math
import statistics
from pathlib import Path

import pytest
import torch
from nltk import Tree

from experiments import toy_gates
from experiments.controls import ControlledPrpn
from prpn_edu import data
from prpn_edu.evaluation import perplexity
from prpn_edu.latent.prpn import build_vocabulary

RESULTS = Path(__file__).parents[1] / "results/toy-gates.json"


@pytest.fixture(scope="module")
def splits():
    return {name: data.toy(name, 60) for name in ("train", "dev", "test")}


def test_all_ways_begin_with_the_same_weights(splits):
    vocabulary, models = build_vocabulary(splits["train"]), []
    for way in toy_gates.WAYS:
        torch.manual_seed(3)
        models.append(ControlledPrpn(vocabulary, **toy_gates.SETTINGS, scores=way).state_dict())
    for other in models[1:]:
        assert other.keys() == models[0].keys()
        assert all(torch.equal(other[name], value) for name, value in models[0].items())


@pytest.mark.parametrize("way", ["learned", "tree"])
def test_the_nats_of_the_remarks_make_the_perplexity(splits, way):
    torch.manual_seed(0)
    model = ControlledPrpn(build_vocabulary(splits["train"]), **toy_gates.SETTINGS, scores=way).eval()
    nats = toy_gates.remark_nats(model, splits["test"], batch_size=7)
    assert len(nats) == 60
    both = math.exp(sum(nats) / toy_gates.steps(splits["test"]))
    assert both == pytest.approx(perplexity(model, splits["test"]), rel=1e-5)


def test_limits_are_the_edges_of_the_cut_and_not_always_those_of_split():
    scores = [torch.tensor([3.0, 1.0, 2.0])]
    made = toy_gates.decoded(scores, [Tree("X", ["a", "b", "c"])])
    assert toy_gates.limits_agree(scores, made["between"]) == 100
    assert toy_gates.limits_agree(scores, made["split"]) == 50


def test_a_comparison_is_paired_and_in_its_unit():
    gap = toy_gates.compare([[1.0, 3.0], [2.0, 4.0]], [[0.0, 2.0], [0.0, 2.0]], unit=10)
    assert gap == {"difference": 15.0, "interval": [15.0, 15.0], "seeds": [10.0, 20.0]}


def test_the_record_agrees_with_itself():
    found = json.loads(RESULTS.read_text("utf8"))
    assert found["ways"] == toy_gates.WAYS
    assert found["model"] == json.loads(json.dumps(toy_gates.SETTINGS))  # JSON has no tuples
    assert found["training"] == toy_gates.TRAINING
    nats = {way: [math.log(run["perplexity"]) for run in runs] for way, runs in found["runs"].items()}
    for pair, gap in found["nats_a_word"].items():
        first, second = pair.split(" - ")
        each = [a - b for a, b in zip(nats[first], nats[second], strict=True)]
        assert gap["seeds"] == pytest.approx(each, abs=2e-4)
        assert gap["difference"] == pytest.approx(statistics.fmean(each), abs=2e-4)
        assert gap["interval"][0] <= gap["difference"] <= gap["interval"][1]
    learned = [run["f1_split"] for run in found["runs"]["learned"]]
    gaps = found["learned_f1_minus"]["split"]["right"]["seeds"]
    assert gaps == pytest.approx([f1 - found["baselines"]["right"][0] for f1 in learned], abs=0.02)
    assert all(run["perplexity"] > found["grammar_perplexity"] for run in found["runs"]["learned"])
