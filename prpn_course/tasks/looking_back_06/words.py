"""Tasks 6.1, 6.2 and 6.6: perplexity, a bigram model, and a curve of training."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real


def mean_over(log_p, mask):
    """The mean over the words."""
    return (log_p * mask).sum() / mask.sum()


@task("6.1", section="The chance of a sentence")
def perplexity(log_p, mask, mean=mean_over, power=lambda loss: loss.exp()):
    """`power` of minus the `mean` of the log-chances."""
    return power(-mean(log_p, mask))


@perplexity.cases
def _(draw):
    """Log-chances and a mask, (B, T): the chapter's three words, two by hand with padding, random ones."""
    yield real([[0.5, 0.25, 0.125]]).log(), torch.ones(1, 3, dtype=torch.bool)
    yield real([[0.5, 0.5, 0.5], [0.125, 0.01, 0.9]]).log(), torch.tensor([[True] * 3, [True, False, False]])
    for B, T in ((3, 4), (2, 6)):
        lengths = torch.cat([torch.tensor([T, 1]), draw.whole(2, T, B - 2)])  # (B,)  one full, one short
        yield draw.uniform(B, T, low=0.05).log(), torch.arange(T) < lengths[:, None]
    yield real([[0.25]]).log(), torch.tensor([[True]])


def means(log_p, mask):
    """The mean of each sentence, (B,)."""
    return (log_p * mask).sum(1) / mask.sum(1)


perplexity.wrong("forgets the minus", mean=lambda log_p, mask: -mean_over(log_p, mask)).hint(
    "A chance below 1 has a logarithm below 0. A perplexity is 1 or more."
)
perplexity.wrong("takes powers of 2 of natural logarithms", power=lambda loss: 2**loss).hint(
    "The power must undo the logarithm: ln goes with e."
)
perplexity.wrong("gives the loss, not the perplexity", power=lambda loss: loss).hint(
    "The mean of -ln p is in nats. What turns it into a number of words?"
)
perplexity.wrong("does not use the mask", mean=lambda log_p, mask: log_p.mean()).hint(
    "Padding is no word: it was not to be guessed."
)
perplexity.wrong(
    "counts the padding in the denominator", mean=lambda log_p, mask: (log_p * mask).mean()
).hint("The sum is right. Divide it by how many words there are, not by the size of the rectangle.")
perplexity.wrong("keeps the padding and drops the words", lambda log_p, mask: perplexity(log_p, ~mask)).hint(
    "Here True marks a word and False marks padding."
)
perplexity.wrong(
    "takes the mean of each sentence first", mean=lambda log_p, mask: means(log_p, mask).mean()
).hint("Then a word of a short sentence weighs more. Every word of the batch has the same weight.")
perplexity.wrong(
    "takes the mean of the sentences' perplexities", lambda log_p, mask: (-means(log_p, mask)).exp().mean()
).hint("Perplexities are not averaged. Add up the logarithms of all words first.")
perplexity.wrong(
    "takes the arithmetic mean of 1/p", lambda log_p, mask: ((-log_p).exp() * mask).sum() / mask.sum()
).hint("For 1/2, 1/4 and 1/8 that is 14/3. Chances multiply, so the mean of 2, 4 and 8 is the geometric one.")
perplexity.wrong(
    "averages the chances and not their logarithms",
    lambda log_p, mask: mask.sum() / (log_p.exp() * mask).sum(),
).hint("Take the mean of the logarithms; the power comes at the end.")
perplexity.wrong(
    "forgets the n-th root: it gives 1 over the chance of everything",
    mean=lambda log_p, mask: (log_p * mask).sum(),
).hint("That number grows with the length of the text. Divide by the number of words before the power.")
perplexity.wrong(
    "divides by the number of sentences", mean=lambda log_p, mask: (log_p * mask).sum() / len(log_p)
).hint("The mean is over words. How many True does the mask hold?")


def count(before, word, U, V):
    """How often each word followed each other one, (U, V)."""
    pairs = torch.zeros(U, V)
    return pairs.index_put((before, word), torch.ones(len(word)), accumulate=True)


def row_sums(counts, k):
    """Of the smoothed counts, (U, 1)."""
    return (counts + k).sum(1, keepdim=True)


@task("6.2", section="One word back is not enough", axes="a, b")
def bigram(before, word, U, V, k, counts=count, total=row_sums):
    """Smoothed counts over their total."""
    table = counts(before, word, U, V)
    return (table + k) / total(table, k)


