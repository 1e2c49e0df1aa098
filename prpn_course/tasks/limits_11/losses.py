"""Tasks 11.5 and 11.6: the exact loss and its bound without underflow, and what both push the law to."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real


def exact(p, log_q):
    """-log sum_k p_k q_k, (N,)."""
    return -(p.log() + log_q).logsumexp(-1)


def bound(p, log_q):
    """-sum_k p_k log q_k, (N,)."""
    return -(p * log_q).sum(-1)


@task("11.5", section="Three places for the average", axes="loss, n", tolerance=1e-4)
def losses(p, log_q, first=exact, second=bound, sign=1):
    """Both losses, one below the other."""
    return sign * torch.stack([first(p, log_q), second(p, log_q)])


@losses.cases
def _(draw):
    """Laws and logarithms (N, L): two limits by hand, chances of 0, random ones."""
    yield real([[0.25, 0.75]]), real([[0.8, 0.2]]).log()
    yield real([[0.25, 0.75], [0.5, 0.5], [1, 0]]), real([[0.8, 0.2], [0.1, 0.1], [0.5, 0.25]]).log()
    yield from ((draw.simplex(N, L), draw.simplex(N, L).log()) for N, L in ((2, 3), (4, 2), (3, 5)))


@losses.part("edge cases")
def _(draw):
    """Words far too unlikely for a float, a limit that is sure, a single one."""
    yield real([[0.5, 0.5], [0.25, 0.75], [0.25, 0.75]]), real([[-1000, -1001], [-2, -200], [-1, -1000]])
    yield real([[0, 1, 0]]), real([[-3, -1, -2]])
    yield real([[0, 1]]), real([[-1, -80]])
    yield real([[1]]), real([[-0.5]])


losses.wrong("exchanges the two rows", first=bound, second=exact).hint(
    "Row 0 is the loss of the sum of chances, row 1 that of the averaged logarithms."
)
losses.wrong("forgets the minus", sign=-1).hint("A loss is -log p: it falls when the word becomes likelier.")
losses.wrong(
    "goes back to chances, which vanish: exp(-1000) is 0 for a float",
    first=lambda p, log_q: -(p * log_q.exp()).sum(-1).log(),
).hint("Stay in logarithms: log p + log q, and torch.logsumexp adds up what they stand for.")
losses.wrong("leaves the law out of the sum", first=lambda p, log_q: -log_q.logsumexp(-1)).hint(
    "Each chance q_k is weighted by p_k. In logarithms, a product is a sum."
)
losses.wrong(
    "weights the logarithms inside the sum, log sum exp(p log q)",
    first=lambda p, log_q: -(p * log_q).logsumexp(-1),
).hint("log(p q) is log p + log q, not p times log q.")
losses.wrong(
    "puts log p into the bound, which is nan where p is 0",
    second=lambda p, log_q: -(p * (p.log() + log_q)).sum(-1),
).hint("The bound weighs log q_k with p_k; log p_k has no place in it.")
losses.wrong(
    "puts the law's own logarithm into the bound",
    second=lambda p, log_q: -(torch.xlogy(p, p) + p * log_q).sum(-1),
).hint("The bound is -sum of p_k log q_k: the law weighs, and is not itself the chance of a word.")
losses.wrong("averages over all limits alike in the bound", second=lambda p, log_q: -log_q.mean(-1)).hint(
    "Weigh the logarithm of limit k with p_k."
)
losses.wrong(
    "adds up over the words instead of over the limits",
    lambda p, log_q: torch.stack([-(p.log() + log_q).logsumexp(0), -(p * log_q).sum(0)]),
).hint("Each row is one word with its limits: the sum goes along the last axis.")
losses.wrong(
    "adds a small number to p before the logarithm",
    first=lambda p, log_q: -((p + 1e-9).log() + log_q).logsumexp(-1),
).hint("A chance of 0 must not count at all, however small the others are. logsumexp can take log 0 = -inf.")
losses.wrong("adds p where log p belongs", first=lambda p, log_q: -(p + log_q).logsumexp(-1)).hint(
    "In logarithms the product p q is log p + log q."
)
losses.wrong(
    "leaves the law out of both losses",
    lambda p, log_q: -torch.stack([log_q.logsumexp(-1), log_q.sum(-1)]),
).hint("Both losses average over the limits, with the weights p_k.")
losses.wrong(
    "multiplies two logarithms in the bound", second=lambda p, log_q: -(p.log() * log_q).sum(-1)
).hint("The bound weighs log q_k with p_k itself.")
losses.wrong("averages chances in the bound", second=lambda p, log_q: -(p * log_q.exp()).sum(-1)).hint(
    "The bound is a mean of logarithms: log_q goes in as it is."
)
losses.wrong("takes the best limit alone", first=lambda p, log_q: -(p.log() + log_q).amax(-1)).hint(
    "A maximum is near the sum when one limit explains nearly all. Add up all of them."
)
losses.wrong(
    "adds up over the whole batch", lambda p, log_q: losses(p, log_q).sum(1, keepdim=True).expand(2, len(p))
).hint("Each word has its own two losses: the answer has shape (2, N).")


def shares(p, q):
    """The law after the word, (t,)."""
    return p * q / (p * q).sum()


def towards(p, q):
    """The push of the exact loss: from the law to the law after the word."""
    return shares(p, q) - p


def above(p, q):
    """The push of the bound: how far log q lies above its mean, times p."""
    return p * (q.log() - (p * q.log()).sum())


@task("11.6", section="What the gradient says", axes="row, k")
def pushes(p, q, first=towards, second=above):
    """Both pushes, one below the other."""
    return torch.stack([first(p, q), second(p, q)])


@pushes.cases
def _(draw):
    """The law and the word's chances, (t,) each, all above 0: by hand, equal chances, random ones."""
    yield real([0.5, 0.25, 0.25]), real([0.2, 0.8, 0.4])  # three: of two, negated and reversed look alike
    yield real([0.25, 0.75]), real([0.8, 0.2])
    yield real([0.2, 0.3, 0.5]), real([0.25, 0.25, 0.25])
    yield real([125 / 792, 25 / 132, 5 / 24, 4 / 9]), real([0.02, 0.3, 0.3, 0.1])
    yield from ((draw.simplex(t), draw.uniform(t, low=0.05, high=0.9)) for t in (2, 3, 5))
    yield real([1]), real([0.5])


