"""Tasks 9.1 and 9.2: the brackets that SPLIT makes of scores, and those of the cut between the words."""

from functools import partial

import torch

from prpn_course.builder import task
from prpn_course.draw import real

HAND = (2, 1, 4, 1, 3)  # the chapter's example, five words


def rows(spans, end=0):
    """Brackets as (m, 2) in the order of the contract; `end` is added to the ends."""
    ordered = sorted(spans, key=lambda span: (span[0], -span[1]))
    return torch.tensor([[first, last + end] for first, last in ordered])


def first_highest(d):
    """A choice of SPLIT: of a part, the first of the highest words."""
    return lambda start, end: max(range(start, end), key=d.__getitem__)


def last_highest(d):
    """The same, but the last of them."""
    return lambda start, end: max(range(start, end), key=lambda i: (d[i], i))


def lowest(d):
    """The first of the lowest."""
    return lambda start, end: min(range(start, end), key=d.__getitem__)


def by_split(choose, start, end, left=True, right=True, joined=True, twice=False):
    """SPLIT's brackets over the words start .. end-1; it goes on in the `left` and in the `right` part.

    What follows the chosen word is `joined` with it, `twice` where it is the first of its part.
    """
    if end - start < 2:
        return []
    i, same = choose(start, end), (left, right, joined, twice)
    new = joined and i < end - 1 and (twice or start < i)
    found = [(start, end), *([(i, end)] if new else [])]
    found += by_split(choose, start, i, *same) if left else []
    return found + (by_split(choose, i + 1, end, *same) if right else [])


def mirrored(choose, start, end):
    """((left, x_i), right) in place of (left, (x_i, right))."""
    if end - start < 2:
        return []
    i = choose(start, end)
    left = [(start, i + 1)] if start < i < end - 1 else []
    return [(start, end), *left, *mirrored(choose, start, i), *mirrored(choose, i + 1, end)]


def by_cut(choose, start, end, left=True, right=True):
    """The same of the cut between the words: choose(start, end) is the word before which it cuts."""
    if end - start < 2:
        return []
    cut = choose(start, end)
    found = [(start, end), *(by_cut(choose, start, cut, left, right) if left else [])]
    return found + (by_cut(choose, cut, end, left, right) if right else [])


def inside(choose):
    """A choice among the words that have a wall inside their part: the first word's stands at the edge."""
    return lambda start, end: choose(start + 1, end)


@task("9.1", section="Two rules, by hand", axes="k, e", tolerance=0)
def split_brackets(d, choice=first_highest, rule=by_split, keep=lambda spans, n: spans, end=0):
    """`choice` picks the word of a part, `rule` makes brackets of the choices, `keep` drops or adds some."""
    d = d.tolist()
    return rows(keep(rule(choice(d), 0, len(d)), len(d)), end)


@split_brackets.cases
def _(draw):
    """Scores (n,), n >= 2: three words, the chapter's, the two chains, ties, random ones, two words."""
    yield from map(real, ([3, 1, 2], HAND, [1, 2, 3, 4], [4, 3, 2, 1], [2, 3, 3, 1, 2, 3]))
    yield from map(draw.uniform, (4, 7, 10))
    yield draw.whole(0, 3, 8).float()  # three values: many ties
    yield real([1, 2])


split_brackets.wrong("takes the last of equal scores", choice=last_highest).hint(
    "Of equal scores the first is chosen. Does your comparison let a later equal one win?"
)
split_brackets.wrong("chooses the lowest score", choice=lowest).hint("SPLIT begins with the highest score.")
split_brackets.wrong(
    "cuts before the chosen word only, and not behind it",
    lambda d: rows(by_cut(inside(first_highest(d.tolist())), 0, len(d))),
).hint("That is the other rule. SPLIT sets the chosen word apart: what follows it is a part of its own.")
split_brackets.wrong("puts the chosen word at the end of the left part", rule=mirrored).hint(
    "(left, (x_i, right)): the chosen word begins the right half."
)
split_brackets.wrong(
    "forgets the bracket of the chosen word and what follows it", rule=partial(by_split, joined=False)
).hint("Count: n words have n - 1 brackets. Which bracket holds x_i and everything behind it?")
split_brackets.wrong(
    "notes a part twice if its first word is chosen", rule=partial(by_split, twice=True)
).hint("Where nothing stands before the chosen word, its bracket is the part itself, which you have noted.")
split_brackets.wrong("does not split the left part", rule=partial(by_split, left=False)).hint(
    "n words have n - 1 brackets. Those before the chosen word have brackets of their own."
)
split_brackets.wrong(
    "does not split what is right of the chosen word", rule=partial(by_split, right=False)
).hint("n words have n - 1 brackets. Those behind the chosen word have brackets of their own.")
split_brackets.wrong(
    "leaves out the bracket of the whole sentence", keep=lambda spans, n: spans[1:] or [(0, 0)]
).hint("The whole sentence is a bracket too: 0, n.")
split_brackets.wrong("writes the last word, not the place behind it", end=-1).hint(
    "Ends are exclusive, as in a slice: d[start:end] are the bracket's words."
)
split_brackets.wrong(
    "lists single words as brackets", keep=lambda spans, n: [*spans, *((i, i + 1) for i in range(n))]
).hint("A bracket has two words or more. When does your recursion stop?")
split_brackets.wrong(
    "forgets to add where the part begins, `argmax` of a slice counts from 0",
    choice=lambda d: lambda start, end: max(range(end - start), key=d[start:end].__getitem__),
).hint("In a part that begins at start, entry 0 of d[start:end] is word start.")
split_brackets.wrong(
    "splits once and lets both parts branch to the right",
    choice=lambda d: lambda start, end: first_highest(d)(0, len(d)) if end - start == len(d) else start,
).hint("SPLIT calls itself: each part has a highest word of its own.")
split_brackets.wrong(
    "splits only the left part further, and lets the right one branch to the right",
    choice=lambda d: (
        lambda start, end: start if end == len(d) and start > 0 else first_highest(d)(start, end)
    ),
).hint("What follows the chosen word is split as well, at its own highest word.")


