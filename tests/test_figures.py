"""Rounding, tables and pictures: what a reader is shown as a number."""

import ast
import math
import re
import xml.etree.ElementTree as ET
from fractions import Fraction as F
from itertools import combinations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from nltk import Tree

from prpn_book import figures, palette
from prpn_book.figures import notation
from prpn_book.figures.picture import SVG, facts
from prpn_book.figures.scatter import free_places
from prpn_book.rounding import rounded
from prpn_edu import trees
from prpn_edu.latent import gates, split
from prpn_edu.latent.prpn import ParsingNetwork, Prpn


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


def test_rounded_shows_more_digits_of_what_was_recorded():
    assert rounded([59.65, 0.125, 3.0], 1, longer=True) == "[59.65, 0.1, 3.0]"
    assert rounded(0.125, longer=True) == "0.125" and rounded(-0.5, 0, longer=True) == "-0.5"


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
    table = figures.Table(["<of>", "x"], [["cat & dog", "1"], ["cow", "22"]], "Caption <of>")
    html = table._repr_html_()
    assert "<of>" not in html and html.count("&lt;of&gt;") == 2 and "cat &amp; dog" in html
    assert repr(table).split("\n")[1:] == ["<of>       x", "cat & dog  1", "cow        22"]
    with pytest.raises(ValueError, match="row 0 has 1 cells"):
        figures.Table(["a", "b"], [["1"]])


THE = ["the", "critic", "hated", "it"]
NOTE = [9.0, 2.0, 8.0, 5.0, 1.0, 4.0]  # scores whose limits are 0, 0, 0, 2, 3, 3
SIX = ["it", "was", "but", "the", "critic", "hated"]
STEP = {"f": "0.88", "i": "0.50", "o": "0.73", "g": "0.76", "c": "2.14", "h": "0.71"}
CHANCES = [[0, 0, 0.25, 1], [0, 0, 0, 0.75], [0, 0, 0, 0]]  # of the spans of three words
LABELLED = Tree.fromstring("(1 (3 (2 the) (3 (2 silly) (2 comedy))) (1 (2 was) (1 dull)))")


