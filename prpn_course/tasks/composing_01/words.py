"""Tasks 1.1, 1.3 and 1.4: mixtures of two words, and where their vectors come from."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

DOG, CAT, OLD = (1, 5), (4, 0), (0, 7)  # the lecture's


mixtures = task("1.1", section="By hand: dogs, cats and things that are old", axes="mixture, i")


@mixtures.cases
def _(draw):
    """Two words (E,) each: the lecture's old dog and old cat, random ones, a single coordinate."""
    yield from ((real(OLD), real(noun)) for noun in (DOG, CAT))
    yield from (draw.normals((size,), (size,)) for size in (3, 5))
    yield real([3]), real([-2])


mixtures.wrong("takes the mean of the two words instead of their sum", "u + v", "(u + v) / 2",
    "The mean has the same direction as the sum, but half its length. The contract asks for the sum.")
mixtures.wrong("takes the dot product, one number, instead of a product for each coordinate",
    "u * v", "(u @ v).expand(len(u))",
    "A phrase is a vector again. Multiply each coordinate with its partner, and do not add them up.")
mixtures.wrong("exchanges the two rows", "[total, product]", "[product, total]",
    "Row 0 is the sum, row 1 the product.")
mixtures.wrong("subtracts the words", "u + v", "u - v",
    "A difference would depend on the order of the words; an additive mixture does not.")
mixtures.wrong("puts the words one behind the other instead of mixing them",
    "stack([total, product])", "cat([u, v])",
    "A phrase has as many coordinates as a word, or it could not be composed any further.")


count_company = task("1.3", section="Where the vectors come from", axes="w, c")


@count_company.cases
def _(draw):
    """Word numbers (T,) and V: words that come twice and three times, random ones, a single word."""
    yield torch.tensor([0, 1, 2, 0]), 3
    yield torch.tensor([1, 0, 1, 2, 1]), 4
    yield from ((draw.whole(0, V, length), V) for length, V in ((5, 6), (8, 4)))
    yield torch.tensor([1]), 2


count_company.wrong("counts each word as its own company", "i != j", "True",
    "A position does not stand beside itself: leave out i = j.")
count_company.wrong("never lets two equal words meet", "i != j", "words[i] != words[j]",
    "A word that comes twice does stand in its own company. Compare positions, not words.")
count_company.wrong("looks to the right only", "i != j", "i < j",
    "The words before a word are company too; the table must come out symmetric.")
count_company.wrong("counts the words next door only", "i != j", "abs(i - j) == 1",
    "Here the whole remark is the company, however far apart the words stand.")
count_company.wrong("notes that two words met, but not how often", "+= 1", "= 1",
    "`=` sets an entry, `+=` adds to it. With whole tensors of indices, `table[i, j] += 1` adds only once "
    "where they repeat.")
count_company.wrong("returns after one round of the outer loop", "i != j", "i == 0 != j",
    "The `return` stands behind both loops, at their level.")
count_company.wrong("returns at the first pair", "i != j", "(i, j) == (0, 1)",
    "A `return` inside a loop ends it at once. It stands behind both.")
count_company.wrong("leaves out the last word", "range(len(words))", "range(len(words) - 1)",
    "`range(n)` ends at n - 1 already: that is the last position.", times=2)
count_company.wrong("writes each pair twice", "+= 1", "+= 2",
    "Both loops visit all positions, so (i, j) and (j, i) each have a turn of their own. Add to one entry.")


ppmi = task(
    "1.4", section="Where the vectors come from", axes="w, c", in_page="From counts to surprise: PPMI"
)


@ppmi.cases
def _(draw):
    """Counts (W, C) without an empty row or column: the chapter's, random ones with zeros, chance itself."""
    yield from map(real, ([[6, 2], [1, 3], [3, 1]], [[4, 0], [0, 2]]))
    for W, C in ((3, 3), (2, 5), (4, 3)):
        table, place = draw.whole(0, 6, W, C).float(), torch.arange(max(W, C))
        table[place % W, place % C] += 1  # nothing is empty
        yield table
    yield real([[2, 4], [1, 2]])


ppmi.wrong("does not cut at 0", ".clamp(min=0)", "",
    "The first P of PPMI is for positive: what is below 0, minus infinity too, becomes 0. Cut after the "
    "logarithm, not before it.")
ppmi.wrong("leaves 0 where they never met, but does not cut the others at 0",
    "surprise.clamp(min=0)", "torch.where(counts > 0, surprise, 0.0)",
    "A pair that met less often than by chance has a ratio below 1, and its logarithm is negative. What does "
    "the max in the formula make of that?")
ppmi.wrong("leaves out the logarithm", "torch.log", "",
    "Chance should come out as 0. In your table it is 1, the ratio itself.")
ppmi.wrong("adds 1 under the logarithm", "torch.log", "torch.log1p",
    "That avoids the logarithm of 0, but now chance is log 2. Take the logarithm as it is, then cut.")
ppmi.wrong("takes logarithms to the base 2", "torch.log", "torch.log2",
    "Both bases are in use; the contract says natural logarithms.")
ppmi.wrong("puts everything below chance, so that the cut at 0 leaves nothing", " / counts.sum()", "",
    "By what do you divide? p(w, c) is compared with p(w) times p(c). Each is a count divided by the total "
    "of the table, so that one total is left over. Are the column sums there?")
ppmi.wrong("divides by the chance of the word twice, and never by that of the context",
    "of_words * of_contexts", "of_words**2",
    "p(w) is a sum over a row, p(c) a sum over a column. Which axis is which?")
