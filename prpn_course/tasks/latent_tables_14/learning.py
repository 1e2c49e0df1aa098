"""Tasks 14.4 and 14.5: a step of EM, and the slope of log p(x)."""

from functools import reduce

import torch

from prpn_course.builder import task
from prpn_course.draw import real
from prpn_course.tasks.latent_tables_14.chances import law


def records_of(prior, written):
    """p(z | x) of each remark, (B, R), from the pointers' parts of each word, (B, R, F + 1, T)."""
    chances = prior * written.sum(2).prod(-1)
    return chances / chances.sum(-1, keepdim=True)


def within(written):
    """p(a_t | x, z), (B, R, F + 1, T): divided by the sum over the pointers."""
    return written / written.sum(2, keepdim=True)


def averaged(weights, parts, _):
    """The expected counts (F + 1,): parts of the pointers, averaged over the records."""
    return torch.einsum("br,brft->f", weights, parts)


def mixed_first(weights, _, written):
    """Counts (F + 1,) of words whose parts are averaged over the records before they are divided."""
    mixed = torch.einsum("br,brft->bft", weights, written)
    return (mixed / mixed.sum(1, keepdim=True)).sum((0, 2))


def overlapping():
    """A law in which glue may write every word that a field writes."""
    glue = [0.25, 0.25, 0.25, 0.25]
    writes = [[glue, [0, 0.75, 0.25, 0]], [glue, [0.75, 0, 0, 0.25]], [glue, [0, 0, 0.5, 0.5]]]
    return real([0.25, 0.5, 0.25]), real([0.5, 0.5]), real(writes)


@task("14.4", section="Learning without seeing a record", axes="f")
def em_shares(
    words, prior, shares, writes, of_record=records_of, of_pointer=within, divide=None, count=averaged
):
    """Expected counts of each pointer, divided by their sum."""
    written = shares[:, None] * writes[:, :, words].permute(2, 0, 1, 3)  # (B, R, F + 1, T)
    weights = of_record(prior, written)  # (B, R)
    counts = count(weights, of_pointer(written), written)
    return divide(counts, words) if divide else counts / counts.sum()


@em_shares.cases
def _(draw):
    """Remarks (B, T), none padded, and a law in which every pointer may write every word."""
    law_by_hand = overlapping()
    yield torch.tensor([[1, 1]]), *law_by_hand
    yield torch.tensor([[1, 1], [0, 3], [0, 0]]), *law_by_hand
    for R, F, V, B, T in ((4, 2, 5, 3, 6), (3, 3, 6, 5, 4)):
        yield draw.whole(0, V, B, T), *law(draw, R, F, V)


