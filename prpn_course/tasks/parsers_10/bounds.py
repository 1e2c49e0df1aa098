"""Tasks 10.5 and 10.6: what chance draws through SPLIT, and what no binary tree can pass."""

import math

import torch

from prpn_course.builder import task
from prpn_course.draw import real
from prpn_course.tasks.parsers_10.counting import CRITIC, LONE, MIDDLE, PLAIN, STACKED, flat_tree, nodes


def first_highest(d, start, end):
    """The first place of the highest score among start .. end - 1."""
    return start + int(d[start:end].argmax())


def around(start, place, end):
    """What SPLIT makes of a part: two parts to go on with, and the bracket of the word with what follows."""
    return [(start, place), (place + 1, end)], [(place, end)]


def brackets(d, choose=first_highest, cut=around, start=0, end=None):
    """The (start, end) of all parts that SPLIT makes, single words and empty parts among them."""
    end = len(d) if end is None else end
    if end - start < 2:
        return [(start, end)]
    parts, extra = cut(start, choose(d, start, end), end)
    return [(start, end), *extra, *(span for part in parts for span in brackets(d, choose, cut, *part))]


@task("10.5", section="Chance is not one thing", axes="start, end")
def chances(d, choose=first_highest, cut=around, keep=lambda start, end, n: end - start > 1, gather=set):
    """How often each span is among those of SPLIT, as a share of the rows of d."""
    draws, n = d.shape
    share = torch.zeros(n, n + 1)
    for row in d:
        for span in gather((a, b) for a, b in brackets(row, choose, cut) if keep(a, b, n)):
            share[span] += 1 / draws
    return share


@chances.cases
def _(draw):
    """Rows of scores (S, n): one over three words, four over four with ties, random ones, two words, one."""
    yield real([[0.2, 0.9, 0.4]])
    yield real([[0.3, 0.1, 0.9, 0.2], [0.5, 0.5, 0.5, 0.5], [0.1, 0.2, 0.3, 0.4], [0.6, 0.2, 0.8, 0.8]])
    yield from (draw.uniform(S, n) for S, n in ((2, 5), (6, 7)))
    yield draw.whole(0, 3, 5, 6).float()
    yield from (real([[1, 2], [2, 1], [3, 3]]), real([[0.5], [0.2]]))


def ties_last(d, start, end):
    """A mistake: the last place of the highest score."""
    return end - 1 - int(d[start:end].flip(0).argmax())


def between(d, start, end):
    """Another decoder: the highest score of start + 1 .. end - 1 says before which word to cut."""
    return start + 1 + int(d[start + 1 : end].argmax())


chances.wrong("takes the last of equal scores", choose=ties_last).hint(
    "With equal scores everywhere SPLIT must give the right-branching tree. `>=` or `>`?"
)
chances.wrong("chooses the lowest score", choose=lambda d, start, end: first_highest(-d, start, end)).hint(
    "The highest score opens the widest part."
)
chances.wrong(
    "hangs the chosen word on what stands before it",
    cut=lambda start, place, end: ([(start, place), (place + 1, end)], [(start, place + 1)]),
).hint("(left, (word, right)): which of the two parts does the chosen word lean to?")
chances.wrong(
    "cuts between words, and never leaves the chosen word alone",
    choose=between,
    cut=lambda start, place, end: ([(start, place), (place, end)], []),
).hint(
    "That is the decoder for distances. SPLIT takes the chosen word out, and goes on with what follows it."
)
chances.wrong(
    "forgets the bracket around the chosen word and what follows it",
    cut=lambda start, place, end: ([(start, place), (place + 1, end)], []),
).hint("(left, (word, right)) has two brackets: the outer one, and one more.")
chances.wrong(
    "does not split the part before the chosen word",
    cut=lambda start, place, end: ([(place + 1, end)], [(place, end)]),
).hint("Both parts are split again, in the same way.")
chances.wrong(
    "does not split the part after the chosen word",
    cut=lambda start, place, end: ([(start, place)], [(place, end)]),
).hint("What follows the chosen word may be long: it is split again, just as what stands before it.")
chances.wrong(
    "takes the place of the highest score in its part for its place in the sentence",
    choose=lambda d, start, end: int(d[start:end].argmax()),
).hint("`d[start:end].argmax()` counts from `start`. Where is that in the sentence?")
chances.wrong("counts the rows in place of giving their share", lambda d: chances(d) * len(d)).hint(
    "The span over the whole sentence is in every tree: its share is 1."
)
chances.wrong(
    "writes the last word of a span in place of the place behind it",
    lambda d: torch.cat([chances(d)[:, 1:], torch.zeros(d.size(1), 1)], 1),
).hint("Ends are exclusive, so the whole sentence stands at [0, n], in the last column.")
chances.wrong("counts a span twice in a row where the first word is chosen", gather=list).hint(
    "A share above 1: where the place is the start, two brackets are one span. A set holds it once."
)
chances.wrong("counts single words", keep=lambda start, end, n: end > start).hint("A word is no claim.")
chances.wrong("leaves out the whole sentence", keep=lambda start, end, n: 1 < end - start < n).hint(
    "The whole sentence is a span too: entry [0, n] is 1 wherever n is 2 or more."
)
chances.wrong("exchanges start and end", lambda d: chances(d).T).hint("Rows are starts, columns ends.")


