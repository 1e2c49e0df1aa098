"""Plausible wrong answers to the sheet on laws of trees, written without sight of the known mistakes."""

import torch


def in_order(nodes):
    return torch.tensor(sorted(nodes, key=lambda v: (v[0], -v[2])))


def tree_chance(d, nodes, factor):
    chance = torch.tensor(1.0)
    for start, cut, end in nodes.tolist():
        chance = chance * factor(d, start, cut, end)
    return chance


def ranking_chance(d, order):
    ranked = d[order]
    return (ranked / ranked.flip(0).cumsum(0).flip(0)).prod()


def span_chart(d, both):
    n = len(d) + 1
    chart = torch.zeros(n, n + 1)
    for start in range(n):
        for end in range(start + 2, n + 1):
            S = d[start : end - 1].sum()
            a = d[start - 1] if start > 0 else None
            b = d[end - 1] if end < n else None
            if a is None or b is None:
                border = b if a is None else a
                chart[start, end] = 1.0 if border is None else border / (border + S)
            else:
                chart[start, end] = both(a, b, S)
    return chart


def table(n, single, worth, own):
    """Fill the table: worth(start, cut, end, left, right) of a cut, own(start, end, best) of the part."""
    value = {(i, i + 1): single for i in range(n)}
    cuts = {}
    for width in range(2, n + 1):
        for start in range(n - width + 1):
            end = start + width
            all_cuts = {
                cut: worth(start, cut, end, value[start, cut], value[cut, end])
                for cut in range(start + 1, end)
            }
            cuts[start, end] = max(all_cuts, key=all_cuts.get)
            value[start, end] = own(start, end, max(all_cuts.values()))
    return read(cuts, n)


def read(cuts, n):
    def below(start, end):
        if end - start < 2:
            return []
        cut = cuts[start, end]
        return [(start, cut, end), *below(start, cut), *below(cut, end)]

    return in_order(below(0, n))


def greedy(n, worth):
    spans = [(s, e) for s in range(n) for e in range(s + 2, n + 1)]
    return read({(s, e): max(range(s + 1, e), key=lambda c, s=s, e=e: worth(s, c, e)) for s, e in spans}, n)


def best_greedy(d):
    return greedy(len(d) + 1, lambda start, cut, end: float(d[cut - 1]))


def best_by_sum(d):
    d = d.tolist()
    return table(
        len(d) + 1,
        1.0,
        lambda s, c, e, left, right: d[c - 1] / sum(d[s : e - 1]) + left + right,
        lambda s, e, best: best,
    )


def best_over_whole_sum(d):
    d = d.tolist()
    return table(
        len(d) + 1,
        1.0,
        lambda s, c, e, left, right: d[c - 1] / sum(d) * left * right,
        lambda s, e, best: best,
    )


def safest_by_product(chart):
    return table(
        len(chart),
        1.0,
        lambda s, c, e, left, right: left * right,
        lambda s, e, best: best * float(chart[s, e]),
    )


def safest_without_own(chart):
    return table(len(chart), 0.0, lambda s, c, e, left, right: left + right, lambda s, e, best: best)


def safest_greedy(chart):
    return greedy(len(chart), lambda s, c, e: float(chart[s, c] + chart[c, e]))


def sampled(d, u, score):
    n = len(d) + 1
    chart = torch.zeros(n, n + 1)

    def part(row, start, end):
        if end - start < 2:
            return
        chart[start, end] += 1
        cut = 1 + max(range(start, end - 1), key=row.__getitem__)
        part(row, start, cut)
        part(row, cut, end)

    for noise in u:
        part(score(d, noise).tolist(), 0, n)
    return chart


ANSWERS = {
    "14.1": [
        (
            "one gap too many in the sum",
            lambda d, nodes: tree_chance(d, nodes, lambda d, s, c, e: d[c - 1] / d[s:e].sum()),
        ),
        (
            "sum over the whole sentence at each node",
            lambda d, nodes: tree_chance(d, nodes, lambda d, s, c, e: d[c - 1] / d.sum()),
        ),
        (
            "cut counted from the start of its part",
            lambda d, nodes: tree_chance(d, nodes, lambda d, s, c, e: d[c - s - 1] / d[s : e - 1].sum()),
        ),
    ],
    "14.2": [
        ("order read as the rank of each gap", lambda d, order: ranking_chance(d, order.argsort())),
        ("drawn scores stay in the sum", lambda d, order: (d / d.sum()).prod()),
        ("worst first", lambda d, order: ranking_chance(d, order.flip(0))),
    ],
    "14.3": [
        (
            "only the order left border first",
            lambda d: span_chart(d, lambda a, b, S: a / (a + b + S) * b / (b + S)),
        ),
        (
            "both borders as if independent",
            lambda d: span_chart(d, lambda a, b, S: a / (a + S) * b / (b + S)),
        ),
        (
            "first border stays in the sum",
            lambda d: span_chart(d, lambda a, b, S: 2 * a * b / (a + b + S) ** 2),
        ),
    ],
    "14.4": [
        ("the highest gap first", best_greedy),
        ("values added", best_by_sum),
        ("score over the sum of the whole sentence", best_over_whole_sum),
    ],
    "14.5": [
        ("values multiplied", safest_by_product),
        ("the part's own square forgotten", safest_without_own),
        ("only the next two parts looked at", safest_greedy),
    ],
    "14.6": [
        (
            "noise added to the scores, not their logarithms",
            lambda d, u: sampled(d, u, lambda d, v: d - (-v.log()).log()) / len(u),
        ),
        (
            "sign of the noise",
            lambda d, u: sampled(d, u, lambda d, v: d.log() + (-v.log()).log()) / len(u),
        ),
        ("counts in place of shares", lambda d, u: sampled(d, u, lambda d, v: d.log() - (-v.log()).log())),
    ],
}
