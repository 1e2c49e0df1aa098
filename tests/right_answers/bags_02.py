"""Right answers to the tasks of chapter 2, written differently; among them torch's own."""

import math
import re

import numpy as np
import torch
from torch.nn import functional


def one_hot_by_identity(ids, size):
    return torch.eye(size)[ids]


def one_hot_by_comparing(ids, size):
    return ids[:, None] == torch.arange(size)


def one_hot_by_numpy(ids, size):
    out = np.zeros((len(ids), size), dtype=int)
    out[np.arange(len(ids)), ids.numpy()] = 1
    return out


def bow_scores_by_loop(ids, table, bias):
    total = bias.tolist()
    for number in ids.tolist():
        total = [a + b for a, b in zip(total, table[number].tolist(), strict=True)]
    return total


def bow_scores_by_counting(ids, table, bias):
    counts = torch.bincount(ids, minlength=len(table)).to(table.dtype)
    return counts @ table + bias


def bow_scores_by_embedding_bag(ids, table, bias):
    return torch.nn.functional.embedding_bag(ids[None], table, mode="sum")[0] + bias


def softmax_by_logarithms(o):
    return (o - o.logsumexp(-1, keepdim=True)).exp()


def softmax_by_loops(o):
    rows = []
    for scores in o.tolist():
        powers = [math.exp(score - max(scores)) for score in scores]
        rows.append([power / sum(powers) for power in powers])
    return rows


def softmax_by_differences(o):
    return 1 / (o[:, None, :] - o[:, :, None]).double().exp().sum(-1)


def cross_entropy_by_logsumexp(o, y):
    return (o.logsumexp(-1) - o.gather(1, y[:, None])[:, 0]).mean()


def cross_entropy_by_one_hot(o, y):
    target = functional.one_hot(y, o.size(1)).to(o.dtype)
    return -(target * o.log_softmax(-1)).sum() / len(y)


def cross_entropy_by_two_logarithms(o, y):
    """A log-softmax changes nothing of a log-softmax, so doing it twice is no mistake."""
    return functional.cross_entropy(o.log_softmax(-1), y)


def cross_entropy_by_loops(o, y):
    total = 0.0
    for scores, right in zip(o.tolist(), y.tolist(), strict=True):
        top = max(scores)
        total += top + math.log(sum(math.exp(s - top) for s in scores)) - scores[right]
    return total / len(y)


def loss_gradient_by_autograd(o, y):
    with torch.enable_grad():
        scores = o.clone().requires_grad_()
        functional.cross_entropy(scores, y).backward()
    return scores.grad


def loss_gradient_by_loop(o, y):
    out = torch.softmax(o, -1)
    for b, right in enumerate(y):
        out[b, right] -= 1
    return out / len(out)


def loss_gradient_by_numpy(o, y):
    powers = np.exp(o.numpy().astype(float))
    chances = powers / powers.sum(1, keepdims=True)
    return (chances - np.eye(o.shape[1])[y.numpy()]) / len(chances)


def padded_bags_by_sentences(ids, lengths, table):
    return [table[row[:n]].sum(0) for row, n in zip(ids, lengths, strict=True)]


def padded_bags_by_zeroing_the_row(ids, lengths, table):
    quiet = table.clone()
    quiet[1] = 0
    return quiet[ids].sum(1)


def padded_bags_by_counting(ids, lengths, table):
    counts = torch.zeros(len(ids), len(table), dtype=torch.float64)
    for b, n in enumerate(lengths.tolist()):
        for number in ids[b, :n].tolist():
            counts[b, number] += 1
    return counts @ table.double()


def padded_bags_by_embedding_bag(ids, lengths, table):
    return torch.nn.functional.embedding_bag(ids, table, mode="sum", padding_idx=1)


def deep_cbow_by_rows(ids, table, W1, b1, W2, b2):
    hidden = torch.tanh(table[ids].sum(0, keepdim=True) @ W1.T + b1)
    return (hidden @ W2.T + b2).squeeze(0)


def deep_cbow_by_projecting_first(ids, table, W1, b1, W2, b2):
    return torch.nn.functional.linear(torch.tanh((table[ids] @ W1.T).sum(0) + b1), W2, b2)


def deep_cbow_by_loops(ids, table, W1, b1, W2, b2):
    x = [sum(column) for column in zip(*(table[k].tolist() for k in ids), strict=True)]
    hidden = [
        math.tanh(sum(w * value for w, value in zip(row, x, strict=True)) + b)
        for row, b in zip(W1.tolist(), b1.tolist(), strict=True)
    ]
    return [
        sum(w * value for w, value in zip(row, hidden, strict=True)) + b
        for row, b in zip(W2.tolist(), b2.tolist(), strict=True)
    ]


