"""Tasks 15.3 to 15.5: expected counts by gradient, a step of EM, and what it leaves of a losing tree."""

import torch

from prpn_course.builder import task
from prpn_course.tasks.grammar_15.laws import SENTENCE, alone, anything, apart, films, lean, nothing

expected_counts = task("15.3", section="A count is a gradient", axes="A, B, C", tolerance=1e-4)


@expected_counts.cases
def _(draw):
    """A sentence (n,) with a grammar: the chapter's, one symbol, random ones, two words."""
    yield torch.tensor(SENTENCE), *films()
    yield torch.tensor([0, 0, 0]), *alone()
    for S, V, n in ((2, 2, 3), (2, 3, 4), (3, 3, 4)):
        yield draw.whole(0, V, n), *anything(draw, S, V)
    yield draw.whole(0, 3, 4), *apart(draw, 2, 2, 3)
    yield torch.tensor([0, 3]), *films()


expected_counts.wrong("takes the slope of p, not of its logarithm", "p.log()", "p",
    "Each tree counts by its share of p: the slope of the logarithm divides by p.")
expected_counts.wrong("gives the slope alone", "pairs * slope", "slope",
    "A count is the chance of the rule times the slope.")
expected_counts.wrong("divides by the chance of the rule",
    "pairs * slope", "torch.nan_to_num(slope / pairs)",
    "Times, not divided by: a rule of chance 0 is never used.")
expected_counts.wrong("has the sign the wrong way round", "pairs * slope", "-pairs * slope",
    "The slope of log p, not of a loss: a rule that is used makes the words likelier.")
expected_counts.wrong("makes all counts sum to 1",
    "pairs * slope", "pairs * slope / (pairs * slope).sum()",
    "A tree of n words uses n - 1 rules of two symbols, and the counts say so.")
expected_counts.wrong("makes the counts of each symbol sum to 1: already a step of EM", "pairs * slope",
    "torch.nan_to_num(pairs * slope / (pairs * slope).sum((1, 2), keepdim=True))",
    "Counts are asked for; they are divided in the next task.")
expected_counts.wrong("takes the slope of the log of all symbols' chances", "p.log()",
    "inside(words, pairs, writes)[0, len(words)].sum().log()",
    "Symbol 0 is the root: p is its chance alone.")
expected_counts.wrong("counts the rules that may be used, 1 or 0",
    "pairs * slope", "(slope > 0) * pairs.sign()",
    "Weigh each use with the share of its tree.")
expected_counts.wrong("gives the chances of the rules", "pairs * slope", "pairs * 1.0",
    "The words have a say: rules of a likely tree count more.")


em_step = task("15.4", section="EM: count, divide, repeat", axes="A, B, C", tolerance=1e-4)
DIVIDE = "torch.where(totals > 0, counts / totals, pairs)"


@em_step.cases
def _(draw):
    """Sentences (B, n) with a grammar whose symbols become two or a word: the chapter's, random ones."""
    yield torch.tensor([SENTENCE]), *films()
    pairs, writes = films()
    yield torch.tensor([[0, 1], [0, 3], [0, 3]]), pairs, writes  # NP and PP are never used
    yield torch.tensor([SENTENCE, [0, 3, 2, 1]]), *lean(0.6, 0.2, 0.2)
    yield torch.tensor([[0, 1, 2]]), *marked(0.75, 0.5)
    yield torch.tensor([[0, 1, 2], [0, 1, 2], [0, 0, 2]]), *marked(0.25, 0.5)
    for N, P, V, B, n in ((1, 2, 3, 2, 3), (2, 2, 3, 3, 4), (2, 3, 4, 2, 4)):
        yield draw.whole(0, V, B, n), *apart(draw, N, P, V)


def marked(s, m):
    """S becomes a M or M c, and M becomes b c, a b or a a: the first two compete in "a b c"."""
    pairs, writes = nothing(5, 3)
    S, M, a, b, c = range(5)
    pairs[S, a, M], pairs[S, M, c] = s, 1 - s
    pairs[M, b, c], pairs[M, a, b], pairs[M, a, c], pairs[M, a, a] = m / 2, (1 - m) / 2, m / 2, (1 - m) / 2
    writes[a, 0] = writes[b, 1] = writes[c, 2] = 1
    return pairs, writes


