"""Task 2.6: bags of a padded batch, where the padding has no say."""

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.bags_02.cases import ANSWERS, normal, numbers_below, seeded

PADDING = 1


def cases(seed: int) -> list[tuple]:
    """Words (B, T), lengths (B,), a table (V, E) whose row of the padding is not zero; word 0 occurs."""
    generator = seeded(seed)
    small = torch.tensor([[2, 3, 4], [0, 2, PADDING]])
    out = [(small, torch.tensor([3, 2]), normal(generator, 5, 2))]
    for B, T, size in ((2, 4, 6), (3, 6, 9), (4, 5, 7)):
        lengths = torch.cat([torch.tensor([T]), 1 + numbers_below(generator, T - 1, B - 1)])  # (B,)
        ids = 2 + numbers_below(generator, size - 2, B, T)
        ids[:, 0] = 0  # an unknown word, which is a word all the same
        ids = torch.where(torch.arange(T) < lengths[:, None], ids, PADDING)
        out.append((ids, lengths, normal(generator, size, 3)))
    return [*out, (torch.tensor([[4, 2]]), torch.tensor([2]), normal(generator, 5, 3))]


def _real(ids, lengths):
    return torch.arange(ids.size(1)) < lengths[:, None]  # (B, T)


def _masked(ids, table, mask):
    return (table[ids] * mask[..., None]).sum(1)


def _right(ids, lengths, table):
    return _masked(ids, table, _real(ids, lengths))


def _by_sentences(ids, lengths, table):
    return [table[row[:n]].sum(0) for row, n in zip(ids, lengths, strict=True)]


def _by_zeroing_the_row(ids, lengths, table):
    quiet = table.clone()
    quiet[PADDING] = 0
    return quiet[ids].sum(1)


def _by_counting(ids, lengths, table):
    counts = torch.zeros(len(ids), len(table), dtype=torch.float64)
    for b, n in enumerate(lengths.tolist()):
        for number in ids[b, :n].tolist():
            counts[b, number] += 1
    return counts @ table.double()


def _by_embedding_bag(ids, lengths, table):
    return torch.nn.functional.embedding_bag(ids, table, mode="sum", padding_idx=PADDING)


TASK = Task(
    id="2.6",
    title="Padding has no vote",
    function="padded_bags",
    signature="(ids, lengths, table)",
    points=3,
    minutes=15,
    difficulty="medium",
    section="The loop, then the batch",
    axes=("b", "e"),
    reference=_right,
    cases=cases,
    misconceptions=(
        Misconception(
            "adds the row of the padding too",
            lambda ids, lengths, table: table[ids].sum(1),
            "The sum would change beside a longer sentence. Only the first `lengths[b]` places count.",
        ),
        Misconception(
            "takes the mean over the padded length",
            lambda ids, lengths, table: table[ids].mean(1),
            "This divides by the longest sentence, and counts the padding. Add up the words only.",
        ),
        Misconception(
            "takes the mean over the words and not their sum",
            lambda ids, lengths, table: _right(ids, lengths, table) / lengths[:, None],
            "The padding is handled well. But the contract asks for the sum.",
        ),
        Misconception(
            "cuts every sentence to the length of the shortest",
            lambda ids, lengths, table: table[ids[:, : int(lengths.min())]].sum(1),
            "Nothing of a longer sentence may be lost. Give every sentence its own length.",
        ),
        Misconception(
            "leaves out the last word of every sentence",
            lambda ids, lengths, table: _right(ids, lengths - 1, table),
            "A sentence of n words has the places 0 .. n-1, and all of them count.",
        ),
        Misconception(
            "takes one place too many",
            lambda ids, lengths, table: _right(ids, (lengths + 1).clamp(max=ids.size(1)), table),
            "The first place of the padding is n, and it must stay out.",
        ),
        Misconception(
            "treats word 0 as padding",
            lambda ids, lengths, table: _masked(ids, table, _real(ids, lengths) & (ids != 0)),
            "Word 0 is <unk>, an unknown word, and it has a vector. The padding is word 1.",
        ),
        Misconception(
            "adds up over the sentences and not over the places",
            lambda ids, lengths, table: (table[ids] * _real(ids, lengths)[..., None]).sum(0),
            "The vectors have shape (B, T, E). Which of the three axes holds the places?",
        ),
    ),
    equivalents=(_by_sentences, _by_zeroing_the_row, _by_counting, _by_embedding_bag),
    answer_modules=ANSWERS,
)
