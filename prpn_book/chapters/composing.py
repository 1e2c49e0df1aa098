"""Figures and tables of the chapter on composing vectors."""

from collections.abc import Callable, Mapping, Sequence

import torch
from torch import Tensor

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.figures.svg import SMALL
from prpn_book.rounding import rounded
from prpn_edu.composition.lexical_function import LexicalFunction
from prpn_edu.composition.lexical_function import nearest as nearest_place
from prpn_edu.loops.composition import apply, ridge

Vector = Sequence[float]
Matrix = Sequence[Sequence[float]]
AXES = ("runs", "barks")
WORDS, SEEN_IN = ("comedy", "drama", "farce"), ("silly:3", "the:2")
CONTEXTS = {"plain": "Plain contexts", "phrase": "Contexts with the mood of the phrase"}
RIVALS = ("noun alone", "weighted sum", "mean phrase", "matrix, ridge 0.1", "nearest noun")
SHOWN = {  # what a record calls each way to make a phrase, and the chapter
    "noun alone": "noun",
    "weighted sum": "sum",
    "mean phrase": "mean",
    "matrix, ridge 0": "matrix, no penalty",
    "matrix, ridge 0.1": "matrix, penalty 0.1",
    "matrix, ridge 1": "matrix, penalty 1",
    "nearest noun": "copy",
}


def novelty(record: dict) -> figures.Picture:
    """Figure: how many remarks and words are still new after so many remarks."""
    rows = [row for row in record["novelty"] if row[0] % 2000 == 1000]
    return figures.curves(
        {
            "new remarks": [100 * new / remarks for _, new, remarks, _, _ in rows],
            "new words": [100 * new / words for _, _, _, new, words in rows],
        },
        [row[0] for row in rows],
        ("remarks heard", "new among the next 1000, %"),
        "Words run out, remarks do not",
        digits=1,
    )


def old_cats(old: Vector, cat: Vector, made: Mapping[str, Vector]) -> figures.Picture:
    """Figure: the sum and the product of 'old' and 'cat'."""
    made = {name: made[name] for name in ("old + cat", "old ⊙ cat")}
    return figures.arrows(
        {"old": old, "cat": cat} | made,
        "An old cat by sum and by product (the ring at 0).",
        AXES,
        made=list(made),
    )


def old_matrix(A: Matrix) -> figures.Picture:
    """Figure: the lecture's matrix of 'old'."""
    return figures.matrix(
        A,
        ["gives runs", "gives barks"],
        ["a run", "a bark"],
        "The lecture's OLD: a column for what comes in, a row for what goes out.",
        digits=1,
        concept="tree",
    )


def old_acts(dog: Vector, cat: Vector, A: Matrix) -> figures.Picture:
    """Figure: what the matrix of 'old' does to the plane, to 'dog' and to 'cat'."""
    made = {"OLD(dog)": apply(A, dog), "OLD(cat)": apply(A, cat)}
    return figures.arrows(
        {"dog": dog, "cat": cat} | made,
        "OLD moves every noun that runs. Dotted: the grid, moved.",
        AXES,
        made=list(made),
        matrix=A,
    )


def two_orders(star: Vector, former_young: Vector, young_former: Vector) -> figures.Picture:
    """Figure: two adjectives in two orders."""
    made = {"former young star": former_young, "young former star": young_former}
    axes = ("first coordinate", "second coordinate")
    caption = "The same two adjectives in two orders."
    return figures.arrows({"star": star} | made, caption, axes, made=list(made))


def undetermined(dog: Vector, cat: Vector, fitting: Mapping[str, Matrix]) -> figures.Picture:
    """Figure: what matrices that agree on the old dog make of the cat."""
    made = {"OLD(dog)": apply(next(iter(fitting.values())), dog)}
    made |= {f"old cat, {name}": apply(A, cat) for name, A in fitting.items()}
    return figures.arrows(
        {"dog": dog, "cat": cat} | made,
        "One noun fixes the matrix along that noun only.",
        AXES,
        made=list(made),
    )


