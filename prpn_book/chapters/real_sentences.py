"""What the chapter on PRPN and real sentences draws: ten seeds of each model, beside what learnt nothing."""

import math
import statistics
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import torch

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.chapters.parsers import CONVENTIONS
from prpn_book.figures import Picture, Table
from prpn_book.rounding import rounded
from prpn_edu import evaluation
from prpn_edu.evaluation import baselines

NAMES = {  # as in our drawings: as recorded
    "PRPN": "prpn",
    "with tape": "tape",
    "shuffled": "shuffled",
    "adjacent": "adjacent",
    "frozen": "frozen",
    "all open": "open",
    "untied": "untied",
    "LSTM": "lstm",
}
FORMS = {"attention only": "PRPN", "with tape": "with tape"}
CONTROLS = ["all open", "frozen", "shuffled", "adjacent"]
USUAL = "sentence, no root"
F1_AXIS = "sentence F1 without the root, x 100"
Gap = tuple[float, float, float]


class Recorded:
    """What was measured on the WSJ sample.

    Attributes:
        files: from a model's name to its record.
        runs: from a model's name to its seeds.
        rivals: what parsers give that learnt nothing, sentence by sentence.
        right: the F1 of right-branching on each sentence of up to ten words.
    """

    def __init__(self):
        self.files = {name: records.read(f"wsj-{file}") for name, file in NAMES.items()}
        self.runs = {name: file["runs"] for name, file in self.files.items()}
        self.rivals = records.read("wsj-rivals")
        self.right = self.rivals["up_to"]["10"]["sentence_f1"]["right"]
        self._nobody = records.read("wsj-baselines")["corpora"]["up to 10 words"]["methods"]

    def f1(
        self, name: str, convention: str = USUAL, length: str = "10", decoder: str = "biased"
    ) -> list[float]:
        """F1 x 100 of each seed."""
        return [run["f1"][length][decoder][convention] for run in self.runs[name]]

    def perplexity(self, name: str) -> list[float]:
        """Held-out perplexity of each seed."""
        return [run["held_out_perplexity"] for run in self.runs[name]]

    def unlearnt(self, method: str, convention: str = USUAL) -> float:
        """F1 x 100 of a parser that has learnt nothing."""
        return self._nobody[method]["scores"][convention]["f1"]

    def lines(self) -> dict[str, float]:
        """What PRPN's F1 is compared with."""
        methods = {"right-branching": "right", "chance through SPLIT": "random scores"}
        return {name: self.unlearnt(method) for name, method in methods.items()}

    def over_seeds(self, name: str, seeds: Collection[int] = range(1, 11)) -> list[float]:
        """The F1 of each sentence, the mean over some seeds."""
        lists = [run["sentence_f1_10"]["biased"] for run in self.runs[name] if run["seed"] in seeds]
        return [statistics.fmean(row) for row in zip(*lists, strict=True)]

    def minus_right(self, name: str) -> dict[str, Gap]:
        """Each seed's lead over right-branching, and that of their mean, with paired intervals."""
        lists = {f"seed {run['seed']}": run["sentence_f1_10"]["biased"] for run in self.runs[name]}
        lists["mean of the seeds"] = self.over_seeds(name)
        return {row: records.difference(values, self.right) for row, values in lists.items()}

    def tape_lead(self) -> dict[str, Gap]:
        """The lead of PRPN with tape over PRPN by attention alone, seed by seed."""
        tape, attention = (
            {run["seed"]: run["sentence_f1_10"]["biased"] for run in self.runs[name]}
            for name in ("with tape", "PRPN")
        )
        both = sorted(tape.keys() & attention)
        lead = {f"seed {seed}": records.difference(tape[seed], attention[seed]) for seed in both}
        means = records.difference(self.over_seeds("with tape", both), self.over_seeds("PRPN", both))
        return lead | {"mean of the seeds": means}

    def votes(self) -> dict[str, tuple[str, dict]]:
        """What groups of seeds give by voting: the model and the record of each group."""
        return {
            f"{form}, {group['voters'][0]} to {group['voters'][-1]}": (FORMS[form], group)
            for form, file in (("attention only", "wsj-votes"), ("with tape", "wsj-votes-tape"))
            for group in records.read(file)["groups"]
        }

    def votes_of_chance(self) -> dict[int, dict]:
        """What parsers that learnt nothing give by voting, by the number of voters."""
        return {each["voters"]: each for each in self.rivals["votes_of_chance"]}

    def perplexity_ratios(self, name: str) -> list[float]:
        """A model's held-out perplexity over PRPN's, seed by seed."""
        ours = {run["seed"]: run["held_out_perplexity"] for run in self.runs["PRPN"]}
        return [run["held_out_perplexity"] / ours[run["seed"]] for run in self.runs[name]]


