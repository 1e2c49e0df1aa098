"""Task 5.5: the buffers of a batch, padded where no pop ever comes."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.shift_reduce_05.cases import ANSWERS, seeded


def cases(seed: int) -> list[tuple]:
    """Sentences as tuples of word numbers, and the number of the padding, which is no word's."""
    generator = seeded(seed)
    out = [(((7, 8, 9), (4, 5)), 1), (((2, 3, 4, 5), (6, 7, 8), (9, 10)), 0)]
    for sizes in ((5, 2, 3), (1, 4), (6, 6, 2)):
        numbers = torch.randperm(40, generator=generator) + 2  # all different: an order can be seen
        parts = numbers[: sum(sizes)].split(sizes)
        out.append((tuple(tuple(part.tolist()) for part in parts), 1))
    return [*out, (((3, 4),), 1)]


def _width(sentences):
    return max(map(len, sentences))


def _buffers(sentences, pad):
    T = _width(sentences)
    return torch.tensor([[*[pad] * (T - len(s)), *reversed(s)] for s in sentences])


def _by_filling(sentences, pad):
    out = torch.full((len(sentences), _width(sentences)), float(pad))
    for row, sentence in zip(out, sentences, strict=True):
        for t, word in enumerate(sentence):
            row[-1 - t] = word
    return out


def _by_torch(sentences, pad):
    rows = [torch.tensor(s) for s in sentences]
    return torch.nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=pad).flip(1)


def _by_numpy(sentences, pad):
    T = _width(sentences)
    return np.array([[*s, *[pad] * (T - len(s))] for s in sentences])[:, ::-1]


TASK = Task(
    id="5.5",
    title="Padded buffers",
    function="buffers",
    signature="(sentences, pad)",
    points=2,
    minutes=10,
    difficulty="easy",
    section="Many sentences side by side",
    axes=("b", "place"),
    reference=_buffers,
    cases=cases,
    misconceptions=(
        Misconception(
            "reverses first and pads afterwards",
            lambda sentences, pad: [[*s[::-1], *[pad] * (_width(sentences) - len(s))] for s in sentences],
            "pop() takes from the right end. What would the first SHIFT of a short sentence take?",
        ),
        Misconception(
            "pads but does not reverse",
            lambda sentences, pad: _buffers(sentences, pad).flip(1),
            "pop() takes from the right end: the first word must stand there.",
        ),
        Misconception(
            "pads on the left but does not reverse the words",
            lambda sentences, pad: [[*[pad] * (_width(sentences) - len(s)), *s] for s in sentences],
            "The padding is safe now, but the first pop() gives the last word.",
        ),
        Misconception(
            "cuts all sentences to the shortest",
            lambda sentences, pad: [s[: min(map(len, sentences))][::-1] for s in sentences],
            "No word may be lost: the rows are as long as the longest sentence.",
        ),
    ),
    equivalents=(_by_filling, _by_torch, _by_numpy),
    answer_modules=ANSWERS,
)
