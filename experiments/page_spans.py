"""Make the span tables that come with the package, small enough for a page of the book.

    python -m experiments.page_spans [--keep FOLDER]

writes `prpn_edu/loops/spans.json`, the four tables and the class of each word, and `results/toy-spans.json`,
what they are worth. The text is the toy treebank, which is ours to give away. Ten PRPNs in two fives, with
the settings of `experiments.toy_prpn`, teach as in `experiments.above_right_branching`, whose number of
classes and smoothing they take. The tables of the first five are shipped, whatever they score. Gold brackets
are read at the end, to score; `results/choices.json` says what was chosen by them in earlier runs.
"""

import argparse
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import torch
from nltk import Tree

from experiments import teachers, toy_prpn
from experiments.above_right_branching import sum_of
from experiments.page_prpn import BLANKED, blanked
from experiments.provenance import Clock, need_folder, percent, provenance, write
from prpn_edu import data, evaluation, files, shipped, training, trees
from prpn_edu.latent import Prpn, chart
from prpn_edu.latent.prpn import build_vocabulary
from prpn_edu.latent.spans import SpanTables, WordClasses, count_spans, learn_classes
from prpn_edu.latent.spans.tables import PAIRS
from prpn_edu.packing import Table, pack

COMMAND = "python -m experiments.page_spans"
FIVES = ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
CONTROL = "random scores, SPLIT"


class Experiment:
    """Teachers on the toy treebank, what they teach, and a control.

    Args:
        parts: the trees of "train", "dev" and "test"; brackets are read of "test" alone.
        keep: a folder for the trained teachers.
    """

    def __init__(self, parts: dict[str, list[Tree]], keep: Path | None):
        self.parts, self.keep = parts, keep
        self.sentences = {name: [trees.words(tree) for tree in some] for name, some in parts.items()}
        self.classes = classes_of(self.sentences["train"])
        self.f1: dict[str, list[list[float]]] = {}  # by method: a row of sentences for each parser

    def record(self, fives: Sequence[Sequence[int]]) -> tuple[dict[str, Any], SpanTables]:
        """What the results file holds of the parsers, and the tables of the first five."""
        self._measure("right-branching", [trees.right(words) for words in self.sentences["test"]])
        taught: list[SpanTables] = []
        for five in fives:
            lessons, found, chance = zip(*(self._teacher(seed) for seed in five), strict=True)
            taught.append(sum_of(lessons).tables())
            votes = [chart.votes(row) for row in zip(*found, strict=True)]
            self._measure("votes of five", chart.best_trees(votes, self.sentences["test"]))
            self._measure("five teachers", taught[-1].parse_all(self.sentences["test"]))
            self._measure(f"{CONTROL}: five", sum_of(chance).tables().parse_all(self.sentences["test"]))
        (right,) = self.f1["right-branching"]
        rows = {name: [fmean(column) for column in zip(*some, strict=True)] for name, some in self.f1.items()}
        return {
            "f1": {name: [percent(fmean(row)) for row in some] for name, some in self.f1.items()},
            "minus_right_branching": {
                name: {
                    "points": percent(fmean(row) - fmean(right)),
                    "interval": [percent(end) for end in evaluation.paired_interval(row, right)],
                }
                for name, row in rows.items()
                if name != "right-branching"
            },
        }, taught[0]

    def _teacher(self, seed: int) -> tuple[Any, list[Tree], Any]:
        """What a PRPN teaches, its trees of the test sentences, and what chance teaches in its place."""
        torch.manual_seed(seed)
        model = Prpn(build_vocabulary(self.sentences["train"]), **toy_prpn.SETTINGS)
        checkpoint = self.keep and self.keep / f"toy-{seed}.pt"
        training.fit(
            model,
            self.sentences["train"],
            self.sentences["dev"],
            seed=seed,
            checkpoint=checkpoint,
            progress=False,
            **toy_prpn.TRAINING,
        )
        found = teachers.lessons(model, self.parts["test"])
        lessons = count_spans(teachers.lessons(model, self.parts["train"]), self.classes)
        chance = count_spans(teachers.by_chance(CONTROL, self.parts["train"], seed), self.classes)
        self._measure("teacher", found)
        self._measure("one teacher", lessons.tables().parse_all(self.sentences["test"]))
        self._measure(f"{CONTROL}: one teacher", chance.tables().parse_all(self.sentences["test"]))
        return lessons, found, chance

    def _measure(self, method: str, found: Sequence[Tree]) -> None:
        row = [match.f1 for match in evaluation.matches(found, self.parts["test"])]
        self.f1.setdefault(method, []).append(row)
        print(f"{method}: {percent(fmean(row))}", flush=True)


def classes_of(sentences: Sequence[Sequence[str]]) -> WordClasses:
    """Classes of the words of a text, in which a few were blanked, so that <unk> has a class of its own."""
    return learn_classes(blanked(sentences, BLANKED, 0), suffixes=())


def packed(tables: SpanTables, about: dict[str, Any]) -> Table:
    """The tables as `prpn_book.views.spans.install` takes them."""
    named = {f"{a}, {b}": table.tolist() for (a, b), table in zip(PAIRS, tables.tables, strict=True)}
    words, classes = tables.classes.vocabulary.words, tables.classes.classes
    return pack(named) | {"words": list(words), "classes": list(classes), "about": about}


def main(argv: Sequence[str] | None = None) -> None:
    """Write both files."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("results/toy-spans.json"), help="where to write")
    parser.add_argument("--tables", type=Path, default=shipped.SPANS, help="where to write the tables")
    parser.add_argument("--keep", type=Path, help="a folder for the trained teachers, to go on from")
    options = parser.parse_args(argv)
    need_folder(parser, options.out.parent)
    torch.set_num_threads(1)
    clock = Clock()
    experiment = Experiment({name: data.toy(name) for name in ("train", "dev", "test")}, options.keep)
    content, tables = experiment.record(FIVES)
    about = {
        "text": f"{len(experiment.parts['train'])} sentences of the course's toy treebank",
        "f1": content["f1"]["five teachers"][0],
        "right_branching": content["f1"]["right-branching"][0],
        "command": COMMAND,
    }
    text = json.dumps(packed(tables, about), separators=(",", ":"))
    files.write_text(options.tables, text)
    write(
        options.out,
        {
            "what": "Span tables for the page, on the toy treebank: unlabelled F1 x 100 (sentence, no root)",
            **provenance(COMMAND, {"fives": FIVES}, clock),
            "sentences": {name: len(some) for name, some in experiment.parts.items()},
            "settings": {
                "teachers": toy_prpn.SETTINGS,
                "training": toy_prpn.TRAINING,
                "classes": experiment.classes.size,
                "blanked": BLANKED,
            },
            **content,
            "shipped": {"bytes": len(text), "sha256": hashlib.sha256(text.encode()).hexdigest()},
        },
    )


if __name__ == "__main__":
    main()
