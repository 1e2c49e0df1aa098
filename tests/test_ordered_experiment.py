"""The runs of chapter 16, tried out on toy trees; and the recorded results against themselves."""

import json
import statistics
from pathlib import Path

import pytest
import torch

from experiments import ordered, parsing, wsj_recipes
from prpn_edu import data, evaluation, trees
from prpn_edu.evaluation import baselines

RECORDED = sorted(Path("results").glob("ordered-*.json"))
USUAL = "sentence, no root"


@pytest.fixture(scope="module")
def corpus():
    return parsing.Corpus(data.toy("train", 20), data.toy("dev", 8))


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setitem(wsj_recipes.TRAINING, "epochs", 1)
    for name, recipe in ordered.RECIPES.items():
        settings = recipe.settings | {"embedding": 8, "hidden": 8}
        monkeypatch.setitem(ordered.RECIPES, name, wsj_recipes.Recipe(recipe.differs, settings, recipe.model))


@pytest.mark.parametrize("name", ordered.RECIPES)
def test_every_recipe_runs_and_is_summed_up(name, corpus, small):
    runs = ordered.OrderedRuns(name, corpus, None)
    runs.add(1)
    content = json.loads(json.dumps(runs.summary()))
    assert content["command"] == f"python -m experiments.ordered --only {name} --seeds 1"
    (run,) = content["runs"]
    assert ("f1" in run) == (name != "lstm")
    if name != "lstm":
        assert run["layers"]["2"] == run["f1"]["10"]["biased"]
        assert len(run["mean_by_place"]) == max(len(trees.words(tree)) for tree in corpus.gold(10))


def test_without_master_gates_the_trees_are_right_branching_until_ties_are_broken(corpus, small):
    runs = ordered.OrderedRuns("plain", corpus, None)
    run = runs.add(1)
    gold = corpus.gold(10)
    right = [baselines.right(trees.words(tree)) for tree in gold]
    expected = round(100 * evaluation.unlabeled_f1(right, gold).f1, 2)
    assert run["f1"]["10"]["biased"][USUAL] == run["place_alone"][USUAL] == expected
    assert run["tied_sentences"] == sum(len(trees.words(tree)) > 1 for tree in gold)
    assert run["ties_at_random"][USUAL] != expected


def test_ties_at_random_keep_what_differs_and_shuffle_the_rest():
    d = torch.tensor([0.5, 0.2, 0.5, 0.5, 0.9])
    ranks = torch.stack([ordered.ties_at_random([d], seed)[0] for seed in range(60)])
    assert (ranks[:, 1] == 0).all() and (ranks[:, 4] == 4).all()
    assert all(set(ranks[:, k].tolist()) == {1, 2, 3} for k in (0, 2, 3))
    assert torch.equal(ordered.ties_at_random([d[:2]], 0)[0], torch.tensor([1.0, 0.0]))


def test_the_mean_by_place_counts_each_sentence_as_far_as_it_goes():
    scores = [torch.tensor([1.0, 2.0]), torch.tensor([3.0]), torch.tensor([2.0, 6.0, 5.0])]
    assert ordered.by_place(scores).tolist() == [2, 4, 5]


def test_the_models_have_as_many_weights_as_prpn():
    corpus = [tree for tree in data.toy("train", 200) for _ in range(5)]
    recipes = ordered.RECIPES | {"prpn": wsj_recipes.RECIPES["prpn"]}
    weights = {
        name: sum(p.numel() for p in recipe.make(corpus, 0).parameters()) for name, recipe in recipes.items()
    }
    words = 1944 * 101  # the table of the real sample and its biases; every model has them
    toy = len(recipes["prpn"].make(corpus, 0).vocabulary) * 101
    real = {name: count - toy + words for name, count in weights.items()}
    assert all(abs(count / real["prpn"] - 1) < 0.01 for count in real.values())


@pytest.mark.parametrize("path", RECORDED, ids=[path.stem for path in RECORDED])
def test_the_recorded_runs_belong_together(path):
    content = json.loads(path.read_text(encoding="utf-8"))
    prpn = json.loads(Path("results/wsj-prpn.json").read_text(encoding="utf-8"))
    for key in ("data", "sentences", "vocabulary", "training"):
        assert content[key] == prpn[key]
    assert abs(content["weights"] / prpn["weights"] - 1) < 0.01
    perplexities = [run["held_out_perplexity"] for run in content["runs"]]
    assert content["together"]["held_out_perplexity"]["mean"] == round(statistics.fmean(perplexities), 2)
    for run in content["runs"]:
        if "f1" in run:
            mean = 100 * statistics.fmean(run["sentence_f1_10"]["biased"])
            assert mean == pytest.approx(run["f1"]["10"]["biased"][USUAL], abs=0.01)
            assert run["layers"]["2"] == run["f1"]["10"]["biased"]