@bigram.cases
def _(draw):
    """Words before and after (N,), how many there are of each, and k > 0: by hand, random."""
    yield torch.tensor([0, 0, 0, 1]), torch.tensor([1, 1, 2, 0]), 2, 3, 1.0
    yield torch.tensor([2, 2, 0]), torch.tensor([0, 1, 1]), 4, 2, 0.5
    for U, V, N in ((3, 5, 12), (6, 4, 20)):
        first = torch.zeros(4, dtype=torch.long)  # one pair that comes four times, whatever the seed
        yield torch.cat([first, draw.whole(0, U, N)]), torch.cat([first, draw.whole(0, V, N)]), U, V, 0.25
    yield torch.tensor([0]), torch.tensor([0]), 1, 1, 1.0


bigram.wrong("does not smooth", lambda before, word, U, V, k: bigram(before, word, U, V, 0)).hint(
    "A pair that was never seen must not be impossible: add k to every count."
)
bigram.wrong("adds k above the line only", total=lambda counts, k: counts.sum(1, keepdim=True)).hint(
    "Add up a row: it is more than 1. What was added to the counts must be in the total too."
)
bigram.wrong(
    "adds k once to the total, not once for each word that may follow",
    total=lambda counts, k: counts.sum(1, keepdim=True) + k,
).hint("Each of the V entries of the row got its own k.")
bigram.wrong(
    "adds k to the total once for each word that may stand before",
    total=lambda counts, k: counts.sum(1, keepdim=True) + k * len(counts),
).hint("A row has V entries, not U.")
bigram.wrong(
    "divides by the columns: how likely the word before is",
    total=lambda counts, k: (counts + k).sum(0, keepdim=True),
).hint("Given the word before, what follows sums to 1: along a row.")
bigram.wrong(
    "divides by everything: the chance of the pair", total=lambda counts, k: (counts + k).sum()
).hint("That is p(a and b). Asked is p(b | a): each row sums to 1.")
bigram.wrong(
    "has the word before in the columns", lambda before, word, U, V, k: bigram(before, word, U, V, k).T
).hint("Rows are the words before, columns the words that follow.")
bigram.wrong("counts the pairs backwards", lambda before, word, U, V, k: bigram(word, before, V, U, k)).hint(
    "The row is the word that came first."
)
bigram.wrong(
    "notes that a pair came, but not how often", counts=lambda *pairs: count(*pairs).clamp(max=1)
).hint("`counts[before, word] += 1` on whole tensors adds 1 only once to each place. Add in a loop.")
bigram.wrong(
    "adds k only to the pairs that came",
    lambda before, word, U, V, k: smoothed_where(count(before, word, U, V), k, torch.sign),
).hint("It is the pairs that did not come that need it.")
bigram.wrong(
    "adds k only to the pairs that did not come",
    lambda before, word, U, V, k: smoothed_where(count(before, word, U, V), k, lambda counts: counts == 0),
).hint("Then a pair that came once may be no likelier than one that never came. Every count gets its k.")
bigram.wrong("adds 1, whatever k is", lambda before, word, U, V, k: bigram(before, word, U, V, 1)).hint(
    "k is an argument, and need not be 1 as in the first case."
)
bigram.wrong(
    "takes a softmax of the counts", lambda before, word, U, V, k: count(before, word, U, V).softmax(1)
).hint("Counts are no scores: they are positive already, and a share of them needs no e to a power.")


def smoothed_where(counts, k, where):
    """A mistake: smoothing at some places alone."""
    counts = counts + k * where(counts)
    return counts / counts.sum(1, keepdim=True).clamp(min=1e-9)


def loss_of(W, before, word):
    """The mean of -ln p."""
    return torch.nn.functional.cross_entropy(W[before], word)


def loss_of_shares(W, before, word):
    """A mistake: the softmax twice."""
    return torch.nn.functional.cross_entropy(W[before].softmax(-1), word)


