"""How far above right-branching the tables of spans came: each step of the ladder, with its intervals.

`forms` is, for all functions that draw what was measured, from a form of PRPN to its record.
"""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.rounding import rounded

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


def with_strokes(values: Sequence[float]) -> str:
    """Numbers with a stroke between them."""
    return " / ".join(rounded(x, 1, longer=True) for x in values)


def _span(values: Sequence[float]) -> str:
    return f"{rounded(min(values), 1, longer=True)} to {rounded(max(values), 1, longer=True)}"


def with_interval(line: dict, digits: int = 1) -> str:
    """A recorded difference with its interval, as text."""
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
        ["five voting, both fives", *(with_strokes(of_fives(record, "votes")) for record in each)],
        ["tables from one, ten seeds", *(_span(of_seeds(record, "student")) for record in each)],
        ["tables from five, both fives", *(with_strokes(of_fives(record, "student")) for record in each)],
        ["tables from ten", *(with_strokes([f1(record["all_teachers"])]) for record in each)],
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
        return with_strokes([five["overlap_right"] for five in fives])

    own = (overlap([five["student"] for five in record["fives"]]) for record in forms.values())
    rows = [["trained PRPN, SPLIT", *own]]
    for name, key in taught_by.items():
        rows.append([name, *(overlap(record["controls"][key]["fives"]) for record in forms.values())])
    for k in range(2):
        ones = (_line(record, "random scores, SPLIT: five")["each"][k] for record in forms.values())
        rows.append(
            [f"random, SPLIT: five {k + 1} minus right-branching", *(with_interval(one, 2) for one in ones)]
        )
    return figures.Table(
        ["taught by", *forms],
        rows,
        "F1 of the trees of both fives' pupils with right-branching ones; below, F1 of the first control's "
        "minus right-branching.",
    )


def longer(forms: Records) -> figures.Table:
    """The table of tables from five by the length of the sentences."""
    right = forms["with tape"]["right_branching"]
    rows = []
    for length in (10, 20, 40):
        fives = (with_strokes(of_fives(record, "student", length)) for record in forms.values())
        rows.append([f"up to {length}", with_strokes([f1(right, length)]), *fives])
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
        [name, *(with_strokes(of_fives(record, *which)) for record in forms.values())]
        for name, which in kinds.items()
    ]
    unseen = "five teachers, training files only"
    for what, part in (("51 held-out", slice(-51, None)), ("all 555", slice(None))):
        for other, name in (("five teachers", "full tables"), ("right-branching", "right-branching")):
            gaps = (_apart(record, unseen, other, part) for record in forms.values())
            rows.append([f"{what}: these minus {name}", *gaps])
    far = (with_interval(_line(record, "teacher", 40), 2) for record in forms.values())
    rows.append(["up to 40 words: one PRPN minus right-branching", *far])
    held_out = rounded(f1(forms["with tape"]["right_branching"], "held-out 10"), 1)
    return figures.Table(
        ["", *forms],
        rows,
        'Tables from five, both fives; "these" are classes and tables from the training files only. '
        f"Right-branching has {held_out} on the 51 held-out sentences.",
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
            ["three pupils minus right-branching: all 120 threes", *threes],
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
        [[name, with_interval(above[TOY[name]])] for name in (one, from_one, voting, *rest)],
        f"The same, with 95 % intervals. Pupils below their teacher: {below}.",
    )
