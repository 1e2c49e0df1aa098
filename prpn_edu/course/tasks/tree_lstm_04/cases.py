"""What the cases of several tasks share: random states, and the stacked weights of the gates.

Gates are stacked in the order i, o, u, f. A state is a pair of vectors, stacked: row 0 is h, row 1 is c.
"""

import torch
from torch import Tensor

ANSWERS = ("prpn_edu.composition", "prpn_edu.course.tasks", "prpn_edu.loops")


def seeded(seed: int) -> torch.Generator:
    """A generator of its own, so that nothing that a notebook draws can change the cases."""
    return torch.Generator().manual_seed(seed)


def normal(generator: torch.Generator, *shape: int) -> Tensor:
    """Random float32 numbers."""
    return torch.randn(*shape, generator=generator, dtype=torch.float32)


def gates(before: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """i, o, u from their stacked values (3H,) before the squashing."""
    i, o, u = before.chunk(3)
    return i.sigmoid(), o.sigmoid(), u.tanh()


def shown(o: Tensor, c: Tensor) -> Tensor:
    """(2, H), the state with the memory c."""
    return torch.stack([o * c.tanh(), c])
