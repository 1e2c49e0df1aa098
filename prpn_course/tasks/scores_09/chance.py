"""Tasks 9.5 and 9.6: SPLIT by given chance, and where its brackets leave the limits of the gates."""

from prpn_course.builder import task
from prpn_course.draw import real
from prpn_course.tasks.scores_09.brackets import HAND, rows, split_brackets

sample_brackets = task(
    "9.5", section="Drawing a tree instead of choosing one", axes="bracket, place", tolerance=0
)


def numbers(draw, n):
    """Scores 1 .. 9 and odd numbers over 1024, which meet no running sum exactly."""
    return draw.whole(1, 10, n).float(), (2 * draw.whole(0, 512, n).float() + 1) / 1024


@sample_brackets.cases
def _(draw):
    """Scores (n,) above 0 and numbers (n,) between 0 and 1: by hand, low and high numbers, random ones."""
    yield real([2, 3, 4]), real([0.5, 0.25, 0.125])
    yield real([2, 3, 4]), real([0.125, 0.875, 0.5])
    yield real([1, 1, 1, 1]), real([0.5, 0.5, 0.5, 0.5])  # the point falls on the border of two words
    yield real([1, 2, 1]), real([0.75, 0.25, 0.5])  # the same at another border
    yield real([1, 1, 1, 1]), real([0.125, 0.875, 0.125, 0.5])  # the second number chooses behind word 0
    yield real([1, 2, 4, 3]), real([0.625, 0.25, 0.875, 0.125])
    yield real([1, 1, 6, 1, 1, 2]), real([0.9375, 0.0625, 0.8125, 0.3125, 0.5625, 0.6875])
    yield real([9, 1, 1, 1, 5, 1]), real([0.59375, 0.03125, 0.78125, 0.28125, 0.53125, 0.90625])
    # two choices before the chosen word, and behind it one whose number shows the order: the fourth
    yield real([1, 1, 1, 2, 1, 1, 1]), real([0.5, 0.125, 0.625, 0.875, 0.375, 0.25, 0.75])
    yield from (numbers(draw, n) for n in (5, 6, 8, 11, 14))
    yield real([1, 3]), real([0.125, 0.5])


def by_levels(d, u):
    """A mistake: parts wait in a queue."""
    scores, numbers, queue, found = d.tolist(), iter(u.tolist()), [(0, len(d))], set()
    for start, end in queue:
        if end - start < 2:
            continue
        point, i, reached = next(numbers) * sum(scores[start:end]), start, scores[start]
        while reached <= point:
            i += 1
            reached += scores[i]
        found |= {(start, end)} | ({(i, end)} if end - i > 1 else set())
        queue += [(start, i), (i + 1, end)]
    return rows(found)


sample_brackets.wrong("chooses the highest word, whatever the numbers are",
    "right =", "i = max(range(start, end), key=scores.__getitem__)\n        right =",
    "Here chance chooses. Where does your function look at u?")
sample_brackets.wrong("gives every word of a part the same chance", "d.tolist()", "[1.0] * len(d)",
    "A word with twice the score has twice the chance: lay the scores end to end, like sticks.")
sample_brackets.wrong("takes the softmax of the scores", "d.tolist()", "d.exp().tolist()",
    "The chance is d_i over the sum, not e^(d_i) over the sum.")
sample_brackets.wrong("measures by the sum over the whole sentence",
    "sum(scores[start:end])", "sum(scores)", "reached <= point", "reached <= point and i < end - 1",
    "Within a part the chances sum to 1: divide by the sum over the part.")
sample_brackets.wrong("lays the scores end to end from the right",
    "start, scores[start]", "end - 1, scores[end - 1]", "i += 1", "i -= 1",
    "A u near 0 falls on the first word of the part.")
sample_brackets.wrong("gives the border between two words to the left one",
    "reached <= point", "reached < point",
    "The running sum must be *greater* than u times the whole: at the border the next word is chosen.")
sample_brackets.wrong("compares the running sum with u itself", " * sum(scores[start:end])", "",
    "u is a share of the part: compare with u times the part's sum.")
sample_brackets.wrong("uses the first number for every choice", "next(numbers)", "u[0]",
    "Each choice takes the next number of u.")
sample_brackets.wrong("takes the number at the place where the part begins", "next(numbers)", "u[start]",
    "The whole sentence and its left part begin at the same word, but they are two choices.")
sample_brackets.wrong("does what follows the chosen word before the left part",
    "drawn(start, i) | drawn(i + 1, end)", "drawn(i + 1, end) | drawn(start, i)",
    "The contract puts the left part first: its choices take their numbers before those behind the word.")