em_step.wrong("loses the rules of a symbol that is never used",
    DIVIDE, "torch.nan_to_num(counts / totals)",
    "0 divided by 0 says nothing about a symbol: let it keep its rules.")
em_step.wrong("divides by 0 where a symbol is never used", DIVIDE, "counts / totals",
    "A symbol may never be used; what is 0 divided by 0?")
em_step.wrong("divides by the sum of all counts",
    "counts.sum((1, 2), keepdim=True)", "counts.sum().reshape(1, 1, 1)",
    "The chances of each symbol sum to 1: divide by the counts of that symbol alone.")
em_step.wrong("divides for each left child by itself",
    "counts.sum((1, 2), keepdim=True)", "counts.sum(2, keepdim=True)",
    "The total of a symbol is a sum over B and over C.")
em_step.wrong("returns the counts", DIVIDE, "counts",
    "The new chances of a symbol sum to 1: divide.")
em_step.wrong("learns from the first sentence alone", "in sentences)", "in sentences[:1])",
    "Add the counts of all sentences, then divide once.")
em_step.wrong("divides by the number of sentences",
    DIVIDE, "torch.where(totals > 0, counts / len(sentences), pairs)",
    "The new chances of a symbol sum to 1: divide by the total of its counts.")
em_step.wrong("divides sentence by sentence and takes the mean",
    lambda sentences, pairs, writes: sum(em_step(s[None], pairs, writes) for s in sentences) / len(sentences),
    "A sentence that uses a symbol often must count more: add all counts first.")
em_step.wrong("changes the rules after each sentence",
    lambda sentences, pairs, writes: one_by_one(sentences, pairs, writes),
    "One step: all sentences are counted with the same old rules.")
em_step.wrong("multiplies the old chances with the new", "counts / totals,", "pairs * counts / totals,",
    "The counts have the old chances in them already.")
em_step.wrong("adds 1 to each count that is possible",
    "in sentences)", "in sentences) + (pairs > 0)",
    "That is smoothing. EM divides the counts as they are.")
em_step.wrong("returns the old chances", DIVIDE, "pairs.clone()",
    "Count how often each rule is used, and divide.")


def one_by_one(sentences, pairs, writes):
    """A step of EM after each sentence."""
    for one in sentences:
        pairs = em_step(one[None], pairs, writes)
    return pairs


share_after = task("15.5", section="EM: count, divide, repeat", in_page=True)


@share_after.cases
def _(draw):
    """A share and a number of steps: of the chapter, large ones, no step, the ends."""
    yield 0.5, 1
    yield 0.5, 2
    yield 0.5, 3
    yield 0.9, 4
    yield 0.75, 0
    yield 1.0, 5
    yield 0.0, 2
    yield draw.uniform(1, low=0.6, high=0.9).item(), 2
    yield draw.uniform(1, low=0.95, high=0.99).item(), 6


share_after.wrong("squares once, however many steps",
    "range(steps)", "range(min(steps, 1))",
    "Each step squares what the step before has left.")
share_after.wrong("raises the share to twice the number of steps",
    lambda r, steps: r ** (2 * steps) if steps else r,
    "Squaring twice gives the fourth power, three times the eighth: the exponent doubles.")
share_after.wrong("multiplies by the first share in each step", lambda r, steps: r ** (steps + 1),
    "A step squares the present share; it does not multiply by the first one.")
share_after.wrong("halves the share in each step", "r * r", "r / 2", "Squared, not halved: try 1/3.")
share_after.wrong("makes a step too many", "range(steps)", "range(steps + 1)",
    "After 0 steps the share is r itself.")
share_after.wrong("makes a step too few", "range(steps)", "range(max(steps - 1, 0))",
    "After 1 step the share is r times r.")
share_after.wrong("raises to the square of the number of steps", lambda r, steps: r ** (steps**2),
    "The exponent doubles with each step: 1, 2, 4, 8.")
share_after.wrong("gives what the other tree has", "return r", "return 1 - r",
    "The share of the tree that is squared is asked for.")
share_after.wrong("cubes the share", "r * r", "r * r * r", "Squared: r times r.")
