"""Numbers that a reader of part I works out with a pencil: each is computed here, and stands in the text."""

import math
from fractions import Fraction as F
from pathlib import Path

import pytest
import torch

from prpn_book.chapters import pencil
from prpn_book.views import tree_lstm
from prpn_edu import data, shipped
from prpn_edu.loops import bags
from prpn_edu.loops.lstm import sigmoid

TEXTS = Path(__file__).parents[1] / "book/part1-composition/text"


def stands_in(name, *passages):
    text = (TEXTS / f"{name}.md").read_text("utf-8")
    assert [passage for passage in passages if passage not in text] == []


def test_the_steps_downhill_and_the_chain_of_the_page_on_gradients():
    assert pencil.walk(F(1, 4), 3) == [0, F(3, 2), F(9, 4), F(21, 8)]
    assert pencil.walk(1, 2) == [0, 6, 0] and pencil.walk(F(1, 2), 1) == [0, 3]
    losses = [(w - 3) ** 2 for w in pencil.walk(1.05, 6)]
    assert losses == sorted(losses)
    w = torch.tensor(2.0, requires_grad=True)
    ((3 * w - 5) ** 2).backward()
    assert w.grad == 6 and (3 * F("2.01") - 5) ** 2 == F("1.0609")
    slope = 1 - math.tanh(1) ** 2
    assert (f"{slope:.2f}", f"{2 * slope:.2f}") == ("0.42", "0.84") and 1e-4 < slope**10 < 2e-4
    stands_in("gradients-with-a-pencil", "1.0609", "0.42 \\cdot 2 = 0.84", "leads to 2.25")


def test_the_softmax_and_the_hill_of_chapter_2():
    chances = bags.softmax([-0.1, 0.1, 0.1, 2.4, 0.2])
    assert (f"{chances[3]:.2f}", f"{-math.log(chances[3]):.2f}") == ("0.72", "0.33")
    assert f"{-0.5 * (chances[3] - 1):.2f}" == "0.14" and f"{-0.5 * chances[0]:.2f}" == "-0.03"
    layers = [([[1], [1]], [0, -3]), ([[1, -1]], [-1])]  # of the hill, without the last matrix
    for s, sign in {1: 1, 2: 1, -1: -1, 4: -1}.items():
        (o,) = map(math.tanh, bags.deep_cbow([0], [[s]], layers))
        assert sign * o > 0.6
    words = {
        "brilliant": "−1 1 0 −1 1",
        "dreadful": "1 −1 0 1 −1",
        "not": "−2 2 0 2 −2",
        "bias": "1 −1 0 −1 1",
    }
    stands_in("02-bags-of-words", *(f"| {word} | {row.replace(' ', ' | ')} |" for word, row in words.items()))
    *table, bias = ([int(x.replace("−", "-")) for x in row.split()] for row in words.values())
    sums = [bags.bow(remark, table, bias) for remark in ([0], [1], [2, 0], [2, 1])]
    assert [[k for k in range(5) if o[k] == max(o)] for o in sums] == [[4], [0], [1], [3]]
    assert sums[2] == [-2, 2, 0, 0, 0]
    stands_in("02-bags-of-words", "-\\ln 0.72 = 0.33", "$p = \\tanh(s)$", "$q = \\tanh(s - 3)$")
    for s, p, minus_q, told in ((1, "0.76", "0.96", 0.7), (4, "1.00", "0.76", -0.8)):
        assert (f"{math.tanh(s):.2f}", f"{abs(math.tanh(s - 3)):.2f}") == (p, minus_q)
        assert round(math.tanh(s) - math.tanh(s - 3) - 1, 1) == told
    stands_in("02-bags-of-words", "$0.76 + 0.96 - 1 \\approx 0.7$", "$1.00 - 0.76 - 1 \\approx -0.8$")


def test_the_slopes_and_the_bias_of_chapter_3():
    assert f"{math.tanh(1.25):.2f}" == "0.85"
    states = [math.tanh(1)]
    for _ in range(2):
        states.append(math.tanh(1 + states[-1] / 2))
    passed = [(1 - h * h) / 2 for h in states[1:]]
    assert [f"{x:.2f}" for x in passed] == ["0.11", "0.10"] and f"{passed[0] * passed[1]:.3f}" == "0.011"
    f = 0.5 ** (1 / 5)
    assert (f"{f:.3f}", f"{math.log(f / (1 - f)):.2f}") == ("0.871", "1.91")
    assert f"{states[2]:.3f}" == "0.894" and f"{1 - 0.894**2:.2f}" == "0.20"
    assert f"{0.9**10:.2f}" == "0.35" and f"{0.3**10:.0e}" == "6e-06" and f"{0.6**10:.3f}" == "0.006"
    assert f"{sigmoid(2) ** 5:.2f}" == "0.53" and f"{sigmoid(1):.2f}" == "0.73"
    c = sigmoid(2) * 2 + sigmoid(0) * math.tanh(1)
    assert f"{c:.2f}" == "2.14" and sigmoid(1) * math.tanh(c) == pytest.approx(0.71, abs=5e-3)
    stands_in(
        "03-recurrent-networks",
        "b_f = 1.91",
        "1 - 0.894^2 = 0.20",
        "0.10 \\cdot 0.11 = 0.011",
        "0.88^5 = 0.53",
    )


def test_the_answers_and_the_way_up_of_chapter_4():
    shown = shipped.tree_lstm()
    tree_lstm.install(shown)
    view = tree_lstm.explore("not a very good film", [4, 3, 1, 2], 0)
    said = {
        tuple(span): shown["names"][label] for span, label in zip(view["spans"], view["labels"], strict=True)
    }
    assert view["tree"] == "(not (a ((very good) film)))"
    assert (said[1, 5], said[0, 5]) == ("very positive", "negative")
    remark = next(tree for tree in data.toy("dev") if len(tree.leaves()) == 12)
    place = remark.treepositions("leaves")[0]
    assert remark[place] == "these" and len(place) - 1 == 3
    stands_in(
        "04-tree-lstms",
        "calls *a very good film* very positive, and with *not* before it, negative",
        "only three joins",
    )
