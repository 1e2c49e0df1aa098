"""From five PRPNs to a grammar of real sentences: the PRPNs point, tables generalise, the grammar grows.

    python -m experiments.wsj_grammar [--one-teacher] [--keep FOLDER] [--only NAME ...]

writes `results/wsj-grammar.json`, or with --one-teacher `results/wsj-grammar-one-teacher.json`. Some seeds of
PRPN fail, and what a failed PRPN teaches agrees with nobody. So of each five PRPNs with tape, each teaches
tables alone after four epochs, and the three whose tables agree most with those of the others are trained to
the end. They give a tree to every sentence. Tables over word classes learn from the trees of the training
files (`prpn_edu.latent.spans`); the sum of three of them, over 64, 128 and 256 classes, guides a neural
grammar (`prpn_edu.latent.grammar`) for five epochs on the training sentences of up to 20 words, less and
less. Then the guide lets go, and the grammar is alone with the words for five more. It parses by itself, by
minimum risk.

Three fives of PRPNs and three seeds of the grammar were fixed before the first of them was run; the last five
is the one that is reported. Each run takes its last epoch, all are written down, and gold brackets are read
at the end, to score; `results/choices.json` says what was chosen by them in earlier runs. Classes, tables and
grammar know the training files alone, so that the sentences of the held-out files are new to them. The tables
that say which teachers agree are over the classes of all files. Each control takes the same steps and differs
in the one thing that it names. Only numbers are stored, and trees of sentences that are our own.

In these runs the most agreeing PRPN of a five taught better alone than with the two next to it. That was seen
after the fact, with gold. So --one-teacher asks it of three other fives: one teacher of each, and all else as
above. They and the recipe were fixed before the first of them was trained.
"""

import argparse
import math
import shlex
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, TypeAlias

import torch
from nltk import Tree
from torch import Tensor

from experiments import other_pupils, parsing, teachers
from experiments.above_right_branching import TAUGHT, USUAL, sum_of
from experiments.bench import LENGTHS, RIGHT, Bench
from experiments.guided_grammar import KEPT, LET_GO, SYMBOLS, TRAINING, Guide, Mix, no_guide, trained
from experiments.parsing import Corpus
from experiments.provenance import Clock, need_folder, percent, provenance, write
from experiments.word_lists import by_word, standardised
from experiments.wsj import agreement, spread
from prpn_edu import data, evaluation, trees
from prpn_edu.data import fetch
from prpn_edu.latent import Prpn, chart
from prpn_edu.latent.grammar import NeuralGrammar, Pcfg
from prpn_edu.latent.spans import SpanTables, count_spans, fit_tables, learn_classes
from prpn_edu.latent.words import SUFFIXES

