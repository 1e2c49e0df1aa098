"""Right answers to the tasks of chapter 9, written differently; among them the library's own."""

from fractions import Fraction

import numpy as np
import torch
from nltk import Tree

from prpn_edu import trees
from prpn_edu.latent import gates, split


def in_order(brackets):
    return sorted(map(list, brackets), key=lambda b: (b[0], -b[1]))


def split_by_the_library(d):
    return in_order(trees.spans(split.split(d)))


def split_by_a_stack(d):
    found, todo = set(), [(0, len(d))]
    while todo:
        start, end = todo.pop()
        if end - start < 2:
            continue
        i = start + int(np.argmax(d[start:end].numpy()))
        found |= {span for span in ((start, end), (i, end)) if span[1] - span[0] > 1}
        todo += [(i + 1, end), (start, i)]
    return torch.tensor(in_order(found))


def split_by_lists(d):
    def part(words):
        if len(words) < 2:
            return []
        i = max(words, key=lambda k: (float(d[k]), -k))
        spans = {(words[0], words[-1] + 1)} | ({(i, words[-1] + 1)} if i < words[-1] else set())
        return [*spans, *part([k for k in words if k < i]), *part([k for k in words if k > i])]

    return np.array(in_order(part(list(range(len(d))))))


def cut_by_the_library(distances):
    return in_order(trees.spans(split.split_between(distances, "abcdefghijklmnop"[: len(distances) + 1])))


def cut_from_below(distances):
    """Join the two parts at the lowest wall that is left; of equal ones the last."""
    parts = [(i, i + 1) for i in range(len(distances) + 1)]
    walls, found = distances.tolist(), []
    while walls:
        k = len(walls) - 1 - int(np.argmin(walls[::-1]))
        parts[k : k + 2] = [(parts[k][0], parts[k + 1][1])]
        found.append(parts[k])
        del walls[k]
    return in_order(found)


def cut_by_edges(distances):
    """Each wall is the cut of one bracket: as far as no wall is higher, or as high and further left."""
    d, found = distances.tolist(), []
    for k, wall in enumerate(d):
        start = next((i + 1 for i in range(k - 1, -1, -1) if d[i] >= wall), 0)
        end = next((i for i in range(k + 1, len(d)) if d[i] > wall), len(d))
        found.append((start, end + 1))
    return torch.tensor(in_order(found))


def as_tree(spans, start, end):
    inner = [s for s in spans if start <= s[0] and s[1] <= end and s != (start, end)]
    parts, at = [], start
    while at < end:
        here = max([e for s, e in inner if s == at], default=at + 1)
        parts.append(as_tree(inner, at, here) if here - at > 1 else f"w{at}")
        at = here
    return Tree("X", parts)


def distances_by_the_library(spans):
    spans = [tuple(span) for span in spans.tolist()]
    return trees.distances(as_tree(spans, 0, max(end for _, end in spans)))


def distances_by_relaxing(spans):
    """Raise every bracket above those inside it until nothing changes."""
    spans = spans.tolist()
    height = [1] * len(spans)
    for _ in spans:
        for a, (s, e) in enumerate(spans):
            for b, (u, v) in enumerate(spans):
                if a != b and s <= u and v <= e:
                    height[a] = max(height[a], height[b] + 1)
    n = max(e for _, e in spans)
    return [min(h for h, (s, e) in zip(height, spans, strict=True) if s < t < e) for t in range(1, n)]


def distances_by_numpy(spans):
    table = spans.numpy()
    order = np.argsort(table[:, 0] - table[:, 1], kind="stable")  # longest first
    n = int(table[:, 1].max())
    height = np.zeros(len(table), dtype=int)
    for a in order[::-1]:
        inside = (table[:, 0] >= table[a, 0]) & (table[:, 1] <= table[a, 1])
        inside[a] = False
        height[a] = 1 + height[inside].max(initial=0)
    out = np.zeros(n - 1, dtype=int)
    for a in order:
        out[table[a, 0] : table[a, 1] - 1] = height[a]
    return out


