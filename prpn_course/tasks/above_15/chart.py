"""Tasks 15.3 and 15.4: the tree of the highest sum, and the votes of several trees."""

import operator
from functools import partial

import torch

from prpn_course.builder import task
from prpn_course.tasks.scores_09.brackets import rows
from prpn_course.tasks.scores_09.trees import drawn

BY_HAND = {(0, 2): -1, (1, 3): 2, (2, 4): 1, (0, 3): -4, (1, 4): 0, (0, 4): 3}


def first_cut(start, end, value):
    """The first cut of the highest value."""
    return max(range(start + 1, end), key=value)


def last_cut(start, end, value):
    """The last of them."""
    return max(range(start + 1, end), key=lambda cut: (value(cut), cut))


def lowest(start, end, value):
    """The first cut of the lowest."""
    return min(range(start + 1, end), key=value)


def narrow(first, last):
    """As `first_cut`, without so many cuts at each side, where any is left."""

    def cut(start, end, value):
        some = range(start + 1 + first, end - last) or range(start + 1, end)
        return max(some, key=value)

    return cut


def searching_from(floor):
    """A search that begins with the first cut, and with `floor` for what it is worth."""

    def cut(start, end, value):
        found = first_cut(start, end, value)
        return found if value(found) > floor else start + 1

    return {"choose": cut, "up": lambda own, below: own + max(floor, below)}


def short_first(n):
    """Spans of two words or more, short ones first."""
    return [(start, start + width) for width in range(2, n + 1) for start in range(n - width + 1)]


def by_start(n):
    """The same by where they begin."""
    return [(start, end) for start in range(n) for end in range(start + 2, n + 1)]


@task("15.3", section="The best tree, by hand", axes="k, e", tolerance=0)
def best_spans(
    scores,
    choose=first_cut,
    both=operator.add,
    up=lambda own, below: own + below,
    keep=lambda spans: spans,
    end=0,
):
    """`choose` cuts each span; `up` joins its score with the best below it."""
    n, best, cuts = len(scores), {}, {}
    own = scores.tolist()
    for start, stop in short_first(n):
        value = partial(halves, best, both, start, stop)
        cut = cuts[start, stop] = choose(start, stop, value)
        best[start, stop] = up(own[start][stop], value(cut))
    return rows(keep(collect(cuts, 0, n)), end)


def halves(best, both, start, end, cut):
    """What both sides of a cut are worth; a word counts nothing."""
    return both(best.get((start, cut), 0.0), best.get((cut, end), 0.0))


def collect(cuts, start, end):
    """The spans of the tree that the cuts describe."""
    if end - start < 2:
        return []
    cut = cuts[start, end]
    return [(start, end), *collect(cuts, start, cut), *collect(cuts, cut, end)]


def filled(chosen, n):
    """Scores (n, n + 1) from a few."""
    out = torch.zeros(n, n + 1)
    for start, end in by_start(n):
        out[start, end] = chosen.get((start, end), 0)
    return out


@best_spans.cases
def _(draw):
    """Scores (n, n + 1): three words, four by hand, all alike, traps, random, two words, all below zero."""
    yield filled({(0, 2): 1, (1, 3): -2, (0, 3): 5}, 3)
    yield filled({(0, 2): -1, (1, 3): -5, (0, 3): -2}, 3)
    yield filled({(0, 2): -0.5, (1, 3): -5, (0, 3): -2}, 3)
    yield filled({(0, 2): -4, (1, 3): -9, (2, 4): 4, (0, 3): 2, (1, 4): -9}, 4)
    yield filled(BY_HAND, 4)
    yield filled({}, 4)
    yield filled({(1, 3): 3, (0, 2): 2, (2, 4): 2}, 4)
    yield filled({(0, 3): 4, (1, 4): 3, (1, 3): 0, (0, 2): -9, (1, 2): 0, (2, 4): 3}, 4)
    for n in (5, 6, 8):
        yield filled({span: float(draw.normal(1)) for span in by_start(n)}, n)
    yield filled({span: int(draw.whole(-1, 2)) for span in by_start(6)}, 6)  # many ties
    yield filled({}, 2)
    yield filled({span: int(draw.whole(-900, -300)) for span in by_start(7)}, 7)


def joined(scores):
    """Greedy from below: join the two neighbours whose span has the highest score."""
    own, parts, found = scores.tolist(), [(i, i + 1) for i in range(len(scores))], []
    while len(parts) > 1:
        k = max(range(len(parts) - 1), key=lambda k: own[parts[k][0]][parts[k + 1][1]])
        parts[k : k + 2] = [(parts[k][0], parts[k + 1][1])]
        found.append(parts[k])
    return rows(found)


def highest(scores):
    """The n - 1 spans of the highest scores, whether they cross or not."""
    n = len(scores)
    ranked = sorted(by_start(n), key=lambda span: -float(scores[span]))
    return rows(ranked[: n - 1])


def not_crossing(scores):
    """The highest score, then the next that crosses none taken before."""
    taken = []
    for a, b in sorted(by_start(len(scores)), key=lambda span: -float(scores[span])):
        if not any(a < c < b < d or c < a < d < b for c, d in taken):
            taken.append((a, b))
    return rows(sorted(taken, key=lambda span: (span[0], -span[1])))


for name, choose, text in (
    ("takes the last of equal cuts", last_cut, "Of equal cuts the first is taken: `>`, not `>=`?"),
    ("looks for the lowest sum", lowest, "A high score means: looks like a phrase."),
    ("never cuts behind the first word", narrow(1, 0), "A single word may be the left half too."),
    ("never cuts before the last word", narrow(0, 1), "A single word may be the right half too."),
):
    best_spans.wrong(name, choose=choose).hint(text)