COMMAND = "python -m experiments.wsj_grammar"
RECIPE = "tape"  # of the teachers
FIVES = {
    "first": (951, 952, 953, 954, 955),
    "second": (961, 962, 963, 964, 965),
    "reported": (971, 972, 973, 974, 975),
}
FRESH = {  # of which the most agreeing PRPN teaches alone
    "fourth": (981, 982, 983, 984, 985),
    "fifth": (991, 992, 993, 994, 995),
    "sixth": (1001, 1002, 1003, 1004, 1005),
}
LOOK = 4  # epochs after which the teachers of a five are chosen
TOGETHER = 3  # of a five that go on, and teach together
SEEDS = (1, 2, 3)  # of the grammars, for each five
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
    """The three fives, step by step, and the controls.

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

    def steps(self, others: Sequence[str]) -> Iterator[None]:
        """The work, with a pause after each step at which the record may be written down.

        Args:
            others: names out of `CONTROLS`.
        """
        right = [trees.right(words) for words in self.words]
        self.content["right_branching"] = self._measured(RIGHT, right)
        self.content["ours"] = {words: {"ours": ours} for words, ours in OURS.items()}
        self._ours(RIGHT, [trees.right(words.split()) for words in OURS])
        every: list[Tensor] = []
        for name in self.fives:
            every = _added(every, self._five(name))
            yield
        self.content["all grammars together"] = self._together("all grammars together", every)
        self.content["simple"] = self._simple()
        yield
        for name in others:
            self._other(name)
            yield

    # The road of one five

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
        self._ours("one PRPN", _split([parsing.distances(usual, [row])[0] for row in words], words))
        self._ours("tables", tables.parse_all(words))
        together: list[Tensor] = []
        for seed in self.seeds:
            run, grammar, chances = self._grammar(
                f"{name}: grammar", name, self.guides[name].scores, LET_GO, seed
            )
            like_guide = self._likeness(chart.best_trees(chances, self.words), [self.guided[name]])
            out["grammars"].append(run | {"like_guide": like_guide})
            together = _added(together, chances)
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
        return _split(scores, self.words)

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

    # What stands beside it

    def _simple(self) -> dict[str, Any]:
        """Through SPLIT: scores that nobody trained, and scores of a five that know the word alone."""
        counts = Counter(word for tree in self.corpus.train for word in trees.words(tree))
        often = [torch.tensor([math.log(1 + counts[word]) for word in row]) for row in self.words]
        three = list(self.ranked.values())[-1][: self.together]
        out: dict[str, Any] = {
            "log frequency": self._measured("log frequency", self._lessons(often)),
            "random scores": [],
            "word lists": [],
        }
        for seed in three:
            by_chance = teachers.by_chance("random scores, SPLIT", self.bench.gold, seed)
            out["random scores"].append(self._measured("random scores", by_chance))
            listed = self._lessons(self.listed(seed))
            out["word lists"].append(self._measured("one word list", listed))
        lists = [standardised(self.listed(seed), len(self.corpus.train)) for seed in three]
        mean = [torch.stack(rows).mean(0) for rows in zip(*lists, strict=True)]
        out["mean word list"] = self._measured("mean word list", self._lessons(mean))
        return out

    def listed(self, seed: int) -> Scores:
        """A teacher's scores, each replaced by the mean of its word in the training files."""
        ids = [self.models[seed].read(tree) for tree in self.bench.gold]
        return by_word(self.scores[seed], ids, len(self.corpus.train))

    def shuffled(self, seed: int) -> Scores:
        """A teacher's scores in a random order in each sentence."""
        generator = torch.Generator().manual_seed(seed)
        return [d[torch.randperm(len(d), generator=generator)] for d in self.scores[seed]]

    def other_lessons(self, name: str, seed: int) -> list[Tree]:
        """The trees of a control that stands in for the teacher of a seed."""
        gold = self.bench.gold
        if name == "right-branching":
            return [trees.right(words) for words in self.words]
        if name == "random scores":
            return teachers.by_chance("random scores, SPLIT", gold, seed)
        if name == "untrained PRPNs":
            return teachers.lessons(teachers.untrained(self.corpus.train, seed, RECIPE), gold)
        others = {"word lists": self.listed, "shuffled scores": self.shuffled}
        return self._lessons(others.get(name, self.scores.__getitem__)(seed))

    def teachers_of(self, name: str, five: str) -> list[int]:
        """The seeds of the teachers that a control begins with; what they still lack is trained."""
        seeds = self.ranked[five][: TEACHING.get(name, self.together)]
        for seed in seeds:
            if seed not in self.models:
                self._teacher(five, seed)
        return seeds

    def _other(self, name: str) -> None:
        """Three runs: of each five one, or where no five enters, of each seed one."""
        runs = self.content["controls"][name] = []
        for seed, five in zip(self.seeds, self.fives, strict=True):
            runs.append((self._pupil if name in PUPILS else self._control)(name, five, seed))

    def _control(self, name: str, five: str, seed: int) -> dict[str, Any]:
        """A grammar after another guide, or none."""
        entry: dict[str, Any] = {} if name in ALONE else {"five": five}
        guide: Guide = no_guide
        weights: Sequence[float] = LET_GO
        if name == "guide kept":
            guide, weights = self.guides[five].scores, KEPT
        elif name != "no guide":
            seeds = self.teachers_of(name, five)
            mix = self._mix([self.other_lessons(name, k) for k in seeds])
            guide = mix.scores
            entry["guide"] = self._measured(f"{name}: guide", mix.parse_all(self.bench.gold))
        run, _, _ = self._grammar(f"{name}: grammar", f"{name}-{five}", guide, weights, seed)
        return entry | run

    def _pupil(self, name: str, five: str, seed: int) -> dict[str, Any]:
        """Another pupil in the grammar's place: of the same guide, or of the trees that taught the guide."""
        run: dict[str, Any] = {"five": five, "seed": seed}
        teaching = [self.guided[five]]
        if name in EM:
            text, guide = (self.corpus.train, self.short), self.guides[five].scores
            grammar, seconds = other_pupils.em_grammar(self.symbols, *text, guide, LET_GO, seed, EM[name])
            run |= self._perplexities(grammar)
            chances = grammar.all_span_chances(self.bench.gold)
        else:
            if name == CRF_OF_TEACHERS:
                teaching = [self._lessons(self.scores[k]) for k in self.teachers_of(name, five)]
            law, seconds = self._crf(name, five, teaching, seed)
            chances = law.all_span_chances(self.bench.gold)
        found = chart.best_trees(chances, self.words)
        run |= {"cpu_seconds": seconds, **self._measured(f"{name}: grammar", found)}
        return run | {
            "like_teachers" if name == CRF_OF_TEACHERS else "like_guide": self._likeness(found, teaching)
        }

    def _crf(
        self, name: str, five: str, teaching: Sequence[Sequence[Tree]], seed: int
    ) -> tuple[other_pupils.SpanCrf, float]:
        """A law over trees that learns other trees of the sentences that the grammar learns from."""
        known = len(self.corpus.train)
        parts = [
            [tree for some in teaching for tree in some[part] if len(trees.words(tree)) <= SHORT]
            for part in (slice(known), slice(known, None))
        ]
        file = self.keep / f"{name}-{five}-{seed}.pt".replace(" ", "-")
        return other_pupils.crf(self.symbols, (parts[0], parts[1]), seed, file)

    def _ours(self, name: str, found: Sequence[Tree]) -> None:
        """Write down trees of our own sentences, where there are any."""
        for tree in found:
            self.content["ours"][" ".join(trees.words(tree))][name] = tree.pformat(margin=10_000)

    # The record

    def summary(self) -> dict[str, Any]:
        """What is known so far, with what follows from several runs together."""
        last = list(self.fives)[-1]
        single = [f"{last}: {kind}" for kind in ("one PRPN", "its tables", "tables", "guide")]
        controls = [f"{name}: grammar" for name in self.content["controls"]]
        means = self.bench.means(10)
        kept = [RIGHT, *single, f"{last}: grammar", *controls]
        return self.content | {
            "over_fives": self._over_fives(),
            "differences": list(self._differences(f"{last}: grammar", [RIGHT, *single, *controls])),
            "sentence_f1_10": {name: means[name] for name in kept if name in means},
        }

    def _over_fives(self) -> dict[str, Any]:
        """Each five's mean over its grammars, sentence F1 without root, and the mean and spread of these."""
        done = [five["grammars"] for five in self.content["fives"].values() if five["grammars"]]
        out: dict[str, Any] = {}
        for part in (f"{start}{length}" for start in ("", "held-out ") for length in LENGTHS):
            means = [round(fmean(run[part][USUAL] for run in runs), 2) for runs in done]
            out[part] = {"fives": means} | spread(means)
        return out

    def _differences(self, mine: str, others: Sequence[str]) -> Iterator[dict[str, Any]]:
        """A method minus others, on all sentences and on those of the held-out files."""
        for length in LENGTHS:
            for part, among in (
                ("all", slice(None)),
                ("held-out", slice(-self.bench.held_out(length), None)),
            ):
                for other in others:
                    first, second = (self.bench.rows.get((name, length), []) for name in (mine, other))
                    if first and second:
                        where = {"minus": other, "up_to_words": length, "sentences": part}
                        yield where | difference(first, second, among)


