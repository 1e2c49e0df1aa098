"""What the chapter on trial draws: sixteen trainings of PRPN in two forms, beside what learnt nothing."""

import statistics
from collections.abc import Collection, Sequence
from itertools import combinations

from matplotlib.figure import Figure
from nltk import Tree

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.figures import Picture, Table, notation
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
TEXTS = {"toy": "toy treebank", "wsj": "newspaper"}
RULES = {"biased": "SPLIT", "unbiased": "cuts"}  # decoders, as recorded: as in our drawings
LOOKS = {"attention only": ("o", 0), "with tape": ("s", 1)}  # the shape and the colour of a form, everywhere
OTHERS = ("o", 6)  # grey: of what is no trained PRPN
FILLED = {"biased": True, "unbiased": False}  # the points of a decoder
COUNTED = "a count of sentence ends"
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
            COUNTED: [self.count(text, decoder)],
            **{f"PRPN, {form}": self.learnt(text, form, decoder) for form in FORMS},
            "right-branching": [self.right[text]],
        }

    def _untrained(self, text: str, decoder: str) -> list[float]:
        if text == "toy":
            rule = {"biased": "split", "unbiased": "between"}[decoder]
            return [run["f1_before_training"][rule] for run in self._before["gates"]]
        return [run["untrained"][USUAL] for run in self.wsj.runs["PRPN"]] if decoder == "biased" else []


def readings(sentence: int = 1, seeds: Collection[int] = (11, 12, 13)) -> Picture:
    """One sentence of ours, as trainings that differ in their seed read it, and as we do."""
    record = records.read("wsj-words")
    made = [_tree(run["trees"][sentence]) for run in record["runs"]["tape"] if run["seed"] in seeds]
    made.append(_tree(record["ours"][sentence]))
    titles = [*(f"seed {seed}" for seed in sorted(seeds)), "as we read it"]
    told = "One sentence, read by three PRPNs of one recipe. They learnt from the same newspaper."
    return figures.draw_trees(made, titles, caption=told, label="fig-11-readings")


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
    return figures.draw_trees(made, marked=wrong, caption=told, label="fig-11-ours")


def three_seeds(wsj: Recorded) -> Picture:
    """The best and the worst three of sixteen seeds."""
    rows = {}
    for form in FORMS:
        threes = sorted(combinations(wsj.all_f1(form), 3), key=statistics.fmean)
        chosen = {"the best three": threes[-1], "the worst three": threes[0]}
        rows[form] = {row: records.one_sd(values) for row, values in chosen.items()}
    told = "What three seeds could have said, on 555 newspaper sentences. Bars: one standard deviation."
    lines = {"right-branching": wsj.unlearnt("right")}
    return figures.dots(rows, F1_AXIS, told, lines, limits=(20, 80), label="fig-11-three")


def scoreboard(
    board: Board,
    texts: Sequence[str] = tuple(TEXTS),
    decoders: Sequence[str] = tuple(RULES),
) -> Picture:
    """Parsers on one text or on both, by one decoder or by both: a point a seed, and their mean."""
    told = ["The scoreboard: F1 of each seed, and the mean.", F1_AXIS]
    single = len(decoders) == 1
    shifts = {"biased": 0 if single else 0.16, "unbiased": 0 if single else -0.16}
    with figures.style():
        fig = Figure(figsize=(5.2 if single else figures.WIDTH, 2.8 if single else 3.9))
        axes = fig.subplots(1, len(texts), sharey=True, squeeze=False)[0]
        for ax, text in zip(axes, texts, strict=True):
            for decoder in decoders:
                rows = board.rows(text, decoder)
                for row, (name, values) in enumerate(rows.items()):
                    said = f"{TEXTS[text]}, {name}, {RULES[decoder]}"
                    mark, colour = LOOKS.get(name.removeprefix("PRPN, "), OTHERS)
                    look = mark, figures.COLOURS[colour], FILLED[decoder]
                    _point(ax, values, shifts[decoder] - row, look, said, told)
            names = list(rows)
            ax.axvline(board.right[text], linestyle="--", linewidth=1, color=figures.COLOURS[5])
            ax.set_yticks([-row for row in range(len(names))], names)
            ax.set_xlim(10, 75)
            ax.grid(axis="y", alpha=0.3)
            if len(texts) > 1:
                ax.set_title(TEXTS[text])
        fig.supxlabel(notation.signs(F1_AXIS), fontsize=10)
        if not single:
            grey = figures.COLOURS[OTHERS[1]]
            handles = [
                axes[0].plot(
                    [], [], OTHERS[0], color=grey, markerfacecolor=grey if filled else "none", label=rule
                )[0]
                for filled, rule in ((True, "decoded by SPLIT"), (False, "cut between the words"))
            ]
            fig.legend(handles=handles, loc="outside upper left", ncols=2)
    rest = "Small: seeds; large: their mean. Dashed: right-branching."
    if single:
        return figures.show(fig, "\n".join(told), f"The scoreboard. {rest}", "fig-11-board")
    return figures.show(fig, "\n".join(told), f"Both texts and both decoders. {rest}", "fig-11-both")


def _point(ax, values: Sequence[float], height: float, look: tuple, name: str, told: list[str]) -> None:
    if not values:
        return
    mark, color, filled = look
    kind = {"color": color, "markerfacecolor": color if filled else "none"}
    if len(values) > 1:
        ax.plot(values, [height] * len(values), mark, markersize=2.5, alpha=0.45, **kind)
    ax.plot([statistics.fmean(values)], [height], mark, markersize=6, **kind)
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
        rows.append([name, *(mean_of_seeds(values) for values in row)])
    heads = ["F1 x 100", *(f"{TEXTS[text]}, {RULES[decoder]}" for text, decoder in columns)]
    told = (
        "The scoreboard: mean ± standard deviation over seeds, ten on the toy treebank, sixteen on the news"
    )
    return Table(heads, rows, told, label="tab-11-board")


def look_of(name: str) -> tuple[int, int]:
    """The colour and the mark of a model, as numbers for a figure: those of its form, or grey."""
    mark, colour = next(
        (look for form, look in LOOKS.items() if name.startswith("PRPN") and form in name), OTHERS
    )
    return colour, "os".index(mark)


def mean_of_seeds(values: Sequence[float]) -> str:
    """The mean and one standard deviation; of one seed the number; of none nothing."""
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
    looks = [(colour, "os".index(mark)) for _ in TEXTS for mark, colour in LOOKS.values() for _ in range(2)]
    return figures.strip(rows, F1_AXIS, told, label="fig-11-list", looks=looks)


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
