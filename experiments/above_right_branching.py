"""Trees above right-branching, learnt from text alone, step by step, with a control for each step.

    python -m experiments.above_right_branching [--recipe tape] [--keep FOLDER]

writes `results/above-right-branching.json`, or with --recipe tape, whose teachers read with the LSTM and its
tape, `results/above-right-branching-tape.json`. Ten PRPNs, one from each seed, are trained
(`experiments.teachers`). Their trees of all sentences of up to 20 words teach four tables over 32 induced
word classes (`prpn_edu.latent.spans`), from each PRPN alone and from each five together. All seeds are
reported. Gold brackets are read at the end, to score; `results/choices.json` says what was chosen by them in
earlier runs. Only numbers are stored, no sentence.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from nltk import Tree

from experiments import parsing, teachers
from experiments.bench import LENGTHS, RIGHT, Bench
from experiments.parsing import Corpus
from experiments.provenance import Clock, need_folder, provenance, write
from experiments.wsj import agreement, spread
from experiments.wsj_recipes import MIN_COUNT, TRAINING
from prpn_edu import data, trees
from prpn_edu.data import fetch
from prpn_edu.latent import Prpn, chart
from prpn_edu.latent.spans import SpanCounts, SpanTables, count_spans, learn_classes
from prpn_edu.latent.spans.tables import LONGEST, PAIRS, SMOOTHING

COMMAND = "python -m experiments.above_right_branching"
TAUGHT = 20  # words of the longest sentence that a teacher's tree is taken of
USUAL = "sentence, no root"


class Experiment:
    """Teachers, what they teach, and the controls.

    Args:
        everything: all sentences, for the words of the vocabulary and the classes.
        corpus: those of up to 40 words.
        fives: seeds, in groups that teach together.
        keep: a folder for the trained teachers.
        recipe: of the teachers, "prpn" or "tape".
    """

    def __init__(
        self,
        everything: Sequence[Tree],
        corpus: Corpus,
        fives: Sequence[Sequence[int]],
        keep: Path | None,
        recipe: str = "prpn",
    ):
        self.recipe, self.known = recipe, everything if recipe == "prpn" else corpus.train
        self.everything, self.corpus, self.fives, self.keep = everything, corpus, fives, keep
        self.seeds = [seed for five in fives for seed in five]
        self.bench = Bench(corpus)
        self.classes = learn_classes(everything)
        self.models: dict[int, Prpn] = {}
        self.found: dict[int, list[Tree]] = {}  # each teacher's trees of all sentences
        self.counts: dict[int, SpanCounts] = {}  # and what it teaches

    def record(self) -> dict[str, Any]:
        """All measures, in the order of the story."""
        right = [trees.right(trees.words(tree)) for tree in self.bench.gold]
        content: dict[str, Any] = {"right_branching": self.bench.measure(RIGHT, right, LENGTHS)}
        runs = content["teachers"] = [self._teacher(seed) for seed in self.seeds]
        for five in self.fives:
            short = [self.bench.upto(10, self.found[seed]) for seed in five]
            for k, seed in enumerate(five):
                runs[self.seeds.index(seed)]["agreement"] = agreement(short, k)
        content["over_seeds"] = over_seeds(runs) | {
            name: spread([run[name] for run in runs]) for name in ("held_out_perplexity", "cpu_seconds")
        }
        content["fives"] = [self._five(five, runs) for five in self.fives]
        content["all_teachers"] = self._student("all teachers", list(self.counts.values()))
        content["controls"] = {
            name: self._control(name) for name in [*teachers.CHANCE, "untrained PRPN", "cut between words"]
        }
        content["against_right_branching"] = self.bench.against_right()
        content["sentence_f1_10"] = self.bench.means(10)
        return content

    def _teacher(self, seed: int) -> dict[str, Any]:
        self.models[seed], run = teachers.trained(self.known, self.corpus, seed, self.keep, self.recipe)
        self.found[seed] = teachers.lessons(self.models[seed], self.bench.gold)
        self.counts[seed] = self._count(self.found[seed])
        run["teacher"] = self.bench.measure("teacher", self.found[seed], (10, 40))
        run["student"] = self._student("one teacher", [self.counts[seed]])
        _tell(f"seed {seed}, teacher", run["teacher"])
        _tell(f"seed {seed}, student", run["student"])
        return run

    def _five(self, five: Sequence[int], runs: Sequence[dict]) -> dict[str, Any]:
        """What five teachers make together: votes, and tables."""
        counts = [self.counts[seed] for seed in five]
        least = min((run for run in runs if run["seed"] in five), key=lambda run: run["agreement"])["seed"]
        others = [self.counts[seed] for seed in five if seed != least]
        rows = list(zip(*(self.found[seed] for seed in five), strict=True))
        words = [trees.words(row[0]) for row in rows]
        votes = chart.best_trees([chart.votes(row) for row in rows], words)
        tables, short = sum_of(counts).tables(), self.bench.upto(10)
        risk = [chart.best_tree(chart.span_chances(tables.scores(s)), trees.words(s)) for s in short]
        out = {
            "seeds": list(five),
            "votes": self.bench.measure("votes of five", votes, (10, 40)),
            "student": self._student("five teachers", counts, LENGTHS),
            "student, minimum risk": self.bench.measure("five teachers, minimum risk", risk),
            "least_agreeing": least,
            "student, least agreeing left out": self._student("five, least agreeing left out", others),
            "student, training files only": self._from_training_files(five),
        }
        _tell(f"seeds {list(five)}, votes", out["votes"])
        _tell(f"seeds {list(five)}, student", out["student"])
        return out

    def _from_training_files(self, five: Sequence[int]) -> dict[str, Any]:
        """Classes and tables that never saw a sentence of the held-out files."""
        classes = learn_classes(self.bench.upto(40, train_only=True))
        lessons = [self.bench.upto(TAUGHT, self.found[seed], train_only=True) for seed in five]
        counts = [count_spans(found, classes) for found in lessons]
        return self._student("five teachers, training files only", counts)

    def _control(self, name: str) -> dict[str, Any]:
        """Teachers of another kind: each alone, and each five together."""
        runs, counts = [], {}
        for seed in self.seeds:
            found = self._other_teacher(name, seed)
            counts[seed] = count_spans(found, self.classes)
            short = [tree for tree in found if len(trees.words(tree)) <= 10]
            teacher = self.bench.measure(f"{name}: teacher", short)
            student = self._student(f"{name}: one teacher", [counts[seed]])
            runs.append({"seed": seed, "teacher": teacher, "student": student})
        fives = [self._student(f"{name}: five", [counts[seed] for seed in five]) for five in self.fives]
        _tell(f"{name}, last five's student", fives[-1])
        return {"over_seeds": over_seeds(runs), "runs": runs, "fives": fives}

    def _other_teacher(self, name: str, seed: int) -> list[Tree]:
        """The trees of a control, over the sentences that it teaches by."""
        gold = self.bench.upto(TAUGHT)
        if name in teachers.CHANCE:
            return teachers.by_chance(name, gold, seed)
        if name == "untrained PRPN":
            return teachers.lessons(teachers.untrained(self.known, seed, self.recipe), gold)
        return teachers.lessons(self.models[seed], gold, "unbiased")

    def _count(self, found: Sequence[Tree]) -> SpanCounts:
        return count_spans(self.bench.upto(TAUGHT, found), self.classes)

    def _student(
        self, method: str, counts: Sequence[SpanCounts], lengths: Sequence[int] = (10,)
    ) -> dict[str, Any]:
        """The tables that these teachers teach together, and their measures."""
        tables: SpanTables = sum_of(counts).tables()
        found = tables.parse_all(self.bench.upto(max(lengths)))
        right = [trees.right(trees.words(tree)) for tree in found]
        measured = self.bench.measure(method, found, lengths)
        return measured | {"overlap_right": parsing.overlap(found, right)}


def sum_of(counts: Sequence[SpanCounts]) -> SpanCounts:
    """The counts of several teachers as one."""
    first, *rest = counts
    return sum(rest, start=first)


def over_seeds(runs: Sequence[dict]) -> dict[str, Any]:
    """Mean and spread of teachers and of their students: sentence F1 without root, up to 10 words."""
    return {kind: spread([run[kind]["10"][USUAL] for run in runs]) for kind in ("teacher", "student")}


def _tell(what: str, measured: dict[str, Any]) -> None:
    print(f"{what}: {measured['10'][USUAL]}", flush=True)


def main(argv: Sequence[str] | None = None) -> None:
    """Train, measure, and write the file."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--recipe", choices=teachers.FIVES, default="prpn", help="of the teachers")
    parser.add_argument("--out", type=Path, default=Path("results"), help="the folder to write to")
    parser.add_argument("--keep", type=Path, help="a folder for the trained teachers, to go on from")
    options = parser.parse_args(argv)
    need_folder(parser, options.out)
    torch.set_num_threads(1)
    clock, fives = Clock(), teachers.FIVES[options.recipe]
    ending = "" if options.recipe == "prpn" else f"-{options.recipe}"
    everything = data.wsj(part="train") + data.wsj(part="held-out")
    experiment = Experiment(everything, Corpus.load(), fives, options.keep, options.recipe)
    content = experiment.record()
    what = "Unlabelled F1 x 100 of PRPN's trees and of tables that learn from them, on the Penn Treebank "
    write(
        options.out / f"above-right-branching{ending}.json",
        {
            "what": what + "sample of NLTK; sentences of the training files first, then of the held-out ones",
            **provenance(COMMAND + (ending and f" --recipe {options.recipe}"), {"fives": fives}, clock),
            "data": fetch.SOURCES["wsj"].files,
            "settings": {
                "training": TRAINING,
                "min_count": MIN_COUNT,
                "classes": experiment.classes.size,
                "words_with_a_class": len(experiment.classes.vocabulary),
                "taught_by_sentences_of_up_to": TAUGHT,
                "spans_of_up_to": LONGEST,
                "pairs": PAIRS,
                "smoothing": SMOOTHING,
            },
            **content,
        },
    )


if __name__ == "__main__":
    main()
