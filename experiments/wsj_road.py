"""The road of a five of PRPNs to a grammar: those that agree most teach tables, the tables guide, and let go.

`experiments.wsj_grammar` runs it, and says what was fixed beforehand.
"""

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, TypeAlias

from nltk import Tree
from torch import Tensor

from experiments import parsing, teachers
from experiments.above_right_branching import TAUGHT, USUAL, sum_of
from experiments.bench import LENGTHS, Bench
from experiments.guided_grammar import LET_GO, SYMBOLS, Guide, Mix, trained
from experiments.parsing import Corpus
from experiments.wsj import agreement
from prpn_edu import evaluation, trees
from prpn_edu.latent import Prpn, chart
from prpn_edu.latent.grammar import NeuralGrammar, Pcfg
from prpn_edu.latent.spans import SpanTables, count_spans, fit_tables, learn_classes

RECIPE = "tape"  # of the teachers
LOOK = 4  # epochs after which the teachers of a five are chosen
TOGETHER = 3  # of a five that go on, and teach together
CLASSES = (64, 128, 256)  # of the tables that guide
SHORT = 20  # words of the longest sentence that the grammar learns from
MIN_COUNT = 5  # of a word that the grammar knows
OURS = {
    "the price of the new house fell last year": (
        "(S (NP (NP the price) (PP of (NP the new house))) (VP fell (NP last year)))"
    ),
    "she will sell the house that her father built": (
        "(S she (VP will (VP sell (NP (NP the house) (S that (S (NP her father) built))))))"
    ),
    "the president of the bank said he had no plans to sell the company": (
        "(S (NP (NP the president) (PP of (NP the bank))) "
        "(VP said (S he (VP had (NP no plans (VP to (VP sell (NP the company))))))))"
    ),
    "investors who sold their shares in october lost money": (
        "(S (NP investors (S who (VP sold (NP their shares) (PP in october)))) (VP lost money))"
    ),
}

Scores: TypeAlias = Sequence[Tensor]


