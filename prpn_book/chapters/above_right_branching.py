"""What the chapter above right-branching draws: votes, span tables, and each step of the ladder.

`forms` is, for all functions that draw what was measured, from a form of PRPN to its record.
"""

import statistics
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations

import torch
from nltk import Tree

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.rounding import rounded
from prpn_edu import evaluation, shipped, trees
from prpn_edu.data import Vocabulary
from prpn_edu.latent.spans import SpanCounts, SpanTables, count_spans, fit_tables
from prpn_edu.latent.spans.classes import WordClasses
from prpn_edu.loops import spans as span_loops

Span = tuple[int, int]
Records = Mapping[str, dict]
Gap = tuple[float, float, float]

USUAL = "sentence, no root"
F1 = "sentence F1 without the root, x 100"
MINUS_RULER = "sentence F1 minus right-branching, with 95 % intervals"
STEPS = {
    "one PRPN": "teacher",
    "five voting": "votes of five",
    "tables from one": "one teacher",
    "tables from five": "five teachers",
    "tables from ten": "all teachers",
}
TOY = {name: method for name, method in STEPS.items() if name != "tables from ten"}
TOY["tables from noise, five"] = "random scores, SPLIT: five"


def both_forms() -> Records:
    """The records of the tables that PRPNs of both forms teach."""
    name = "above-right-branching"
    return {"attention only": records.read(name), "with tape": records.read(f"{name}-tape")}


# By hand


def lessons(given: Sequence[Tree]) -> figures.Picture:
    """The last two trees that a teacher hands in, its mistake dashed."""
    return figures.draw_trees(
        given,
        ["3", "4"],
        marked=[set(), {(1, 3), (0, 3)}],
        caption="The rest of it. Dashed: its mistake.",
        label="fig-17-lessons",
    )


KIND = {"the": "D", "film": "N", "critic": "N", "was": "V", "saw": "V", "loved": "V", "she": "P", "good": "A"}


def counted(given: Sequence[Tree]) -> tuple[SpanCounts, dict[str, int]]:
    """The spans of trees over the words of `KIND`, counted by their kinds; and the number of each kind."""
    vocabulary = Vocabulary.build([list(KIND)])
    numbers = {kind: k for k, kind in enumerate([*sorted(set(KIND.values())), "<unk>"])}
    kinds = tuple(numbers[KIND.get(word, "<unk>")] for word in vocabulary.words)
    return count_spans(given, WordClasses(vocabulary, (), kinds, len(numbers), ())), numbers


def first_and_last(counts: SpanCounts, numbers: Mapping[str, int]) -> figures.Table:
    """The table (first, last) of a few sentences; `numbers`: of the classes."""
    tables, rows = counts.tables().tables, []
    for a, b in (("D", "N"), ("N", "V"), ("V", "N"), ("V", "A")):
        place = 0, numbers[a], numbers[b]
        inside = int(counts.inside[place])
        outside = int(counts.everywhere[place]) - inside
        rows.append([a, b, inside, outside, rounded(tables[place], 2)])
    return figures.Table(
        ["first", "last", "inside", "outside", "log ratio"],
        rows,
        "The table (first, last) of the four sentences, as the library counts it.",
    )


def mended(teacher: Tree, pupil: Tree) -> figures.Picture:
    """A sentence by the teacher, its mistake dashed, and by the tables that it taught."""
    return figures.draw_trees(
        [teacher, pupil],
        ["teacher", "pupil"],
        marked=[trees.spans(teacher) - trees.spans(pupil), set()],
        caption="The last sentence, by the teacher, its mistake dashed, and by the tables that it taught.",
        label="fig-17-mended",
    )


def signed(x: int) -> str:
    """A whole number with its sign, 0 without."""
    return f"{x:+d}".replace("-", "\N{MINUS SIGN}") if x else "0"


def four_shares(parts: Mapping[Span, Sequence[int]], words: Sequence[str]) -> figures.Table:
    """The table of what four tables say of seven spans."""
    chosen = [(0, 2), (1, 3), (0, 3), (2, 4), (4, 6), (3, 6), (0, 6)]
    return figures.Table(
        ["span", *(f"{a}, {b}" for a, b in span_loops.PAIRS), "sum"],
        [[" ".join(words[slice(*s)]), *map(signed, [*parts[s], sum(parts[s])])] for s in chosen],
        "What four tables say of seven spans, rounded.",
    )


