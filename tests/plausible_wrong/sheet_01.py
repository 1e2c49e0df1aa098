"""Wrong answers to exercise 1, as a student might write them; made from the notebook alone."""

import torch


def matmul_for_the_product(u, v):
    return torch.stack([u + v, (u @ v).expand(len(u))])


def product_first(u, v):
    return torch.stack([u * v, u + v])


def mean_for_the_sum(u, v):
    return torch.stack([(u + v) / 2, u * v])


def not_transposed(A, nouns):
    return nouns @ A


def phrases_as_columns(A, nouns):
    return A @ nouns.T


def only_the_diagonal(A, nouns):
    return nouns * A.diagonal()


def compares_the_words(words, V):
    table = torch.zeros(V, V)
    for i in range(len(words)):
        for j in range(len(words)):
            if words[i] != words[j]:
                table[words[i], words[j]] += 1
    return table


def counts_itself(words, V):
    table = torch.zeros(V, V)
    for a in words:
        for b in words:
            table[a, b] += 1
    return table


def neighbours_only(words, V):
    table = torch.zeros(V, V)
    for i in range(len(words)):
        for j in range(len(words)):
            if abs(i - j) == 1:
                table[words[i], words[j]] += 1
    return table


def surprise(counts, log=torch.log):
    total = counts.sum()
    chance = counts.sum(1, keepdim=True) * counts.sum(0) / total
    return log(counts / chance)


def not_cut(counts):
    return surprise(counts)


def binary_logarithm(counts):
    return surprise(counts, torch.log2).clamp(min=0)


def total_forgotten(counts):
    return (counts / (counts.sum(1, keepdim=True) * counts.sum(0))).log().clamp(min=0)


def solved(nouns, phrases, ridge):
    left = nouns.T @ nouns + ridge * torch.eye(nouns.shape[1])
    return torch.linalg.solve(left, nouns.T @ phrases)


def rows_left_as_columns(nouns, phrases, ridge):
    return solved(nouns, phrases, ridge)


def ridge_forgotten(nouns, phrases, ridge):
    return torch.linalg.lstsq(nouns, phrases).solution.T


def ridge_on_every_entry(nouns, phrases, ridge):
    return torch.linalg.solve(nouns.T @ nouns + ridge, nouns.T @ phrases).T


def sees_every_noun(nouns, phrases, ridge):
    return nouns @ solved(nouns, phrases, ridge)


def fits_to_the_one_left_out(nouns, phrases, ridge):
    rows = [nouns[j] @ solved(nouns[j : j + 1], phrases[j : j + 1], ridge) for j in range(len(nouns))]
    return torch.stack(rows)


def fits_to_the_earlier_ones(nouns, phrases, ridge):
    return torch.stack([nouns[j] @ solved(nouns[:j], phrases[:j], ridge) for j in range(len(nouns))])


ANSWERS = {
    "1.1": [
        ("the inner product in place of the product", matmul_for_the_product),
        ("the two rows exchanged", product_first),
        ("the mean in place of the sum", mean_for_the_sum),
    ],
    "1.2": [
        ("the matrix not transposed", not_transposed),
        ("the phrases as columns", phrases_as_columns),
        ("only the diagonal of the matrix", only_the_diagonal),
    ],
    "1.3": [
        ("compares words in place of positions", compares_the_words),
        ("each word is its own company", counts_itself),
        ("counts neighbours only", neighbours_only),
    ],
    "1.4": [
        ("not cut at 0", not_cut),
        ("binary logarithm", binary_logarithm),
        ("counts not divided by the total", total_forgotten),
    ],
    "1.5": [
        ("the solution not transposed", rows_left_as_columns),
        ("the ridge forgotten", ridge_forgotten),
        ("the ridge added to every entry", ridge_on_every_entry),
    ],
    "1.6": [
        ("nothing left out", sees_every_noun),
        ("fitted to the one that should be left out", fits_to_the_one_left_out),
        ("fitted to the earlier nouns only", fits_to_the_earlier_ones),
    ],
}
