"""Right answers to the tasks of chapter 15, written differently: lists of all trees, loops, autodiff."""

import functools
import math

import numpy as np
import torch


def tree_by_a_stack(tree, pairs, writes):
    chance, todo = 1.0, [tree]
    while todo:
        node = todo.pop()
        if len(node) == 2:
            chance *= writes[node[0]][node[1]]
        else:
            chance *= pairs[node[0]][node[1][0]][node[2][0]]
            todo += node[1:]
    return chance


def tree_by_logarithms(tree, pairs, writes):
    def log(node):
        if len(node) == 2:
            return math.log(writes[node[0], node[1]])
        symbol, *below = node
        return math.log(pairs[symbol, below[0][0], below[1][0]]) + sum(map(log, below))

    try:
        return math.exp(log(tree))
    except ValueError:  # a rule of chance 0
        return 0


def tree_by_numpy(tree, pairs, writes):
    pairs, writes = pairs.double().numpy(), writes.double().numpy()
    if len(tree) == 2:
        return writes[tuple(tree)]
    below = [tree_by_numpy(part, torch.tensor(pairs), torch.tensor(writes)) for part in tree[1:]]
    return pairs[tree[0], tree[1][0], tree[2][0]] * np.prod(below)


def derivations(words, symbol, pairs, writes):
    """Every tree of the words, as its chance, its nodes and its rules."""
    words, rules = list(words), pairs.double()
    possible = {A: [] for A in range(len(rules))}
    for A, B, C in rules.nonzero().tolist():
        possible[A].append((rules[A, B, C].item(), B, C))

    @functools.cache
    def grow(start, end, A):
        if end == start + 1:
            p = float(writes[A][words[start]])
            return [(p, [], [])] if p else []
        return [
            (rule * p * q, [(start, cut, end), *inner, *others], [(A, B, C), *used, *also])
            for cut in range(start + 1, end)
            for rule, B, C in possible[A]
            for p, inner, used in grow(start, cut, B)
            for q, others, also in grow(cut, end, C)
        ]

    return grow(0, len(words), symbol)


def inside_by_listing(words, pairs, writes):
    n, S, words = len(words), len(pairs), words.tolist()
    out = torch.zeros(n, n + 1, S, dtype=torch.float64)
    for start in range(n):
        for end in range(start + 1, n + 1):
            for A in range(S):
                grown = derivations(words[start:end], A, pairs, writes)
                out[start, end, A] = sum(p for p, *_ in grown)
    return out


def inside_by_loops(words, pairs, writes):
    n, S = len(words), len(pairs)
    chart = np.zeros((n, n + 1, S))
    for start in range(n):
        chart[start, start + 1] = writes[:, words[start]]
    for width in range(2, n + 1):
        for start in range(n - width + 1):
            for cut in range(start + 1, start + width):
                left, right = chart[start, cut], chart[cut, start + width]
                chart[start, start + width] += np.einsum("abc,b,c->a", pairs.numpy(), left, right)
    return chart


def inside_by_recursion(words, pairs, writes):
    n = len(words)

    @functools.cache
    def box(start, end):
        if end <= start:
            return torch.zeros(len(pairs))
        if end == start + 1:
            return writes[:, words[start]]
        both = sum(torch.outer(box(start, cut), box(cut, end)) for cut in range(start + 1, end))
        return (pairs * both).sum((1, 2))

    return torch.stack([torch.stack([box(start, end) for end in range(n + 1)]) for start in range(n)])


def counts_by_listing(words, pairs, writes):
    grown = derivations(words.tolist(), 0, pairs, writes)
    total, counts = sum(p for p, *_ in grown), torch.zeros(pairs.shape, dtype=torch.float64)
    for p, _, used in grown:
        for rule in used:
            counts[rule] += p / total
    return counts


def counts_by_logarithms(words, pairs, writes):
    """The slope of log p by the logarithm of a rule is its count."""
    with torch.enable_grad():
        logs = pairs.double().clamp_min(1e-300).log().requires_grad_()
        p = inside_by_recursion(words, logs.exp(), writes.double())[0, len(words), 0]
        p.log().backward()
    return logs.grad


def counts_by_outside(words, pairs, writes):
    n = len(words)
    beta = inside_by_loops(words, pairs, writes)
    around = np.zeros_like(beta)
    around[0, n, 0] = 1
    counts = np.zeros(pairs.shape)
    for width in range(n, 1, -1):
        for start in range(n - width + 1):
            end = start + width
            for cut in range(start + 1, end):
                left, right = beta[start, cut], beta[cut, end]
                above = around[start, end][:, None, None] * pairs.numpy()
                counts += above * left[:, None] * right
                around[start, cut] += np.einsum("abc,c->b", above, right)
                around[cut, end] += np.einsum("abc,b->c", above, left)
    return counts / beta[0, n, 0]


def shared(counts, pairs):
    counts, old = np.asarray(counts), pairs.numpy()
    rows = [row / row.sum() if row.sum() else before for row, before in zip(counts, old, strict=True)]
    return np.stack(rows)


def em_by_listing(sentences, pairs, writes):
    return shared(sum(counts_by_listing(words, pairs, writes) for words in sentences), pairs)


def em_by_outside(sentences, pairs, writes):
    return shared(sum(counts_by_outside(words, pairs, writes) for words in sentences), pairs).tolist()


