"""Tasks 15.5 and 15.6: how much a teacher agrees with the others, and what its trees let one count."""

from statistics import fmean

import torch

from prpn_course.builder import task
from prpn_course.tasks.above_15.tables import PAIRS, PLACES, misread
from prpn_course.tasks.scores_09.trees import drawn


def shared(first, second, root=False):
    """F1 of two binary trees over the same words, without the whole sentence or with it."""
    a, b = ({tuple(span) for span in tree} for tree in (first, second))
    n = max(end for _, end in a)
    whole = set() if root else {(0, n)}
    return len((a & b) - whole) / len(a - whole)


@task("15.5", section="What was measured", axes="teacher")
def agreement(brackets, f1=shared, mine=False, mean=fmean, over=fmean):
    """Each teacher's `over` the others of the `mean` over sentences of `f1`."""
    teachers = brackets.tolist()
    return torch.tensor(
        [
            over(
                mean(f1(a, b) for a, b in zip(one, other, strict=True))
                for k, other in enumerate(teachers)
                if mine or k != number
            )
            for number, one in enumerate(teachers)
        ]
    )


@agreement.cases
def _(draw):
    """Brackets (m, S, n - 1, 2): three teachers on one sentence, two alike, random ones."""
    left, right, middle = [[0, 4], [0, 3], [0, 2]], [[0, 4], [1, 4], [2, 4]], [[0, 4], [0, 2], [2, 4]]
    yield torch.tensor([[left], [right], [middle]])
    yield torch.tensor([[left, middle], [left, middle], [right, left]])
    for m, sentences, n in ((3, 2, 5), (4, 3, 6), (5, 2, 8), (2, 4, 5)):
        yield torch.stack([torch.stack([drawn(draw, n) for _ in range(sentences)]) for _ in range(m)])


def by_all(brackets):
    """The share of the spans that all teachers have."""
    teachers = [[{tuple(span) for span in tree} for tree in one] for one in brackets.tolist()]
    common = [set.intersection(*trees) for trees in zip(*teachers, strict=True)]
    share = fmean((len(spans) - 1) / (brackets.size(2) - 1) for spans in common)
    return torch.full((len(brackets),), share)


for name, f1, text in (
    ("counts the whole sentence too", lambda a, b: shared(a, b, True), "All trees share (0, n)."),
    ("divides by n - 1", lambda a, b: shared(a, b) * (1 - 1 / len(a)), "Without (0, n) there are n - 2."),
    ("counts only wholly equal trees", lambda a, b: float(shared(a, b) == 1), "Count the shared spans."),
    ("divides by what either has", lambda a, b: (s := shared(a, b)) / (2 - s), "F1 divides by n - 2 here."),
):
    agreement.wrong(name, f1=f1).hint(text)
agreement.wrong(
    "counts the whole sentence, and divides by n - 2",
    f1=lambda a, b: shared(a, b, True) * len(a) / (len(a) - 1),
).hint("No agreement is above 1. Which span do all trees share?")
for name, over, text in (
    ("adds up over the others", sum, "The mean over the m - 1 others is asked for."),
    ("takes the best agreement with another", max, "A mean over all others, not the highest."),
    ("takes the worst agreement with another", min, "A mean over all others, not the lowest."),
):
    agreement.wrong(name, over=over).hint(text)
agreement.wrong("adds up over the sentences", mean=sum).hint("The mean over the sentences is asked for.")
agreement.wrong("compares a teacher with itself too", mine=True).hint(
    "With itself everyone agrees wholly. There are m - 1 others."
)
agreement.wrong(
    "compares a teacher with itself too, and divides by m - 1",
    lambda b: agreement(b, mine=True) * len(b) / (len(b) - 1),
).hint("With itself everyone agrees wholly: leave that out of the sum too.")
agreement.wrong(
    "compares with the next teacher alone",
    lambda b: torch.tensor([float(agreement(b[[k, (k + 1) % len(b)]])[0]) for k in range(len(b))]),
).hint("Each teacher is compared with every other.")
agreement.wrong(
    "compares with the later teachers alone",
    lambda b: torch.tensor([float(agreement(b[k:], over=sum)[0]) for k in range(len(b))]) / (len(b) - 1),
).hint("A pair counts for both: for the second teacher as well.")
agreement.wrong("counts only what all the others share", by_all).hint("Compare with one other at a time.")
agreement.wrong("looks at the first sentence alone", lambda b: agreement(b[:, :1])).hint(
    "There are S sentences; take the mean over all."
)