def split_row(row: Vector, noun: Vector, weight: float) -> figures.Picture:
    """Figure: a row's parts along and across the one noun, and the loss for more or less of each part."""
    share = sum(a * n for a, n in zip(row, noun, strict=True)) / sum(n * n for n in noun)
    along = [float(share * n) for n in noun]
    across = [float(a) - b for a, b in zip(row, along, strict=True)]
    wanted = float(share * sum(n * n for n in noun))  # of the noun, and the whole row makes it
    sizes = [sum(b * b for b in part) for part in (along, across)]
    losses = (
        lambda x: (wanted - wanted * x) ** 2 + weight * sizes[0] * x * x,
        lambda x: weight * sizes[1] * x * x,
    )
    best = (wanted**2 / (wanted**2 + weight * sizes[0]), 0.0)
    sheet = figures.Sheet()
    sheet.add(_parts_of_row(row, along, noun), alone=True)
    sheet.add(_losses_of_parts(losses, best), 380, alone=True)
    caption = (
        f"The row, split; and what each part adds to the loss, with \u03bb = {weight}, "
        "for more or less of it. Dots: where it is lowest."
    )
    told = [
        f"{name} {rounded(part, 3)} adds "
        + ", ".join(f"{rounded(loss(x), 3)} at {x:g}" for x in (0, 0.5, 1))
        + f"; lowest at {rounded(at)}"
        for name, part, loss, at in zip(("along", "across"), (along, across), losses, best, strict=True)
    ]
    return figures.picture(sheet, "\n".join([caption, *told]), caption)


def _parts_of_row(row: Vector, along: Vector, noun: Vector) -> figures.Sheet:
    """A row as an arrow, and the two arrows at right angles that make it."""
    sheet, unit = figures.Sheet(), 560
    of_row, of_noun = (f"({', '.join(f'{float(x):g}' for x in v)})" for v in (row, noun))
    tip, corner = (float(row[0]) * unit, -float(row[1]) * unit), (along[0] * unit, -along[1] * unit)
    far = (2.3 * corner[0], 2.3 * corner[1])
    sheet.line([(0, 0), far], "word", "dotted")
    sheet.text(far[0] + 8, far[1] + 6, f"towards the dog {of_noun}", "word", "start", SMALL)
    x, y = corner
    a, b = x / 5.5, y / 5.5  # a right angle's sign
    sheet.line([(x - a, y - b), (x - a - b, y - b + a), (x - b, y + a)], "rule")
    sheet.arrow((0, 0), corner, "limit", "thick")
    sheet.arrow(corner, tip, "gate", "thick dashed")
    sheet.arrow((0, 0), tip, "word", "thick")
    sheet.text(-8, corner[1] / 2 + 4, "along", "limit", "end", SMALL)
    sheet.text((corner[0] + tip[0]) / 2, (corner[1] + tip[1]) / 2 - 12, "across", "gate", "start", SMALL)
    sheet.text(tip[0] / 2, 20, f"the row {of_row}", "word", size=SMALL)
    return sheet


def _losses_of_parts(losses: Sequence[Callable[[float], float]], best: Vector) -> figures.Sheet:
    """Two parabolas over how much there is of a part: 0 is none of it, 1 what the row has."""
    sheet, wide, high = figures.Sheet(), 130, 260
    sheet.line([(-0.4 * wide, 0), (1.4 * wide, 0)], "rule")
    sheet.line([(0, 0), (0, -0.5 * high)], "rule")
    for x, name in ((0, "0, none"), (1, "1, as in the row")):
        sheet.line([(x * wide, -3), (x * wide, 3)], "rule")
        sheet.text(x * wide, 18, name, "word", size=SMALL)
    names = (("along", "limit", "thick", -0.4, "end"), ("across", "gate", "thick dashed", 1.4, "start"))
    for loss, at, (name, concept, kind, end, anchor) in zip(losses, best, names, strict=True):
        places = [x / 20 for x in range(-8, 29)]
        sheet.line([(x * wide, -loss(x) * high) for x in places], concept, kind)
        sheet.dot(at * wide, -loss(at) * high, 5, concept)
        sheet.text(end * wide + (6 if end > 0 else -6), -loss(end) * high + 6, name, concept, anchor, SMALL)
    sheet.text(0.5 * wide, -0.5 * high - 10, "loss", "word", size=SMALL)
    return sheet


