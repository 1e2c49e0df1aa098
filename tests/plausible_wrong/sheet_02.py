"""Wrong answers to exercise 2, as a student might write them; made from the notebook alone."""

import torch
from torch.nn.functional import cross_entropy as torch_cross_entropy
from torch.nn.functional import one_hot as torch_one_hot


def counted_from_one(ids, size):
    rows = torch.zeros(len(ids), size)
    for t in range(len(ids)):
        rows[t, ids[t] - 1] = 1
    return rows


def number_in_place_of_one(ids, size):
    rows = torch.zeros(len(ids), size)
    for t in range(len(ids)):
        rows[t, ids[t]] = ids[t].float()
    return rows


def ones_on_the_diagonal(ids, size):
    rows = torch.zeros(len(ids), size)
    for t in range(len(ids)):
        rows[t, min(t, size - 1)] = 1
    return rows


def bias_for_each_word(ids, table, bias):
    return sum(table[number] + bias for number in ids)


def last_word_only(ids, table, bias):
    totals = bias.clone()
    for number in ids:
        totals = bias + table[number]
    return totals


def each_word_once(ids, table, bias):
    return bias + table[torch.unique(ids)].sum(0)


def naive_softmax(o):
    return o.exp() / o.exp().sum(dim=1, keepdim=True)


def over_the_batch(o):
    return torch.softmax(o, dim=0)


def over_everything(o):
    powers = (o - o.max()).exp()
    return powers / powers.sum()


def log_of_softmax(o, y):
    return -torch.softmax(o, 1)[torch.arange(len(y)), y].log().mean()


def summed_loss(o, y):
    return torch_cross_entropy(o, y, reduction="sum")


def sign_forgotten(o, y):
    return -torch_cross_entropy(o, y)


def gradient_not_divided(o, y):
    return torch.softmax(o, 1) - torch_one_hot(y, o.shape[1])


def gradient_turned_round(o, y):
    return (torch_one_hot(y, o.shape[1]) - torch.softmax(o, 1)) / len(y)


def divided_by_the_classes(o, y):
    return (torch.softmax(o, 1) - torch_one_hot(y, o.shape[1])) / o.shape[1]


def padding_votes(ids, lengths, table):
    return table[ids].sum(1)


def mean_of_the_words(ids, lengths, table):
    return torch.stack([table[row[:n]].mean(0) for row, n in zip(ids, lengths, strict=True)])


def unknown_dropped_too(ids, lengths, table):
    return torch.stack([table[row[row > 1]].sum(0) for row in ids])


def bent_word_by_word(ids, table, W1, b1, W2, b2):
    return W2 @ torch.tanh(table[ids] @ W1.T + b1).sum(0) + b2


def bias_outside_the_tanh(ids, table, W1, b1, W2, b2):
    return W2 @ (torch.tanh(W1 @ table[ids].sum(0)) + b1) + b2


def mean_bag(ids, table, W1, b1, W2, b2):
    return W2 @ torch.tanh(W1 @ table[ids].mean(0) + b1) + b2


def words_of(line, cut=" "):
    return [piece.rstrip(")") for piece in line.split(cut) if not piece.startswith("(")]


def numbered(words, train, first=2, unknown=0):
    numbers = {}
    for line in train:
        for word in words(line):
            numbers.setdefault(word, first + len(numbers))
    return lambda line: [numbers.get(word, unknown) for word in words(line)]


def cut_at_every_white_space(train, line):
    return numbered(lambda text: words_of(text, None), train)(line)


def from_zero_on(train, line):
    return numbered(words_of, train, first=0)(line)


def lower_case(train, line):
    return numbered(lambda text: words_of(text.lower()), train)(line)


def in_the_order_of_the_file(known, names, vectors):
    table = torch.zeros(len(known), vectors.shape[1])
    kept = [f for f, name in enumerate(names) if name in known and name not in names[:f]]
    for k, f in enumerate(kept):
        table[k] = vectors[f]
    return table


def last_vector_counts(known, names, vectors):
    table = torch.zeros(len(known), vectors.shape[1])
    for name, vector in zip(names, vectors, strict=True):
        if name in known and name != "<pad>":
            table[known.index(name)] = vector
    return table


def padding_from_the_file(known, names, vectors):
    table = torch.zeros(len(known), vectors.shape[1])
    for k, word in enumerate(known):
        if word in names:
            table[k] = vectors[names.index(word)]
    return table


def descend(vectors, W, bags, y, rate, steps, learns, forget=True, reduction="mean"):
    vectors, W = vectors.clone().requires_grad_(), W.clone().requires_grad_()
    for _ in range(steps):
        if forget:
            vectors.grad = W.grad = None
        torch_cross_entropy(bags @ vectors @ W.T, y, reduction=reduction).backward()
        with torch.no_grad():
            for part, learning in zip((vectors, W), learns, strict=True):
                part -= rate * part.grad * learning
    return torch.cat([vectors, W]).detach()


def gradients_never_forgotten(vectors, W, bags, y, rate, steps, freeze):
    return descend(vectors, W, bags, y, rate, steps, (not freeze, True), forget=False)


def never_frozen(vectors, W, bags, y, rate, steps, freeze):
    return descend(vectors, W, bags, y, rate, steps, (True, True))


def sum_of_the_losses(vectors, W, bags, y, rate, steps, freeze):
    return descend(vectors, W, bags, y, rate, steps, (not freeze, True), reduction="sum")


ANSWERS = {
    "2.1": [
        ("counts the words from 1", counted_from_one),
        ("writes the number in place of a one", number_in_place_of_one),
        ("column t in place of column ids[t]", ones_on_the_diagonal),
    ],
    "2.2": [
        ("the bias once for each word", bias_for_each_word),
        ("only the last word votes", last_word_only),
        ("a word that comes twice votes once", each_word_once),
    ],
    "2.3": [
        ("not shifted, overflows", naive_softmax),
        ("over the sentences in place of the classes", over_the_batch),
        ("over the whole batch", over_everything),
    ],
    "2.4": [
        ("the logarithm after the softmax", log_of_softmax),
        ("the sum in place of the mean", summed_loss),
        ("the sign forgotten", sign_forgotten),
    ],
    "2.5": [
        ("not divided by B", gradient_not_divided),
        ("right minus said", gradient_turned_round),
        ("divided by the number of classes", divided_by_the_classes),
    ],
    "2.6": [
        ("the padding votes", padding_votes),
        ("the mean in place of the sum", mean_of_the_words),
        ("unknown words are left out as well", unknown_dropped_too),
    ],
    "2.7": [
        ("tanh for each word before the sum", bent_word_by_word),
        ("the first bias added after the tanh", bias_outside_the_tanh),
        ("the mean in place of the sum", mean_bag),
    ],
    "2.8": [
        ("cut at the no-break space too", cut_at_every_white_space),
        ("the numbers begin at 0", from_zero_on),
        ("everything in lower case", lower_case),
    ],
    "2.9": [
        ("rows in the order of the file", in_the_order_of_the_file),
        ("the last vector of a word counts", last_vector_counts),
        ("the padding gets its vector from the file", padding_from_the_file),
    ],
    "2.10": [
        ("gradients pile up", gradients_never_forgotten),
        ("the vectors learn although frozen", never_frozen),
        ("the sum of the losses", sum_of_the_losses),
    ],
}