@task("15.6", section="One number of one table", axes="kind, table, a, b", tolerance=0)
def count_spans(
    numbers,
    brackets,
    size,
    longest,
    places=PLACES,
    pairs=PAIRS,
    fewest=2,
    counted=lambda start, end, n, longest: end - start <= longest,
    found=lambda tree, start, end, n: (start, end) in tree,
    parts=lambda held, counted: (held and counted, counted),
):
    """Counts around spans in the tree, and around all: what `parts` makes of `found` and `counted`."""
    n, tree, c = len(numbers) - 2, {tuple(span) for span in brackets.tolist()}, numbers.tolist()
    out = torch.zeros(2, 4, size, size)
    for start in range(n):
        for end in range(start + fewest, n + 1):
            at = {name: c[place(start, end)] for name, place in places.items()}
            inside, everywhere = parts(found(tree, start, end, n), counted(start, end, n, longest))
            for table, (a, b) in enumerate(pairs):
                out[0, table, at[a], at[b]] += inside
                out[1, table, at[a], at[b]] += everywhere
    return out


@count_spans.cases
def _(draw):
    """Classes (n + 2,), brackets (n - 1, 2), C, longest: two and three words, short limits, random ones."""
    yield torch.tensor([1, 0, 0, 1]), torch.tensor([[0, 2]]), 2, 10
    yield torch.tensor([2, 0, 1, 1, 2]), torch.tensor([[0, 3], [1, 3]]), 3, 10
    yield torch.tensor([2, 1, 0, 1, 0, 2]), torch.tensor([[0, 4], [0, 2], [2, 4]]), 3, 3
    yield torch.tensor([2, 1, 0, 0, 1, 2]), torch.tensor([[0, 4], [0, 3], [1, 3]]), 3, 2
    for n, classes, longest in ((5, 2, 9), (6, 3, 4), (8, 3, 5)):
        inner = draw.whole(0, classes, n)
        edge = torch.tensor([classes])
        yield torch.cat([edge, inner, edge]), drawn(draw, n), classes + 1, longest


for name, parts, text in (
    ("counts only outside in part 1", lambda h, c: (h and c, c > h), "Inside ones count there as well."),
    ("counts the spans of the tree alone", lambda h, c: (h and c, h and c), "Part 1 counts every span."),
    ("counts longer spans too", lambda h, c: (h, True), "Above `longest` a span is counted in neither part."),
    ("counts longer spans in part 1", lambda h, c: (h and c, True), "`longest` holds for both parts."),
    ("counts longer spans in part 0", lambda h, c: (h, c), "`longest` holds for part 0 as well."),
    ("counts longer spans of the tree", lambda h, c: (h, h or c), "`longest` holds for the tree as well."),
    ("exchanges the two parts", lambda h, c: (c, h and c), "Part 0 is inside the tree, part 1 everywhere."),
):
    count_spans.wrong(name, parts=parts).hint(text)
count_spans.wrong("finds no span in the tree", found=lambda *span: False).hint(
    "Part 0 stays 0. A set of rows of a tensor holds no pair of numbers: `tolist` and `tuple` make them."
)
count_spans.wrong("takes brackets' ends for inclusive", found=lambda t, s, e, n: (s, e - 1) in t).hint(
    "Ends are exclusive in both: ask for (start, end)."
)
count_spans.wrong("takes the whole for no bracket", found=lambda t, s, e, n: (s, e) in t and e - s < n).hint(
    "The whole sentence, (0, n), is a bracket of every tree."
)
for name, counted, text in (
    ("leaves out spans of `longest` words", lambda s, e, n, m: e - s < m, "Equal is allowed."),
    ("counts spans of one word more", lambda s, e, n, m: e - s <= m + 1, "The width is end - start."),
    ("leaves out the whole", lambda s, e, n, m: e - s <= min(n - 1, m), "It is a span, and a bracket."),
    ("leaves out the last end", lambda s, e, n, m: e - s <= m and e < n, "`range(a, n)` stops before n."),
    ("leaves out long sentences", lambda s, e, n, m: n <= m, "They have short spans, which count."),
    ("counts any whole", lambda s, e, n, m: e - s in (n, *range(m + 1)), "The limit holds for it as well."),
):
    count_spans.wrong(name, counted=counted).hint(text)
count_spans.wrong("counts single words too", fewest=1).hint("A span has two words or more.")
count_spans.wrong("leaves out the spans of two words", fewest=3).hint("The shortest span has two words.")
misread(count_spans)
count_spans.wrong(
    "counts a pair once, however often it occurs", lambda *case: count_spans(*case).clamp(max=1)
).hint("Two spans with the same classes are two. Adding at whole tensors of places adds once a place.")