@task("6.6", section="The floor", axes="pass", tolerance=1e-4)
def curve(
    W,
    before,
    word,
    dev_before,
    dev_word,
    lr,
    passes,
    keep=0.0,
    mean=1.0,
    sign=-1.0,
    power=torch.exp,
    early=False,
    train=loss_of,
    measure=loss_of,
):
    """The development perplexity after each pass of steepest descent; `keep` is what stays of a gradient."""
    W, gradient, out = W.clone(), torch.zeros_like(W), []
    for _ in range(passes):
        if early:
            out.append(power(measure(W, dev_before, dev_word)))
        leaf = W.clone().requires_grad_()
        with torch.enable_grad():
            loss = train(leaf, before, word) * (len(word) if mean == 0 else 1)
        gradient = keep * gradient + torch.autograd.grad(loss, leaf)[0]
        W = W + sign * lr * gradient
        if not early:
            out.append(power(measure(W, dev_before, dev_word)))
    return torch.stack(out)


@curve.cases
def _(draw):
    """A table (U, V), training pairs, held-out pairs, lr, passes: by hand, random, one pass."""
    pairs = torch.tensor([0, 0, 1]), torch.tensor([0, 0, 2])
    yield torch.zeros(2, 3), *pairs, torch.tensor([0, 1]), torch.tensor([1, 2]), 1.0, 2
    for U, V, N, passes in ((4, 3, 9, 3), (3, 5, 14, 4)):
        drawn = (draw.whole(0, size, n) for n in (N, 5) for size in (U, V))
        yield draw.normal(U, V), *drawn, 0.5, passes
    yield draw.normal(2, 4), *pairs, *pairs, 2.0, 1


curve.wrong("measures before the step, not after it", early=True).hint(
    "The first number must be that of the table after one step: the start is not part of the curve."
)
curve.wrong(
    "measures on the training pairs",
    lambda W, before, word, dev_before, dev_word, lr, passes: curve(
        W, before, word, before, word, lr, passes
    ),
).hint("What was trained on always looks better. Measure on the pairs that were held out.")
curve.wrong(
    "trains on the development pairs",
    lambda W, before, word, dev_before, dev_word, lr, passes: curve(
        W, dev_before, dev_word, dev_before, dev_word, lr, passes
    ),
).hint("The held-out pairs are for measuring alone.")
curve.wrong("gives the loss, not the perplexity", power=lambda loss: loss).hint(
    "A mean of -ln p is in nats. What makes a perplexity of it?"
)
curve.wrong("never clears the gradient, so that it adds up", keep=1.0).hint(
    "`backward()` adds to what is in `.grad`. Clear it before each pass."
)
curve.wrong("goes up the gradient", sign=1.0).hint("The perplexity rises. The gradient points uphill.")
curve.wrong("adds the losses up in place of their mean", mean=0.0).hint(
    "Then the step grows with the number of pairs. The contract asks for the mean."
)
curve.wrong("does not train at all", sign=0.0).hint(
    "The curve is flat. Is the table that you measure the one that you changed?"
)
curve.wrong(
    "takes the gradient at the start for every pass",
    lambda W, before, word, dev_before, dev_word, lr, passes: torch.cat(
        [curve(W, before, word, dev_before, dev_word, lr * (n + 1), 1) for n in range(passes)]
    ),
).hint("After each step the table is another one, and so is its gradient.")
curve.wrong("takes a softmax before `cross_entropy`, in training", train=loss_of_shares).hint(
    "`cross_entropy` takes scores and has the softmax inside. Two of them make all words nearly alike."
)
curve.wrong(
    "takes a softmax before `cross_entropy`, in training and in measuring",
    train=loss_of_shares,
    measure=loss_of_shares,
).hint("`cross_entropy` has the softmax inside, here and there: give it the scores W[a] as they are.")
curve.wrong("takes powers of 2 of natural logarithms", power=lambda loss: 2**loss).hint(
    "`cross_entropy` is in nats: the power that undoes it is e."
)


def pair_by_pair(W, before, word, dev_before, dev_word, lr, passes):
    """A mistake: a step for each pair."""
    out = []
    for _ in range(passes):
        for a, b in zip(before.tolist(), word.tolist(), strict=True):
            gradient = torch.zeros_like(W)
            gradient[a] = W[a].softmax(-1)
            gradient[a, b] -= 1
            W = W - lr * gradient
        out.append(loss_of(W, dev_before, dev_word).exp())
    return torch.stack(out)


curve.wrong("takes a step for each pair, not one for each pass", pair_by_pair).hint(
    "One pass is one step, down the mean over all training pairs at once."
)
curve.wrong(
    "gives the best so far, not what each pass reached", lambda *case: curve(*case).cummin(0).values
).hint("A curve that rises again is news: keep what each pass reached.")
