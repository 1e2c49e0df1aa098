"""Tasks 13.1 to 13.3: a remark and its record, the record's fields, and the sum over all ways to point."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real


def law(draw, R, F, V):
    """A random prior (R,), shares (F + 1,) and words of each pointer (R, F + 1, V); glue knows no record."""
    writes = draw.simplex(R, F + 1, V)
    writes[:, 0] = writes[0, 0]
    return draw.simplex(R), draw.simplex(F + 1), writes


def by_hand():
    """Three records, one field, four words: word 1 may be glue, or written by the field."""
    glue = [0.5, 0.25, 0, 0.25]
    writes = [[glue, [0, 0.75, 0.25, 0]], [glue, [0, 0.25, 0.75, 0]], [glue, [0, 1, 0, 0]]]
    return real([0.25, 0.5, 0.25]), real([0.75, 0.25]), real(writes)


joint = task("13.1", section="A record by hand", axes="r", in_page=True)


@joint.cases
def _(draw):
    """Words (T,) and a law: by hand, a word that comes twice, random ones, one word."""
    yield torch.tensor([0, 1]), *by_hand()
    yield torch.tensor([1, 3, 1, 2]), *by_hand()
    for R, F, V, T in ((4, 2, 5, 1), (3, 3, 6, 2)):
        yield torch.cat([draw.whole(0, V, T), torch.tensor([1])]), *law(draw, R, F, V)
    yield torch.tensor([2]), *by_hand()


joint.wrong("leaves out the chance of the record itself", "prior.clone()", "torch.ones(len(prior))",
    "p(x, z) = p(z) p(x | z). Where is p(z)?")
joint.wrong("adds up the words' chances",
    "prior.clone()", "torch.zeros(len(prior))", "*=", "+=", "return chances", "return prior * chances",
    "All the words came, the first and the second: their chances multiply.")
joint.wrong("gives the mean of the words' chances",
    "prior.clone()", "torch.zeros(len(prior))", "*=", "+=",
    "return chances", "return prior * chances / len(words)",
    "All the words came: their chances multiply, and nothing is divided.")
joint.wrong("takes the likeliest pointer of each word",
    "writes[:, :, word] @ shares", "(writes[:, :, word] * shares).amax(1)",
    "Nobody knows which pointer wrote the word. Each could have: add them up.")
joint.wrong("adds the pointers without their shares",
    "writes[:, :, word] @ shares", "writes[:, :, word].sum(1)",
    "A pointer that is rarely taken writes few words: weigh each with its share.")
joint.wrong("takes the mean over the pointers", "writes[:, :, word] @ shares", "writes[:, :, word].mean(1)",
    "The pointers are not equally likely: weigh each with its share.")
joint.wrong("leaves the glue out", "writes[:, :, word] @ shares", "writes[:, 1:, word] @ shares[1:]",
    "Pointer 0 writes words too.")
joint.wrong("lets glue alone write", "writes[:, :, word] @ shares", "writes[:, 0, word] * shares[0]",
    "The other pointers write words too, each with its share.")
joint.wrong("multiplies over the pointers, too",
    "writes[:, :, word] @ shares", "(writes[:, :, word] * shares).prod(1)",
    "One pointer writes a word, not all of them: add over the pointers, multiply over the words.")
joint.wrong("lets one pointer write the whole remark",
    lambda words, prior, shares, writes: prior * (shares * writes[:, :, words].prod(-1)).sum(1),
    "Each word has a pointer of its own: sum over pointers inside the product over words.")
joint.wrong("lets one pointer, with its share at every word, write the whole remark",
    lambda words, prior, s, writes: prior * (s[:, None] * writes[:, :, words]).prod(-1).sum(1),
    "Each word has a pointer of its own: at every word sum over the pointers, then multiply over the words.")
joint.wrong("takes the chance of the record once a word",
    "prior.clone()", "torch.ones(len(prior))", "@ shares", "@ shares * prior",
    "The record is chosen once, before any word: p(z) is one factor.")
joint.wrong("counts a word that comes twice once", "in words", "in words.unique()",
    "Each word of the remark has a factor, also one that was there before.")
joint.wrong("skips the last word", "in words", "in words[:-1]", "Go through all T words.")
joint.wrong("skips the first word", "in words", "in words[1:]", "Go through all T words, from word 0.")
joint.wrong("divides by the sum over the records", "return chances", "return chances / chances.sum()",
    "That is p(z | x), the next task. Here p(x, z) is asked for.")
joint.wrong("gives logarithms", "return chances", "return chances.log()", "The chance itself is asked for.")


field_chances = task("13.2", section="The joint law, and its two sums", axes="f, k")


@field_chances.cases
def _(draw):
    """Joint chances (R,), records (R, F), K values: by hand, a value that no record has, random ones."""
    yield real([0.125, 0.25, 0.0625, 0.0625]), torch.tensor([[0, 0], [0, 1], [1, 0], [2, 1]]), 3
    yield real([0.25, 0.25]), torch.tensor([[1], [1]]), 2
    yield real([3e-10, 1e-10]), torch.tensor([[0], [1]]), 2  # of a long remark
    for R, F, K in ((6, 2, 4), (9, 3, 2)):
        yield 0.01 * draw.simplex(R), torch.cat([torch.zeros(2, F).long(), draw.whole(0, K, R - 2, F)]), K
    yield real([0.5]), torch.tensor([[0, 1]]), 3


field_chances.wrong("does not divide by p(x)", " / joint.sum()", "",
    "Each row must sum to 1. By what do you divide a joint chance to get a posterior?")
field_chances.wrong("adds a small number below the line", "joint.sum()", "(joint.sum() + 1e-9)",
    "Joint chances of a long remark are tiny, and then a small number is not small. Their sum is never 0.")
field_chances.wrong("takes the softmax of the joint chances", "joint / joint.sum()", "joint.softmax(0)",
    "They are chances already, no scores: divide by their sum.")
field_chances.wrong("keeps the most probable record alone",
    "joint / joint.sum()", "(torch.arange(R) == joint.argmax()).to(joint)",
    "Every record speaks, each with its posterior.")
field_chances.wrong("gives every record the same weight", "joint / joint.sum()", "torch.ones(R) / R",
    "A probable record counts for more: weigh it with its posterior.")
field_chances.wrong("takes the largest of the records with a value, not their sum",
    "index_add_(0, records[:, f], posterior)", 'scatter_reduce_(0, records[:, f], posterior, "amax")',
    "Several records may have this value. It is true if any of them is: add them up.")
field_chances.wrong("takes the mean over the records with a value",
    "index_add_(0, records[:, f], posterior)",
    'scatter_reduce_(0, records[:, f], posterior, "mean", include_self=False)',
    "Add the records that have the value; do not divide by how many there are.")
field_chances.wrong("keeps the last of the records with a value",
    "chances[f].index_add_(0, records[:, f], posterior)",
    "for r in range(R):\n            chances[f, records[r, f]] = posterior[r]",
    "`=` forgets what stood there. Add, with `+=` in loops: `table[f, values] += p` adds a repeat once.")
field_chances.wrong("counts values from 1", "records[:, f]", "(records[:, f] - 1) % K",
    "Values are numbers from 0 to K - 1: they are columns as they stand.")
field_chances.wrong("moves every value one on", "records[:, f]", "(records[:, f] + 1) % K",
    "Value k stands in column k, and values begin at 0.")
field_chances.wrong("divides each row by its largest entry",
    "return chances", "return chances / chances.amax(1, keepdim=True)",
    "Chances of one field sum to 1. The largest of them need not be 1.")
field_chances.wrong("exchanges fields and values", "return chances", "return chances.T",
    "Row f belongs to field f, column k to value k.")
field_chances.wrong("divides each value by the sum over the fields",
    "return chances", "return chances / chances.sum(0).clamp_min(1e-12)",
    "Each field has exactly one value: rows sum to 1, not columns.")
field_chances.wrong("gives logarithms", "return chances", "return chances.log()",
    "The chance itself is asked for; a value that no record has gets 0.")
field_chances.wrong("divides by the number of fields too", "return chances", "return chances / F",
    "Each field has a row of its own, and each row sums to 1.")


forward = task("13.3", section="The joint law, and its two sums", axes="t, b")


@forward.cases
def _(draw):
    """Words (T,), start (S,), moves (S, S) whose rows leave some for the end, words of a pointer (S, V)."""
    yield (
        torch.tensor([0, 1, 2]),
        real([0.5, 0.5]),
        real([[0.25, 0.5], [0, 0.5]]),
        real([[0.5, 0.25, 0.25], [0, 0.5, 0.5]]),
    )
    for S, V, T in ((3, 5, 4), (4, 3, 6)):
        moves = 0.8 * draw.simplex(S, S)
        words = torch.cat([torch.tensor([0, 1, 2]), draw.whole(0, V, T - 3)])
        yield words, draw.simplex(S), moves, draw.simplex(S, V)
    yield torch.tensor([1]), real([0.25, 0.75]), real([[0.5, 0], [0.25, 0.5]]), real([[0, 1], [0.5, 0.5]])


forward.wrong("goes through the table of moves the wrong way", "alphas[-1] @ moves", "moves @ alphas[-1]",
    "moves[a, b] leads from a to b. Sum over where you come from, a.")
forward.wrong("keeps the likeliest way of arriving alone",
    "(alphas[-1] @ moves)", "(alphas[-1][:, None] * moves).amax(0)",
    "That finds the best path (Viterbi). Here all paths count: add them.")
forward.wrong("moves once before the first word", "[start * writes", "[start @ moves * writes",
    "start is the chance of the first pointer itself. No move comes before it.")
forward.wrong("begins with every pointer alike", "[start * writes", "[writes",
    "The first pointer has the chances in start.")
forward.wrong("writes the word before, not this one", "words[1:]", "words[:-1]",
    "Row t ends with the chance that pointer b writes word t.")
forward.wrong("writes the first word at every step", "writes[:, word]", "writes[:, words[0]]",
    "The word changes at every step, not the pointer alone: word t for row t.")
forward.wrong("does not write word 0", " * writes[:, words[0]]", "",
    "Row 0 is the start times the chance that each pointer writes word 0.")
forward.wrong("writes before it moves, with the pointer that it comes from",
    "(alphas[-1] @ moves) * writes[:, word]", "(alphas[-1] * writes[:, word]) @ moves",
    "First arrive at b, then b writes word t: `(row @ moves) * writes[:, word]`.")
forward.wrong("leaves out the moves and what was reached", "(alphas[-1] @ moves)", "start",
    "Row t begins with the ways of arriving from row t - 1.")
forward.wrong("arrives from row 0 at every step", "alphas[-1]", "alphas[0]",
    "Row t is made from the row before it, t - 1.")
forward.wrong("divides the rows of moves by their sums", "@ moves", "@ (moves / moves.sum(1, keepdim=True))",
    "A row of moves may sum to less than 1: the rest ends the remark. Take them as they are.")
forward.wrong("forgets what was reached so far", "(alphas[-1] @ moves)", "moves.sum(0)",
    "Where you come from has a chance as well: the row before.")
forward.wrong("does not move: each pointer stays", " @ moves", "",
    "Between two words the chain takes a step, with the chances in moves.")
forward.wrong("leaves out the words", " * writes[:, words[0]]", "", " * writes[:, word])", ")",
    "A pointer that cannot write word t must have 0 in row t.")
forward.wrong("divides each row by its sum",
    "torch.stack(alphas)", "torch.stack([row / row.sum() for row in alphas])",
    "Row t is the chance of the words so far AND the pointer; it does not sum to 1.")
forward.wrong("returns pointers by words", "torch.stack(alphas)", "torch.stack(alphas).T",
    "One row for each word, one column for each pointer.")
forward.wrong("gives the last row alone", "torch.stack(alphas)", "alphas[-1]",
    "Keep the row of every word, (T, S).")
