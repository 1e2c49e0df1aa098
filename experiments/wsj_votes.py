"""Let several PRPNs vote on the trees of the Wall Street Journal sample.

    python -m experiments.wsj --only prpn --keep FOLDER
    python -m experiments.wsj_votes --keep FOLDER

writes `results/wsj-votes.json`, or `results/wsj-votes-tape.json` with --only tape: of five models each
sentence gets the tree whose spans most of them have. The fives are the seeds in order, so that no tree
and no model is chosen.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from nltk import Tree

from experiments import parsing
from experiments.parsing import Corpus
from experiments.provenance import Clock, percent, provenance, write
from prpn_edu import evaluation
from prpn_edu.data import fetch
from prpn_edu.evaluation import baselines
from prpn_edu.latent import Prpn, chart
from prpn_edu.trees import words

COMMAND = "python -m experiments.wsj_votes"
MAX_WORDS = 10


def elected(runs: Sequence[Sequence[Tree]]) -> list[Tree]:
    """For each sentence the tree of most votes: the highest sum, over its spans, of the trees that have it.

    Args:
        runs: the trees of each voter, all over the same N sentences.
    """
    return [
        chart.best_tree(chart.votes(candidates), words(candidates[0]))
        for candidates in zip(*runs, strict=True)
    ]


def measure(voters: Sequence[int], runs: dict[int, list[Tree]], gold: list[Tree]) -> dict[str, Any]:
    """What is known of the trees that these seeds elect.

    Args:
        voters: seeds.
        runs: the trees of every seed.
        gold: the trees of the treebank, and right-branching is measured on the same sentences.
    """
    found = elected([runs[seed] for seed in voters])
    right = [baselines.right(words(tree)) for tree in gold]
    own = parsing.by_sentence(found, gold)
    interval = evaluation.paired_interval(own, parsing.by_sentence(right, gold))
    single = [parsing.conventions(runs[seed], gold)["sentence, no root"] for seed in voters]
    return {
        "voters": list(voters),
        "f1": parsing.conventions(found, gold),
        "f1_of_the_voters": single,
        "overlap_right": parsing.overlap(found, right),
        "minus_right_interval": [percent(end) for end in interval],
        "sentence_f1": own,
    }


def record(keep: Path, seeds: Sequence[int], name: str = "prpn") -> dict[str, Any]:
    """Measure each five in order, and all together: models of the recipe `name`."""
    clock, corpus = Clock(), Corpus.load(MAX_WORDS)
    gold = corpus.gold(MAX_WORDS)
    runs = {}
    for seed in seeds:
        scores = parsing.distances(Prpn.load(keep / name / str(seed)), gold)
        runs[seed] = parsing.parse(scores, gold, "biased")
    fives = [seeds[start : start + 5] for start in range(0, len(seeds), 5)]
    groups = fives if len(fives) == 1 else [*fives, seeds]
    return {
        "what": "Unlabelled F1 x 100 of the trees of most votes among PRPNs of several seeds, on sentences "
        "of up to 10 words of the Penn Treebank sample of NLTK",
        **provenance(f"{COMMAND} --only {name} --seeds {' '.join(map(str, seeds))}", list(seeds), clock),
        "data": fetch.SOURCES["wsj"].files,
        "models": f"those of results/wsj-{name}.json",
        "order": "sentences of the training files, then of the held-out files, as in wsj-prpn.json",
        "right_f1": parsing.conventions([baselines.right(words(tree)) for tree in gold], gold),
        "groups": [measure(group, runs, gold) for group in groups],
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Write the file and print one line for each group of voters."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--keep", type=Path, required=True, help="the folder that experiments.wsj filled")
    parser.add_argument("--only", choices=["prpn", "tape"], default="prpn", help="whose models vote")
    parser.add_argument("--seeds", nargs="+", type=int, default=[*range(1, 11)], help="the voters")
    parser.add_argument("--out", type=Path, default=Path("results"), help="the folder to write to")
    options = parser.parse_args(argv)
    torch.set_num_threads(1)
    results = record(options.keep, options.seeds, options.only)
    ending = "" if options.only == "prpn" else f"-{options.only}"
    write(options.out / f"wsj-votes{ending}.json", results)
    for group in results["groups"]:
        f1 = group["f1"]["sentence, no root"]
        print(f"voters {group['voters']}: F1 {f1}, minus right-branching {group['minus_right_interval']}")


if __name__ == "__main__":
    main()