best_spans.wrong(
    "cuts where both halves have high scores of their own, and looks no deeper", up=lambda own, below: own
).hint("What is a half worth? Its own score and the best that can be had inside it.")
best_spans.wrong(
    "always cuts behind the first word, as if no span had a score of its own", up=lambda own, below: below
).hint("The best sum over a span is its own score plus that of its two best halves. Does yours add both?")
best_spans.wrong("lets no sum fall below 0", up=lambda own, below: max(0, own + below)).hint(
    "A tree must take its spans even where they cost: a sum may be negative."
)
for floor in (0, -1):
    best_spans.wrong(
        f"looks for sums above {floor} alone, and keeps the first cut where there is none",
        **searching_from(floor),
    ).hint(f"Every sum may lie below {floor}: begin the search with what the first cut is worth.")
best_spans.wrong("joins the two best neighbours, again and again", joined).hint(
    "The best pair may stand in the way of two that are better together. The chart tries every cut."
)
best_spans.wrong("takes the highest scores, whether they cross or not", highest).hint(
    "The spans of a tree do not cross: build them from cuts."
)
best_spans.wrong("takes the highest score that crosses none taken before", not_crossing).hint(
    "One high span may rule out two that are better together. The chart tries every cut."
)
for name, both, text in (
    ("takes the better half of a cut alone", max, "Both halves stand in the tree: their worth is added."),
    ("takes the worse half of a cut alone", min, "Both halves stand in the tree: add what they are worth."),
    (
        "counts the left half of a cut alone",
        lambda a, b: a,
        "Is the right half filled yet? Narrow spans first.",
    ),
    ("counts the right half of a cut alone", lambda a, b: b, "Is the left half filled yet, and added?"),
    ("multiplies what both halves are worth", operator.mul, "Sums are asked for: a word's 0 adds nothing."),
):
    best_spans.wrong(name, both=both).hint(text)
best_spans.wrong("leaves out the whole sentence", keep=lambda spans: spans[1:] or [(0, 0)]).hint(
    "The whole sentence is a bracket too: 0, n."
)
best_spans.wrong("writes the last word, not the place behind it", end=-1).hint(
    "Ends are exclusive, as in a slice."
)


@task("15.4", section="Ten parsers, and a ruler beside them", axes="start, end", tolerance=0)
def vote_scores(
    brackets,
    turn=lambda counts, m: counts,
    keep=lambda start, end, n: True,
    write=lambda start, end: (start, end),
    take=None,
):
    """The counts of `keep`, as `turn` gives them, put where `write` says; `take` chooses among the trees."""
    n = brackets.size(1) + 1
    counts = torch.zeros(n, n + 1)
    for tree in brackets[:take].tolist():
        for start, end in tree:
            if keep(start, end, n):
                counts[write(start, end)] += 1
    return turn(counts, len(brackets))


@vote_scores.cases
def _(draw):
    """Brackets (m, n - 1, 2) of m trees: two over three words, three of which two agree, random, one tree."""
    yield torch.tensor([[[0, 3], [0, 2]], [[0, 3], [1, 3]]])
    yield torch.tensor([[[0, 4], [0, 2], [2, 4]], [[0, 4], [1, 4], [2, 4]], [[0, 4], [0, 2], [2, 4]]])
    for m, n in ((3, 5), (5, 6), (4, 8)):
        yield torch.stack([drawn(draw, n) for _ in range(m)])
    yield torch.tensor([[[0, 3], [1, 3]]])


vote_scores.wrong("counts a span once, however many trees have it", turn=lambda c, m: c.clamp(max=1)).hint(
    "`counts[starts, ends] += 1` with whole tensors adds 1 to each place once: go through the trees."
)
for name, turn, text in (
    ("gives the share of the trees", lambda c, m: c / m, "Count; do not divide."),
    ("keeps the spans of a majority only", lambda c, m: c * (2 * c > m), "A lone vote counts as well."),
    ("says which spans a majority has", lambda c, m: (2 * c > m).float(), "How many have it is asked for."),
    ("takes what it did not find off", lambda c, m: 2 * c - m, "A span that no tree has gets 0."),
    ("counts words", lambda c, m: c + m * torch.eye(*c.shape).roll(1, 1), "Single words are no brackets."),
):
    vote_scores.wrong(name, turn=turn).hint(text)
for name, keep, text in (
    ("leaves out the whole sentence", lambda s, e, n: e - s < n, "Every tree has it: its entry is m."),
    ("leaves out the spans of two words", lambda s, e, n: e - s > 2, "These brackets are votes as well."),
):
    vote_scores.wrong(name, keep=keep).hint(text)
for name, write, text in (
    ("writes at an inclusive end", lambda s, e: (s, e - 1), "The whole sentence is the entry [0, n]."),
    ("writes ends as rows", lambda s, e: (e - 1, s), "Starts choose the row, ends the column."),
    ("writes the width for the end", lambda s, e: (s, e - s), "The column is the end of the bracket."),
):
    vote_scores.wrong(name, write=write).hint(text)
vote_scores.wrong("hears the first tree alone", take=1).hint("There are m trees: go through all of them.")
vote_scores.wrong("leaves out the last tree", lambda b: vote_scores(b[:-1])).hint(
    "Does your loop reach the last tree?"
)
