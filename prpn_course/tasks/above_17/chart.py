"""Tasks 17.3 and 17.4: the tree of the highest sum, and the votes of several trees."""

import torch

from prpn_course.builder import task
from prpn_course.tasks.scores_09.brackets import rows
from prpn_course.tasks.scores_09.trees import drawn

BY_HAND = {(0, 2): -1, (1, 3): 2, (2, 4): 1, (0, 3): -4, (1, 4): 0, (0, 4): 3}


def by_start(n):
    """Spans of two words or more, by where they begin."""
    return [(start, end) for start in range(n) for end in range(start + 2, n + 1)]


best_spans = task("17.3", section="The best tree, by hand", axes="bracket, place", tolerance=0)


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


best_spans.wrong("takes the last of equal cuts", "max(worth, ", "max(reversed(worth), ",
    "Of equal cuts the first is taken: `>`, not `>=`?")
best_spans.wrong("looks for the lowest sum",
    "max(worth,", "min(worth,", "max(worth.values())", "min(worth.values())",
    "A high score means: looks like a phrase.")
best_spans.wrong("never cuts behind the first word",
    "range(start + 1, end)", "range(min(start + 2, end - 1), end)",
    "A single word may be the left half too.")
best_spans.wrong("never cuts before the last word",
    "range(start + 1, end)", "range(start + 1, max(end - 1, start + 2))",
    "A single word may be the right half too.")
best_spans.wrong("cuts where both halves have high scores of their own, and looks no deeper",
    " + max(worth.values())", "",
    "What is a half worth? Its own score and the best that can be had inside it.")
best_spans.wrong("always cuts behind the first word, as if no span had a score of its own",
    "float(scores[start, end]) + ", "",
    "The best sum over a span is its own score plus that of its two best halves. Does yours add both?")
best_spans.wrong("lets no sum fall below 0",
    "float(scores[start, end]) + max(worth.values())",
    "max(0, float(scores[start, end]) + max(worth.values()))",
    "A tree must take its spans even where they cost: a sum may be negative.")
best_spans.wrong("looks for sums above 0 alone, and keeps the first cut where there is none",
    "key=worth.get)", "key=worth.get) if max(worth.values()) > 0 else start + 1",
    "+ max(worth.values())", "+ max(0, *worth.values())",
    "Every sum may lie below 0: begin the search with what the first cut is worth.")
best_spans.wrong("looks for sums above -1 alone, and keeps the first cut where there is none",
    "key=worth.get)", "key=worth.get) if max(worth.values()) > -1 else start + 1",
    "+ max(worth.values())", "+ max(-1, *worth.values())",
    "Every sum may lie below -1: begin the search with what the first cut is worth.")
best_spans.wrong("joins the two best neighbours, again and again", joined,
    "The best pair may stand in the way of two that are better together. The chart tries every cut.")
best_spans.wrong("takes the highest scores, whether they cross or not", highest,
    "The spans of a tree do not cross: build them from cuts.")
best_spans.wrong("takes the highest score that crosses none taken before", not_crossing,
    "One high span may rule out two that are better together. The chart tries every cut.")
best_spans.wrong("takes the better half of a cut alone",
    "best[start, k] + best[k, end]", "max(best[start, k], best[k, end])",
    "Both halves stand in the tree: their worth is added.")
best_spans.wrong("takes the worse half of a cut alone",
    "best[start, k] + best[k, end]", "min(best[start, k], best[k, end])",
    "Both halves stand in the tree: add what they are worth.")
best_spans.wrong("counts the left half of a cut alone", " + best[k, end]", "",
    "Is the right half filled yet? Narrow spans first.")
best_spans.wrong("counts the right half of a cut alone", "best[start, k] + ", "",
    "Is the left half filled yet, and added?")
best_spans.wrong("multiplies what both halves are worth", "best[start, k] +", "best[start, k] *",
    "Sums are asked for: a word's 0 adds nothing.")
best_spans.wrong("leaves out the whole sentence",
    "in_order(collect(0, n))", "in_order(collect(0, n)[1:] or [(0, 0)])",
    "The whole sentence is a bracket too: 0, n.")
best_spans.wrong("writes the last word, not the place behind it", "[(start, end)", "[(start, end - 1)",
    "Ends are exclusive, as in a slice.")


vote_scores = task(
    "17.4", section="The best tree, by hand", axes="start, end", tolerance=0
)


@vote_scores.cases
def _(draw):
    """Brackets (m, n - 1, 2) of m trees: two over three words, three of which two agree, random, one tree."""
    yield torch.tensor([[[0, 3], [0, 2]], [[0, 3], [1, 3]]])
    yield torch.tensor([[[0, 4], [0, 2], [2, 4]], [[0, 4], [1, 4], [2, 4]], [[0, 4], [0, 2], [2, 4]]])
    for m, n in ((3, 5), (5, 6), (4, 8)):
        yield torch.stack([drawn(draw, n) for _ in range(m)])
    yield torch.tensor([[[0, 3], [1, 3]]])


vote_scores.wrong("counts a span once, however many trees have it", "+= 1", "= 1",
    "`=` sets a place, `+=` adds to it; with whole tensors of places `+= 1` adds once: go through the trees.")
vote_scores.wrong("gives the share of the trees", "return votes", "return votes / len(brackets)",
    "Count; do not divide.")
vote_scores.wrong("keeps the spans of a majority only",
    "return votes", "return votes * (2 * votes > len(brackets))",
    "A lone vote counts as well.")
vote_scores.wrong("says which spans a majority has",
    "return votes", "return (2 * votes > len(brackets)).float()",
    "How many have it is asked for.")
vote_scores.wrong("takes what it did not find off", "return votes", "return 2 * votes - len(brackets)",
    "A span that no tree has gets 0.")
vote_scores.wrong("counts words",
    "return votes", "return votes + len(brackets) * torch.eye(n, n + 1).roll(1, 1)",
    "Single words are no brackets.")
vote_scores.wrong("leaves out the whole sentence", "+= 1", "+= end - start < n",
    "Every tree has it: its entry is m.")
vote_scores.wrong("leaves out the spans of two words", "+= 1", "+= end - start > 2",
    "These brackets are votes as well.")
vote_scores.wrong("adds the length of the bracket", "+= 1", "+= end - start",
    "Each tree has one vote for each of its brackets, a long one or a short one.")
vote_scores.wrong("writes at an inclusive end", "votes[start, end]", "votes[start, end - 1]",
    "The whole sentence is the entry [0, n].")
vote_scores.wrong("writes ends as rows", "votes[start, end]", "votes[end - 1, start]",
    "Starts choose the row, ends the column.")
vote_scores.wrong("writes the width for the end", "votes[start, end]", "votes[start, end - start]",
    "The column is the end of the bracket.")
vote_scores.wrong("hears the first tree alone", "brackets.tolist()", "brackets[:1].tolist()",
    "There are m trees: go through all of them.")
vote_scores.wrong("leaves out the last tree", "brackets.tolist()", "brackets[:-1].tolist()",
    "Does your loop reach the last tree?")