def known_matrix(errors: Mapping[int, tuple[float, float]]) -> figures.Table:
    """Table: the error on the nouns and the error of the matrix, by number of nouns."""
    percents = [[str(n), *(f"{rounded(100 * error, 0)} %" for error in both)] for n, both in errors.items()]
    return figures.Table(
        ["nouns", "error on them", "error of the matrix"],
        percents,
        "A known matrix in 50 dimensions, no noise, no penalty; the error as a share of the size",
    )


def ridge_factors(factor: Callable[[float, float], float]) -> figures.Picture:
    """Figure: by how much ridge regression multiplies each direction, for four penalties."""
    values = [0.1, 0.4, 0.7, 1.0, 1.3, 1.6, 1.9]
    return figures.curves(
        {f"ridge {ridge:g}": [factor(s, ridge) for s in values] for ridge in (0, 0.03, 0.1, 1)},
        values,
        ("singular value s", "factor s / (s^2 + ridge)"),
        "What the penalty does: without it the smallest singular values get the largest factors",
        digits=3,
    )


def loop_and_batch(cases: Sequence[tuple[float, int]]) -> figures.Table:
    """Table: whether loop and batch find the same matrix, for some penalties and numbers of nouns."""
    generator, rows = torch.Generator().manual_seed(0), []
    for weight, count in cases:
        n, p = (torch.randn(count, 4, generator=generator, dtype=torch.float64) for _ in range(2))
        loop = torch.tensor(ridge(n.tolist(), p.tolist(), weight), dtype=torch.float64)
        same = torch.allclose(LexicalFunction.fit(n, p, weight).matrix, loop, rtol=0, atol=1e-9)
        rows.append([f"{weight:g}", str(count), "yes" if same else "no"])
    return figures.Table(
        ["penalty", "nouns", "the same to nine digits"], rows, "Loop and batch, four dimensions"
    )


def counts(table: Matrix) -> figures.Table:
    """Table: how often three words were seen in two contexts."""
    rows = [[word, *seen, sum(seen)] for word, seen in zip(WORDS, table, strict=True)]
    totals = [sum(column) for column in zip(*table, strict=True)]
    return figures.Table(["", *SEEN_IN, "all"], [*rows, ["all", *totals, sum(totals)]], "Counts")


def association(counts: Matrix, computed: Tensor) -> figures.Table:
    """Table: three words from counts to PPMI."""
    rows = [
        [word, *seen, *(rounded(one) for one in row.tolist())]
        for word, seen, row in zip(WORDS, counts, computed, strict=True)
    ]
    heads = [*SEEN_IN, *(f"PPMI, {context}" for context in SEEN_IN)]
    return figures.Table(["", *heads], rows, "The counts of three words in two contexts, and their PPMI")


def nearest(company: dict) -> figures.Table:
    """Table: the nearest nouns of five nouns in two kinds of contexts."""
    return figures.Table(
        ["noun", "plain contexts", "phrase contexts"],
        [
            [word, *(", ".join(company["nearest"][word][kind]) for kind in CONTEXTS)]
            for word in ("comedy", "drama", "film", "jokes", "battles")
        ],
        "The three nearest nouns",
    )


def works(company: dict) -> figures.Picture:
    """Figure: works on two maps, one for each kind of contexts."""
    found = company["works"]
    return figures.scatters(
        {title: dict(zip(found["names"], found[kind], strict=True)) for kind, title in CONTEXTS.items()},
        dict(zip(found["names"], found["genres"], strict=True)),
        "Works by the company they keep, in two kinds of contexts",
    )


def rivals(record: dict) -> figures.Picture:
    """Figure: how often the ways to make a phrase find the right label, for two kinds of adjectives."""
    found = {}
    for group, title in (("plain", "plain adjectives"), ("moody", "moody adjectives")):
        marks = {said: _right(record["trials"][name][group]) for name, said in SHOWN.items()}
        found[title] = {name: records.difference(right, [0.0] * len(right)) for name, right in marks.items()}
    return figures.dots(
        found,
        "phrases with the right label, %, with 95 % intervals",
        "960 plain and 219 moody phrases. A line shows how far luck could move its share. "
        "No penalty: many matrices fit, and this is the smallest.",
    )


def _right(tried: dict) -> list[float]:
    return [float(a == b) for a, b in zip(tried["answers"], tried["right"], strict=True)]


