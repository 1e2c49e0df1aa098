"""Right answers to the tasks of chapter 17, written differently; among them the library's own."""

import numpy as np
import torch

from prpn_edu import data, trees
from prpn_edu.latent import chart
from prpn_edu.latent.spans import SpanTables
from prpn_edu.latent.spans.classes import WordClasses


def in_order(brackets):
    return sorted(map(list, brackets), key=lambda b: (b[0], -b[1]))


def ratios_by_difference(inside, everywhere):
    return (inside + 2).log() - (everywhere - inside + 8).log()


def ratios_by_numpy(inside, everywhere):
    return np.log(inside.numpy() + 2.0) - np.log(everywhere.numpy() - inside.numpy() + 8.0)


def ratios_by_odds(inside, everywhere):
    chance = (inside + 2) / (everywhere + 10)
    return torch.logit(chance)


def known(size):
    """Classes of the words w0, w1, ...: word k is in class k."""
    words = ["<unk>", "<pad>", *(f"w{k}" for k in range(size))]
    return WordClasses(data.Vocabulary(words), (), (0, 0, *range(size)), size, ())


def scores_by_the_library(numbers, tables):
    end = tables.size(-1) - 1
    return SpanTables(known(end), tables).scores([f"w{k}" for k in numbers[1:-1].tolist()])


def scores_by_index(numbers, tables):
    n = len(numbers) - 2
    out = tables.new_zeros(n, n + 1)
    start, end = torch.triu_indices(n, n + 1, 2)
    before, first, last, after = (numbers[at] for at in (start, start + 1, end, end + 1))
    out[start, end] = tables[0][first, last] + tables[1][before, after]
    out[start, end] += tables[2][before, first] + tables[3][last, after]
    return out


def scores_by_numpy(numbers, tables):
    c, t = numbers.numpy(), tables.numpy()
    n = len(c) - 2
    full = t[0][c[1:, None], c[None, :]][:n, : n + 1] + t[1][c[:, None], c[None, 1:]][:n, : n + 1]
    full = full + t[2][c[:-1], c[1:]][:n, None] + t[3][c[:-1], c[1:]][None, : n + 1]
    return np.triu(full, 2)


def best_by_the_library(scores):
    return in_order(trees.spans(chart.best_tree(scores, [f"w{i}" for i in range(len(scores))])))


def best_by_memory(scores):
    own, known_best = scores.tolist(), {}

    def best(start, end):
        if end - start == 1:
            return 0.0, []
        if (start, end) not in known_best:
            value, found = -float("inf"), []
            for cut in range(start + 1, end):
                (a, left), (b, right) = best(start, cut), best(cut, end)
                if a + b > value:
                    value, found = a + b, left + right
            known_best[start, end] = own[start][end] + value, [(start, end), *found]
        return known_best[start, end]

    return torch.tensor(in_order(best(0, len(scores))[1]))


def best_by_ends(scores):
    """The chart filled column by column: all spans that end at a word, the shortest first."""
    n, own = len(scores), scores.numpy()
    best, cuts = np.zeros((n + 1, n + 1)), np.zeros((n + 1, n + 1), dtype=int)
    for end in range(2, n + 1):
        for start in range(end - 2, -1, -1):
            ways = best[start, start + 1 : end] + best[start + 1 : end, end]
            cuts[start, end] = start + 1 + int(np.argmax(ways))
            best[start, end] = own[start, end] + ways.max()
    found, todo = [], [(0, n)]
    while todo:
        start, end = todo.pop()
        if end - start > 1:
            found.append((start, end))
            todo += [(start, cuts[start, end]), (cuts[start, end], end)]
    return np.array(in_order(found))


def votes_by_accumulating(brackets):
    n = brackets.size(1) + 1
    start, end = brackets.reshape(-1, 2).T
    return torch.zeros(n, n + 1).index_put((start, end), torch.tensor(1.0), accumulate=True)


def votes_by_numpy(brackets):
    n = brackets.size(1) + 1
    out = np.zeros((n, n + 1))
    np.add.at(out, tuple(brackets.reshape(-1, 2).numpy().T), 1)
    return out