def two_forms(wsj: Recorded) -> Picture:
    """Each seed of PRPN's two forms beside chance and right-branching."""
    rows = {form: wsj.f1(name) for form, name in FORMS.items()}
    rows["before training"] = [run["untrained"][USUAL] for run in wsj.runs["PRPN"]]
    told = (
        "Two forms of PRPN on 555 real sentences of up to ten words: a point for each seed, "
        "under them the mean and the standard deviation."
    )
    return figures.strip(rows, F1_AXIS, told, wsj.lines(), label="fig-11-seeds")


def three_seeds(wsj: Recorded) -> Picture:
    """The best and the worst three of ten seeds."""
    rows = {}
    for form, name in FORMS.items():
        threes = sorted(combinations(wsj.f1(name), 3), key=statistics.fmean)
        chosen = {"the best three": threes[-1], "all seeds": wsj.f1(name), "the worst three": threes[0]}
        rows[form] = {row: records.one_sd(values) for row, values in chosen.items()}
    told = "What three seeds could have said: mean and standard deviation."
    return figures.dots(rows, F1_AXIS, told, wsj.lines(), limits=(25, 75))


def two_parsers(f1: Mapping[str, Sequence[float]]) -> Picture:
    """The F1 of two parsers on four remarks, and the difference."""
    first, second = f1.values()
    gaps = [a - b for a, b in zip(first, second, strict=True)]
    columns = ["films ...", "the critic ...", "the old ...", "we ..."]
    told = "The F1 of two parsers on four remarks, without the root."
    axes = ("", "remark")
    return figures.matrix([first, second, gaps], [*f1, "difference"], columns, told, axes, digits=3)


def all_draws(means: Sequence[Fraction]) -> Picture:
    """How often each mean difference comes out, of all draws of four remarks."""
    tenth = Counter(math.floor(10 * mean + Fraction(1, 2)) for mean in means)
    places = range(min(tenth), max(tenth) + 1)
    axes = ("mean difference, right minus balanced, rounded to 0.1", f"draws, of {len(means)}")
    told = f"All {len(means)} ways to draw four remarks out of four"
    lines = {"draws": [tenth[place] for place in places]}
    return figures.curves(lines, [place / 10 for place in places], axes, told, digits=0)


def more_remarks(intervals: Mapping[str, Gap]) -> Picture:
    """One difference with the intervals that few and many remarks give."""
    axis = "difference in sentence F1 x 100, with its 95 % interval"
    told = "The same difference, with four remarks and with four hundred."
    return _against_zero({"right minus balanced": intervals}, axis, told)


def _against_zero(
    rows: Mapping[str, Mapping[str, Gap]], axis: str, caption: str, zero: str = "no difference"
) -> Picture:
    return figures.dots(rows, axis, caption, {zero: 0}, limits=None)


def pairs_torn_apart(paired: Gap, torn: Gap) -> Picture:
    """The interval of a paired difference, and that of the same numbers in another order."""
    axis = "PRPN minus right-branching, sentence F1 x 100"
    told = "The interval on the 555 sentences, and the same numbers with the pairs torn apart."
    return _against_zero({"mean of the seeds": {"paired": paired, "torn apart": torn}}, axis, told)


def four_conventions(wsj: Recorded) -> Picture:
    """PRPN minus right-branching in each convention."""
    rows = {
        f"{name}, {form}": [score - wsj.unlearnt("right", c) for score in wsj.f1(FORMS[form], c)]
        for name, c in CONVENTIONS.items()
        for form in FORMS
    }
    told = "The same trees in four conventions, each beside right-branching on its own scale."
    return figures.strip(rows, "PRPN minus right-branching, F1 x 100", told, {"no difference": 0})