def scores(whole: Mapping[Span, int], words: Sequence[str]) -> figures.Picture:
    """The chapter's master figure: the score of every span."""
    return figures.score_chart(
        whole,
        words,
        "The score of every span of six words; each box stands over the middle of its words.",
        digits=0,
        label="fig-17-chart",
    )


def filled(
    whole: Mapping[Span, int], best: Mapping[Span, int], words: Sequence[str], tree: Set[Span]
) -> figures.Picture:
    """The chart with the best sum below each score, and the spans of the best tree framed."""
    return figures.score_chart(
        whole,
        words,
        "Below each score, in brackets: the best sum of a tree over these words. Framed: the tree.",
        tree=tree,
        sums=best,
        digits=0,
        label="fig-17-cky",
    )


# On the toy treebank


def classes(found: WordClasses) -> figures.Table:
    """The table of some classes of words that were learnt from plain text."""
    rows = []
    for number in range(found.size):
        members = [word for word in found.members(number) if not word.startswith("<")]
        if len(members) > 4:
            rows.append([number, len(members), ", ".join(members[:7])])
    return figures.Table(
        ["class", "words", "the most frequent"],
        rows[:12],
        "Classes of the toy treebank's words, from plain text alone; the first twelve with more than four "
        "words.",
    )


def spoilt(gold: Sequence[Tree], share: float, habit: bool, seed: int) -> list[Tree]:
    """A teacher's trees: gold, but with the chance `share` a random one, or by habit a left-branching one."""
    draw = torch.Generator().manual_seed(seed)

    def mistake(words: list[str]) -> Tree:
        return trees.left(words) if habit else evaluation.baselines.random(words, draw)

    return [mistake(trees.words(tree)) if torch.rand((), generator=draw) < share else tree for tree in gold]


def mistaken(
    text: Sequence[Tree], judged: Sequence[Tree], kinds: WordClasses, shares: Sequence[float]
) -> dict[str, list[float]]:
    """The F1 of teachers who spoil a share of their trees, and of the tables that they teach.

    Args:
        text: gold trees that the teachers hand in, spoilt.
        judged: other gold trees, to score by.
        kinds: of words.
        shares: one teacher of each sort for each.
    """
    lines = {}
    for name, habit in (("random mistakes", False), ("one habit", True)):
        pupils = [fit_tables(spoilt(text, share, habit, 1), kinds) for share in shares]
        handed_in = [spoilt(judged, share, habit, 2) for share in shares]
        lines[f"teacher, {name}"] = [score(some, judged) for some in handed_in]
        lines[f"pupil, {name}"] = [score(pupil.parse_all(judged), judged) for pupil in pupils]
    return lines


def score(found: Sequence[Tree], gold: Sequence[Tree]) -> float:
    """Sentence F1 x 100 without the root."""
    return 100 * evaluation.unlabeled_f1(found, gold).f1


def two_mistakes(lines: Mapping[str, Sequence[float]], shares: Sequence[float]) -> figures.Picture:
    """Teachers with accidents and with a habit, and their pupils."""
    return figures.curves(
        lines,
        [round(100 * share) for share in shares],
        ("mistakes of the teacher, % of its trees", "sentence F1 x 100"),
        "Two kinds of mistakes, random trees and the habit of left-branching, and what the tables make of "
        "them.",
        digits=0,
        label="fig-17-noise",
    )


def noise(rows: Mapping[str, tuple[Sequence[Tree], Sequence[Tree]]]) -> figures.Table:
    """The table of a teacher that knows nothing and its pupil: name to (trees, gold)."""
    cells = []
    for name, (found, gold) in rows.items():
        lazy = [trees.right(trees.words(tree)) for tree in gold]
        f1s = (100 * evaluation.unlabeled_f1(found, other).f1 for other in (lazy, gold))
        cells.append([name, *(rounded(x, 0) for x in f1s)])
    return figures.Table(
        ["", "F1 with right-branching", "F1 with gold"],
        cells,
        "A teacher that knows nothing, on the toy treebank's training remarks; its pupil and the ruler on "
        "others.",
    )


def toy(recorded: dict) -> figures.Picture:
    """Each step on the toy treebank, a point for each teacher or five."""
    return figures.strip(
        {name: recorded["f1"][key] for name, key in TOY.items()},
        F1,
        "The toy treebank's 1000 test sentences.",
        {"right-branching": recorded["f1"]["right-branching"][0]},
        label="fig-17-toy",
    )


