"""Task 2.1: words as one-hot rows."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.bags_02.cases import ANSWERS, numbers_below, seeded


def cases(seed: int) -> list[tuple]:
    """Numbers of words (T,) and the size of the vocabulary: small, random, a repeated word, a single one."""
    generator = seeded(seed)
    out = [(torch.tensor([2, 0]), 4)]
    out += [(numbers_below(generator, size, length), size) for length, size in ((3, 5), (6, 4), (5, 9))]
    return [*out, (torch.tensor([3, 1, 3]), 6), (torch.tensor([0]), 3)]


def _filled(ids, size, place, value=lambda number: 1.0):
    out = torch.zeros(len(ids), size)
    for t, number in enumerate(ids.tolist()):
        out[t, place(number)] = value(number)
    return out


def _right(ids, size):
    return _filled(ids, size, lambda number: number)


def _by_identity(ids, size):
    return torch.eye(size)[ids]


def _by_comparing(ids, size):
    return ids[:, None] == torch.arange(size)


def _by_numpy(ids, size):
    out = np.zeros((len(ids), size), dtype=int)
    out[np.arange(len(ids)), ids.numpy()] = 1
    return out


TASK = Task(
    id="2.1",
    title="One-hot rows",
    function="one_hot",
    signature="(ids, size)",
    points=1,
    minutes=5,
    difficulty="easy",
    section="Words into numbers",
    axes=("t", "k"),
    reference=_right,
    cases=cases,
    misconceptions=(
        Misconception(
            "counts the words from 1",
            lambda ids, size: _filled(ids, size, lambda number: number - 1),
            "The first word has the number 0, and its one stands in column 0.",
        ),
        Misconception(
            "fills the rows from the right end",
            lambda ids, size: _filled(ids, size, lambda number: size - 1 - number),
            "The number of a word is the number of its column, counted from the left.",
        ),
        Misconception(
            "writes the number of the word in place of a one",
            lambda ids, size: _filled(ids, size, lambda number: number, float),
            "The number says where. What stands there is a 1, for every word.",
        ),
        Misconception(
            "adds all words up into one row",
            lambda ids, size: _right(ids, size).sum(0),
            "That is already a bag. Here each word still has a row of its own: the shape is (T, V).",
        ),
        Misconception(
            "exchanges rows and columns",
            lambda ids, size: _right(ids, size).T,
            "A row is a word of the sentence, a column is a word of the vocabulary.",
        ),
    ),
    equivalents=(_by_identity, _by_comparing, _by_numpy),
    answer_modules=ANSWERS,
)
