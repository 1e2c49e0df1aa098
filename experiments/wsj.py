"""Train PRPN, its controls and an LSTM on the Wall Street Journal sample and write down how it was done.

    python -m experiments.wsj [--only prpn lstm] [--seeds 1 2 3] [--keep FOLDER]

writes `results/wsj-<name>.json`, one file for each recipe. With --keep a training that was stopped goes on
and one that is done is read back. Every recipe trains for ten epochs, fixed beforehand, and keeps the last;
held-out perplexity is written down after each epoch and decides nothing. Words are learnt from the training
files only (1,944 entries; all files would give 2,295). Gold trees are read at the end, to score;
`results/choices.json` says what was chosen by them in earlier runs. Only numbers are stored, no sentence.
"""

import argparse
import math
import statistics
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar

import torch
from nltk import Tree

from experiments import parsing
from experiments.parsing import Corpus
from experiments.provenance import Clock, need_folder, provenance, write
from experiments.wsj_recipes import MIN_COUNT, RECIPES, TRAINING, Recipe
from prpn_edu import evaluation, training
from prpn_edu.data import fetch
from prpn_edu.evaluation import baselines
from prpn_edu.latent.language_model import ScoredLanguageModel
from prpn_edu.latent.prpn import SUFFIXES
from prpn_edu.trees import words

COMMAND = "python -m experiments.wsj"
LENGTHS = (10, 40)


class Runs:
    """The trainings of one recipe, one after another, and what is known of them together."""

    recipes: ClassVar[dict[str, Recipe]] = RECIPES
    command: ClassVar[str] = COMMAND
    prefix: ClassVar[str] = "wsj"
    seeds: ClassVar[Sequence[int]] = range(1, 11)

    def __init__(self, name: str, corpus: Corpus, keep: Path | None):
        self.name, self.recipe, self.corpus, self.keep = name, self.recipes[name], corpus, keep
        self.gold = {length: corpus.gold(length) for length in LENGTHS}
        self.right = [baselines.right(words(tree)) for tree in self.gold[10]]
        self.left = [baselines.left(words(tree)) for tree in self.gold[10]]
        self.done: list[dict] = []
        self.short_trees: list[list[Tree]] = []  # of each seed, for the agreement of seeds
        self.long_scores: dict[str, list[list[float]]] = {name: [] for name in parsing.DECODERS}
        self.clock = Clock()

    def add(self, seed: int) -> dict:
        """Train one model from one seed, and measure it."""
        model = self.recipe.make(self.corpus.train, seed)
        untrained = self._untrained(model)
        checkpoint = None if self.keep is None else self.keep / f"{self.name}-{seed}.pt"
        history = training.fit(
            model, self.corpus.train, self.corpus.held_out, seed=seed, checkpoint=checkpoint, **TRAINING
        )
        if self.keep is not None:
            model.save(self.keep / self.name / str(seed))
        result = {
            "seed": seed,
            "cpu_seconds": round(history.epochs[-1].cpu_seconds, 1),
            "train_perplexity": self._perplexity(model, self.corpus.train, seed),
            "held_out_perplexity": self._perplexity(model, self.corpus.held_out, seed),
            "loss_by_epoch": [round(epoch.loss, 4) for epoch in history.epochs],
            "held_out_perplexity_by_epoch": [round(math.exp(-epoch.dev), 2) for epoch in history.epochs],
            "untrained": untrained,
        }
        if isinstance(model, ScoredLanguageModel):
            result |= self._trees(model)
        self.done.append(result)
        return result

    def summary(self) -> dict:
        """What `results/wsj-<name>.json` holds for the seeds so far."""
        seeds = [run["seed"] for run in self.done]
        model = self.recipe.make(self.corpus.train, 0)
        content = {
            "what": "A language model of the Penn Treebank sample of NLTK: perplexity of words and </s>, and "
            "unlabelled F1 x 100 of the trees of its scores, on sentences of up to 10 and up to 40 words",
            **provenance(
                f"{self.command} --only {self.name} --seeds {' '.join(map(str, seeds))}", seeds, self.clock
            ),
            "data": fetch.SOURCES["wsj"].files,
            "sentences": {
                "order": "those of the training files, then those of the held-out files (number ends in 9)",
                "train_40": len(self.corpus.train),
                "held_out_40": len(self.corpus.held_out),
                "all_10": len(self.gold[10]),
                "held_out_10": sum(len(words(tree)) <= 10 for tree in self.corpus.held_out),
            },
            "vocabulary": {
                "from": "training files",
                "min_count": MIN_COUNT,
                "suffixes": len(SUFFIXES),
                "entries": len(model.vocabulary),
            },
            "differs": self.recipe.differs,
            "model": type(model).__name__,
            "settings": asdict(model.config),
            "weights": sum(p.numel() for p in model.parameters()),
            "trained_weights": sum(p.numel() for p in model.parameters() if p.requires_grad),
            "training": TRAINING,
            "chosen": "the last of a number of epochs that was fixed beforehand",
        }
        return content | self._together() | {"runs": self.done}

    def _untrained(self, model: Any) -> dict | None:
        if not isinstance(model, ScoredLanguageModel):
            return None
        found = parsing.parse(parsing.distances(model, self.gold[10]), self.gold[10], "biased")
        return parsing.conventions(found, self.gold[10])

    def _perplexity(self, model: Any, examples: Sequence[Tree], seed: int) -> float:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)  # shuffled scores are drawn in evaluation too
            return round(evaluation.perplexity(model, examples), 2)

    def _trees(self, model: ScoredLanguageModel) -> dict:
        held_out = sum(len(words(tree)) <= 10 for tree in self.corpus.held_out)
        out: dict[str, Any] = {"f1": {}, "f1_held_out_10": {}, "sentence_f1_10": {}}
        for length in LENGTHS:
            gold = self.gold[length]
            scores = parsing.distances(model, gold)
            for decoder in parsing.DECODERS:
                found = parsing.parse(scores, gold, decoder)
                out["f1"].setdefault(str(length), {})[decoder] = parsing.conventions(found, gold)
                if length == 40:
                    self.long_scores[decoder].append(parsing.by_sentence(found, gold))
                    continue
                out["sentence_f1_10"][decoder] = parsing.by_sentence(found, gold)
                out["f1_held_out_10"][decoder] = parsing.conventions(found[-held_out:], gold[-held_out:])
                if decoder == "biased":
                    self.short_trees.append(found)
                    out["overlap_right"] = parsing.overlap(found, self.right)
                    out["overlap_left"] = parsing.overlap(found, self.left)
            if length == 10:
                out["scores"] = parsing.spread_of(scores)
        return out

    def _together(self) -> dict:
        numbers = {
            "train_perplexity": [run["train_perplexity"] for run in self.done],
            "held_out_perplexity": [run["held_out_perplexity"] for run in self.done],
            "cpu_seconds_of_training": [run["cpu_seconds"] for run in self.done],
        }
        if not self.short_trees:
            return {"together": {name: spread(values) for name, values in numbers.items()}}
        for length in map(str, LENGTHS):
            for decoder in parsing.DECODERS:
                for convention in self.done[0]["f1"][length][decoder]:
                    values = [run["f1"][length][decoder][convention] for run in self.done]
                    numbers[f"f1, {length}, {decoder}, {convention}"] = values
        usual = "sentence, no root"
        numbers["f1, held-out 10, biased"] = [run["f1_held_out_10"]["biased"][usual] for run in self.done]
        numbers["f1, untrained"] = [run["untrained"][usual] for run in self.done]
        numbers["overlap_right"] = [run["overlap_right"] for run in self.done]
        numbers["agreement"] = [agreement(self.short_trees, k) for k in range(len(self.done))]
        for run, value in zip(self.done, numbers["agreement"], strict=True):
            run["agreement"] = value
        return {
            "together": {name: spread(values) for name, values in numbers.items()},
            "sentence_f1_40_mean_over_seeds": {
                decoder: [round(statistics.fmean(row), 4) for row in zip(*rows, strict=True)]
                for decoder, rows in self.long_scores.items()
            },
        }