def toy_gaps(recorded: dict) -> figures.Table:
    """The table of the same steps against right-branching."""
    one, voting, from_one, *rest = TOY
    above = recorded["minus_right_branching"]
    pairs = zip(recorded["f1"]["teacher"], recorded["f1"]["one teacher"], strict=True)
    below = ", ".join(f"{rounded(b, 1)} after {rounded(a, 1)}" for a, b in pairs if b < a)
    return figures.Table(
        ["", "minus right-branching"],
        [[name, _interval(above[TOY[name]])] for name in (one, from_one, voting, *rest)],
        f"The same, with 95 % intervals. Pupils below their teacher: {below}.",
    )


# What was measured on real sentences


def f1(measured: dict, length: int | str = 10) -> float:
    """Sentence F1 x 100 without the root, of sentences up to a length."""
    return measured[str(length)][USUAL]


def of_seeds(record: dict, kind: str) -> list[float]:
    """The F1 of each of ten seeds: of the "teacher", or of the "student" that it taught alone."""
    return [f1(run[kind]) for run in record["teachers"]]


def of_fives(record: dict, kind: str, length: int | str = 10) -> list[float]:
    """The F1 of both fives."""
    return [f1(five[kind], length) for five in record["fives"]]


def ruler(forms: Records) -> dict[str, float]:
    """What right-branching scores on the same sentences, the same in every record."""
    return {"right-branching": f1(forms["with tape"]["right_branching"])}


def _each(values: Sequence[float]) -> str:
    return " / ".join(rounded(x, 1, longer=True) for x in values)


def _span(values: Sequence[float]) -> str:
    return f"{rounded(min(values), 1, longer=True)} to {rounded(max(values), 1, longer=True)}"


def _interval(line: dict, digits: int = 1) -> str:
    return records.interval_text((line["points"], *line["interval"]), digits)


def _line(record: dict, method: str, length: int = 10) -> dict:
    """How a method was recorded against right-branching."""
    recorded = record["against_right_branching"]
    return next(line for line in recorded if (line["method"], line["up_to_words"]) == (method, length))


def _gap(record: dict, method: str, length: int = 10) -> Gap:
    line = _line(record, method, length)
    return line["points"], *line["interval"]


def _apart(record: dict, first: str, second: str, part: slice = slice(None)) -> str:
    """The mean difference of two methods on the same sentences, with its interval."""
    a, b = (record["sentence_f1_10"][name][part] for name in (first, second))
    return records.interval_text(records.difference(a, b))


def one_and_five(forms: Records) -> figures.Picture:
    """Single PRPNs and five that vote, beside right-branching."""
    rows = {}
    for form, record in forms.items():
        rows[f"one PRPN, {form}"] = of_seeds(record, "teacher")
        rows[f"five voting, {form}"] = of_fives(record, "votes")
    return figures.strip(
        rows,
        F1,
        "PRPN on 555 real sentences of up to ten words. A point is a seed, or a five; a diamond their mean, "
        "with one standard deviation.",
        ruler(forms),
        label="fig-17-teachers",
    )


def here_and_there(forms: Records) -> figures.Table:
    """The table of the F1 of these PRPNs beside that of others that know fewer words."""
    here = forms["attention only"]["over_seeds"]["teacher"]
    there = records.read("wsj-prpn")["together"]["f1, 10, biased, sentence, no root"]
    rows = {"here": here, "chapter 11, with fewer words": there}
    return figures.Table(
        ["attention only, ten seeds", "mean F1"],
        [[name, records.sd_text(value["mean"], value["sd"])] for name, value in rows.items()],
        "The same network, other seeds and another vocabulary.",
    )


def against_ruler(
    forms: Records, rows: Mapping[str, tuple[str, int]], caption: str, label: str
) -> figures.Picture:
    """Rows of (method, length) minus right-branching, for each form."""
    return figures.dots(
        {
            form: {name: _gap(record, *which) for name, which in rows.items()}
            for form, record in forms.items()
        },
        MINUS_RULER,
        caption,
        {"right-branching": 0},
        limits=None,
        label=label,
    )


def steps(forms: Records) -> figures.Picture:
    """Each step of the ladder minus right-branching."""
    return against_ruler(
        forms,
        {name: (method, 10) for name, method in STEPS.items()},
        "Each step against right-branching: means over ten seeds, over two fives, or one parser.",
        "fig-17-steps",
    )


