"""Does a language model want the gates of a tree, and does it find the tree? A trial on the toy treebank.

    python -m experiments.toy_gates

writes `results/toy-gates.json`, numbers of chapter 11. Six ways to make the gates, and nothing else
differs: for one seed all models begin with the same weights and read the same batches. The grammar that wrote
the remarks is known, so there are gold trees and a lowest perplexity.
"""

import argparse
import math
import statistics
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from nltk import Tree
from torch import Tensor

from experiments.controls import ControlledPrpn
from experiments.provenance import Clock, percent, provenance, write
from prpn_edu import data, training, trees
from prpn_edu.data.entropy import toy_entropy
from prpn_edu.evaluation import baselines, matches, paired_interval
from prpn_edu.latent import gates, split
from prpn_edu.latent.language_model import LanguageModel
from prpn_edu.latent.prpn import ATTENTION_ONLY, build_vocabulary

COMMAND = "python -m experiments.toy_gates"
WAYS = {
    "learned": "scores from the parsing network, as in PRPN",
    "open": "every gate open: the limits of left-branching trees",
    "adjacent": "only the word before: the limits of right-branching trees",
    "tree": "scores from the grammar's own tree, that of the next word included",
    "shuffled": "learned scores, put in random order before the gates are made",
    "frozen": "scores from a parsing network that stays as it began",
}
SETTINGS: dict[str, Any] = {
    **ATTENTION_ONLY, "embedding": 32, "hidden": 32, "features": 64, "dropout": 0.1, "suffixes": ()
}  # fmt: skip
TRAINING: dict[str, Any] = {"epochs": 10, "batch_size": 32, "lr": 5e-3}
PARSING = ("learned", "shuffled", "frozen")  # ways whose scores come from a parsing network
BASELINES = ("left", "right", "random_scores", "random_split")
DECODERS = ("split", "between")


def run(way: str, seed: int, splits: dict[str, list[Tree]]) -> dict[str, Any]:
    """Train one model and measure it on the test remarks.

    Args:
        way: a key of `WAYS`.
        seed: of weights, order and dropout; the weights are the same for every way.
        splits: the trees of "train", "dev" and "test"; only `way` "tree" reads more than their words.
    Returns:
        "stored": what is written down; for each remark "nats", those of its words and its end, and, where
        scores come from a parsing network, "f1" of the trees of both `DECODERS`.
    """
    vocabulary = build_vocabulary(splits["train"])
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = ControlledPrpn(vocabulary, **SETTINGS, scores=way)
    history = training.fit(model, splits["train"], splits["dev"], seed=seed, progress=False, **TRAINING)
    nats = remark_nats(model, splits["test"])
    found: dict[str, Any] = {
        "perplexity": round(math.exp(sum(nats) / steps(splits["test"])), 3),
        "best_epoch": history.best.number,
        "cpu_seconds": round(history.epochs[-1].cpu_seconds, 1),
    }
    f1: dict[str, list[float]] = {}
    if way in PARSING:
        scores = [model.distances(tree) for tree in splits["test"]]
        made = decoded(scores, splits["test"])
        f1 = {name: each_f1(guesses, splits["test"]) for name, guesses in made.items()}
        found |= described(scores, made)
        found |= {f"f1_{name}": percent(statistics.fmean(each)) for name, each in f1.items()}
    return {"stored": {"seed": seed, **found}, "nats": nats, "f1": f1}


def steps(remarks: Sequence[Tree]) -> int:
    """How many predictions the remarks ask for: all words, and the end of each."""
    return sum(len(trees.words(tree)) + 1 for tree in remarks)


@torch.no_grad()
def remark_nats(model: LanguageModel, remarks: Sequence[Tree], batch_size: int = 100) -> list[float]:
    """-log p of each remark and its end."""
    out = []
    for start in range(0, len(remarks), batch_size):
        batch = model.collate([model.read(tree) for tree in remarks[start : start + batch_size]])
        losses = F.cross_entropy(model.logits(batch), batch.targets, reduction="none")
        out += [part.sum().item() for part in losses.split(batch.real.sum(1).tolist())]
    return out


def decoded(scores: Sequence[Tensor], remarks: Sequence[Tree]) -> dict[str, list[Tree]]:
    """The trees that both `DECODERS` make of the scores; between the words stand all but the first."""
    pairs = [(d, trees.words(tree)) for d, tree in zip(scores, remarks, strict=True)]
    return {
        "split": [split.split(d, x) for d, x in pairs],
        "between": [split.split_between(d[1:], x) for d, x in pairs],
    }


