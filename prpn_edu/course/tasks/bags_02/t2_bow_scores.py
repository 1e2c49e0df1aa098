"""Task 2.2: the scores of a bag of words."""

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.bags_02.cases import (
    ANSWERS,
    LECTURE_VOTES,
    normal,
    numbers_below,
    real,
    seeded,
)


def cases(seed: int) -> list[tuple]:
    """Words (T,), votes (V, 5), biases (5,): the lecture's, with a bias, random, repeated words."""
    generator = seeded(seed)
    lecture = real(LECTURE_VOTES)
    out = [
        (torch.arange(4), lecture, torch.zeros(5, dtype=torch.float32)),
        (torch.arange(4), lecture, real([0.0, 0.1, 0.2, 0.3, 0.4])),
    ]
    for words, size in ((2, 6), (5, 8)):
        ids = numbers_below(generator, size - 1, words) + 1
        out.append((ids, normal(generator, size, 5), normal(generator, 5)))
    table, bias = normal(generator, 7, 5), normal(generator, 5)
    return [*out, (torch.tensor([3, 5, 3, 3]), table, bias), (torch.tensor([6]), table, bias)]


def _right(ids, table, bias):
    return table[ids].sum(0) + bias


def _by_loop(ids, table, bias):
    total = bias.tolist()
    for number in ids.tolist():
        total = [a + b for a, b in zip(total, table[number].tolist(), strict=True)]
    return total


def _by_counting(ids, table, bias):
    counts = torch.bincount(ids, minlength=len(table)).to(table.dtype)
    return counts @ table + bias


def _by_embedding_bag(ids, table, bias):
    return torch.nn.functional.embedding_bag(ids[None], table, mode="sum")[0] + bias


TASK = Task(
    id="2.2",
    title="The votes of a bag",
    function="bow_scores",
    signature="(ids, table, bias)",
    points=1,
    minutes=5,
    difficulty="easy",
    section="One equation",
    axes=("k",),
    reference=_right,
    cases=cases,
    misconceptions=(
        Misconception(
            "takes the mean of the votes and not their sum",
            lambda ids, table, bias: table[ids].mean(0) + bias,
            "A mean forgets how many votes there were. The equation adds them up.",
        ),
        Misconception(
            "forgets the bias",
            lambda ids, table, bias: table[ids].sum(0),
            "With no votes at all, what should the scores be?",
        ),
        Misconception(
            "adds the bias once for every word",
            lambda ids, table, bias: (table[ids] + bias).sum(0),
            "The bias stands outside the sum: once for each sentence, however long it is.",
        ),
        Misconception(
            "counts a repeated word only once",
            lambda ids, table, bias: table[ids.unique()].sum(0) + bias,
            "A bag is not a set: a word that occurs three times votes three times.",
        ),
        Misconception(
            "adds the first rows of the table, whatever the words are",
            lambda ids, table, bias: table[: len(ids)].sum(0) + bias,
            "The number of a word says which row is its own. Where do you use it?",
        ),
        Misconception(
            "turns the scores into chances",
            lambda ids, table, bias: _right(ids, table, bias).softmax(0),
            "Scores are asked for here. The softmax belongs to the loss.",
        ),
    ),
    equivalents=(_by_loop, _by_counting, _by_embedding_bag),
    answer_modules=ANSWERS,
)
