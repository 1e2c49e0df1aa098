"""Tasks 15.1 and 15.2: log ratios of counts, and the scores that four tables give to the spans."""

import math

import torch

from prpn_course.builder import task
from prpn_course.draw import real

PLACES = {  # of the classes with both ends of the sentence: word i is entry i + 1
    "before": lambda start, end: start,
    "first": lambda start, end: start + 1,
    "last": lambda start, end: end,
    "after": lambda start, end: end + 1,
}
PAIRS = (("first", "last"), ("before", "after"), ("before", "first"), ("last", "after"))
SHIFTED = {name: lambda start, end, at=at: at(start, end) - 1 for name, at in PLACES.items()}


@task("15.1", section="One number of one table", axes="a, b")
def log_ratios(
    inside, everywhere, add=(2, 8), rest=lambda inside, everywhere: everywhere - inside, log=torch.log
):
    """The log of counts with `add` to both, against the `rest`."""
    return log((inside + add[0]) / (rest(inside, everywhere) + add[1]))


@log_ratios.cases
def _(draw):
    """Counts (A, B), inside at most everywhere: the chapter's, nothing seen, random ones, all inside."""
    yield real([[5, 1, 0]]), real([[6, 3, 0]])
    yield real([[0], [4]]), real([[7], [4]])
    for shape in ((2, 3), (4, 2), (3, 5)):
        everywhere = draw.whole(5, 60, *shape).float()
        yield (everywhere * draw.uniform(*shape)).floor(), everywhere


for name, rest, text in (
    ("compares with all spans", lambda i, e: e, "`everywhere` counts inside too: what must go first?"),
    ("takes the share of all spans", lambda i, e: e + 2, "Divide inside by outside, not by all."),
    ("takes everywhere away from inside", lambda i, e: i - e, "Outside is the rest of `everywhere`."),
):
    log_ratios.wrong(name, rest=rest).hint(text)
for name, add, text in (
    ("adds nothing to the counts", (0, 0), "A pair that was never seen would get log 0."),
    ("adds 8 inside and 2 outside", (8, 2), "A span that we know nothing of is probably no phrase."),
    ("adds 2 to both counts", (2, 2), "The count outside gets another number added."),
    ("adds 1 to both counts", (1, 1), "2 is added inside, and 8 outside."),
    ("adds 2 inside alone", (2, 0), "Both counts get something added."),
    ("takes the 2 of inside away again", (2, 6), "First take the counts apart, then add to each."),
    ("adds 1 more to both counts, as log1p does", (3, 9), "`log1p` adds 1 to its argument: take `log`."),
):
    log_ratios.wrong(name, add=add).hint(text)
for name, log, text in (
    ("takes the logarithm to the base 2", torch.log2, "The natural logarithm is meant."),
    ("takes the logarithm to the base 10", torch.log10, "`log10` has another base than `log`."),
    ("adds 1 to the ratio, as log1p does", torch.log1p, "`log1p` adds 1 to what it gets: take `log`."),
):
    log_ratios.wrong(name, log=log).hint(text)
log_ratios.wrong("takes the ratio upside down", lambda i, e: -log_ratios(i, e)).hint(
    "Above zero must mean: more often inside."
)
log_ratios.wrong("gives the ratio without its logarithm", log=lambda ratio: ratio).hint(
    "Scores of tables are added. Ratios would have to be multiplied: what turns one into the other?"
)
log_ratios.wrong("divides two logarithms", lambda i, e: (i + 2).log() / (e - i + 8).log()).hint(
    "The logarithm of a ratio is a difference of logarithms."
)


def misplaced(**moved):
    """The places, some of them so many words further on."""

    def at(name, by):
        return lambda start, end: max(0, min(PLACES[name](start, end) + by, end + 1))

    return PLACES | {name: at(name, by) for name, by in moved.items()}


MISPLACED = (
    ("takes the word after the span for its last", {"last": 1}, "Its last word is word end - 1."),
    ("takes the last word but one for the last", {"last": -1}, "Word end - 1 is entry end of `numbers`."),
    ("ends each span a word too early", {"last": -1, "after": -1}, "Word end - 1 is entry end: is it yours?"),
    ("exchanges last and after", {"last": 1, "after": -1}, "Which of the two words lies inside the span?"),
    ("exchanges before and first", {"before": 1, "first": -1}, "Which word lies in front of the span?"),
    ("takes the last word for the one after", {"after": -1}, "Word `end` is after the span: which entry?"),
    ("takes the first word for the one before", {"before": 1}, "Word start - 1 is before: which entry?"),
    ("takes the second word for the first", {"first": 1}, "Word `start` is the first: which entry?"),
)


