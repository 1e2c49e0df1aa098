"""What the chapter on trial draws: sixteen trainings of PRPN in two forms, beside what learnt nothing."""

import math
import statistics
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from matplotlib.figure import Figure
from nltk import Tree

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.chapters.parsers import CONVENTIONS
from prpn_book.figures import Picture, Table
from prpn_book.rounding import rounded
from prpn_edu import trees

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
TEXTS = {"toy": "toy treebank", "wsj": "newspaper"}
RULES = {"biased": "SPLIT", "unbiased": "cuts"}  # decoders, as recorded: as in our drawings
COUNT = "how seldom it ends a sentence"  # as recorded: the score of a word
USUAL = "sentence, no root"
F1_AXIS = "sentence F1 without the root, x 100"
Gap = tuple[float, float, float]


class Recorded:
    """What was measured on the WSJ sample.

    Attributes:
        files: from a model's name to its record.
        runs: from a model's name to its seeds.
        more: six more seeds of both forms, scored by their own scores and by a list of words.
        rivals: what parsers give that learnt nothing, sentence by sentence.
        right: the F1 of right-branching on each sentence of up to ten words.
    """

    def __init__(self):
        self.files = {name: records.read(f"wsj-{file}") for name, file in NAMES.items()}
        self.runs = {name: file["runs"] for name, file in self.files.items()}
        self.more = records.read("wsj-words")["runs"]
        self.rivals = records.read("wsj-rivals")
        self.right = self.rivals["up_to"]["10"]["sentence_f1"]["right"]
        self._nobody = records.read("wsj-baselines")["corpora"]["up to 10 words"]["methods"]

    def f1(
        self, name: str, convention: str = USUAL, length: str = "10", decoder: str = "biased"
    ) -> list[float]:
        """F1 x 100 of each seed."""
        return [run["f1"][length][decoder][convention] for run in self.runs[name]]

    def of_more(
        self, form: str, source: str = "scores", length: str = "10", decoder: str = "biased"
    ) -> list[float]:
        """F1 x 100 of each of six more seeds of a form, by its "scores" or by its "word list"."""
        return [run[source][length][decoder][USUAL] for run in self.more[NAMES[FORMS[form]]]]

    def all_f1(self, form: str, decoder: str = "biased") -> list[float]:
        """F1 x 100 of all sixteen seeds of a form."""
        return self.f1(FORMS[form], decoder=decoder) + self.of_more(form, decoder=decoder)

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

    def minus_chance(self, form: str, decoder: str = "biased") -> list[float]:
        """How far each of sixteen seeds lies above chance through the same decoder."""
        chance = self.unlearnt({"biased": "random scores", "unbiased": "random split"}[decoder])
        return [score - chance for score in self.all_f1(form, decoder)]

    def minus_right(self, form: str) -> Gap:
        """The lead of the mean of sixteen seeds over right-branching, paired over the sentences."""
        lists = [run["sentence_f1_10"]["biased"] for run in self.runs[FORMS[form]]]
        lists += [run["scores"]["sentence_f1_10"] for run in self.more[NAMES[FORMS[form]]]]
        means = [statistics.fmean(row) for row in zip(*lists, strict=True)]
        return records.difference(means, self.right)


class Board:
    """Who scores what, on both texts and by both decoders: a row for each parser.

    Attributes:
        wsj: what was measured on the newspaper.
        toy: the models of `results/agreement.json`, which read the toy treebank.
        right: F1 of right-branching, by the text.
    """

    def __init__(self, wsj: Recorded):
        self.wsj, self.toy = wsj, records.read("agreement")["models"]
        self._counts = records.read("word-counts")["texts"]
        self._nobody, self._before = (
            records.read("toy-prpn")["f1_nobody_learnt"],
            records.read("toy-prpn")["runs"],
        )
        self.right = {"toy": self._nobody["right"], "wsj": wsj.unlearnt("right")}

    def learnt(self, text: str, form: str, decoder: str, source: str = "scores") -> list[float]:
        """F1 x 100 of each seed of a form of PRPN, by its "scores" or by its "word list"."""
        if text == "wsj":
            alone = source == "scores"
            return (
                self.wsj.all_f1(form, decoder) if alone else self.wsj.of_more(form, source, decoder=decoder)
            )
        name = {"attention only": "PRPN, attention only", "with tape": "PRPN with tape"}[form]
        return [run["f1"][source][decoder][USUAL] for run in self.toy[name]["runs"]]

    def count(self, text: str, decoder: str) -> float:
        """F1 x 100 of the count that knows how often a word ends a sentence."""
        return self._counts[text][COUNT][decoder]["f1"]

    def rows(self, text: str, decoder: str) -> dict[str, list[float]]:
        """From the name of a parser to one F1 x 100 for each seed."""
        chance = {"biased": "random scores", "unbiased": "random split"}[decoder]

        def nobody(method: str) -> list[float]:
            return [self._nobody[method] if text == "toy" else self.wsj.unlearnt(method)]

        return {
            "left-branching": nobody("left"),
            "balanced": nobody("balanced"),
            "random": nobody(chance),
            "PRPN before training": self._untrained(text, decoder),
            "a count of sentence ends": [self.count(text, decoder)],
            **{f"PRPN, {form}": self.learnt(text, form, decoder) for form in FORMS},
            "right-branching": [self.right[text]],
        }

    def _untrained(self, text: str, decoder: str) -> list[float]:
        if text == "toy":
            rule = {"biased": "split", "unbiased": "between"}[decoder]
            return [run["f1_before_training"][rule] for run in self._before["gates"]]
        return [run["untrained"][USUAL] for run in self.wsj.runs["PRPN"]] if decoder == "biased" else []


