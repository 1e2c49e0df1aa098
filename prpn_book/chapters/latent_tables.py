"""What the chapter on latent tables draws: records behind remarks, how they are learnt, and copied names."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from statistics import fmean

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.rounding import rounded
from prpn_edu.data import toy_records
from prpn_edu.latent.records import RecordModel, Tables

PosteriorLaw = Mapping[tuple[str, ...], Fraction]


def learning(readings: Mapping[str, tuple[dict, list]], words: Sequence[str]) -> figures.Film:
    """A learner's reading of one remark after some steps of EM: the chapter's first picture."""
    return figures.Film(
        {moment: [figures.record_card(card, words, links)] for moment, (card, links) in readings.items()},
        "A record, learnt from 300 remarks and a lexicon. A value is named by the model's two commonest "
        "words for it; the number is its chance.",
        start="step 0",
    )


def part_votes(bars: Mapping[str, Sequence[float]]) -> figures.Picture:
    """What single words say of the part, their mean, and what the whole remark says."""
    return figures.gate_bars(
        bars,
        toy_records.FIELDS["part"],
        "What the remark is about. The first noun is 'voices', the second 'score'.",
        numbered=False,
    )


def card_by_hand(
    words: Sequence[str], law: PosteriorLaw, pointers: Sequence[Sequence[float]], caption: str
) -> figures.Picture:
    """The record card of the model by hand: the likeliest values, and who wrote each word."""
    fields = {}
    for number, field in enumerate(("part", "verdict")):
        values: dict[str, Fraction] = {}
        for record, chance in law.items():
            values[record[number]] = values.get(record[number], Fraction()) + chance
        value = max(values, key=values.__getitem__)
        fields[field] = f"{value}  {values[value]}"
    return figures.record_card(fields, words, [row[1:] for row in pointers], caption, label="fig-13-card")


def moves() -> figures.Picture:
    """Which state of a remark follows which, in the law that draws the remarks."""
    states = list(toy_records.READS)
    ends = [*states, toy_records.END]
    rows = [toy_records.START, *(toy_records.MOVES[state] for state in states)]
    return figures.matrix(
        [[row.get(end, 0.0) for end in ends] for row in rows],
        ["start", *states],
        ends,
        "Which state follows which, in the law that draws the remarks. 'with' stands between two parts and "
        "'and' between two verdicts; either may write the word 'and'.",
        ("from", "to"),
        concept="memory",
    )


def written(read: Sequence[str], texts: Sequence[Sequence[str]]) -> figures.Table:
    """The table of a remark and of those that its record writes."""
    return figures.Table(
        ["", "remark"],
        [["read", " ".join(read)], *([f"written {k}", " ".join(text)] for k, text in enumerate(texts, 1))],
        "One record, read off a remark and written out five times, by a model that was given a lexicon and "
        "never saw a record.",
    )


def first_counts(words: Sequence[str], law: PosteriorLaw) -> figures.Picture:
    """Expected counts of the first remark: how much each word counts for each value."""
    counts = {}
    for value in ("acting", "music", "praise", "complaint"):
        chance = float(sum(p for record, p in law.items() if value in record))
        written_by = "voices" if value in ("acting", "music") else "strange"
        counts[value] = [chance * (word == written_by) for word in words]
    return figures.gate_bars(
        counts,
        words,
        "Expected counts of the first remark: a word counts for each value as much as the value is probable.",
        numbered=False,
    )


def new_tables(first: Fraction, second: Fraction) -> figures.Table:
    """The table of an EM step by hand, from p(acting) of the first remark and p(music) of the second."""
    one, two, sure = first, 1 - first, second
    return figures.Table(
        ["table", "entry", "first", "second", "both", "new chance"],
        [
            ["part", "acting", one, 1 - sure, one + 1 - sure, (one + 1 - sure) / 2],
            ["part", "music", two, sure, two + sure, (two + sure) / 2],
            ["acting", "voices", one, 0, one, 1],
            ["music", "voices", two, 0, two, two / (two + sure)],
            ["music", "songs", 0, sure, sure, sure / (two + sure)],
        ],
        "Expected counts of two remarks, and the tables that they make. The first two rows are the new "
        "chances of the part before any word.",
    )


def climbs(reached: Mapping[str, Sequence[float]], remarks: int) -> figures.Picture:
    """The objective of EM and of the gradient, step by step."""
    moments = [0, 4, 8, 16, 32, 64, 100]
    return figures.curves(
        {name: [heights[m] / remarks for m in moments] for name, heights in reached.items()},
        moments,
        ("steps", "objective for each remark"),
        "The same sixty short remarks, the same tables after five steps of EM with the lexicon: EM and the "
        "gradient (steps sized by Adam, rate 0.1).",
    )


def shapes(model: RecordModel) -> figures.Table:
    """The table of a learner's tables."""
    rows = []
    for name, table in zip(Tables._fields, model.log_tables(), strict=True):
        free = table.numel() // table.size(-1) * (table.size(-1) - 1)  # each row sums to 1
        rows.append([name, str(tuple(table.shape)), str(free)])
    return figures.Table(["table", "shape", "free numbers"], rows, "The tables of the learner.")


