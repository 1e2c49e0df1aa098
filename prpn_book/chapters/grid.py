"""Figures and tables of the fair grid: five readers, two treebanks, labels of roots or of all phrases.

A cell of the grid has one file for each seed in `results/grid`, which says for every test sentence whether it
was answered right.
"""

import functools
import statistics
from collections.abc import Sequence
from itertools import combinations, product

import torch
from nltk import Tree
from torch import Tensor

from prpn_book import figures
from prpn_book.chapters import records

Gap = tuple[float, float, float]  # points of accuracy, and the ends of their 95 % interval
READERS = {  # by their names in the records
    "bag": "bag",
    "chain": "chain",
    "balanced": "balanced",
    "child-sum": "Child-Sum",
    "binary": "binary",
}
BANKS = {"toy": "the toy treebank", "sst": "SST"}
LABELS = ("root", "phrases")
STEPS = {f"{READERS[old]} to {READERS[new]}": (old, new) for old, new in combinations(READERS, 2)}
LONG = 12  # words
OTHERS = {  # other trainings on SST: the record's name, and its title
    "bow-wide-start": "BOW, wide start",
    "bow": "BOW",
    "cbow": "CBOW",
    "deep-cbow-tuned": "Deep CBOW, tuned",
    "deep-cbow-phrases-tuned": "Deep CBOW, tuned, phrases",
    "lstm-tuned": "LSTM, tuned",
    "tree-lstm-tuned": "Tree-LSTM, tuned",
    "child-sum-nodes-tuned": "Child-Sum, tuned, phrases",
    "tree-lstm-nodes": "Tree-LSTM, phrases",
    "tree-lstm-nodes-tuned": "Tree-LSTM, tuned, phrases",
}


@functools.cache
def runs(bank: str, labels: str, reader: str) -> list[dict]:
    """The recorded runs of a cell, one for each seed."""
    return records.read_all(f"grid/{bank}-{reader}-{labels}-*")


def marks(some: Sequence[dict]) -> Tensor:
    """1 for each sentence that a run answered right and 0 for the others, (S, N)."""
    rows = [f"{int(run['right'], 16):0{4 * len(run['right'])}b}"[: run["sentences"]] for run in some]
    return torch.tensor([[float(bit) for bit in row] for row in rows])


@functools.cache
def cell(bank: str, labels: str, reader: str) -> Tensor:
    """The marks of a cell, (S, N)."""
    return marks(runs(bank, labels, reader))


def gain(old: Tensor, new: Tensor) -> Gap:
    """By how many points the second is better."""
    return records.difference(new, old, draws=5000)


@functools.cache
def between_readers(bank: str) -> dict[str, dict[str, Gap]]:
    """What each step of `STEPS` brings, by kind of labels: all pairs of readers."""
    return {
        labels: {
            step: gain(cell(bank, labels, old), cell(bank, labels, new)) for step, (old, new) in STEPS.items()
        }
        for labels in LABELS
    }


@functools.cache
def from_labels(bank: str) -> dict[str, Gap]:
    """What the labels of all phrases bring to each reader."""
    return {reader: gain(cell(bank, "root", reader), cell(bank, "phrases", reader)) for reader in READERS}


def clear(gap: Gap) -> bool:
    """Whether the interval does not hold 0."""
    return gap[1] > 0 or gap[2] < 0


def told(gap: Gap) -> str:
    """A gap as text, with a star where it is clear."""
    value, low, high = (round(number, 1) + 0.0 for number in gap)  # no -0.0
    return f"{value:+.1f} ({low:+.1f} to {high:+.1f}){' *' if clear(gap) else ''}"


def table() -> figures.Table:
    """Table: the accuracy of every cell."""
    rows, spreads = [], []
    for reader, title in READERS.items():
        rows.append([title])
        for bank, kind in product(BANKS, LABELS):
            seeds = (100 * cell(bank, kind, reader).double().mean(1)).tolist()
            rows[-1].append(f"{statistics.fmean(seeds):.1f}")
            spreads.append(statistics.stdev(seeds))
    return figures.Table(
        ["reads as", "toy, root", "toy, phrases", "SST, root", "SST, phrases"],
        rows,
        "The fair grid: test remarks whose root label is right, %, mean of five seeds, standard deviations "
        f"of {min(spreads):.1f} to {max(spreads):.1f}. One recipe for each treebank",
    )