def step_by_step(forms: Records) -> figures.Table:
    """The table of each step's F1, and of differences between steps."""
    each = forms.values()
    rows = [
        ["one PRPN, ten seeds", *(_span(of_seeds(record, "teacher")) for record in each)],
        ["five voting, both fives", *(_each(of_fives(record, "votes")) for record in each)],
        ["tables from one, ten seeds", *(_span(of_seeds(record, "student")) for record in each)],
        ["tables from five, both fives", *(_each(of_fives(record, "student")) for record in each)],
        ["tables from ten", *(_each([f1(record["all_teachers"])]) for record in each)],
    ]
    for a, b in (
        ("five voting", "one PRPN"),
        ("tables from one", "one PRPN"),
        ("tables from one", "five voting"),
        ("tables from five", "five voting"),
        ("tables from five", "tables from one"),
    ):
        gaps = (_apart(record, STEPS[a], STEPS[b]) for record in each)
        rows.append([f"{a} minus {b}", *gaps])
    votes = records.read("wsj-rivals")["votes_of_chance"]
    five = next(vote["f1"] for vote in votes if vote["voters"] == 5)
    one = forms["with tape"]["controls"]["random scores, SPLIT"]["over_seeds"]["teacher"]["mean"]
    return figures.Table(
        ["", *forms],
        rows,
        "F1 of each step, and differences of two on the same sentences. Random scores through SPLIT: one "
        f"{rounded(one, 2)}, five voting {rounded(five, 2)} (chapter 11).",
    )


def pupils(forms: Records) -> figures.Picture:
    """Ten PRPNs with tape, the worst first, and the tables that each taught alone."""
    runs = sorted(forms["with tape"]["teachers"], key=lambda run: f1(run["teacher"]))
    return figures.dots(
        {
            who: {f"seed {run['seed']}": (f1(run[kind]),) * 3 for run in runs}
            for who, kind in (("PRPN", "teacher"), ("its tables", "student"))
        },
        F1,
        "Ten PRPNs with tape, the worst first, and the tables that each taught alone.",
        ruler(forms),
        limits=(40, 75),
        label="fig-17-pupils",
    )


def beside_teachers(forms: Records) -> figures.Table:
    """The table of what ten pupils gain on their teachers."""
    heads = (
        "pupils better than their teacher",
        "by points",
        "pupils above right-branching",
        "pupils minus right-branching, 95 % over seeds",
        "sd of teachers / of pupils",
        "gain of pupils of noise, SPLIT",
    )
    (right,) = ruler(forms).values()
    columns = []
    for record in forms.values():
        teacher, pupil = of_seeds(record, "teacher"), of_seeds(record, "student")
        gains = [b - a for a, b in zip(teacher, pupil, strict=True)]
        noisy = record["controls"]["random scores, SPLIT"]["over_seeds"]
        columns.append(
            [
                f"{sum(gain > 0 for gain in gains)} of {len(pupil)}",
                _span(gains),
                f"{sum(b > right for b in pupil)} of {len(pupil)}",
                records.interval_text(records.over_seeds([b - right for b in pupil])),
                " / ".join(rounded(statistics.stdev(values), 1) for values in (teacher, pupil)),
                rounded(noisy["student"]["mean"] - noisy["teacher"]["mean"], 1, longer=True),
            ]
        )
    rows = [list(row) for row in zip(heads, *columns, strict=True)]
    return figures.Table(["", *forms], rows, "Teachers and the pupils that each taught alone.")


def controls(forms: Records) -> figures.Picture:
    """Tables from five other teachers minus right-branching."""
    methods = {
        "trained PRPN, SPLIT": "five teachers",
        "random, SPLIT": "random scores, SPLIT: five",
        "untrained PRPN, SPLIT": "untrained PRPN: five",
        "trained PRPN, cut": "cut between words: five",
        "random, cut": "random scores, cut between words: five",
    }
    return against_ruler(
        forms,
        {name: (method, 10) for name, method in methods.items()},
        "The same tables from other teachers, five at a time.",
        "fig-17-controls",
    )


