"""Task 2.9: pretrained vectors, each in the row of its own word."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.bags_02.cases import ANSWERS, normal, real, seeded

PADDING = "<pad>"


def cases(seed: int) -> list[tuple]:
    """A vocabulary, the words of a file and their vectors: a word twice, one missing, padding."""
    generator = seeded(seed)
    known = ("<unk>", PADDING, "film", "good")
    out = [(known, ("good", "film"), real([[1.0, 2.0], [3.0, 4.0]]))]
    out.append((known, ("film", "film", "good"), normal(generator, 3, 2)))
    out.append((known, ("the", "good", PADDING), normal(generator, 3, 2)))
    for size in (5, 7):
        words = [f"w{k}" for k in range(size)]
        chosen = torch.randperm(size, generator=generator).tolist()[:-1]
        names = [words[k] for k in chosen]
        names = [names[0], names[0], *names[1:], PADDING, "<unk>"]
        out.append((("<unk>", PADDING, *words), tuple(names), normal(generator, len(names), 3)))
    return out


def _arranged(known, names, vectors, place=None, missing=None, padding=False):
    table = torch.zeros(len(known), vectors.shape[1], dtype=vectors.dtype)
    for k, word in enumerate(known):
        if word == PADDING and not padding:
            continue
        if word in names:
            table[k] = vectors[(place or names.index)(word)]
        elif missing is not None:
            table[k] = missing
    return table


def _in_the_files_order(known, names, vectors):
    table = torch.zeros(len(known), vectors.shape[1], dtype=vectors.dtype)
    found = [k for k, name in enumerate(names) if name in known and name != PADDING]
    rows = vectors[found][: len(known) - 2]
    table[2 : 2 + len(rows)] = rows
    return table


def _copies_forgotten(known, names, vectors):
    once = list(dict.fromkeys(names))
    return _arranged(known, names, vectors, place=once.index)


def _last_copy(known, names, vectors):
    row = {name: k for k, name in enumerate(names)}
    return _arranged(known, names, vectors, place=row.get)


def _by_dictionary(known, names, vectors):
    row = {}
    for name, vector in zip(names, vectors.tolist(), strict=True):
        row.setdefault(name, vector)
    row[PADDING] = [0.0] * vectors.shape[1]
    return [row.get(word, [0.0] * vectors.shape[1]) for word in known]


def _by_backwards(known, names, vectors):
    table = np.zeros((len(known), vectors.shape[1]))
    place = {word: k for k, word in enumerate(known)}
    for name, vector in zip(reversed(names), vectors.flip(0).numpy(), strict=True):
        if name in place:
            table[place[name]] = vector
    table[1] = 0
    return table


def _by_product(known, names, vectors):
    """A matrix of zeros and ones that picks the rows."""
    pick = torch.tensor([[float(word == name) for name in names] for word in known], dtype=torch.float64)
    pick[1] = 0
    return (pick * (pick.cumsum(1) == 1)) @ vectors.double()


TASK = Task(
    id="2.9",
    title="Each vector in its own row",
    function="arrange",
    signature="(known, names, vectors)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="Pretrained vectors",
    axes=("k", "e"),
    reference=_arranged,
    cases=cases,
    misconceptions=(
        Misconception(
            "puts the vectors in the order of the file",
            _in_the_files_order,
            "The file has its own order. Row k belongs to the word number k of the vocabulary, wherever it "
            "stands in the file.",
        ),
        Misconception(
            "loses step where the file has a word twice",
            _copies_forgotten,
            "The list of words was made free of copies, the vectors were not: from there on every word has "
            "its neighbour's vector.",
        ),
        Misconception(
            "takes the last of two vectors for one word",
            _last_copy,
            "A dict keeps what was stored last. The contract asks for the first.",
        ),
        Misconception(
            "gives the padding a vector",
            lambda known, names, vectors: _arranged(known, names, vectors, padding=True),
            "A sum over a padded sentence must not change. Row 1 stays zero, whatever the file says.",
        ),
        Misconception(
            "gives words that the file lacks the mean of all vectors",
            lambda known, names, vectors: _arranged(known, names, vectors, missing=vectors.mean(0)),
            "People do that too. Here such a row is zero: the word adds nothing to the sum.",
        ),
        Misconception(
            "gives the words of the file in place of those of the vocabulary",
            lambda known, names, vectors: vectors,
            "The result has a row for every word of the vocabulary, and none for other words.",
        ),
    ),
    equivalents=(_by_dictionary, _by_backwards, _by_product),
    answer_modules=(*ANSWERS, "prpn_edu.data"),
)