def out_of_reach_by_tree(spans):
    rows = [tuple(span) for span in spans.tolist()]

    def mark(span):
        left, right = as_tree([s for s in rows if s[0] >= span[0] and s[1] <= span[1]], *span)
        return isinstance(left, Tree) and isinstance(right, Tree) and isinstance(right[0], Tree)

    return [int(mark(span)) for span in rows]


def out_of_reach_by_sets(spans):
    rows = {tuple(span) for span in spans.tolist()}
    out = []
    for start, end in spans.tolist():
        cuts = [c for c in range(start + 2, end - 1) if {(start, c), (c, end)} <= rows]
        out.append(any((cuts[0], e) in rows for e in range(cuts[0] + 2, end)) if cuts else False)
    return torch.tensor(out).int()


def out_of_reach_by_numpy(spans):
    table = spans.numpy()
    out = np.zeros(len(table), dtype=np.int64)
    for k, (start, end) in enumerate(table):
        fronts = table[(table[:, 0] == start) & (table[:, 1] < end)]
        if len(fronts):
            out[k] = ((table[:, 0] == fronts[:, 1].max()) & (table[:, 1] < end)).any()
    return out


def sample_by_search(d, u):
    found, left = [], u.tolist()
    d = d.double().numpy()

    def part(start, end):
        if end - start > 1:
            sums = d[start:end].cumsum()
            i = start + int(np.searchsorted(sums, left.pop(0) * sums[-1], side="right"))
            found.extend({(start, end)} | ({(i, end)} if i < end - 1 else set()))
            part(start, i)
            part(i + 1, end)

    part(0, len(d))
    return in_order(found)


def sample_by_a_stack(d, u):
    found, todo, used = set(), [(0, len(d))], 0
    while todo:
        start, end = todo.pop()
        if end - start < 2:
            continue
        weights = d[start:end].double()
        i = start + int((weights.cumsum(0) <= u[used].double() * weights.sum()).sum())
        used += 1
        found |= {span for span in ((start, end), (i, end)) if span[1] - span[0] > 1}
        todo += [(i + 1, end), (start, i)]
    return torch.tensor(in_order(found))


def sample_by_fractions(d, u):
    scores, numbers = [Fraction(x) for x in d.tolist()], iter(map(Fraction, u.tolist()))

    def part(start, end):
        if end - start < 2:
            return set()
        point, i = next(numbers) * sum(scores[start:end]), start
        while sum(scores[start : i + 1]) <= point:
            i += 1
        here = {(start, end)} | ({(i, end)} if end - i > 1 else set())
        return here | part(start, i) | part(i + 1, end)

    return np.array(in_order(part(0, len(d))))


def limits_by_the_library(d, spans):
    edges = [0] + [max(s for s, e in spans.tolist() if s < t < e) for t in range(1, len(d))]
    return torch.stack([gates.nearest_higher(d), torch.tensor(edges)])


def limits_by_shortest(d, spans):
    limits, edges = np.zeros(len(d), dtype=int), np.zeros(len(d), dtype=int)
    for t in range(1, len(d)):
        limits[t] = max((i for i in range(t) if d[i] > d[t]), default=0)
        edges[t] = min((e - s, s) for s, e in spans.tolist() if s <= t - 1 and t <= e - 1)[1]
    return np.stack([limits, edges])


def limits_by_numpy(d, spans):
    d, table = d.numpy(), spans.numpy()
    steps = np.arange(len(d))
    higher = np.tril(d[None, :] > d[:, None], -1)
    limits = np.where(higher, steps[None, :], 0).max(1)
    held = (table[:, 0][None] < steps[:, None]) & (steps[:, None] < table[:, 1][None])
    return [limits.tolist(), np.where(held, table[:, 0][None], 0).max(1).tolist()]


RIGHT = {
    "9.1": (split_by_the_library, split_by_a_stack, split_by_lists),
    "9.2": (cut_by_the_library, cut_from_below, cut_by_edges),
    "9.3": (distances_by_the_library, distances_by_relaxing, distances_by_numpy),
    "9.4": (out_of_reach_by_tree, out_of_reach_by_sets, out_of_reach_by_numpy),
    "9.5": (sample_by_search, sample_by_a_stack, sample_by_fractions),
    "9.6": (limits_by_the_library, limits_by_shortest, limits_by_numpy),
}