sample_brackets.wrong("goes through the parts level by level, not left part first", by_levels,
    "First the whole left part, with all of its choices; then what follows the chosen word.")
sample_brackets.wrong("compares the score of each word alone, and not the running sum",
    "while reached <= point", "while reached <= point and i < end - 1",
    "reached += scores[i]", "reached = scores[i]",
    "The sticks lie end to end: add up the scores from the beginning of the part.")
sample_brackets.wrong("puts the chosen word at the end of the left part",
    "(i, end)} if end - i > 1", "(start, i + 1)} if i > start",
    "The chosen word begins the right half, as in 9.1: (left, (x_i, right)).")
sample_brackets.wrong("takes a number for each level of the tree, not for each choice",
    "next(numbers)", "u[depth].item()", "drawn(start, end)", "drawn(start, end, depth=0)",
    "drawn(start, i)", "drawn(start, i, depth + 1)", "drawn(i + 1, end)", "drawn(i + 1, end, depth + 1)",
    "Two parts of one level make two choices: each takes the next number.")
sample_brackets.wrong("uses up a number for a single word too",
    "if end - start <= 1", "number = end > start and next(numbers)\n        if end - start <= 1",
    "next(numbers)", "number",
    "A single word leaves nothing to choose.")
sample_brackets.wrong("stops one word too early", "right =", "i = max(start, i - 1)\n        right =",
    "The word is chosen whose stick u falls on: add its score first, then compare.")
sample_brackets.wrong("goes one word too far", "right =", "i = min(end - 1, i + 1)\n        right =",
    "Stop at the word whose score takes the running sum past u times the whole.")


limits_and_edges = task(
    "9.6", section="A tempting belief", axes="row, t", tolerance=0
)


def with_brackets(d):
    """The scores and SPLIT's brackets of them."""
    return d, split_brackets(d)


@limits_and_edges.cases
def _(draw):
    """Scores (n,) and SPLIT's brackets: the counterexample, the chapter's, chains, ties, random ones."""
    fixed = ([3, 1, 2], HAND, [1, 3, 2, 4], [1, 2, 3, 4], [4, 3, 2, 1], [5, 1, 4, 2, 3], [2, 4, 3, 3, 1, 2])
    yield from map(with_brackets, map(real, fixed))
    yield from (with_brackets(draw.uniform(n)) for n in (4, 7, 10))
    yield with_brackets(draw.whole(0, 3, 8).float())
    yield with_brackets(real([1, 2]))


limits_and_edges.entries("the limits of the scores", 0)
limits_and_edges.entries("the edges of the brackets", 1)
limits_and_edges.wrong("stops at an equal score", "d[i] <=", "d[i] <", "Equal is not higher.")
limits_and_edges.wrong("takes the leftmost higher score, not the nearest",
    "(i)", "(next((i for i in range(t) if d[i] > d[t]), 0))",
    "The search begins at t - 1 and goes left.")
limits_and_edges.wrong("looks for a lower score", "d[i] <=", "d[i] >=", "The look stops at a *higher* score.")
limits_and_edges.wrong("gives t - 1 where nothing is higher", "(i)", "(i if d[i] > d[t] else t - 1)",
    "Where nothing is higher the look goes back to the start.")
limits_and_edges.wrong("gives -1 where nothing is higher", "i > 0", "i >= 0",
    "Where nothing is higher the look ends at word 0.")
limits_and_edges.wrong("takes the largest bracket", "max(", "min(",
    "The whole sentence always holds both words. Which bracket is the smallest?")
limits_and_edges.wrong("takes the smallest bracket that holds word t, with or without t - 1",
    "start < t", "start <= t",
    "It must hold t - 1 as well: start <= t - 1.")
limits_and_edges.wrong("takes the smallest bracket that holds t - 1, with or without t",
    "t < end", "t <= end",
    "It must hold t as well, and ends are exclusive: t < end.")
limits_and_edges.wrong("exchanges the two rows", "[limits, edges]", "[edges, limits]",
    "Row 0 comes from the scores, row 1 from the brackets.")
limits_and_edges.wrong("reads the limits off the brackets too", "[limits, edges]", "[edges, edges]",
    "Row 0 does not look at the brackets: only at who is higher than whom.")
limits_and_edges.wrong("names the word after the higher one", "(i)", "(i + (d[i] > d[t]))",
    "The higher word itself is the limit: i, not i + 1.")
