"""Right answers to the tasks of chapter 14, written differently; among them the library's own."""

import math
from fractions import Fraction
from functools import cache
from itertools import permutations

import numpy as np
import torch

from prpn_edu import trees
from prpn_edu.latent import chart, ranking, split
from prpn_edu.latent.structures import BetweenTrees
from prpn_edu.latent.structures.base import cuts_of

NAMES = "abcdefghijklmnop"


def in_order(nodes):
    return sorted(map(list, nodes), key=lambda v: (v[0], -v[2]))


def nodes_by_cuts(tree):
    return in_order((start, cut, end) for (start, end), cut in cuts_of(tree).items())


def tree_of(nodes):
    n = max(end for _, _, end in nodes)
    table = [[0] * (n + 1) for _ in range(n + 1)]
    for start, cut, end in nodes:
        table[start][end] = cut
    return chart.tree_of_cuts(table, list(NAMES[:n]))


def chance_by_the_library(d, nodes):
    return BetweenTrees(d.double()).log_prob(tree_of(nodes.tolist())).exp()


def chance_by_logarithms(d, nodes):
    sums = np.concatenate([[0.0], np.cumsum(d.numpy().astype(float))])
    start, cut, end = nodes.numpy().T
    return float(np.exp(np.log(d.numpy()[cut - 1]) - np.log(sums[end - 1] - sums[start])).prod())


def chance_by_fractions(d, nodes):
    exact, out = [Fraction(x) for x in d.tolist()], Fraction(1)
    for start, cut, end in nodes.tolist():
        out *= exact[cut - 1] / sum(exact[start : end - 1])
    return float(out)


def ranking_by_the_library(d, order):
    return ranking.ranking_log_prob(order, d.double()).exp()


def ranking_by_a_running_sum(d, order):
    left, out = float(d.double().sum()), 1.0
    for k in order.tolist():
        out *= min(1.0, d[k].item() / left)
        left -= d[k].item()
    return torch.tensor(out)


def ranking_by_recursion(d, order):
    if len(order) < 2:
        return 1.0
    first = int(order[0])
    rest = [k - (k > first) for k in order[1:].tolist()]
    others = torch.cat([d[:first], d[first + 1 :]])
    return d[first] / d.sum() * ranking_by_recursion(others, torch.tensor(rest))


def chart_by_the_library(d):
    return BetweenTrees(d.double()).marginals


def chart_by_two_races(d):
    """1 less the chances that a border loses: by inclusion and exclusion."""
    d = d.tolist()
    n = len(d) + 1
    out = np.zeros((n, n + 1))
    for start in range(n):
        for end in range(start + 2, n + 1):
            s = sum(d[start : end - 1])
            left = s / (s + d[start - 1]) if start else 0.0
            right = s / (s + d[end - 1]) if end < n else 0.0
            neither = s / (s + d[start - 1] + d[end - 1]) if start and end < n else 0.0
            out[start, end] = 1 - left - right + neither
    return out


def chart_from_above(d):
    """The chance that a part arises, from the parts that it can be cut out of."""
    d = d.double()
    n = len(d) + 1
    out = torch.zeros(n, n + 1, dtype=torch.float64)
    out[0, n] = 1
    for width in range(n, 1, -1):
        for start in range(n - width + 1):
            end = start + width
            for cut in range(start + 1, end):
                chance = out[start, end] * d[cut - 1] / d[start : end - 1].sum()
                for part in ((start, cut), (cut, end)):
                    if part[1] - part[0] > 1:
                        out[part] += chance
    return out


def best_by_the_library(d):
    return nodes_by_cuts(BetweenTrees(d.double()).mode)


def best_by_logarithms(d):
    d = d.double().numpy()

    @cache
    def best(start, end):
        if end - start == 1:
            return 0.0, ()
        total = np.log(d[start : end - 1].sum())
        ways = []
        for cut in range(start + 1, end):
            (left, a), (right, b) = best(start, cut), best(cut, end)
            ways.append((np.log(d[cut - 1]) - total + left + right, ((start, cut, end), *a, *b)))
        return max(ways)

    return np.array(in_order(best(0, len(d) + 1)[1]))


