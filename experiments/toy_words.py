"""How much of what PRPN knows of the toy treebank is a list of words.

    python -m experiments.toy_words

writes `results/controls-toy.json`. Ten fresh seeds of PRPN with tape and of PRPN by attention alone, trained
as in `experiments.toy_prpn`. Each network's scores stand beside what is left of them when a part of what they
know is taken away: a list of words (each word has its mean score over the training remarks: no context),
places alone (no words), the same scores in a random order. All are decoded in both ways, on the test remarks.
Seeds and measures were fixed before the first of these runs; the epoch is the one with the lowest perplexity
on the development remarks. Gold trees are read at the end, to score.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from experiments import parsing
from experiments.provenance import Clock, need_folder, percent, provenance, write
from experiments.toy_prpn import SETTINGS, TRAINING
from experiments.word_counts import in_random_order
from experiments.word_lists import by_word
from prpn_edu import data, training, trees
from prpn_edu.evaluation import baselines, paired_interval
from prpn_edu.latent.prpn import Prpn, build_vocabulary

COMMAND = "python -m experiments.toy_words"
SEEDS = tuple(range(1101, 1111))
FORMS: dict[str, dict[str, Any]] = {
    "tape": SETTINGS | {"recurrent": True},
    "attention": SETTINGS | {"recurrent": False},
}


def known(model: Prpn, gold: Sequence[Tree], among: int, seed: int) -> dict[str, Sequence[Tensor]]:
    """The scores of sentences, by what they know.

    Args:
        model: after its training.
        gold: N trees; their words are read.
        among: the means are taken over the first so many.
        seed: of the random order.
    Returns:
        for each part of what the scores know, N of (n,).
    """
    scores = parsing.distances(model, gold)
    places = [torch.arange(len(d)) for d in scores]
    generator = torch.Generator().manual_seed(seed)
    return {
        "scores": scores,
        "word list": by_word(scores, [model.read(tree) for tree in gold], among),
        "place alone": by_word(scores, places, among),
        "shuffled": [d[torch.randperm(len(d), generator=generator)] for d in scores],
    }


def run(form: str, seed: int, parts: dict[str, list[Tree]]) -> dict[str, Any]:
    """Train one network and measure what it knows on the test remarks."""
    torch.manual_seed(seed)
    model = Prpn(build_vocabulary(parts["train"]), **FORMS[form])
    clock = Clock()
    sentences = {name: [trees.words(tree) for tree in rows] for name, rows in parts.items()}
    history = training.fit(model, sentences["train"], sentences["dev"], seed=seed, progress=False, **TRAINING)
    seconds, among = clock.cpu(), len(parts["train"])
    f1: dict[str, dict[str, float]] = {}
    for name, scores in known(model, parts["train"] + parts["test"], among, seed).items():
        ours = in_random_order(scores, 0)[among:]  # a word that stands twice has the same number twice
        f1[name] = {}
        for decoder in parsing.DECODERS:
            found = parsing.parse(ours, parts["test"], decoder)
            f1[name][decoder] = percent(fmean(parsing.by_sentence(found, parts["test"])))
    print(form, seed, f1, flush=True)
    return {"seed": seed, "best_epoch": history.best.number, "f1": f1, "cpu_seconds": seconds}


def over_seeds(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Each measure over seeds, and what the scores have over the list, with a 95 % interval."""
    out: dict[str, Any] = {}
    for decoder in parsing.DECODERS:
        of = {name: [row["f1"][name][decoder] for row in runs] for name in runs[0]["f1"]}
        for name, values in of.items():
            out[f"{name}, {decoder}"] = {
                "mean": round(fmean(values), 2),
                "sd": round(stdev(values), 2),
            }
        low, high = paired_interval(of["scores"], of["word list"])
        out[f"scores minus word list, {decoder}"] = {
            "mean": round(fmean(of["scores"]) - fmean(of["word list"]), 2),
            "interval": [round(low, 2), round(high, 2)],
        }
    return out


def main(argv: Sequence[str] | None = None) -> None:
    """Train, measure, and write the file."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("results/controls-toy.json"), help="where to write")
    options = parser.parse_args(argv)
    need_folder(parser, options.out.parent)
    torch.set_num_threads(1)
    clock = Clock()
    parts = {name: data.toy(name) for name in ("train", "dev", "test")}
    right = [baselines.right(trees.words(tree)) for tree in parts["test"]]
    models: dict[str, Any] = {}
    for form in FORMS:
        runs = [run(form, seed, parts) for seed in SEEDS]
        models[form] = {"over_seeds": over_seeds(runs), "runs": runs}
    write(
        options.out,
        {
            "what": "Unlabelled sentence F1 x 100 without the root on the toy treebank: PRPN's scores, and "
            "parts of what they know",
            **provenance(COMMAND, list(SEEDS), clock),
            "settings": FORMS,
            "training": TRAINING,
            "chosen_on": "dev",
            "right_branching": percent(fmean(parsing.by_sentence(right, parts["test"]))),
            "models": models,
        },
    )


if __name__ == "__main__":
    main()