def difference(first: Sequence[Sequence[float]], second: Sequence[Sequence[float]], part: slice) -> dict:
    """The mean of some parsers minus the mean of others, in points, with a 95 % paired interval.

    The interval is over sentences, for the parsers that were trained.
    """
    one, other = ([fmean(values) for values in zip(*rows, strict=True)][part] for rows in (first, second))
    low, high = evaluation.paired_interval(one, other)
    return {"points": percent(fmean(one) - fmean(other)), "interval": [percent(low), percent(high)]}


def _split(scores: Scores, words: Sequence[list[str]]) -> list[Tree]:
    """The trees that SPLIT makes of scores."""
    return [parsing.DECODERS["biased"](d.tolist(), row) for d, row in zip(scores, words, strict=True)]


def _added(some: list[Tensor], others: list[Tensor]) -> list[Tensor]:
    """The sums of the chances of spans, sentence by sentence; of none yet, the others."""
    return [a + b for a, b in zip(some, others, strict=True)] if some else others


def ranked(early: Sequence[Mapping[str, Any]]) -> list[int]:
    """The seeds, from the one that agrees most with the others to the one that agrees least: without gold."""
    return [run["seed"] for run in sorted(early, key=lambda run: run["agreement"], reverse=True)]


ONE, THREE = "one teacher", "three teachers"
TEACHING = {ONE: 1, THREE: TOGETHER}
EM = {"EM": 1, "EM, longer": other_pupils.LONGER}
CRF, CRF_OF_TEACHERS = "CRF", "CRF, taught by the teachers"
PUPILS = (*EM, CRF, CRF_OF_TEACHERS)
ALONE = ("no guide", "right-branching")  # no five of its own for each of the three grammars
CONTROLS = (
    "no guide",
    "right-branching",
    "word lists",
    "shuffled scores",
    "guide kept",
    "untrained PRPNs",
    "random scores",
    ONE,
    THREE,
    *PUPILS,
)


