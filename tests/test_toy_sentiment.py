"""The recorded trainings on the toy treebank: they are what their command gives, and what it asks for."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest
import torch
from nltk import Tree

from experiments import page_votes, toy_sentiment
from prpn_book.views import votes
from prpn_edu import data, shipped, trees
from prpn_edu.composition import Lstm
from prpn_edu.data.toy import SIZES, swapped
from prpn_edu.loops.bags import argmax
from prpn_edu.loops.packed import UNKNOWN

RESULTS = Path(__file__).parents[1] / "results"
NAMES = list(toy_sentiment.COMPARISONS)
# One of each kind: a bag, one that begins with vectors, a sequence, the labels of all nodes.
SOME = [
    ("bags", "CBOW"),
    ("pretrained", "pretrained, sd 0.5, frozen, 400 labels"),
    ("recurrent", "LSTM"),
    ("tree-lstm", "tree, all labels"),
]


def recorded(name):
    return json.loads((RESULTS / f"toy-{name}.json").read_text("utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_a_record_holds_every_answer_and_how_it_was_made(name):
    content, comparison = recorded(name), toy_sentiment.COMPARISONS[name]
    seeds = content["seeds"]
    assert content["command"] == f"{toy_sentiment.COMMAND} --only {name} --seeds {' '.join(map(str, seeds))}"
    assert len(seeds) == len(set(seeds)) >= 3 and {"versions", "machine", "cpu_seconds"} <= content.keys()
    asked = toy_sentiment.questions(comparison)
    assert content["gold"] == {part: "".join(t.label() for t in asked[part]) for part in asked}
    assert list(content["models"]) == list(comparison.recipes)
    for title, made in content["models"].items():
        recipe = comparison.recipes[title]
        assert made["model"] == recipe.model.__name__ and made["training"] == recipe.training
        assert made["settings"] == asdict(recipe.model.Config(**recipe.settings))
        assert made["examples"] == recipe.examples
        assert made["labels"] == (comparison.labels.get(title, comparison.train) or SIZES["train"])
        assert [run["seed"] for run in made["runs"]] == seeds
        for run in made["runs"]:
            dev = run["dev_by_epoch"]
            assert dev.index(max(dev)) + 1 == run["best_epoch"]
            assert len(dev) == len(run["loss_by_epoch"]) == recipe.training["epochs"]
            assert {part: len(told) for part, told in run["answers"].items()} == {
                part: len(gold) for part, gold in content["gold"].items()
            }


@pytest.mark.slow
@pytest.mark.parametrize(("name", "title"), SOME, ids=lambda part: part)
def test_the_first_epoch_comes_out_again(name, title):
    """All that follows rests on it: the data, the weights at the beginning, the order and the recipe."""
    stored = recorded(name)["models"][title]["runs"][0]
    again = toy_sentiment.run(toy_sentiment.COMPARISONS[name], title, stored["seed"], epochs=1)
    assert again["loss_by_epoch"][0] == pytest.approx(stored["loss_by_epoch"][0], abs=2e-3)
    assert again["dev_by_epoch"][0] == pytest.approx(stored["dev_by_epoch"][0], abs=1.0)


def test_answers_are_in_the_order_of_the_remarks():
    torch.manual_seed(0)
    dev = data.toy("dev", 9)
    model = Lstm(data.Vocabulary.build(dev), embedding=4, hidden=4, init_std=3.0).eval()
    told = toy_sentiment.answers(model, dev)
    assert told == "".join(str(model.predict(tree).label) for tree in dev) and len(set(told)) > 1


def test_a_swap_exchanges_the_halves_and_what_they_say():
    tree = Tree.fromstring("(0 (3 (2 it) (3 works)) (0 (2 but) (0 (2 they) (0 sleep))))")
    assert swapped(tree) == Tree.fromstring("(3 (0 (2 they) (0 sleep)) (3 (2 but) (3 (2 it) (3 works))))")
    assert swapped(Tree.fromstring("(3 (2 it) (3 (2 was) (3 funny)))")) is None
    asked = toy_sentiment.questions(toy_sentiment.COMPARISONS["recurrent"])["swaps"]
    pairs = list(zip(asked[::2], asked[1::2], strict=True))
    assert all(sorted(trees.words(a)) == sorted(trees.words(b)) and a.label() != b.label() for a, b in pairs)


def test_the_forget_gates_of_a_keeping_lstm_begin_at_1():
    dev = data.toy("dev", 5)
    model = toy_sentiment.KeepingLstm(data.Vocabulary.build(dev), embedding=4, hidden=3)
    assert (model.cell.b[3:6] == 1).all() and (model.cell.b[:3] != 1).all() and (model.cell.b[6:] != 1).all()


def test_a_folder_that_is_not_there_is_named(tmp_path, capsys):
    with pytest.raises(SystemExit):
        toy_sentiment.main(["--out", str(tmp_path / "absent")])
    assert "there is no folder" in capsys.readouterr().err


def test_the_votes_of_the_page_are_a_bag():
    """The shipped bag of words answers as its recipe says: the votes of its words, and no order."""
    about = shipped.votes()["about"]
    votes.install(shipped.votes())
    number, rows, bias = (votes.SHIPPED[name] for name in ("number", "votes", "bias"))
    told = []
    for tree in (test := data.toy("test")):
        ids = [number.get(word, number[UNKNOWN]) for word in tree.leaves()]
        told.append(argmax(votes.scores(rows, ids, bias)))
    right = sum(winner == int(tree.label()) for winner, tree in zip(told, test, strict=True))
    assert about["command"] == page_votes.COMMAND
    assert abs(100 * right / len(test) - about["accuracy"]) < 0.5, "a byte a vote loses little"
    model = page_votes.train(data.toy("train", 60), data.toy("dev", 20), epochs=1, batch_size=25, lr=0.01)
    packed = page_votes.packed(model, about)
    assert packed["words"] == list(model.vocabulary.words) and len(packed["votes"]["codes"]) == len(
        packed["words"]
    )