def drawings():
    """One picture of each kind."""
    alpha = gates.alphas(torch.tensor(NOTE, dtype=torch.float64) / 9, tau=2.0)
    plane = {word: (i * 0.5, float(i % 2)) for i, word in enumerate(THE)}
    return {
        "arrows": figures.arrows(
            {"dog": (1, 5), "OLD(dog)": (F(1, 2), 5.3), "gone": (0, 0)},
            "Arrows",
            ("runs", "barks"),
            made=["OLD(dog)"],
            matrix=[[F(1, 2), 0], [0.3, 1]],
        ),
        "batch": figures.batch_grid([["it", "was"], ["dull"]], "A batch"),
        "binary": figures.binary_cell({"f_l": 0.05, "c": 1.2}, "A cell"),
        "child-sum": figures.child_sum_cell(children=3, caption="A cell"),
        "curves": figures.curves({"a": [1, 2], "b": [2, 1]}, [0, 1], ("epoch", "loss"), "Curves"),
        "dots": figures.dots(
            {"a": {"x": (60, 58.5, 61), "y": (3, 3, 3)}, "b": {"x": (50, 40, 52), "y": (8, 8, 8)}},
            "F1 x 100",
            "Dots",
            lines={"right": 58.6},
        ),
        "gates": figures.gate_matrix(gates.expected_gates(alpha), SIX, "Gates"),
        "grid": figures.grid([[1.0, -2.0]], ["good"], ["0", "1"], "Votes"),
        "levels": figures.draw_levels([["I", ["loved", "it"]], "yes"], "Levels"),
        "lstm": figures.lstm_cell({"f": 0.95, "h_t": "2/3"}, "A cell"),
        "rows": figures.gate_bars({"gate": [0.25, 1.0], "attention": [0.5, 0.5]}, ["the", "cat"], "Rows"),
        "rnn": figures.rnn_cell({"h_t": 0.76}, "A cell"),
        "scatter": figures.scatter(
            plane, dict.fromkeys(plane, "words"), "A map", axes=("x", "y"), line=((0, 0), (1, 0.5))
        ),
        "skyline": figures.skyline(NOTE, SIX, "A skyline", t=5),
        "spans": figures.span_bars({(0, 2), (0, 3)}, {(1, 3), (0, 3)}, ["a", "b", "c"], "Spans"),
        "chart": figures.span_chart(CHANCES, THE[:3], "A chart", trees.left(THE[:3])),
        "charts": figures.span_charts({"one": CHANCES, "two": CHANCES}, THE[:3], "Two charts"),
        "score chart": figures.score_chart(
            {(0, 2): 1.5, (1, 3): -2, (0, 3): 0.5}, list("abc"), "A chart", {(0, 2), (0, 3)}, {(0, 3): 2.0}
        ),
        "stack": figures.stack_and_buffer(["SHIFT", "SHIFT", "REDUCE"], ["I", "left"], "A run"),
        "sticks": figures.sticks([[1.0], [1.0, 0.25]], ["a", "b"], "Sticks"),
        "strip": figures.strip({"prpn": [54.5, 43, 61], "none": [37.3]}, "F1 x 100", "Strip"),
        "tree": figures.draw_tree(LABELLED, "A tree"),
        "trees": figures.draw_trees(
            [LABELLED, LABELLED], ["A", "B"], marked=[set(), {(3, 5)}], caption="Two"
        ),
        "neurons": figures.neurons([[0.2, 1], [1 / 3, 0.5]], ["a", "b"], "Levels"),
        "blocks": figures.blocks([0, 2, 1], ["a", "b", "c"], 3, "Blocks"),
        "look back": figures.look_back([F(1, 3), 0.25, 0], THE, "A look", limit=1),
        "ranges": figures.ranges([0, 0, 0, 1], THE, "Ranges", trees.left(THE)),
        "ranges beside": figures.ranges_beside(
            [([0, 0, 0, 0], THE, trees.left(THE)), ([0, 0, 0, 1], THE, None)], "Two"
        ),
        "cuts": figures.cut_by_limits([0, 0, 0, 2, 2], list("abcde"), "Cuts"),
        "panels": figures.dots_in_panels(
            {"A": {"x": {"r": (1, 0, 2)}}, "B": {"x": {"r": (3, 3, 3)}}},
            "F1",
            limits={"A": (0, 9), "B": (0, 9)},
        ),
        "unrolled lstm": figures.unrolled_lstm(["a", "b"], [STEP, STEP], {"c": "2", "h": "0.5"}, "Cells"),
        "unrolled": figures.unrolled(THE, "A chain", left=[F(1, 8), 0.25, F(1, 2), 1]),
    }


DRAWN, AGAIN = drawings(), drawings()
KINDS = sorted(DRAWN)


