"""Tasks 17.5 and 17.6: how much a teacher agrees with the others, and what its trees let one count."""

import torch

from prpn_course.builder import task
from prpn_course.tasks.scores_09.trees import drawn

agreement = task("17.5", section="What was measured", axes="teacher")


@agreement.cases
def _(draw):
    """Brackets (m, S, n - 1, 2): three teachers on one sentence, two alike, random ones."""
    left, right, middle = [[0, 4], [0, 3], [0, 2]], [[0, 4], [1, 4], [2, 4]], [[0, 4], [0, 2], [2, 4]]
    yield torch.tensor([[left], [right], [middle]])
    yield torch.tensor([[left, middle], [left, middle], [right, left]])
    for m, sentences, n in ((3, 2, 5), (4, 3, 6), (5, 2, 8), (2, 4, 5)):
        yield torch.stack([torch.stack([drawn(draw, n) for _ in range(sentences)]) for _ in range(m)])


agreement.wrong("counts the whole sentence too", " - whole", "", "(n - 2)", "(n - 1)",
    "All trees share (0, n).")
agreement.wrong("divides by n - 1", "(n - 2)", "(n - 1)", "Without (0, n) there are n - 2.")
agreement.wrong("counts only wholly equal trees",
    "len(sets[mine][s] & sets[other][s])", "(n - 2) * (sets[mine][s] == sets[other][s])",
    "Count the shared spans.")
agreement.wrong("divides by what either has",
    "other][s])", "other][s]) / len(sets[mine][s] | sets[other][s])", " * (n - 2)", "",
    "F1 divides by n - 2 here.")
agreement.wrong("counts the whole sentence, and divides by n - 2", " - whole", "",
    "No agreement is above 1. Which span do all trees share?")
agreement.wrong("adds up over the others", "(m - 1) * ", "", "The mean over the m - 1 others is asked for.")
agreement.wrong("takes the best agreement with another",
    "total += sum(", "total = max(total, sum(", "range(S))", "range(S)))", "(m - 1) * ", "",
    "A mean over all others, not the highest.")
agreement.wrong("takes the worst agreement with another",
    "total = 0.0", "total = torch.inf", "total += sum(", "total = min(total, sum(",
    "range(S))", "range(S)))", "(m - 1) * ", "",
    "A mean over all others, not the lowest.")
agreement.wrong("compares tensors in sets, of which no two are equal", "brackets.tolist()", "brackets",
    "A set takes two tensors of equal numbers for two things: `tolist` and `tuple` make pairs of numbers.")
agreement.wrong("adds up over the others and the sentences", "((m - 1) * S * (n - 2))", "(n - 2)",
    "Two means: over the m - 1 other teachers, and over the S sentences.")
agreement.wrong("leaves itself out of the sum, but divides by m", "(m - 1)", "m",
    "There are m - 1 others: divide by as many as you added.")
agreement.wrong("adds up over the sentences", " * S", "", "The mean over the sentences is asked for.")
agreement.wrong("compares a teacher with itself too", "other != mine", "True", "(m - 1)", "m",
    "With itself everyone agrees wholly. There are m - 1 others.")
agreement.wrong("compares a teacher with itself too, and divides by m - 1", "other != mine", "True",
    "With itself everyone agrees wholly: leave that out of the sum too.")
agreement.wrong("compares with the next teacher alone",
    "other != mine", "other == (mine + 1) % m", "(m - 1) * ", "",
    "Each teacher is compared with every other.")
agreement.wrong("compares with the later teachers alone", "other != mine", "other > mine",
    "A pair counts for both: for the second teacher as well.")
agreement.wrong("counts only what all the others share",
    "sets[mine][s] & sets[other][s]", "set.intersection(*(one[s] for one in sets))",
    "Compare with one other at a time.")
agreement.wrong("looks at the first sentence alone", "range(S)", "range(1)", " * S", "",
    "There are S sentences; take the mean over all.")


