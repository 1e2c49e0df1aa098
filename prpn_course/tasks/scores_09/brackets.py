"""Tasks 9.1 and 9.2: the brackets that SPLIT makes of scores, and those of the cut between the words."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

HAND = (2, 1, 4, 1, 3)  # five words, with a tie


def rows(spans, end=0):
    """Brackets as (m, 2) in the order of the contract; `end` is added to the ends."""
    ordered = sorted(spans, key=lambda span: (span[0], -span[1]))
    return torch.tensor([[first, last + end] for first, last in ordered])


split_brackets = task("9.1", section="Two rules, by hand", axes="bracket, place", tolerance=0)


@split_brackets.cases
def _(draw):
    """Scores (n,), n >= 2: three words, the chapter's, the two chains, ties, below 0, random, two words."""
    yield from map(real, ([3, 1, 2], HAND, [1, 2, 3, 4], [4, 3, 2, 1], [2, 3, 3, 1, 2, 3], [-3, -2, -1, -4]))
    yield from map(draw.uniform, (4, 7, 10))
    yield draw.whole(0, 3, 8).float()  # three values: many ties
    yield real([1, 2])


split_brackets.wrong("takes the last of equal scores", "d[k]", "(d[k], k)",
    "Of equal scores the first is chosen. Does your comparison let a later equal one win?")
split_brackets.wrong("begins its search at 0, which no score below 0 passes", "d[k]", "max(d[k], 0)",
    "Scores may be negative. Begin with the first score of the part, or with minus infinity.")
split_brackets.wrong("chooses the lowest score", "max(", "min(", "SPLIT begins with the highest score.")
split_brackets.wrong("cuts before the chosen word only, and not behind it",
    "range(start, end)", "range(start + 1, end)", "found.append((i, end))", "pass", "i + 1, end", "i, end",
    "That is the other rule. SPLIT sets the chosen word apart: what follows it is a part of its own.")
split_brackets.wrong("puts the chosen word at the end of the left part", "(i, end))", "(start, i + 1))",
    "(left, (x_i, right)): the chosen word begins the right half.")
split_brackets.wrong("forgets the bracket of the chosen word and what follows it",
    "found.append((i, end))", "pass",
    "Count: n words have n - 1 brackets. Which bracket holds x_i and everything behind it?")
split_brackets.wrong("notes a part twice if its first word is chosen", "start < i and ", "",
    "Where nothing stands before the chosen word, its bracket is the part itself, which you have noted.")
split_brackets.wrong("does not split the left part", "part(start, i)", "",
    "n words have n - 1 brackets. Those before the chosen word have brackets of their own.")
split_brackets.wrong("does not split what is right of the chosen word", "part(i + 1, end)", "",
    "n words have n - 1 brackets. Those behind the chosen word have brackets of their own.")
split_brackets.wrong("leaves out the bracket of the whole sentence", "(found)", "(found[1:] or [(0, 0)])",
    "The whole sentence is a bracket too: 0, n.")
split_brackets.wrong("writes the last word, not the place behind it",
    "in_order(found)", "in_order(found) - torch.tensor([0, 1])",
    "Ends are exclusive, as in a slice: d[start:end] are the bracket's words.")
split_brackets.wrong("lists single words as brackets",
    "(found)", "(found + [(i, i + 1) for i in range(len(d))])",
    "A bracket has two words or more. When does your recursion stop?")
split_brackets.wrong("splits once and lets both parts branch to the right",
    "d[k])", "d[k]) if end - start == len(d) else start",
    "SPLIT calls itself: each part has a highest word of its own.")
split_brackets.wrong("splits only the left part further, and lets the right one branch to the right",
    "d[k])", "d[k]) if start == 0 or end < len(d) else start",
    "What follows the chosen word is split as well, at its own highest word.")


cut_brackets = task(
    "9.2", section="Two rules, by hand", axes="bracket, place", tolerance=0, in_page=True
)


@cut_brackets.cases
def _(draw):
    """Distances (n - 1,), n >= 2: two of them, the chapter's, ties, below 0, random ones, a single one."""
    yield from map(real, ([1, 2], HAND[1:], [3, 2, 1], [1, 2, 3], [2, 2, 1, 2], [1, 3, 1, 2], [-3, -1, -2]))
    yield from map(draw.uniform, (4, 7, 10))
    yield draw.whole(0, 3, 8).float()
    yield real([5])


cut_brackets.wrong("takes the last of equal distances", "walls.__getitem__", "lambda k: (walls[k], k)",
    "Of equal distances this task cuts at the first; the tree of the gates would be cut at the last. "
    "Does your comparison let a later equal one win?")
cut_brackets.wrong("begins its search at 0, which no distance below 0 passes",
    "walls.__getitem__", "lambda k: max(walls[k], 0)",
    "Distances may be negative here. Begin with the first one of the part, or with minus infinity.")
cut_brackets.wrong("cuts at the smallest distance", "max(", "min(",
    "A large distance separates: it is cut first, and ends up at the top of the tree.")
cut_brackets.wrong("cuts behind the word to the right of the cut as well, as SPLIT does",
    lambda distances: split_brackets(torch.cat([distances.min().view(1) - 1, distances])),
    "The word behind the cut is not set apart: both parts keep all of their inner distances.")
cut_brackets.wrong("hands the numbers to SPLIT, with the highest one for the first word",
    lambda distances: split_brackets(torch.cat([real([1e9]), distances])),
    "There are n - 1 distances for n words: no number belongs to the first word.")
cut_brackets.wrong("takes distance k for the one before word k",
    "distances.tolist()", "distances.tolist()[1:] + [distances.min() - 1]",
    "Entry k stands between word k and word k + 1: a cut there begins a part at k + 1.")
cut_brackets.wrong("does not cut the left part again", "*halves(start, k + 1), ", "",
    "n words have n - 1 brackets. Those before the cut have brackets of their own.")
cut_brackets.wrong("does not cut the right part again", ", *halves(k + 1, end)", "",
    "n words have n - 1 brackets. Those behind the cut have brackets of their own.")
cut_brackets.wrong("leaves out the bracket of the whole sentence",
    "len(walls) + 1)", "len(walls) + 1)[1:] or [(0, 0)]",
    "The whole sentence is a bracket too: 0, n.")
cut_brackets.wrong("writes the last word, not the place behind it", "[(start, end)", "[(start, end - 1)",
    "Ends are exclusive, as in a slice.")
cut_brackets.wrong("lists single words as brackets", "return []", "return [(start, end)]",
    "A bracket has two words or more. When does your recursion stop?")
cut_brackets.wrong("cuts once and lets both parts branch to the right",
    "__getitem__)", "__getitem__) if end - start > len(walls) else start",
    "Each part is cut again, at its own largest distance.")
cut_brackets.wrong("cuts in the middle, whatever the distances say",
    "max(range(start, end - 1), key=walls.__getitem__)", "(start + end - 1) // 2",
    "Where does your function look at the distances?")
