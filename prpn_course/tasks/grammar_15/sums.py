"""Tasks 15.2, 15.7 and 15.8: sums over all trees, of a grammar, of scores, and in a batch."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real
from prpn_course.tasks.grammar_15.laws import SENTENCE, alone, anything, films

inside = task("15.2", section="Why a chart adds up all trees", axes="start, end, A", tolerance=1e-6)
BOTH = "(pairs @ right) @ left"


@inside.cases
def _(draw):
    """A sentence (n,) with a grammar: one symbol, the chapter's, random ones, one word."""
    yield torch.tensor([0, 0, 0]), *alone()
    yield torch.tensor(SENTENCE), *films()
    yield torch.tensor([0, 0, 0, 0]), *alone()
    pairs, writes = torch.zeros(2, 2, 2, dtype=torch.float32), real([[0.25, 0], [0, 0.5]])
    pairs[0, 0, 1], pairs[0, 0, 0], pairs[1, 1, 0] = 0.5, 0.25, 0.5
    yield torch.tensor([0, 1]), pairs, writes
    yield torch.tensor([0, 1, 0]), pairs, writes
    for S, V, n in ((2, 2, 3), (2, 3, 4), (3, 2, 4)):
        yield draw.whole(0, V, n), *anything(draw, S, V)
    yield torch.tensor([1]), pairs, writes


inside.wrong("keeps the best cut instead of adding up all cuts",
    f"box + {BOTH}", f"torch.maximum(box, {BOTH})",
    "The words may have been grown with any cut: the chances of the cuts add up.")
inside.wrong("keeps the last cut alone", f"box + {BOTH}", BOTH,
    "Each cut adds to the box; do not begin anew.")
inside.wrong("never tries the last cut of a span",
    "range(start + 1, end)", "range(start + 1, max(end - 1, start + 2))",
    "A span can be cut before each of the words start + 1 .. end - 1; range leaves out its second number.")
inside.wrong("never tries the first cut of a span",
    "range(start + 1, end)", "range(min(start + 2, end - 1), end)",
    "A span can be cut before each of the words start + 1 .. end - 1.")
inside.wrong("exchanges the left and the right part", BOTH, "(pairs @ left) @ right",
    "pairs[A, B, C]: B grows the left part. `pairs @ x` sums over the last place, C.")
inside.wrong("forgets the chances of the rules", BOTH, "((pairs > 0).float() @ right) @ left",
    "Possible is not probable: the chance of the rule is a factor.")
inside.wrong("keeps the best rule of each cut instead of adding up all rules", BOTH,
    "(pairs * left[:, None] * right).flatten(1).amax(1)",
    "Several rules may grow the same words with the same cut: their chances add up.")
inside.wrong("divides each box by its sum", "box = box + ", "box = box * box.sum() + ",
    "            boxes[start, end] = box", "            boxes[start, end] = box / box.sum()",
    "A box holds chances of its words, not shares: it need not sum to 1.")
inside.wrong("takes the mean of the cuts", BOTH, f"{BOTH} / (end - start - 1)",
    "The words may have been grown with any cut: their chances add up, and nothing divides them.")
inside.wrong("adds the two parts instead of multiplying them",
    BOTH, "(pairs * (left[:, None] + right)).sum((1, 2))",
    "Both parts must be grown: their chances multiply.")
inside.wrong("lets the left part grow the right part as well", BOTH, "(pairs @ left) @ left",
    "The right part is another box, from the cut to the end.")


log_partition = task("15.7", section="Why a chart adds up all trees", tolerance=1e-2)
OWN = "scores[start, end] + torch.logsumexp(torch.stack(cuts), 0)"


@log_partition.cases
def _(draw):
    """Scores (n, n + 1): all 0, one span alone, random ones, two words."""
    yield torch.zeros(4, 5, dtype=torch.float32)
    yield chart_of(3, (0, 2, 2.0))
    yield chart_of(3, (1, 3, 1.0), (0, 3, -3.0))
    yield chart_of(4, (0, 2, 1.0), (2, 4, -1.0), (1, 4, 0.5), (0, 1, 5.0))
    for n in (4, 5, 7):
        yield draw.normal(n, n + 1)
    yield chart_of(2, (0, 2, 1.5))


@log_partition.part("scores of hundreds")
def _(draw):
    """High and low scores, and random ones around a high one."""
    yield chart_of(3, (0, 2, 800.0), (1, 3, 799.0))
    yield chart_of(4, (0, 4, -900.0))
    yield 300 + draw.normal(5, 6)


def chart_of(n, *filled):
    """Scores that are 0 but for some."""
    scores = torch.zeros(n, n + 1, dtype=torch.float32)
    for start, end, value in filled:
        scores[start, end] = value
    return scores


log_partition.wrong("goes through chances, which become too large or 0",
    "torch.logsumexp(torch.stack(cuts), 0)", "torch.stack(cuts).exp().sum().log()",
    "exp(800) is no float. Stay in logarithms: torch.logsumexp.")
log_partition.wrong("keeps the best cut: the score of the best tree",
    "torch.logsumexp(torch.stack(cuts), 0)", "max(cuts)",
    "All trees are wanted, not the best one: add up what the logarithms stand for.")
