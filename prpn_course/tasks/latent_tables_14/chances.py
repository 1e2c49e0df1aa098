"""Tasks 14.1 to 14.3: a remark and its record, the record's fields, and the sum over all ways to point."""

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


def mixed(shares, written):
    """The chance of each word under each record, (R, T): the pointer summed out."""
    return (shares[:, None] * written).sum(1)


@task("14.1", section="A record by hand", axes="r")
def joint(words, prior, shares, writes, mix=mixed, over=lambda chances: chances.prod(-1)):
    """`mix` the pointers at each word, take the chances `over` the words."""
    written = writes[:, :, words]  # (R, F + 1, T)
    return prior * over(mix(shares, written))


@joint.cases
def _(draw):
    """Words (T,) and a law: by hand, a word that comes twice, random ones, one word."""
    yield torch.tensor([0, 1]), *by_hand()
    yield torch.tensor([1, 3, 1, 2]), *by_hand()
    for R, F, V, T in ((4, 2, 5, 1), (3, 3, 6, 2)):
        yield torch.cat([draw.whole(0, V, T), torch.tensor([1])]), *law(draw, R, F, V)
    yield torch.tensor([2]), *by_hand()


joint.wrong(
    "leaves out the chance of the record itself",
    lambda words, _, shares, writes: joint(words, torch.ones(len(writes)), shares, writes),
).hint("p(x, z) = p(z) p(x | z). Where is p(z)?")
joint.wrong("adds up the words' chances", over=lambda chances: chances.sum(-1)).hint(
    "All the words came, the first and the second: their chances multiply."
)
joint.wrong("gives the mean of the words' chances", over=lambda chances: chances.mean(-1)).hint(
    "All the words came: their chances multiply, and nothing is divided."
)
joint.wrong(
    "takes the likeliest pointer of each word",
    mix=lambda shares, written: (shares[:, None] * written).amax(1),
).hint("Nobody knows which pointer wrote the word. Each could have: add them up.")
joint.wrong("adds the pointers without their shares", mix=lambda shares, written: written.sum(1)).hint(
    "A pointer that is rarely taken writes few words: weigh each with its share."
)
joint.wrong("takes the mean over the pointers", mix=lambda shares, written: written.mean(1)).hint(
    "The pointers are not equally likely: weigh each with its share."
)
joint.wrong("leaves the glue out", mix=lambda shares, written: mixed(shares[1:], written[:, 1:])).hint(
    "Pointer 0 writes words too."
)
joint.wrong("lets glue alone write", mix=lambda shares, written: shares[0] * written[:, 0]).hint(
    "The other pointers write words too, each with its share."
)
joint.wrong(
    "lets one pointer write the whole remark",
    lambda words, prior, shares, writes: prior * (shares * writes[:, :, words].prod(-1)).sum(1),
).hint("Each word has a pointer of its own: sum over pointers inside the product over words.")
joint.wrong(
    "lets one pointer, with its share at every word, write the whole remark",
    lambda words, prior, s, writes: prior * (s[:, None] * writes[:, :, words]).prod(-1).sum(1),
).hint(
    "Each word has a pointer of its own: at every word sum over the pointers, then multiply over the words."
)
joint.wrong(
    "takes the chance of the record once a word", lambda *case: joint(*case) * case[1] ** (len(case[0]) - 1)
).hint("The record is chosen once, before any word: p(z) is one factor.")
joint.wrong(
    "counts a word that comes twice once",
    lambda words, prior, shares, writes: joint(words.unique(), prior, shares, writes),
).hint("Each word of the remark has a factor, also one that was there before.")
joint.wrong(
    "skips the last word", lambda words, prior, shares, writes: joint(words[:-1], prior, shares, writes)
).hint("Go through all T words.")
joint.wrong(
    "skips the first word", lambda words, prior, shares, writes: joint(words[1:], prior, shares, writes)
).hint("Go through all T words, from word 0.")
joint.wrong("divides by the sum over the records", lambda *case: joint(*case) / joint(*case).sum()).hint(
    "That is p(z | x), the next task. Here p(x, z) is asked for."
)
joint.wrong("gives logarithms", lambda *case: joint(*case).log()).hint("The chance itself is asked for.")