def gaps(record: dict) -> figures.Table:
    """Table: by how many points the matrix is ahead of its rivals."""
    rows = []
    pairs = (
        ("moody", "weighted sum"),
        ("moody", "mean phrase"),
        ("moody", "nearest noun"),
        ("moody", "matrix, ridge 0"),
        ("moody", "matrix, ridge 1"),
        ("plain", "mean phrase"),
        ("plain", "nearest noun"),
    )
    for group, rival in pairs:
        matrix, other = (_right(record["trials"][name][group]) for name in ("matrix, ridge 0.1", rival))
        rows.append([group, rival, records.interval_text(records.difference(matrix, other))])
    return figures.Table(
        ["adjectives", "rival", "points"], rows, "Matrix with ridge 0.1 minus rival, with 95 % intervals"
    )


def trials(record: dict) -> figures.Table:
    """Table: how often each way to make a phrase finds the right label, and its cosine."""
    rows = []
    for name, tried in record["trials"].items():
        cells = ([f"{100 * one['hits'] / one['of']:.0f}", rounded(one["cosine"])] for one in tried.values())
        rows.append([name, *(cell for pair in cells for cell in pair)])
    sizes = (one["of"] for one in record["trials"]["noun alone"].values())
    return figures.Table(
        ["", "plain: right, %", "cosine", "moody: right, %", "cosine"],
        rows,
        "Phrases with a noun that was left out: {} plain, {} moody".format(*sizes),
    )


def labels_answered(record: dict) -> figures.Picture:
    """Figure: how often each label is right for a moody phrase, and how often each way answers it."""
    moody = {name: record["trials"][name]["moody"] for name in RIVALS}
    rows = {"the right labels": moody[RIVALS[0]]["right"]}
    rows |= {name: one["answers"] for name, one in moody.items()}
    return figures.matrix(
        [[given.count(label) for label in "01234"] for given in rows.values()],
        list(rows),
        [f"label {k}" for k in range(5)],
        "Moody phrases: how often each label is right, and how often it is answered.",
        digits=0,
        concept="tree",
    )


def silly(record: dict) -> figures.Table:
    """Table: the phrases of one adjective, each left out, and what the sum and the matrix are near."""
    known, found = record["examples"]["silly"], record["silly"]
    columns = {"weighted sum": "weighted sum", "matrix": "matrix, ridge 0.1"}
    rows = []
    for k, (noun, label) in enumerate(zip(known["nouns"], known["labels"], strict=True)):
        near = (f"{found[name]['near'][k]} ({found[name]['answers'][k]})" for name in columns.values())
        rows.append([noun, label, *near])
    caption = "silly + noun: the nearest observed phrase, with its label"
    return figures.Table(["left out", "label", *columns], rows, caption)


def nearest_phrases(record: dict, adjective: str, guesses: Tensor) -> figures.Table:
    """Table: for each noun of an adjective the phrase nearest to its guess, and if its label is right."""
    known = [
        (word, noun, label, vector)
        for word, made in record["examples"].items()
        for noun, label, vector in zip(made["nouns"], made["labels"], made["p"], strict=True)
    ]
    words, nouns, labels, vectors = zip(*known, strict=True)
    rows, candidates = [], torch.tensor(vectors)
    for own, guess in zip((k for k, word in enumerate(words) if word == adjective), guesses, strict=True):
        near = nearest_place(guess, candidates, but=own)
        right = "yes" if labels[near] == labels[own] else "no"
        rows.append([f"{adjective} {nouns[own]}", f"{words[near]} {nouns[near]}", right])
    share = 100 * sum(right == "yes" for *_, right in rows) / len(rows)
    return figures.Table(
        ["left out", "nearest", "the label is right"], rows, f"{adjective}: {share:.0f} % of the labels right"
    )


def learning(record: dict) -> figures.Picture:
    """Figure: the error of nine adjectives by number of nouns."""
    found = record["learning"]
    caption = f"Learning {found['adjectives']} adjectives from few nouns or many"
    return figures.curves(found["errors"], found["nouns"], ("nouns", "relative error"), caption)


def norms(record: dict) -> figures.Picture:
    """Figure: the size of one adjective's matrix by number of nouns and penalty."""
    found = record["learning"]
    return figures.matrix(
        list(found["norms"].values()),
        list(found["norms"]),
        [str(size) for size in found["nouns"]],
        f"The size |A| of the matrix of '{found['of']}', by number of nouns",
        digits=1,
        concept="error",
    )