def conventions_table(wsj: Recorded) -> Table:
    """PRPN and what learnt nothing, in each convention."""
    rows = []
    for name, c in CONVENTIONS.items():
        learnt = [records.mean_text(wsj.f1(form, c)) for form in FORMS.values()]
        untrained = records.mean_text([run["untrained"][c] for run in wsj.runs["PRPN"]])
        others = [
            records.sd_text(wsj.unlearnt(m, c), None) for m in ("random scores", "right", "upper bound")
        ]
        rows.append([name, *learnt, untrained, *others])
    heads = ["convention", *FORMS, "untrained", "chance", "right", "upper bound"]
    told = f"WSJ sample, up to 10 words: F1 x 100, mean ± sd of {len(wsj.runs['PRPN'])} seeds"
    return Table(heads, rows, told)


def each_seed(wsj: Recorded) -> Picture:
    """Each seed's lead over right-branching, with its interval over the sentences."""
    rows = {form: wsj.minus_right(name) for form, name in FORMS.items()}
    axis = "PRPN minus right-branching, sentence F1 x 100, 95 % intervals"
    return _against_zero(rows, axis, "Each seed's parser against right-branching, on the same 555 sentences.")


def account(wsj: Recorded) -> Table:
    """What the seeds of both forms say about right-branching, a line each."""
    lines = [_account(wsj, name) for name in FORMS.values()]
    rows = [[line, *(form[line] for form in lines)] for line in lines[0]]
    heads = ["up to 10 words, sentence F1 x 100, no root", *FORMS]
    return Table(heads, rows, "Both forms beside right-branching")


def _account(wsj: Recorded, name: str) -> dict[str, str]:
    values, long = wsj.f1(name), wsj.f1(name, length="40")
    right, right_long = wsj.right, wsj.rivals["up_to"]["40"]["sentence_f1"]["right"]
    bar_long, held_out = 100 * statistics.fmean(right_long), wsj.files["PRPN"]["sentences"]["held_out_10"]
    *seeds, mean = wsj.minus_right(name).values()
    middle, low, _ = records.over_seeds(values)
    above, below = sum(low > 0 for _, low, _ in seeds), sum(high < 0 for _, _, high in seeds)
    sentences = wsj.over_seeds(name)
    mean_long = wsj.files[name]["sentence_f1_40_mean_over_seeds"]["biased"]

    def gap(first: Sequence[float], second: Sequence[float]) -> str:
        return records.interval_text(records.difference(first, second))

    return {
        "above chance through SPLIT": records.mean_text([x - wsj.unlearnt("random scores") for x in values]),
        "mean of ten seeds, 95 % over seeds": records.sd_text(middle, middle - low),
        "seeds above right-branching": f"{sum(gap > 0 for gap, _, _ in seeds)} of {len(seeds)}",
        "intervals over sentences above it, below it": f"{above}, {below}",
        "mean minus right-branching, 95 % over sentences": records.interval_text(mean),
        f"up to 40 words (right-branching {rounded(bar_long, 1)})": records.mean_text(long),
        "seeds above it there": f"{sum(x > bar_long for x in long)} of {len(long)}",
        "mean minus it there": gap(mean_long, right_long),
        f"the {held_out} held-out sentences, minus right-branching": gap(
            sentences[-held_out:], right[-held_out:]
        ),
        "the others, minus right-branching": gap(sentences[:-held_out], right[:-held_out]),
    }


def tape_minus_attention(wsj: Recorded) -> Picture:
    """What the recurrence changes, seed by seed."""
    rows = {"with tape minus attention only": wsj.tape_lead()}
    axis = "with tape minus attention only, sentence F1 x 100, 95 % intervals"
    return _against_zero(rows, axis, "What the recurrence changes, for each seed on the same 555 sentences.")


def f1_by_perplexity(ranked: Sequence[dict]) -> Picture:
    """The F1 of seeds in the order of their perplexity."""
    lines = {"F1 of a seed": [run["f1"]["10"]["biased"][USUAL] for run in ranked]}
    axes = ("place by held-out perplexity, the best language model first", "sentence F1 x 100")
    places = list(range(1, len(ranked) + 1))
    return figures.curves(lines, places, axes, "A better language model has not the better trees.")


