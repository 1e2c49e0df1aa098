"""What is recorded of PRPN on the toy treebank is whole, and is what the library still computes."""

import json
import math
from pathlib import Path

import pytest
import torch

from experiments import toy_prpn
from prpn_edu import data, evaluation
from prpn_edu.evaluation import baselines
from prpn_edu.latent.prpn import Prpn, build_vocabulary
from prpn_edu.loops import gates

RECORDED = json.loads((Path(__file__).parents[1] / "results/toy-prpn.json").read_text("utf-8"))
RUNS = RECORDED["runs"]


def test_five_seeds_of_two_conditions_that_differ_in_one_thing():
    for runs in RUNS.values():
        assert [run["seed"] for run in runs] == RECORDED["seeds"] == [0, 1, 2, 3, 4]
    assert RECORDED["settings"] == toy_prpn.SETTINGS and RECORDED["training"] == toy_prpn.TRAINING
    assert {name: str(value) for name, value in toy_prpn.OPEN.items()} == RECORDED["no_gates"]
    for with_gates, without in zip(RUNS["gates"], RUNS["no gates"], strict=True):
        assert with_gates["f1_before_training"] == without["f1_before_training"], (
            "the same weights at the start"
        )


def test_references_are_recomputed():
    gold = data.toy("test")
    right = evaluation.unlabeled_f1([baselines.right(tree.leaves()) for tree in gold], gold).f1
    assert RECORDED["f1_nobody_learnt"]["right"] == pytest.approx(100 * right, abs=0.01)
    assert RECORDED["watched"]["sentence"] == gold[toy_prpn.WATCHED].leaves()


def test_epochs_are_chosen_on_the_development_set():
    for runs in RUNS.values():
        for run in runs:
            curve = run["dev_perplexity_by_epoch"]
            assert curve[run["best_epoch"] - 1] == min(curve) and len(curve) == RECORDED["training"]["epochs"]
            assert run["perplexity"] > RECORDED["perplexity_of_the_grammar"]["test"]


def test_snapshots_are_gates_of_their_scores():
    frames = RUNS["gates"][0]["snapshots"]
    assert [frame["step"] for frame in frames[:-1]] == list(toy_prpn.STEPS) and frames[-1]["kept"]
    assert all("snapshots" not in run for run in RUNS["no gates"])
    for frame in frames:
        for t in range(1, len(frame["d"])):
            open_ = gates.expected_gates(gates.alphas(frame["d"], t, 0.1, "code"))
            assert frame["gates"][t] == pytest.approx(open_, abs=0.01)  # scores are rounded to four digits
            assert sum(frame["attention"][t]) == pytest.approx(1, abs=0.001)


def test_the_watcher_looks_before_the_steps_that_were_asked_for():
    sentences = [["a", "b"], ["b", "a", "a"]]
    torch.manual_seed(0)
    model = Prpn(build_vocabulary(sentences), embedding=4, hidden=4, layers=1)
    watcher = toy_prpn.Watcher(model, ["a", "b"], (0, 2))
    batch = model.collate([model.read(words) for words in sentences])
    before = model.distances(["a", "b"]).tolist()
    for _ in range(3):
        model.train().loss(batch)
        model.eval().loss(batch)  # not a step of the training
    assert [seen["step"] for seen in watcher.seen] == [0, 2] and watcher.step == 3
    assert watcher.seen[0]["d"][1:] == [round(x, 4) for x in before]


def test_nats_and_scores_of_many_are_those_of_each():
    sentences = [["a", "b"], ["b", "a", "a"], ["a"]]
    torch.manual_seed(0)
    model = Prpn(build_vocabulary(sentences), embedding=4, hidden=4, layers=1).double()
    nats = toy_prpn.nats_of(model, sentences)
    for words, each, d in zip(sentences, nats, toy_prpn.distances(model, sentences), strict=True):
        assert each == pytest.approx(evaluation.mean_loss(model, [words]) * (len(words) + 1))
        assert torch.allclose(d, model.distances(words))
    assert all(math.isfinite(x) for x in nats)