def readings(sentence: int = 1, seeds: Collection[int] = (11, 12, 13)) -> Picture:
    """One sentence of ours, as trainings that differ in their seed read it."""
    found = records.read("wsj-words")["runs"]["tape"]
    made = [_tree(run["trees"][sentence]) for run in found if run["seed"] in seeds]
    titles = [f"seed {seed}" for seed in sorted(seeds)]
    told = "One sentence, read by three PRPNs of one recipe. They learnt from the same newspaper."
    return figures.draw_trees(made, titles, caption=told, label="fig-11-readings", across=2)


def _tree(brackets: str) -> Tree:
    return Tree.fromstring(brackets.replace("(", "(X "))


def our_sentences(which: Sequence[int] = (0, 3, 2), seed: int = 11) -> Picture:
    """Trees of sentences of our own, by one training; brackets that we would not draw are marked."""
    record = records.read("wsj-words")
    (run,) = (run for run in record["runs"]["tape"] if run["seed"] == seed)
    made = [_tree(run["trees"][k]) for k in which]
    wrong = [
        set(trees.spans(tree)) - set(trees.spans(_tree(record["ours"][k])))
        for k, tree in zip(which, made, strict=True)
    ]
    told = f"Sentences of ours, read by PRPN with tape, seed {seed}. Dashed: not as we read them."
    return figures.draw_trees(made, marked=wrong, caption=told, label="fig-11-ours", across=2)


def three_seeds(wsj: Recorded) -> Picture:
    """The best and the worst three of sixteen seeds."""
    rows = {}
    for form in FORMS:
        threes = sorted(combinations(wsj.all_f1(form), 3), key=statistics.fmean)
        chosen = {"the best three": threes[-1], "all sixteen": wsj.all_f1(form), "the worst three": threes[0]}
        rows[form] = {row: records.one_sd(values) for row, values in chosen.items()}
    told = "What three seeds could have said: mean and standard deviation, on 555 newspaper sentences."
    lines = {"right-branching": wsj.unlearnt("right")}
    return figures.dots(rows, F1_AXIS, told, lines, limits=(20, 80), label="fig-11-three")


def scoreboard(board: Board) -> Picture:
    """Every parser on both texts and by both decoders: a point a seed, and their mean."""
    told = ["The scoreboard: F1 of each seed, and the mean.", F1_AXIS]
    with figures.style():
        fig = Figure(figsize=(5.6, 3.9))
        axes = fig.subplots(1, len(TEXTS), sharey=True)
        for ax, (text, title) in zip(axes, TEXTS.items(), strict=True):
            for (decoder, rule), shift, color in zip(RULES.items(), (0.16, -0.16), (0, 3), strict=True):
                for row, (name, values) in enumerate(board.rows(text, decoder).items()):
                    _point(ax, values, shift - row, figures.COLOURS[color], f"{title}, {name}, {rule}", told)
            names = list(board.rows(text, "biased"))
            ax.axvline(board.right[text], linestyle="--", linewidth=1, color=figures.COLOURS[5])
            ax.set_yticks([-row for row in range(len(names))], names)
            ax.set_title(title)
            ax.set_xlim(10, 75)
            ax.grid(axis="y", alpha=0.3)
        fig.supxlabel(F1_AXIS, fontsize=10)
        handles = [
            axes[0].plot([], [], mark, color=figures.COLOURS[color], label=rule)[0]
            for mark, color, rule in (("o", 0, "decoded by SPLIT"), ("s", 3, "cut between the words"))
        ]
        fig.legend(handles=handles, loc="outside upper left", ncols=2)
    caption = "The scoreboard. Small: seeds; large: their mean. Dashed: right-branching."
    return figures.show(fig, "\n".join(told), caption, "fig-11-board")


