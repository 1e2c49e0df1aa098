"""The span tables of plain loops: against the batched library, and the ones that are shipped."""

import hashlib
import json
import random
from pathlib import Path

import pytest
import torch
from nltk import Tree

from experiments import page_spans
from prpn_book.figures import bracketed
from prpn_book.views import spans as views
from prpn_edu import data, evaluation, shipped, trees
from prpn_edu.data.toy_words import MEANINGS
from prpn_edu.data.vocab import Vocabulary
from prpn_edu.latent import chart
from prpn_edu.latent.spans import SpanTables, WordClasses
from prpn_edu.latent.spans.tables import PAIRS
from prpn_edu.loops import spans
from prpn_edu.loops.transitions import brackets

RESULTS = Path(__file__).parents[1] / "results/toy-spans.json"
WORDS = [f"w{k}" for k in range(12)]


@pytest.fixture(scope="module")
def tables():
    """Tables over three classes, of random numbers."""
    vocabulary = Vocabulary.build([WORDS])
    classes = tuple(k % 3 for k in range(len(vocabulary)))
    numbers = torch.randn(4, 4, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(5))
    return SpanTables(WordClasses(vocabulary, (), classes, 3, ()), numbers)


def model_of(tables):
    """What `loops.spans.install` makes of tables, without the rounding of bytes."""
    words, classes = tables.classes.vocabulary.words, tables.classes.classes
    model = {"words": list(words), "classes": list(classes), "tables": tables.tables.tolist()}
    return model | {"number": {word: k for k, word in enumerate(words)}}


def scores_of(model, words):
    numbers, n = spans.read(model, words), len(words)
    rows = [[0.0] * (n + 1) for _ in words]
    for start in range(n):
        for end in range(start + 2, n + 1):
            rows[start][end] = sum(spans.shares(model["tables"], numbers, start, end))
    return rows


@pytest.mark.parametrize("n", [1, 2, 3, 7, 12])
def test_scores_and_trees_are_those_of_the_library(tables, n):
    draw, model = random.Random(n), model_of(tables)
    for _ in range(5):
        words = draw.choices([*WORDS, "new"], k=n)
        rows = scores_of(model, words)
        torch.testing.assert_close(torch.tensor(rows, dtype=torch.float64), tables.scores(words))
        tree, total = spans.best_tree(rows, words)
        assert brackets(tree) == (words[0] if n == 1 else bracketed(tables.parse(words)))
        own = [(s, e) for s, e in spans.spans_of(tree)[0]] if n > 1 else []
        assert total == pytest.approx(sum(rows[s][e] for s, e in own))


def test_the_best_tree_is_the_best_of_all():
    draw = random.Random(1)
    for n in (2, 3, 4, 5, 6):
        names = [f"x{i}" for i in range(n)]
        rows = [[draw.gauss(0, 1) for _ in range(n + 1)] for _ in names]
        _, total = spans.best_tree(rows, names)
        every = [sum(rows[s][e] for s, e in trees.spans(tree)) for tree in trees.binary_trees(names)]
        assert total == pytest.approx(max(every))


def test_equal_sums_take_the_first_cut_as_the_library_does():
    names = list("abcdef")
    level = [[0.0] * 7 for _ in names]
    tree, total = spans.best_tree(level, names)
    assert tree == spans.right_branching(names) and total == 0
    assert brackets(tree) == bracketed(chart.best_tree(torch.tensor(level), names))


def test_the_spans_of_nested_lists():
    tree = ["a", [["b", "c"], "d"]]
    assert spans.spans_of(tree) == ([[0, 4], [1, 4], [1, 3]], 4)
    assert spans.spans_of("a", 3) == ([], 4)
    assert list(PAIRS) == spans.PAIRS


# The shipped tables.


@pytest.fixture(scope="module")
def recorded():
    return json.loads(RESULTS.read_text("utf-8"))


@pytest.fixture(scope="module")
def small():
    return spans.model_of(shipped.spans())


def test_the_shipped_tables_are_those_of_the_results(recorded):
    assert hashlib.sha256(shipped.SPANS.read_bytes()).hexdigest() == recorded["shipped"]["sha256"]
    assert recorded["shipped"]["bytes"] < 60_000
    assert recorded["command"] == page_spans.COMMAND == shipped.spans()["about"]["command"]
    assert shipped.spans()["about"]["f1"] == recorded["f1"]["five teachers"][0]


def test_they_know_the_words_of_the_toy_treebank_and_no_others(small):
    known = {word for word in small["words"] if not word.startswith("<")}
    assert known <= set(MEANINGS) and len(known) > 200


def test_as_bytes_they_parse_as_well_as_recorded(small, recorded):
    """The page's own loop on the test split, beside the score of the tables before they were packed."""
    gold = data.toy("test")[:300]
    found = []
    for tree in gold:
        words = trees.words(tree)
        nested, _ = spans.best_tree(scores_of(small, words), words)
        found.append(Tree.fromstring(brackets(nested).replace("(", "(X ")))
    f1 = 100 * evaluation.unlabeled_f1(found, gold).f1
    assert f1 == pytest.approx(recorded["f1"]["five teachers"][0], abs=4)
    right = [trees.right(trees.words(tree)) for tree in gold]
    assert f1 > 100 * evaluation.unlabeled_f1(right, gold).f1 + 8


def test_five_teachers_are_above_right_branching_and_chance_teaches_right_branching(recorded):
    gaps = recorded["minus_right_branching"]
    assert gaps["five teachers"]["interval"][0] > 8
    assert abs(gaps["random scores, SPLIT: five"]["points"]) < 1.5
    low, high = gaps["teacher"]["interval"]
    assert low < 0 < high


def test_a_line_is_read_and_judged(small):
    views.install(shipped.spans())
    view = views.explore("The film, she loved it!")
    assert view["words"] == ["the", "film", "she", "loved", "it"] and view["unknown"] == []
    assert len(view["spans"]) == 10 and view["spans"][-1][:2] == [0, 5]
    assert all(sum(parts) == pytest.approx(score) for *_, parts, score in view["spans"])
    assert view["sums"][0] >= view["sums"][1]
    assert "film" in views.members(small, small["classes"][small["number"]["picture"]])
    assert views.explore("film")["problem"] == "A tree needs at least 2 words."
    assert views.explore("")["problem"] == "This holds no word. Type at least 2."
    assert "at most 12" in views.explore("a " * 13)["problem"]


def test_the_experiment_reads_gold_only_to_score(tmp_path, monkeypatch, capsys):
    """With other brackets over the training words, the tables are the same."""
    monkeypatch.setitem(page_spans.toy_prpn.TRAINING, "epochs", 1)
    monkeypatch.setattr(
        page_spans.toy_prpn, "SETTINGS", page_spans.toy_prpn.SETTINGS | {"embedding": 4, "hidden": 4}
    )
    parts = {"train": data.toy("train", 40), "dev": data.toy("dev", 20), "test": data.toy("test", 20)}
    flat = {name: [trees.left(trees.words(tree)) for tree in some] for name, some in parts.items()}
    content, taught = page_spans.Experiment(parts, None).record(((1, 2),))
    _, again = page_spans.Experiment(flat, None).record(((1, 2),))
    torch.testing.assert_close(taught.tables, again.tables, rtol=0, atol=0)
    assert set(content["f1"]) >= {"teacher", "votes of five", "five teachers"}
    capsys.readouterr()
