"""Task 3.7: the right state of each sentence in a padded batch."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.recurrent_03.cases import ANSWERS, normal, seeded


def cases(seed: int) -> list[tuple]:
    """States (B, T, H) and lengths (B,) with at least one full and one short sentence; a batch of one."""
    generator = seeded(seed)
    out = [(normal(generator, 2, 3, 2), torch.tensor([3, 2]))]
    for B, T, H in ((3, 4, 2), (4, 6, 3), (5, 5, 2)):
        lengths = torch.randint(2, T, (B,), generator=generator)
        lengths[B - 1] = T  # the longest sentence need not come first
        out.append((normal(generator, B, T, H), lengths))
    return [*out, (normal(generator, 1, 3, 4), torch.tensor([3]))]


def _at(h, place):
    return h[torch.arange(len(h)), place]


def _words(h, lengths):
    return torch.arange(h.size(1)) < lengths[:, None]  # (B, T)


def _by_loop(h, lengths):
    return [states[n - 1].tolist() for states, n in zip(h, lengths.tolist(), strict=True)]


def _by_gather(h, lengths):
    place = (lengths - 1)[:, None, None].expand(-1, 1, h.size(2))
    return h.gather(1, place)[:, 0]


def _by_selection(h, lengths):
    chosen = torch.nn.functional.one_hot(lengths - 1, h.size(1)).to(h.dtype)  # (B, T)
    return torch.einsum("bt,bth->bh", chosen, h)


def _by_numpy(h, lengths):
    return h.numpy()[np.arange(len(h)), lengths.numpy() - 1]


TASK = Task(
    id="3.7",
    title="The last word, not the last column",
    function="last_states",
    signature="(h, lengths)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="The last step of the padded batch",
    axes=("b", "k"),
    reference=lambda h, lengths: _at(h, lengths - 1),
    cases=cases,
    misconceptions=(
        Misconception(
            "takes the last column of the padded batch",
            lambda h, lengths: h[:, -1],
            "A short sentence has been read on into its padding there. Where did its last word stand?",
        ),
        Misconception(
            "looks one place too far",
            lambda h, lengths: _at(h, lengths),
            "A sentence of n words has the places 0 .. n-1.",
        ),
        Misconception(
            "stops one word too early",
            lambda h, lengths: _at(h, lengths - 2),
            "The last word has to be read as well: its place is n - 1.",
        ),
        Misconception(
            "takes the state after the first word",
            lambda h, lengths: h[:, 0],
            "After the first word the network knows one word. Which state has seen them all?",
        ),
        Misconception(
            "cuts every sentence to the shortest one",
            lambda h, lengths: h[:, int(lengths.min()) - 1],
            "Each sentence has a length of its own, so the place differs from row to row.",
        ),
        Misconception(
            "takes the mean of the states over the words",
            lambda h, lengths: (h * _words(h, lengths)[..., None]).sum(1) / lengths[:, None],
            "A mean is another model. Here the state after the last word is asked for.",
        ),
        Misconception(
            "takes the largest value of each unit over the words",
            lambda h, lengths: h.masked_fill(~_words(h, lengths)[..., None], -torch.inf).amax(1),
            "Max pooling is another model. Here the state after the last word is asked for.",
        ),
    ),
    equivalents=(_by_loop, _by_gather, _by_selection, _by_numpy),
    answer_modules=ANSWERS,
)