def misread(one):
    """The mistakes of both tasks that read the four tables, 15.2 and 15.6."""
    one.wrong("forgets that entry 0 is the end of the sentence", places=SHIFTED).hint(
        "Word i of the sentence is entry i + 1 of `numbers`: entry 0 stands in front of it."
    )
    turned = tuple((b, a) for a, b in PAIRS)
    one.wrong("reads the tables with rows and columns exchanged", pairs=turned).hint(
        "The first class of a pair chooses the row."
    )
    one.wrong("takes the first two tables in the other order", pairs=(PAIRS[1], PAIRS[0], *PAIRS[2:])).hint(
        "Table 0 is about (first, last), table 1 about (before, after)."
    )
    one.wrong("takes the last two tables in the other order", pairs=(*PAIRS[:2], PAIRS[3], PAIRS[2])).hint(
        "Table 2 is about (before, first), table 3 about (last, after)."
    )


@task("15.2", section="Four tables, one sentence", axes="start, end")
def span_scores(
    numbers,
    tables,
    places=PLACES,
    pairs=PAIRS,
    keep=lambda start, end, n: end - start > 1,
    join=sum,
    write=lambda start, end: (start, end),
):
    """`join` of what the tables say of `pairs` of `places`, for spans of `keep`, put where `write` says."""
    n, c, tables = len(numbers) - 2, numbers.tolist(), tables.tolist()
    out = torch.zeros(n, n + 1)
    for start in range(n):
        for end in range(start + 1, n + 1):
            if keep(start, end, n):
                at = {name: c[place(start, end)] for name, place in places.items()}
                parts = (table[at[a]][at[b]] for table, (a, b) in zip(tables, pairs, strict=True))
                out[write(start, end)] = join(parts)
    return out


@span_scores.cases
def _(draw):
    """Classes (n + 2,) with both ends, tables (4, C, C): two words, three words, random sentences."""
    small = torch.arange(36).reshape(4, 3, 3).float() / 4
    yield torch.tensor([2, 0, 1, 2]), small
    yield torch.tensor([2, 1, 0, 0, 2]), small
    for n, classes in ((4, 3), (6, 4), (7, 5)):
        inner = draw.whole(0, classes, n)
        numbers = torch.cat([torch.tensor([classes]), inner, torch.tensor([classes])])
        yield numbers, draw.normal(4, classes + 1, classes + 1)


misread(span_scores)
for name, moved, text in MISPLACED:
    span_scores.wrong(name, places=misplaced(**moved)).hint(text)
for k, (a, b) in enumerate(PAIRS):
    pairs = (*PAIRS[:k], (b, a), *PAIRS[k + 1 :])
    span_scores.wrong(f"reads table {k} with rows and columns exchanged", pairs=pairs).hint(
        f"Table {k} is about ({a}, {b}): {a} chooses the row."
    )
for name, keep, text in (
    ("scores single words too", lambda s, e, n: True, "Only spans of two words or more have a score."),
    ("leaves out the spans of two words", lambda s, e, n: e - s > 2, "The shortest span has two words."),
    ("leaves out the whole sentence", lambda s, e, n: 1 < e - s < n, "The whole sentence is one: end = n."),
    ("leaves out the last end", lambda s, e, n: s + 1 < e < n, "`range(a, n)` stops before n."),
    ("leaves out the first start", lambda s, e, n: 0 < s < e - 1, "Begin at start = 0, the first word."),
):
    span_scores.wrong(name, keep=keep).hint(text)
for name, write, text in (
    ("writes at an inclusive end", lambda s, e: (s, e - 1), "The whole sentence is the entry [0, n]."),
    ("writes ends as rows", lambda s, e: (e - 1, s), "Rows are starts, columns are ends."),
):
    span_scores.wrong(name, write=write).hint(text)
for name, join, text in (
    ("takes the mean of the tables", lambda parts: sum(parts) / 4, "Add the four numbers."),
    ("multiplies what the tables say", math.prod, "The entries are logarithms: they are added."),
    ("takes the largest of the four", max, "All four have a say: add them."),
    ("forgets the last table", lambda parts: sum(list(parts)[:3]), "Does your loop reach the last table?"),
):
    span_scores.wrong(name, join=join).hint(text)
