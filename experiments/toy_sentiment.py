"""Train models of part I on the toy treebank and write down what they answer.

    python -m experiments.toy_sentiment [--only bags starts ... tree-lstm] [--seeds 0 1 2]

writes `results/toy-<name>.json`, one file for each comparison of `COMPARISONS`. The epoch is chosen on the
development set. A file holds the answer of every model to every remark of the test set; the chapters compute
from these all that they say.
"""

import argparse
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from experiments.grid_models import KeepingCell
from experiments.provenance import Clock, need_folder, percent, provenance, write
from experiments.recipes import Recipe, fit
from prpn_edu import data
from prpn_edu.composition import BinaryTreeLstm, Bow, Cbow, DeepCbow, Lstm, Rnn
from prpn_edu.composition.classifier import Classifier
from prpn_edu.data import Vocabulary
from prpn_edu.data.cooccurrence import neighbour_counts, ppmi
from prpn_edu.data.toy import swaps

COMMAND = "python -m experiments.toy_sentiment"
REMARKS = ("(0 it was funny but the critic hated it)", "(3 the critic hated it but it was funny)")


class KeepingLstm(Lstm):
    """An LSTM whose forget gates begin with the bias 1, as those of the tree cells do."""

    cell_class = KeepingCell


@dataclass(frozen=True)
class Comparison:
    """Models that one chapter sets side by side, all trained on the same remarks.

    Attributes:
        chapter: the file that shows them.
        train: how many remarks to learn from, the first of the training split; None: all.
        recipes: the models by the names that the chapter gives them.
        labels: of the recipes that learn from fewer labels than that, how many; their words, and the company
            that these keep, are still those of all.
        order: ask for remarks too whose words come in two orders.
    """

    chapter: str
    train: int | None
    recipes: dict[str, Recipe]
    labels: dict[str, int] = field(default_factory=dict)
    order: bool = False


_NARROW = {"embedding": 32, "hidden": 32}
_NARROWER = {"embedding": 16, "hidden": 32}
_BEGINNINGS = {  # the vectors at the beginning: their standard deviation, and what becomes of given ones
    "random start, sd 0.05": (0.05, None),
    "random start, sd 0.5": (0.5, None),
    "pretrained, sd 0.5, frozen": (0.5, "frozen"),
    "pretrained, sd 0.5, fine-tuned": (0.5, "tuned"),
    "pretrained, sd 0.05, fine-tuned": (0.05, "tuned"),
}
_LABELS = {400: {"epochs": 15, "lr": 3e-3}, 1600: {"epochs": 5, "lr": 3e-3}}
_NO_DROPOUT = {"dropout": 0.0, "input_dropout": 0.0}
_SHORT = {"epochs": 6, "lr": 5e-3}
_WIDE = {"embedding": 32, "hidden": 48}
_LONG = {"epochs": 12, "lr": 3e-3}

_TREES = {
    "chain LSTM": Recipe(KeepingLstm, _WIDE, _LONG),
    "tree, root labels": Recipe(BinaryTreeLstm, _WIDE, _LONG),
    "tree, all labels": Recipe(BinaryTreeLstm, _WIDE, {**_LONG, "all_nodes": True}),
}
_SIX = {
    name: replace(_TREES[name], training={**_LONG, "epochs": 6})
    for name in ("chain LSTM", "tree, root labels")
}

COMPARISONS = {
    "bags": Comparison(
        "02-bags-of-words",
        None,
        {
            "BOW": Recipe(Bow, {}, {"epochs": 6, "lr": 1e-2}),
            "CBOW": Recipe(Cbow, {"embedding": 32}, {"epochs": 6, "lr": 3e-3}),
            "Deep CBOW": Recipe(DeepCbow, _NARROW, {"epochs": 6, "lr": 3e-3}),
        },
        order=True,
    ),
    "starts": Comparison(
        "02-bags-of-words",
        None,
        {
            f"sd {std:g}, lr {lr:g}": Recipe(Bow, {"init_std": std}, {"epochs": 6, "lr": lr})
            for std in (1.0, 0.01)
            for lr in (5e-4, 1e-2)
        },
    ),
    "pretrained": Comparison(
        "02-bags-of-words",
        None,
        {
            f"{start}, {number} labels": Recipe(
                DeepCbow, {**_NARROWER, "init_std": std}, how, vectors=vectors
            )
            for start, (std, vectors) in _BEGINNINGS.items()
            for number, how in _LABELS.items()
        },
        labels={f"{start}, {number} labels": number for start in _BEGINNINGS for number in _LABELS},
    ),
    "recurrent": Comparison(
        "03-recurrent-networks",
        None,
        {
            "Deep CBOW": Recipe(DeepCbow, _NARROW, _SHORT),
            "RNN": Recipe(Rnn, _NARROW | _NO_DROPOUT, {**_SHORT, "clip": 5.0}),
            "LSTM": Recipe(Lstm, _NARROW | _NO_DROPOUT, {**_SHORT, "clip": 5.0}),
        },
        order=True,
    ),
    "tree-lstm": Comparison("04-tree-lstms", 2000, _TREES),
    "tree-lstm-six-epochs": Comparison("04-tree-lstms", 2000, _SIX),
}


