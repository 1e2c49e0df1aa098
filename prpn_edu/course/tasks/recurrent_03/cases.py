"""What the cases of several tasks share: seeded numbers of the usual type."""

import torch
from torch import Tensor

ANSWERS = ("prpn_edu.composition", "prpn_edu.loops", "prpn_edu.course.tasks", "prpn_edu.training")


def seeded(seed: int) -> torch.Generator:
    """A generator of its own, so that nothing that a notebook draws can change the cases."""
    return torch.Generator().manual_seed(seed)


def real(numbers) -> Tensor:
    """A float32 tensor, whatever torch's default type is."""
    return torch.tensor(numbers, dtype=torch.float32)


def normal(generator: torch.Generator, *shape: int) -> Tensor:
    """Random float32 numbers from N(0, 1)."""
    return torch.randn(*shape, generator=generator, dtype=torch.float32)


def uniform(generator: torch.Generator, *shape: int, low: float = 0.0, high: float = 1.0) -> Tensor:
    """Random float32 numbers in [low, high)."""
    return low + (high - low) * torch.rand(*shape, generator=generator, dtype=torch.float32)
