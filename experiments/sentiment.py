"""Train the models of part I on the Stanford Sentiment Treebank and write down how it was done.

    python -m experiments.sentiment [--only bow lstm-tuned] [--seeds 0 1 2]

writes `results/sst-<name>.json`, one file for each recipe of `experiments.recipes`. The epoch is
chosen on the development set; the test set is read once, at the end. Pretrained vectors come from the package
that `prpn_edu.data.glove` names, or from a text file given by --vectors; where there are none, the recipes
that need them are passed over, by name. Only scores are stored, no sentence.
"""

import argparse
import statistics
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch
from nltk import Tree
from torch import Tensor

from experiments.provenance import Clock, need_folder, percent, provenance, write
from experiments.recipes import RECIPES, Recipe, fit
from prpn_edu import data, evaluation, training
from prpn_edu.composition.tree_lstm import TreeLstm
from prpn_edu.data import fetch, glove, vectors

COMMAND = "python -m experiments.sentiment"
# Arguments of `fit`; a recipe that sets one of them has it recorded all the same.
NOT_RECORDED = ("seed", "betas", "keep")
SPLITS = ("train", "dev", "test")


def run(recipe: Recipe, splits: dict[str, list[Tree]], table: Tensor | None, seed: int) -> dict:
    """Train one model from one seed.

    Args:
        recipe: what to train.
        splits: the trees of "train", "dev" and "test".
        table: (V, E), vectors for the words of the training split, for recipes that begin with some.
        seed: for the weights, the order and the dropout.
    Returns:
        accuracies in per cent, epochs and seconds.
    """
    vocabulary = data.Vocabulary.build(splits["train"])
    model = recipe.make(vocabulary, table, seed)
    dev, test = recipe.test_on(splits["dev"]), recipe.test_on(splits["test"])
    clock = Clock()
    history = fit(model, recipe.train_on(splits["train"]), dev, seed=seed, **recipe.training)
    wall = clock.wall()
    return {
        "seed": seed,
        "dev": percent(history.best.dev),
        "test": percent(evaluation.accuracy(model, test)),
        "test_nodes": percent(evaluation.accuracy(model, test, all_nodes=True))
        if _reads_nodes(recipe)
        else None,
        "best_epoch": history.best.number,
        "cpu_seconds_to_best": round(history.best.cpu_seconds, 1),
        "cpu_seconds": round(history.epochs[-1].cpu_seconds, 1),
        "wall_seconds": wall,
        "dev_by_epoch": [percent(epoch.dev) for epoch in history.epochs],
        "loss_by_epoch": [round(epoch.loss, 4) for epoch in history.epochs],
    }


def summary(name: str, runs: Sequence[dict], pretrained: str | None, clock: Clock) -> dict:
    """What `results/sst-<name>.json` holds, for the runs of one recipe."""
    recipe, seeds = RECIPES[name], [run["seed"] for run in runs]
    unused = () if recipe.vectors is None else ("embedding", "init_std")  # the vectors decide
    settings = asdict(recipe.model.Config(**recipe.settings))
    defaults = {"all_nodes": False, **asdict(training.TrainingConfig())}
    return {
        "what": "Accuracy in per cent on whole sentences, five classes, Stanford Sentiment Treebank",
        **provenance(f"{COMMAND} --only {name} --seeds {' '.join(map(str, seeds))}", seeds, clock),
        "model": recipe.model.__name__,
        "settings": {name: value for name, value in settings.items() if name not in unused},
        "training": {name: value for name, value in defaults.items() if name not in NOT_RECORDED}
        | recipe.training,
        "vectors": None if recipe.vectors is None else {"use": recipe.vectors, "from": pretrained},
        "examples": recipe.examples,
        "data": fetch.SOURCES["sst"].files,
        "chosen_on": "dev",
        **{part: _spread([run[part] for run in runs]) for part in ("dev", "test", "cpu_seconds_to_best")},
        "runs": list(runs),
    }


def _reads_nodes(recipe: Recipe) -> bool:
    return issubclass(recipe.model, TreeLstm) and recipe.examples != "balanced"


def _spread(values: Sequence[float]) -> dict:
    """Mean and standard deviation (n - 1 in the denominator; None for a single run)."""
    sd = round(statistics.stdev(values), 2) if len(values) > 1 else None
    return {"mean": round(statistics.fmean(values), 2), "sd": sd}


def _pretrained(path: Path | None, vocabulary: data.Vocabulary) -> tuple[Tensor, str]:
    """The vectors and where they come from."""
    if path is None:
        return glove.load(vocabulary)[0], glove.PACKAGE
    return vectors.load(path, vocabulary)[0], path.name


def main(argv: Sequence[str] | None = None) -> None:
    """Train what is asked for; each file is written anew after each seed, so that a stop loses one run."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="+", choices=RECIPES, default=list(RECIPES), help="which recipes")
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2], help="one training for each")
    parser.add_argument("--vectors", type=Path, help="a text file of word vectors, instead of the package")
    parser.add_argument("--out", type=Path, default=Path("results"), help="the folder to write to")
    options = parser.parse_args(argv)
    need_folder(parser, options.out)
    torch.set_num_threads(1)
    splits = {split: data.sst(split) for split in SPLITS}
    table = pretrained = None
    for name in options.only:
        if RECIPES[name].vectors and table is None:
            try:
                table, pretrained = _pretrained(options.vectors, data.Vocabulary.build(splits["train"]))
            except ModuleNotFoundError as error:
                print(f"{name}: passed over, {error}", flush=True)
                continue
        runs, clock, last = [], Clock(), {}
        for seed in options.seeds:
            runs.append(run(RECIPES[name], splits, table, seed))
            last = summary(name, runs, pretrained, clock)
            write(options.out / f"sst-{name}.json", last)
        print(f"{name}: dev {last['dev']}, test {last['test']}, seeds {last['seeds']}", flush=True)


if __name__ == "__main__":
    main()
