"""What a trained parser is set beside on the real sample, sentence by sentence, for paired intervals.

    python -m experiments.rivals

writes `results/wsj-rivals.json`. Its sentences are those of `results/wsj-<name>.json`, in the same order, and
nothing is trained. Only numbers are stored, no sentence.
"""

import argparse
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from nltk import Tree

from experiments import parsing
from experiments.parsing import Corpus
from experiments.provenance import Clock, need_folder, provenance, write
from experiments.wsj_votes import elected
from prpn_edu import trees
from prpn_edu.data import fetch
from prpn_edu.evaluation import baselines

COMMAND = "python -m experiments.rivals"
SEEDS = {10: 100, 40: 10}  # draws of chance, by the length of the longest sentence
VOTERS = (5, 10)  # as many draws of chance vote, as seeds of PRPN do
FIXED: dict[str, Callable[[Tree], Tree]] = {
    "right": lambda gold: baselines.right(trees.words(gold)),
    "balanced": lambda gold: baselines.balanced(trees.words(gold)),
    "upper bound": baselines.upper_bound,
}


def chance(gold: Sequence[Tree], seed: int) -> list[Tree]:
    """Random scores through SPLIT, a tree for each sentence."""
    generator = torch.Generator().manual_seed(seed)
    return [baselines.random_scores(trees.words(tree), generator) for tree in gold]


def record(gold: Sequence[Tree], seeds: int) -> dict:
    """The F1 of each sentence without the root, in [0, 1], and overlaps with right-branching in per cent.

    Args:
        gold: N trees.
        seeds: draws of chance; its F1 of a sentence is the mean over them.
    """
    right = [FIXED["right"](tree) for tree in gold]
    found = {name: [make(tree) for tree in gold] for name, make in FIXED.items()}
    draws = [chance(gold, seed) for seed in range(seeds)]
    by_chance = [parsing.by_sentence(drawn, gold) for drawn in draws]
    overlaps = [parsing.overlap(drawn, right) for drawn in draws]
    return {
        "words": [len(trees.words(tree)) for tree in gold],
        "sentence_f1": {name: parsing.by_sentence(guess, gold) for name, guess in found.items()}
        | {"random scores": [round(statistics.fmean(row), 4) for row in zip(*by_chance, strict=True)]},
        "overlap_right": {name: parsing.overlap(guess, right) for name, guess in found.items()}
        | {
            "random scores": round(statistics.fmean(overlaps), 2),
            "random scores, sd": round(statistics.stdev(overlaps), 2),
        },
        "seeds": seeds,
    }


def chance_votes(gold: Sequence[Tree], voters: int, elections: int) -> dict:
    """What voting gives to those who know nothing: draws of chance elect trees as PRPN's seeds do.

    Args:
        gold: N trees.
        voters: draws in one election, none of them in another.
        elections: how often they vote; all numbers are means over them.
    """
    right = [FIXED["right"](tree) for tree in gold]
    found = [
        elected([chance(gold, first + voter) for voter in range(voters)])
        for first in range(0, voters * elections, voters)
    ]
    f1 = [100 * statistics.fmean(parsing.by_sentence(trees_of_one, gold)) for trees_of_one in found]
    overlaps = [parsing.overlap(trees_of_one, right) for trees_of_one in found]
    return {
        "voters": voters,
        "f1": round(statistics.fmean(f1), 2),
        "f1, sd": round(statistics.stdev(f1), 2),
        "overlap_right": round(statistics.fmean(overlaps), 2),
        "elections": elections,
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Write the file and print one line for each set of sentences."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("results/wsj-rivals.json"), help="where to write")
    out = parser.parse_args(argv).out
    need_folder(parser, out.parent)
    torch.set_num_threads(1)
    clock, corpus = Clock(), Corpus.load()
    measured = {str(length): record(corpus.gold(length), seeds) for length, seeds in SEEDS.items()}
    short = corpus.gold(10)
    content = {
        "what": "F1 of each sentence of the Penn Treebank sample of NLTK, without the root, of trees that "
        "nobody learnt; sentences of up to 10 and up to 40 words, in the order of results/wsj-prpn.json",
        **provenance(COMMAND, {str(length): f"0 .. {n - 1}" for length, n in SEEDS.items()}, clock),
        "data": fetch.SOURCES["wsj"].files,
        "up_to": measured,
        "votes_of_chance": [chance_votes(short, voters, elections=5) for voters in VOTERS],
    }
    write(out, content)
    for length, found in measured.items():
        means = {name: round(100 * statistics.fmean(f1), 2) for name, f1 in found["sentence_f1"].items()}
        print(f"up to {length} words: {len(found['words'])} sentences, sentence F1 {means}")


if __name__ == "__main__":
    main()