def described(scores: Sequence[Tensor], made: dict[str, list[Tree]]) -> dict[str, Any]:
    """How far the scores are spread, how many tie, how near their trees are to right-branching ones."""
    out: dict[str, Any] = {
        "sd_of_scores": round(torch.cat(list(scores)).std().item(), 4),
        "ties": sum(a == b for d in scores for a, b in combinations(d.tolist(), 2)),
    }
    for name, guesses in made.items():
        right = [baselines.right(trees.words(tree)) for tree in guesses]
        out[f"f1_{name}_with_right"] = percent(statistics.fmean(each_f1(guesses, right)))
    out["limits_of_split"] = limits_agree(scores, made["split"])
    return out


def limits_agree(scores: Sequence[Tensor], guesses: Sequence[Tree]) -> float:
    """The share of steps whose limit is where the smallest bracket on t-1 and t begins, in per cent."""
    hits = total = 0
    for d, tree in zip(scores, guesses, strict=True):
        limits, spans = gates.nearest_higher(d).tolist(), trees.spans(tree)
        for t in range(1, len(d)):
            hits += limits[t] == max(start for start, end in spans if start < t < end)
            total += 1
    return percent(hits / total)


def compare(first: list[list[float]], second: list[list[float]], unit: float) -> dict[str, Any]:
    """The difference of two ways, over the same test remarks and the same seeds.

    Args:
        first, second: for each seed a number for each remark.
        unit: what a mean over remarks is multiplied by.
    Returns:
        the mean difference, its interval over remarks, and the difference of each seed.
    """
    ours, others = (torch.tensor(numbers).double().mean(0) for numbers in (first, second))
    gaps = [statistics.fmean(a) - statistics.fmean(b) for a, b in zip(first, second, strict=True)]
    low, high = paired_interval(ours, others)
    return {
        "difference": round(unit * statistics.fmean(gaps), 4),
        "interval": [round(unit * low, 4), round(unit * high, 4)],
        "seeds": [round(unit * gap, 4) for gap in gaps],
    }


def each_f1(guesses: Sequence[Tree], gold: Sequence[Tree]) -> list[float]:
    """Of each remark, without the root."""
    return [match.f1 for match in matches(guesses, gold)]


def baseline(name: str, remarks: Sequence[Tree], seeds: Sequence[int]) -> list[list[float]]:
    """For each seed the F1 of each remark, for trees that nobody learnt."""
    make = getattr(baselines, name)
    generators = [torch.Generator().manual_seed(seed) for seed in seeds]
    words = [trees.words(tree) for tree in remarks]
    if name in ("left", "right"):
        return [each_f1([make(x) for x in words], remarks)] * len(generators)
    return [each_f1([make(x, generator) for x in words], remarks) for generator in generators]


def record(seeds: Sequence[int]) -> dict[str, Any]:
    """Train all ways from all seeds, and say what `results/toy-gates.json` holds."""
    clock = Clock()
    splits = {name: data.toy(name) for name in ("train", "dev", "test")}
    test = splits["test"]
    runs = {way: [run(way, seed, splits) for seed in seeds] for way in WAYS}
    a_word = len(test) / steps(test)  # from a mean over remarks to one over words
    nats = {way: [one["nats"] for one in runs[way]] for way in WAYS}
    pairs = [("learned", way) for way in WAYS if way != "learned"] + [("tree", "open"), ("open", "adjacent")]
    chance = {name: baseline(name, test, seeds) for name in BASELINES}
    f1s = {}
    for decoder in DECODERS:
        ours = {way: [one["f1"][decoder] for one in runs[way]] for way in PARSING}
        others = chance | {way: ours[way] for way in PARSING if way != "learned"}
        f1s[decoder] = {name: compare(ours["learned"], other, 100) for name, other in others.items()}
    return {
        "what": "Perplexity and unlabelled F1 of PRPN with six kinds of gates, toy treebank",
        **provenance(COMMAND, list(seeds), clock),
        "ways": WAYS,
        "model": SETTINGS,
        "training": TRAINING,
        "test": {"remarks": len(test), "predictions": steps(test)},
        "grammar_perplexity": round(toy_entropy("test").perplexity(), 3),
        "runs": {way: [one["stored"] for one in runs[way]] for way in WAYS},
        "nats_a_word": {f"{a} - {b}": compare(nats[a], nats[b], a_word) for a, b in pairs},
        "learned_f1_minus": f1s,
        "baselines": {name: [percent(statistics.fmean(x)) for x in rows] for name, rows in chance.items()},
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Write the file and print one line for each way."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("results/toy-gates.json"), help="where to write")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2, 3, 4])
    given = parser.parse_args(argv)
    torch.set_num_threads(1)
    results = record(given.seeds)
    write(given.out, results)
    for way, rows in results["runs"].items():
        print(f"{way}: perplexity {statistics.fmean(row['perplexity'] for row in rows):.2f}")
    print(f"written to {given.out} after {results['cpu_seconds']} s of processor time")


if __name__ == "__main__":
    main()
