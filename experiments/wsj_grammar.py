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
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from experiments import other_pupils, teachers
from experiments.above_right_branching import TAUGHT, USUAL
from experiments.bench import LENGTHS, RIGHT
from experiments.guided_grammar import KEPT, LET_GO, SYMBOLS, TRAINING, Guide, no_guide
from experiments.parsing import Corpus
from experiments.provenance import Clock, need_folder, percent, provenance, write
from experiments.word_lists import by_word, standardised
from experiments.wsj import spread
from experiments.wsj_road import CLASSES, LOOK, MIN_COUNT, OURS, RECIPE, SHORT, TOGETHER, Road, Scores, added
from prpn_edu import data, evaluation, trees
from prpn_edu.data import fetch
from prpn_edu.latent import chart
from prpn_edu.latent.words import SUFFIXES

COMMAND = "python -m experiments.wsj_grammar"
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
SEEDS = (1, 2, 3)  # of the grammars, for each five

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


class Finale(Road):
    """The fives, what stands beside them, and what follows from all; arguments as of `Road`."""

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
            every = added(every, self._five(name))
            yield
        self.content["all grammars together"] = self._together("all grammars together", every)
        if self.together > 1:
            self.content["simple"] = self._simple()
        yield
        for name in others:
            self._other(name)
            yield

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
                self._teacher(f"{name}, {five}", seed)  # measured under a name of its own
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

    # The record

    def summary(self) -> dict[str, Any]:
        """What is known so far, with what follows from several runs together."""
        last = list(self.fives)[-1]
        single = [f"{last}: {kind}" for kind in ("one PRPN", "its tables", "tables", "guide")]
        controls = [f"{name}: grammar" for name in self.content["controls"] if name != THREE]
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
    road = Finale(everything, Corpus.load(), fives, SEEDS, options.keep, together)
    controls = options.only
    if controls is None:
        controls = [THREE] if options.one_teacher else [name for name in CONTROLS if name != THREE]
    command = [*COMMAND.split(), *["--one-teacher"] * options.one_teacher, "--only", *controls]
    for _ in road.steps(controls):
        write(options.out / f"{name}.json", record(road, clock, shlex.join(command)))


def record(road: Finale, clock: Clock, command: str) -> dict[str, Any]:
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