def agreement(runs: Sequence[Sequence[Tree]], k: int) -> float | None:
    """The mean F1, in per cent, of the trees of run k against those of the others; None if it is alone."""
    others = [parsing.overlap(runs[k], run) for j, run in enumerate(runs) if j != k]
    return round(statistics.fmean(others), 2) if others else None


def spread(values: Sequence[float | None]) -> dict[str, float | None]:
    """Mean and standard deviation (n - 1 in the denominator; None for a single run)."""
    known = [value for value in values if value is not None]
    return {
        "mean": round(statistics.fmean(known), 2) if known else None,
        "sd": round(statistics.stdev(known), 2) if len(known) > 1 else None,
    }


def main(argv: Sequence[str] | None = None, kind: type[Runs] = Runs) -> None:
    """Train what is asked for; each file is written anew after each seed, so that a stop loses one run."""
    parser = argparse.ArgumentParser(prog=kind.command, description=(kind.__doc__ or "").partition("\n")[0])
    names = list(kind.recipes)
    parser.add_argument("--only", nargs="+", choices=names, default=names, help="which recipes")
    parser.add_argument("--seeds", nargs="+", type=int, default=[*kind.seeds], help="one training for each")
    parser.add_argument("--out", type=Path, default=Path("results"), help="the folder to write to")
    parser.add_argument("--keep", type=Path, help="a folder for the trained models")
    options = parser.parse_args(argv)
    need_folder(parser, options.out)
    torch.set_num_threads(1)
    corpus = Corpus.load()
    for name in options.only:
        runs = kind(name, corpus, options.keep)
        for seed in options.seeds:
            result = runs.add(seed)
            write(options.out / f"{kind.prefix}-{name}.json", runs.summary())
            found = result.get("f1", {}).get("10", {}).get("biased", {}).get("sentence, no root")
            line = f"held-out perplexity {result['held_out_perplexity']}, F1 of up to 10 words {found}"
            print(f"{name}, seed {seed}: {line}, {result['cpu_seconds']} CPU-s", flush=True)


if __name__ == "__main__":
    main()