def _point(ax, values: Sequence[float], height: float, color: str, name: str, told: list[str]) -> None:
    if not values:
        return
    mark = "o" if color == figures.COLOURS[0] else "s"
    if len(values) > 1:
        ax.plot(values, [height] * len(values), mark, markersize=2.5, alpha=0.45, color=color)
    ax.plot([statistics.fmean(values)], [height], mark, markersize=6, color=color)
    told.append(
        f"{name}: {records.mean_text(values) if len(values) > 1 else rounded(values[0], 1, longer=True)}"
    )


def scoreboard_table(board: Board) -> Table:
    """The same numbers: mean and standard deviation over seeds."""
    columns = [(text, decoder) for text in TEXTS for decoder in RULES]
    cells = {column: board.rows(*column) for column in columns}
    rows = []
    for name in cells["wsj", "biased"]:
        row = [cells[column][name] for column in columns]
        rows.append([name, *(_mean(values) for values in row)])
    heads = ["F1 x 100", *(f"{TEXTS[text]}, {RULES[decoder]}" for text, decoder in columns)]
    told = (
        "The scoreboard: mean ± standard deviation over seeds, ten on the toy treebank, sixteen on the news"
    )
    return Table(heads, rows, told, label="tab-11-board")


def _mean(values: Sequence[float]) -> str:
    if not values:
        return ""
    return records.mean_text(values) if len(values) > 1 else rounded(values[0], 1, longer=True)


def one_number_a_word(board: Board) -> Picture:
    """Each seed by its own scores, and by the list of words that they leave behind."""
    rows = {
        f"{title}, {form}, {name}": _of_lists(board, text, form, source)
        for text, title in TEXTS.items()
        for form in FORMS
        for source, name in (("scores", "scores"), ("word list", "list"))
    }
    told = "Each seed by its own scores, and with one number a word in their place; both through SPLIT."
    return figures.strip(rows, F1_AXIS, told, label="fig-11-list")


def _of_lists(board: Board, text: str, form: str, source: str) -> list[float]:
    if text == "wsj":
        return board.wsj.of_more(form, source)
    return board.learnt(text, form, "biased", source)


def lost_by_lists(board: Board, decoder: str = "biased") -> dict[str, Gap]:
    """What the list of words has less than the scores that it was made from: mean and interval over seeds."""
    out = {}
    for text, title in TEXTS.items():
        for form in FORMS:
            if text == "wsj":
                pairs = zip(
                    board.wsj.of_more(form, decoder=decoder),
                    board.wsj.of_more(form, "word list", decoder=decoder),
                    strict=True,
                )
            else:
                pairs = zip(
                    board.learnt(text, form, decoder),
                    board.learnt(text, form, decoder, "word list"),
                    strict=True,
                )
            out[f"{title}, {form}"] = records.over_seeds([own - words for own, words in pairs])
    return out


def is_or_are(record: dict) -> Picture:
    """After "the film with its songs" and its like: the share of the right forms, a point a seed."""
    asked = "a singular, a plural between"
    rows = {
        name: [100 * run["agreement"][asked]["share"] for run in model["runs"]]
        for name, model in record["models"].items()
        if len(model["runs"]) > 1
    }
    told = (
        f"After {record['beginnings'][asked]} beginnings like 'the film with its songs': of the chance of "
        "'is', 'was', 'are' and 'were', how much goes to the singular. The remarks' own grammar gives 100."
    )
    lines = {"as much for the plural": 50.0}
    return figures.strip(rows, "share of the singular in %", told, lines, (0, 100), label="fig-11-agreement")