def picture() -> figures.Picture:
    """Figure: the accuracy of every cell, from the lowest to the highest of its seeds."""
    found: dict[str, dict[str, dict[str, Gap]]] = {title: {} for title in BANKS.values()}
    for bank, kind in product(BANKS, LABELS):
        seeds = {READERS[one]: (100 * cell(bank, kind, one).double().mean(1)).tolist() for one in READERS}
        found[BANKS[bank]][f"labels: {kind}"] = {
            reader: records.extremes(values) for reader, values in seeds.items()
        }
    caption = (
        "The fair grid: five models on two treebanks. A mark: the mean of five seeds; a line: their range."
    )
    axis = "test remarks whose root label is right, %"
    alike = {BANKS["toy"]: (59, 94), BANKS["sst"]: (27, 62)}  # a point is as long in both
    return figures.dots_in_panels(found, axis, caption, alike)


def by_but(test: Sequence[Tree]) -> figures.Table:
    """Table: Child-Sum beside the chain and the binary cell, on toy remarks with and without "but"."""
    groups: dict[str, list[int]] = {"with but": [], "without": []}
    for k, tree in enumerate(test):
        groups["with but" if "but" in tree.leaves() else "without"].append(k)
    rows = []
    for name, some in groups.items():
        for old, new in (("chain", "child-sum"), ("child-sum", "binary")):
            row = (gain(cell("toy", kind, old)[:, some], cell("toy", kind, new)[:, some]) for kind in LABELS)
            rows.append([f"{name}: {len(some)}", f"{READERS[old]} to {READERS[new]}", *map(told, row)])
    return figures.Table(
        ["remarks", "step", *(f"labels: {kind}" for kind in LABELS)],
        rows,
        "The toy treebank, five seeds: points of accuracy, 95 % intervals; a star where they leave out 0",
    )


def between(bank: str) -> figures.Picture:
    """Figure: the differences of all pairs of readers on one treebank."""
    gaps = between_readers(bank)
    found = sum(clear(gap) for steps in gaps.values() for gap in steps.values())
    caption = (
        f"All pairs of readers on {BANKS[bank]}, at equal labels, five seeds: "
        f"of {len(STEPS) * len(LABELS)} intervals {found} {'leaves' if found == 1 else 'leave'} out 0."
    )
    return _gaps(gaps, caption)


def labels() -> figures.Picture:
    """Figure: what the labels of all phrases bring to each reader."""
    found = {
        title: {READERS[reader]: gap for reader, gap in from_labels(bank).items()}
        for bank, title in BANKS.items()
    }
    return _gaps(found, "What the labels of all phrases bring, by reader, five seeds.")


def _gaps(found: dict[str, dict[str, Gap]], caption: str) -> figures.Picture:
    axis = "points of accuracy, with 95 % intervals"
    return figures.dots(found, axis, caption, {"no difference": 0}, limits=None)


def on_long_remarks(test: Sequence[Tree]) -> figures.Table:
    """Table: steps from the chain on the long remarks of the toy treebank's test set."""
    long = [k for k, tree in enumerate(test) if len(tree.leaves()) >= LONG]
    rows = []
    for new in ("balanced", "child-sum", "binary"):
        row = (gain(cell("toy", kind, "chain")[:, long], cell("toy", kind, new)[:, long]) for kind in LABELS)
        rows.append([f"chain to {READERS[new]}", *map(told, row)])
    return figures.Table(
        ["step", *(f"labels: {kind}" for kind in LABELS)],
        rows,
        f"The grid's recipe, {len(long)} test remarks of {LONG} words or more, five seeds: "
        "points of accuracy, 95 % intervals; a star where they leave out 0",
    )