def company_vectors(
    trees: Sequence[Tree], vocabulary: Vocabulary, size: int, std: float, window: int = 2
) -> Tensor:
    """Vectors of words from the company that they keep, as chapter 2 makes them, with a given spread.

    Args:
        trees: remarks, of which only the words are read.
        vocabulary: the words, V of them.
        size: numbers in a vector.
        std: the standard deviation of all the numbers.
        window: how many words before and after a word keep it company.
    Returns:
        `(V, size)`.
    """
    U, S, _ = torch.linalg.svd(ppmi(neighbour_counts(trees, vocabulary, window)))
    vectors = U[:, :size] * S[:size].sqrt()  # (V, size)
    return vectors / vectors.std() * std


def questions(comparison: Comparison) -> dict[str, list[Tree]]:
    """What the models are asked, by the name of the part.

    "test": the test remarks. Where the order is asked for also "swaps": pairs of a test remark and its swap,
    where their labels differ; and "remarks": the two that chapter 3 begins with.
    """
    asked = {"test": data.toy("test")}
    if comparison.order:
        asked["swaps"] = [tree for pair in swaps(asked["test"]) for tree in pair]
        asked["remarks"] = [Tree.fromstring(remark) for remark in REMARKS]
    return asked


@torch.no_grad()
def answers(model: Classifier, trees: Sequence[Tree]) -> str:
    """The class of each tree as one digit, in their order."""
    return "".join(str(label) for label in model(list(trees)).argmax(1).tolist())


def run(comparison: Comparison, name: str, seed: int, **changed: Any) -> dict[str, Any]:
    """Train one model from one seed.

    Args:
        comparison: where it belongs.
        name: of the recipe.
        seed: for the weights, the order and the dropout.
        changed: arguments of `recipes.fit` to use in place of the recipe's.
    Returns:
        development accuracy in per cent and training loss by epoch, and the answers.
    """
    recipe, train = comparison.recipes[name], data.toy("train", comparison.train)
    vocabulary = Vocabulary.build(train)
    vectors = None
    if recipe.vectors:
        settings = recipe.settings
        vectors = company_vectors(train, vocabulary, settings["embedding"], settings["init_std"])
    model = recipe.make(vocabulary, vectors, seed)
    train = train[: comparison.labels.get(name)]
    how = {**recipe.training, **changed, "seed": seed, "progress": False}
    history = fit(model, recipe.train_on(train), recipe.test_on(data.toy("dev")), **how)
    return {
        "seed": seed,
        "best_epoch": history.best.number,
        "dev_by_epoch": [percent(epoch.dev) for epoch in history.epochs],
        "loss_by_epoch": [round(epoch.loss, 4) for epoch in history.epochs],
        "answers": {
            part: answers(model, recipe.test_on(asked)) for part, asked in questions(comparison).items()
        },
    }


def record(name: str, seeds: Sequence[int]) -> dict[str, Any]:
    """What `results/toy-<name>.json` holds."""
    comparison, clock = COMPARISONS[name], Clock()
    models = {
        title: {
            "model": recipe.model.__name__,
            "settings": asdict(recipe.model.Config(**recipe.settings)),
            "training": recipe.training,
            "examples": recipe.examples,
            "labels": len(data.toy("train", comparison.labels.get(title, comparison.train))),
            "runs": [run(comparison, title, seed) for seed in seeds],
        }
        for title, recipe in comparison.recipes.items()
    }
    return {
        "what": f"Answers to the test remarks of the toy treebank, classes 0 to 4, for {comparison.chapter}",
        **provenance(f"{COMMAND} --only {name} --seeds {' '.join(map(str, seeds))}", list(seeds), clock),
        "train": len(data.toy("train", comparison.train)),
        "chosen_on": "dev",
        "gold": {
            part: "".join(tree.label() for tree in asked) for part, asked in questions(comparison).items()
        },
        "models": models,
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Train what is asked for; each file is written when all its models are done."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--only", nargs="+", choices=COMPARISONS, default=list(COMPARISONS), help="which files"
    )
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2], help="one training for each")
    parser.add_argument("--out", type=Path, default=Path("results"), help="the folder to write to")
    options = parser.parse_args(argv)
    need_folder(parser, options.out)
    torch.set_num_threads(1)
    for name in options.only:
        results = record(name, options.seeds)
        write(options.out / f"toy-{name}.json", results)
        print(f"{name}: {len(results['models'])} models, {results['cpu_seconds']} CPU seconds", flush=True)


if __name__ == "__main__":
    main()
