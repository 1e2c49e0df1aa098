"""The LSTM of the page: its loop is the batched model, and its record says what its figures say."""

import hashlib
import json
import math
from pathlib import Path

import pytest
import torch

from experiments import page_lstm
from prpn_book.chapters import recurrent as pictures
from prpn_book.views import memory
from prpn_edu import data, shipped
from prpn_edu.composition import Bow, Lstm, export
from prpn_edu.data import Vocabulary
from prpn_edu.loops.packed import read

RESULTS = Path(__file__).parents[1] / "results/toy-page-lstm.json"
WORDS = ["it", "was", "not", "good", "but", "funny"]
HALF = {"f": [0.5, 1.0], "i": [1.0, 1.0], "g": [-1.0, 0.0], "o": [0.5, 0.5]}


@pytest.fixture(scope="module")
def record():
    return json.loads(RESULTS.read_text("utf8"))


def make():
    torch.manual_seed(1)
    return Lstm(Vocabulary.build([WORDS]), embedding=5, hidden=7, init_std=1.0).double().eval()


def ready(table):
    return {"number": {word: k for k, word in enumerate(table["words"])}, **table} | {
        "cell": memory.cell_weights(table)
    }


@torch.no_grad()
def test_the_loop_is_the_batched_model_word_for_word():
    model = make()
    table = ready(export.tables(model))
    batch = model.collate([(torch.tensor(model.vocabulary.encode([*WORDS, "strange"])), 0)])
    found = memory.steps(table, [*WORDS, "strange"])
    for (h, _), right in zip(found, model.states(batch)[0], strict=True):
        assert h == pytest.approx(right.tolist(), abs=1e-9)
    told = model.logits(batch).softmax(-1)[0].tolist()
    assert memory.chances(table, found[-1][0]) == pytest.approx(told, abs=1e-9)


def test_a_gate_that_is_held_changes_nothing_before_it_and_shut_forgets_all_of_it():
    table = ready(export.tables(make()))
    free, shut = memory.steps(table, WORDS), memory.steps(table, WORDS, {3: 0.0})
    assert shut[:3] == free[:3] and shut[3][1]["f"] == [0.0] * 7 and shut[3][0] != free[3][0]
    gates = shut[3][1]
    written = [o * math.tanh(i * g) for o, i, g in zip(gates["o"], gates["i"], gates["g"], strict=True)]
    assert shut[3][0] == pytest.approx(written)


def test_what_is_left_is_what_was_written_times_every_later_gate():
    assert memory.left([HALF, HALF, HALF]) == [0.25, 0.5, 1]  # the unit that writes forgets by half
    both = {**HALF, "g": [-1.0, 1.0]}  # the other keeps all
    assert memory.left([both, both]) == [0.75, 1]


def test_another_model_is_refused():
    with pytest.raises(TypeError, match="not a Bow"):
        export.tables(Bow(Vocabulary.build([WORDS])))


def test_the_shipped_weights_are_those_of_the_recorded_run(record):
    text = shipped.LSTM.read_bytes()
    assert hashlib.sha256(text).hexdigest() == record["shipped"]["sha256"], (
        "run: python -m experiments.page_lstm"
    )
    assert record["seeds"] == list(page_lstm.SEEDS) == [int(seed) for seed in record["models"]]
    best = record["models"][str(record["shipped"]["seed"])]
    assert best["dev"] == max(one["dev"] for one in record["models"].values())
    assert shipped.lstm()["about"]["accuracy"] == best["test"]
    model, test = page_lstm.opened(shipped.lstm()), data.toy("test")
    right = sum(page_lstm.label(model, tree.leaves()) == int(tree.label()) for tree in test)
    assert 100 * right / len(test) == pytest.approx(best["test"])
    again = page_lstm.held_right(model, test)
    assert {way: sum(marks) for way, marks in again.items()} == best["right_of_turns"]


def test_open_gates_at_but_do_harm_and_shut_ones_none_that_is_clear(record):
    change = record["change_when_held"]
    assert change["open at but"][1] < 0 and change["shut at another word"][1] < 0
    assert all(change[way][0] < 0 < change[way][1] for way in ("shut at but", "open at another word"))
    means = [
        sum(model["right_of_turns"][way] for model in record["models"].values()) for way in page_lstm.HELD
    ]
    lost = 100 * (means[0] - means[1]) / (len(record["models"]) * record["remarks"]["turns"])
    assert 11 <= lost < 11.5, "the chapter says 11 points"


def test_the_numbers_that_the_chapter_reads_off_its_figure():
    view = pictures.read_by_the_page("it was funny but the critic hated it")
    words, by = view["words"], {name: view[name] for name in ("forget", "input", "output")}
    lowest = {name: words[values.index(min(values))] for name, values in by.items()}
    assert lowest == {"forget": "but", "input": "critic", "output": "was"}
    most = sorted(range(len(words)), key=by["input"].__getitem__)[-2:]
    assert {words[t] for t in most} == {"funny", "hated"}
    assert [f"{view['left'][t]:.2f}" for t in (2, 6)] == ["0.08", "0.83"]


def test_a_model_is_trained_packed_and_measured():
    remarks, dev = data.toy("train", 60), data.toy("dev", 20)
    model = page_lstm.train(1, remarks, dev, epochs=1, batch_size=25, lr=4e-3)
    opened = page_lstm.opened(page_lstm.packed(model))
    found = page_lstm.measured(opened, data.toy("test", 40), dev)
    assert set(found) == {"dev", "test", "gates"}
    assert read(page_lstm.packed(model))["words"] == list(model.vocabulary.words)