def texts(svg):
    return ["".join(text.itertext()) for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_is_svg_with_text_and_an_alternative(kind):
    picture = DRAWN[kind]
    data = picture._repr_mimebundle_()
    root = ET.fromstring(data["image/svg+xml"])
    assert root.get("role") == "img" and len(root.get("aria-label")) >= len(picture.alt)
    assert data["text/plain"] == repr(picture) and texts(picture.svg)
    assert facts(picture.svg) == {"caption": picture.caption, "label": ""}
    assert AGAIN[kind].svg == picture.svg  # the same bytes


@pytest.mark.parametrize("kind", KINDS)
def test_every_number_of_a_picture_stands_in_its_alternative(kind):
    picture = DRAWN[kind]
    shown = {n for text in texts(figures.on_page(picture.svg)) for n in re.findall(r"\d+\.\d+", text)}
    if kind != "curves":  # its axis has numbers of its own
        assert shown <= set(re.findall(r"\d+\.\d+", picture.alt))


@pytest.mark.parametrize("kind", KINDS)
def test_colours_come_from_the_palette_alone(kind):
    page = figures.on_page(DRAWN[kind].svg, "fig-x", "Figure 7.3")
    bare = re.sub(r"var\(--prpn-(\w+), #\w{6}\)", "", page)
    assert not re.search(r"#[0-9A-Fa-f]{6}\b(?!-)", re.sub(r"(url\(|href=\")#[^)\"]*", "", bare))
    classes = {name for names in re.findall(r'class="([^"]*)"', page) for name in names.split()}
    kinds = {"line", "fill", "outline", "hatched", "hatch", "thick", "thin", "dashed", "dotted"}
    words = {"small", "bold", "halo", "italic", "index", "drawing"}
    prpn = {name for name in classes if name.startswith("prpn-")}
    assert classes <= set(palette.COLOURS) | kinds | words | prpn


@pytest.mark.parametrize("kind", KINDS)
def test_no_type_of_a_drawing_falls_below_eleven_pixels_nor_on_a_phone_below_ten(kind):
    page = figures.on_page(DRAWN[kind].svg)
    wide_least, narrow_least = (
        float(re.search(rf"--{name}-least:(\d+)px", page)[1]) for name in ("wide", "narrow")
    )
    wide = float(re.search(r'viewBox="0 0 (\S+) ', page)[1])
    scale = float((re.search(r'transform="scale\(([^)]+)\)"', page) or [0, 1])[1])
    sizes = [float(size) * scale for size in re.findall(r"font-size: ([0-9.]+)px", page)]
    smallest = min([*sizes, 13 if "small" in page else 14])
    assert smallest * wide_least / wide >= 11 or kind == "curves"
    assert smallest * narrow_least / wide >= 10 or kind == "curves"


def test_on_a_page_trees_side_by_side_are_drawings_of_their_own():
    pair = [Tree.fromstring(text) for text in ("(X a (X b c))", "(X (X a b) c)")]
    picture = figures.draw_trees(pair, ["A", "B"])
    page = ET.fromstring(figures.on_page(picture.svg, "fig-x"))
    holder, drawn = page[0], page.findall(f".//{{{SVG}}}svg")
    assert (holder.get("role"), holder.get("aria-label")) == ("img", picture.alt.replace("\n", " "))
    assert [one.get("aria-hidden") for one in drawn] == ["true", "true"]
    assert ["".join(one.itertext()).split() for one in drawn] == [["a", "b", "c", "A"], ["a", "b", "c", "B"]]
    (first, second), whole = (list(map(float, one.get("viewBox").split())) for one in drawn), picture.width
    assert (
        first[0] == 0
        and first[0] + first[2] < second[0]
        and second[0] + second[2] == pytest.approx(whole, abs=1)
    )


@pytest.mark.parametrize(
    ("plain", "typeset"),
    [
        ("F1 x 100", "F1 × 100"),
        ("-0.2 (-1 to 3-5)", "−0.2 (−1 to 3-5)"),
        ("d - 1 of WSJ-10", "d − 1 of WSJ-10"),
        ("h k / sqrt(size)", "h k / √(size)"),
    ],
)
def test_arithmetic_has_its_signs(plain, typeset):
    assert notation.signs(plain) == typeset


def test_on_a_page_a_picture_has_the_pages_colours_and_a_numbered_caption():
    picture = figures.gate_bars(
        {"gate": [0.5], "soft gate": [0.5]}, ["a"], "Gates <of> l_4", label="fig-gates"
    )
    page = figures.on_page(picture.svg, "fig-gates", "Figure 7.3")
    assert "<style" not in page and "paper" not in page and "data-prpn" not in page
    assert '<span class="prpn-count">Figure 7.3</span> Gates &lt;of&gt; <i>l</i><sub>4</sub>' in page
    assert 'id="fig-gates"' in page
    twice = page + figures.on_page(picture.svg, "fig-again", "Figure 7.4")
    ids = re.findall(r'\bid="([^"]+)"', twice)
    assert len(ids) == len(set(ids)) == 4  # two figures, a hatch in each
    assert set(re.findall(r"url\(#([^)]+)\)", twice)) <= set(ids)


def test_points_of_seeds_and_intervals_are_told():
    one = figures.dots({"gap": {"rule": (3.5, -1, 8), "chance": (0, 0, 0)}}, "points", limits=None)
    assert "gap: rule 3.5 (-1.0 to 8.0); chance 0.0" in one.alt and ">3.5</text>" in one.svg
    assert "A line at right 58.6" in DRAWN["dots"].alt and ">right 58.6</text>" in DRAWN["dots"].svg
    assert DRAWN["strip"].alt.splitlines()[1:] == [
        "prpn: mean 52.8 ± 9.1; seeds 43.0, 54.5, 61.0",
        "none: seeds 37.3",
    ]
    with pytest.raises(ValueError, match=r"'b' has the rows \['y'\]"):
        figures.dots({"a": {"x": (1, 1, 1)}, "b": {"y": (1, 1, 1)}}, "points")
    with pytest.raises(ValueError, match="'prpn' has no number"):
        figures.strip({"prpn": []}, "points")


def test_a_picture_needs_an_alternative():
    with pytest.raises(ValueError, match="text alternative"):
        figures.show(Figure(), " ")


def test_matplotlib_brings_no_style_for_the_whole_page():
    with figures.style():
        fig = Figure()
        fig.subplots().bar([0, 1], [1, 2], color=figures.COLOURS[0], hatch=figures.MARKS[1])
    picture = figures.show(fig, "two bars")
    assert "<style" not in picture.body and "var(--prpn-limit, #0068A8)" in picture.body
    assert set(re.findall(r"#(ID-\w+)", picture.body)) <= set(re.findall(r'id="(ID-\w+)"', picture.body))


def test_variables_are_set_as_in_formulas():
    assert notation.html("p(l_4 = k)") == "<i>p</i>(<i>l</i><sub>4</sub> = <i>k</i>)"
    assert notation.html("g s~, h_{t-1}") == "g <i>s\u0303</i>, <i>h</i><sub>t-1</sub>"
    for words in ("a film", "I don't", "the film 's", "F1", "x0 x1", "word_count", "E", "'s", "(a (b c))"):
        assert notation.runs(words) == [("plain", words)]
    assert notation.html("step $t$, alpha_1 = $2") == "step <i>t</i>, alpha_1 = $2"
    assert notation.html("F1 x 100 < 5") == "F1 \u00d7 100 &lt; 5"


@given(st.lists(st.integers(0, 9), min_size=2, max_size=8, unique=True))
def test_what_a_skyline_says_of_limits_is_true_of_its_tree(d):
    """The words from a limit up to the step before t are a bracket of the tree that is drawn, or one word."""
    words = [f"w{i}" for i in range(len(d))]
    told = repr(figures.skyline(d, words, digits=0, water=d[-1]))
    limits = [int(k) for k in re.findall(r"limit (\d+)", told)]
    assert limits == gates.nearest_higher(torch.tensor(d, dtype=torch.float64))[1:].tolist()
    last_part = re.split(r"\| |: ", told)[-1].split()  # at the height of the last wall
    assert last_part[0] == words[limits[-1]]
    brackets = trees.spans(split.split_between(d[1:], words))
    assert f"cut between the words: {figures.bracketed(split.split_between(d[1:], words))}" in told
    for t, limit in enumerate(limits, 1):
        assert t - limit == 1 or (limit, t) in brackets


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_the_sticks_pieces_and_gates_are_the_librarys(chances):
    words = [f"w{i}" for i in range(len(chances))]
    t = len(chances)
    alpha = torch.zeros(t + 1, t + 1, dtype=torch.float64)
    alpha[t, :t] = torch.tensor(chances, dtype=torch.float64)
    g, p = gates.expected_gates(alpha)[t], gates.limit_distribution(alpha)[t]
    try:
        told = repr(figures.stick(chances, words, digits=3))
    except ValueError as edge:
        assert "rounding edge" in str(edge)
        return
    for i, gate, piece in re.findall(r", (\d+) w\d+: gate (\S+), p\(l_\d+ = \d+\) (\S+)", told):
        assert float(gate) == pytest.approx(g[int(i)].item(), abs=6e-4)
        assert float(piece) == pytest.approx(p[int(i)].item(), abs=6e-4)


def test_the_stack_holds_what_the_actions_built():
    picture = figures.stack_and_buffer(["SHIFT", "SHIFT", "SHIFT", "REDUCE", "REDUCE"], ["I", "loved", "it"])
    lines = repr(picture).split("\n")
    assert lines[0] == "0 start: stack -; buffer I loved it"
    assert lines[4] == "4 REDUCE: stack I | (loved it); buffer -"
    assert lines[5] == "5 REDUCE: stack (I (loved it)); buffer -"


def test_a_run_shows_what_its_join_leaves():
    picture = figures.stack_and_buffer(
        ["SHIFT", "SHIFT", "REDUCE"], ["5", "2"], join=lambda left, right: str(int(left) - int(right))
    )
    assert repr(picture).endswith("3 REDUCE: stack 3; buffer -")


def test_levels_hold_each_node_once_and_children_two_by_two():
    forest = [["I", ["loved", ["this", "movie"]]], ["It", ["was", "boring"]]]
    lines = repr(figures.draw_levels(forest)).split("\n")
    assert lines == [
        "depth 0: (I (loved (this movie)))   (It (was boring))",
        "depth 1: I   (loved (this movie))   It   (was boring)",
        "depth 2: loved   (this movie)   was   boring",
        "depth 3: this   movie",
    ]
    depth_1 = repr(figures.draw_levels(forest, heights=True)).split("\n")[1]
    assert depth_1 == "depth 1: I   (loved (this movie)) of height 2   It   (was boring) of height 1"


@given(st.lists(st.tuples(st.floats(20, 280), st.floats(20, 180)), min_size=1, max_size=12))
def test_names_of_points_find_free_places(spots):
    names = {f"word{k}": spot for k, spot in enumerate(spots)}
    apart = all(math.dist(a, b) > 48 for a, b in combinations(spots, 2))
    boxes = free_places(names, (0, 0, 300, 200))
    assert boxes.keys() == names.keys()
    assert all(
        left >= 0 and top >= 0 and right <= 300 and bottom <= 200
        for left, top, right, bottom in boxes.values()
    )
    for a, b in combinations(boxes.values(), 2):
        over = (min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1]))
        assert not (apart and min(over) > 1), (a, b)


