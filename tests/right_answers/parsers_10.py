"""Right answers to the tasks of chapter 10, written differently."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import torch
from nltk import Tree

from prpn_edu import evaluation, trees
from prpn_edu.latent import split


def as_nltk(tree):
    """Nested tuples as an nltk tree."""
    return tree if isinstance(tree, str) else Tree("X", list(map(as_nltk, tree)))


def length(tree):
    """The number of words."""
    return 1 if isinstance(tree, str) else sum(map(length, tree))


def spans_by_the_library(tree):
    return sorted(trees.spans(as_nltk(tree)))


def spans_by_own_stack(tree):
    todo, found, place = [tree], np.zeros((length(tree), length(tree) + 1)), 0
    while todo:
        node = todo.pop()
        if isinstance(node, int):
            found[node, place] = 1
        elif isinstance(node, str):
            place += 1
        else:
            todo += [place, *reversed(node)]
    return [(a, b) for a, b in np.argwhere(found) if b > a + 1]


def spans_by_brackets(tree):
    text, opened, place, found = repr(tree).replace("'", "").replace(",", " "), [], 0, set()
    for token in text.replace("(", " ( ").replace(")", " ) ").split():
        if token == "(":
            opened.append(place)
        elif token == ")":
            found.add((opened.pop(), place))
        else:
            place += 1
    return torch.tensor(sorted(span for span in found if span[1] - span[0] >= 2), dtype=torch.float64)


def scores_by_matches(P, G):
    match = evaluation.f1.Match(len(set(P).intersection(G)), len(P), len(G))
    return match.precision, match.recall, match.f1


def scores_by_fractions(P, G):
    h = sum(p in G for p in P)
    if not P and not G:
        return [Fraction(1)] * 3
    precision = Fraction(h, len(P)) if P else Fraction(0)
    recall = Fraction(h, len(G)) if G else Fraction(1)
    f1 = 2 * precision * recall / (precision + recall) if h else Fraction(0)
    return [precision, recall, f1]


def scores_by_tables(P, G):
    tables = np.zeros((2, 9, 9))
    for table, spans in zip(tables, (P, G), strict=True):
        for start, end in spans:
            table[start, end] = 1
    h, p, g = (tables[0] * tables[1]).sum(), tables[0].sum(), tables[1].sum()
    return np.array([h / p if p else g == 0, h / g if g else 1, 2 * h / (p + g) if p + g else 1], dtype=float)


def averages_by_the_library(hits, predicted, gold):
    rows = [evaluation.f1.Match(*row) for row in torch.stack([hits, predicted, gold], 1).tolist()]
    return [evaluation.f1.score(rows, average, False).f1 for average in ("sentence", "corpus")]


def averages_by_torch(hits, predicted, gold):
    def f1(h, total):
        return torch.where(total == 0, torch.ones(()), 2 * h / total)

    total = predicted + gold
    return torch.stack([f1(hits, total).mean(), f1(hits.sum(), total.sum())])


def averages_by_numpy(hits, predicted, gold):
    h, total = hits.numpy(), (predicted + gold).numpy()
    each = np.divide(2.0 * h, total, out=np.ones(len(h)), where=total > 0)
    every = 2 * h.sum() / total.sum() if total.any() else 1.0
    return np.array([each.mean(), every])


def paired_interval_by_numpy(first, second, draws):
    gap = (first - second).double().numpy()
    return [gap.mean(), *np.percentile(gap[draws.numpy()].mean(1), [2.5, 97.5])]


def paired_interval_by_loops(first, second, draws):
    gap = [a - b for a, b in zip(first.tolist(), second.tolist(), strict=True)]
    means = sorted(sum(gap[n] for n in row) / len(row) for row in draws.tolist())

    def quantile(share):
        rank = share * (len(means) - 1)
        low = math.floor(rank)
        return means[low] + (rank - low) * (means[min(low + 1, len(means) - 1)] - means[low])

    return sum(gap) / len(gap), quantile(0.025), quantile(0.975)


def paired_interval_by_counting(first, second, draws):
    """The two means of each row apart, by how often it holds each sentence."""
    times = torch.nn.functional.one_hot(draws, len(first)).sum(1).double()  # (R, N)
    means = times @ first.double() / len(first) - times @ second.double() / len(first)
    measured = first.double().mean() - second.double().mean()
    return torch.stack([measured, means.quantile(0.025), means.quantile(0.975)])


def chances_by_the_library(d):
    draws, n = d.shape
    share = np.zeros((n, n + 1))
    for row in d:
        for start, end in trees.spans(split.split(row)):
            share[start, end] += 1 / draws
    return share


def chances_by_position(d):
    """No word behind a span's part beats its first; its own first word, or the one before it, opens it."""
    draws, n = d.shape
    share = torch.zeros(n, n + 1, dtype=torch.float64)
    for row, start, end in product(d.tolist(), range(n), range(n + 1)):
        if end - start > 1:
            highest = max(row[start:end])
            ends = end == n or row[end] > highest
            begins = start == 0 or row[start] == highest or row[start - 1] >= highest
            share[start, end] += (ends and begins) / draws
    return share