count_spans = task("17.6", section="One number of one table", axes="part, table, a, b", tolerance=0)


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


count_spans.wrong("counts only outside in part 1", "column] += 1", "column] += (start, end) not in tree",
    "Inside ones count there as well.")
count_spans.wrong("counts the spans of the tree alone", "column] += 1", "column] += (start, end) in tree",
    "Part 1 counts every span.")
count_spans.wrong("counts longer spans too", "min(n, start + longest)", "n",
    "Above `longest` a span is counted in neither part.")
count_spans.wrong("counts longer spans in part 1",
    "min(n, start + longest)", "n", "in tree", "in tree and end - start <= longest",
    "`longest` holds for both parts.")
count_spans.wrong("counts longer spans in part 0",
    "min(n, start + longest)", "n", "column] += 1", "column] += end - start <= longest",
    "`longest` holds for part 0 as well.")
count_spans.wrong("counts longer spans of the tree",
    "min(n, start + longest)", "n",
    "column] += 1", "column] += end - start <= longest or (start, end) in tree",
    "`longest` holds for the tree as well.")
count_spans.wrong("exchanges the two parts", "counts[1,", "counts[0,", "counts[0,", "counts[1,",
    "Part 0 is inside the tree, part 1 everywhere.")
count_spans.wrong("finds no span in the tree", "brackets.tolist()", "brackets",
    "Part 0 stays 0. A set of rows of a tensor holds no pair of numbers: `tolist` and `tuple` make them.")
count_spans.wrong("takes brackets' ends for inclusive", "(start, end)", "(start, end - 1)",
    "Ends are exclusive in both: ask for (start, end).")
count_spans.wrong("takes the whole for no bracket", "in tree", "in tree - {(0, n)}",
    "The whole sentence, (0, n), is a bracket of every tree.")
count_spans.wrong("leaves out spans of `longest` words", "start + longest", "start + longest - 1",
    "Equal is allowed.")
count_spans.wrong("counts spans of one word more", "start + longest", "start + longest + 1",
    "The width is end - start.")
count_spans.wrong("leaves out the whole", "start + longest", "start + min(n - 1, longest)",
    "It is a span, and a bracket.")
count_spans.wrong("leaves out the last end", "min(n, start", "min(n - 1, start",
    "`range(a, n)` stops before n.")
count_spans.wrong("leaves out long sentences", "range(n - 1)", "range(n - 1 if n <= longest else 0)",
    "They have short spans, which count.")
count_spans.wrong("counts any whole",
    "min(n, start + longest)", "n",
    "first, last, before",
    "if start + longest < end < start + n:\n                continue\n            first, last, before",
    "The limit holds for it as well.")
count_spans.wrong("counts single words too", "range(n - 1)", "range(n)", "start + 2", "start + 1",
    "A span has two words or more.")
count_spans.wrong("leaves out the spans of two words", "start + 2", "start + 3",
    "The shortest span has two words.")
count_spans.wrong("forgets that entry 0 is the end of the sentence",
    "c[start + 1], c[end], c[start], c[end + 1]", "c[start], c[end - 1], c[start - 1], c[end]",
    "Word i of the sentence is entry i + 1 of `numbers`: entry 0 stands in front of it.")
count_spans.wrong("reads the tables with rows and columns exchanged", "(row, column)", "(column, row)",
    "The first class of a pair chooses the row.")
count_spans.wrong("takes the first two tables in the other order",
    "(first, last), (before, after)", "(before, after), (first, last)",
    "Table 0 is about (first, last), table 1 about (before, after).")
count_spans.wrong("takes the last two tables in the other order",
    "(before, first), (last, after)", "(last, after), (before, first)",
    "Table 2 is about (before, first), table 3 about (last, after).")
count_spans.wrong("counts a pair once, however often it occurs",
    "return counts", "return counts.clamp(max=1)",
    "Two spans with the same classes are two. Adding at whole tensors of places adds once a place.")
count_spans.entries("all spans", 1)
count_spans.entries("those of the tree", 0)