def leaning(forms: Records) -> figures.Table:
    """The table of how much pupils' trees are right-branching ones, by who taught them."""
    taught_by = {
        "random, SPLIT": "random scores, SPLIT",
        "untrained PRPN, SPLIT": "untrained PRPN",
        "trained PRPN, cut": "cut between words",
        "random, cut": "random scores, cut between words",
    }

    def overlap(fives: Sequence[dict]) -> str:
        return _each([five["overlap_right"] for five in fives])

    own = (overlap([five["student"] for five in record["fives"]]) for record in forms.values())
    rows = [["trained PRPN, SPLIT", *own]]
    for name, key in taught_by.items():
        rows.append([name, *(overlap(record["controls"][key]["fives"]) for record in forms.values())])
    for k in range(2):
        ones = (_line(record, "random scores, SPLIT: five")["each"][k] for record in forms.values())
        rows.append([f"random, SPLIT: five {k + 1} minus ruler", *(_interval(one, 2) for one in ones)])
    return figures.Table(
        ["taught by", *forms],
        rows,
        "F1 of the trees of both fives' pupils with right-branching ones; below, F1 of the first control's "
        "minus the ruler's.",
    )


def longer(forms: Records) -> figures.Table:
    """The table of tables from five by the length of the sentences."""
    right = forms["with tape"]["right_branching"]
    rows = []
    for length in (10, 20, 40):
        fives = (_each(of_fives(record, "student", length)) for record in forms.values())
        rows.append([f"up to {length}", _each([f1(right, length)]), *fives])
    caption = "Tables from five: sentence F1 of both fives."
    return figures.Table(["words", "right-branching", *forms], rows, caption)


def variants(forms: Records) -> figures.Table:
    """The table of tables from five by other decoders, teachers and files."""
    kinds: dict[str, tuple[str, int | str]] = {
        "all 555: minimum-risk decoding": ("student, minimum risk", 10),
        "all 555: least agreeing left out": ("student, least agreeing left out", 10),
        "all 555: training files only": ("student, training files only", 10),
        "51 held-out: full tables": ("student", "held-out 10"),
        "51 held-out: training files only": ("student, training files only", "held-out 10"),
    }
    rows = [
        [name, *(_each(of_fives(record, *which)) for record in forms.values())]
        for name, which in kinds.items()
    ]
    unseen = "five teachers, training files only"
    for what, part in (("51 held-out", slice(-51, None)), ("all 555", slice(None))):
        for other, name in (("five teachers", "full tables"), ("right-branching", "ruler")):
            gaps = (_apart(record, unseen, other, part) for record in forms.values())
            rows.append([f"{what}: these minus {name}", *gaps])
    far = (_interval(_line(record, "teacher", 40), 2) for record in forms.values())
    rows.append(["up to 40 words: one PRPN minus ruler", *far])
    held_out = rounded(f1(forms["with tape"]["right_branching"], "held-out 10"), 1)
    return figures.Table(
        ["", *forms],
        rows,
        'Tables from five, both fives; "these" are classes and tables from the training files only. The '
        f"ruler has {held_out} on the 51 held-out sentences.",
    )


def longer_gaps(forms: Records) -> figures.Picture:
    """Tables from five minus right-branching, by the length of the sentences."""
    return against_ruler(
        forms,
        {f"up to {n} words": ("five teachers", n) for n in (10, 20, 40)},
        "Tables from five teachers, on longer sentences.",
        "fig-17-longer",
    )


def threes_and_agreement(forms: Records) -> figures.Table:
    """The table of all threes of ten pupils, and of agreement as a warning."""
    (right,) = ruler(forms).values()
    threes = (
        _span([statistics.fmean(three) - right for three in combinations(of_seeds(record, "student"), 3)])
        for record in forms.values()
    )
    worst = zip(*map(_worst, forms.values()), strict=True)
    return figures.Table(
        ["", *forms],
        [
            ["three pupils minus ruler: all 120 threes", *threes],
            ["correlation of agreement and F1", *map(_correlation, forms.values())],
            ["the same without seed 105", _correlation(forms["attention only"], 105), ""],
            *([f"five {k}: least agreeing, worst seed", *pair] for k, pair in enumerate(worst, 1)),
        ],
        "Three of ten seeds, and agreement as a warning.",
    )


def _correlation(record: dict, without: int | None = None) -> str:
    runs = [run for run in record["teachers"] if run["seed"] != without]
    agreement = [run["agreement"] for run in runs]
    return rounded(statistics.correlation(agreement, [f1(run["teacher"]) for run in runs]), 2)


def _worst(record: dict) -> Iterator[str]:
    """For both fives: the seed that agrees least, and the one with the lowest F1."""
    for five in record["fives"]:
        members = [run for run in record["teachers"] if run["seed"] in five["seeds"]]
        yield f"{five['least_agreeing']}, {min(members, key=lambda run: f1(run['teacher']))['seed']}"


