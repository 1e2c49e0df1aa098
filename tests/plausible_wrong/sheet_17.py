"""Plausible wrong answers to the sheet on right-branching, written without sight of the known mistakes."""

import torch


def in_order(brackets):
    return torch.tensor(sorted(brackets, key=lambda b: (b[0], -b[1])))


def pairs_at(first, last, before, after):
    return [(first, last), (before, after), (before, first), (last, after)]


def span_scores(numbers, tables, offset=0, shortest=2, turn=False):
    n = len(numbers) - 2
    scores = torch.zeros(n, n + 1)
    classes = numbers.tolist()
    for start in range(n):
        for end in range(start + shortest, n + 1):
            before, first, last, after = (
                classes[place - offset] for place in (start, start + 1, end, end + 1)
            )
            found = pairs_at(first, last, before, after)
            if turn:
                found[2:] = [pair[::-1] for pair in found[2:]]
            scores[start, end] = sum(tables[k][pair] for k, pair in enumerate(found))
    return scores


def best_spans(scores, last=False, own=True, deep=True):
    n = len(scores)
    best = {(i, i + 1): 0.0 for i in range(n)}
    cuts = {}
    for width in range(2, n + 1):
        for start in range(n - width + 1):
            end = start + width
            places = range(start + 1, end)
            worth = {
                cut: best[start, cut] + best[cut, end]
                if deep
                else float(scores[start, cut] + scores[cut, end])
                for cut in (reversed(places) if last else places)
            }
            cuts[start, end] = max(worth, key=worth.get)
            best[start, end] = worth[cuts[start, end]] + (float(scores[start, end]) if own else 0)

    def collect(start, end):
        if end - start == 1:
            return []
        cut = cuts[start, end]
        return [(start, end), *collect(start, cut), *collect(cut, end)]

    return in_order(collect(0, n))


def votes(brackets):
    n = brackets.size(1) + 1
    out = torch.zeros(n, n + 1)
    for start, end in brackets.reshape(-1, 2).tolist():
        out[start, end] += 1
    return out


def whole_left_out(brackets):
    out = votes(brackets)
    out[0, -1] = 0
    return out


def agreement(brackets, itself=False, whole=False, spans=-1):
    m, S, width, _ = brackets.shape
    n = width + 1
    sets = [
        [{tuple(b) for b in tree.tolist() if whole or b != [0, n]} for tree in teacher]
        for teacher in brackets
    ]
    out = []
    for k in range(m):
        others = [j for j in range(m) if itself or j != k]
        shared = sum(len(sets[k][s] & sets[j][s]) for j in others for s in range(S))
        out.append(shared / (n - 2 if spans < 0 else spans + n - 1) / len(others) / S)
    return torch.tensor(out)


def count_spans(numbers, brackets, size, longest, outside=False, exchange=False):
    n = len(numbers) - 2
    counts = torch.zeros(2, 4, size, size)
    tree = {tuple(b) for b in brackets.tolist()}
    classes = numbers.tolist()
    for start in range(n):
        for end in range(start + 2, min(n, start + longest) + 1):
            inside = (start, end) in tree
            before, first, last, after = (classes[i] for i in (start, start + 1, end, end + 1))
            for k, (a, b) in enumerate(pairs_at(first, last, before, after)):
                counts[0, k, a, b] += inside
                counts[1, k, a, b] += not (outside and inside)
    return counts.flip(0) if exchange else counts


ANSWERS = {
    "17.1": [
        ("outside not computed", lambda inside, all_: ((inside + 2) / (all_ + 8)).log()),
        ("2 added to both", lambda inside, all_: ((inside + 2) / (all_ - inside + 2)).log()),
        ("outside against inside", lambda inside, all_: ((all_ - inside + 8) / (inside + 2)).log()),
    ],
    "17.2": [
        ("classes read one place too early", lambda *args: span_scores(*args, offset=1)),
        ("pairs of tables 2 and 3 turned round", lambda *args: span_scores(*args, turn=True)),
        ("single words scored too", lambda *args: span_scores(*args, shortest=1)),
    ],
    "17.3": [
        ("of equal sums the last cut", lambda scores: best_spans(scores, last=True)),
        ("the span's own score forgotten", lambda scores: best_spans(scores, own=False)),
        ("only the next two parts looked at", lambda scores: best_spans(scores, deep=False)),
    ],
    "17.4": [
        ("one vote for all trees", lambda brackets: (votes(brackets) > 0).float()),
        ("shares in place of votes", lambda brackets: votes(brackets) / len(brackets)),
        ("the whole sentence left out", whole_left_out),
    ],
    "17.5": [
        ("a teacher agrees with itself", lambda brackets: agreement(brackets, itself=True)),
        ("the whole sentence counted", lambda brackets: agreement(brackets, whole=True, spans=0)),
        ("divided by n - 1 without the whole", lambda brackets: agreement(brackets, spans=0)),
    ],
    "17.6": [
        ("part 1 only of spans outside", lambda *args: count_spans(*args, outside=True)),
        (
            "longest not counted itself",
            lambda numbers, brackets, size, longest: count_spans(numbers, brackets, size, longest - 1),
        ),
        ("parts exchanged", lambda *args: count_spans(*args, exchange=True)),
    ],
}
