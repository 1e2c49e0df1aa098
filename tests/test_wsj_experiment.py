"""The runs on the real sample, tried out on toy trees; and the recorded results against themselves."""

import json
import statistics
from pathlib import Path

import pytest
import torch

from experiments import parsing, provenance, wsj, wsj_recipes, wsj_votes
from prpn_edu import data, evaluation, trees
from prpn_edu.evaluation import baselines
from prpn_edu.latent import Prpn, split

RECORDED = sorted(Path("results").glob("wsj-*.json"))
RECORDED = [path for path in RECORDED if path.stem.removeprefix("wsj-") in wsj_recipes.RECIPES]
SMALL = {"embedding": 8, "hidden": 8}


@pytest.fixture
def corpus():
    return parsing.Corpus(data.toy("train", 30), data.toy("dev", 12))


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    monkeypatch.setitem(wsj_recipes.TRAINING, "epochs", 2)


def small(name, monkeypatch):
    recipe = wsj_recipes.RECIPES[name]
    settings = recipe.settings | SMALL | ({"features": 8} if recipe.model is Prpn else {})
    monkeypatch.setitem(wsj.RECIPES, name, wsj_recipes.Recipe(recipe.differs, settings, recipe.model))


@pytest.mark.parametrize("name", wsj_recipes.RECIPES)
def test_every_recipe_runs_and_is_summed_up(name, corpus, monkeypatch, tmp_path):
    small(name, monkeypatch)
    runs = wsj.Runs(name, corpus, tmp_path)
    for seed in (1, 2):
        runs.add(seed)
    content = json.loads(json.dumps(runs.summary()))
    perplexities = [run["held_out_perplexity"] for run in content["runs"]]
    assert content["together"]["held_out_perplexity"]["mean"] == round(statistics.fmean(perplexities), 2)
    assert content["seeds"] == [1, 2] and len(content["runs"][0]["loss_by_epoch"]) == 2
    if name != "shuffled":  # which draws another order each time
        assert perplexities[0] == pytest.approx(
            content["runs"][0]["held_out_perplexity_by_epoch"][-1], abs=0.02
        )
    assert ("f1" in content["runs"][0]) == (name != "lstm")
    kept = wsj.Runs(name, corpus, tmp_path)  # what is done is read back
    again = json.loads(json.dumps(kept.add(1)))
    assert again == {key: value for key, value in content["runs"][0].items() if key != "agreement"}


def test_f1_is_that_of_the_library(corpus, monkeypatch):
    small("prpn", monkeypatch)
    runs = wsj.Runs("prpn", corpus, None)
    run = runs.add(1)
    model = wsj.RECIPES["prpn"].make(corpus.train, 1)
    gold = corpus.gold(10)
    untrained = [model.eval().parse(tree) for tree in gold]
    expected = 100 * evaluation.unlabeled_f1(untrained, gold).f1
    assert run["untrained"]["sentence, no root"] == round(expected, 2)
    usual = run["f1"]["10"]["biased"]["sentence, no root"]
    assert 100 * statistics.fmean(run["sentence_f1_10"]["biased"]) == pytest.approx(usual, abs=0.01)
    held_out = [tree for tree in corpus.held_out if len(trees.words(tree)) <= 10]
    assert gold[-len(held_out) :] == held_out
    own = run["sentence_f1_10"]["biased"][-len(held_out) :]
    held_out_f1 = run["f1_held_out_10"]["biased"]["sentence, no root"]
    assert 100 * statistics.fmean(own) == pytest.approx(held_out_f1, abs=0.01)


def test_distances_are_those_of_the_model_one_by_one(corpus):
    model = wsj_recipes.RECIPES["prpn"].make(corpus.train, 3)
    gold = corpus.gold(40)
    for own, tree in zip(parsing.distances(model, gold), gold, strict=True):
        assert torch.allclose(own, model.distances(tree), atol=1e-6)