def ladder(forms: Records) -> figures.Picture:
    """The whole ladder from random scores to tables from five."""
    attention, tape = forms["attention only"], forms["with tape"]
    noise = tape["controls"]["random scores, SPLIT"]
    rungs = {
        "random scores, SPLIT": [f1(run["teacher"]) for run in noise["runs"]],
        "one PRPN, attention only": of_seeds(attention, "teacher"),
        "one PRPN, with tape": of_seeds(tape, "teacher"),
        "taught by noise, five": [f1(five) for five in noise["fives"]],
        "five voting, with tape": of_fives(tape, "votes"),
        "taught by five, attention only": of_fives(attention, "student"),
        "taught by five, with tape": of_fives(tape, "student"),
    }
    return figures.dots(
        {"F1": {name: records.extremes(values) for name, values in rungs.items()}},
        F1,
        "The whole ladder: mean, lowest and highest.",
        ruler(forms),
        limits=(30, 75),
    )


# From tables to a grammar

SENTENCE = "she will sell the house that her father built"
ROAD = ("right-branching", "one PRPN", "tables", "grammar")
OWN = "trained PRPNs"
GUIDES = {
    "no guide": "no guide",
    "right-branching": "right-branching",
    "random scores": "random scores",
    "untrained PRPNs": "untrained PRPNs",
    "shuffled scores": "shuffled scores",
    "one number a word": "word lists",
    "guide kept": "guide kept",
}


def read_by(recorded: dict, readers: Sequence[str], caption: str, label: str = "") -> figures.Picture:
    """The sentence of the chapter by some readers; a bracket that crosses one of ours is drawn as wrong.

    Args:
        recorded: `results/wsj-grammar.json`.
        readers: out of `ROAD`.
        caption: of the figure.
        label: a name for references.
    """
    found = {name: Tree.fromstring(recorded["ours"][SENTENCE][name]) for name in ("ours", *readers)}
    wrong = [crossing(found[name], found["ours"]) for name in readers]
    return figures.draw_trees(
        [found[name] for name in readers], readers, marked=wrong, caption=caption, label=label, across=2
    )


def shipped_tables() -> SpanTables:
    """The tables of the toy treebank that come with the course, in the library's form."""
    model = span_loops.model_of(shipped.spans())
    kinds = WordClasses(
        Vocabulary(model["words"]), (), tuple(model["classes"]), len(model["tables"][0]) - 1, ()
    )
    return SpanTables(kinds, torch.tensor(model["tables"], dtype=torch.float64))


def crossing(tree: Tree, gold: Tree) -> set[Span]:
    """The spans of a tree that overlap one of the gold tree, and neither holds the other."""
    return {
        (a, b) for a, b in trees.spans(tree) for c, d in trees.spans(gold) if a < c < b < d or c < a < d < b
    }


def teachers_of(recorded: dict, kind: str, length: int | str = 10) -> list[float]:
    """The F1 of all fifteen teachers, or of what each taught alone."""
    return [f1(run[kind], length) for five in recorded["fives"].values() for run in five["teachers"]]


def grammars_of(recorded: dict, length: int | str = 10) -> list[float]:
    """The F1 of all nine grammars."""
    return [f1(run, length) for five in recorded["fives"].values() for run in five["grammars"]]


def fifteen(recorded: dict) -> figures.Picture:
    """Fifteen single PRPNs beside right-branching."""
    return figures.strip(
        {"one PRPN": teachers_of(recorded, "teacher")},
        F1,
        "Fifteen PRPNs with tape on 555 real sentences of up to ten words. A point is a seed; the diamond is "
        "their mean with one standard deviation.",
        {"right-branching": f1(recorded["right_branching"])},
        label="fig-17-fifteen",
    )


def road(recorded: dict, length: int = 10) -> figures.Picture:
    """The road of the chapter, a point for each run."""
    fives, simple = recorded["fives"].values(), recorded["simple"]
    over_fives = records.interval_text(records.over_seeds(recorded["over_fives"][str(length)]["fives"]))
    where = {"minus": "right-branching", "up_to_words": length, "sentences": "all"}
    lead = next(line for line in recorded["differences"] if where.items() <= line.items())
    rows = {
        "chance": [f1(run, length) for run in simple["random scores"]],
        "word counts": [f1(simple["log frequency"], length)],
        "one PRPN": teachers_of(recorded, "teacher", length),
        "its tables": teachers_of(recorded, "student", length),
        "tables from five": [f1(five["tables"], length) for five in fives],
        "grammar": grammars_of(recorded, length),
    }
    return figures.strip(
        rows,
        F1,
        f"The road on real sentences of up to {length} words, a point for each run. Grammars, mean of three "
        f"fives and 95 % over fives: {over_fives}. The reported five's minus right-branching, 95 % over "
        f"sentences: {_interval(lead)}.",
        {"right-branching": f1(recorded["right_branching"], length)},
        label=f"fig-17-road-{length}",
    )