log_partition.wrong("forgets the scores of the spans", "scores[start, end] + torch", "torch",
    "Each span adds its own score to what its cuts bring.")
log_partition.wrong("adds up the logarithms of the cuts",
    "torch.logsumexp(torch.stack(cuts), 0)", "sum(cuts)",
    "A sum of logarithms is the log of a product. The cuts are alternatives: their exponentials add up.")
log_partition.wrong("leaves out the score of the whole sentence",
    "scores[start, end] + torch", "(width < n) * scores[start, end] + torch",
    "The whole sentence is a span, too.")
log_partition.wrong("counts the score of a span once for each of its cuts",
    "scores[start, end] + torch", "len(cuts) * scores[start, end] + torch",
    "A tree has a span once, however it is cut below.")
log_partition.wrong("never tries the last cut of a span",
    "range(start + 1, end)", "range(start + 1, max(end - 1, start + 2))",
    "A span can be cut before each of the words start + 1 .. end - 1; range leaves out its second number.")
log_partition.wrong("never tries the first cut of a span",
    "range(start + 1, end)", "range(min(start + 2, end - 1), end)",
    "A span can be cut before each of the words start + 1 .. end - 1.")
log_partition.wrong("gives single words their scores as well",
    "scores.new_zeros(())", "scores[start, start + 1]",
    "Only spans of two words or more count.")
log_partition.wrong("takes the mean of the trees, not their sum",
    "torch.logsumexp(torch.stack(cuts), 0)", "torch.stack(cuts).double().exp().mean().log()",
    "Nothing divides the sum.")
log_partition.wrong("gives the sum and not its logarithm",
    "    return log_sum[0, n]", "    return log_sum[0, n].exp()",
    "The logarithm is asked for.")


log_prob = task("15.8", section="Why a chart adds up all trees", axes="sentence", tolerance=1e-2)


@log_prob.cases
def _(draw):
    """Sentences (B, n), a bag (V,) and a grammar: the chapter's, random ones, single words."""
    bag = real([0.25, 0.25, 0.25, 0.25])
    yield torch.tensor([SENTENCE, [0, 3, 2, 1]]), bag, *films()
    yield torch.tensor([SENTENCE]), real([0.5, 0.25, 0.125, 0.125]), *films()
    yield torch.zeros(1, 4, dtype=torch.long), real([1.0]), *alone()
    for S, V, B, n in ((2, 3, 2, 3), (3, 4, 3, 5), (2, 5, 4, 6)):
        yield draw.whole(0, V, B, n), draw.simplex(V), *anything(draw, S, V)
    pairs, writes = anything(draw, 2, 3)
    yield torch.tensor([[2], [0]]), draw.simplex(3), pairs, writes


@log_prob.part("sentences of 40 words")
def _(draw):
    """Words that are rare, so that the chance of a sentence is no float."""
    for B in (2, 1):
        pairs, writes = anything(draw, 3, 40)
        yield draw.whole(0, 40, B, 40), torch.full((40,), 1 / 40, dtype=torch.float32), pairs, writes


log_prob.wrong("works with the chances of the words themselves, which vanish",
    lambda ids, bag, pairs, writes: log_prob(ids, torch.ones_like(bag), pairs, writes),
    "Forty chances of rare words multiply to 0. Divide each by its chance in the bag.")
log_prob.wrong("forgets to multiply the bag back in", " + bag[ids].log().sum(1)", "",
    "The boxes hold how much better than the bag. What does the bag say itself?")
log_prob.wrong("subtracts the bag's logarithms", "+ bag[ids]", "- bag[ids]",
    "Each word was divided by q, so log q has to be added.")
log_prob.wrong("takes the mean of the bag's logarithms", "bag[ids].log().sum(1)", "bag[ids].log().mean(1)",
    "Each word was divided once: the logarithms add up.")
log_prob.wrong("exchanges the left and the right part", "abc,zmb,zmc", "acb,zmb,zmc",
    "pairs[A, B, C]: B grows the left part.")
log_prob.wrong("never takes a left part of one word", "range(1, w)", "range(min(2, w - 1), w)",
    "The left part has 1 .. w - 1 words.")
log_prob.wrong("never takes a right part of one word", "range(1, w)", "range(1, max(w - 1, 2))",
    "The left part has 1 .. w - 1 words; range leaves out its second number.")
log_prob.wrong("lets the right part begin where the left part begins", "k : k + m]", ":m]",
    "The right part begins k words later.")
log_prob.wrong("sums all symbols in place of the root", "boxes[n][:, 0, 0]", "boxes[n][:, 0].sum(1)",
    "Symbol 0 is the root of every sentence.")
log_prob.wrong("gives the chance and not its logarithm",
    "boxes[n][:, 0, 0].log() + bag[ids].log().sum(1)", "boxes[n][:, 0, 0] * bag[ids].prod(1)",
    "Logarithms are asked for: the chance itself is too small.")
log_prob.wrong("adds up over the batch", "boxes[n][:, 0, 0].log() + bag[ids].log().sum(1)",
    "(boxes[n][:, 0, 0].log() + bag[ids].log().sum(1)).sum().expand(len(ids))",
    "One number for each sentence.")
