"""Tasks 2.1 and 2.2: words as numbers, and as votes."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

# "this movie is stupid": one row for each word, one column for each class.
LECTURE_VOTES = (
    (0.0, 0.1, 0.1, 0.1, 0.0),
    (0.0, 0.1, 0.1, 0.2, 0.1),
    (0.0, 0.1, 0.0, 0.0, 0.0),
    (0.9, 0.5, 0.1, 0.0, 0.0),
)


one_hot = task("2.1", section="Words into numbers", axes="t, k")


@one_hot.cases
def _(draw):
    """Numbers of words (T,) and the size of the vocabulary: small, random, a repeated word, a single one."""
    yield torch.tensor([2, 0]), 4
    yield from ((draw.whole(0, size, length), size) for length, size in ((3, 5), (6, 4), (5, 9)))
    yield torch.tensor([3, 1, 3]), 6
    yield torch.tensor([0]), 3


one_hot.wrong("counts the words from 1", "ids[t]", "ids[t] - 1",
    "The first word has the number 0, and its one stands in column 0.")
one_hot.wrong("fills the rows from the right end", "ids[t]", "size - 1 - ids[t]",
    "The number of a word is the number of its column, counted from the left.")
one_hot.wrong("writes the number of the word in place of a one", "= 1", "= ids[t]",
    "The number says where. What stands there is a 1, for every word.")
one_hot.wrong("fills the whole row", "rows[t, ids[t]]", "rows[t]", "An entry has two indices: row, column.")
one_hot.wrong("fills the whole column", "rows[t,", "rows[:,",
    "`[:, k]` reaches every row. The one of word t belongs into row t alone.")
one_hot.wrong("puts the ones on the diagonal", "ids[t]", "t",
    "The row is the place in the sentence; the column is the number of the word.")
one_hot.wrong("adds all words up into one row", "return rows", "return rows.sum(0)",
    "That is already a bag. Here each word still has a row of its own: the shape is (T, V).")
one_hot.wrong("exchanges rows and columns", "return rows", "return rows.T",
    "A row is a word of the sentence, a column is a word of the vocabulary.")


bow_scores = task("2.2", section="One equation", axes="k")


@bow_scores.cases
def _(draw):
    """Words (T,), votes (V, 5), biases (5,): the lecture's, with a bias, random, repeated words."""
    yield torch.arange(4), real(LECTURE_VOTES), real([0.0] * 5)
    yield torch.arange(4), real(LECTURE_VOTES), real([0.0, 0.1, 0.2, 0.3, 0.4])
    for words, size in ((2, 6), (5, 8)):
        yield draw.whole(0, size - 1, words) + 1, draw.normal(size, 5), draw.normal(5)
    table, bias = draw.normals((7, 5), (5,))
    yield torch.tensor([3, 5, 3, 3]), table, bias
    yield torch.tensor([6]), table, bias


bow_scores.wrong("takes the mean of the votes and not their sum", "table[number]", "table[number] / len(ids)",
    "A mean forgets how many votes there were. The equation adds them up.")
bow_scores.wrong("forgets the bias", "bias.clone()", "0 * bias",
    "With no votes at all, what should the scores be?")
bow_scores.wrong("adds the bias once for every word",
    "bias.clone()", "0 * bias", "table[number]", "table[number] + bias",
    "The bias stands outside the sum: once for each sentence, however long it is.")
bow_scores.wrong("adds the bias again with each word", "table[number]", "table[number] + bias",
    "The totals start as a copy of the bias: it is in, once, before the first word.")
bow_scores.wrong("keeps the last word alone", "totals + table", "table",
    "`totals = table[number]` forgets what was there. The new totals are the old ones plus a row.")
bow_scores.wrong("counts a repeated word only once", "in ids", "in ids.unique()",
    "A bag is not a set: a word that occurs three times votes three times.")
bow_scores.wrong("adds the first rows of the table, whatever the words are", "in ids", "in range(len(ids))",
    "The number of a word says which row is its own. Where do you use it?")
bow_scores.wrong("turns the scores into chances", "return totals", "return totals.softmax(0)",
    "Scores are asked for here. The softmax belongs to the loss.")
