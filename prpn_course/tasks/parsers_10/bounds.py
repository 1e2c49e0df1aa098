"""Tasks 10.5 and 10.6: what chance draws through SPLIT, and what no binary tree can pass."""

from prpn_course.builder import task
from prpn_course.draw import real
from prpn_course.tasks.parsers_10.counting import CRITIC, LONE, MIDDLE, PLAIN, STACKED, flat_tree

THREE = ("so", "very", "slow")


chances = task("10.5", section="Chance through the same decoder", axes="start, end")


@chances.cases
def _(draw):
    """One row of scores (1, n): three words, four with ties, five, random ones, two words."""
    yield from (real([row]) for row in ([0.2, 0.9, 0.4], [0.5, 0.5, 0.5, 0.5], [0.6, 0.2, 0.8, 0.8, 0.1]))
    yield from (draw.uniform(1, n) for n in (5, 7))
    yield draw.whole(0, 3, 1, 8).float()
    yield real([[1, 2]])


@chances.part("several")
def _(draw):
    """Several rows (S, n): two over three words, four over four with ties, random ones, two words, one."""
    yield real([[0.2, 0.9, 0.4], [0.2, 0.3, 0.4]])
    yield real([[0.3, 0.1, 0.9, 0.2], [0.5, 0.5, 0.5, 0.5], [0.1, 0.2, 0.3, 0.4], [0.6, 0.2, 0.8, 0.8]])
    yield from (draw.uniform(S, n) for S, n in ((2, 5), (6, 7)))
    yield draw.whole(0, 3, 5, 6).float()
    yield from (real([[1, 2], [2, 1], [3, 3]]), real([[0.5], [0.2]]))


chances.wrong("takes the last of equal scores",
    "start + int(row[start:end].argmax())", "end - 1 - int(row[start:end].flip(0).argmax())",
    "With equal scores everywhere SPLIT must give the right-branching tree. `>=` or `>`?")
chances.wrong("chooses the lowest score", "argmax", "argmin", "The highest score opens the widest part.")
chances.wrong("hangs the chosen word on what stands before it",
    "end - place > 1", "place > start", "(place, end)", "(start, place + 1)",
    "(left, (word, right)): which of the two parts does the chosen word lean to?")
chances.wrong("cuts between words, and never leaves the chosen word alone",
    "start + int(row[start:end]", "start + 1 + int(row[start + 1 : end]", "place + 1, end", "place, end",
    "That is the decoder for distances. SPLIT takes the chosen word out, and goes on with what follows it.")
chances.wrong("forgets the bracket around the chosen word and what follows it",
    "found.add((place, end))", "pass",
    "(left, (word, right)) has two brackets: the outer one, and one more.")
chances.wrong("does not split the part before the chosen word", "split(row, start, place, found)", "",
    "Both parts are split again, in the same way.")
chances.wrong("does not split the part after the chosen word", "split(row, place + 1, end, found)", "found",
    "What follows the chosen word may be long: it is split again, just as what stands before it.")
chances.wrong("counts the rows in place of giving their share", " / S", "",
    "The span over the whole sentence is in every tree: its share is 1.")
chances.wrong("divides by the number of words", "1 / S", "1 / n",
    "A share of the rows is asked for: divide by S.")
chances.wrong("makes one tree of the mean scores",
    "for row in d:", "for row in d.mean(0, keepdim=True):", "1 / S", "1.0",
    "Each row makes a tree of its own. Count over the trees, do not average the scores.")
chances.wrong("writes the last word of a span in place of the place behind it",
    "share[a, b]", "share[a, b - 1]",
    "Ends are exclusive, so the whole sentence stands at [0, n], in the last column.")
chances.wrong("counts a span twice in a row where the first word is chosen",
    "set()", "[]", "update({(start, end)})", "append((start, end))", "found.add", "found.append",
    "A share above 1: where the place is the start, two brackets are one span. A set holds it once.")
chances.wrong("counts single words", "start < 2", "start < 1", "place > 1", "place > 0",
    "A word is no claim.")
chances.wrong("leaves out the whole sentence", "+= 1 / S", "+= (b - a < n) / S",
    "The whole sentence is a span too: entry [0, n] is 1 wherever n is 2 or more.")