def em_by_the_slope_of_all(sentences, pairs, writes):
    with torch.enable_grad():
        rules = pairs.double().requires_grad_()
        loss = sum(
            inside_by_recursion(one, rules, writes.double())[0, len(one), 0].log() for one in sentences
        )
        loss.backward()
    return shared((rules * rules.grad).detach(), pairs)


def share_by_a_power(r, steps):
    return r ** (2**steps)


def share_by_logarithms(r, steps):
    return math.exp(2**steps * math.log(r)) if r else 0.0


def share_by_recursion(r, steps):
    return share_by_recursion(r, steps - 1) ** 2 if steps else r


def best_by_listing(words, pairs, writes):
    grown = derivations(words.tolist(), 0, pairs, writes)
    return sorted(max(grown)[1], key=lambda node: (node[0], -node[2]))


def best_by_logarithms(words, pairs, writes):
    n = len(words)
    rules = pairs.double().log()
    value = {(i, i + 1): writes[:, words[i]].double().log() for i in range(n)}
    kept = {}
    for width in range(2, n + 1):
        for start in range(n - width + 1):
            end = start + width
            ways = torch.stack(
                [rules + value[start, cut][:, None] + value[cut, end] for cut in range(start + 1, end)],
                1,
            )  # (S, K, S, S)
            value[start, end], place = ways.flatten(1).max(1)
            kept[start, end] = [torch.unravel_index(k, ways.shape[1:]) for k in place]
    todo, found = [(0, n, 0)], []
    while todo:
        start, end, A = todo.pop()
        if end - start > 1:
            k, B, C = (int(x) for x in kept[start, end][A])
            cut = start + 1 + k
            found.append([start, cut, end])
            todo += [(start, cut, B), (cut, end, C)]
    return torch.tensor(sorted(found, key=lambda node: (node[0], -node[2])))


def best_by_recursion(words, pairs, writes):
    S, words = len(pairs), words.tolist()

    @functools.cache
    def best(start, end, A):
        if end == start + 1:
            return writes[A, words[start]].item(), ()
        top, kept = -1.0, ()
        for cut in range(start + 1, end):
            for B in range(S):
                for C in range(S):
                    if (rule := pairs[A, B, C].item()) == 0:
                        continue
                    (p, left), (q, right) = best(start, cut, B), best(cut, end, C)
                    if rule * p * q > top:
                        top, kept = rule * p * q, ((start, cut, end), *left, *right)
        return max(top, 0.0), kept

    return np.array(best(0, len(words), 0)[1])


def all_binary(start, end):
    """The spans of every binary tree."""
    if end - start == 1:
        return [[]]
    return [
        [(start, end), *left, *right]
        for cut in range(start + 1, end)
        for left in all_binary(start, cut)
        for right in all_binary(cut, end)
    ]


def partition_by_listing(scores):
    values = [sum(float(scores[span]) for span in tree) for tree in all_binary(0, len(scores))]
    top = max(values)
    return top + math.log(sum(math.exp(value - top) for value in values))


def partition_by_logaddexp(scores):
    n = len(scores)
    table = np.zeros((n, n + 1))
    for width in range(2, n + 1):
        for start in range(n - width + 1):
            end = start + width
            cuts = [table[start, cut] + table[cut, end] for cut in range(start + 1, end)]
            table[start, end] = float(scores[start, end]) + np.logaddexp.reduce(cuts)
    return table[0, n]


def partition_by_recursion(scores):
    @functools.cache
    def total(start, end):
        if end - start < 2:
            return torch.zeros((), dtype=torch.float64)
        ways = torch.stack([total(start, cut) + total(cut, end) for cut in range(start + 1, end)])
        return ways.logsumexp(0) + scores[start, end]

    return total(0, len(scores))


def batch_in_double(ids, bag, pairs, writes):
    boxes = {1: writes.double().T[ids]}
    for w in range(2, ids.size(1) + 1):
        m = ids.size(1) - w + 1
        boxes[w] = sum(
            torch.einsum("zmb,abc,zmc->zma", boxes[k][:, :m], pairs.double(), boxes[w - k][:, k : k + m])
            for k in range(1, w)
        )
    return boxes[ids.size(1)][:, 0, 0].log()


def batch_by_sentences(ids, bag, pairs, writes):
    out = []
    for words in ids:
        chart = inside_by_loops(words, pairs.double(), writes.double())
        out.append(math.log(chart[0, len(words), 0]))
    return out


def batch_in_logarithms(ids, bag, pairs, writes):
    rules, n = pairs.log(), ids.size(1)
    boxes = {1: writes.log().T[ids]}
    for w in range(2, n + 1):
        m = n - w + 1
        ways = [
            (rules + boxes[k][:, :m, None, :, None] + boxes[w - k][:, k : k + m, None, None, :]).flatten(3)
            for k in range(1, w)
        ]
        boxes[w] = torch.cat(ways, 3).logsumexp(3)
    return boxes[n][:, 0, 0]


RIGHT = {
    "15.1": (tree_by_a_stack, tree_by_logarithms, tree_by_numpy),
    "15.2": (inside_by_listing, inside_by_loops, inside_by_recursion),
    "15.3": (counts_by_listing, counts_by_logarithms, counts_by_outside),
    "15.4": (em_by_listing, em_by_outside, em_by_the_slope_of_all),
    "15.5": (share_by_a_power, share_by_logarithms, share_by_recursion),
    "15.6": (best_by_listing, best_by_logarithms, best_by_recursion),
    "15.7": (partition_by_listing, partition_by_logaddexp, partition_by_recursion),
    "15.8": (batch_in_double, batch_by_sentences, batch_in_logarithms),
}
