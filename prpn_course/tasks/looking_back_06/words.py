"""Tasks 6.1, 6.2 and 6.6: perplexity, a bigram model, and a curve of training."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real

perplexity = task("6.1", section="The chance of a sentence", in_page=True)


@perplexity.cases
def _(draw):
    """Log-chances and a mask, (B, T): the chapter's three words, two by hand with padding, random ones."""
    yield real([[0.5, 0.25, 0.125]]).log(), torch.ones(1, 3, dtype=torch.bool)
    yield real([[0.5, 0.5, 0.5], [0.125, 0.01, 0.9]]).log(), torch.tensor([[True] * 3, [True, False, False]])
    for B, T in ((3, 4), (2, 6)):
        lengths = torch.cat([torch.tensor([T, 1]), draw.whole(2, T, B - 2)])  # (B,)  one full, one short
        yield draw.uniform(B, T, low=0.05).log(), torch.arange(T) < lengths[:, None]
    yield real([[0.25]]).log(), torch.tensor([[True]])


perplexity.wrong("forgets the minus", "-said", "said",
    "A chance below 1 has a logarithm below 0. A perplexity is 1 or more.")
perplexity.wrong("takes powers of 2 of natural logarithms", "torch.exp(", "2 ** (",
    "The power must undo the logarithm: ln goes with e.")
perplexity.wrong("gives the loss, not the perplexity", "torch.exp", "",
    "The mean of -ln p is in nats. What turns it into a number of words?")
perplexity.wrong("does not use the mask", "log_p[mask]", "log_p.flatten()",
    "Padding is no word: it was not to be guessed.")
perplexity.wrong("counts the padding in the denominator", "len(said)", "log_p.numel()",
    "The sum is right. Divide it by how many words there are, not by the size of the rectangle.")
perplexity.wrong("keeps the padding and drops the words", "log_p[mask]", "log_p[~mask]",
    "Here True marks a word and False marks padding.")
perplexity.wrong("takes the mean of each sentence first",
    "said.sum() / len(said)", "((log_p * mask).sum(1) / mask.sum(1)).mean()",
    "Then a word of a short sentence weighs more. Every word of the batch has the same weight.")
perplexity.wrong("takes the mean of the sentences' perplexities",
    "-said.sum() / len(said))", "-(log_p * mask).sum(1) / mask.sum(1)).mean()",
    "Perplexities are not averaged. Add up the logarithms of all words first.")
perplexity.wrong("takes the arithmetic mean of 1/p", "-said.sum() / len(said))", "-said).mean()",
    "For 1/2, 1/4 and 1/8 that is 14/3. Chances multiply, so the mean of 2, 4 and 8 is the geometric one.")
perplexity.wrong("averages the chances and not their logarithms",
    "torch.exp(-said.sum() / len(said))", "1 / torch.exp(said).mean()",
    "Take the mean of the logarithms; the power comes at the end.")
perplexity.wrong("forgets the n-th root: it gives 1 over the chance of everything", " / len(said)", "",
    "That number grows with the length of the text. Divide by the number of words before the power.")
perplexity.wrong("divides by the number of sentences", "len(said)", "len(log_p)",
    "The mean is over words. How many True does the mask hold?")


bigram = task("6.2", section="The chance of a sentence", axes="a, b", in_page=True)


@bigram.cases
def _(draw):
    """Words before and after (N,), how many there are of each, and k > 0: by hand, random."""
    yield torch.tensor([0, 0, 0, 1]), torch.tensor([1, 1, 2, 0]), 2, 3, 1.0
    yield torch.tensor([2, 2, 0]), torch.tensor([0, 1, 1]), 4, 2, 0.5
    for U, V, N in ((3, 5, 12), (6, 4, 20)):
        first = torch.zeros(4, dtype=torch.long)  # one pair that comes four times, whatever the seed
        yield torch.cat([first, draw.whole(0, U, N)]), torch.cat([first, draw.whole(0, V, N)]), U, V, 0.25
    yield torch.tensor([0]), torch.tensor([0]), 1, 1, 1.0


