"""Tasks 12.5 and 12.6: the exact loss and its bound without underflow, and what both push the law to."""

from prpn_course.builder import task
from prpn_course.draw import real

losses = task("12.5", section="Three places for the average", axes="loss, n", tolerance=1e-4)


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
    yield real([[0, 1]]), real([[0, -1000]])
    yield real([[1]]), real([[-0.5]])


losses.wrong("exchanges the two rows", "[exact, bound]", "[bound, exact]",
    "Row 0 is the loss of the sum of chances, row 1 that of the averaged logarithms.")
losses.wrong("forgets the minus", "torch.stack", "-torch.stack",
    "A loss is -log p: it falls when the word becomes likelier.")
losses.wrong("goes back to chances, which vanish: exp(-1000) is 0 for a float",
    "torch.logsumexp(p.log() + log_q, dim=-1)", "(p * log_q.exp()).sum(dim=-1).log()",
    "Stay in logarithms: log p + log q, and torch.logsumexp adds up what they stand for.")
losses.wrong("leaves the law out of the sum", "p.log() + ", "",
    "Each chance q_k is weighted by p_k. In logarithms, a product is a sum.")
losses.wrong("weights the logarithms inside the sum, log sum exp(p log q)", "p.log() + log_q", "p * log_q",
    "log(p q) is log p + log q, not p times log q.")
losses.wrong("puts log p into the bound, which is nan where p is 0", "p * log_q", "p * (p.log() + log_q)",
    "The bound weighs log q_k with p_k; log p_k has no place in it.")
losses.wrong("puts the law's own logarithm into the bound", "p * log_q", "torch.xlogy(p, p) + p * log_q",
    "The bound is -sum of p_k log q_k: the law weighs, and is not itself the chance of a word.")
losses.wrong("averages over all limits alike in the bound", "(p * log_q).sum", "log_q.mean",
    "Weigh the logarithm of limit k with p_k.")
losses.wrong("adds up over the words instead of over the limits", "dim=-1", "dim=0",
    "Each row is one word with its limits: the sum goes along the last axis.", times=2)
losses.wrong("adds a small number to p before the logarithm", "p.log()", "(p + 1e-9).log()",
    "A chance of 0 must not count at all, however small the others are. logsumexp can take log 0 = -inf.")
losses.wrong("takes off the largest log q of all limits, also of one with the chance 0",
    "torch.logsumexp(p.log() + log_q, dim=-1)",
    "(log_q.amax(-1) + (p * (log_q - log_q.amax(-1, keepdim=True)).exp()).sum(-1).log())",
    "If that limit has the chance 0, all others vanish beside it. Take off the largest of log p + log q.")
losses.wrong("cuts log p off, at -100 or so", "p.log()", "p.log().clamp(min=-100)",
    "A limit of chance 0 must not count at all, however likely its word. Minus infinity may stay.")
losses.wrong("cuts p off at a tiny number before the logarithm", "p.log()", "p.clamp(min=1e-30).log()",
    "However tiny: where all other limits are worse, it counts. log 0 = -inf is what is meant.")
losses.wrong("adds p where log p belongs", "p.log()", "p", "In logarithms the product p q is log p + log q.")
losses.wrong("leaves the law out of both losses", "p.log() + ", "", "p * ", "",
    "Both losses average over the limits, with the weights p_k.")
losses.wrong("multiplies two logarithms in the bound", "p * log_q", "p.log() * log_q",
    "The bound weighs log q_k with p_k itself.")
losses.wrong("averages chances in the bound", "p * log_q", "p * log_q.exp()",
    "The bound is a mean of logarithms: log_q goes in as it is.")
losses.wrong("takes the best limit alone",
    "torch.logsumexp(p.log() + log_q, dim=-1)", "(p.log() + log_q).amax(dim=-1)",
    "A maximum is near the sum when one limit explains nearly all. Add up all of them.")
losses.wrong("adds up over the whole batch", "bound])", "bound]).sum(1, keepdim=True).expand(2, len(p))",
    "Each word has its own two losses: the answer has shape (2, N).")


pushes = task("12.6", section="Three places for the average", axes="row, k", in_page="Practise")


@pushes.cases
def _(draw):
    """The law and the word's chances, (t,) each, all above 0: by hand, equal chances, random ones."""
    yield real([0.5, 0.25, 0.25]), real([0.2, 0.8, 0.4])  # three: of two, negated and reversed look alike
    yield real([0.25, 0.75]), real([0.8, 0.2])
    yield real([0.2, 0.3, 0.5]), real([0.25, 0.25, 0.25])
    yield real([125 / 792, 25 / 132, 5 / 24, 4 / 9]), real([0.02, 0.3, 0.3, 0.1])
    yield from ((draw.simplex(t), draw.uniform(t, low=0.05, high=0.9)) for t in (2, 3, 5))
    yield real([1]), real([0.5])


pushes.wrong("exchanges the two rows", ".sum())])", ".sum())]).flip(0)",
    "Row 0 belongs to the logarithm of the sum, row 1 to the sum of logarithms.")
pushes.wrong("gives the law after the word, not the way to it", "after - p", "after",
    "A push may be negative, and all of them sum to 0.")
pushes.wrong("pushes away from the law after the word", "after - p", "p - after",
    "The slopes are those of log p(word), which is to grow: a limit that explains the word gains.")
pushes.wrong("gives the slope with respect to p_k itself", "after - p", "q / (p * q).sum()",
    "The law is a softmax of numbers a_k, and the slope is in a_k: to raise one p_k lowers the others.")
pushes.wrong("does not divide by the chance of the word", "after - p", "p * (q - (p * q).sum())",
    "The slope of log x is 1/x: divide by the chance of the word.")
pushes.wrong("weighs by the law twice", "after - p", "p * (after - p)", "The sum of the pushes should be 0.")
pushes.wrong("does not take off the mean in the bound's push", " - (p * log_q).sum()", "",
    "A softmax does not notice if all a_k grow together: the pushes sum to 0.")
pushes.wrong("takes off the mean without the law's weights", "(p * log_q).sum()", "log_q.mean()",
    "The mean is over the limits as the law draws them.")
pushes.wrong("forgets the law in the bound's push", "p * (log_q", "(log_q",
    "A limit that is never drawn is never pushed: the push has a factor p_k.")
pushes.wrong("uses chances in place of their logarithms", "q.log()", "q",
    "The bound adds up logarithms: how far is log q_k above their mean?")
pushes.wrong("turns both pushes round", "torch.stack", "-torch.stack",
    "These are slopes of log chances, which are to grow; a loss would have the other sign.")
pushes.wrong("gives the first push twice", "p * (log_q - (p * log_q).sum())", "after - p",
    "In the second sum the logarithm stands inside: compare each log q_k with their mean.")
pushes.wrong("takes off the logarithm of the mean, not the mean of the logarithms",
    "(p * log_q).sum()", "(p * q).sum().log()",
    "Add up p_j log q_j; the logarithm of the sum belongs to the first row. Do your pushes sum to 0?")
pushes.wrong("takes p for the numbers a_k", "after =", "p = p.softmax(0)\n    after =",
    "p is the law already, p = softmax(a). To let torch differentiate, begin with a = log p.")
pushes.wrong("turns the bound's push round", "p * (log_q", "-p * (log_q",
    "The slopes are those of the mean log chance, which is to grow.")
pushes.entries("the logarithm of the sum", 0)
pushes.entries("the sum of logarithms", 1)
