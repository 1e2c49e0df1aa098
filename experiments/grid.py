"""The fair grid: five ways to read a phrase, two kinds of labels, the toy treebank and the Stanford one.

    python -m experiments.grid recipes [--only NAME ...]     tries recipes of training, on dev alone
    python -m experiments.grid sst|toy [--only MODEL ...] [--seeds 0 1 2 3 4]
    python -m experiments.grid best [--only NAME ...] [--seeds 0 1 2 3 4]    the likeliest recipes

A run is one file of `results/grid/`, written whole, and left alone where it exists, so that the grid can be
broken off and continued; `--again` makes it anew. Seeds come one after the other, each with all cells: an
unfinished grid is balanced.
A file says for every test sentence whether it was right, as bits in hexadecimal, and holds no sentence.

All cells of a treebank have the same word vectors to begin with, dropout, batches of the same size, rates,
number of epochs and forget biases (1), and as many weights above the words as widths allow. The epoch is
chosen on the development set, the test set is read once. *root* learns from one label a sentence, *phrases*
in the same batches from those of all phrases that the treebank has labelled. A bag, a chain and a balanced
tree read each phrase as a sentence of its own: there is nothing else that they could do with its label.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from experiments.grid_models import MODELS, PhraseReader, make, weights_above_words
from experiments.grid_recipes import CELLS, FINALISTS, RECIPES, Recipe
from experiments.grid_training import answers_of, train
from experiments.provenance import Clock, need_folder, percent, provenance, write
from prpn_edu import data
from prpn_edu.composition.tree_lstm import TreeLstm
from prpn_edu.data import fetch, glove

COMMAND = "python -m experiments.grid"
FOLDER = Path("results/grid")
LABELS = ("root", "phrases")
TREE = ("binary", "phrases")  # the model of the recipes, and its labels
SEEDS = [0, 1, 2, 3, 4]
TOY_TRAIN = 1500  # as the ladder of chapter 5


@cache
def treebank(name: str) -> dict[str, list[Tree]]:
    """The trees of "train", "dev" and "test"."""
    if name == "toy":
        return {"train": data.toy("train", TOY_TRAIN), "dev": data.toy("dev"), "test": data.toy("test")}
    return {split: data.sst(split) for split in ("train", "dev", "test")}


@cache
def vocabulary(name: str, words: str = "train") -> data.Vocabulary:
    """The words of the training set, and with "all" those of the other two that have a vector of GloVe's."""
    found = data.Vocabulary.build(treebank(name)["train"])
    if words == "train":
        return found
    others = data.Vocabulary.build(treebank(name)["dev"] + treebank(name)["test"])
    missing = glove.load(others)[1].missing
    return data.Vocabulary((*found.words, *sorted({*others.words} - {*found.words, *missing})))


@cache
def vectors(name: str, words: str = "train") -> Tensor | None:
    """The word vectors to begin with: GloVe for real sentences; None, drawn from the seed, for toy ones."""
    return None if name == "toy" else glove.load(vocabulary(name, words))[0]


@cache
def read(bank: str, part: str, kind: type, words: str = "train") -> list:
    """What models of a kind read of the trees; widths make no difference to it."""
    reader = "binary" if kind is TreeLstm else "bag"
    model = make(reader, vocabulary(bank, words), 0, embedding=1, hidden=1)
    return [model.read(tree) for tree in treebank(bank)[part]]


