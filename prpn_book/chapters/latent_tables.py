"""What the chapter on latent tables draws: records behind remarks, how they are learnt, and copied names."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from statistics import fmean
from typing import Any

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.rounding import rounded
from prpn_edu.data import toy_credits, toy_records
from prpn_edu.data.toy_records import SCHEMA
from prpn_edu.latent.records import (
    CopyModel,
    RecordModel,
    Tables,
    field_posteriors,
    fit_em,
    fit_gradient,
    reading,
)
from prpn_edu.loops import records as loops

PosteriorLaw = Mapping[tuple[str, ...], Fraction]
Hand = tuple[dict[tuple[str, ...], Fraction], list[Fraction], list[dict[str, Any]]]  # prior, shares, tables
SHORT = 10  # words of a remark on which the small learners of the page are trained


def learning(learner: RecordModel, train: Sequence[Sequence[str]], words: Sequence[str]) -> figures.Film:
    """A learner's reading of one remark after some steps of EM, which it takes here: the first picture."""
    batch, frames, done = learner.read(train), {}, 0
    for step in (0, 1, 4, 16, 32):
        fit_em(learner, batch, step - done, smoothing=0.1)
        card, links = reading(learner, words)
        frames[f"step {step}"], done = [figures.record_card(card, words, links)], step
    return figures.Film(
        frames,
        "A record, learnt from 300 remarks and a lexicon. A value is named by the model's two commonest "
        "words for it; the number is its chance.",
        start="step 0",
    )


def part_votes(law: RecordModel, words: Sequence[str]) -> figures.Picture:
    """What single words say of the part, their mean, and what the whole remark says."""
    votes = [_alone(word) for word in words]
    bars = {
        "first noun alone": _alone("voices"),
        "second noun alone": _alone("score"),
        "mean of eleven votes": [fmean(column) for column in zip(*votes, strict=True)],
        "the whole remark": field_posteriors(law, [words])["part"][0].tolist(),
    }
    return figures.gate_bars(
        bars,
        toy_records.FIELDS["part"],
        "What the remark is about. The first noun is 'voices', the second 'score'.",
        numbered=False,
        label="fig-13-votes",
    )


def _alone(word: str) -> list[float]:
    """p(part | one word) under the law of the remarks, by Bayes' rule."""
    weights = dict.fromkeys(toy_records.FIELDS["part"], 0.0)
    for record, chance in zip(SCHEMA.records, toy_records.prior(), strict=True):
        for state in toy_records.READS:
            row = toy_records.WORDS[SCHEMA.rows[SCHEMA.row(state, record)]]
            weights[record[0]] += chance * row.get(word, 0.0)
    return [weight / sum(weights.values()) for weight in weights.values()]


def part_of(law: PosteriorLaw, value: str) -> Fraction:
    """The chance of a value of the part."""
    return sum((chance for record, chance in law.items() if record[0] == value), Fraction())


def card_by_hand(words: Sequence[str], model: Hand, caption: str) -> figures.Picture:
    """The record card of the model by hand: the likeliest values, and who wrote each word."""
    law, rows = loops.posterior(words, *model), loops.pointers(words, *model)
    fields = {}
    for number, field in enumerate(("part", "verdict")):
        values: dict[str, Fraction] = {}
        for record, chance in law.items():
            values[record[number]] = values.get(record[number], Fraction()) + chance
        value = max(values, key=values.__getitem__)
        fields[field] = f"{value}  {values[value]}"
    return figures.record_card(fields, words, [row[1:] for row in rows], caption)