def word_by_word(known: Mapping[str, Mapping[str, Sequence[float]]]) -> figures.Film:
    """What is known of each field while a remark is read."""
    return figures.Film(
        {
            moment: [
                figures.gate_bars({field: bars[field]}, values, digits=3, numbered=False)
                for field, values in toy_records.FIELDS.items()
            ]
            for moment, bars in known.items()
        },
        "What is known of the record after some words of the running remark; the name of a moment is its "
        "last word.",
        start="no word",
    )


def two_models(chances: Mapping[Sequence[str], Sequence[Fraction]]) -> figures.Table:
    """The table of remarks under a model that knows a value's words and one that ignores them."""
    return figures.Table(
        ["remark", "p(x), one knows", "p(x), one ignores"],
        [[" ".join(words), *map(str, both)] for words, both in chances.items()],
        "Two models of the same remarks. One mention: no likelihood can tell them apart.",
    )


def _mean(runs: Sequence[dict], what: str, digits: int = 1) -> str:
    return rounded(fmean(run[what] for run in runs), digits, longer=True)


def learners(recorded: dict) -> figures.Table:
    """The table of learners: values named right, and perplexity."""
    fields = ["part", "verdict", "strength", "fields"]
    shown = {
        "the law itself": "generator",
        "counted, records seen": "counted",
        "EM, lexicon": "lexicon",
        "gradient, lexicon": "gradient",
        "EM, nothing, best of 4": "nothing",
    }
    rows = []
    for name, key in shown.items():
        runs = recorded["runs"][key]
        rows.append([name, *(_mean(runs, field) for field in fields), _mean(runs, "perplexity", 3)])
    common = recorded["majority"]
    rows.append(["commonest value", *(rounded(common[field], 1, longer=True) for field in fields), ""])
    return figures.Table(
        ["", *fields[:3], "all fields", "perplexity"],
        rows,
        "Test remarks: values named right, in per cent, up to renaming; and perplexity. Means of five seeds.",
    )


def learners_apart(recorded: dict) -> figures.Picture:
    """Differences between learners, with their intervals."""
    pairs = {
        "EM with lexicon - counted": "lexicon - counted",
        "gradient - EM, both with lexicon": "gradient - lexicon",
        "EM with lexicon - commonest": "lexicon - majority",
        "EM with nothing - commonest": "nothing - majority",
        "EM: lexicon - nothing": "lexicon - nothing",
    }
    gaps = {name: recorded["accuracy_minus"][key] for name, key in pairs.items()}
    return figures.dots(
        {"points": {name: (gap["difference"], *gap["interval"]) for name, gap in gaps.items()}},
        "all fields, points of per cent",
        "Differences of the share of fields named right, with 95 % intervals over 1000 test remarks, means "
        "of five seeds.",
        lines={"no difference": 0},
        limits=(-10, 60),
    )


