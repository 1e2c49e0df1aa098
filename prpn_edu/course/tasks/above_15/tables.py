"""Tasks 15.1 and 15.2: log ratios of counts, and the scores that four tables give to the spans."""

import torch

from prpn_edu.course.builder import task
from prpn_edu.course.draw import real

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


log_ratios.wrong("compares with all spans, those inside the trees included", rest=lambda i, e: e).hint(
    "The table sets inside against outside. `everywhere` counts both: what must go first?"
)
log_ratios.wrong("adds nothing to the counts", add=(0, 0)).hint(
    "A pair that was never seen would get log 0. What does the chapter add to both counts?"
)
log_ratios.wrong("adds 8 inside and 2 outside", add=(8, 2)).hint(
    "Of a span that we know nothing of, do we think that it is a phrase?"
)
log_ratios.wrong("adds 2 to both counts", add=(2, 2)).hint("The count outside gets another number added.")
log_ratios.wrong("adds 2 inside alone", add=(2, 0)).hint("Both counts get something added.")
log_ratios.wrong("takes outside 8 and the 2 of inside away again", add=(2, 6)).hint(
    "First take the counts apart, then add 2 to one and 8 to the other."
)
log_ratios.wrong("takes the ratio upside down", lambda i, e: -log_ratios(i, e)).hint(
    "Above zero must mean: more often inside."
)
log_ratios.wrong("takes the logarithm to the base 2", log=torch.log2).hint("The natural logarithm is meant.")
log_ratios.wrong("takes the logarithm to the base 10", log=torch.log10).hint(
    "`log10` has another base. The natural logarithm is `log`."
)
log_ratios.wrong("gives the ratio without its logarithm", log=lambda ratio: ratio).hint(
    "Scores of tables are added. Ratios would have to be multiplied: what turns one into the other?"
)
log_ratios.wrong("takes the share of all spans", rest=lambda i, e: e + 2).hint(
    "A share divides by all. Here inside is divided by outside."
)


@task("15.2", section="Four tables, one sentence", axes="start, end")
def span_scores(numbers, tables, places=PLACES, pairs=PAIRS, fewest=2, last=0, join=sum):
    """`join` of what the tables say of `pairs` of `places`; `last` widths are left out."""
    n = len(numbers) - 2
    out = torch.zeros(n, n + 1)
    for start in range(n):
        for end in range(start + fewest, n + 1):
            if end - start > n - last:
                continue
            at = {name: int(numbers[place(start, end)]) for name, place in places.items()}
            out[start, end] = join(table[at[a], at[b]] for table, (a, b) in zip(tables, pairs, strict=True))
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


def misplaced(name, by):
    """The places, one of them so many words further on."""
    return PLACES | {name: lambda start, end: min(PLACES[name](start, end) + by, end + 1)}


span_scores.wrong("forgets that entry 0 is the end of the sentence", places=SHIFTED).hint(
    "Word i of the sentence is entry i + 1 of `numbers`: entry 0 stands in front of it."
)
span_scores.wrong("takes the word after the span for its last", places=misplaced("last", 1)).hint(
    "Ends are exclusive: the span's last word is word end - 1."
)
span_scores.wrong("takes the last word but one for the last", places=misplaced("last", -1)).hint(
    "Word end - 1 is entry end of `numbers`."
)
span_scores.wrong("takes the last word for the one after", places=misplaced("after", -1)).hint(
    "The word after the span is word `end`. Which entry is that?"
)
span_scores.wrong("takes the first word for the one before", places=misplaced("before", 1)).hint(
    "The word before the span is word start - 1. Which entry is that?"
)
span_scores.wrong("takes the second word for the first", places=misplaced("first", 1)).hint(
    "The span's first word is word `start`. Which entry is that?"
)
span_scores.wrong(
    "reads the tables with rows and columns exchanged", pairs=tuple((b, a) for a, b in PAIRS)
).hint("The first class of a pair chooses the row.")
span_scores.wrong(
    "takes the first two tables in the other order", pairs=(PAIRS[1], PAIRS[0], *PAIRS[2:])
).hint("Table 0 is about (first, last), table 1 about (before, after).")
span_scores.wrong(
    "takes the last two tables in the other order", pairs=(*PAIRS[:2], PAIRS[3], PAIRS[2])
).hint("Table 2 is about (before, first), table 3 about (last, after).")
span_scores.wrong("scores single words too", fewest=1).hint(
    "A span has two words or more; other entries are 0."
)
span_scores.wrong("leaves out the spans of two words", fewest=3).hint("The shortest span has two words.")
span_scores.wrong("leaves out the whole sentence", last=1).hint("The whole sentence is a span too: end = n.")
span_scores.wrong("takes the mean of the tables", join=lambda parts: sum(parts) / 4).hint(
    "Add the four numbers."
)
span_scores.wrong("multiplies what the tables say", join=lambda parts: torch.stack(list(parts)).prod()).hint(
    "The entries are logarithms: they are added."
)
span_scores.wrong("takes the largest of the four", join=max).hint("All four have a say: add them.")
span_scores.wrong("forgets the last table", join=lambda parts: sum(list(parts)[:3])).hint(
    "There are four tables. Does your loop reach the last one?"
)