def votes_by_counting(brackets):
    n, listed = brackets.size(1) + 1, brackets.reshape(-1, 2).tolist()
    return [[listed.count([start, end]) for end in range(n + 1)] for start in range(n)]


def agreement_by_one_hot(brackets):
    m, sentences, spans, _ = brackets.shape
    n = spans + 1
    places = brackets[..., 0] * (n + 1) + brackets[..., 1]
    held = torch.zeros(m, sentences, n * (n + 1)).scatter(-1, places, 1.0)
    held[..., n] = 0  # the whole sentence is start 0, end n
    both = torch.einsum("asp,bsp->ab", held, held) / (sentences * (n - 2))
    return (both.sum(1) - both.diagonal()) / (m - 1)


def agreement_by_votes(brackets):
    m, sentences, spans, _ = brackets.shape
    out = torch.zeros(m)
    for s in range(sentences):
        votes = votes_by_accumulating(brackets[:, s])
        for k in range(m):
            start, end = brackets[k, s].T
            out[k] += (votes[start, end].sum() - m - (spans - 1)) / (spans - 1)
    return out / ((m - 1) * sentences)


def agreement_by_lists(brackets):
    rows = brackets.tolist()
    n, out = len(rows[0][0]) + 1, []
    for one in rows:
        values = []
        for other in rows:
            if other is not one:
                for a, b in zip(one, other, strict=True):
                    values.append(sum(span in b for span in a if span != [0, n]) / (n - 2))
        out.append(sum(values) / len(values))
    return np.array(out)


def counts_by_slices(numbers, brackets, size, longest):
    n = len(numbers) - 2
    held = torch.zeros(n, n + 1, dtype=torch.bool)
    held[brackets[:, 0], brackets[:, 1]] = True
    start, end = torch.triu_indices(n, n + 1, 2)
    start, end = (at[end - start <= longest] for at in (start, end))
    before, first, last, after = (numbers[at] for at in (start, start + 1, end, end + 1))
    out = torch.zeros(2, 4, size, size)
    one = out.new_ones(len(start))
    for k, pair in enumerate(((first, last), (before, after), (before, first), (last, after))):
        out[0, k].index_put_(pair, held[start, end].to(out), accumulate=True)
        out[1, k].index_put_(pair, one, accumulate=True)
    return out


def counts_by_numpy(numbers, brackets, size, longest):
    c, out = numbers.numpy(), np.zeros((2, 4, size, size), dtype=int)
    n, tree = len(c) - 2, brackets.tolist()
    every = [[s, e] for s in range(n) for e in range(s + 2, n + 1) if e - s <= longest]
    for part, some in enumerate(([span for span in every if span in tree], every)):
        for s, e in some:
            np.add.at(out[part], (range(4), c[[s + 1, s, s, e]], c[[e, e + 1, s + 1, e + 1]]), 1)
    return out


def counts_one_by_one(numbers, brackets, size, longest):
    c, tree = numbers.tolist(), {tuple(span) for span in brackets.tolist()}
    out = [[[[0] * size for _ in range(size)] for _ in range(4)] for _ in range(2)]
    for e in range(2, len(c) - 1):
        for s in range(max(0, e - longest), e - 1):
            for k, (a, b) in enumerate(((s + 1, e), (s, e + 1), (s, s + 1), (e, e + 1))):
                out[1][k][c[a]][c[b]] += 1
                out[0][k][c[a]][c[b]] += (s, e) in tree
    return out


RIGHT = {
    "17.1": (ratios_by_difference, ratios_by_numpy, ratios_by_odds),
    "17.2": (scores_by_the_library, scores_by_index, scores_by_numpy),
    "17.3": (best_by_the_library, best_by_memory, best_by_ends),
    "17.4": (votes_by_accumulating, votes_by_numpy, votes_by_counting),
    "17.5": (agreement_by_one_hot, agreement_by_votes, agreement_by_lists),
    "17.6": (counts_by_slices, counts_by_numpy, counts_one_by_one),
}