def test_eight_rows_of_bars_are_no_trouble():
    rows = {f"gate {k}": [0.5, 1.0] for k in range(8)}
    picture = figures.gate_bars(rows, ["the", "cat"])
    assert repr(picture).count("0.50, 1.00") == 8
    hatches = set(re.findall(r'<rect class="(fill gate|hatched gate)"', picture.svg))
    assert hatches == {"fill gate", "hatched gate"}  # rows of one colour are told apart by their hatches


def test_the_alternatives_hold_the_numbers():
    bars = figures.gate_bars({"gate": [0.25, 1.0]}, ["the", "cat"], "Step 2")
    assert repr(bars) == "Step 2. Positions: the, cat\ngate: 0.25, 1.00"
    arrows = figures.arrows({"dog": (1, 5)}, "Words", ("runs", "barks"), matrix=[[0.5, 0], [0.3, 1]])
    assert repr(arrows) == "Words\nruns, barks: dog [1.0, 5.0]\nthe grid as moved by [[0.5, 0.0], [0.3, 1.0]]"
    matrix = figures.gate_matrix(torch.tensor([[0.0, 0.0], [1.0, 0.0]]), ["the", "cat"], "Gates")
    assert repr(matrix) == "Gates\ncat looks at the 1.00"
    pair = [Tree.fromstring("(X the (X cat sat))"), Tree.fromstring("(3 (2 so) (4 good))")]
    drawn = figures.draw_trees(pair, ["A", "B"], marked=[{(1, 3)}, set()])
    assert repr(drawn) == "A: (the (cat sat))\nmarked: cat sat\nB: (3 (2 so) (4 good))"
    chart = figures.span_chart(CHANCES, THE[:3], "A chart", trees.left(THE[:3]))
    told = "the critic hated 1.00; critic hated 0.75; the critic 0.25\ntree: ((the critic) hated)"
    assert repr(chart) == f"A chart\n{told}"
    assert chart.svg.count('class="outline tree"') == 2  # the whole sentence and (the critic)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: figures.gate_bars({"g": [1.0]}, ["a", "b"]), "'g' has 1 numbers for 2 words"),
        (lambda: figures.gate_matrix(torch.eye(3), ["a"]), "1 words, got 3 rows"),
        (lambda: figures.draw_trees([]), "0 trees"),
        (lambda: figures.draw_trees([Tree("X", ["a"])], ["a", "b"]), "1 trees, 2 titles"),
        (lambda: figures.skyline([1.0], ["a", "b"]), "2 words, 1 scores"),
        (lambda: figures.skyline([1.0, 2.0], ["a", "b"], show=["bar"]), "no such part: bar"),
        (lambda: figures.skyline([1.0, 2.0], ["a", "b"], t=2), "0 .. 1, not 2"),
        (lambda: figures.stick([1.5], ["a"]), "between 0 and 1"),
        (lambda: figures.stick([1.0], ["a", "b"]), "2 words, 1 chances"),
        (lambda: figures.unrolled(["a", "b"], left=[1]), "of 2 words, got 2 states, 1 bars"),
        (lambda: figures.unrolled(["a"], left=[2]), "between 0 and 1"),
        (lambda: figures.look_back([1.0], ["a", "b", "c"]), "the 2 words before the last, got 1 weights"),
        (lambda: figures.look_back([1.5], ["a", "b"]), "between 0 and 1"),
        (lambda: figures.neurons([[1.0]], ["a", "b"]), "2 words, 1 lists"),
        (lambda: figures.neurons([[1.0], [0.5, 1]], ["a", "b"]), "and all as many"),
        (lambda: figures.blocks([0, 1], ["a"], 2), "1 words, 2 numbers"),
        (lambda: figures.blocks([0, 3], ["a", "b"], 2), "wipes 0 to 2 levels, not 3"),
        (lambda: figures.look_back([1.0], ["a", "b"], limit=1), "one of 0 .. 0, not 1"),
        (lambda: figures.ranges([0], ["a", "b"]), "two words or more: 2, 1"),
        (lambda: figures.cut_by_limits([0, 0, 0, 1], THE), "ranges of 2 and 3 cross"),
        (lambda: figures.ranges([0, 1], ["a", "b"]), "of step 1 must be one of 0 .. 0, not 1"),
        (lambda: figures.lstm_cell({"g": 1}), "no g; it has f, i, o, u"),
        (
            lambda: figures.stack_and_buffer(["SHIFT", "REDUCE"], ["a", "b"]),
            "action 2, REDUCE: the stack holds 1",
        ),
        (lambda: figures.stack_and_buffer(["SHIFT"], ["a"], steps=[2]), "0 .. 1, not 2"),
        (lambda: figures.draw_levels([]), "a forest needs a tree"),
        (lambda: figures.batch_grid([[]]), "a sentence with a word"),
        (lambda: figures.matrix([[1.0]], ["a", "b"], ["c"]), "2 rows of 1 numbers"),
        (lambda: figures.scatter({}), "needs points"),
        (lambda: figures.arrows({"dog": (1, 2, 3)}), "vectors of two numbers"),
        (lambda: figures.arrows({"dog": (1, -2)}), "none of them below 0"),
        (lambda: figures.span_chart(CHANCES, ["a", "b"]), "two words, 2 here"),
        (lambda: figures.span_chart([[0, 0, 2], [0, 0, 0]], ["a", "b"]), "span (0, 2) is 2.0"),
        (
            lambda: figures.span_chart(CHANCES, THE[:3], tree=trees.left(["a", "b", "c"])),
            "the tree stands over",
        ),
        (lambda: figures.span_charts({"A": CHANCES}, THE[:3], marked=[LABELLED] * 2), "1 charts, got 2"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        call()


def test_blocks_end_where_their_level_is_wiped():
    shown = figures.blocks([1, 0, 2, 1], ["a", "b", "c", "d"], 3, "Blocks")
    assert shown.alt.splitlines() == [
        "Blocks",
        "level 2: a b c d",
        "level 1: a b | c d",
        "level 0: a b | c | d",
    ]
    assert len(re.findall(r"<rect[^>]*outline memory", shown.svg)) == 6


def test_neurons_say_how_much_is_kept_and_what_wall_that_makes():
    gates = [[0.25, 0.75, 1.0], [1.0, 1.0, 1.0]]
    shown = figures.neurons(gates, ["a", "b"], "Levels")
    assert shown.alt.splitlines() == [
        "Levels",
        "a: d 0.33; kept 0.25, 0.75, 1.00",
        "b: d 0.00; kept 1.00, 1.00, 1.00",
    ]
    boxes = re.findall(r"<rect[^>]*fill word[^>]*>", shown.svg)
    walls = [float(re.search(r'height="([0-9.]+)"', box)[1]) for box in boxes]
    assert walls == pytest.approx([26, 0])  # a third of three levels of 26
    assert "kept" not in figures.neurons(gates, ["a", "b"], digits=None).alt


def test_a_look_back_and_its_ranges_say_what_they_show():
    look = figures.look_back([F(1, 3), F(2, 3)], ["a", "b", "c"], "A look", ["(1, 0)", "m"], limit=1)
    assert repr(look).split("\n") == [
        "A look",
        "step 2, c, looks back; its limit is 1",
        "0 a: memory (1, 0), weight 1/3",
        "1 b: memory m, weight 2/3",
    ]
    cuts = figures.cut_by_limits([0, 0, 0, 2, 2], list("abcde"))
    assert cuts.alt.splitlines()[-3:] == [
        "level 0: a b c d e",
        "level 1: a b | c d e",
        "level 2: a | b | c d | e",
    ]
    crossed = figures.ranges([0, 0, 0, 1], list("abcd"), "Ranges")
    assert repr(crossed).split("\n")[-2:] == ["3 d: limit 1 (b)", "the ranges of 2 and 3 cross"]
    assert (
        crossed.svg.count("line error") == 2
        and "line error" not in figures.ranges([0, 0, 1], list("abc")).svg
    )


def test_an_unrolled_network_has_bars_as_high_as_what_is_left():
    picture = figures.unrolled(["8", "4"], "Halves", ["8", "8 "], left=[F(1, 2), 1], start="0")
    assert repr(picture).split("\n")[1:] == [
        "0 before the first word",
        "8: state 8, left at the end 1/2",
        "4: state 8 , left at the end 1.00",
    ]
    first, second = (
        float(h) for h in re.findall(r'class="fill memory"[^>]*width="26" height="([\d.]+)"', picture.svg)
    )
    assert second == 2 * first > 0


def test_what_a_cell_reads_may_have_numbers_and_child_sum_forgets_by_the_child_alone():
    told = " ".join(texts(figures.binary_cell({"h_l": 0.5, "h_r": 0.8}, "A cell").svg))
    assert "all gates and u read hl = 0.5, hr = 0.8" in told
    told = " ".join(texts(figures.child_sum_cell(caption="A cell").svg))
    assert "i, o, u read x, sum of hk; fk reads x, hk" in told and "all gates" not in told


def test_an_lstms_candidate_may_be_called_g():
    told = figures.lstm_cell({"g": 0.5, "c_t": 1}, "A cell", candidate="g")
    assert "c_t = f c_{t-1} + i g" in repr(told) and "g = 0.5" in " ".join(texts(told.svg))


def _example(x):
    """Gone.

    All of it.
    """
    return x + 1  # kept


def test_source_is_the_code_without_its_docstring():
    shown = figures.Source(_example)
    assert repr(shown) == "def _example(x):\n    return x + 1  # kept"
    assert shown._repr_markdown_() == f"```python\n{shown!r}\n```"


def _wide(values, others=(1, (2, 3))):
    total = sum(values)  # (): a bracket in a comment
    for index, (value, other) in enumerate(zip(values, others, strict=False)):
        total += max(min(value, index), len(str(other))) * (total or len("a, (b"))
    return total


@pytest.mark.parametrize("part, width", [(_wide, 60), (ParsingNetwork, 80), (Prpn, 80)])
def test_source_breaks_a_long_line_and_means_the_same(part, width):
    plain, narrow = figures.Source(part).text, figures.Source(part, width=width).text
    assert ast.dump(ast.parse(narrow)) == ast.dump(ast.parse(plain))
    assert max(map(len, plain.split("\n"))) > width >= max(map(len, narrow.split("\n")))


def test_a_comment_goes_above_its_long_line():
    text = figures.Source(_wide, width=30).text
    assert "\n    # (): a bracket in a comment\n    total = sum(values)\n" in text


def test_span_bars_count_hits_wrong_and_missed():
    words = ["a", "b", "c", "d"]
    every = list(trees.binary_trees(words))
    for predicted in every:
        for gold in every:
            for keep_root in (True, False):
                p, g = trees.spans(predicted), trees.spans(gold)
                told = figures.span_bars(p, g, words, keep_root=keep_root).alt.splitlines()
                if not keep_root:
                    p, g = p - {(0, 4)}, g - {(0, 4)}
                assert told[-1] == f"hits {len(p & g)}, predicted {len(p)}, gold {len(g)}"
                verdicts = [line.rpartition(": ")[2] for line in told[:-1]]
                assert verdicts.count("hit") == len(p & g)
                assert verdicts.count("wrong") == len(p - g)
                assert verdicts.count("missed") == len(g - p)
                assert ("left out" in verdicts) is not keep_root
    with pytest.raises(ValueError, match=r"span \(2, 5\) does not lie within 4 words"):
        figures.span_bars({(2, 5)}, set(), words)


def test_trees_in_rows_take_less_width_and_say_the_same():
    pair = [Tree.fromstring("(X (X a b) c)"), Tree.fromstring("(X a (X b c))")]
    beside, below = figures.draw_trees(pair * 2), figures.draw_trees(pair * 2, across=2)
    assert below.width < 0.6 * beside.width and below.height > 1.5 * beside.height
    assert below.alt == beside.alt


def test_bars_of_words_that_are_no_positions_have_no_numbers_below():
    rows = {"chance": [0.25, 0.5]}
    bars = [figures.gate_bars(rows, ["he", "it"], numbered=numbered).svg for numbered in (True, False)]
    assert [">1</text>" in svg for svg in bars] == [True, False]


def test_a_score_chart_says_every_number_and_which_spans_are_in_the_tree():
    scores = {(0, 3): 0.5, (1, 3): -2, (0, 2): 1.5}
    chart = figures.score_chart(scores, list("abc"), "Chart", {(0, 2), (0, 3)}, {(0, 3): 2.0})
    assert chart.alt.splitlines() == [
        "Chart",
        "a b: 1.5, in the tree",
        "b c: -2.0",
        "a b c: 0.5, best sum 2.0, in the tree",
    ]
    assert chart.svg.count("outline thick tree") == 2 and "fill negative" in chart.svg
    for wrong in ({(0, 1): 1.0}, {(2, 4): 1.0}, {(-1, 2): 1.0}):
        with pytest.raises(ValueError, match="no span of two words or more within 3 words"):
            figures.score_chart(wrong, list("abc"))


def test_the_network_lights_a_part():
    whole, part = figures.prpn_network("All"), figures.prpn_network("One", lit=["Predict"])
    assert 'class="faint"' not in whole.svg.partition("</style>")[2]
    assert part.svg.partition("</style>")[2].count('class="faint"') == 3
    assert part.alt.startswith("One\nPredict:") and "Parsing" not in part.alt
    with pytest.raises(ValueError, match="no such part: Writing"):
        figures.prpn_network(lit=["Writing"])


def test_the_way_back_names_its_stations_and_the_drawing_of_the_tape_both_cells():
    back, both = figures.prpn_gradient("Back"), figures.lstm_beside_tape("Two")
    assert [line[0] for line in back.alt.split("\n")] == ["B", *"12345"]
    drawn = back.svg.partition("</style>")[2]
    assert all(drawn.count(f">{number}</text>") == 1 for number in "12345")
    assert drawn.count(' opacity="0.7"') == 1  # what stands back stays legible
    assert "m_2 alone" in both.alt and "s_2 m_2" in both.alt
    assert both.svg.count("data-reach") == 2  # a narrow page sets the two below each other


def test_a_window_shows_every_product_and_sum():
    drawn = figures.window(["a", "b", "c"], [2, 3, F(1, 2)], [-1, 0, 2], "A window", bias=1)
    numbers, kernel = [0, 0, 2, 3, F(1, 2)], [-1, 0, 2]
    lines = drawn.alt.split("\n")
    assert lines[0] == "A window"
    for t, line in enumerate(lines[1:]):
        total = sum(w * x for w, x in zip(kernel, numbers[t:], strict=False)) + 1
        assert line.endswith(f"+ 1 = {total}".replace("-", "\u2212"))
        assert line.count("\u00b7") == 3
    with pytest.raises(ValueError, match="2 words, 1 numbers"):
        figures.window(["a", "b"], [1], [1])
    with pytest.raises(ValueError, match="0 weights"):
        figures.window(["a"], [1], [])


def test_bars_of_a_skyline_on_a_common_scale():
    def heights(scores, scale):
        svg = figures.skyline(scores, ["a", "b"], show=("bars",), scale=scale).svg
        return re.findall(r'<rect class="fill word"[^>]* height="([\d.]+)"', svg)

    low, high = heights([0.4, 0.5], (0, 1)), heights([0.4, 0.5], None)
    assert low != high
    assert heights([0.5, 1.0], (0, 1))[0] == low[1]


def test_a_film_holds_every_frame_and_shows_one():
    frames = {name: [figures.gate_bars({"gate": [share]}, ["a"])] for name, share in (("0", 0.1), ("5", 0.9))}
    film = figures.Film(frames, "Steps read", start="0")
    html = film._repr_html_()
    assert html.count("<svg") == 2 and html.count(" checked") == 1
    assert re.search(r'id="([^"]+)" checked><label for="\1">0</label>', html)
    assert "<script" not in html
    assert "gate: 0.10" in repr(film) and "gate: 0.90" in repr(film)
    assert figures.Film(frames, "Steps read").start == "5"
    for broken in ({}, frames):
        with pytest.raises(ValueError, match="there is no moment"):
            figures.Film(broken, "", start="7")


def test_source_of_a_class_has_no_docstring():
    class Box:
        """What it is.

        And more.
        """

        def open(self):
            """Say so."""
            return 1

    text = figures.Source(Box).text
    assert text == "class Box:\n    def open(self):\n        return 1"
