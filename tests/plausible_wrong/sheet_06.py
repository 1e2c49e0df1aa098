"""Wrong answers to exercise 6, as a student might write them; made from the notebook alone."""

import itertools
import math

import torch
from torch.nn.functional import cross_entropy


def mean_over_the_padding_too(log_p, mask):
    return (-log_p.mean()).exp()


def divided_by_all_places(log_p, mask):
    return (-(log_p * mask).sum() / mask.numel()).exp()


def mean_of_the_sentences(log_p, mask):
    counts = mask.sum(1)
    means = (log_p * mask).sum(1)[counts > 0] / counts[counts > 0]
    return (-means).exp().mean()


def counted(before, word, U, V):
    table = torch.zeros(U, V)
    for a, b in zip(before, word, strict=True):
        table[a, b] += 1
    return table


def k_above_only(before, word, U, V, k):
    table = counted(before, word, U, V)
    return (table + k) / table.sum(1, keepdim=True).clamp(min=1)


def columns_sum_to_one(before, word, U, V, k):
    table = counted(before, word, U, V) + k
    return table / table.sum(0)


def joint_chances(before, word, U, V, k):
    table = counted(before, word, U, V) + k
    return table / table.sum()


def look(keys, h, diagonal, scale):
    scores = keys @ h.transpose(1, 2) * scale
    seen = torch.ones_like(scores[0]).tril(diagonal).bool()
    return torch.nan_to_num(torch.softmax(scores.masked_fill(~seen, -math.inf), dim=2)) @ h


def sees_itself(keys, h):
    return look(keys, h, 0, h.shape[2] ** -0.5)


def root_forgotten(keys, h):
    return look(keys, h, -1, 1.0)


def divided_by_H(keys, h):
    return look(keys, h, -1, 1 / h.shape[2])


def size(tree):
    return 1 if isinstance(tree, str) else sum(map(size, tree))


def the_word_before(tree):
    return [0, *range(size(tree) - 1)]


def part_before(tree, start=0):
    if isinstance(tree, str):
        return [0]
    answer, place, previous = [], start, 0
    for part in tree:
        inside = part_before(part, place)
        answer += [previous if place > start else 0, *inside[1:]]
        previous = place
        place += len(inside)
    return answer


def counted_from_the_part(tree):
    return [0] if isinstance(tree, str) else [limit for part in tree for limit in counted_from_the_part(part)]


def judged(limits, crosses):
    answer = []
    for row in limits.tolist():
        pairs = itertools.combinations(range(len(row)), 2)
        answer.append(int(not any(crosses(row[v], row[n], v) for v, n in pairs)))
    return torch.tensor(answer)


def touching_crosses(limits):
    return judged(limits, lambda l_v, l_n, v: l_v < l_n <= v)


def equal_starts_cross(limits):
    return judged(limits, lambda l_v, l_n, v: l_v <= l_n < v)


def neighbours_only(limits):
    return torch.tensor(
        [int(not any(row[v] < row[v + 1] < v for v in range(len(row) - 1))) for row in limits.tolist()]
    )


def descend(W, before, word, dev_before, dev_word, lr, passes, reduction="mean", early=False):
    W, answer = W.detach().clone().requires_grad_(True), []
    for _ in range(passes):
        loss = cross_entropy(W[before], word, reduction=reduction)
        gradient = torch.autograd.grad(loss, W)[0]
        held_out = cross_entropy(W[dev_before], dev_word).exp().item()
        W = (W - lr * gradient).detach().requires_grad_(True)
        answer.append(held_out if early else cross_entropy(W[dev_before], dev_word).exp().item())
    return torch.tensor(answer)


def measured_before_the_step(W, before, word, dev_before, dev_word, lr, passes):
    return descend(W, before, word, dev_before, dev_word, lr, passes, early=True)


def sum_of_the_losses(W, before, word, dev_before, dev_word, lr, passes):
    return descend(W, before, word, dev_before, dev_word, lr, passes, reduction="sum")


def loss_in_place_of_perplexity(W, before, word, dev_before, dev_word, lr, passes):
    return descend(W, before, word, dev_before, dev_word, lr, passes).log()


ANSWERS = {
    "6.1": [
        ("the padding counts", mean_over_the_padding_too),
        ("masked, but divided by all places", divided_by_all_places),
        ("the mean of the sentences' perplexities", mean_of_the_sentences),
    ],
    "6.2": [
        ("k only above the line", k_above_only),
        ("the columns sum to 1", columns_sum_to_one),
        ("divided by the sum of the table", joint_chances),
    ],
    "6.3": [
        ("step t sees memory t", sees_itself),
        ("not divided by the root of H", root_forgotten),
        ("divided by H", divided_by_H),
    ],
    "6.4": [
        ("always the word before", the_word_before),
        ("where the part before begins", part_before),
        ("the shift of a part inside its phrase forgotten: all zeros", counted_from_the_part),
    ],
    "6.5": [
        ("touching ranges cross", touching_crosses),
        ("equal starts cross", equal_starts_cross),
        ("only neighbouring steps are compared", neighbours_only),
    ],
    "6.6": [
        ("measured before the step", measured_before_the_step),
        ("the sum of the losses", sum_of_the_losses),
        ("the loss in place of the perplexity", loss_in_place_of_perplexity),
    ],
}