def run(
    bank: str, model_name: str, labels: str, recipe: Recipe, seed: int, test: bool = True
) -> dict[str, Any]:
    """Train one model from one seed.

    Args:
        bank: "sst" or "toy".
        model_name: of `grid_models.MODELS`.
        labels: "root" or "phrases".
        recipe: settings and training.
        seed: for the weights, the order and the dropout.
        test: read the test set at the end.
    """
    known = vocabulary(bank, recipe.words)
    model = make(model_name, known, seed, vectors(bank, recipe.words), **recipe.settings)
    kind = TreeLstm if isinstance(model, TreeLstm) else PhraseReader
    items = {part: read(bank, part, kind, recipe.words) for part in treebank(bank)}
    gold = {part: "".join(tree.label() for tree in trees) for part, trees in treebank(bank).items()}
    kept, history = train(
        model, items["train"], items["dev"], gold["dev"], recipe.how, seed, labels == "phrases"
    )
    found = {
        "model": model_name,
        "labels": labels,
        "seed": seed,
        "weights_above_words": weights_above_words(model),
        "settings": recipe.settings,
        "training": asdict(recipe.how),
        "vectors": "drawn from the seed" if bank == "toy" else glove.PACKAGE,
        "words": recipe.words,
        "train": len(gold["train"]),
        "chosen_on": "dev",
        "dev": max(history["dev_by_epoch"]),
        **history,
    }
    if test:
        answers = answers_of(kept, items["test"])
        right = [a == b for a, b in zip(answers, gold["test"], strict=True)]
        found |= {"test": percent(sum(right) / len(right)), "sentences": len(right), "right": bits(right)}
    return found


def bits(right: Sequence[bool]) -> str:
    """Yes and no as hexadecimal digits, the first sentence at the highest bit; 0 fills the last digit."""
    digits = -(-len(right) // 4)
    number = int("".join("01"[yes] for yes in right).ljust(4 * digits, "0"), 2)
    return f"{number:0{digits}x}"


def record(path: Path, bank: str, command: str, *arguments: Any) -> None:
    """Make one run and write its file."""
    clock = Clock()
    found = run(bank, *arguments)
    write(
        path,
        {
            "what": "One training of the fair grid: accuracy on whole sentences in per cent, five classes",
            **provenance(f"{COMMAND} {command}", [found["seed"]], clock),
            **({"data": fetch.SOURCES["sst"].files} if bank == "sst" else {}),
            **found,
        },
    )
    print(path.stem, found["dev"], found.get("test"), f"{found['cpu_seconds']} CPU s", flush=True)


def main(argv: Sequence[str] | None = None) -> None:
    """Train what is asked for and not yet there."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("part", choices=["sst", "toy", "recipes", "best"], help="what to train")
    parser.add_argument("--only", nargs="+", help="these models, or recipes")
    parser.add_argument("--seeds", nargs="+", type=int, default=SEEDS, help="one training for each")
    parser.add_argument("--again", action="store_true", help="train again where there is a file already")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder to write to")
    options = parser.parse_args(argv)
    tried = [name for name in RECIPES if name not in FINALISTS]  # "best" trains those
    names = {"recipes": tried, "best": FINALISTS}.get(options.part, MODELS)
    if unknown := set(options.only or ()) - set(names):
        parser.error(f"no {', '.join(sorted(unknown))}: choose from {', '.join(names)}")
    need_folder(parser, options.out)
    torch.set_num_threads(1)
    wanted = [name for name in names if name in (options.only or names)]
    for stem, *arguments in _runs(options.part, wanted, options.seeds):
        path = options.out / f"{stem}.json"
        if options.again or not path.exists():
            record(path, *arguments)


def _runs(part: str, wanted: Sequence[str], seeds: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    """The runs of a part: the name of the file, and what else `record` takes."""
    if part == "recipes":
        for name in wanted:
            yield f"recipe-{name}", "sst", f"{part} --only {name}", *TREE, RECIPES[name], 0, False
        return
    for seed in seeds:
        if part == "best":
            for name in wanted:
                command = f"best --only {name} --seeds {seed}"
                yield f"best-{name}-{seed}", "sst", command, *TREE, RECIPES[name], seed
            continue
        for name in wanted:
            for labels in LABELS:
                command = f"{part} --only {name} --seeds {seed}"
                yield f"{part}-{name}-{labels}-{seed}", part, command, name, labels, CELLS[part][name], seed


if __name__ == "__main__":
    main()
