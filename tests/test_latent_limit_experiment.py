"""The trials of chapter 12: one thing differs between the ways, and the records agree with themselves."""

import dataclasses
import json
import math
import statistics
from pathlib import Path

import pytest
import torch

from experiments import latent_limit
from prpn_edu.evaluation import perplexity

RESULTS = Path(__file__).parents[1] / "results"


@pytest.fixture(scope="module")
def trial():
    whole = latent_limit.toy()
    few = {name: getattr(whole, name)[:30] for name in ("train", "watched", "test", "parsed")}
    return dataclasses.replace(whole, fit=whole.fit | {"epochs": 1}, **few)


def test_all_ways_begin_with_the_same_weights(trial):
    models = [latent_limit.make(trial, way, 3).state_dict() for way in trial.ways]
    for other in models[1:]:
        assert other.keys() == models[0].keys()
        assert all(torch.equal(other[name], value) for name, value in models[0].items())


def test_a_run_measures_what_it_says(trial):
    found = latent_limit.run(trial, "chances", 0)
    stored = found["stored"]
    assert len(found["nats"]) == len(found["f1"]["split"]) == 30
    assert stored["watched_perplexity_by_epoch"][0] > 0 and len(stored["loss_by_epoch"]) == 1
    assert stored["f1_split"] == pytest.approx(100 * statistics.fmean(found["f1"]["split"]), abs=0.01)


def test_the_description_of_limits_is_right_for_laws_that_are_known(trial):
    """Without scores that differ, comparing in pairs tosses fair coins."""
    model = latent_limit.make(trial, "chances", 0).eval()
    torch.nn.init.zeros_(model.parser.scores.weight)
    tree = next(tree for tree in trial.test if len(tree.leaves()) == 4)  # <s> and the steps 1 .. 4
    found = latent_limit.limits_of(model, [tree])
    entropies = [1.0, 1.5, 1.75]  # of (1/2, 1/2), (1/4, 1/4, 1/2), (1/8, 1/8, 1/4, 1/2)
    assert found["entropy_bits"] == pytest.approx(statistics.fmean(entropies), abs=1e-3)
    assert found["largest"] == pytest.approx(0.5, abs=1e-3)
    assert found["reach"] == pytest.approx(statistics.fmean([1.5, 1.75, 1.875]), abs=1e-3)
    fair = statistics.fmean([1.0, math.log2(3), 2.0])
    assert found["entropy_of_a_fair_choice_bits"] == pytest.approx(fair, abs=1e-3)
    assert found["word_tells_bits"] >= 0


def test_the_perplexity_of_its_gates_is_that_of_the_twin_with_the_same_weights(trial):
    model = latent_limit.make(trial, "chances", 1).eval()
    twin = latent_limit.make(trial, "gates", 1).eval()
    expected = perplexity(twin, trial.test)
    assert latent_limit.perplexity_of_gates(model, trial) == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize("name", ["toy", "wsj"])
def test_a_record_agrees_with_itself(name):
    found = json.loads((RESULTS / f"latent-limit-{name}.json").read_text("utf8"))
    runs = found["runs"]
    assert list(found["ways"]) == list(runs)
    for way, rows in runs.items():
        assert found["ways"][way] == latent_limit.WAYS[way]
        assert [row["seed"] for row in rows] == found["seeds"]
    for pair, gap in found["nats_a_word"].items():
        first, second = (runs[way] for way in pair.split(" - "))
        logs = [math.log(a["perplexity"] / b["perplexity"]) for a, b in zip(first, second, strict=True)]
        assert gap["seeds"] == pytest.approx(logs, abs=2e-4)
        assert gap["interval"][0] <= gap["difference"] <= gap["interval"][1]
    for decoder, pairs in found["f1_minus"].items():
        for pair, gap in pairs.items():
            first, second = pair.split(" - ")
            ours = [row[f"f1_{decoder}"] for row in runs[first]]
            others = found["baselines"].get(second) or [row[f"f1_{decoder}"] for row in runs[second]]
            assert gap["seeds"] == pytest.approx([a - b for a, b in zip(ours, others, strict=True)], abs=0.02)
