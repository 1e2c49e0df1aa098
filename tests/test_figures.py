"""Rounding, tables and pictures: what a reader is shown as a number."""

from fractions import Fraction as F

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from nltk import Tree

from prpn_edu import figures
from prpn_edu.rounding import rounded


@given(st.fractions(-50, 50, max_denominator=999), st.integers(0, 5))
def test_rounded_is_within_half_a_unit_or_refuses(x, digits):
    try:
        shown = rounded(x, digits)
    except ValueError:
        edge = abs(x) * 10**digits % 1
        assert abs(edge - F(1, 2)) <= F(1, 1000)
    else:
        assert abs(F(shown) - x) < F(1, 2 * 10**digits)
        assert len(shown.partition(".")[2]) == digits


@given(st.floats(-100, 100), st.integers(0, 4))
def test_a_float_and_its_noisy_neighbour_print_alike(x, digits):
    try:
        shown = {rounded(x, digits), rounded(x * (1 + 1e-12), digits)}
    except ValueError:
        return
    assert len(shown) == 1


def test_rounded_words():
    assert rounded(F(297, 2000), 4) == "0.1485"
    assert rounded(-0.001) == "0.00"
    assert rounded(-1.26, 1) == "-1.3"
    assert rounded([0.1, (0.2, 1)], 1) == "[0.1, [0.2, 1.0]]"
    assert rounded(torch.tensor([0.25, 1.0]), 2) == "[0.25, 1.00]"
    assert rounded(float("inf")) == "inf"
    with pytest.raises(ValueError, match="rounding edge at 2 digits"):
        rounded(0.125)


def test_check_table_judges_the_printed_digits():
    table = figures.check_table(
        [
            ("right", ".1485", F(297, 2000), 0.1485),
            ("exact fraction", "6/11", F(6, 11), 6 / 11),
            ("wrong digit", ".45", F(4, 9), 4 / 9),
            ("wrong library", ".44", F(4, 9), 0.5),
        ]
    )
    assert [row[-1] for row in table.rows] == [
        "agrees",
        "agrees",
        "should be 0.44",
        "the library differs from the exact value",
    ]
    assert table._repr_html_().count('<tr class="prpn-marked">') == 2


def test_tables_escape_and_align():
    table = figures.Table(["<b>", "x"], [["a & b", "1"], ["c", "22"]], "Caption <i>")
    html = table._repr_html_()
    assert "<b>" not in html and "&lt;b&gt;" in html and "a &amp; b" in html and "Caption &lt;i&gt;" in html
    assert repr(table).split("\n")[1:] == ["<b>    x", "a & b  1", "c      22"]
    with pytest.raises(ValueError, match="row 0 has 1 cells"):
        figures.Table(["a", "b"], [["1"]])


def test_a_picture_carries_its_alternative():
    picture = figures.show(Figure(), " a line from 0 to 1 ")
    data, metadata = picture._repr_mimebundle_()
    assert data["text/plain"] == repr(picture) == "a line from 0 to 1"
    assert metadata["image/png"]["width"] > 0
    with pytest.raises(ValueError, match="text alternative"):
        figures.show(Figure(), " ")


def test_the_same_figure_gives_the_same_bytes():
    tree = Tree.fromstring("(X the (X cat sat))")
    assert figures.draw_tree(tree).png == figures.draw_tree(tree).png


def test_the_alternatives_hold_the_numbers():
    bars = figures.gate_bars({"gate": [0.25, 1.0]}, ["the", "cat"], "Step 2")
    assert repr(bars) == "Step 2. Positions: the, cat\ngate: 0.25, 1.00"
    matrix = figures.gate_matrix(torch.tensor([[0.0, 0.0], [1.0, 0.0]]), ["the", "cat"], "Gates")
    assert repr(matrix) == "Gates\ncat looks at the 1.00"
    trees = [Tree.fromstring("(X the (X cat sat))"), Tree.fromstring("(3 (2 so) (4 good))")]
    assert repr(figures.draw_trees(trees, ["A", "B"])) == "A: (the (cat sat))\nB: (3 (2 so) (4 good))"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: figures.gate_bars({"g": [1.0]}, ["a", "b"]), "'g' has 1 numbers for 2 words"),
        (lambda: figures.gate_matrix(torch.eye(3), ["a"]), "1 words, got 3 rows"),
        (lambda: figures.draw_trees([]), "0 trees"),
        (lambda: figures.draw_trees([Tree("X", ["a"])], ["a", "b"]), "1 trees, 2 titles"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def _example(x):
    """Gone.

    All of it.
    """
    return x + 1  # kept


def test_source_is_the_code_without_its_docstring():
    shown = figures.Source(_example)
    assert repr(shown) == "def _example(x):\n    return x + 1  # kept"
    assert shown._repr_markdown_() == f"```python\n{shown!r}\n```"