def overlap_with_right(wsj: Recorded) -> Picture:
    """How much of each seed's trees is right-branching."""
    rows = {form: [run["overlap_right"] for run in wsj.runs[name]] for form, name in FORMS.items()}
    by_chance = wsj.rivals["up_to"]["10"]["overlap_right"]["random scores"]
    lines = {"chance through SPLIT": by_chance, "gold trees": wsj.unlearnt("right")}
    told = "How much of PRPN's trees is right-branching."
    return figures.strip(rows, "F1 against right-branching trees, x 100", told, lines)


def two_decoders(wsj: Recorded) -> Picture:
    """The F1 of each seed by SPLIT and by cuts between the words."""
    rows = {
        f"{form}, {rule}": wsj.f1(name, decoder=decoder)
        for form, name in FORMS.items()
        for rule, decoder in (("SPLIT", "biased"), ("cuts", "unbiased"))
    }
    methods = {"chance through SPLIT": "random scores", "random cuts": "random split"}
    lines = {name: wsj.unlearnt(method) for name, method in methods.items()}
    return figures.strip(rows, F1_AXIS, "The same scores, decoded in two ways.", lines)


def agreement(wsj: Recorded) -> Picture:
    """How much the seeds agree with each other, beside two draws of chance."""
    draw = torch.Generator().manual_seed(7)
    sentences = [[str(k) for k in range(n)] for n in wsj.rivals["up_to"]["10"]["words"]]
    one, two = ([baselines.random_scores(words, draw) for words in sentences] for _ in range(2))
    rows = {form: [run["agreement"] for run in wsj.runs[name]] for form, name in FORMS.items()}
    lines = {
        "two draws of chance": 100 * evaluation.unlabeled_f1(one, two).f1,
        "attention against gold, mean": statistics.fmean(wsj.f1("PRPN")),
        "tape against gold, mean": statistics.fmean(wsj.f1("with tape")),
    }
    told = "How much the seeds agree with each other."
    return figures.strip(rows, "F1 against the trees of other seeds, x 100", told, lines)


def votes(wsj: Recorded) -> Picture:
    """Groups of seeds, on average and by voting, minus right-branching."""
    means, voted = {}, {}
    for row, (name, group) in wsj.votes().items():
        means[row] = records.difference(wsj.over_seeds(name, group["voters"]), wsj.right)
        voted[row] = records.difference(group["sentence_f1"], wsj.right)
    axis = "minus right-branching, sentence F1 x 100, 95 % intervals"
    told = "The mean of some parsers, and the one parser that they make by voting."
    return _against_zero({"mean of the voters": means, "votes": voted}, axis, told, "right-branching")


def votes_table(wsj: Recorded) -> Table:
    """The F1 of voters, of their votes, and the votes' overlap with right-branching."""
    lines = {
        name: (statistics.fmean(group["f1_of_the_voters"]), group["f1"][USUAL], group["overlap_right"])
        for name, (_, group) in wsj.votes().items()
    }
    for voters, each in wsj.votes_of_chance().items():
        chance = wsj.unlearnt("random scores")
        lines[f"chance, {voters} voters"] = (chance, each["f1"], each["overlap_right"])
    rows = [[name, *(rounded(x, 1, longer=True) for x in line)] for name, line in lines.items()]
    heads = ["voters", "their mean F1", "F1 of the votes", "overlap with right-branching"]
    return Table(heads, rows, "Votes, sentences of up to 10 words: F1 x 100, without the root")


def perplexities(wsj: Recorded, names: Sequence[str], caption: str) -> Picture:
    """The held-out perplexity of each seed of some models."""
    rows = {name: wsj.perplexity(name) for name in names}
    return figures.strip(rows, "held-out perplexity, lower is better", caption)


def costs(wsj: Recorded, names: Sequence[str], caption: str) -> Picture:
    """What each exchange costs: the change of perplexity in %, with its interval over seeds."""
    rows = {}
    for name in names:
        logs = records.over_seeds([math.log(ratio) for ratio in wsj.perplexity_ratios(name)])
        mean, low, high = (100 * math.expm1(x) for x in logs)
        rows[name] = (mean, low, high)
    axis = "change of the held-out perplexity in %"
    return _against_zero({"minus PRPN": rows}, axis, caption, "PRPN")


