"""The experiment on records: its parts on a small scale, and what its file says."""

import json
import math
from pathlib import Path
from statistics import fmean

import pytest
import torch

from experiments import toy_records as experiment
from prpn_edu.data import toy_credits, toy_records
from prpn_edu.latent import records

RESULTS = json.loads((Path(__file__).parents[1] / "results" / "toy-records.json").read_text("utf-8"))


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(experiment, "STEPS", {"em": 2, "gradient": 2})
    monkeypatch.setattr(experiment, "STARTS", 2)


def test_every_learner_learns_and_is_measured(short):
    train, dev = toy_records.toy_records("train", 30), toy_records.toy_records("dev", 20)
    for name in experiment.LEARNERS:
        model, told = experiment.learn(name, train, seed=0)
        found = experiment.measure(model, dev, dev)
        assert set(found) == {*toy_records.FIELDS, "fields", "nats"}
        assert all(len(each) == 20 for each in found.values()) and (found["nats"] > 0).all()
        assert len(told.get("objective", [])) == {"nothing": 2, "lexicon": 1, "gradient": 1}.get(name, 0)
        if name == "nothing":
            assert told["objective"][told["chosen"]] == max(told["objective"])


def test_the_gradient_begins_where_em_begins(short, monkeypatch):
    monkeypatch.setattr(experiment, "STEPS", {"em": 0, "gradient": 0})
    train = toy_records.toy_records("train", 5)
    one, other = (experiment.learn(name, train, seed=3)[0] for name in ("lexicon", "gradient"))
    assert all(torch.equal(a, b) for a, b in zip(one.log_tables(), other.log_tables(), strict=True))


def test_majority_and_differences():
    remarks = toy_records.toy_records("dev", 50)
    shares = [fmean(r.record[0] == value for r in remarks) for value in toy_records.FIELDS["part"]]
    assert experiment.majority(remarks, remarks)["part"].mean().item() == pytest.approx(max(shares))
    ones, zeros = torch.ones(10), torch.zeros(10)
    found = experiment.compare([ones, zeros], [zeros, zeros], 100)
    assert found == {"difference": 50.0, "interval": [50.0, 50.0], "seeds": [100.0, 0.0]}


def test_sources_of_names():
    train = toy_credits.toy_credits("train", 60)
    glue = sorted({w for one in train for w, s in zip(one.words, one.sources, strict=True) if s is None})
    model = records.CopyModel(glue, toy_credits.SEEN)
    lone = [one for one in train if len(set(one.record)) == 3]
    assert experiment.sources_right(model, lone) == 1


def test_the_file_says_what_the_chapter_says():
    generator, counted, lexicon = (RESULTS["runs"][name] for name in ("generator", "counted", "lexicon"))
    assert len(generator) == len(lexicon) == len(RESULTS["seeds"]) == 5
    for run in RESULTS["runs"]["nothing"]:
        assert run["objective"][run["chosen"]] == max(run["objective"])
    by_hand = fmean(a["fields"] - b["fields"] for a, b in zip(lexicon, counted, strict=True))
    assert by_hand == pytest.approx(RESULTS["accuracy_minus"]["lexicon - counted"]["difference"], abs=0.02)
    gaps = RESULTS["accuracy_minus"]["lexicon - counted"]["seeds"]
    assert sum(abs(gap) < 0.3 for gap in gaps) == 4 and min(gaps) == pytest.approx(-6.63, abs=0.01)
    nothing = RESULTS["accuracy_minus"]["nothing - majority"]["seeds"]
    assert sum(gap < 2 for gap in nothing) == 2 and sum(2 <= gap < 45 for gap in nothing) == 2
    better = [
        max(run["dev_accuracy_of_starts"]) - run["dev_accuracy_of_starts"][run["chosen"]] > 10
        for run in RESULTS["runs"]["nothing"]
    ]
    assert sum(better) == 3
    em, gradient, nothing = (
        {run["seed"]: run for run in RESULTS["runs"][name]} for name in ("lexicon", "gradient", "nothing")
    )
    below = [max(em[s]["objective"]) - max(gradient[s]["objective"]) for s in RESULTS["seeds"]]
    assert round(below[0]) == 77 and below[1] < 1 and all(gap > 0 for gap in below)
    assert all(run["steps_to_within_1"] > 260 for run in gradient.values())
    assert RESULTS["training"]["steps"]["gradient"] == 300
    lower = sorted(round(max(em[s]["objective"]) - max(nothing[s]["objective"])) for s in RESULTS["seeds"])
    assert lower[0] == 0 and lower[1] == 333 and lower[-1] == 672
    costs = {
        name: RESULTS["nats_a_word"][f"{name} - generator"]["difference"]
        for name in ("counted", "lexicon", "nothing")
    }
    assert {name: round(cost, 3) for name, cost in costs.items()} == {
        "counted": 0.013,
        "lexicon": 0.018,
        "nothing": 0.097,
    }
    assert round(costs["lexicon"] + RESULTS["nats_a_word"]["gradient - lexicon"]["difference"], 3) == 0.023


def test_the_files_perplexity_of_the_law_is_the_laws():
    test, law = toy_records.toy_records("test"), records.generator()
    with torch.no_grad():
        nats = -law.log_prob(law.read([remark.words for remark in test])).sum().item()
    assert math.exp(nats / RESULTS["test"]["predictions"]) == pytest.approx(
        RESULTS["runs"]["generator"][0]["perplexity"], abs=1e-3
    )


def test_the_chain_does_not_find_the_records():
    found, runs = RESULTS["without_chain"], RESULTS["runs"]
    assert (found["vote"]["part"], found["law"]["part"], found["vote"]["fields"]) == (88.9, 94.4, 85.03)
    assert found["law"]["fields"] == 89.0 and round(found["law"]["perplexity"], 1) == 21.8
    for name, alone, changed in (("lexicon", 88.6, -1.1), ("nothing", 75.1, -14.0)):
        with_it, without = ([run["fields"] for run in of] for of in (runs[name], found["runs"][name]))
        gaps = [a - b for a, b in zip(with_it, without, strict=True)]
        assert (round(fmean(without), 1), round(fmean(gaps), 1)) == (alone, changed)
    test = toy_records.toy_records("test")
    assert 100 * experiment.vote(test)["part"].mean().item() == pytest.approx(88.9)
    law = experiment.law_unchained()
    assert torch.allclose(law.log_tables().moves[0, :-1].softmax(-1), law.log_tables().start.exp())
    hits = experiment.measure(law, test, toy_records.toy_records("dev"))
    assert 100 * hits["fields"].mean().item() == pytest.approx(89.0, abs=0.01)