def objectives(recorded: dict) -> figures.Table:
    """The table of where each learner's objective ended, seed by seed."""
    by_seed = zip(*(recorded["runs"][key] for key in ("lexicon", "gradient", "nothing")), strict=True)
    return figures.Table(
        ["seed", "EM, lexicon", "gradient less EM", "last unit from", "nothing less lexicon"],
        [
            [
                str(em["seed"]),
                rounded(em["objective"][0], 0),
                rounded(gradient["objective"][0] - em["objective"][0], 2),
                str(gradient["steps_to_within_1"]),
                rounded(max(nothing["objective"]) - em["objective"][0], 0),
            ]
            for em, gradient, nothing in by_seed
        ],
        "The training objective at the end, for each seed; differences below 0 are lower places. Last unit "
        "from: the step after which the gradient climbed no more than 1.",
    )


def starts(recorded: dict) -> figures.Picture:
    """How good the records of four starts from nothing are, the best objective first."""
    places, ranked = ["best objective", "second", "third", "lowest"], {}
    for run in recorded["runs"]["nothing"]:
        by_objective = sorted(zip(run["objective"], run["dev_accuracy_of_starts"], strict=True), reverse=True)
        right = [accuracy for _, accuracy in by_objective]
        ranked[f"seed {run['seed']}"] = {place: (x, x, x) for place, x in zip(places, right, strict=True)}
    return figures.dots(
        ranked,
        "fields right, per cent, on 300 development remarks",
        "Four starts from nothing in each seed, best objective on top: among these, a higher objective does "
        "not mean better records.",
        limits=(35, 95),
    )


def sizes(recorded: dict) -> figures.Picture:
    """Values named right by the number of training remarks."""
    counts = [25, 100, 200, 500]
    lines = {}
    for name, key in (("counted", "counted"), ("EM with lexicon", "lexicon")):
        smaller = [fmean(recorded["accuracy_by_size"][key][str(size)]) for size in counts[:-1]]
        lines[name] = [*smaller, fmean(run["fields"] for run in recorded["runs"][key])]
    return figures.curves(
        lines,
        counts,
        ("training remarks", "fields right, per cent"),
        "Values named right by the number of training remarks, means of five seeds.",
        digits=1,
    )


def copying(copied: dict) -> figures.Table:
    """The table of models that copy names and one that does not."""
    kinds = {"no copying": "nowhere", "any field": "anywhere", "learnt pointers": "chooses"}
    steps = {"anywhere": "unseen: anywhere - nowhere", "chooses": "unseen: chooses - anywhere"}
    rows = []
    for name, key in kinds.items():
        gap, right = copied["nats_a_word"].get(steps.get(key, "")), copied["sources_right"].get(key)
        seen, new = (
            rounded(fmean(copied["perplexity"][part][key]), 2, longer=True) for part in ("seen", "unseen")
        )
        less = (-x for x in (gap["difference"], *reversed(gap["interval"]))) if gap else ()
        gain = records.interval_text(less, 2) if gap else ""
        rows.append([name, seen, new, gain, rounded(fmean(right), 1, longer=True) if right else ""])
    return figures.Table(
        ["", "names seen", "names new", "gain, new", "source, %"],
        rows,
        "Perplexity of remarks about people, means of five seeds. Gain: nats (units of the natural "
        "logarithm) a word less than the line above, with 95 % intervals over the remarks. Source: names of "
        "which it was found.",
    )


def lost(readings: Mapping[float, tuple[dict, list]], words: Sequence[str]) -> figures.Film:
    """Readings of models that began with nothing, by the objective that each reached."""
    return figures.Film(
        {
            f"objective {rounded(reached, 0)}": [figures.record_card(card, words, links)]
            for reached, (card, links) in readings.items()
        },
        "The running remark, read by three models that began with nothing; 25 steps of EM.",
    )