bigram.wrong("does not smooth", "float(k)", "0.0",
    "A pair that was never seen must not be impossible: add k to every count.")
bigram.wrong("adds k above the line only",
    "/ counts.sum(dim=1, keepdim=True)", "/ (counts - k).sum(1, keepdim=True)",
    "Add up a row: it is more than 1. What was added to the counts must be in the total too.")
bigram.wrong("adds k once to the total, not once for each word that may follow",
    "/ counts.sum(dim=1, keepdim=True)", "/ ((counts - k).sum(1, keepdim=True) + k)",
    "Each of the V entries of the row got its own k.")
bigram.wrong("adds k to the total once for each word that may stand before",
    "/ counts.sum(dim=1, keepdim=True)", "/ ((counts - k).sum(1, keepdim=True) + k * U)",
    "A row has V entries, not U.")
bigram.wrong("divides by the columns: how likely the word before is", "dim=1", "dim=0",
    "Given the word before, what follows sums to 1: along a row.")
bigram.wrong("divides by everything: the chance of the pair", "dim=1, keepdim=True", "",
    "That is p(a and b). Asked is p(b | a): each row sums to 1.")
bigram.wrong("has the word before in the columns",
    "counts / counts.sum(dim=1, keepdim=True)", "(counts / counts.sum(1, keepdim=True)).T",
    "Rows are the words before, columns the words that follow.")
bigram.wrong("adds k to the shares, not to the counts",
    "float(k)", "0.0", "counts / counts.sum(dim=1, keepdim=True)",
    "torch.nn.functional.normalize(torch.nn.functional.normalize(counts, 1, 1) + k, 1, 1)",
    "First add k to every count, then divide each row by its sum, once.")
bigram.wrong("never divides", " / counts.sum(dim=1, keepdim=True)", "",
    "Each row is a law: it sums to 1.")
bigram.wrong("counts the pairs backwards", "(U, V)", "(V, U)", "counts[a, b]", "counts[b, a]",
    "The row is the word that came first.")
bigram.wrong("notes that a pair came, but not how often", "+= 1", "= 1 + k",
    "`counts[before, word] += 1` on whole tensors adds 1 only once to each place. Add in a loop.")
bigram.wrong("adds k only to the pairs that came",
    "float(k)", "0.0", "return", "counts += k * counts.sign()\n    return",
    "keepdim=True)", "keepdim=True).clamp(min=1e-9)",
    "It is the pairs that did not come that need it.")
bigram.wrong("adds k only to the pairs that did not come",
    "float(k)", "0.0", "return", "counts += k * (counts == 0)\n    return",
    "Then a pair that came once may be no likelier than one that never came. Every count gets its k.")
bigram.wrong("adds 1, whatever k is", "float(k)", "1.0",
    "k is an argument, and need not be 1 as in the first case.")
bigram.wrong("takes a softmax of the counts",
    "float(k)", "0.0", "counts / counts.sum(dim=1, keepdim=True)", "counts.softmax(1)",
    "Counts are no scores: they are positive already, and a share of them needs no e to a power.")


curve = task("6.6", section="Does it help to look anywhere?", axes="pass", tolerance=1e-4)


def curve_case(draw, U, V, N, passes):
    """A random table, N training pairs and five held-out ones."""
    drawn = (draw.whole(0, size, n) for n in (N, 5) for size in (U, V))
    return draw.normal(U, V), *drawn, 0.5, passes


@curve.cases
def _(draw):
    """A table (U, V), training pairs, held-out pairs, lr, one pass: by hand, random."""
    pairs = torch.tensor([0, 0, 1]), torch.tensor([0, 0, 2])
    yield torch.zeros(2, 3), *pairs, torch.tensor([0, 1]), torch.tensor([1, 2]), 1.0, 1
    yield draw.normal(2, 4), *pairs, *pairs, 2.0, 1
    yield from (curve_case(draw, *sizes, passes=1) for sizes in ((4, 3, 9), (3, 5, 14)))