def guides(recorded: dict, length: int = 10) -> figures.Picture:
    """Grammars after other guides, through the same steps."""
    own = [
        statistics.fmean(f1(run, length) for run in five["grammars"]) for five in recorded["fives"].values()
    ]
    rows = {OWN: own}
    for name, key in GUIDES.items():
        if key in recorded["controls"]:
            rows[name] = [f1(run, length) for run in recorded["controls"][key]]
    right = f1(recorded["right_branching"], length)
    leads = (rounded(statistics.fmean(rows[name]) - right, 1, True) for name in (OWN, "one number a word"))
    return figures.strip(
        rows,
        F1,
        f"The same grammar after other guides, sentences of up to {length} words. A point is a grammar, in "
        "the first row the mean of three. Mean lead over right-branching: {} points, with one number a word "
        "{}.".format(*leads),
        {"right-branching": right},
        label=f"fig-17-guides-{length}",
    )


def grammar_table(recorded: dict) -> figures.Table:
    """The table of all grammars: each five's F1 by length, on all sentences and on those held out."""
    parts = [f"{start}{n}" for n in (10, 20, 40) for start in ("", "held-out ")]
    rows = [["right-branching", *(rounded(f1(recorded["right_branching"], part), 1, True) for part in parts)]]
    for name, five in recorded["fives"].items():
        for kind in ("tables", "guide"):
            row = (rounded(f1(five[kind], part), 1, longer=True) for part in parts)
            rows.append([f"{name} five, {kind}", *row])
        each = ([f1(run, part) for run in five["grammars"]] for part in parts)
        rows.append([f"{name} five, grammars", *(records.mean_text(values) for values in each)])
        row = (rounded(f1(five["grammars together"], part), 1, longer=True) for part in parts)
        rows.append([f"{name} five, their chances added", *row])
    together = recorded["all grammars together"]
    rows.append(["all nine, chances added", *(rounded(f1(together, part), 1, longer=True) for part in parts)])
    fives = (records.over_seeds(recorded["over_fives"][part]["fives"]) for part in parts)
    rows.append(["mean of three fives, 95 % over fives", *map(records.interval_text, fives)])
    heads = [f"{'held out, ' if 'held' in part else ''}up to {part.split()[-1]}" for part in parts]
    return figures.Table(
        ["", *heads],
        rows,
        "Sentence F1 without the root. Of grammars: mean of three seeds and their standard deviation.",
    )


def grammar_gaps(recorded: dict) -> figures.Table:
    """The table of the reported grammars minus other parsers, with intervals over sentences."""
    names = (
        "right-branching",
        *(f"reported: {kind}" for kind in ("one PRPN", "its tables", "tables", "guide")),
    )
    parts = [(n, part) for n in (10, 40) for part in ("all", "held-out")]
    lines = {(x["minus"], x["up_to_words"], x["sentences"]): x for x in recorded["differences"]}
    return figures.Table(
        ["minus", *(f"up to {n}, {part}" for n, part in parts)],
        [
            [name.removeprefix("reported: "), *(_interval(lines[name, *part]) for part in parts)]
            for name in names
        ],
        "The reported five's grammars minus another parser, on the same sentences, with 95 % intervals over "
        "sentences.",
    )


def guide_table(recorded: dict) -> figures.Table:
    """The table of other guides: what they score themselves, and the grammar after them."""
    rows = []
    for name, runs in recorded["controls"].items():
        texts = [name.replace("word lists", "one number a word")]
        for length in (10, 40):
            own = [f1(run["guide"], length) for run in runs if "guide" in run]
            texts.append(records.mean_text(own) if own else "")
            texts.append(records.mean_text([f1(run, length) for run in runs]))
        texts.append(records.mean_text([run["held_out_perplexity_20"] for run in runs], 0))
        rows.append(texts)
    runs = [run for five in recorded["fives"].values() for run in five["grammars"]]
    five = recorded["fives"].values()
    mine = [OWN]
    for length in (10, 40):
        mine.append(records.mean_text([f1(one["guide"], length) for one in five]))
        mine.append(records.mean_text([f1(run, length) for run in runs]))
    mine.append(records.mean_text([run["held_out_perplexity_20"] for run in runs], 0))
    heads = [f"{who}, up to {n}" for n in (10, 40) for who in ("guide", "grammar")]
    return figures.Table(
        ["guided by", *heads, "held-out perplexity"],
        [mine, *rows],
        "Guides and the grammars after them: means and standard deviations of three runs, of nine in the "
        "first row. Perplexity: of words and ends of sentences of up to 20 words.",
    )