def test_decoders_and_overlap():
    gold = [trees.right(list("abcd")), trees.left(list("abc"))]
    scores = [torch.tensor([0.1, 0.4, 0.3, 0.2]), torch.tensor([0.9, 0.1, 0.2])]
    assert parsing.parse(scores, gold, "biased") == [
        split.split(d, trees.words(t)) for d, t in zip(scores, gold, strict=True)
    ]
    assert parsing.parse(scores, gold, "unbiased") == [trees.right(list("abcd")), trees.left(list("abc"))]
    assert parsing.overlap(gold, gold) == 100.0
    assert parsing.overlap(gold, [baselines.left(trees.words(tree)) for tree in gold]) == 50.0


def test_agreement_is_the_mean_over_the_other_runs():
    words = list("abcd")
    runs = [[trees.left(words)], [trees.left(words)], [trees.right(words)]]
    assert [wsj.agreement(runs, k) for k in range(3)] == [50.0, 50.0, 0.0]
    assert wsj.agreement(runs[:1], 0) is None


def test_the_elected_tree_has_most_votes_of_all_trees():
    words = list("abcde")
    every = list(trees.binary_trees(words))
    generator = torch.Generator().manual_seed(0)
    for _ in range(20):
        voters = [baselines.random(words, generator) for _ in range(5)]
        (found,) = wsj_votes.elected([[tree] for tree in voters])

        def support(tree, voters=voters):
            return sum(len(trees.spans(tree) & trees.spans(voter)) for voter in voters)

        assert support(found) == max(map(support, every))


def test_votes_are_measured_on_the_sentences_of_the_models(corpus, monkeypatch, tmp_path):
    small("prpn", monkeypatch)
    runs = wsj.Runs("prpn", corpus, tmp_path)
    recorded = [runs.add(seed) for seed in (1, 2)]
    monkeypatch.setattr(parsing.Corpus, "load", classmethod(lambda cls, max_words: corpus))
    content = wsj_votes.record(tmp_path, [1, 2])
    (group,) = content["groups"]
    singles = [run["f1"]["10"]["biased"]["sentence, no root"] for run in recorded]
    assert group["f1_of_the_voters"] == singles
    assert len(group["sentence_f1"]) == len(corpus.gold(10))


def test_the_lstm_has_as_many_weights():
    corpus = [tree for tree in data.toy("train", 200) for _ in range(5)]
    weights = [
        sum(p.numel() for p in wsj_recipes.RECIPES[name].make(corpus, 0).parameters())
        for name in ("prpn", "lstm")
    ]
    assert abs(weights[0] - weights[1]) == 10


def test_long_lists_of_numbers_take_one_line(tmp_path):
    content = {
        "short": [1, 2],
        "long": [k / 7 for k in range(30)],
        "text": ["a [1, 2]", "b"],
        "none": [None] * 3,
    }
    provenance.write(tmp_path / "file.json", content)
    text = (tmp_path / "file.json").read_text()
    assert json.loads(text) == content
    assert max(map(len, text.splitlines())) > 200 and len(text.splitlines()) < 25


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_result_is_consistent_with_itself(path):
    content = json.loads(path.read_text())
    recipe = wsj_recipes.RECIPES[path.stem.removeprefix("wsj-")]
    assert content["differs"] == recipe.differs
    assert content["model"] in [kind.__name__ for kind in recipe.model.mro()]
    assert (
        recipe.settings.items()
        <= {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in content["settings"].items()
        }.items()
    )
    assert content["seeds"] == [run["seed"] for run in content["runs"]]
    assert content["sentences"]["all_10"] == 555 and content["sentences"]["held_out_10"] == 51
    assert content["vocabulary"]["entries"] == 1944
    for run in content["runs"]:
        assert len(run["loss_by_epoch"]) == 10
        for decoder, values in run.get("sentence_f1_10", {}).items():
            usual = run["f1"]["10"][decoder]["sentence, no root"]
            assert 100 * statistics.fmean(values) == pytest.approx(usual, abs=0.01) and len(values) == 555