pushes.wrong("exchanges the two rows", first=above, second=towards).hint(
    "Row 0 belongs to the logarithm of the sum, row 1 to the sum of logarithms."
)
pushes.wrong("gives the law after the word, not the way to it", first=shares).hint(
    "A push may be negative, and all of them sum to 0."
)
pushes.wrong("pushes away from the law after the word", first=lambda p, q: p - shares(p, q)).hint(
    "The slopes are those of log p(word), which is to grow: a limit that explains the word gains."
)
pushes.wrong("gives the slope with respect to p_k itself", first=lambda p, q: q / (p * q).sum()).hint(
    "The law is a softmax of numbers a_k, and the slope is in a_k: to raise one p_k lowers the others."
)
pushes.wrong("does not divide by the chance of the word", first=lambda p, q: p * (q - (p * q).sum())).hint(
    "The slope of log x is 1/x: divide by the chance of the word."
)
pushes.wrong("weighs by the law twice", first=lambda p, q: p * (shares(p, q) - p)).hint(
    "The sum of the pushes should be 0."
)
pushes.wrong("does not take off the mean in the bound's push", second=lambda p, q: p * q.log()).hint(
    "A softmax does not notice if all a_k grow together: the pushes sum to 0."
)
pushes.wrong(
    "takes off the mean without the law's weights", second=lambda p, q: p * (q.log() - q.log().mean())
).hint("The mean is over the limits as the law draws them.")
pushes.wrong("forgets the law in the bound's push", second=lambda p, q: q.log() - (p * q.log()).sum()).hint(
    "A limit that is never drawn is never pushed: the push has a factor p_k."
)
pushes.wrong("uses chances in place of their logarithms", second=lambda p, q: p * (q - (p * q).sum())).hint(
    "The bound adds up logarithms: how far is log q_k above their mean?"
)
pushes.wrong("turns both pushes round", lambda p, q: -pushes(p, q)).hint(
    "These are slopes of log chances, which are to grow; a loss would have the other sign."
)
pushes.wrong("gives the first push twice", second=towards).hint(
    "In the second sum the logarithm stands inside: compare each log q_k with their mean."
)
pushes.wrong(
    "takes off the logarithm of the mean, not the mean of the logarithms",
    second=lambda p, q: p * (q.log() - (p * q).sum().log()),
).hint("Add up p_j log q_j; the logarithm of the sum belongs to the first row. Do your pushes sum to 0?")
pushes.wrong("takes p for the numbers a_k", lambda p, q: pushes(p.softmax(0), q)).hint(
    "p is the law already, p = softmax(a). To let torch differentiate, begin with a = log p."
)
pushes.wrong("turns the bound's push round", second=lambda p, q: -above(p, q)).hint(
    "The slopes are those of the mean log chance, which is to grow."
)