def one_hot(records, K):
    """Which value each field of each record has, (R, F, K)."""
    return torch.nn.functional.one_hot(records, K).float()


@task("14.2", section="The joint law, and its two sums", axes="f, k")
def field_chances(joint, records, K, weigh=lambda joint: joint / joint.sum(), gather=None):
    """The `weigh`ed records, gathered by the value of each field."""
    held = one_hot(records, K)  # (R, F, K)
    weights = weigh(joint)
    return gather(weights, held) if gather else torch.einsum("r,rfk->fk", weights, held)


@field_chances.cases
def _(draw):
    """Joint chances (R,), records (R, F), K values: by hand, a value that no record has, random ones."""
    yield real([0.125, 0.25, 0.0625, 0.0625]), torch.tensor([[0, 0], [0, 1], [1, 0], [2, 1]]), 3
    yield real([0.25, 0.25]), torch.tensor([[1], [1]]), 2
    for R, F, K in ((6, 2, 4), (9, 3, 2)):
        yield 0.01 * draw.simplex(R), torch.cat([torch.zeros(2, F).long(), draw.whole(0, K, R - 2, F)]), K
    yield real([0.5]), torch.tensor([[0, 1]]), 3


def hits(weights, held):
    """The records with this value, of each field, (F, K)."""
    return held.sum(0).clamp_min(1)


field_chances.wrong("does not divide by p(x)", weigh=lambda joint: joint).hint(
    "Each row must sum to 1. By what do you divide a joint chance to get a posterior?"
)
field_chances.wrong("takes the softmax of the joint chances", weigh=lambda joint: joint.softmax(0)).hint(
    "They are chances already, no scores: divide by their sum."
)
field_chances.wrong(
    "keeps the most probable record alone",
    weigh=lambda joint: torch.nn.functional.one_hot(joint.argmax(), len(joint)).float(),
).hint("Every record speaks, each with its posterior.")
field_chances.wrong(
    "gives every record the same weight", weigh=lambda joint: torch.ones(len(joint)) / len(joint)
).hint("A probable record counts for more: weigh it with its posterior.")
field_chances.wrong(
    "takes the largest of the records with a value, not their sum",
    gather=lambda weights, held: (weights[:, None, None] * held).amax(0),
).hint("Several records may have this value. It is true if any of them is: add them up.")
field_chances.wrong(
    "takes the mean over the records with a value",
    gather=lambda weights, held: torch.einsum("r,rfk->fk", weights, held) / hits(weights, held),
).hint("Add the records that have the value; do not divide by how many there are.")
field_chances.wrong("keeps the last of the records with a value", lambda *case: last_one(*case)).hint(
    "`=` forgets what stood there. Add, with `+=` in loops: `table[f, values] += p` adds a repeat once."
)
field_chances.wrong("counts values from 1", lambda *case: field_chances(*case).roll(-1, 1)).hint(
    "Values are numbers from 0 to K - 1: they are columns as they stand."
)
field_chances.wrong(
    "exchanges fields and values", gather=lambda weights, held: torch.einsum("r,rfk->kf", weights, held)
).hint("Row f belongs to field f, column k to value k.")
field_chances.wrong(
    "divides each value by the sum over the fields",
    gather=lambda weights, held: (
        torch.einsum("r,rfk->fk", weights, held) / torch.einsum("r,rfk->k", weights, held).clamp_min(1e-12)
    ),
).hint("Each field has exactly one value: rows sum to 1, not columns.")
field_chances.wrong("gives logarithms", lambda *case: field_chances(*case).log()).hint(
    "The chance itself is asked for; a value that no record has gets 0."
)
field_chances.wrong(
    "divides by the number of fields too", lambda *case: field_chances(*case) / case[1].size(1)
).hint("Each field has a row of its own, and each row sums to 1.")


def last_one(joint, records, K):
    """For each value, the posterior of the last record that has it, (F, K)."""
    chances = torch.zeros(records.size(1), K)
    for record, chance in zip(records, joint / joint.sum(), strict=True):
        chances[range(len(record)), record] = chance
    return chances