def trees_of_controls(wsj: Recorded) -> Picture:
    """The F1 of each seed of PRPN and of its controls."""
    rows = {name: wsj.f1(name) for name in ("PRPN", *CONTROLS)}
    told = "The trees of PRPN and of its controls, through the same SPLIT."
    return figures.strip(rows, F1_AXIS, told, wsj.lines())


def controls_minus_prpn(wsj: Recorded) -> Picture:
    """The F1 of each control minus PRPN's, with its interval over the sentences."""
    rows = {}
    for name in CONTROLS:
        seeds = {run["seed"] for run in wsj.runs[name]}
        rows[name] = records.difference(wsj.over_seeds(name, seeds), wsj.over_seeds("PRPN", seeds))
    axis = "difference in sentence F1 x 100, 95 % over sentences"
    told = "The trees of each control beside those of PRPN."
    return _against_zero({"minus PRPN": rows}, axis, told, "PRPN")


def table_1() -> Picture:
    """Table 1 of the note as printed."""
    printed = {
        "RNN-LDA + KN-5 + cache": 92.0,
        "LSTM": 78.4,
        "Variational LSTM": 78.9,
        "CharCNN": 78.9,
        "Pointer Sentinel-LSTM": 70.9,
        "LSTM + cache pointer": 72.1,
        "Var. LSTM + augm. loss, tied": 68.5,
        "Variational RHN, tied": 65.4,
        "NAS Cell, tied": 62.4,
        "4-layer skip LSTM, tied": 58.3,
        "PRPN": 61.98,
    }
    points = {"printed": {name: (value,) * 3 for name, value in printed.items()}}
    told = "Table 1 of the note: the Penn Treebank's test set."
    return figures.dots(points, "perplexity, lower is better", told, limits=(50, 100))


def all_models(wsj: Recorded) -> Table:
    """Every model that was trained: size, perplexities, F1, time."""
    rows = []
    for name, runs in wsj.runs.items():
        seconds = wsj.files[name]["together"]["cpu_seconds_of_training"]["mean"]
        rows.append(
            [
                name,
                str(len(runs)),
                f"{wsj.files[name]['weights']:,}",
                records.mean_text([run["train_perplexity"] for run in runs]),
                records.mean_text(wsj.perplexity(name)),
                records.mean_text(wsj.f1(name)) if "f1" in runs[0] else "no trees",
                rounded(seconds, 0, longer=True),
            ]
        )
    heads = ["model", "seeds", "weights", "training", "held-out", "sentence F1", "CPU-s"]
    told = (
        "All that was trained: perplexity and F1, mean ± sd over seeds; "
        "F1 on sentences of up to 10 words, without the root"
    )
    return Table(heads, rows, told)


def rare_words(perplexity: Mapping[int, float]) -> Picture:
    """The perplexity of one model, by how rare a word must be to become <unk>."""
    axes = ("words rarer than this become <unk>", "held-out perplexity")
    lines = {"frequencies of words": list(perplexity.values())}
    return figures.curves(lines, list(perplexity), axes, "One model, one text, five perplexities.", digits=1)


def where_prpn_stands(wsj: Recorded) -> Picture:
    """PRPN between chance and the upper bound."""
    voted = wsj.votes()
    points = {
        "uniform trees": [wsj.unlearnt("random")],
        "random cuts": [wsj.unlearnt("random split")],
        "chance through SPLIT": [wsj.unlearnt("random scores")],
        "PRPN, attention only": wsj.f1("PRPN"),
        "PRPN with tape": wsj.f1("with tape"),
        "chance, ten voting": [wsj.votes_of_chance()[10]["f1"]],
        **{f"{form}, ten voting": [voted[f"{form}, 1 to 10"][1]["f1"][USUAL]] for form in FORMS},
        "right-branching": [wsj.unlearnt("right")],
        "upper bound": [wsj.unlearnt("upper bound")],
    }
    told = "Where PRPN stands; of PRPN the mean, the lowest and the highest seed."
    return figures.dots({"F1": {name: records.extremes(x) for name, x in points.items()}}, F1_AXIS, told)
