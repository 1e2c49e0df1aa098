"""Tasks 17.1 and 17.2: log ratios of counts, and the scores that four tables give to the spans."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

log_ratios = task("17.1", section="One number of one table", axes="a, b", in_page=True)


@log_ratios.cases
def _(draw):
    """Counts (A, B), inside at most everywhere: the chapter's, nothing seen, random ones, all inside."""
    yield real([[5, 1, 0]]), real([[6, 3, 0]])
    yield real([[0], [4]]), real([[7], [4]])
    yield real([[3, 0], [2, 10]]), real([[4, 9], [30, 10]])
    for shape in ((2, 3), (4, 2), (3, 5)):
        everywhere = draw.whole(5, 60, *shape).float()
        yield (everywhere * draw.uniform(*shape)).floor(), everywhere


log_ratios.wrong("compares with all spans", " - inside", "",
    "`everywhere` counts inside too: what must go first?")
log_ratios.wrong("takes the share of all spans", "everywhere - inside", "everywhere + 2",
    "Divide inside by outside, not by all.")
log_ratios.wrong("takes everywhere away from inside", "everywhere - inside", "inside - everywhere",
    "Outside is the rest of `everywhere`.")
log_ratios.wrong("adds nothing to the counts", "2 + ", "", "8 + ", "",
    "A pair that was never seen would get log 0.")
log_ratios.wrong("adds 8 inside and 2 outside", "2 + ", "8 + ", "8 + ", "2 + ",
    "A span that we know nothing of is probably no phrase.")
log_ratios.wrong("adds 2 to both counts", "8 +", "2 +", "The count outside gets another number added.")
log_ratios.wrong("adds 1 to both counts", "2 +", "1 +", "8 +", "1 +", "2 is added inside, and 8 outside.")
log_ratios.wrong("adds 2 inside alone", "8 + ", "", "Both counts get something added.")
log_ratios.wrong("takes the 2 of inside away again", "8 +", "6 +",
    "First take the counts apart, then add to each.")
log_ratios.wrong("adds 1 more to both counts, as log1p does", "2 +", "3 +", "8 +", "9 +",
    "`log1p` adds 1 to its argument: take `log`.")
log_ratios.wrong("takes the logarithm to the base 2", "torch.log", "torch.log2",
    "The natural logarithm is meant.")
log_ratios.wrong("takes the logarithm to the base 10", "torch.log", "torch.log10",
    "`log10` has another base than `log`.")
log_ratios.wrong("adds 1 to the ratio, as log1p does", "torch.log", "torch.log1p",
    "`log1p` adds 1 to what it gets: take `log`.")
log_ratios.wrong("takes the ratio upside down", "return torch", "return -torch",
    "Above zero must mean: more often inside.")
log_ratios.wrong("gives the ratio without its logarithm", "torch.log", "",
    "Scores of tables are added. Ratios would have to be multiplied: what turns one into the other?")
log_ratios.wrong("divides two logarithms",
    "torch.log((2 + inside) / (8 + outside))", "torch.log(2 + inside) / torch.log(8 + outside)",
    "The logarithm of a ratio is a difference of logarithms.")


span_scores = task("17.2", section="Four tables, one sentence", axes="start, end")


@span_scores.cases
def _(draw):
    """Classes (n + 2,) with both ends, tables (4, C, C): two words, three words, random sentences."""
    small = torch.arange(36).reshape(4, 3, 3).float() / 4
    yield torch.tensor([2, 0, 1, 2]), small
    yield torch.tensor([2, 1, 0, 0, 2]), small
    for n, classes in ((4, 3), (6, 4), (7, 5)):
        inner = draw.whole(0, classes, n)
        numbers = torch.cat([torch.tensor([classes]), inner, torch.tensor([classes])])
        yield numbers, draw.normal(4, classes + 1, classes + 1)


span_scores.wrong("forgets that entry 0 is the end of the sentence",
    "c[start], c[start + 1], c[end], c[end + 1]", "c[start - 1], c[start], c[end - 1], c[end]",
    "Word i of the sentence is entry i + 1 of `numbers`: entry 0 stands in front of it.")
