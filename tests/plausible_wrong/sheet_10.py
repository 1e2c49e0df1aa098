"""Plausible wrong answers to the sheet on evaluation, written without sight of the known mistakes."""

import math

import torch


def spans(tree, note=lambda start, end: [(start, end)] if end - start > 1 else []):
    found = set()

    def walk(part, start):
        end = start + 1 if isinstance(part, str) else start
        for inner in () if isinstance(part, str) else part:
            end = walk(inner, end)
        if not isinstance(part, str):
            found.update(note(start, end))
        return end

    walk(tree, 0)
    return sorted(found)


def without_the_whole(tree):
    n = max(end for _, end in spans(tree))
    return [span for span in spans(tree) if span != (0, n)]


def with_single_words(tree):
    n = max(end for _, end in spans(tree))
    return sorted({*spans(tree), *((i, i + 1) for i in range(n))})


def parts(h, P, G):
    precision = h / len(P) if P else float(not G)
    recall = h / len(G) if G else 1.0
    return precision, recall, 2 * h / (len(P) + len(G)) if P or G else 1.0


def same_place(P, G):
    return torch.tensor(parts(sum(p == g for p, g in zip(P, G, strict=False)), P, G))


def swapped(P, G):
    precision, recall, f1 = parts(len(set(P) & set(G)), P, G)
    return torch.tensor([recall, precision, f1])


def nothing_claimed_is_right(P, G):
    _, recall, f1 = parts(len(set(P) & set(G)), P, G)
    return torch.tensor([len(set(P) & set(G)) / len(P) if P else 1.0, recall, f1])


def f1(h, p, g, empty=1.0):
    return 2 * h / (p + g) if p + g else empty


def averages(hits, predicted, gold, empty=1.0):
    rows = list(zip(hits.tolist(), predicted.tolist(), gold.tolist(), strict=True))
    each = [f1(*row, empty) for row in rows]
    return sum(each) / len(each), f1(*map(sum, zip(*rows, strict=True)), empty)


def weighted_by_gold(hits, predicted, gold):
    rows = list(zip(hits.tolist(), predicted.tolist(), gold.tolist(), strict=True))
    weighted = sum(f1(*row) * row[2] for row in rows)
    total = sum(row[2] for row in rows)
    return torch.tensor([averages(hits, predicted, gold)[0], weighted / total if total else 1.0])


def interval(gap, draws, axis=1, tails=(0.025, 0.975)):
    return torch.cat([gap.mean()[None], torch.quantile(gap[draws].mean(axis), torch.tensor(tails))])


def chances(d, choose, ends=False, twice=False):
    S, n = d.shape
    share = torch.zeros(n, n + 1)
    for row in d.tolist():
        found = []

        def part(start, end, row=row, found=found):
            if end - start < 2:
                return
            found.append((start, end))
            place = max(range(start, end), key=choose(row))
            span = (start, place + 1) if ends else (place, end)
            if span[1] - span[0] > 1:
                found.append(span)
            part(start, place)
            part(place + 1, end)

        part(0, n)
        for start, end in found if twice else set(found):
            share[start, end] += 1 / S
    return share


def first_of(row):
    return row.__getitem__


def last_of(row):
    return lambda i: (row[i], i)


def next_catalan(k):
    return math.comb(2 * k, k) // (k + 1)


def ceiling(tree, whole=0, chain=False, catalan=lambda k: math.comb(2 * k - 2, k - 1) // k):
    nodes, ways = [], 1

    def walk(part, start):
        nonlocal ways
        if isinstance(part, str):
            return start + 1
        end = start
        for inner in part:
            end = walk(inner, end)
        ways *= catalan(len(part))
        nodes.append((start, end))
        return end

    n = walk(tree, 0)
    kept = [span for span in (nodes if chain else set(nodes)) if span[1] - span[0] > 1 and span != (0, n)]
    g, b = len(kept) + whole, n - 2 + whole
    return torch.tensor([2 * g / (g + b) if g + b else 1.0, ways])


ANSWERS = {
    "10.1": [
        ("the whole sentence left out", without_the_whole),
        ("single words in", with_single_words),
        ("end counted inclusively", lambda t: spans(t, lambda s, e: [(s, e - 1)] if e - s > 1 else [])),
    ],
    "10.2": [
        ("spans compared place by place", same_place),
        ("precision and recall exchanged", swapped),
        ("precision without a prediction is always 1", nothing_claimed_is_right),
    ],
    "10.3": [
        ("sentences without spans count 0", lambda h, p, g: torch.tensor(averages(h, p, g, 0.0))),
        ("the two averages exchanged", lambda h, p, g: torch.tensor(averages(h, p, g)[::-1])),
        ("sentence F1 weighted by gold spans for the second", weighted_by_gold),
    ],
    "10.4": [
        ("second minus first", lambda a, b, draws: interval(b - a, draws)),
        ("mean over the draws, not the sentences", lambda a, b, draws: interval(a - b, draws, axis=0)),
        ("middle 90 per cent", lambda a, b, draws: interval(a - b, draws, tails=(0.05, 0.95))),
    ],
    "10.5": [
        ("the word goes with the left part", lambda d: chances(d, first_of, ends=True)),
        ("a part that begins with its highest word counts twice", lambda d: chances(d, first_of, twice=True)),
        ("of equal scores the last", lambda d: chances(d, last_of)),
    ],
    "10.6": [
        ("the whole sentence counted on both sides", lambda tree: ceiling(tree, whole=1)),
        ("a chain of nodes over the same words counted twice", lambda tree: ceiling(tree, chain=True)),
        (
            "the Catalan number after",
            lambda tree: ceiling(tree, catalan=next_catalan),
        ),
    ],
}