def trellis(
    words: Sequence[str],
    start: Sequence[Fraction],
    moves: Sequence[Sequence[Fraction]],
    writes: Sequence[Mapping[str, Fraction]],
) -> figures.Picture:
    """The forward sums of a chain of two pointers, each in a box, with lines from what it is made of."""
    names, across, down, wide, high = ["part", "verdict"], 150, 74, 74, 34
    concepts = ("limit", "gate")  # of the fields, as on the card of a record
    none = Fraction()
    reached = [[p * row.get(words[0], none) for p, row in zip(start, writes, strict=True)]]
    for word in words[1:]:
        before = reached[-1]
        arriving = [
            sum((a * row[b] for a, row in zip(before, moves, strict=True)), none) for b in range(len(names))
        ]
        reached.append([x * writes[b].get(word, none) for b, x in enumerate(arriving)])
    sheet, told = figures.Sheet(), []
    for t, (word, row) in enumerate(zip(words, reached, strict=True)):
        x = across * t
        sheet.text(x + wide / 2, -12, word, "word")
        for b, value in enumerate(row):
            y = down * b
            for a, earlier in enumerate(reached[t - 1] if t else []):
                if earlier and value:
                    end = (x - 2, y + high / 2 + 8 * (a - b))  # heads of two arrows stand apart
                    sheet.arrow((x - across + wide, down * a + high / 2), end, "word", "thin")
            sheet.box(
                x, y, wide, high, concepts[b], "fill" if value else "outline", 0.25 if value else None, 4
            )
            sheet.text(x + wide / 2, y + 22, str(value))
        shown = ", ".join(f"{name} {value}" for name, value in zip(names, row, strict=True))
        told.append(f"after {word}: {shown}")
    for b, name in enumerate(names):
        sheet.text(-12, down * b + 22, name, concepts[b], anchor="end")
    total = sum(reached[-1])
    caption = f"The forward sums. The last column adds up to {total}, the chance of the words."
    return figures.picture(sheet, "\n".join([caption, *told]), caption, "fig-13-trellis")


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


def new_tables(first: Fraction, second: Fraction) -> figures.Table:
    """The table of an EM step by hand, from p(acting) of the first remark and p(music) of the second."""
    one, two, sure = first, 1 - first, second
    return figures.Table(
        ["entry", "first", "second", "both", "new chance"],
        [
            ["acting", one, 1 - sure, one + 1 - sure, (one + 1 - sure) / 2],
            ["music", two, sure, two + sure, (two + sure) / 2],
            ["acting: voices", one, 0, one, 1],
            ["music: voices", two, 0, two, two / (two + sure)],
            ["music: songs", 0, sure, sure, sure / (two + sure)],
        ],
        "Expected counts of two remarks, and the tables that they make.",
    )


def two_ways(train: Sequence[Sequence[str]]) -> tuple[dict[str, list[float]], str]:
    """The objectives of EM and of the gradient on sixty short remarks, and what holds of their ends."""
    few = [words for words in train if len(words) <= SHORT][:60]
    start = RecordModel.random(SCHEMA, seed=7, spread=0.5, hints=toy_records.known_words())
    small = start.read(few)
    fit_em(start, small, 5, smoothing=0.1)  # a common start
    common = Tables(*(table.exp() for table in start.log_tables()))
    em, gradient = (RecordModel(SCHEMA, common) for _ in range(2))
    reached = {
        "EM": fit_em(em, small, steps=100, smoothing=0.1),
        "gradient": fit_gradient(gradient, small, steps=100, smoothing=0.1, lr=0.1),
    }
    gap = reached["EM"][-1] - reached["gradient"][-1]
    tables = zip(em.log_tables(), gradient.log_tables(), strict=True)
    apart = max((a.exp() - b.exp()).abs().max().item() for a, b in tables)
    told = [
        f"EM never fell: {all(b >= a - 1e-9 for a, b in pairwise(reached['EM']))}",
        f"at step 100, objectives within 0.05 of each other: {abs(gap) < 0.05}",
        f"all table entries within 0.01: {apart < 0.01}",
    ]
    return reached, "\n".join(told)


