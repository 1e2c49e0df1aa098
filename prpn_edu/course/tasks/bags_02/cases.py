"""What the cases of several tasks share: the lecture's numbers, and seeded ones."""

import torch
from torch import Tensor

ANSWERS = (
    "prpn_edu.composition",
    "prpn_edu.course.tasks",
    "prpn_edu.loops",
    "prpn_edu.losses",
    "prpn_edu.training",
)

# "this movie is stupid": one row for each word, one column for each class.
LECTURE_VOTES = (
    (0.0, 0.1, 0.1, 0.1, 0.0),
    (0.0, 0.1, 0.1, 0.2, 0.1),
    (0.0, 0.1, 0.0, 0.0, 0.0),
    (0.9, 0.5, 0.1, 0.0, 0.0),
)
LECTURE_SCORES = (-0.1, 0.1, 0.1, 2.4, 0.2)


def seeded(seed: int) -> torch.Generator:
    """A generator of its own, so that nothing that a notebook draws can change the cases."""
    return torch.Generator().manual_seed(seed)


def real(numbers) -> Tensor:
    """A float32 tensor, whatever torch's default type is."""
    return torch.tensor(numbers, dtype=torch.float32)


def normal(generator: torch.Generator, *shape: int) -> Tensor:
    """Random float32 numbers from N(0, 1)."""
    return torch.randn(*shape, generator=generator, dtype=torch.float32)


def numbers_below(generator: torch.Generator, size: int, *shape: int) -> Tensor:
    """Random whole numbers 0 .. size-1."""
    return torch.randint(0, size, shape, generator=generator)


def labelled_scores(seed: int) -> list[tuple]:
    """Scores (B, C) and labels (B,): the lecture's, random batches, and labels that the model likes least."""
    generator = seeded(seed)
    out = [(real([LECTURE_SCORES]), torch.tensor([3]))]
    for B, C in ((2, 3), (4, 5)):
        out.append((normal(generator, B, C), numbers_below(generator, C, B)))
    worst = normal(generator, 3, 4)
    return [*out, (worst, worst.argmin(1))]
