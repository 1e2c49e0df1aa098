"""Plausible wrong answers to the sheet on scores and trees, written without sight of the known mistakes."""

import torch


def in_order(brackets):
    return torch.tensor(sorted(brackets, key=lambda b: (b[0], -b[1])))


def split(d, choose, note):
    """SPLIT with its choice and its notes to be filled in: note(start, i, end) lists what i adds."""
    d = d.tolist()
    found = []

    def part(start, end):
        if end - start < 2:
            return
        found.append((start, end))
        i = choose(d, start, end)
        found.extend(note(start, i, end))
        part(start, i)
        part(i + 1, end)

    part(0, len(d))
    return in_order(found)


def first(d, start, end):
    return max(range(start, end), key=d.__getitem__)


def last(d, start, end):
    return max(range(start, end), key=lambda i: (d[i], i))


def chosen_begins(start, i, end):
    return [(i, end)] if i > start and end - i > 1 else []


def chosen_ends(start, i, end):
    return [(start, i + 1)] if i < end - 1 and i > start else []


def chosen_always(start, i, end):
    return [(i, end)] if end - i > 1 else []


def cut(distances, choose):
    d = distances.tolist()
    found = []

    def part(start, end):
        if end - start < 2:
            return
        found.append((start, end))
        k = choose(d, start, end)
        part(start, k + 1)
        part(k + 1, end)

    part(0, len(d) + 1)
    return in_order(found)


def tree_distances(spans, leaf=0, keep=True, words=False):
    shortest_first = sorted(spans.tolist(), key=lambda span: span[1] - span[0])
    out = [0] * (shortest_first[-1][1] - 1)
    heights = {}
    for start, end in shortest_first:
        inside = [h for (s, e), h in heights.items() if start <= s and e <= end]
        heights[start, end] = end - start - 1 if words else 1 + max(inside, default=leaf)
        for gap in range(start, end - 1):
            if not keep or out[gap] == 0:
                out[gap] = heights[start, end]
    return torch.tensor(out)


def out_of_reach(spans, right_itself=False, left=2):
    spans = spans.tolist()
    out = []
    for start, end in spans:
        at = max([e for s, e in spans if s == start and e < end], default=start + 1)
        inner = any(s == at and (e < end or (right_itself and e == end)) for s, e in spans)
        out.append(int(at - start >= left and inner))
    return torch.tensor(out)


def those_inside_too(spans):
    own, pairs = out_of_reach(spans).tolist(), spans.tolist()
    return torch.tensor(
        [
            int(any(mark and start <= s and e <= end for mark, (s, e) in zip(own, pairs, strict=True)))
            for start, end in pairs
        ]
    )


def sample(d, u, right_first=False, singles_draw=False, share=True):
    d, numbers, found = d.tolist(), iter(u.tolist()), []

    def part(start, end):
        if end - start < 2:
            if singles_draw and end - start == 1:
                next(numbers)
            return
        found.append((start, end))
        point, total, i = next(numbers) * (sum(d[start:end]) if share else 1), 0.0, start
        for i in range(start, end):
            total += d[i]
            if total > point:
                break
        found.extend(chosen_begins(start, i, end))
        for side in [(i + 1, end), (start, i)] if right_first else [(start, i), (i + 1, end)]:
            part(*side)

    part(0, len(d))
    return in_order(found)


def limits(d, higher):
    return [0] + [max((i for i in range(t) if higher(d[i], d[t])), default=0) for t in range(1, len(d))]


def edges(n, spans):
    return [0] + [max(s for s, e in spans.tolist() if s < t < e) for t in range(1, n)]


def equal_is_higher(d, spans):
    return torch.tensor([limits(d.tolist(), lambda a, b: a >= b), edges(len(d), spans)])


def bracket_of_one_word(d, spans):
    own = [0] + [max(s for s, e in spans.tolist() if s <= t < e) for t in range(1, len(d))]
    return torch.tensor([limits(d.tolist(), lambda a, b: a > b), own])


def highest_of_all(d, spans):
    row = [0] + [int(d[:t].argmax()) for t in range(1, len(d))]
    return torch.tensor([row, edges(len(d), spans)])


ANSWERS = {
    "9.1": [
        ("the chosen word ends the left part", lambda d: split(d, first, chosen_ends)),
        ("of equal scores the last", lambda d: split(d, last, chosen_begins)),
        ("the part noted twice", lambda d: split(d, first, chosen_always)),
    ],
    "9.2": [
        ("of equal distances the last", lambda d: cut(d, lambda d, s, e: last(d, s, e - 1))),
        (
            "the smallest distance cut first",
            lambda d: cut(d, lambda d, s, e: min(range(s, e - 1), key=d.__getitem__)),
        ),
        (
            "the last gap of a part never looked at",
            lambda d: cut(d, lambda d, s, e: max(range(s, e - 2), key=d.__getitem__, default=s)),
        ),
    ],
    "9.3": [
        ("a word has height 1", lambda spans: tree_distances(spans, leaf=1)),
        ("longer brackets overwrite shorter ones", lambda spans: tree_distances(spans, keep=False)),
        ("words counted in place of heights", lambda spans: tree_distances(spans, words=True)),
    ],
    "9.4": [
        ("the right part itself counts as its first", lambda spans: out_of_reach(spans, right_itself=True)),
        ("the left part may be one word", lambda spans: out_of_reach(spans, left=1)),
        ("brackets around a marked one are marked", those_inside_too),
    ],
    "9.5": [
        ("right side draws first", lambda d, u: sample(d, u, right_first=True)),
        ("single words take a number", lambda d, u: sample(d, torch.cat([u, u]), singles_draw=True)),
        ("number not scaled by the sum", lambda d, u: sample(d, u, share=False)),
    ],
    "9.6": [
        ("equal scores stop the look", equal_is_higher),
        ("smallest bracket around word t alone", bracket_of_one_word),
        ("the highest score on the left, not the nearest higher", highest_of_all),
    ],
}