em_shares.wrong(
    "weighs the records with the prior", of_record=lambda prior, written: prior.expand(len(written), -1)
).hint("A remark says something of its record. Use p(z | x), not p(z).")
em_shares.wrong(
    "gives every record the same weight",
    of_record=lambda prior, written: torch.full((len(written), len(prior)), 1 / len(prior)),
).hint("A probable record counts for more: weigh it with p(z | x).")
em_shares.wrong(
    "takes the most probable record alone",
    of_record=lambda prior, written: torch.nn.functional.one_hot(
        records_of(prior, written).argmax(-1), len(prior)
    ).float(),
).hint("That is called hard EM. Expected counts let every record count with its posterior.")
em_shares.wrong(
    "gives all remarks one record",
    of_record=lambda prior, written: records_of(prior, torch.cat([*written], -1)[None]).expand(
        len(written), -1
    ),
).hint("Each remark has a record of its own: one posterior for each row of words.")
em_shares.wrong(
    "does not divide the joint chances by p(x)",
    of_record=lambda prior, written: prior * written.sum(2).prod(-1),
).hint("Every remark must count once: divide its joint chances by their sum.")
em_shares.wrong(
    "leaves the prior out of the record's posterior",
    of_record=lambda prior, written: records_of(torch.ones_like(prior), written),
).hint("The posterior is the joint chance p(z) p(x | z), divided by its sum. Where is p(z)?")
em_shares.wrong(
    "takes the likeliest pointer of each word",
    of_pointer=lambda written: (written == written.amax(2, keepdim=True)).float(),
).hint("Each pointer may have written the word; it counts with its chance.")
em_shares.wrong("does not divide by the chance of the word", of_pointer=lambda written: written).hint(
    "Each word must count once: divide its pointers' parts by their sum."
)
em_shares.wrong(
    "averages the pointers' parts over the records before it divides",
    lambda words, *law: em_shares(words, *law, count=mixed_first),
).hint("Under each record divide by the sum over the pointers; average over the records after that.")
em_shares.wrong(
    "takes a posterior from each word alone", lambda words, *law: em_shares(words.reshape(-1, 1), *law)
).hint("All words of a remark speak of one record: p(z | x) is made from the whole row.")
em_shares.wrong(
    "leaves the shares out of the pointers' parts",
    lambda words, prior, shares, writes: em_shares(
        words, prior, shares, writes, of_pointer=lambda written: within(written / shares[:, None])
    ),
).hint("A pointer that is often taken is the likelier writer: share times the chance of the word.")
em_shares.wrong(
    "takes new shares after each remark",
    lambda words, prior, shares, writes: reduce(
        lambda now, remark: em_shares(remark[None], prior, now, writes), words, shares
    ),
).hint("One step: all remarks are counted with the same old shares, and divided at the end.")
em_shares.wrong("returns the counts", divide=lambda counts, words: counts).hint(
    "The new shares sum to 1: divide by the sum of the counts."
)
em_shares.wrong("divides by the number of remarks", divide=lambda counts, words: counts / len(words)).hint(
    "Every word has a pointer: there are B times T of them."
)
em_shares.wrong(
    "divides by the length of a remark", divide=lambda counts, words: counts / words.size(1)
).hint("Every word has a pointer: there are B times T of them. Or divide by the sum of the counts.")
em_shares.wrong("returns the old shares", lambda words, prior, shares, writes: shares.clone()).hint(
    "Count how often each pointer is used, on average over what may have been."
)


@task("14.5", section="Learning without seeing a record", axes="f")
def slope(words, prior, shares, writes, foretold=lambda words, shares: len(words) * shares):
    """Expected counts of one remark, less those that the shares foretell."""
    counts = len(words) * em_shares(words[None], prior, shares, writes)
    return counts - foretold(words, shares)


@slope.cases
def _(draw):
    """One remark (T,) and a law, as in 14.4."""
    yield torch.tensor([1, 1]), *overlapping()
    yield torch.tensor([0, 3, 0]), *overlapping()
    for R, F, V, T in ((4, 2, 5, 6), (3, 3, 6, 4)):
        yield draw.whole(0, V, T), *law(draw, R, F, V)
    yield torch.tensor([0]), *overlapping()


slope.wrong("gives the expected counts alone", foretold=lambda words, shares: 0).hint(
    "To raise one share lowers the others: subtract what the shares foretell for T words."
)
slope.wrong("subtracts the shares once, not once a word", foretold=lambda words, shares: shares).hint(
    "Each of the T words has a pointer: T times the share is foretold."
)
slope.wrong("has the sign the wrong way round", lambda *case: -slope(*case)).hint(
    "The slope of log p(x), not of a loss: a pointer that was used more than foretold should rise."
)
slope.wrong("divides by the number of words", lambda words, *rest: slope(words, *rest) / len(words)).hint(
    "The slope of log p(x) of the whole remark is asked for, not of its mean over words."
)
slope.wrong(
    "takes each word for a remark of its own",
    lambda words, prior, shares, writes: (
        len(words) * (em_shares(words[:, None], prior, shares, writes) - shares)
    ),
).hint("One remark of T words is a batch of shape (1, T): `words[None]`.")
slope.wrong(
    "takes the slope by the shares themselves",
    lambda words, prior, shares, writes: len(words) * em_shares(words[None], prior, shares, writes) / shares,
).hint("The free numbers u stand under a softmax. d log(share_f) / d u_g is 1[f = g] - share_g.")
slope.wrong(
    "gives counts and shares as a ratio",
    lambda words, prior, shares, writes: em_shares(words[None], prior, shares, writes) / shares - 1,
).hint("A difference is asked for: expected count less foretold count.")
slope.wrong(
    "weighs the records with the prior",
    lambda words, prior, shares, writes: (
        len(words)
        * (
            em_shares(
                words[None], prior, shares, writes, of_record=lambda prior, written: prior.expand(1, -1)
            )
            - shares
        )
    ),
).hint("Counts are expected under p(z | x), not under p(z).")
