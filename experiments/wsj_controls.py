"""What else parses the newspaper as PRPN does: a network of another kind, lists, places, chance, counts.

    python -m experiments.wsj_controls [--keep FOLDER]

writes `results/controls-wsj.json`. Ten fresh seeds in two fives of PRPN with tape and of an LSTM, all trained
as in `experiments.wsj`. With `--forms prpn --out results/controls-attention.json` the networks are PRPNs that
read by attention alone, from ten seeds of their own. Each PRPN's scores stand beside what is left of them
when a part of what they know is taken away: a list of words (no context), places alone (no words), the same
scores in a random order. The LSTM has no scores; four are read off its state. All of these, and counts
without a network, are decoded in both ways, and each five teaches the tables of chapter 17.

Seeds, measures and directions were fixed before the first of these runs, and all of them are reported. Gold
brackets are read at the end, to score; `results/choices.json` says what was chosen by them in earlier runs.
Only numbers are stored, and the frequent words at both ends of a list; no sentence.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any, TypeAlias

import torch
from nltk import Tree
from torch import Tensor

from experiments import parsing
from experiments.above_right_branching import TAUGHT, sum_of
from experiments.bench import Bench
from experiments.lstm_proxies import proxies
from experiments.parsing import Corpus
from experiments.provenance import Clock, need_folder, percent, provenance, write
from experiments.word_counts import COUNTS, Counts, in_random_order
from experiments.word_lists import by_word, standardised
from experiments.wsj import spread
from experiments.wsj_recipes import MIN_COUNT, RECIPES, TRAINING
from experiments.wsj_words import trained
from prpn_edu import data, evaluation, trees
from prpn_edu.data import fetch
from prpn_edu.latent import LstmLm, Prpn
from prpn_edu.latent.spans import SpanCounts, SpanTables, count_spans, learn_classes
from prpn_edu.latent.spans.tables import PAIRS
from prpn_edu.latent.words import SUFFIXES

COMMAND = "python -m experiments.wsj_controls"
FIRST, SECOND = (951, 952, 953, 954, 955), (956, 957, 958, 959, 960)
THIRD, FOURTH = (1051, 1052, 1053, 1054, 1055), (1056, 1057, 1058, 1059, 1060)
FIVES = {"tape": (FIRST, SECOND), "lstm": (FIRST, SECOND), "prpn": (THIRD, FOURTH)}  # seeds, by the recipe
MEAN = "mean word list"
OFTEN, SHOWN = 30, 20  # how often a word occurs whose place in the list is told, and how many at each end
LONG = ("scores", "word list", MEAN)  # what is measured on longer sentences too
Scores: TypeAlias = Sequence[Tensor]


class Controls:
    """The sentences, the classes of the tables, and how everything is measured.

    Args:
        everything: all sentences, for the classes, as in `above_right_branching`.
        corpus: those of up to 40 words.
        keep: a folder for the trained models.
    """

    def __init__(self, everything: Sequence[Tree], corpus: Corpus, keep: Path | None):
        self.corpus, self.keep, self.bench = corpus, keep, Bench(corpus)
        self.gold, self.among = self.bench.gold, len(corpus.train)
        self.sizes = [len(trees.words(tree)) for tree in self.gold]
        self.classes = learn_classes(everything)
        short = self.bench.upto(10)
        self.right = parsing.by_sentence([trees.right(trees.words(tree)) for tree in short], short)

    def form(self, form: str) -> dict[str, Any]:
        """All seeds of one kind of network, and what each five teaches."""
        runs, groups = [], []
        for five in FIVES[form]:
            taught: dict[str, list[SpanCounts]] = {}
            lists: list[Scores] = []
            for seed in five:
                model, seconds = trained(form, self.corpus, seed, self.keep)
                known = self.known(model, seed)
                runs.append(self.run(model, seed, known) | {"cpu_seconds": seconds})
                print(form, seed, {name: row["10"] for name, row in runs[-1]["f1"].items()}, flush=True)
                for name, scores in known.items():
                    taught.setdefault(name, []).append(self.lessons(scores))
                if "word list" in known:
                    lists.append(standardised(known["word list"], self.among))
            tables = {name: sum_of(counts).tables() for name, counts in taught.items()}
            found = {name: self.of_tables(one) for name, one in tables.items()}
            group: dict[str, Any] = {"seeds": list(five), "tables": found}
            if lists:
                mean = [torch.stack(rows).mean(0) for rows in zip(*lists, strict=True)]
                group[MEAN] = self.measured(mean, MEAN)
                group["ends of the list"] = self.ends(mean, model)
                found[MEAN] = self.of_tables(self.lessons(mean).tables())
                group["fewer tables"] = self.fewer(tables["scores"])
            print(form, list(five), {name: each["10"] for name, each in found.items()}, flush=True)
            groups.append(group)
        return {"over_seeds": over_seeds(runs), "runs": runs, "fives": groups}

    def run(self, model: Prpn | LstmLm, seed: int, known: dict[str, Scores]) -> dict[str, Any]:
        """One network's measures."""
        return {
            "seed": seed,
            "held_out_perplexity": round(evaluation.perplexity(model, self.corpus.held_out), 2),
            "f1": {name: self.measured(scores, name) for name, scores in known.items()},
        }

    def known(self, model: Prpn | LstmLm, seed: int) -> dict[str, Scores]:
        """The scores of all sentences, by what they know."""
        if isinstance(model, LstmLm):
            return dict(proxies(model, self.gold))
        scores = parsing.distances(model, self.gold)
        words = [model.read(tree) for tree in self.gold]
        places = [torch.arange(len(d)) for d in scores]
        generator = torch.Generator().manual_seed(seed)
        return {
            "scores": scores,
            "word list": by_word(scores, words, self.among),
            "place alone": by_word(scores, places, self.among),
            "shuffled": [d[torch.randperm(len(d), generator=generator)] for d in scores],
        }

    def measured(self, scores: Scores, name: str) -> dict[str, dict[str, float]]:
        """Sentence F1 x 100 without the root, by length and decoder; "held-out 40": the unseen sentences."""
        scores = in_random_order(scores, 0)  # a word that stands twice has the same number twice
        places = [k for k, size in enumerate(self.sizes) if size <= (40 if name in LONG else 10)]
        gold = [self.gold[k] for k in places]
        out: dict[str, dict[str, float]] = {}
        for decoder in parsing.DECODERS:
            found = parsing.parse([scores[k] for k in places], gold, decoder)
            each = dict(zip(places, parsing.by_sentence(found, gold), strict=True))
            parts = {"10": [f1 for k, f1 in each.items() if self.sizes[k] <= 10]}
            if name in LONG:
                parts |= {"40": [*each.values()], "held-out 40": [each[k] for k in places if k >= self.among]}
            for part, some in parts.items():
                out.setdefault(part, {})[decoder] = percent(fmean(some))
        return out

    def ends(self, scores: Scores, model: Prpn | LstmLm) -> dict[str, list[str]]:
        """The frequent words whose numbers in a list are the highest, and those with the lowest."""
        ids = torch.cat([model.read(tree) for tree in self.gold[: self.among]]).tolist()
        number = dict(zip(ids, torch.cat(list(scores[: self.among])).tolist(), strict=True))
        words = {k: model.vocabulary.words[k] for k, often in Counter(ids).items() if often >= OFTEN}
        plain = [k for k, word in words.items() if not word.startswith("<")]
        order = [words[k] for k in sorted(plain, key=number.__getitem__)]
        return {"high": order[: -SHOWN - 1 : -1], "low": order[:SHOWN]}

    def lessons(self, scores: Scores) -> SpanCounts:
        """What SPLIT's trees of sentences of up to 20 words teach."""
        gold = self.bench.upto(TAUGHT)
        some = [d for d in in_random_order(scores, 0) if len(d) <= TAUGHT]
        return count_spans(parsing.parse(some, gold, "biased"), self.classes)

    def of_tables(self, tables: SpanTables) -> dict[str, Any]:
        """F1 of tables up to ten words, and its lead over right-branching, 95 % over sentences."""
        short = self.bench.upto(10)
        each = parsing.by_sentence(tables.parse_all(short), short)
        low, high = evaluation.paired_interval(each, self.right)
        return {
            "10": percent(fmean(each)),
            "minus_right": percent(fmean(each) - fmean(self.right)),
            "interval_over_sentences": [percent(low), percent(high)],
        }

    def fewer(self, tables: SpanTables) -> dict[str, float]:
        """F1 up to ten words of one table alone, and of each two of the four."""
        out = {}
        for chosen in [*combinations(range(len(PAIRS)), 1), *combinations(range(len(PAIRS)), 2)]:
            kept = torch.zeros_like(tables.tables)
            kept[list(chosen)] = tables.tables[list(chosen)]
            name = " and ".join(", ".join(PAIRS[k]) for k in chosen)
            out[name] = self.of_tables(SpanTables(self.classes, kept))["10"]
        return out

    def counts(self) -> dict[str, Any]:
        """Counts of the words that PRPN knows, by both decoders and through the tables."""
        counted, out = Counts(self.corpus.train, MIN_COUNT, SUFFIXES), {}
        for name in COUNTS:
            scores = [counted.scores(name, tree) for tree in self.gold]
            out[name] = {
                "f1": self.measured(scores, name),
                "tables": self.of_tables(self.lessons(scores).tables()),
            }
            print(name, out[name], flush=True)
        return out


