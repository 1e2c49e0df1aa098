"""What the cases of several tasks share: the lecture's dogs and cats, and seeded numbers."""

import torch
from torch import Tensor

ANSWERS = (
    "prpn_edu.composition",
    "prpn_edu.data.cooccurrence",
    "prpn_edu.loops",
    "prpn_edu.course.tasks",
)

DOG, CAT, OLD = (1.0, 5.0), (4.0, 0.0), (0.0, 7.0)
A_OLD = ((0.5, 0.0), (0.3, 1.0))
OLD_DOG, OLD_CAT = (0.5, 5.3), (2.0, 1.2)  # what A_OLD makes of them


def seeded(seed: int) -> torch.Generator:
    """A generator of its own, so that nothing that a notebook draws can change the cases."""
    return torch.Generator().manual_seed(seed)


def real(numbers) -> Tensor:
    """A float32 tensor, whatever torch's default type is."""
    return torch.tensor(numbers, dtype=torch.float32)


def normal(generator: torch.Generator, *shape: int) -> Tensor:
    """Random float32 numbers from N(0, 1)."""
    return torch.randn(*shape, generator=generator, dtype=torch.float32)


def observed(generator: torch.Generator, count: int, size: int) -> tuple[Tensor, Tensor]:
    """Nouns and noisy phrases, (count, size) each, from a matrix drawn at random."""
    nouns, matrix = normal(generator, count, size), normal(generator, size, size)
    return nouns, nouns @ matrix.T + 0.3 * normal(generator, count, size)
