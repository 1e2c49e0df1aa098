"""Measure the baselines on the real treebank and write down how it was done.

    python -m experiments.baselines

writes `results/wsj-baselines.json`, the numbers of chapter 10. The treebank itself never leaves its folder:
only counts and scores are stored.
"""

import argparse
import hashlib
import statistics
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import torch
from nltk import Tree

from experiments.provenance import Clock, need_folder, provenance, write
from prpn_edu import data, trees
from prpn_edu.data import fetch
from prpn_edu.evaluation import baselines, f1

COMMAND = "python -m experiments.baselines"
CONVENTIONS = [(average, root) for average in f1.AVERAGES for root in ("no root", "root")]

Method = Callable[[Tree, Any], Tree]  # a gold tree, and the source of chance where there is one
METHODS: dict[str, Method] = {
    "left": lambda gold, _: baselines.left(trees.words(gold)),
    "right": lambda gold, _: baselines.right(trees.words(gold)),
    "balanced": lambda gold, _: baselines.balanced(trees.words(gold)),
    "balanced, short half right": lambda gold, _: baselines.balanced(trees.words(gold), shorter="right"),
    "random": lambda gold, generator: baselines.random(trees.words(gold), generator),
    "random split": lambda gold, generator: baselines.random_split(trees.words(gold), generator),
    "random scores": lambda gold, generator: baselines.random_scores(trees.words(gold), generator),
    "upper bound": lambda gold, _: baselines.upper_bound(gold),
}
CHANCE = ("random", "random split", "random scores")


def size(gold: Sequence[Tree]) -> dict[str, int]:
    """How much text there is, and how much of it cannot be got wrong.

    Args:
        gold: N trees.
    Returns:
        {"sentences": N, "words": in all of them, "one_or_two_words": how many sentences have fewer than three
        words}. Over one or two words there is a single binary tree, so every parser scores 1 there.
    """
    lengths = [len(trees.words(tree)) for tree in gold]
    return {
        "sentences": len(lengths),
        "words": sum(lengths),
        "one_or_two_words": sum(length < 3 for length in lengths),
    }


def measure(gold: Sequence[Tree], seeds: Iterable[int]) -> dict:
    """Score every method in every convention.

    Args:
        gold: N trees.
        seeds: one run over all N sentences for each, for the methods that draw.
    Returns:
        {method: {"seeds": how many, "scores": {"sentence, no root": {"precision", "precision_sd", ...},
        ...}}}, in per cent, rounded to four digits; a standard deviation (n-1 in the denominator) is None
        where nothing is drawn.
    """
    seeds, table = list(seeds), {}
    for name, method in METHODS.items():
        generators = [torch.Generator().manual_seed(seed) for seed in seeds] if name in CHANCE else [None]
        runs = []
        for generator in generators:
            predicted = [method(tree, generator) for tree in gold]
            counts = {root: f1.matches(predicted, gold, root == "root") for root in ("no root", "root")}
            runs.append([f1.score(counts[root], average, root == "root") for average, root in CONVENTIONS])
        columns = zip(CONVENTIONS, zip(*runs, strict=True), strict=True)
        table[name] = {
            "seeds": len(seeds) if name in CHANCE else 0,
            "scores": {f"{average}, {root}": _summary(scores) for (average, root), scores in columns},
        }
    return table


def _summary(scores: Sequence[f1.Score]) -> dict:
    out: dict[str, float | None] = {}
    for part in ("precision", "recall", "f1"):
        values = [100 * getattr(score, part) for score in scores]
        out[part] = round(statistics.fmean(values), 4)
        out[f"{part}_sd"] = round(statistics.stdev(values), 4) if len(values) > 1 else None
    return out


def record(seeds_short: int = 100, seeds_long: int = 10) -> dict:
    """Measure all corpora.

    Args:
        seeds_short: runs for the sentences of up to ten words.
        seeds_long: runs for everything longer.
    Returns:
        what `results/wsj-baselines.json` holds.
    """
    clock = Clock()
    words, tokens = "the 36 word tags", "all but traces"
    punctuated = data.wsj(keep_punctuation=True, keep_currency=True)
    binary = [trees.binarise(tree) for tree in punctuated]
    corpora = {
        "up to 10 words": (data.wsj(max_words=10), words, seeds_short),
        "up to 40 words": (data.wsj(max_words=40), words, seeds_long),
        "all lengths": (data.wsj(), words, seeds_long),
        "all lengths, with punctuation": (punctuated, tokens, seeds_long),
        "all lengths, with punctuation, gold made binary": (binary, tokens, seeds_long),
    }
    measured = {
        name: {"kept": kept} | size(gold) | {"methods": measure(gold, range(seeds))}
        for name, (gold, kept, seeds) in corpora.items()
    }
    archive = fetch.fetch("wsj")
    return {
        "what": "Unlabelled F1 x 100 of trees that nobody learnt, on the Penn Treebank sample of NLTK",
        **provenance(
            COMMAND,
            {"up to 10 words": f"0 .. {seeds_short - 1}", "longer": f"0 .. {seeds_long - 1}"},
            clock,
        ),
        "data": {"file": archive.name, "sha256": hashlib.sha256(archive.read_bytes()).hexdigest()},
        "corpora": measured,
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Write the file and print one line for each corpus."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("results/wsj-baselines.json"), help="where to write")
    out = parser.parse_args(argv).out
    need_folder(parser, out.parent)
    torch.set_num_threads(1)
    results = record()
    write(out, results)
    for name, corpus in results["corpora"].items():
        right = corpus["methods"]["right"]["scores"]["sentence, no root"]["f1"]
        print(f"{name}: {corpus['sentences']} sentences, right-branching {right:.1f} (sentence F1, no root)")
    print(f"written to {out} after {results['wall_seconds']} s")


if __name__ == "__main__":
    main()
