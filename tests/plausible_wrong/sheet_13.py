"""Plausible wrong answers to the sheet on latent tables, written without sight of the known mistakes."""

import torch


def joint(words, prior, shares, writes):
    return prior * (shares[:, None] * writes[:, :, words]).sum(1).prod(-1)


def one_pointer_for_all(words, prior, shares, writes):
    return prior * (shares * writes[:, :, words].prod(-1)).sum(1)


def posterior(words, prior, shares, writes):
    p = joint(words, prior, shares, writes)
    return p / p.sum()


def field_chances(p, records, K, add=True):
    R, F = records.shape
    chances = torch.zeros(F, K)
    for r in range(R):
        for f in range(F):
            chances[f, records[r, f]] = p[r] + (chances[f, records[r, f]] if add else 0)
    return chances


def all_fields_share_one(p, records, K):
    chances = field_chances(p, records, K)
    return chances / chances.sum()


def forward(words, start, moves, writes, scale=False, first=True):
    row = start * writes[:, words[0]] if first else start
    rows = [row / row.sum() if scale else row]
    for word in words[1:]:
        row = (rows[-1] @ moves) * writes[:, word]
        rows.append(row / row.sum() if scale else row)
    return torch.stack(rows)


def em(words, prior, shares, writes, law=posterior, divide=None):
    counts = torch.zeros(len(shares))
    for remark in words:
        z = law(remark, prior, shares, writes)
        for word in remark:
            counts = counts + (divide or each_record)(z, shares * writes[:, :, word])
    return counts / counts.sum()


def each_record(z, parts):
    return z @ (parts / parts.sum(1, keepdim=True))


def all_records_at_once(z, parts):
    return z @ parts / (z @ parts).sum()


def step(words, prior, shares, writes):
    return em(words[None], prior, shares, writes)


def copied(words, values, shares, vocabulary, parts):
    rows = []
    for t, word in enumerate(words):
        known = vocabulary[t, word] if word < vocabulary.size(1) else torch.tensor(0.0)
        row = parts(known, (values == word).float(), shares[t])
        rows.append(row / row.sum())
    return torch.stack(rows)


def vocabulary_first(known, held, shares):
    return shares * torch.cat([known[None], held * float(known == 0)])


def first_field_only(known, held, shares):
    return shares * torch.cat([known[None], held * (held.cumsum(0) == 1)])


def shares_forgotten(known, held, shares):
    return torch.cat([known[None], held])


ANSWERS = {
    "13.1": [
        ("chance of the record forgotten", lambda w, prior, s, wr: joint(w, torch.ones_like(prior), s, wr)),
        ("one pointer for the whole remark", one_pointer_for_all),
        ("divided by the sum, the posterior", posterior),
    ],
    "13.2": [
        ("joint chances not divided", field_chances),
        ("later records overwrite", lambda p, records, K: field_chances(p / p.sum(), records, K, add=False)),
        ("divided by the sum over all fields", all_fields_share_one),
    ],
    "13.3": [
        ("moves from the wrong side", lambda w, start, moves, writes: forward(w, start, moves.T, writes)),
        ("each row divided by its sum", lambda *args: forward(*args, scale=True)),
        ("first word not written", lambda *args: forward(*args, first=False)),
    ],
    "13.4": [
        ("prior in place of posterior", lambda *args: em(*args, law=lambda w, prior, s, wr: prior)),
        ("parts not divided", lambda *args: em(*args, divide=lambda z, parts: z @ parts)),
        ("divided after the average over records", lambda *args: em(*args, divide=all_records_at_once)),
    ],
    "13.5": [
        ("length of the remark forgotten", lambda w, prior, s, wr: step(w, prior, s, wr) - s),
        ("foretold less used", lambda w, prior, s, wr: len(w) * (s - step(w, prior, s, wr))),
        (
            "shares not multiplied by the length",
            lambda w, prior, s, wr: len(w) * step(w, prior, s, wr) - s,
        ),
    ],
    "13.6": [
        ("a word of the vocabulary is never copied", lambda *args: copied(*args, vocabulary_first)),
        ("only the first field that holds the word", lambda *args: copied(*args, first_field_only)),
        ("shares forgotten", lambda *args: copied(*args, shares_forgotten)),
    ],
}
