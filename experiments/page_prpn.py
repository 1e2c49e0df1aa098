"""Train the PRPN that comes with the package, small enough for a page of the book.

    python -m experiments.page_prpn

writes `prpn_edu/loops/prpn.json`, the weights, and `results/toy-page-prpn.json`, what they are worth. The
text is the toy treebank, which is ours to give away. One model for each seed; the one with the lowest
development perplexity is shipped. No bracket enters training or this choice.
"""

import argparse
import hashlib
import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from nltk import Tree

from experiments.provenance import Clock, need_folder, percent, provenance, write
from prpn_edu import data, evaluation, files, packing, shipped, training
from prpn_edu.data.entropy import toy_entropy
from prpn_edu.data.vocab import UNKNOWN
from prpn_edu.evaluation import baselines, scores
from prpn_edu.latent import prpn_export
from prpn_edu.latent.prpn import ATTENTION_ONLY, Prpn, build_vocabulary
from prpn_edu.loops import prpn as loop
from prpn_edu.loops.packed import read
from prpn_edu.packing import Table

COMMAND = "python -m experiments.page_prpn"
SENTENCES, BLANKED = 30_000, 0.02
SETTINGS = {**ATTENTION_ONLY, "embedding": 40, "hidden": 40, "features": 80, "suffixes": (), "dropout": 0.1}
TRAINING: dict[str, Any] = {"epochs": 6, "batch_size": 32, "lr": 2e-3, "weight_decay": 1e-6, "clip": 1.0}
SEEDS = (1, 2, 3)


def blanked(sentences: Sequence[Sequence[str]], share: float, seed: int) -> list[list[str]]:
    """The sentences with a share of their words unknown: the model learns to read past words it never saw."""
    draw = random.Random(seed).random
    return [[UNKNOWN if draw() < share else word for word in words] for words in sentences]


def train(seed: int, sentences: Sequence[Sequence[str]], dev: Sequence[Sequence[str]]) -> Prpn:
    """One model, with the weights of its best epoch on the development sentences."""
    torch.manual_seed(seed)
    model = Prpn(build_vocabulary(sentences), **SETTINGS)
    training.fit(model, blanked(sentences, BLANKED, seed), dev, seed=seed, progress=False, **TRAINING)
    return model


def measure(model: Prpn, dev: Sequence[Sequence[str]], test: Sequence[Tree]) -> dict[str, float]:
    """Perplexity on both splits, and F1 of the trees that SPLIT makes of the scores, on the test trees."""
    return {
        "dev_perplexity": round(scores.perplexity(model, dev), 4),
        "test_perplexity": round(scores.perplexity(model, [tree.leaves() for tree in test]), 4),
        "test_f1": _f1([model.parse(tree) for tree in test], test),
    }


def lost_by_packing(model: Prpn, packed: Table, sentences: Sequence[Sequence[str]]) -> dict[str, Any]:
    """How far the page's answers are from the model's: the scores, and which trees change."""
    small = read(packed)
    furthest, same = 0.0, 0
    for words in sentences:
        d = model.distances(words).tolist()
        run = loop.run(small, words, len(words))
        furthest = max(furthest, *(abs(a - b) for a, b in zip(d, run["d"][1:], strict=True)))
        same += run["tree"] == loop.gates.split(d, list(words))
    return {
        "sentences": len(sentences),
        "largest_difference_of_scores": round(furthest, 4),
        "same_tree": same,
    }


def _f1(predicted: Sequence[Tree], gold: Sequence[Tree]) -> float:
    return percent(evaluation.unlabeled_f1(predicted, gold, average="sentence", keep_root=False).f1)


def record(seeds: Sequence[int]) -> tuple[dict[str, Any], Table]:
    """Train one model a seed; return what the results file holds, and the packed weights of the best."""
    clock = Clock()
    sentences = [tree.leaves() for tree in data.toy("train", SENTENCES)]
    dev, test = [tree.leaves() for tree in data.toy("dev")], data.toy("test")
    models = {seed: train(seed, sentences, dev) for seed in seeds}
    measured = {seed: measure(model, dev, test) for seed, model in models.items()}
    best = min(seeds, key=lambda seed: measured[seed]["dev_perplexity"])
    about = {
        "text": f"{SENTENCES} sentences of the course's toy treebank",
        "test_perplexity": measured[best]["test_perplexity"],
        "lowest_possible": round(toy_entropy("test").perplexity(), 4),
        "command": COMMAND,
    }
    packed = packing.pack(prpn_export.tables(models[best])) | {"about": about}
    generator = torch.Generator().manual_seed(0)
    trees = {
        "right": [baselines.right(tree.leaves()) for tree in test],
        "random scores": [baselines.random_scores(tree.leaves(), generator) for tree in test],
    }
    results = {
        "what": "PRPN for the page, on the toy treebank: perplexity, unlabelled F1 x 100 (sentence, no root)",
        **provenance(COMMAND, list(seeds), clock),
        "sentences": {"train": SENTENCES, "dev": len(dev), "test": len(test)},
        "settings": SETTINGS,
        "training": TRAINING | {"blanked": BLANKED},
        "lowest_perplexity_possible": about["lowest_possible"],
        "models": {str(seed): row for seed, row in measured.items()},
        "baselines_f1": {name: _f1(predicted, test) for name, predicted in trees.items()},
        "shipped": {"seed": best, "parameters": sum(p.numel() for p in models[best].parameters())}
        | lost_by_packing(models[best], packed, [tree.leaves() for tree in test[:100]]),
    }
    return results, packed


def write_both(
    record: Callable[[Sequence[int]], tuple[dict, dict]],
    command: str,
    about: str,
    out: Path,
    weights: Path,
    argv: Sequence[str] | None,
    seeds: Sequence[int] = SEEDS,
) -> None:
    """Train a model for the page as a command does: its weights into one file, its record into another.

    Args:
        record: trains with some seeds; returns the record and the packed weights.
        command: its name.
        about: what it does, in a line.
        out: where the record goes, unless the command says otherwise.
        weights: where the weights go, unless it says otherwise.
        argv: what follows the command.
        seeds: one model each, unless the command names others.
    """
    parser = argparse.ArgumentParser(prog=command, description=about)
    parser.add_argument("--seeds", type=int, nargs="+", default=seeds)
    parser.add_argument("--out", type=Path, default=out, help="where to write")
    parser.add_argument("--weights", type=Path, default=weights, help="where to write the weights")
    options = parser.parse_args(argv)
    need_folder(parser, options.out.parent)
    torch.set_num_threads(1)
    results, packed = record(options.seeds)
    text = json.dumps(packed, separators=(",", ":"))
    results["shipped"] |= {"bytes": len(text), "sha256": hashlib.sha256(text.encode()).hexdigest()}
    files.write_text(options.weights, text)
    write(options.out, results)
    print(json.dumps(results["models"], indent=1))


def main(argv: Sequence[str] | None = None) -> None:
    """Write both files."""
    about = __doc__.partition("\n")[0]
    write_both(record, COMMAND, about, Path("results/toy-page-prpn.json"), shipped.PRPN, argv)


if __name__ == "__main__":
    main()
