"""The Tree-LSTM of plain loops, over trees that a reader cuts: against torch, and the one that is shipped."""

import hashlib
import json
from pathlib import Path

import pytest
import torch
from nltk import Tree

from prpn_book.views import cuts, tree_lstm
from prpn_edu import data, packing, shipped, trees
from prpn_edu.composition import BinaryTreeLstm, ChildSumTreeLstm, export
from prpn_edu.data import Vocabulary
from prpn_edu.data.toy_words import MEANINGS
from prpn_edu.loops.gates import split_between
from prpn_edu.loops.packed import read
from prpn_edu.loops.transitions import brackets, parse

RESULTS = Path(__file__).parents[1] / "results/toy-page-sentiment.json"
WORDS = [f"w{k}" for k in range(6)]
EVERY = [tree for n in range(2, 7) for tree in trees.binary_trees(WORDS[:n])]


def nested(tree):
    """A tree as nested lists, without its labels."""
    return tree if isinstance(tree, str) else [nested(part) for part in tree]


def ready(packed):
    """A model as `install` leaves it."""
    model = read(packed)
    return model | {"cell": tree_lstm.cell_weights(model)}


# Cuts.


def test_heights_are_the_distances_of_the_tree_and_lead_back_to_it():
    for tree in EVERY:
        found = cuts.heights(nested(tree))
        assert found == trees.distances(tree)
        assert split_between(found, tree.leaves()) == nested(tree)


def test_spans_and_children_are_those_of_the_tree():
    for tree in EVERY:
        found, n = cuts.heights(nested(tree)), len(tree.leaves())
        under = cuts.spans(found)
        assert len(under) == 2 * n - 1 and under[::2] == [[i, i + 1] for i in range(n)]
        assert {tuple(span) for span in under[1::2]} == trees.spans(tree)
        for k in range(n - 1):
            left, right = (under[part] for part in cuts.children(found, k))
            assert [left[0], left[1], right[1]] == [under[2 * k + 1][0], k + 1, under[2 * k + 1][1]]
            assert left[1] == right[0]


def test_a_cut_that_is_raised_changes_places_with_the_one_above_it():
    left, right = cuts.heights(parse("((a b) c)")), cuts.heights(parse("(a (b c))"))
    assert cuts.raised(left, 0) == right and cuts.raised(right, 1) == left
    for tree in EVERY:
        found = cuts.heights(nested(tree))
        before = trees.spans(tree)
        for k in range(len(found)):
            parent, now = cuts.above(found, k), cuts.raised(found, k)
            if parent is None:
                assert max(found) == found[k] and now == found
                continue
            after = {tuple(span) for span in cuts.spans(now) if span[1] - span[0] > 1}
            assert len(before - after) == 1 and len(after - before) == 1, "one bracket is another"
            assert cuts.above(now, parent) == k and cuts.raised(now, parent) == found, "and it leads back"


def test_raising_a_cut_again_and_again_reaches_every_tree():
    seen, waiting = set(), [cuts.shapes(6)["right"]]
    while waiting:
        now = waiting.pop()
        if tuple(now) not in seen:
            seen.add(tuple(now))
            waiting += [cuts.raised(now, k) for k in range(5)]
    assert len(seen) == 42, "the fifth Catalan number"


@pytest.mark.parametrize("n", range(1, 8))
def test_shapes_are_the_librarys(n):
    words = [f"w{k}" for k in range(n)]
    for name, heights in cuts.shapes(n).items():
        tree = getattr(trees, name)(words)
        assert heights == trees.distances(tree) and list(cuts.shapes(n)) == ["right", "left", "balanced"]


# The model.


def make(kind=BinaryTreeLstm):
    torch.manual_seed(1)
    return kind(Vocabulary.build([WORDS]), embedding=5, hidden=7, init_std=1.0).double().eval()


@torch.no_grad()
def check(model, table, tree, within):
    """States, chances and forget gates at every node, the loop's from left to right and torch's by span."""
    words, found = tree.leaves(), trees.distances(tree)
    every, root = tree_lstm.states(table, split_between(found, words), {})
    told = model.predict(tree)
    at = {}
    for one in told.nodes:
        at.setdefault(one.words, one.probabilities)
    under = cuts.spans(found)
    assert under[root] == [0, len(words)]
    for (start, end), (h, _) in zip(under, every, strict=True):
        right = at[tuple(words[start:end])]
        assert tree_lstm.chances(table, h) == pytest.approx(right, abs=within)
    for k in range(len(found)):
        parts = cuts.children(found, k)
        outputs = torch.tensor([every[part][0] for part in parts], dtype=torch.float64)[None]  # (1, 2, H)
        gates = model.cell.gates(outputs)
        f_l, f_r = tree_lstm.forget_gates(table["cell"], *(every[part][0] for part in parts))
        assert f_l == pytest.approx(gates["f_l"][0].tolist(), abs=within)
        assert f_r == pytest.approx(gates["f_r"][0].tolist(), abs=within)


def test_the_loop_is_the_batched_model():
    model = make()
    table = ready(export.tables(model))
    for tree in EVERY[::9]:
        check(model, table, tree, 1e-9)


def test_a_word_it_does_not_know_reads_as_unknown():
    table = ready(export.tables(make()))
    strange, unknown = (tree_lstm.states(table, ["w1", word], {})[0] for word in ("new", "<unk>"))
    assert strange == unknown != tree_lstm.states(table, ["w1", "w2"], {})[0]


def test_another_model_is_refused():
    with pytest.raises(TypeError, match="not a ChildSumTreeLstm"):
        export.tables(make(ChildSumTreeLstm))


# The shipped model.