def agreement_table(record: dict) -> Table:
    """All beginnings: the share of the right forms, and in how many seeds it is above a half."""
    rows = []
    for name, model in record["models"].items():
        row = [name]
        for asked in record["beginnings"]:
            shares = [100 * run["agreement"][asked]["share"] for run in model["runs"]]
            row.append(_mean(shares))
        shares = [run["agreement"]["a singular, a plural between"]["share"] for run in model["runs"]]
        row.append(f"{sum(share > 0.5 for share in shares)} of {len(shares)}")
        perplexities = [run["test_perplexity"] for run in model["runs"] if "test_perplexity" in run]
        rows.append([*row, _mean(perplexities)])
    heads = [
        "share of the right forms, %",
        *(record["example"][asked] + " ..." for asked in record["beginnings"]),
    ]
    told = "Is or are: mean ± standard deviation over ten seeds, and the perplexity of the test remarks"
    return Table([*heads, "seeds above a half", "perplexity"], rows, told)


def agreement_gaps(record: dict) -> Picture:
    """Differences of two models' shares of the singular, over the seeds that both have."""
    asked = "a singular, a plural between"
    shares = {
        name: [100 * run["agreement"][asked]["share"] for run in model["runs"]]
        for name, model in record["models"].items()
        if len(model["runs"]) > 1
    }
    gaps = {}
    for first, second in combinations(reversed(shares), 2):
        pairs = zip(shares[first], shares[second], strict=False)  # the seeds that both have come first
        gaps[f"{first} minus {second}"] = records.over_seeds([a - b for a, b in pairs])
    axis = "difference of the shares of the singular in %, 95 % over seeds"
    return _against_zero(
        {"": gaps}, axis, "Each pair of models, over the seeds that both have: ten, or five."
    )


def two_measures(wsj: Recorded, form: str) -> tuple[list[float], list[float]]:
    """Held-out perplexity and F1 of the sixteen seeds of a form."""
    perplexity = wsj.perplexity(FORMS[form])
    perplexity += [run["held_out_perplexity"] for run in wsj.more[NAMES[FORMS[form]]]]
    return perplexity, wsj.all_f1(form)


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's: the correlation of the places of two lists of numbers, none twice."""
    places = [[sorted(values).index(x) for x in values] for values in (first, second)]
    return statistics.correlation(*places)


def better_model_better_trees(wsj: Recorded) -> Picture:
    """The seeds of both forms, by perplexity and by F1."""
    points = {form: list(zip(*two_measures(wsj, form), strict=True)) for form in FORMS}
    with figures.style():
        fig = Figure(figsize=(5.2, 3.0))
        ax = fig.subplots()
        for (form, pairs), mark, color in zip(points.items(), "os", (0, 3), strict=True):
            ax.plot(
                *zip(*pairs, strict=True),
                mark,
                markersize=5,
                alpha=0.8,
                color=figures.COLOURS[color],
                label=form,
            )
        ax.set_xlabel("held-out perplexity, lower is better")
        ax.set_ylabel("sentence F1 x 100")
        ax.legend()
    told = ["A point a seed: perplexity and F1."]
    told += [
        f"{form}: " + "; ".join(f"{x:.1f}, {y:.1f}" for x, y in sorted(pairs))
        for form, pairs in points.items()
    ]
    caption = "Twenty seeds of each form: does the better language model have the better trees?"
    return figures.show(fig, "\n".join(told), caption, "fig-11-perplexity")


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


def account(wsj: Recorded) -> Table:
    """What the seeds of both forms say about right-branching, a line each."""
    lines = [_account(wsj, form) for form in FORMS]
    rows = [[line, *(each[line] for each in lines)] for line in lines[0]]
    return Table(["newspaper, sentence F1 x 100, no root", *FORMS], rows, "Both forms beside right-branching")


def _account(wsj: Recorded, form: str) -> dict[str, str]:
    values, long = wsj.all_f1(form), wsj.f1(FORMS[form], length="40") + wsj.of_more(form, length="40")
    right, right_long = wsj.unlearnt("right"), wsj.rivals["up_to"]["40"]["sentence_f1"]["right"]
    bar = 100 * statistics.fmean(right_long)
    return {
        "seeds 1 to 10": records.mean_text(wsj.f1(FORMS[form])),
        "seeds 11 to 16": records.mean_text(wsj.of_more(form)),
        "mean of all, 95 % over seeds": records.interval_text(records.over_seeds(values)),
        f"seeds above it ({rounded(right, 1)})": f"{sum(x > right for x in values)} of {len(values)}",
        "mean minus right-branching, 95 % over sentences": records.interval_text(wsj.minus_right(form)),
        f"up to 40 words (right-branching {rounded(bar, 1)})": records.mean_text(long),
        "seeds above it there": f"{sum(x > bar for x in long)} of {len(long)}",
    }


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


