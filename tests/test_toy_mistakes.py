"""The six mistaken nodes of chapter 4: what is recorded of them is what they do, and they start alike."""

import json
from pathlib import Path

import pytest
import torch

from experiments import toy_mistakes
from prpn_edu import data
from prpn_edu.composition.tree_lstm import BinaryCell
from prpn_edu.evaluation import paired_interval

RESULTS = Path(__file__).parents[1] / "results/toy-mistakes.json"


@pytest.fixture(scope="module")
def record():
    return json.loads(RESULTS.read_text("utf-8"))


def test_the_node_without_a_mistake_is_that_of_the_library():
    torch.manual_seed(0)
    cell = BinaryCell(embedding=3, hidden=5)
    h, c = torch.randn(2, 4, 2, 5)  # (n, 2, H) each
    assert torch.allclose(toy_mistakes.node(cell, h, c), torch.cat(cell.join(h, c), 1))


def test_every_mistake_shows_on_different_children_and_two_hide_on_equal_ones(record):
    nodes = {name: record["models"][name]["node"] for name in toy_mistakes.MISTAKES}
    for name, node in nodes.items():
        assert node["different"] > 0.01
        assert node["different"] == pytest.approx(toy_mistakes.distance(name, equal=False), abs=1e-4)
    hidden = [name for name, node in nodes.items() if node["equal"] < 1e-6]
    assert hidden == ["children exchanged", "each gate with the other child's memory"]
    assert all(toy_mistakes.distance(name, equal=True) < 1e-6 for name in hidden)


def test_the_intervals_follow_from_the_answers(record):
    gold = record["gold"]
    assert gold == "".join(tree.label() for tree in data.toy("test"))

    def right(name):
        told = record["models"][name]["answers"]
        return [[float(a == b) for a, b in zip(each, gold, strict=True)] for each in told]

    name = toy_mistakes.MISTAKES[0]
    told = record["models"][name]["minus_the_right_node"]
    assert told == pytest.approx(paired_interval(right(name), right("none")), abs=1e-3)


def test_readers_of_one_seed_differ_in_the_mistake_alone():
    remarks = data.toy("train", 4)
    right, wrong = (toy_mistakes.trained(name, remarks, 0, epochs=0) for name in ("", "no input gate"))
    for ours, theirs in zip(right.parameters(), wrong.parameters(), strict=True):
        assert torch.equal(ours, theirs)
    assert len(toy_mistakes.answers(wrong, remarks)) == 4