def over_seeds(runs: Sequence[dict]) -> dict[str, Any]:
    """Mean and standard deviation over the seeds, by what the scores know, length and decoder."""
    return {
        f"{name}, {length}, {decoder}": spread([run["f1"][name][length][decoder] for run in runs])
        for name, measured in runs[0]["f1"].items()
        for length, decoders in measured.items()
        for decoder in decoders
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Train, measure, and write the file."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--keep", type=Path, help="a folder for the trained models, to go on from")
    parser.add_argument("--out", type=Path, default=Path("results/controls-wsj.json"), help="where to write")
    parser.add_argument("--forms", nargs="+", choices=FIVES, default=["tape", "lstm"], help="of network")
    options = parser.parse_args(argv)
    need_folder(parser, options.out.parent)
    torch.set_num_threads(1)
    clock = Clock()
    controls = Controls(data.wsj(), Corpus.load(), options.keep)
    content: dict[str, Any] = {
        "right_branching": percent(fmean(controls.right)),
        "counts": controls.counts(),
        "models": {form: controls.form(form) for form in options.forms},
    }
    command = COMMAND
    if "--forms" in (sys.argv[1:] if argv is None else argv):
        command += f" --forms {' '.join(options.forms)} --out {options.out}"
    what = "Unlabelled sentence F1 x 100 without the root on the Penn Treebank sample of NLTK: PRPN's "
    write(
        options.out,
        {
            "what": what
            + "PRPN's scores, parts of what they know, an LSTM's state, counts, and their tables",
            **provenance(command, {"fives": {form: FIVES[form] for form in options.forms}}, clock),
            "resumed": "trained models were read back" if options.keep else "",
            "data": fetch.SOURCES["wsj"].files,
            "training": TRAINING,
            "models_differ": {form: RECIPES[form].differs for form in options.forms},
            **content,
        },
    )


if __name__ == "__main__":
    main()