@task("14.3", section="The joint law, and its two sums", axes="t, b")
def forward(
    words,
    start,
    moves,
    writes,
    arrive=lambda reached, moves: reached @ moves,
    begin=lambda start, moves: start,
    word=lambda t: t,
    spoken=True,
):
    """`begin`, then `arrive` word by word; the row of `writes` is that of word number `word(t)`."""
    reached = begin(start, moves) * (writes[:, words[word(0)]] if spoken else 1)
    rows = [reached]
    for t in range(1, len(words)):
        reached = arrive(reached, moves) * writes[:, words[word(t)]]
        rows.append(reached)
    return torch.stack(rows)


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


def before_moving(words, start, moves, writes):
    """Rows in which the pointer that is left writes the word."""
    rows = [start * writes[:, words[0]]]
    for word in words[1:]:
        rows.append((rows[-1] * writes[:, word]) @ moves)
    return torch.stack(rows)


def best_arrival(reached, moves):
    """Of the ways to arrive, the likeliest alone."""
    return (reached[:, None] * moves).amax(0)


forward.wrong(
    "goes through the table of moves the wrong way", arrive=lambda reached, moves: moves @ reached
).hint("moves[a, b] leads from a to b. Sum over where you come from, a.")
forward.wrong("keeps the likeliest way of arriving alone", arrive=best_arrival).hint(
    "That finds the best path (Viterbi). Here all paths count: add them."
)
forward.wrong("moves once before the first word", begin=lambda start, moves: start @ moves).hint(
    "start is the chance of the first pointer itself. No move comes before it."
)
forward.wrong("begins with every pointer alike", begin=lambda start, moves: torch.ones_like(start)).hint(
    "The first pointer has the chances in start."
)
forward.wrong("writes the word before, not this one", word=lambda t: max(t - 1, 0)).hint(
    "Row t ends with the chance that pointer b writes word t."
)
forward.wrong("writes the first word at every step", word=lambda t: 0).hint(
    "The word changes at every step, not the pointer alone: word t for row t."
)
forward.wrong("does not write word 0", lambda *case: forward(*case, spoken=False)).hint(
    "Row 0 is the start times the chance that each pointer writes word 0."
)
forward.wrong(
    "writes before it moves, with the pointer that it comes from", lambda *case: before_moving(*case)
).hint("First arrive at b, then b writes word t: `(row @ moves) * writes[:, word]`.")
forward.wrong(
    "leaves out the moves and what was reached", lambda words, start, _, writes: start * writes[:, words].T
).hint("Row t begins with the ways of arriving from row t - 1.")
forward.wrong(
    "arrives from row 0 at every step",
    lambda words, start, moves, writes: torch.stack(
        [forward(words[[0, t]] if t else words[:1], start, moves, writes)[-1] for t in range(len(words))]
    ),
).hint("Row t is made from the row before it, t - 1.")
forward.wrong(
    "divides the rows of moves by their sums",
    lambda words, start, moves, writes: forward(words, start, moves / moves.sum(1, keepdim=True), writes),
).hint("A row of moves may sum to less than 1: the rest ends the remark. Take them as they are.")
forward.wrong("forgets what was reached so far", arrive=lambda reached, moves: moves.sum(0)).hint(
    "Where you come from has a chance as well: the row before."
)
forward.wrong("does not move: each pointer stays", arrive=lambda reached, moves: reached).hint(
    "Between two words the chain takes a step, with the chances in moves."
)
forward.wrong(
    "leaves out the words",
    lambda words, start, moves, writes: forward(words, start, moves, torch.ones_like(writes)),
).hint("A pointer that cannot write word t must have 0 in row t.")
forward.wrong(
    "divides each row by its sum", lambda *case: forward(*case) / forward(*case).sum(-1, keepdim=True)
).hint("Row t is the chance of the words so far AND the pointer; it does not sum to 1.")
forward.wrong("returns pointers by words", lambda *case: forward(*case).T).hint(
    "One row for each word, one column for each pointer."
)
forward.wrong("gives the last row alone", lambda *case: forward(*case)[-1]).hint(
    "Keep the row of every word, (T, S)."
)
