"""Task 1.3: how often each word was seen with each other word of its remark."""

from itertools import permutations

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.composing_01.cases import ANSWERS, seeded


def cases(seed: int) -> list[tuple]:
    """Word numbers (T,) and V: words that come twice and three times, random ones, a single word."""
    generator = seeded(seed)
    out = [
        (torch.tensor([0, 1, 2, 0]), 3),
        (torch.tensor([1, 0, 1, 2, 1]), 4),
    ]
    for length, V in ((5, 6), (8, 4)):
        out.append((torch.randint(0, V, (length,), generator=generator), V))
    return [*out, (torch.tensor([1]), 2)]


def _counted(words, V, meets):
    """(V, V), counts of the pairs of positions (i, j) for which meets(i, j) holds."""
    table = torch.zeros(V, V)
    for i, w in enumerate(words.tolist()):
        for j, c in enumerate(words.tolist()):
            table[w, c] += float(meets(i, j))
    return table


def _right(words, V):
    return _counted(words, V, lambda i, j: i != j)


def _by_outer(words, V):
    often = torch.bincount(words, minlength=V)  # (V,)
    return torch.outer(often, often) - torch.diag(often)


def _by_permutations(words, V):
    table = [[0] * V for _ in range(V)]
    for w, c in permutations(words.tolist(), 2):
        table[w][c] += 1
    return table


def _by_one_hot(words, V):
    hot = torch.nn.functional.one_hot(words, V).double()  # (T, V)
    return hot.T @ (1 - torch.eye(len(words), dtype=torch.float64)) @ hot


def _by_numpy(words, V):
    ids = words.numpy()
    i, j = np.nonzero(~np.eye(len(ids), dtype=bool))
    table = np.zeros((V, V))
    np.add.at(table, (ids[i], ids[j]), 1)
    return table


TASK = Task(
    id="1.3",
    title="Counting company",
    function="count_company",
    signature="(words, V)",
    points=2,
    minutes=10,
    difficulty="easy",
    section="Where the vectors come from",
    axes=("w", "c"),
    reference=_right,
    cases=cases,
    misconceptions=(
        Misconception(
            "counts each word as its own company",
            lambda words, V: _counted(words, V, lambda i, j: True),
            "A position does not stand beside itself: leave out i = j.",
        ),
        Misconception(
            "never lets two equal words meet",
            lambda words, V: _right(words, V) * (1 - torch.eye(V)),
            "A word that comes twice does stand in its own company. Compare positions, not words.",
        ),
        Misconception(
            "looks to the right only",
            lambda words, V: _counted(words, V, lambda i, j: i < j),
            "The words before a word are company too; the table must come out symmetric.",
        ),
        Misconception(
            "counts the words next door only",
            lambda words, V: _counted(words, V, lambda i, j: abs(i - j) == 1),
            "Here the whole remark is the company, however far apart the words stand.",
        ),
        Misconception(
            "notes that two words met, but not how often",
            lambda words, V: _right(words, V).clamp(max=1),
            "`=` sets an entry, `+=` adds to it. With whole tensors of indices, `table[i, j] += 1` adds only "
            "once where they repeat.",
        ),
    ),
    equivalents=(_by_outer, _by_permutations, _by_one_hot, _by_numpy),
    answer_modules=ANSWERS,
)
