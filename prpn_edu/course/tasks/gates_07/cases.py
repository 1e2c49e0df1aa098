"""What the cases of several tasks share: the note's Figure 2, and seeded numbers."""

import torch
from torch import Tensor

ANSWERS = ("prpn_edu.latent", "prpn_edu.loops", "prpn_edu.course.tasks", "prpn_edu.explore")

FIGURE_SCORES = (0.7, 0.6, 0.3, 0.4, 0.5)
FIGURE_ATTENTION = (0.4, 0.1, 0.3, 0.2)
FIGURE_ALPHA = (0.4, 0.45, 0.6, 0.55)  # the paper's form at t = 4; entry 0 is not used


def seeded(seed: int) -> torch.Generator:
    """A generator of its own, so that nothing that a notebook draws can change the cases."""
    return torch.Generator().manual_seed(seed)


def vector(numbers) -> Tensor:
    """A float32 vector, whatever torch's default type is."""
    return torch.tensor(numbers, dtype=torch.float32)


def uniform(generator: torch.Generator, *shape: int, low: float = 0.0, high: float = 1.0) -> Tensor:
    """Random float32 numbers in [low, high)."""
    return low + (high - low) * torch.rand(*shape, generator=generator, dtype=torch.float32)


def simplex(generator: torch.Generator, *shape: int) -> Tensor:
    """Random float32 rows that are positive and sum to 1."""
    return torch.softmax(torch.randn(*shape, generator=generator, dtype=torch.float32), -1)
