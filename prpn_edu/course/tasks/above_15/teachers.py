"""Tasks 15.5 and 15.6: how much a teacher agrees with the others, and what its trees let one count."""

from statistics import fmean

import torch

from prpn_edu.course.builder import task
from prpn_edu.course.tasks.above_15.tables import PAIRS, PLACES, SHIFTED
from prpn_edu.course.tasks.scores_09.trees import drawn


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


agreement.wrong("counts the whole sentence, which all trees share", f1=lambda a, b: shared(a, b, True)).hint(
    "Every tree has the span (0, n). Without it each tree has n - 2."
)
agreement.wrong("compares a teacher with itself too", mine=True).hint(
    "With itself everyone agrees wholly. There are m - 1 others."
)
agreement.wrong("adds up over the others", over=sum).hint("The mean over the m - 1 others is asked for.")
agreement.wrong("takes the best agreement with another", over=max).hint(
    "A mean over all others, not the highest."
)
agreement.wrong("takes the worst agreement with another", over=min).hint(
    "A mean over all others, not the lowest."
)
agreement.wrong("adds up over the sentences", mean=sum).hint("The mean over the sentences is asked for.")
agreement.wrong(
    "compares with the next teacher alone",
    lambda b: torch.tensor([float(agreement(b[[k, (k + 1) % len(b)]])[0]) for k in range(len(b))]),
).hint("Each teacher is compared with every other.")
agreement.wrong(
    "divides what is shared by all n - 1 spans",
    f1=lambda a, b: shared(a, b) * (len(a) - 1) / len(a),
).hint("Without the whole sentence a binary tree has n - 2 spans: divide by these.")
agreement.wrong(
    "counts the sentences on which two agree in everything", f1=lambda a, b: float(shared(a, b) == 1)
).hint("Half an agreement is half: count the shared spans.")
agreement.wrong(
    "divides by the spans that either has", f1=lambda a, b: (lambda x: x / (2 - x))(shared(a, b))
).hint("F1 of two trees with as many spans is shared spans over n - 2.")
agreement.wrong("looks at the first sentence alone", lambda b: agreement(b[:, :1])).hint(
    "There are S sentences; take the mean over all."
)


@task("15.6", section="When is a pupil better than its teacher?", axes="kind, table, a, b", tolerance=0)
def count_spans(
    numbers,
    brackets,
    size,
    longest,
    places=PLACES,
    pairs=PAIRS,
    short=lambda width, longest: width <= longest,
    fewest=2,
    cut_inside=True,
    outside=False,
):
    """Counts around spans in the tree, and around all; with `outside`, the second without the first."""
    n, inside = len(numbers) - 2, {tuple(span) for span in brackets.tolist()}
    out = torch.zeros(2, 4, size, size)
    for start in range(n):
        for end in range(start + fewest, n + 1):
            at = {name: int(numbers[place(start, end)]) for name, place in places.items()}
            within = short(end - start, longest)
            held = (start, end) in inside and (within or not cut_inside)
            for table, (a, b) in enumerate(pairs):
                out[0, table, at[a], at[b]] += held
                out[1, table, at[a], at[b]] += within and not (outside and held)
    return out


@count_spans.cases
def _(draw):
    """Classes (n + 2,), brackets (n - 1, 2), C, longest: two and three words, a short limit, random ones."""
    yield torch.tensor([1, 0, 0, 1]), torch.tensor([[0, 2]]), 2, 10
    yield torch.tensor([2, 0, 1, 1, 2]), torch.tensor([[0, 3], [1, 3]]), 3, 10
    yield torch.tensor([2, 1, 0, 1, 0, 2]), torch.tensor([[0, 4], [0, 2], [2, 4]]), 3, 3
    for n, classes, longest in ((5, 2, 9), (6, 3, 4), (8, 3, 5)):
        inner = draw.whole(0, classes, n)
        edge = torch.tensor([classes])
        yield torch.cat([edge, inner, edge]), drawn(draw, n), classes + 1, longest


count_spans.wrong("counts only outside the tree in the second part", outside=True).hint(
    "`everywhere` holds all spans, those of the tree too; `log_ratios` takes them off."
)
count_spans.wrong("counts longer spans too", short=lambda width, longest: True).hint(
    "Spans of more than `longest` words are counted in neither part."
)
count_spans.wrong("counts longer spans of the tree", cut_inside=False).hint(
    "`longest` holds for the spans of the tree as well."
)
count_spans.wrong("leaves out the spans of just `longest` words", short=lambda w, longest: w < longest).hint(
    "Up to `longest` words: equal is allowed."
)
count_spans.wrong("counts single words too", fewest=1).hint("A span has two words or more.")
count_spans.wrong("forgets that entry 0 is the end of the sentence", places=SHIFTED).hint(
    "Word i of the sentence is entry i + 1 of `numbers`."
)
count_spans.wrong("exchanges rows and columns", pairs=tuple((b, a) for a, b in PAIRS)).hint(
    "The first class of a pair chooses the row."
)
count_spans.wrong(
    "takes the first two tables in the other order", pairs=(PAIRS[1], PAIRS[0], *PAIRS[2:])
).hint("Table 0 is about (first, last), table 1 about (before, after).")
count_spans.wrong(
    "takes the last two tables in the other order", pairs=(*PAIRS[:2], PAIRS[3], PAIRS[2])
).hint("Table 2 is about (before, first), table 3 about (last, after).")
count_spans.wrong(
    "counts a pair once, however often it occurs", lambda *case: count_spans(*case).clamp(max=1)
).hint("Two spans with the same classes are two. Adding at whole tensors of places adds once a place.")
count_spans.wrong("exchanges the two parts", lambda *case: count_spans(*case).flip(0)).hint(
    "Part 0 is inside the tree, part 1 everywhere."
)
