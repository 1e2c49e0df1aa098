"""The fair grid: readers give what their definitions give, cells differ in one thing, the records hold."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from nltk import Tree

from experiments import grid, grid_models, grid_training
from experiments.grid_recipes import CELLS, FINALISTS, RECIPES
from experiments.provenance import percent
from prpn_edu import data, trees
from prpn_edu.composition.tree_lstm import recursive
from prpn_edu.data.vectors import Coverage
from prpn_edu.evaluation import paired_interval

ROOT = Path(__file__).parents[1]
TREES = data.toy("dev", 6)
VOCABULARY = data.Vocabulary.build(TREES)
RUNS = {
    path.stem: json.loads(path.read_text("utf-8")) for path in sorted((ROOT / grid.FOLDER).glob("*.json"))
}


def alone(model, words):
    """The state of one phrase, from its own words and nothing else."""
    x = F.embedding(torch.tensor(VOCABULARY.encode(words)), model.table)  # (T, E)
    if isinstance(model, grid_models.Bag):
        return model.cell(x.sum(0, keepdim=True))
    if isinstance(model, grid_models.Balanced):
        return recursive(model.cell, x, trees.balanced(words))[0]
    state = model.cell.start(x[:1])
    for read in model.cell.read(x).split(1):
        state = model.cell.step(read, state)
    return state[0]


@pytest.mark.parametrize("name", ["bag", "chain", "balanced"])
@torch.no_grad()
def test_what_phrases_share_changes_nothing(name):
    model = grid_models.make(name, VOCABULARY, 0, embedding=4, hidden=5).eval()
    batch = model.prepare(TREES)
    phrases = [*TREES, *(node for tree in TREES for node in _others(tree))]
    scores, labels = grid_models.scores(model, batch, all_phrases=True)
    assert labels.tolist() == [int(phrase.label()) for phrase in phrases]
    expected = torch.cat([model.out(alone(model, phrase.leaves())) for phrase in phrases])
    assert torch.allclose(scores, expected, atol=1e-5)
    whole, roots = grid_models.scores(model, batch, all_phrases=False)
    assert torch.allclose(whole, expected[: len(TREES)], atol=1e-5) and len(roots) == len(TREES)


def _others(tree):
    """All phrases but the whole, in the order of the batch."""
    words = tree.leaves()
    for (start, end), label in list(grid_models.labelled_spans(tree))[1:]:
        yield Tree(str(label), words[start:end])


def test_every_phrase_of_a_tree_is_read_once():
    tree = Tree.fromstring("(3 (2 a) (4 (3 b) (1 (2 c) (0 d))))")
    spans = dict(grid_models.labelled_spans(tree))
    assert spans == {(0, 4): 3, (0, 1): 2, (1, 4): 4, (1, 2): 3, (2, 4): 1, (2, 3): 2, (3, 4): 0}


@pytest.mark.parametrize("bank", CELLS)
def test_the_cells_differ_in_the_reader_alone(bank):
    cells = [CELLS[bank][name] for name in grid_models.MODELS]
    assert len({cell.how for cell in cells}) == 1
    assert len({tuple(v for k, v in cell.settings.items() if k != "hidden") for cell in cells}) == 1
    models = [
        grid_models.make(name, VOCABULARY, 0, **({"embedding": 50} | CELLS[bank][name].settings))
        for name in grid_models.MODELS
    ]
    sizes = [grid_models.weights_above_words(model) for model in models]
    assert max(sizes) < 1.02 * min(sizes)
    assert all(torch.equal(model.table, models[0].table) for model in models)
    forget = [model.cell.b.view(4, -1)[1] for model in models if isinstance(model, grid_models.Chain)]
    forget += [model.cell.b_f for model in models if hasattr(model.cell, "b_f")]
    assert len(forget) == 4 and all((bias == 1).all() for bias in forget)


def test_bits_give_back_what_was_right():
    right = [True, False, False, True, True, False]
    assert grid.bits(right) == "98" and len(grid.bits([True] * 9)) == 3


def test_neighbouring_classes_count_their_share():
    scores, labels = torch.randn(3, 4), torch.tensor([0, 2, 3])
    chances = scores.log_softmax(1)
    expected = -(chances[0, 0] + 0.5 * chances[0, 1]) / 1.5
    expected -= (chances[1, 2] + 0.5 * (chances[1, 1] + chances[1, 3])) / 2
    expected -= (chances[2, 3] + 0.5 * chances[2, 2]) / 1.5
    found = grid_training.loss_of(scores, labels, 0.5)
    assert torch.allclose(found.total, expected) and found.count == 3


def test_words_of_dev_and_test_come_after_those_of_train_where_they_have_a_vector(monkeypatch):
    parts = {
        "train": [Tree("1", ["a", "b"])],
        "dev": [Tree("1", ["b", "d"])],
        "test": [Tree("1", ["c", "x"])],
    }
    monkeypatch.setattr(grid, "treebank", lambda name: parts)
    monkeypatch.setattr(grid.glove, "load", lambda known: (None, Coverage(3, ("x",))))
    assert grid.vocabulary.__wrapped__("sst").words == ("<unk>", "<pad>", "a", "b")
    assert grid.vocabulary.__wrapped__("sst", "all").words == ("<unk>", "<pad>", "a", "b", "c", "d")


def test_a_run_that_is_there_is_made_again_only_when_asked(monkeypatch, tmp_path):
    made = []
    monkeypatch.setattr(grid, "record", lambda path, *arguments: made.append(path.stem))
    first, *others = (f"best-{name}-0" for name in FINALISTS)
    (tmp_path / f"{first}.json").touch()
    for more in ([], ["--again"]):
        grid.main(["best", "--seeds", "0", "--out", str(tmp_path), *more])
    assert made == [*others, first, *others]


@pytest.mark.parametrize("how", [RECIPES[name].how for name in FINALISTS])
def test_training_leaves_the_best_epoch_and_comes_out_again(how):
    how = replace(how, epochs=2, batch_size=3)

    def trained():
        model = grid_models.make("bag", VOCABULARY, 0, embedding=4, hidden=5)
        items, gold = [model.read(tree) for tree in TREES], "".join(tree.label() for tree in TREES)
        kept, history = grid_training.train(model, items, items, gold, how, 0, all_phrases=True)
        right = [a == b for a, b in zip(grid_training.answers_of(kept, items), gold, strict=True)]
        assert percent(sum(right) / len(right)) == max(history["dev_by_epoch"])
        return kept.table

    first, second = trained(), trained()
    assert torch.equal(first, second)


def test_the_recorded_grid_is_whole():
    assert all(f"best-{name}-{seed}" in RUNS for name in FINALISTS for seed in grid.SEEDS)
    for bank, cells in CELLS.items():
        seeds = {
            (name, labels): sorted(
                run["seed"] for stem, run in RUNS.items() if stem.startswith(f"{bank}-{name}-{labels}-")
            )
            for name in cells
            for labels in grid.LABELS
        }
        assert len(seeds) == 10 and all(some == grid.SEEDS for some in seeds.values())


@pytest.mark.parametrize("stem", RUNS)
def test_a_recorded_run_is_consistent_with_itself(stem):
    run = RUNS[stem]
    part, *rest = stem.split("-")
    recipe = {
        "best": lambda: RECIPES["-".join(rest[:-1])],
        "recipe": lambda: RECIPES["-".join(rest)],
    }.get(part, lambda: CELLS[part][run["model"]])()
    assert run["settings"] == recipe.settings and grid_training.How(**run["training"]) == recipe.how
    assert run.get("words", "train") == recipe.words  # the first seeds knew of no other
    assert run["command"].startswith(f"{grid.COMMAND} {'recipes' if part == 'recipe' else part} ")
    assert run["dev"] == run["dev_by_epoch"][run["best_epoch"] - 1] == max(run["dev_by_epoch"])
    assert len(run["loss_by_epoch"]) == len(run["dev_by_epoch"]) == recipe.how.epochs
    assert ("test" in run) == (part != "recipe")
    if "test" in run:
        assert run["test"] == percent(int(run["right"], 16).bit_count() / run["sentences"])
        assert len(run["right"]) == -(-run["sentences"] // 4)
        assert run["sentences"] == (2210 if run["train"] == 8544 else 1000)


def test_the_chapter_prints_what_the_bits_say():
    chapter = (ROOT / "book/part1-composition/05-shift-and-reduce.ipynb").read_text("utf-8")
    outputs = [out for cell in json.loads(chapter)["cells"] for out in cell.get("outputs", ())]
    lines = [line for out in outputs for line in _text(out).splitlines()]
    for bank, labels in [("toy", "root"), ("sst", "phrases")]:
        old, new = (_right(bank, reader, labels) for reader in ("chain", "binary"))
        low, high = paired_interval(new, old, draws=5000)
        found = (round(float(number), 1) + 0.0 for number in (new.mean() - old.mean(), low, high))
        said = "chain to binary {:.1f} ({:.1f} to {:.1f});".format(*found)
        assert any(line.startswith(f"{labels}: ") and said in line for line in lines), said


def _right(bank, reader, labels):
    """100 or 0 for each sentence, (seeds, sentences)."""
    some = [RUNS[stem] for stem in RUNS if stem.startswith(f"{bank}-{reader}-{labels}-")]
    rows = [
        [100 * (int(digit, 16) >> place & 1) for digit in run["right"] for place in (3, 2, 1, 0)]
        for run in some
    ]
    return torch.tensor(rows, dtype=torch.float64)[:, : some[0]["sentences"]]


def _text(output):
    return "".join(output.get("data", {}).get("text/plain", ""))