def catalan(k):
    """The number of binary trees over k + 1 parts."""
    return math.comb(2 * k, k) // (k + 1)


def claims(tree):
    """How many spans a tree has besides the whole sentence, and how many words."""
    every = nodes(tree)
    n = every[-1][1]
    return len({(a, b) for a, b, _ in every if 1 < b - a < n}), n


def best_f1(gold, n):
    """F1 of a binary tree over n words with all the gold spans, the root left out."""
    return 2 * gold / (gold + n - 2) if n > 2 else 1.0


@task("10.6", section="Trees that nobody learnt", axes="k")
def ceiling(tree, f1=best_f1, count=claims, ways=lambda k: catalan(k - 1), join=math.prod):
    """The best F1, and the number of trees that reach it: a node with k parts is joined in `ways(k)`."""
    parts = [k for _, _, k in nodes(tree) if k]
    return torch.tensor([f1(*count(tree)), join(map(ways, parts))], dtype=torch.float64)


THREE = ("so", "very", "slow")


@ceiling.cases
def _(draw):
    """Trees as nested tuples over two or more words: the chapter's, flat and stacked ones, random ones."""
    flat = tuple("abc"), tuple("abcde"), (("a", "b", "c", "d"), "e", ("f", "g", "h")), (THREE, THREE, THREE)
    yield from (CRITIC, PLAIN, MIDDLE, *flat, LONE, STACKED)
    yield from (*(flat_tree(draw, n) for n in (5, 8, 11)), ("good", "film"))


ceiling.wrong("counts the whole sentence as a hit", f1=lambda gold, n: 2 * (gold + 1) / (gold + n)).hint(
    "Without the root: it is left out of both trees."
)
ceiling.wrong("gives the recall", f1=lambda gold, n: 1.0).hint("Recall is 1. What is claimed besides?")
ceiling.wrong("gives the precision", f1=lambda gold, n: gold / (n - 2) if n > 2 else 1.0).hint(
    "That is the share of the claims that are right. F1 counts the hits twice, and divides by both numbers."
)
ceiling.wrong(
    "gives the binary tree n - 1 spans besides the whole sentence",
    f1=lambda gold, n: 2 * gold / (gold + n - 1) if n > 2 else 1.0,
).hint("n - 1 nodes in all, and one of them is the root.")
ceiling.wrong("leaves the root out of the gold tree only", f1=lambda gold, n: 2 * gold / (gold + n - 1)).hint(
    "The binary tree has n - 1 spans with its root. Without it, n - 2; and two words are left with none."
)
ceiling.wrong("divides by 0 for two words", f1=lambda gold, n: 2 * gold / (gold + n - 2)).hint(
    "Two words: nothing to find, nothing to claim. The score is 1."
)
ceiling.wrong("gives 0 for two words", f1=lambda gold, n: 2 * gold / max(gold + n - 2, 1)).hint(
    "Nothing was to be found and nothing claimed: that scores 1."
)
ceiling.wrong(
    "counts a span twice where two nodes stand over the same words",
    count=lambda tree: (sum(1 < b - a < claims(tree)[1] for a, b, _ in nodes(tree)), claims(tree)[1]),
).hint("Spans are a set: two nodes over the same words are one claim.")
ceiling.wrong(
    "counts a phrase of one word as a span",
    count=lambda tree: (
        len({(a, b) for a, b, k in nodes(tree) if k and b - a < claims(tree)[1]}),
        claims(tree)[1],
    ),
).hint("A node over one word is no span.")
ceiling.wrong("counts the ways of k parts as those of k + 1", ways=catalan).hint(
    "Two parts can be joined in one way, three in two, four in five."
)
ceiling.wrong("adds the ways up", join=sum).hint("Each choice at one node goes with each choice at another.")
ceiling.wrong("adds the ways up, beginning at 1", join=lambda ways: 1 + sum(ways)).hint("Sum or product?")
ceiling.wrong("doubles the ways with each part after the second", ways=lambda k: 2 ** max(k - 2, 0)).hint(
    "Right for three parts. Four parts can be joined in five ways: count them on paper, or use the formula."
)
ceiling.wrong("counts the orders of joining", ways=lambda k: math.factorial(k - 1)).hint(
    "Four parts: ((a b) (c d)) is one tree, whichever of its two pairs is joined first."
)
ceiling.wrong("joins one pair of neighbours and stops", ways=lambda k: max(k - 1, 1)).hint(
    "After the first pair of four parts, three are left. They have to be joined too."
)
ceiling.wrong(
    "counts all binary trees over the words",
    lambda tree: torch.stack([ceiling(tree)[0], real(catalan(claims(tree)[1] - 1)).double()]),
).hint("Only those trees that have every gold span. A node of two parts leaves no choice.")