chances.wrong("exchanges start and end", "return share", "return share.T", "Rows are starts, columns ends.")


ceiling = task("10.6", section="The ceiling", axes="k", in_page=True)


@ceiling.cases
def _(draw):
    """Trees as nested tuples over two or more words: the chapter's, flat and stacked ones, random ones."""
    flat = tuple("abc"), tuple("abcde"), (("a", "b", "c", "d"), "e", ("f", "g", "h")), (THREE, THREE, THREE)
    yield from (CRITIC, PLAIN, MIDDLE, *flat, LONE, STACKED)
    yield from (*(flat_tree(draw, n) for n in (5, 8, 11)), ("good", "film"))


ceiling.wrong("counts the whole sentence as a hit",
    "2 * gold / (gold + n - 2)", "2 * (gold + 1) / (gold + n)",
    "Without the root: it is left out of both trees.")
ceiling.wrong("gives the recall", "2 * gold / (gold + n - 2) if n > 2 else 1.0", "1.0",
    "Recall is 1. What is claimed besides?")
ceiling.wrong("gives the precision", "2 * gold / (gold + n - 2)", "gold / (n - 2)",
    "That is the share of the claims that are right. F1 counts the hits twice, and divides by both numbers.")
ceiling.wrong("gives the binary tree n - 1 spans besides the whole sentence", "n - 2", "n - 1",
    "n - 1 nodes in all, and one of them is the root.")
ceiling.wrong("leaves the root out of the gold tree only", "n - 2", "n - 1", " if n > 2 else 1.0", "",
    "The binary tree has n - 1 spans with its root. Without it, n - 2; and two words are left with none.")
ceiling.wrong("gives 0 for two words", "else 1.0", "else 0.0",
    "Nothing was to be found and nothing claimed: that scores 1.")
ceiling.wrong("counts a span twice where two nodes stand over the same words",
    "set()", "[]", "update({(start, end)})", "append((start, end))",
    "found - {(0, n)}", "[span for span in found if span != (0, n)]",
    "Spans are a set: two nodes over the same words are one claim.")
ceiling.wrong("counts a phrase of one word as a span", "> 1", "> 0", "A node over one word is no span.")
ceiling.wrong("counts the ways of k parts as those of k + 1",
    "math.comb(2 * k - 2, k - 1) // k", "math.comb(2 * k, k) // (k + 1)",
    "Two parts can be joined in one way, three in two, four in five.")
ceiling.wrong("adds the ways up", "set(), 1", "set(), 0", "*=", "+=",
    "Each choice at one node goes with each choice at another.")
ceiling.wrong("adds the ways up, beginning at 1", "*=", "+=", "Sum or product?")
ceiling.wrong("doubles the ways with each part after the second",
    "math.comb(2 * k - 2, k - 1) // k", "2 ** max(k - 2, 0)",
    "Right for three parts. Four parts can be joined in five ways: count them on paper, or use the formula.")
ceiling.wrong("counts the ways at the widest node alone",
    "ways *= ", "ways = max(ways, ", "// k", "// k)",
    "Each node has its choices, and every choice goes with every other.")
ceiling.wrong("counts the flat nodes, and not what each leaves open",
    "ways *= math.comb(2 * k - 2, k - 1) // k", "ways += k > 2",
    "How many ways are there to join the parts of one flat node? Multiply over the nodes.")
ceiling.wrong("counts the orders of joining", "math.comb(2 * k - 2, k - 1) // k", "math.factorial(k - 1)",
    "Four parts: ((a b) (c d)) is one tree, whichever of its two pairs is joined first.")
ceiling.wrong("joins one pair of neighbours and stops", "math.comb(2 * k - 2, k - 1) // k", "max(k - 1, 1)",
    "After the first pair of four parts, three are left. They have to be joined too.")
ceiling.wrong("counts all binary trees over the words", ", ways]", ", math.comb(2 * n - 2, n - 1) // n]",
    "Only those trees that have every gold span. A node of two parts leaves no choice.")
ceiling.entries("the best F1", 0)
ceiling.entries("the number of trees", 1)