class Road:
    """Fives of PRPNs, and what they teach, step by step.

    Args:
        everything: all sentences, for the classes of the tables of chapter 17.
        corpus: those of up to 40 words.
        fives: by name, seeds of PRPNs, of which some become the teachers; the last is the one that is
            reported.
        seeds: of the grammars.
        keep: a folder for what was trained, to go on from.
        together: how many of a five are chosen, and teach together.

    Attributes:
        ranked: by the name of their five, its seeds, the most agreeing first, as far as the work has come.
    """

    def __init__(
        self,
        everything: Sequence[Tree],
        corpus: Corpus,
        fives: Mapping[str, Sequence[int]],
        seeds: Sequence[int],
        keep: Path,
        together: int = TOGETHER,
    ):
        self.corpus, self.fives, self.seeds, self.keep = corpus, fives, seeds, keep
        self.together = together
        self.ranked: dict[str, list[int]] = {}
        self.early = keep / "early"
        self.early.mkdir(parents=True, exist_ok=True)
        self.bench = Bench(corpus)
        self.words = [trees.words(tree) for tree in self.bench.gold]
        self.short, self.short_dev = (
            [tree for tree in part if len(trees.words(tree)) <= SHORT]
            for part in (corpus.train, corpus.held_out)
        )
        self.symbols = learn_classes(corpus.train, SYMBOLS["words"], MIN_COUNT)
        self.usual = learn_classes(everything)  # 32 classes of all files, as in `above_right_branching`
        self.classes = [learn_classes(corpus.train, size) for size in CLASSES]
        self.models: dict[int, Prpn] = {}
        self.scores: dict[int, Scores] = {}  # of each teacher, for all sentences
        self.guides: dict[str, Mix] = {}
        self.guided: dict[str, list[Tree]] = {}  # the trees of each guide over all sentences
        self.content: dict[str, Any] = {"fives": {}, "controls": {}}

    def _five(self, name: str) -> list[Tensor]:
        """Teachers, tables, and grammars that these guide; returns the sum of the grammars' span chances."""
        early = self._early(name)
        self.ranked[name] = ranked(early)
        teaching = self.ranked[name][: self.together]
        out: dict[str, Any] = {"seeds": list(self.fives[name]), "early": early, "chosen": teaching}
        out |= {"teachers": [], "grammars": []}
        self.content["fives"][name] = out
        out["teachers"] += [self._teacher(name, seed) for seed in teaching]
        found = [self._lessons(self.scores[seed]) for seed in teaching]
        tables, self.guides[name] = self._tables(found), self._mix(found)
        self.guided[name] = self.guides[name].parse_all(self.bench.gold)
        out["tables"] = self._measured(f"{name}: tables", tables.parse_all(self.bench.gold))
        out["guide"] = self._measured(f"{name}: guide", self.guided[name])
        out["guide"]["like_teachers"] = self._likeness(self.guided[name], found)
        words = [sentence.split() for sentence in OURS] if name == list(self.fives)[-1] else []
        usual = self.models[teaching[0]]  # most like the others: no gold chooses
        self._ours("one PRPN", split_all([parsing.distances(usual, [row])[0] for row in words], words))
        self._ours("tables", tables.parse_all(words))
        together: list[Tensor] = []
        for seed in self.seeds:
            run, grammar, chances = self._grammar(
                f"{name}: grammar", name, self.guides[name].scores, LET_GO, seed
            )
            like_guide = self._likeness(chart.best_trees(chances, self.words), [self.guided[name]])
            out["grammars"].append(run | {"like_guide": like_guide})
            together = added(together, chances)
            if seed == self.seeds[0]:
                self._ours("grammar", grammar.best_trees(words))
        out["grammars together"] = self._together(f"{name}: grammars together", together)
        return together

    def _measured(self, method: str, found: Sequence[Tree]) -> dict[str, Any]:
        """The F1 of trees of all sentences, remembered and told."""
        measured = self.bench.measure(method, found, LENGTHS)
        print(method, *(measured[str(length)][USUAL] for length in LENGTHS), flush=True)
        return measured

    def _together(self, method: str, chances: Sequence[Tensor]) -> dict[str, Any]:
        """The trees that several grammars' chances of spans, added up, make."""
        return self._measured(method, chart.best_trees(chances, self.words))

    def _likeness(self, found: Sequence[Tree], lessons: Sequence[Sequence[Tree]]) -> dict[str, float]:
        """How much trees of all sentences are those that taught them: the mean F1 over lessons."""

        def mean(part: Callable[[Sequence[Tree]], Sequence[Tree]]) -> float:
            return round(fmean(parsing.overlap(part(found), part(lesson)) for lesson in lessons), 2)

        known = len(self.corpus.train)
        return {
            "training 40": mean(lambda rows: rows[:known]),
            "held-out 40": mean(lambda rows: rows[known:]),
        }

    def _early(self, five: str) -> list[dict[str, Any]]:
        """PRPNs early in their training, their F1, and how much the tables of each agree with the others'."""
        runs, taught = [], []
        for seed in self.fives[five]:
            model, run = teachers.trained(self.corpus.train, self.corpus, seed, self.early, RECIPE, LOOK)
            found = teachers.lessons(model, self.bench.upto(TAUGHT))
            taught.append(fit_tables(found, self.usual).parse_all(self.bench.upto(10)))
            runs.append(run | {"teacher": self.bench.measure(f"{five}: early", found, (10, TAUGHT))})
        for k, run in enumerate(runs):
            run["agreement"] = agreement(taught, k)
        return runs

    def _teacher(self, five: str, seed: int) -> dict[str, Any]:
        """One PRPN, which goes on from where it was chosen, and the tables that it teaches alone."""
        before, after = (teachers.checkpoint(folder, RECIPE, seed) for folder in (self.early, self.keep))
        if not after.exists():
            shutil.copy(before, after)
        model, run = teachers.trained(self.corpus.train, self.corpus, seed, self.keep, RECIPE)
        self.models[seed], self.scores[seed] = model, parsing.distances(model, self.bench.gold)
        found = self._lessons(self.scores[seed])
        run["teacher"] = self._measured(f"{five}: one PRPN", found)
        pupil = self._tables([found]).parse_all(self.bench.gold)
        run["student"] = self._measured(f"{five}: its tables", pupil)
        return run

    def _lessons(self, scores: Scores) -> list[Tree]:
        """The trees that SPLIT makes of scores of all sentences."""
        return split_all(scores, self.words)

    def _tables(self, found: Sequence[Sequence[Tree]]) -> SpanTables:
        """The tables of `above_right_branching`, taught by teachers' trees of all sentences."""
        return sum_of([count_spans(self.bench.upto(TAUGHT, some), self.usual) for some in found]).tables()

    def _mix(self, found: Sequence[Sequence[Tree]]) -> Mix:
        """The guide: tables of three sizes, taught by teachers' trees of the training files."""
        lessons = [self.bench.upto(40, some, train_only=True) for some in found]
        return Mix(
            [sum_of([count_spans(some, classes) for some in lessons]).tables() for classes in self.classes]
        )

    def _grammar(
        self, method: str, name: str, guide: Guide, weights: Sequence[float], seed: int
    ) -> tuple[dict[str, Any], NeuralGrammar, list[Tensor]]:
        """A grammar that was guided and let go: how it parses by itself, and its chances of all spans.

        Args:
            method: what the bench remembers it by.
            name: of its checkpoint.
            guide, weights, seed: as in `trained`.
        """
        grammar, seconds = trained(
            self.symbols,
            self.corpus.train,
            (self.short, self.short_dev),
            guide,
            weights,
            seed,
            self.keep / f"grammar-{name}-{seed}.pt".replace(" ", "-"),
        )
        chances = grammar.all_span_chances(self.bench.gold)
        found = chart.best_trees(chances, self.words)
        short = self.bench.upto(10, found)
        run = {
            "seed": seed,
            **self._perplexities(grammar),
            "cpu_seconds": seconds,
            **self._measured(method, found),
            "overlap_right": parsing.overlap(short, [trees.right(trees.words(tree)) for tree in short]),
        }
        return run, grammar, chances

    def _perplexities(self, grammar: Pcfg) -> dict[str, float]:
        """On the sentences of the held-out files, the short ones and all."""
        parts = {"20": self.short_dev, "40": self.corpus.held_out}
        return {
            f"held_out_perplexity_{length}": round(evaluation.perplexity(grammar, part), 2)
            for length, part in parts.items()
        }

    def _ours(self, name: str, found: Sequence[Tree]) -> None:
        """Write down trees of our own sentences, where there are any."""
        for tree in found:
            self.content["ours"][" ".join(trees.words(tree))][name] = tree.pformat(margin=10_000)


def split_all(scores: Scores, words: Sequence[list[str]]) -> list[Tree]:
    """The trees that SPLIT makes of scores."""
    return [parsing.DECODERS["biased"](d.tolist(), row) for d, row in zip(scores, words, strict=True)]


def added(some: list[Tensor], others: list[Tensor]) -> list[Tensor]:
    """The sums of the chances of spans, sentence by sentence; of none yet, the others."""
    return [a + b for a, b in zip(some, others, strict=True)] if some else others


def ranked(early: Sequence[Mapping[str, Any]]) -> list[int]:
    """The seeds, the one that agrees most with the others first: no gold chooses."""
    return [run["seed"] for run in sorted(early, key=lambda run: run["agreement"], reverse=True)]
