"""The recipes of part I: every one runs, and what is recorded in results/ is consistent with itself."""

import json
import statistics
from pathlib import Path

import pytest
import torch

from experiments import recipes, sentiment
from experiments.provenance import Clock
from prpn_edu import data

TRAIN, DEV = data.toy("train", 20), data.toy("dev", 10)
WORDS = data.Vocabulary.build(TRAIN)
RESULTS = sorted((Path(__file__).parents[1] / "results").glob("sst-*.json"))


def weights(model):
    return torch.cat([p.detach().flatten() for p in model.parameters()])


def test_every_recipe_runs():
    vectors = torch.randn(len(WORDS), 6)
    for name, recipe in recipes.RECIPES.items():
        model = recipe.make(WORDS, vectors, seed=0)
        settings = recipe.training | {"epochs": 1}
        history = recipes.fit(model, recipe.train_on(TRAIN[:5]), recipe.test_on(DEV[:5]), **settings)
        assert len(history.epochs) == 1, name
        assert torch.equal(weights(recipe.make(WORDS, vectors, 0)), weights(recipe.make(WORDS, vectors, 0)))


def test_balanced_trees_keep_words_and_root_label():
    for tree in DEV[:10]:
        other = recipes.RECIPES["tree-lstm-balanced-tuned"].test_on([tree])[0]
        assert other.leaves() == tree.leaves() and other.label() == tree.label()
        assert all(not node.label().isdecimal() for node in other.subtrees() if node is not other)


def test_a_run_reports_what_happened():
    splits = {"train": TRAIN, "dev": DEV, "test": DEV}
    recipe = recipes.Recipe(recipes.BinaryTreeLstm, {"hidden": 4}, {"epochs": 3, "all_nodes": True})
    result = sentiment.run(recipe, splits, None, seed=1)
    assert result == sentiment.run(recipe, splits, None, seed=1) | {
        key: result[key] for key in ("cpu_seconds", "cpu_seconds_to_best", "wall_seconds")
    }
    assert result["test"] == result["dev"] == max(result["dev_by_epoch"])
    assert result["dev_by_epoch"].index(result["dev"]) + 1 == result["best_epoch"]


def test_recipes_that_need_vectors_are_passed_over_by_name(tmp_path, monkeypatch, capsys):
    def missing(_):
        raise ModuleNotFoundError("the vectors need a package")

    monkeypatch.setattr(sentiment.data, "sst", lambda split: TRAIN if split == "train" else DEV)
    monkeypatch.setattr(sentiment.glove, "load", missing)
    monkeypatch.setitem(sentiment.RECIPES, "bow", recipes.Recipe(recipes.Bow, {}, {"epochs": 1}))
    sentiment.main(["--only", "lstm-tuned", "bow", "--seeds", "0", "1", "--out", str(tmp_path)])
    assert [path.name for path in tmp_path.iterdir()] == ["sst-bow.json"]
    assert json.loads((tmp_path / "sst-bow.json").read_text())["seeds"] == [0, 1]
    assert "lstm-tuned: passed over" in capsys.readouterr().out


@pytest.mark.parametrize("path", RESULTS, ids=lambda path: path.stem)
def test_a_recorded_result_is_consistent_with_itself(path):
    content = json.loads(path.read_text())
    name = path.stem.removeprefix("sst-")
    recipe, runs = recipes.RECIPES[name], content["runs"]
    summary = sentiment.summary(name, runs, (content["vectors"] or {}).get("from"), Clock())
    assert _without_circumstances(content) == _without_circumstances(summary)
    assert {"versions", "machine", "threads"} <= content.keys()
    assert content["model"] == recipe.model.__name__
    assert len(content["seeds"]) == len(set(content["seeds"])) == len(runs)
    assert content["test"]["mean"] == pytest.approx(statistics.fmean(run["test"] for run in runs), abs=0.006)
    for run in runs:
        assert run["dev"] == max(run["dev_by_epoch"]) == run["dev_by_epoch"][run["best_epoch"] - 1]
        assert run["cpu_seconds_to_best"] <= run["cpu_seconds"]


def test_what_the_book_says_of_the_models():
    """Two claims of chapter 5 that rest on recorded numbers alone."""
    recorded = {path.stem.removeprefix("sst-"): json.loads(path.read_text()) for path in RESULTS}
    tree, lstm = recorded["tree-lstm-nodes-tuned"], recorded["lstm-tuned"]
    assert tree["test"]["mean"] >= 47.0 and max(run["cpu_seconds"] for run in tree["runs"]) < 180
    assert lstm["test"]["mean"] >= 42.0
    assert len(tree["runs"]) >= 3 and len(lstm["runs"]) >= 3


def _without_circumstances(content):
    here_and_now = ("commit", "versions", "machine", "threads", "wall_seconds", "cpu_seconds")
    return {key: value for key, value in content.items() if key not in here_and_now}