span_scores.wrong("reads the tables with rows and columns exchanged",
    "c = numbers", "tables = tables.mT\n    c = numbers",
    "The first class of a pair chooses the row.")
span_scores.wrong("takes the first two tables in the other order",
    "tables[0]", "tables[1]", "tables[1]", "tables[0]",
    "Table 0 is about (first, last), table 1 about (before, after).")
span_scores.wrong("takes the last two tables in the other order",
    "tables[2]", "tables[3]", "tables[3]", "tables[2]",
    "Table 2 is about (before, first), table 3 about (last, after).")
span_scores.wrong("takes the word after the span for its last", "c[end],", "c[end + 1],",
    "Its last word is word end - 1.")
span_scores.wrong("takes the last word but one for the last", "c[end],", "c[end - 1],",
    "Word end - 1 is entry end of `numbers`.")
span_scores.wrong("ends each span a word too early", "c[end], c[end + 1]", "c[end - 1], c[end]",
    "Word end - 1 is entry end: is it yours?")
span_scores.wrong("exchanges last and after", "last, after =", "after, last =",
    "Which of the two words lies inside the span?")
span_scores.wrong("exchanges before and first", "before, first, last", "first, before, last",
    "Which word lies in front of the span?")
span_scores.wrong("takes the last word for the one after", "c[end + 1]", "c[end]",
    "Word `end` is after the span: which entry?")
span_scores.wrong("takes the first word for the one before", "c[start],", "c[start + 1],",
    "Word start - 1 is before: which entry?")
span_scores.wrong("takes the second word for the first", "c[start + 1]", "c[start + 2]",
    "Word `start` is the first: which entry?")
span_scores.wrong("reads table 0 with rows and columns exchanged", "[first, last]", "[last, first]",
    "Table 0 is about (first, last): first chooses the row.")
span_scores.wrong("reads table 1 with rows and columns exchanged", "[before, after]", "[after, before]",
    "Table 1 is about (before, after): before chooses the row.")
span_scores.wrong("reads table 2 with rows and columns exchanged", "[before, first]", "[first, before]",
    "Table 2 is about (before, first): before chooses the row.")
span_scores.wrong("reads table 3 with rows and columns exchanged", "[last, after]", "[after, last]",
    "Table 3 is about (last, after): last chooses the row.")
span_scores.wrong("scores single words too", "range(n - 1)", "range(n)", "start + 2", "start + 1",
    "Only spans of two words or more have a score.")
span_scores.wrong("leaves out the spans of two words", "start + 2", "start + 3",
    "The shortest span has two words.")
span_scores.wrong("leaves out the whole sentence", "start + 2, n + 1", "start + 2, min(start + n, n + 1)",
    "The whole sentence is one: end = n.")
span_scores.wrong("leaves out the last end", "start + 2, n + 1", "start + 2, n",
    "`range(a, n)` stops before n.")
span_scores.wrong("leaves out the first start", "range(n - 1)", "range(1, n - 1)",
    "Begin at start = 0, the first word.")
span_scores.wrong("writes at an inclusive end", "scores[start, end]", "scores[start, end - 1]",
    "The whole sentence is the entry [0, n].")
span_scores.wrong("writes ends as rows", "scores[start, end]", "scores[end - 1, start]",
    "Rows are starts, columns are ends.")
span_scores.wrong("takes the mean of the tables", "edges + borders", "(edges + borders) / 4",
    "Add the four numbers.")
span_scores.wrong("multiplies what the tables say",
    "last] +", "last] *", "first] +", "first] *", "edges +", "edges *",
    "The entries are logarithms: they are added.")
span_scores.wrong("takes the largest of the four",
    "edges + borders", "max(tables[range(4), [first, before, before, last], [last, after, first, after]])",
    "All four have a say: add them.")
span_scores.wrong("forgets the last table", " + tables[3][last, after]", "",
    "Does your loop reach the last table?")
