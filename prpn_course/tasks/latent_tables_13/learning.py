"""Tasks 13.4 and 13.5: a step of EM, and the slope of log p(x)."""

import torch

from prpn_course.builder import task
from prpn_course.draw import real
from prpn_course.tasks.latent_tables_13.chances import law


def overlapping():
    """A law in which glue may write every word that a field writes."""
    glue = [0.25, 0.25, 0.25, 0.25]
    writes = [[glue, [0, 0.75, 0.25, 0]], [glue, [0.75, 0, 0, 0.25]], [glue, [0, 0, 0.5, 0.5]]]
    return real([0.25, 0.5, 0.25]), real([0.5, 0.5]), real(writes)


em_shares = task("13.4", section="Learning without seeing a record", axes="f")


@em_shares.cases
def _(draw):
    """Remarks (B, T), none padded, and a law in which every pointer may write every word."""
    yield torch.tensor([[1, 1]]), *overlapping()
    yield torch.tensor([[0, 3, 1]]), *overlapping()
    for R, F, V, T in ((4, 2, 5, 6), (3, 3, 6, 4)):
        yield draw.whole(0, V, 1, T), *law(draw, R, F, V)


@em_shares.part("several")
def _(draw):
    """The same for a batch, in which each remark has a record of its own."""
    yield torch.tensor([[1, 1], [0, 3], [0, 0]]), *overlapping()
    for R, F, V, B, T in ((4, 2, 5, 3, 6), (3, 3, 6, 5, 4)):
        yield draw.whole(0, V, B, T), *law(draw, R, F, V)


em_shares.wrong("weighs the records with the prior", "weights / weights.sum()", "prior",
    "A remark says something of its record. Use p(z | x), not p(z).")
em_shares.wrong("gives every record the same weight",
    "weights / weights.sum()", "torch.ones(len(prior)) / len(prior)",
    "A probable record counts for more: weigh it with p(z | x).")
em_shares.wrong("takes the most probable record alone",
    "weights / weights.sum()", "(torch.arange(len(prior)) == weights.argmax()).float()",
    "That is called hard EM. Expected counts let every record count with its posterior.")
em_shares.wrong("takes the most probable record and its likeliest pointers alone",
    "weights / weights.sum()", "(torch.arange(len(prior)) == weights.argmax()).float()",
    "(parts / parts.sum(1, keepdim=True))", "(parts == parts.amax(1, keepdim=True)).float()",
    "That is hard EM: it counts one guess. Expected counts let all records and pointers count, with chances.")
em_shares.wrong("keeps the last word alone", "counts +=", "counts =",
    "Every word of every remark adds to the counts: `+=`.")
em_shares.wrong("gives all remarks one record", "joint(remark,", "joint(words.flatten(),",
    "Each remark has a record of its own: one posterior for each row of words.")
em_shares.wrong("does not divide the joint chances by p(x)", " / weights.sum()", "",
    "Every remark must count once: divide its joint chances by their sum.")
em_shares.wrong("leaves the prior out of the record's posterior",
    "joint(remark, prior,", "joint(remark, torch.ones(len(prior)),",
    "The posterior is the joint chance p(z) p(x | z), divided by its sum. Where is p(z)?")
em_shares.wrong("takes the likeliest pointer of each word",
    "(parts / parts.sum(1, keepdim=True))", "(parts == parts.amax(1, keepdim=True)).float()",
    "Each pointer may have written the word; it counts with its chance.")
em_shares.wrong("does not divide by the chance of the word", " / parts.sum(1, keepdim=True)", "",
    "Each word must count once: divide its pointers' parts by their sum.")
em_shares.wrong("averages the pointers' parts over the records before it divides",
    "weights @ (parts / parts.sum(1, keepdim=True))", "(weights @ parts) / (weights @ parts).sum()",
    "Under each record divide by the sum over the pointers; average over the records after that.")
em_shares.wrong("takes a posterior from each word alone", "in words:", "in words.reshape(-1, 1):",
    "All words of a remark speak of one record: p(z | x) is made from the whole row.")
em_shares.wrong("leaves the shares out of the pointers' parts", " * shares", "",
    "A pointer that is often taken is the likelier writer: share times the chance of the word.")
em_shares.wrong("takes new shares after each remark",
    "in words:", "in words:\n        counts = torch.zeros(len(shares))",
    "    return counts", "        shares = counts / counts.sum()\n    return counts",
    "One step: all remarks are counted with the same old shares, and divided at the end.")
em_shares.wrong("multiplies the counts by the old shares",
    "return counts / counts.sum()", "return counts * shares / (counts * shares).sum()",
    "The shares are in the counts already, in the parts of each word.")
em_shares.wrong("meets the old shares halfway",
    "return counts / counts.sum()", "return (counts / counts.sum() + shares) / 2",
    "A step of EM jumps: the new shares are the counts divided by their sum.")
em_shares.wrong("takes a softmax of the counts", "counts / counts.sum()", "counts.softmax(0)",
    "Counts are no scores: divide them by their sum.")
em_shares.wrong("returns the counts", " / counts.sum()", "",
    "The new shares sum to 1: divide by the sum of the counts.")
em_shares.wrong("divides by the number of remarks", "counts.sum()", "len(words)",
    "Every word has a pointer: there are B times T of them.")
em_shares.wrong("divides by the length of a remark", "counts.sum()", "words.size(1)",
    "Every word has a pointer: there are B times T of them. Or divide by the sum of the counts.")
em_shares.wrong("returns the old shares", "counts / counts.sum()", "shares.clone()",
    "Count how often each pointer is used, on average over what may have been.")


slope = task(
    "13.5",
    section="Learning without seeing a record",
    axes="f",
    in_page="Counting in a chain, why the bound stays below, and the gradient: counted, minus predicted",
)


@slope.cases
def _(draw):
    """One remark (T,) and a law, as in 13.4."""
    yield torch.tensor([1, 1]), *overlapping()
    yield torch.tensor([0, 3, 0]), *overlapping()
    for R, F, V, T in ((4, 2, 5, 6), (3, 3, 6, 4)):
        yield draw.whole(0, V, T), *law(draw, R, F, V)
    yield torch.tensor([0]), *overlapping()


slope.wrong("gives the expected counts alone", "(after - shares)", "after",
    "To raise one share lowers the others: subtract what the shares foretell for T words.")
slope.wrong("subtracts the shares once, not once a word", "(after - shares)", "after - shares",
    "Each of the T words has a pointer: T times the share is predicted.")
slope.wrong("has the sign the wrong way round", "after - shares", "shares - after",
    "The slope of log p(x), not of a loss: a pointer that was used more than predicted should rise.")
slope.wrong("divides by the number of words", "len(words) * ", "",
    "The slope of log p(x) of the whole remark is asked for, not of its mean over words.")
slope.wrong("takes each word for a remark of its own", "words[None]", "words[:, None]",
    "One remark of T words is a batch of shape (1, T): `words[None]`.")
slope.wrong("takes the slope by the shares themselves", "(after - shares)", "after / shares",
    "The free numbers u stand under a softmax. d log(share_f) / d u_g is 1[f = g] - share_g.")
slope.wrong("gives counts and shares as a ratio", "len(words) * (after - shares)", "after / shares - 1",
    "A difference is asked for: expected count minus predicted count.")
slope.wrong("weighs the records with the prior",
    "after = em_shares(words[None], prior, shares, writes)",
    "parts = shares[:, None] * writes[:, :, words]\n"
    "    after = prior @ (parts / parts.sum(1, keepdim=True)).mean(-1)",
    "Counts are expected under p(z | x), not under p(z).")