def labels_on_two_scales() -> figures.Table:
    """Table: what the labels of all phrases bring to bag and binary tree, in points and in errors removed."""
    rows = []
    for reader in ("bag", "binary"):
        root, phrases = (100 * cell("toy", kind, reader).mean().item() for kind in LABELS)
        removed = 100 * (phrases - root) / (100 - root)
        rows.append([reader, f"{root:.1f}", f"{phrases:.1f}", f"{phrases - root:.1f}", f"{removed:.0f}"])
    return figures.Table(
        ["reads as", *LABELS, "points gained", "errors removed, %"],
        rows,
        "The same gain on two scales: the toy treebank, five seeds, the grid's recipe, per cent",
    )


def other_trainings() -> figures.Table:
    """Table: accuracy, recipe and time of other trainings on SST."""
    rows = []
    for name, title in OTHERS.items():
        run = records.read(f"sst-{name}")
        scores = (f"{run[part]['mean']:.1f} ± {run[part]['sd']:.1f}" for part in ("test", "dev"))
        recipe = f"{run['training']['epochs']}, {run['training']['lr']}"
        rows.append([title, *scores, recipe, f"{run['cpu_seconds_to_best']['mean']:.0f}"])
    return figures.Table(
        ["model", "test", "dev", "epochs, rate", "CPU s to the best"],
        rows,
        "Other trainings on SST, each with a recipe of its own: accuracy in per cent, three seeds",
    )


def finalists() -> dict[str, list[dict]]:
    """The runs of the two best recipes for the binary tree with all labels on SST."""
    return {name: records.read_all(f"grid/best-{name}-*") for name in ("neighbours", "patient")}


def recipes() -> figures.Table:
    """Table: the recipes that were tried, by what they reach on the development set."""
    paths = sorted(records.folder().glob("grid/recipe-*.json"))
    tried = {path.stem.removeprefix("recipe-"): records.read(f"grid/{path.stem}") for path in paths}
    tried |= {name: made[0] for name, made in finalists().items()}
    return figures.Table(
        ["recipe", "H", "B", "epochs", "rates: weights, words", "averaged", "dev", "CPU s"],
        [[name, *_recipe(run)] for name, run in sorted(tried.items(), key=lambda one: one[1]["dev"])],
        "Recipes tried: a binary Tree-LSTM, all phrases, seed 0, SST dev",
    )


def _recipe(run: dict) -> list[str]:
    how = run["training"]
    return [
        *map(str, (run["settings"]["hidden"], how["batch_size"], how["epochs"])),
        f"{how['lr']:g}, {how['table_lr']:g}",
        "yes" if how["average"] else "no",
        f"{run['dev']:.1f}",
        f"{run['cpu_seconds']:.0f}",
    ]


def best_recipes() -> figures.Table:
    """Table: the grid's recipe and the two best ones, over all seeds."""
    grids = runs("sst", "phrases", "binary")
    rows = [["the grid's", *_summary(grids), "", ""]]
    for name, made in finalists().items():
        ours, theirs = _settings(made[0]), _settings(grids[0])
        changed = sum(ours[what] != theirs[what] for what in ours)
        rows.append([name, *_summary(made), str(changed), told(gain(marks(grids), marks(made)))])
    return figures.Table(
        ["recipe", "dev", "test", "CPU s", "settings changed", "points gained on test"],
        rows,
        "A binary Tree-LSTM, all phrases, SST: mean and spread of the seeds, gains with 95 % intervals",
    )


def _settings(run: dict) -> dict:
    words = {"words": run["words"]} if "words" in run else {}
    return {"neighbours": 0.0, "words": "train"} | run["settings"] | run["training"] | words


def _summary(made: Sequence[dict]) -> list[str]:
    columns = ([run[part] for run in made] for part in ("dev", "test", "cpu_seconds"))
    return [f"{statistics.fmean(numbers):.1f} ± {statistics.stdev(numbers):.1f}" for numbers in columns]