def chances_by_own_stack(d):
    n = d.size(1)
    share = torch.zeros(n, n + 1)
    for row in d.tolist():
        todo, found = [(0, n)], set()
        while todo:
            start, end = todo.pop()
            if end - start > 1:
                place = max(range(start, end), key=lambda k: (row[k], -k))
                found |= {(start, end)} | ({(place, end)} if end - place > 1 else set())
                todo += [(start, place), (place + 1, end)]
        for span in found:
            share[span] += 1
    return (share / len(d)).tolist()


def ceiling_by_trying_all(tree):
    """Every binary tree; the largest cases would take too long, so this stops at eight words."""
    if length(tree) > 8:
        return ceiling_by_the_library(tree)
    gold = as_nltk(tree)
    guesses = list(trees.binary_trees(trees.words(gold)))
    each = [evaluation.unlabeled_f1([guess], [gold]).f1 for guess in guesses]
    return [max(each), sum(abs(f1 - max(each)) < 1e-9 for f1 in each)]


def ceiling_by_the_library(tree):
    gold = as_nltk(tree)
    f1 = evaluation.unlabeled_f1([evaluation.baselines.upper_bound(gold)], [gold]).f1
    widths = [len(node) for node in gold.subtrees()]
    return f1, math.prod(math.comb(2 * k - 2, k - 1) // k for k in widths)


def ceiling_by_filling(tree):
    """The ways by cutting a row of parts in two, again and again."""

    def trees_over(k):
        return 1 if k < 2 else sum(trees_over(left) * trees_over(k - left) for left in range(1, k))

    n = length(tree)
    gold, ways, todo = set(), 1, [(tree, 0)]
    while todo:
        node, start = todo.pop()
        if isinstance(node, str):
            continue
        ways *= trees_over(len(node))
        if 1 < length(node) < n:
            gold.add((start, length(node)))
        for part in node:
            todo.append((part, start))
            start += length(part)
    missing = n - 2 - len(gold)
    return torch.tensor([1 - missing / (missing + 2 * len(gold)) if n > 2 else 1.0, float(ways)])


RIGHT = {
    "10.1": (spans_by_the_library, spans_by_own_stack, spans_by_brackets),
    "10.2": (scores_by_matches, scores_by_fractions, scores_by_tables),
    "10.3": (averages_by_the_library, averages_by_torch, averages_by_numpy),
    "10.4": (paired_interval_by_numpy, paired_interval_by_loops, paired_interval_by_counting),
    "10.5": (chances_by_the_library, chances_by_position, chances_by_own_stack),
    "10.6": (ceiling_by_trying_all, ceiling_by_the_library, ceiling_by_filling),
}