def costs(wsj: Recorded, names: Sequence[str], caption: str) -> Picture:
    """What each exchange costs: the change of perplexity in %, with its interval over seeds."""
    rows = {}
    for name in names:
        logs = records.over_seeds([math.log(ratio) for ratio in wsj.perplexity_ratios(name)])
        mean, low, high = (100 * math.expm1(x) for x in logs)
        rows[name] = (mean, low, high)
    axis = "change of the held-out perplexity in %"
    return _against_zero({"minus PRPN": rows}, axis, caption, "PRPN")


def controls_minus_prpn(wsj: Recorded) -> Picture:
    """The F1 of each control minus PRPN's, with its interval over the sentences."""
    rows = {}
    for name in CONTROLS:
        seeds = {run["seed"] for run in wsj.runs[name]}
        rows[name] = records.difference(wsj.over_seeds(name, seeds), wsj.over_seeds("PRPN", seeds))
    axis = "difference in sentence F1 x 100, 95 % over sentences"
    told = "The trees of each control beside those of PRPN."
    return _against_zero({"minus PRPN": rows}, axis, told, "PRPN")


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


def overlaps(wsj: Recorded) -> Table:
    """How much of each form's trees is right-branching, and how much the seeds agree."""
    by_chance = wsj.rivals["up_to"]["10"]["overlap_right"]["random scores"]
    rows = [
        [
            form,
            records.mean_text([run["overlap_right"] for run in wsj.runs[name]]),
            records.mean_text([run["agreement"] for run in wsj.runs[name]]),
            records.mean_text(wsj.minus_chance(form)),
            records.mean_text(wsj.minus_chance(form, "unbiased")),
        ]
        for form, name in FORMS.items()
    ]
    rows.append(["chance through SPLIT", rounded(by_chance, 1), "", "0", "0"])
    rows.append(["gold trees", rounded(wsj.unlearnt("right"), 1), "", "", ""])
    heads = [
        "",
        "overlap with right-branching",
        "with other seeds",
        "above chance, SPLIT",
        "above chance, cuts",
    ]
    return Table(heads, rows, "Is it a baseline in disguise? F1 x 100, newspaper, up to 10 words")


def unseen(wsj: Recorded) -> Table:
    """Up to 40 words: the lead over right-branching on sentences it was trained on, and on others."""
    right, held_out = (
        wsj.rivals["up_to"]["40"]["sentence_f1"]["right"],
        wsj.files["PRPN"]["sentences"]["held_out_40"],
    )
    rows = []
    for form, name in FORMS.items():
        own = wsj.files[name]["sentence_f1_40_mean_over_seeds"]["biased"]
        parts = {"trained on": slice(None, -held_out), "held out": slice(-held_out, None)}
        gaps = [records.interval_text(records.difference(own[part], right[part])) for part in parts.values()]
        rows.append([form, *gaps])
    heads = ["minus right-branching", f"{len(right) - held_out} sentences trained on", f"{held_out} held out"]
    return Table(heads, rows, "Sentences of up to 40 words: F1 x 100, ten seeds, 95 % over sentences")


def toy_gates() -> Table:
    """Six sources of gates on the toy treebank: perplexity and F1."""
    found = records.read("toy-gates")
    rows = []
    for way, runs in found["runs"].items():
        f1 = [[run[key] for run in runs] for key in ("f1_split", "f1_between") if key in runs[0]]
        texts = [records.mean_text(values) for values in f1] or ["", ""]
        rows.append(
            [
                f"*{way}*: {found['ways'][way]}".replace("*", ""),
                records.mean_text([run["perplexity"] for run in runs]),
                *texts,
            ]
        )
    heads = ["source of the gates", "perplexity", "F1, SPLIT", "F1, cuts"]
    told = f"Toy treebank, five seeds each; the grammar itself has {rounded(found['grammar_perplexity'], 1)}"
    return Table(heads, rows, told)


def toy_open() -> Table:
    """PRPN with tape on the toy treebank, with its gates and with all gates open."""
    found = records.read("toy-prpn")
    rows = []
    for name, runs in found["runs"].items():
        cells = [
            [run["perplexity"] for run in runs],
            *([run["f1"][rule] for run in runs] for rule in ("split", "between")),
        ]
        rows.append(
            [
                {"gates": "PRPN with tape", "no gates": "all gates open"}[name],
                *map(records.extremes_text, cells),
            ]
        )
    heads = ["", "perplexity", "F1, SPLIT", "F1, cuts"]
    return Table(heads, rows, "Toy treebank, eight epochs, five seeds: mean (lowest to highest)")