def unpacked(packed):
    """The `BinaryTreeLstm` whose weights are exactly the packed ones."""
    table = read(packed)
    gates = table["gates"]
    widths = {"embedding": len(table["table"][0]), "hidden": len(gates["i"]["b"])}
    model = BinaryTreeLstm(Vocabulary(table["words"]), **widths).double().eval()

    def put(parameter, *values):
        parameter.data.copy_(
            torch.cat([torch.as_tensor(v, dtype=torch.float64) for v in values]).view(parameter.shape)
        )

    put(model.table, table["table"])
    put(model.cell.W, *(gates[name]["W"] for name in "uoi"))
    put(model.cell.b, *(gates[name]["b"] for name in "uoi"))
    put(model.cell.b_f, gates["f_l"]["b"])
    five = [gates[name] for name in ("u", "o", "i", "f_l", "f_r")]
    put(
        model.cell.U,
        *(
            torch.cat([torch.tensor(g[side], dtype=torch.float64) for side in ("U_l", "U_r")], 1)
            for g in five
        ),
    )
    put(model.out.weight, table["out"])
    put(model.out.bias, table["out_bias"])
    return model


def test_the_shipped_loop_is_the_batched_model_to_four_digits():
    packed = shipped.tree_lstm()
    model, table = unpacked(packed), ready(packed)
    strange = Tree.fromstring("(X (X the cat) (X (X mumbled not) dull))")
    for tree in [*data.toy("test", 6), strange]:
        check(model, table, tree, 1e-6)


def test_the_shipped_weights_are_those_of_the_recorded_run():
    text, results = shipped.TREE_LSTM.read_bytes(), json.loads(RESULTS.read_text("utf8"))
    assert hashlib.sha256(text).hexdigest() == results["shipped"]["sha256"], (
        "run: python -m experiments.page_sentiment"
    )
    assert len(text) == results["shipped"]["bytes"] <= 150_000
    best = results["models"][str(results["shipped"]["seed"])]
    assert best["dev"] == max(one["dev"] for one in results["models"].values())
    packed = shipped.tree_lstm()
    assert packed["about"]["right"] == {
        name: best[name] for name in ("treebank", "balanced", "right", "left")
    }
    assert best["treebank"] > 95
    assert set(packed["words"]) == {*MEANINGS, "<unk>", "<pad>"}
    assert results["shipped"]["same_class"] >= 0.98 * results["shipped"]["remarks"]


def test_the_packed_weights_lose_little():
    table = export.tables(make())
    small = read(json.loads(json.dumps(packing.pack(table))))
    for gate in ("i", "f_l"):
        one, other = table["gates"][gate]["U_l"], small["gates"][gate]["U_l"]
        for row, again in zip(one, other, strict=True):
            assert max(abs(a - b) for a, b in zip(row, again, strict=True)) <= max(map(abs, row)) / 250


# What the explorer asks.


@pytest.fixture
def installed():
    packed = shipped.tree_lstm()
    assert tree_lstm.install(packed) == len(packed["words"])
    return ready(packed)


def test_explore_answers_for_every_node(installed):
    view = tree_lstm.explore("The film was not funny!", [], 0)
    assert view["tree"] == "(the (film (was (not funny))))" and view["cuts"] == [4, 3, 2, 1]
    assert view["root"] == view["node"] == 2 and view["children"] == [1, 4] and view["unknown"] == []
    every, root = tree_lstm.states(installed, parse(view["tree"]), {})
    assert view["chances"] == [tree_lstm.chances(installed, h) for h, _ in every] and root == 1
    assert view["labels"] == [p.index(max(p)) for p in view["chances"]]
    assert view["forget"] == tree_lstm.forget_gates(installed["cell"], every[0][0], every[3][0])
    assert view["raised"][3] == [4, 3, 1, 2]
    own = tree_lstm.explore("((the film) (was (not funny)))", [], 3)
    assert own["cuts"] == [1, 3, 2, 1] and own["node"] == 3 and own["forget"] == own["children"] == []
    moved = tree_lstm.explore("((the film) (was (not funny)))", [1, 7, 2, 3], 99)
    assert brackets(parse(moved["tree"])) == "((the film) ((was not) funny))" and moved["cuts"] == [
        1,
        3,
        1,
        2,
    ]
    assert moved["node"] == moved["root"] == 4


def test_what_is_known_is_not_computed_again_and_changes_nothing(installed):
    known = {}
    for text in ("((the film) (was (not funny)))", "((the film) ((was not) funny))", "(not (the film))"):
        fresh = tree_lstm.states(installed, parse(text), {})
        assert tree_lstm.states(installed, parse(text), known) == fresh
    assert len(known) == 9 + 3 + 1, "of the second tree only what the cut has changed, of the third the root"


def test_one_word_is_a_tree(installed):
    view = tree_lstm.explore("funny", [], 0)
    assert view["tree"] == "funny" and view["cuts"] == view["raised"] == view["forget"] == []
    assert view["root"] == view["node"] == 1 and len(view["chances"]) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (" ... ", "This holds no word"),
        ("very " * 17, "These are 17 words; at most 16 fit. Take 1 away."),
        ("(the film", "never closed: 1"),
        ("(the", "never closed: 1"),
        ("the film)", "After word 2 a bracket closes that was never opened."),
        ("(a b c)", "The bracket that closes after word 3 holds 3 parts; it must hold 2."),
        ("((the film's) songs)", '"film\'s" is not one word'),
    ],
)
def test_what_cannot_be_read_is_said(installed, text, says):
    view = tree_lstm.explore(text, [], 0)
    assert says in view["problem"] and list(view) == ["problem"]