def best_by_smallest_sums(d):
    """Every tree cuts every gap once, so the scores at the cuts multiply to the same in all of them."""
    d = d.tolist()
    n = len(d) + 1
    cost, nodes = {(i, i + 1): 1.0 for i in range(n)}, {(i, i + 1): [] for i in range(n)}
    for width in range(2, n + 1):
        for start in range(n - width + 1):
            end = start + width
            cut = min(range(start + 1, end), key=lambda c: cost[start, c] * cost[c, end])
            cost[start, end] = cost[start, cut] * cost[cut, end] * sum(d[start : end - 1])
            nodes[start, end] = [(start, cut, end), *nodes[start, cut], *nodes[cut, end]]
    return in_order(nodes[0, n])


@cache
def cuts_of_all(n):
    """The nodes of every tree over n words."""
    return [nodes_by_cuts(tree) for tree in trees.binary_trees(list(NAMES[:n]))]


def best_by_trying_all(d):
    scores = d.tolist()

    def chance(nodes):
        return math.prod(scores[cut - 1] / sum(scores[start : end - 1]) for start, cut, end in nodes)

    return torch.tensor(max(cuts_of_all(len(scores) + 1), key=chance))


def safest_by_the_library(squares):
    return nodes_by_cuts(chart.best_tree(squares.double(), list(NAMES[: len(squares)])))


def safest_by_trying_all(squares):
    def worth(tree):
        return sum(squares[span].item() for span in trees.spans(tree))

    return nodes_by_cuts(max(trees.binary_trees(list(NAMES[: len(squares)])), key=worth))


def safest_by_recursion(squares):
    @cache
    def best(start, end):
        if end - start == 1:
            return 0.0, ()
        pairs = [(best(start, c), best(c, end), c) for c in range(start + 1, end)]
        left, right, cut = max(pairs, key=lambda pair: pair[0][0] + pair[1][0])
        value = squares[start, end].item() + left[0] + right[0]
        return value, ((start, cut, end), *left[1], *right[1])

    return torch.tensor(in_order(best(0, len(squares))[1]))


def sampled_by_the_library(d, u):
    keys = d.log() - (-u.log()).log()
    words = list(NAMES[: len(d) + 1])
    return chart.votes([split.split_between(key, words) for key in keys]) / len(u)


def sampled_by_the_race(d, u):
    """Times in place of keys: the shortest rings first."""
    times = -np.log(u.double().numpy()) / d.double().numpy()  # (S, m)
    draws, gaps = times.shape
    out = np.zeros((gaps + 1, gaps + 2))
    for start in range(gaps + 1):
        for end in range(start + 2, gaps + 2):
            inside = times[:, start : end - 1].min(1)
            ok = np.ones(draws, dtype=bool)
            if start:
                ok &= times[:, start - 1] < inside
            if end <= gaps:
                ok &= times[:, end - 1] < inside
            out[start, end] = ok.mean()
    return out


def sampled_by_orders(d, u):
    ranked = (d.log() - (-u.log()).log()).argsort(-1, descending=True).tolist()
    n = len(d) + 1
    out = [[0.0] * (n + 1) for _ in range(n)]
    for order in ranked:
        borders = [0, n]
        out[0][n] += 1 / len(u)
        for gap in order:
            cut = gap + 1
            low, high = max(b for b in borders if b < cut), min(b for b in borders if b > cut)
            for start, end in ((low, cut), (cut, high)):
                if end - start > 1:
                    out[start][end] += 1 / len(u)
            borders.append(cut)
    return out


def every_ranking_summed(d, nodes):
    """Equation (9) in place of (8), for few words."""
    if len(d) > 4:
        return chance_by_the_library(d, nodes)
    wanted = in_order(nodes.tolist())
    total = 0.0
    for order in permutations(range(len(d))):
        made = split.split_between([-order.index(k) for k in range(len(d))], list(NAMES[: len(d) + 1]))
        if nodes_by_cuts(made) == wanted:
            total += ranking.ranking_log_prob(list(order), d.double()).exp().item()
    return total


RIGHT = {
    "14.1": (chance_by_the_library, chance_by_logarithms, chance_by_fractions, every_ranking_summed),
    "14.2": (ranking_by_the_library, ranking_by_a_running_sum, ranking_by_recursion),
    "14.3": (chart_by_the_library, chart_by_two_races, chart_from_above),
    "14.4": (best_by_the_library, best_by_logarithms, best_by_smallest_sums, best_by_trying_all),
    "14.5": (safest_by_the_library, safest_by_trying_all, safest_by_recursion),
    "14.6": (sampled_by_the_library, sampled_by_the_race, sampled_by_orders),
}