def lists(recorded: dict) -> figures.Table:
    """The table of what scores of words alone parse by themselves, through SPLIT."""
    simple, last = recorded["simple"], list(recorded["fives"].values())[-1]
    rows = {
        "the five networks": [run["teacher"] for run in last["teachers"]],
        "each one's list of words": simple["word lists"],
        "the mean of the five lists": [simple["mean word list"]],
    }
    cells = [
        [name, *(_each([statistics.fmean(f1(run, n) for run in runs)]) for n in (10, 40))]
        for name, runs in rows.items()
    ]
    return figures.Table(
        ["through SPLIT", "up to 10", "up to 40"], cells, "The reported five, with and without context."
    )


def grown(runs: Mapping[str, Sequence[float]], tables: float, ruler: float) -> figures.Picture:
    """Grammars of the toy treebank: alone, guided to the end, and guided and let go."""
    return figures.strip(
        runs,
        F1,
        "Grammars of film remarks, three seeds each, beside their guide.",
        {"right-branching": ruler, "the guide": tables},
        label="fig-17-grown",
    )


def costs(recorded: dict) -> figures.Table:
    """The table of how long a training took."""
    fives = recorded["fives"].values()
    rows = {
        "a PRPN": [run["cpu_seconds"] for five in fives for run in five["teachers"]],
        "a grammar": [run["cpu_seconds"] for five in fives for run in five["grammars"]],
    }
    return figures.Table(
        ["", "seconds of one processor"],
        [[name, records.mean_text(seconds, 0)] for name, seconds in rows.items()],
        f"What a training cost, on {recorded['machine']}.",
    )


def published(recorded: dict) -> figures.Table:
    """The table of our numbers beside published ones, which are not to be ranked."""
    last = list(recorded["fives"].values())[-1]
    sizes, learnt = recorded["sentences"], recorded["settings"]["training"]["sentences"]
    here = f"our sample, {sizes['40']['all']} sentences of up to 40 words"
    unseen = f"of these, the {sizes['40']['held-out']} of the held-out files"
    there, many = "the usual test section, all lengths", "40,000 sentences"
    grammars = last["grammars"]
    right, held = recorded["right_branching"], "held-out 40"
    rows = [
        ["right-branching, here", "nothing", here, _each([f1(right, 40)])],
        ["grammar, here", f"{learnt} sentences", here, records.mean_text([f1(run, 40) for run in grammars])],
        ["the same", "the same", unseen, records.mean_text([f1(run, held) for run in grammars])],
        ["right-branching (Kim et al., 2019)", "nothing", there, "39.5"],
        ["PRPN, tuned anew (the same)", many, there, "47.3"],
        ["compound PCFG (the same)", many, there, "55.2"],
        ["neural bi-lexicalised PCFG (Yang et al., 2021)", many, there, "60.4"],
    ]
    return figures.Table(
        ["parser", "learnt from", "judged on", "F1"],
        rows,
        "Sentence F1 without root and punctuation; ours with the standard deviation of three grammars. The "
        "last four rows are quoted.",
    )


def others(recorded: dict) -> figures.Table:
    """The table of the other sentences by every parser, in brackets."""
    rows = []
    for words, found in recorded["ours"].items():
        if words != SENTENCE:
            for name in ("ours", *ROAD):
                tree = Tree.fromstring(found[name])
                text = figures.bracketed(_bare(tree))
                wrong = len(crossing(tree, Tree.fromstring(found["ours"])))
                rows.append([name, text, "" if name == "ours" else wrong])
    return figures.Table(
        ["", "brackets", "crossing ours"], rows, "Three sentences, each by us and by four parsers."
    )


def _bare(tree: Tree) -> Tree:
    """The same tree, all labels X."""
    return Tree("X", [_bare(child) if isinstance(child, Tree) else child for child in tree])