@task("9.2", section="Cut between the words: every tree, unevenly", axes="k, e", tolerance=0, in_page=True)
def cut_brackets(distances, choice=first_highest, rule=by_cut, keep=lambda spans, n: spans, end=0):
    """`choice` picks the wall of a part, given a list whose entry i stands before word i."""
    walls = [0.0, *distances.tolist()]
    return rows(keep(rule(inside(choice(walls)), 0, len(walls)), len(walls)), end)


@cut_brackets.cases
def _(draw):
    """Distances (n - 1,), n >= 2: two walls, the chapter's, ties, random ones, one wall."""
    yield from map(real, ([1, 2], HAND[1:], [3, 2, 1], [1, 2, 3], [2, 2, 1, 2], [1, 3, 1, 2]))
    yield from map(draw.uniform, (4, 7, 10))
    yield draw.whole(0, 3, 8).float()
    yield real([5])


cut_brackets.wrong("takes the last of equal walls", choice=last_highest).hint(
    "Of equal walls the first is cut. Does your comparison let a later equal one win?"
)
cut_brackets.wrong("cuts at the lowest wall", choice=lowest).hint(
    "A high wall separates: it is cut first, and ends up at the top of the tree."
)
cut_brackets.wrong(
    "cuts behind the word to the right of the wall as well, as SPLIT does",
    lambda distances: rows(by_split(first_highest([-1.0, *distances.tolist()]), 0, len(distances) + 1)),
).hint("The word behind the wall is not set apart: both parts keep all of their inner walls.")
cut_brackets.wrong(
    "hands the numbers to SPLIT, with the highest one for the first word",
    lambda distances: rows(by_split(first_highest([1e9, *distances.tolist()]), 0, len(distances) + 1)),
).hint("There are n - 1 walls for n words: no number belongs to the first word.")
cut_brackets.wrong(
    "takes wall k for the one before word k",
    lambda distances: rows(by_cut(shifted(distances.tolist()), 0, len(distances) + 1)),
).hint("Entry k stands between word k and word k + 1: a cut there begins a part at k + 1.")
cut_brackets.wrong("does not cut the left part again", rule=partial(by_cut, left=False)).hint(
    "n words have n - 1 brackets. Those before the wall have brackets of their own."
)
cut_brackets.wrong("does not cut the right part again", rule=partial(by_cut, right=False)).hint(
    "n words have n - 1 brackets. Those behind the wall have brackets of their own."
)
cut_brackets.wrong(
    "leaves out the bracket of the whole sentence", keep=lambda spans, n: spans[1:] or [(0, 0)]
).hint("The whole sentence is a bracket too: 0, n.")
cut_brackets.wrong("writes the last word, not the place behind it", end=-1).hint(
    "Ends are exclusive, as in a slice."
)
cut_brackets.wrong(
    "lists single words as brackets", keep=lambda spans, n: [*spans, *((i, i + 1) for i in range(n))]
).hint("A bracket has two words or more. When does your recursion stop?")
cut_brackets.wrong(
    "cuts once and lets both parts branch to the right",
    choice=lambda d: lambda start, end: first_highest(d)(1, len(d)) if (start, end) == (1, len(d)) else start,
).hint("Each part is cut again, at its own highest wall.")
cut_brackets.wrong(
    "cuts in the middle, whatever the walls say", choice=lambda d: lambda start, end: (start + end) // 2
).hint("Where does your function look at the distances?")
cut_brackets.wrong(
    "forgets to add where the part begins, `argmax` of a slice counts from 0",
    choice=lambda d: lambda start, end: 1 + max(range(end - start), key=d[start:end].__getitem__),
).hint("In a part that begins at start, entry 0 of distances[start:end - 1] is wall start.")


def shifted(distances):
    """The cut that reads entry k as the wall before word k; the last word gets the lowest wall."""
    walls = [*distances, min(distances) - 1.0]
    return lambda start, end: max(range(start + 1, end), key=walls.__getitem__)