def main(argv: Sequence[str] | None = None) -> None:
    """Train, measure, and write the file anew after each step."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--one-teacher",
        action="store_true",
        help="other fives, of which the most agreeing PRPN teaches alone",
    )
    parser.add_argument("--only", nargs="*", choices=CONTROLS, help="controls; by default all that differ")
    parser.add_argument("--out", type=Path, default=Path("results"), help="the folder to write to")
    parser.add_argument(
        "--keep", type=Path, default=Path("_build/wsj"), help="a folder for what is trained, to go on from"
    )
    options = parser.parse_args(argv)
    need_folder(parser, options.out)
    torch.set_num_threads(1)
    clock = Clock()
    everything = data.wsj(part="train") + data.wsj(part="held-out")
    fives, together, name = FIVES, TOGETHER, "wsj-grammar"
    if options.one_teacher:
        fives, together, name = FRESH, 1, "wsj-grammar-one-teacher"
    road = Road(everything, Corpus.load(), fives, SEEDS, options.keep, together)
    controls = options.only
    if controls is None:
        controls = [THREE] if options.one_teacher else [name for name in CONTROLS if name != THREE]
    command = [*COMMAND.split(), *["--one-teacher"] * options.one_teacher, "--only", *controls]
    for _ in road.steps(controls):
        write(options.out / f"{name}.json", record(road, clock, shlex.join(command)))


def record(road: Road, clock: Clock, command: str) -> dict[str, Any]:
    """What the file of results holds.

    Args:
        road: as far as the work has come.
        clock: made when it began.
        command: how to make it again.
    """
    one = road.together == 1
    return {
        "what": "Unlabelled F1 x 100 of PRPN's trees, of tables that learn from them, and of a grammar that "
        "the tables guide and leave alone, on the Penn Treebank sample of NLTK; sentences of the training "
        "files first, then of the held-out ones",
        **provenance(command, {"teachers": road.fives, "grammars": SEEDS}, clock),
        "resumed": "what was trained in an earlier call is read back: the seconds above are those of the "
        "last call, each training's own stand beside it",
        "data": fetch.SOURCES["wsj"].files,
        "chosen": f"in these runs {'one teacher' if one else 'three teachers'} of each five, by their "
        "agreement with each other; seeds, settings and epochs were fixed beforehand, and the last epoch is "
        "kept. The settings come from runs with teachers 901-905, 911-915 and 921-925 in which F1 was seen; "
        "that one teacher may do better than three, from runs with teachers 951-975 in which it was seen.",
        "settings": {
            "teachers": {"recipe": RECIPE, "chosen_after": LOOK, "together": road.together},
            "tables": {"classes": road.usual.size, "taught_by_up_to": TAUGHT, "files": "all"},
            "guide": {"classes": CLASSES, "taught_by_up_to": 40, "files": "training", "weights": LET_GO},
            "guide kept": KEPT,
            "EM": other_pupils.EM | {"times, longer": other_pupils.LONGER},
            "CRF": other_pupils.CRF,
            "grammar": SYMBOLS | {"min_count": MIN_COUNT, "suffixes": len(SUFFIXES), "float": 32},
            "vocabulary": len(road.symbols.vocabulary),
            "training": TRAINING | {"up_to_words": SHORT, "sentences": len(road.short)},
        },
        "sentences": {
            str(length): {"all": len(road.bench.upto(length)), "held-out": road.bench.held_out(length)}
            for length in LENGTHS
        },
        **road.summary(),
    }


if __name__ == "__main__":
    main()