@curve.part("several")
def _(draw):
    """The same with several passes."""
    pairs = torch.tensor([0, 0, 1]), torch.tensor([0, 0, 2])
    yield torch.zeros(2, 3), *pairs, torch.tensor([0, 1]), torch.tensor([1, 2]), 1.0, 2
    yield from (curve_case(draw, *sizes) for sizes in ((4, 3, 9, 3), (3, 5, 14, 4)))


def pair_by_pair(W, before, word, dev_before, dev_word, lr, passes):
    """A mistake: a step for each pair."""
    out = []
    for _ in range(passes):
        for a, b in zip(before.tolist(), word.tolist(), strict=True):
            gradient = torch.zeros_like(W)
            gradient[a] = W[a].softmax(-1)
            gradient[a, b] -= 1
            W = W - lr * gradient
        out.append(torch.nn.functional.cross_entropy(W[dev_before], dev_word).exp())
    return torch.stack(out)


curve.wrong("measures before the step, not after it",
    "            W -= lr * W.grad\n            W.grad = None\n", "",
    ".exp())", ".exp())\n            W -= lr * W.grad\n            W.grad = None",
    "The first number must be that of the table after one step: the start is not part of the curve.")
curve.wrong("measures on the training pairs", "W[dev_before], dev_word", "W[before], word",
    "What was trained on always looks better. Measure on the pairs that were held out.")
curve.wrong("trains on the development pairs", "W[before], word", "W[dev_before], dev_word",
    "The held-out pairs are for measuring alone.")
curve.wrong("gives the loss, not the perplexity", ".exp()", "",
    "A mean of -ln p is in nats. What makes a perplexity of it?")
curve.wrong("never clears the gradient, so that it adds up", "W.grad = None", "",
    "`backward()` adds to what is in `.grad`. Clear it before each pass.")
curve.wrong("goes up the gradient", "-=", "+=", "The perplexity rises. The gradient points uphill.")
curve.wrong("adds the losses up in place of their mean",
    "W[before], word", "W[before], word, reduction='sum'",
    "Then the step grows with the number of pairs. The contract asks for the mean.")
curve.wrong("does not train at all", "lr * W.grad", "0 * W.grad",
    "The curve is flat. Is the table that you measure the one that you changed?")
curve.wrong("takes the gradient at the start for every pass",
    lambda W, before, word, dev_before, dev_word, lr, passes: torch.cat(
    [curve(W, before, word, dev_before, dev_word, lr * (n + 1), 1) for n in range(passes)]),
    "After each step the table is another one, and so is its gradient.")
curve.wrong("takes a softmax before `cross_entropy`, in training", "W[before]", "W[before].softmax(-1)",
    "`cross_entropy` takes scores and has the softmax inside. Two of them make all words nearly alike.")
curve.wrong("takes a softmax before `cross_entropy`, in training and in measuring",
    "W[before]", "W[before].softmax(-1)", "W[dev_before]", "W[dev_before].softmax(-1)",
    "`cross_entropy` has the softmax inside, here and there: give it the scores W[a] as they are.")
curve.wrong("takes powers of 2 of natural logarithms",
    "append(cross_entropy", "append(2 ** cross_entropy", ".exp()", "",
    "`cross_entropy` is in nats: the power that undoes it is e.")
curve.wrong("takes a step for each pair, not one for each pass", pair_by_pair,
    "One pass is one step, down the mean over all training pairs at once.")
curve.wrong("gives the best so far, not what each pass reached",
    "torch.stack(measured)", "torch.stack(measured).cummin(0).values",
    "A curve that rises again is news: keep what each pass reached.")