def touching(acting: Fraction) -> figures.Picture:
    """The log chance of the two remarks by hand as p(acting) moves, and the bound of EM at a half.

    Args:
        acting: the posterior of acting after the first remark; the second is certainly about music.
    """
    chances, share = [k / 50 for k in range(5, 32)], float(acting)

    def log_chance(p: float) -> float:  # up to a constant: acting explains the first remark a : 1 - a as well
        return math.log(share * p + (1 - share) * (1 - p)) + math.log(1 - p)

    def bound(p: float) -> float:
        return share * math.log(p) + (1 - share) * math.log(1 - p) + math.log(1 - p)

    lift = log_chance(0.5) - bound(0.5)
    best = acting / 2
    return figures.curves(
        {
            "log chance of both remarks": [*map(log_chance, chances)],
            "bound": [bound(p) + lift for p in chances],
        },
        chances,
        ("p(acting), all other chances as they are", "log chance + c"),
        f"A step of EM, from 1/2 to {best}; c is a constant.",
        digits=3,
        label="fig-13-bound",
        marks={"1/2": 0.5, str(best): float(best), "1/7": 1 / 7},
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


def agreeing(law: RecordModel, remarks: Sequence[Sequence[str]]) -> int:
    """How many chances of a remark and a record are the same in the loops and in the batch, to 9 digits."""
    batched = law.log_joint(law.read(remarks)).exp()  # (B, R)
    start, moves = law.log_tables().start.exp().tolist(), law.log_tables().moves.exp().tolist()
    written_by = {number: toy_records.WORDS[row] for number, row in enumerate(SCHEMA.rows)}
    # Each state is a pointer with a "field" of its own; glue, pointer 0, is never used.
    chain = [0, *start], [[0] * 8, *([0, *row[:-1]] for row in moves)], [0, *(row[-1] for row in moves)]
    same = 0
    for words, joint in zip(remarks, batched.tolist(), strict=True):
        for record, before, chance in zip(SCHEMA.records, toy_records.prior(), joint, strict=True):
            fields = [SCHEMA.row(state, record) for state in toy_records.READS]
            loop = loops.forward(words, fields, *chain, [{}, *[written_by] * 7])
            same += math.isclose(loop * before, chance, rel_tol=1e-9)
    return same


def shapes(model: RecordModel) -> figures.Table:
    """The table of a learner's tables."""
    rows = []
    for name, table in zip(Tables._fields, model.log_tables(), strict=True):
        free = table.numel() // table.size(-1) * (table.size(-1) - 1)  # each row sums to 1
        rows.append([name, str(tuple(table.shape)), str(free)])
    return figures.Table(["table", "shape", "free numbers"], rows, "The tables of the learner.")


def word_by_word(law: RecordModel, words: Sequence[str]) -> figures.Film:
    """What is known of each field while a remark is read."""
    known: dict[str, dict[str, list[float]]] = {"no word": {}}
    for field, values in toy_records.FIELDS.items():
        chances = [*zip(SCHEMA.records, toy_records.prior(), strict=True)]
        known["no word"][field] = [sum(p for record, p in chances if value in record) for value in values]
    for count in (2, 5, 7, 8, 10, 11):
        after = field_posteriors(law, [words[:count]], unfinished=True)
        known[words[count - 1]] = {field: row[0].tolist() for field, row in after.items()}
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
    """The table of remarks under a model that knows a value's words and one that knows nothing."""
    return figures.Table(
        ["remark", "p(x), knows", "p(x), knows nothing"],
        [[" ".join(words), *map(str, both)] for words, both in chances.items()],
        "Two models of the same remarks. One mention: no likelihood can tell them apart.",
    )


def _mean(runs: Sequence[dict], what: str, digits: int = 1) -> str:
    return rounded(fmean(run[what] for run in runs), digits, longer=True)


LEARNERS = {
    "the law itself": "generator",
    "counted, records seen": "counted",
    "EM, lexicon": "lexicon",
    "EM, nothing, best of 4": "nothing",
}


def learners_by_seed(recorded: dict) -> figures.Picture:
    """The share of values that each learner names right, a point for each draw of the remarks."""
    found = {name: [run["fields"] for run in recorded["runs"][key]] for name, key in LEARNERS.items()}
    return figures.strip(
        found,
        "values named right, per cent of 1,000 test remarks",
        "What learners name right: points for five draws of the training remarks, "
        "a diamond for the mean, bars for one standard deviation.",
        {"commonest value": recorded["majority"]["fields"]},
        label="fig-13-learners",
    )


def learners(recorded: dict) -> figures.Table:
    """The table of learners: values named right, and perplexity."""
    fields = ["part", "verdict", "strength", "fields"]
    rows = []
    for name, key in (LEARNERS | {"gradient, lexicon": "gradient"}).items():
        runs = recorded["runs"][key]
        rows.append([name, *(_mean(runs, field) for field in fields), _mean(runs, "perplexity", 3)])
    common = recorded["majority"]
    rows.append(["commonest value", *(rounded(common[field], 1, longer=True) for field in fields), ""])
    return figures.Table(
        ["", *fields[:3], "all fields", "perplexity"],
        rows,
        "Test remarks: values named right, in per cent, up to renaming; and perplexity. Means of five seeds.",
    )


def learners_apart(recorded: dict) -> figures.Table:
    """The table of differences between learners, with both kinds of intervals."""
    pairs = {
        "EM with lexicon - counted": "lexicon - counted",
        "gradient - EM, both with lexicon": "gradient - lexicon",
        "EM with lexicon - commonest": "lexicon - majority",
        "EM with nothing - commonest": "nothing - majority",
        "EM: lexicon - nothing": "lexicon - nothing",
    }
    rows = []
    for name, key in pairs.items():
        gap = recorded["accuracy_minus"][key]
        mean, *seeds = records.over_seeds(gap["seeds"])
        ends = (" to ".join(rounded(x, 1, longer=True) for x in pair) for pair in (gap["interval"], seeds))
        rows.append([name, rounded(mean, 1, longer=True), *ends])
    return figures.Table(
        ["", "points", "over remarks", "over seeds"],
        rows,
        "Differences of the share of values named right, with 95 % intervals over 1,000 test remarks and "
        "over five draws of the training remarks.",
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


def copied_names(people: Sequence[toy_credits.Credit]) -> figures.Picture:
    """Where a copy model, learnt here, thinks that each word of a remark with new names comes from."""
    glue = {w for one in people for w, source in zip(one.words, one.sources, strict=True) if source is None}
    copier = CopyModel(sorted(glue), (*toy_credits.SEEN, *toy_credits.UNSEEN))
    steps = copier.read(people)
    for _ in range(20):
        copier.em_step(steps)
    new = ["quitte", "directs", "weide", "while", "music", "by", "quitte", "carries", "weide"]
    record = ("quitte", "weide", "quitte")
    pointed = copier.pointers(copier.read([toy_credits.Credit(tuple(new), record, (None,) * len(new))]))
    return figures.record_card(
        dict(zip(toy_credits.FIELDS, record, strict=True)),
        new,
        pointed[: len(new), 1:].tolist(),
        "Copied names: how probable it is that a word came from each field.",
    )


def lost(train: Sequence[Sequence[str]], words: Sequence[str]) -> figures.Film:
    """Readings of models that began with nothing, learnt here, by the objective that each reached."""
    frames = {}
    for seed in (2, 1, 0):
        model = RecordModel.random(SCHEMA, seed=seed, spread=0.5)
        batch = model.read([remark for remark in train if len(remark) <= SHORT])
        reached = fit_em(model, batch, 25, smoothing=0.1)[-1]
        card, links = reading(model, words)
        frames[f"objective {rounded(reached, 0)}"] = [figures.record_card(card, words, links)]
    return figures.Film(
        frames,
        "The running remark, read by three models that began with nothing; 25 steps of EM.",
        start=next(iter(frames)),
    )
