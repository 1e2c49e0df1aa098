"""The toy runs of chapter 16: gates that are read off a layer, a small run, and the recorded results."""

import json
from pathlib import Path

import pytest
import torch
from nltk import Tree

from experiments import toy_ordered
from prpn_book.chapters import ordered_neurons as pictures
from prpn_edu import data, trees
from prpn_edu.latent import LstmLm, OnLstm
from prpn_edu.latent.ordered.lstm import OrderedLstm
from prpn_edu.latent.words import build_vocabulary

RECORDED = json.loads((Path(__file__).parents[1] / "results/toy-ordered.json").read_text("utf-8"))
TINY = {"embedding": 8, "hidden": 8, "chunk": 2, "init_range": 0.1}


@pytest.fixture(scope="module")
def parts():
    return {name: data.toy(name, size) for name, size in (("train", 40), ("dev", 10), ("test", 10))}


def test_the_gates_of_a_cell_are_those_that_make_its_memory():
    torch.manual_seed(0)
    layer = OrderedLstm(5, 8, 2).double()
    x = torch.randn(2, 6, 5, dtype=torch.float64)
    keep, let_in = toy_ordered.cell_gates(layer, x)  # (B, T, m, C)
    reads = x @ layer.W.T + layer.b
    h, c = torch.zeros(2, 8, dtype=torch.float64), torch.zeros(2, 4, 2, dtype=torch.float64)
    for t in range(6):
        g = (reads[:, t] + h @ layer.R.T)[:, 8 + 16 : 8 + 24].unflatten(-1, (4, 2)).tanh()
        expected = keep[:, t] * c + let_in[:, t] * g
        h, c, _ = layer.step(reads[:, t], h, c)
        assert torch.allclose(c, expected)


def test_what_is_erased_is_missed_later_and_never_before(parts):
    torch.manual_seed(0)
    model = OnLstm(build_vocabulary([tree.leaves() for tree in parts["train"]]), **TINY | {"init_range": 1.0})
    sentences = [tree.leaves() for tree in data.toy("dev", 60)]
    harm = torch.tensor(toy_ordered.harm_of_erasing(model, sentences, word=3, later=2))
    assert (harm.abs().sum(1) > 0).tolist() == [True] * 3 + [False]  # the highest level is always empty
    assert "step" not in vars(model.layers[model.config.tree_layer - 1])  # the model reads as before


def test_the_forget_gates_of_an_lstm_are_those_that_make_its_memory(parts):
    torch.manual_seed(0)
    model = LstmLm(build_vocabulary(parts["train"]), embedding=6, hidden=5)
    words = parts["train"][0].leaves()
    gates = toy_ordered.lstm_forget_gates(model, words)
    assert gates.shape == (len(words), 5)
    lstm, x = model.layers[0], model.table[model.collate([model.read(words)]).ids]
    with torch.no_grad():
        _, (h, c) = lstm(x[:, :3])
        four = lstm.weight_ih_l0 @ x[0, 3] + lstm.bias_ih_l0 + lstm.weight_hh_l0 @ h[0, 0] + lstm.bias_hh_l0
        i, f, g, _ = four.chunk(4)
        _, (_, after) = lstm(x[:, :4])
    assert torch.allclose(after[0, 0], f.sigmoid() * c[0, 0] + i.sigmoid() * g.tanh(), atol=1e-6)
    assert torch.allclose(gates[2], f.sigmoid(), atol=1e-6)


def test_a_small_run_records_what_the_chapter_reads(parts, monkeypatch):
    monkeypatch.setattr(toy_ordered, "SETTINGS", TINY)
    monkeypatch.setitem(toy_ordered.TRAINING, "epochs", 1)
    one = json.loads(json.dumps(toy_ordered.run(3, parts)))
    assert one.keys() == RECORDED["runs"][0].keys()
    assert len(one["kept_by_level"]) == 4 and one["kept_by_level"][-1] == 1, "the top is never wiped"
    torch.manual_seed(3)
    fresh = OnLstm(build_vocabulary(parts["train"]), **TINY)
    sentences = [tree.leaves() for tree in parts["test"]]
    before = {"kept_by_level": toy_ordered.kept_by_level(fresh, sentences)}
    assert toy_ordered.trees_told(fresh, parts["test"]) | before == one["untrained"]


def test_the_record_says_what_the_chapter_says():
    runs = RECORDED["runs"]
    assert len(runs) == 10 and RECORDED["chosen_on"] == "dev"
    for run in runs:
        kept = run["kept_by_level"]
        before = run["untrained"]["kept_by_level"]
        assert before == sorted(before), "the order is built in"
        assert kept[6] - kept[0] < before[6] - before[0], "training makes it flatter"
    told = pictures.missed(RECORDED).alt
    assert "the next guess: a low level, 0 to 2 19.0 (15.2 to 22.8); a high level, 4 to 6 6.8" in told
    for part, lower in (
        (slice(0, 1), 0),
        (slice(1, None), 7),
    ):  # in so many models a high level is missed more
        low, high = (
            [sum(sum(level[part]) for level in run["harm_of_erasing"][levels]) for run in runs]
            for levels in (slice(0, 3), slice(4, 7))
        )
        assert sum(a < b for a, b in zip(low, high, strict=True)) == lower
    assert pictures.with_phrase(RECORDED, pictures.FRIEND, (0, 4)) == 10
    assert pictures.with_phrase(RECORDED, pictures.FRIEND, (4, 7)) == 10
    told = pictures.gained(RECORDED)
    assert "right-branching: 4.8 (-0.5 to 10.1)" in told and "the place alone: 10.9 (5.1 to 16.7)" in told
    for sentence, gold in RECORDED["gold"].items():
        assert trees.words(Tree.fromstring(gold.replace("(", "(X "))) == sentence.split()