def read_line_by_expression(train, line):
    pattern = re.compile(r"\([0-4] ([^()]+)\)")
    known = ["<unk>", "<pad>"]
    for text in train:
        known += [word for word in dict.fromkeys(pattern.findall(text)) if word not in known]
    return torch.tensor([known.index(w) if w in known else 0 for w in pattern.findall(line)])


def read_line_by_letters(train, line):
    def words(text):
        out, place = [], 0
        while ")" in text[place:]:
            end = text.index(")", place)
            start = text.rindex("(", 0, end)
            if start >= place:
                out.append(text[start + 3 : end])
            place = end + 1
        return out

    numbers = {}
    for word in [word for text in train for word in words(text)]:
        if word not in numbers:
            numbers[word] = len(numbers) + 2
    return [float(numbers[word]) if word in numbers else 0.0 for word in words(line)]


def read_line_by_pairs(train, line):
    def words(text):
        opened = text.replace(")", "").split("(")
        return [part[2:].rstrip(" ") for part in opened if part[2:].rstrip(" ")]

    known = dict.fromkeys(word for text in train for word in words(text))
    numbers = {word: number for number, word in enumerate(known, start=2)}
    return [numbers.get(word, 0) for word in words(line)]


def arrange_by_dictionary(known, names, vectors):
    row = {}
    for name, vector in zip(names, vectors.tolist(), strict=True):
        row.setdefault(name, vector)
    row["<pad>"] = [0.0] * vectors.shape[1]
    return [row.get(word, [0.0] * vectors.shape[1]) for word in known]


def arrange_by_backwards(known, names, vectors):
    table = np.zeros((len(known), vectors.shape[1]))
    place = {word: k for k, word in enumerate(known)}
    for name, vector in zip(reversed(names), vectors.flip(0).numpy(), strict=True):
        if name in place:
            table[place[name]] = vector
    table[1] = 0
    return table


def arrange_by_product(known, names, vectors):
    """A matrix of zeros and ones that picks the rows."""
    pick = torch.tensor([[float(word == name) for name in names] for word in known], dtype=torch.float64)
    pick[1] = 0
    return (pick * (pick.cumsum(1) == 1)) @ vectors.double()


def train_by_optimiser(vectors, W, bags, y, rate, steps, freeze):
    table = torch.nn.Embedding.from_pretrained(vectors.clone(), freeze=freeze)
    layer = torch.nn.Parameter(W.clone())
    optimiser = torch.optim.SGD([*table.parameters(), layer], lr=rate)
    for _ in range(steps):
        optimiser.zero_grad()
        functional.cross_entropy(functional.linear(bags @ table.weight, layer), y).backward()
        optimiser.step()
    return torch.cat([table.weight, layer])


def train_by_hand(vectors, W, bags, y, rate, steps, freeze):
    v, w, x = vectors.numpy().astype(float), W.numpy().astype(float), bags.numpy()
    for _ in range(steps):
        powers = np.exp(x @ v @ w.T)
        blame = powers / powers.sum(1, keepdims=True) - np.eye(len(w))[y.numpy()]
        blame /= len(y)
        v, w = v - (0 if freeze else rate) * (x.T @ blame @ w), w - rate * (blame.T @ x @ v)
    return np.concatenate([v, w])


def train_by_clearing(vectors, W, bags, y, rate, steps, freeze):
    vectors, W = vectors.double().requires_grad_(not freeze), W.double().requires_grad_()
    for _ in range(steps):
        logs = (bags.double() @ vectors @ W.T).log_softmax(1)
        (-logs[torch.arange(len(y)), y].sum() / len(y)).backward()
        with torch.no_grad():
            for part in (vectors, W):
                if part.grad is not None:
                    part -= rate * part.grad
                    part.grad = None
    return [*vectors, *W]


RIGHT = {
    "2.1": (one_hot_by_identity, one_hot_by_comparing, one_hot_by_numpy),
    "2.2": (bow_scores_by_loop, bow_scores_by_counting, bow_scores_by_embedding_bag),
    "2.3": (softmax_by_logarithms, softmax_by_loops, softmax_by_differences, lambda o: o.softmax(-1)),
    "2.4": (
        cross_entropy_by_logsumexp,
        cross_entropy_by_one_hot,
        cross_entropy_by_two_logarithms,
        cross_entropy_by_loops,
        functional.cross_entropy,
    ),
    "2.5": (loss_gradient_by_autograd, loss_gradient_by_loop, loss_gradient_by_numpy),
    "2.6": (
        padded_bags_by_sentences,
        padded_bags_by_zeroing_the_row,
        padded_bags_by_counting,
        padded_bags_by_embedding_bag,
    ),
    "2.7": (deep_cbow_by_rows, deep_cbow_by_projecting_first, deep_cbow_by_loops),
    "2.8": (read_line_by_expression, read_line_by_letters, read_line_by_pairs),
    "2.9": (arrange_by_dictionary, arrange_by_backwards, arrange_by_product),
    "2.10": (train_by_optimiser, train_by_hand, train_by_clearing),
}
