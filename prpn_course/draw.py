"""Random inputs for the cases of a task: one source of numbers, begun anew for each seed.

    @alphas.cases
    def _(draw):
        yield real([0.7, 0.6, 0.3]), 1.0     # a case by hand
        yield draw.uniform(4), 3.0           # a random one, another under each seed

Fractions are float32 whatever torch's default type is.
"""

from collections.abc import Callable

import torch
from torch import Tensor


def real(numbers) -> Tensor:
    """A float32 tensor of given numbers, whatever torch's default type is."""
    return torch.tensor(numbers, dtype=torch.float32)


class Draw:
    """What the cases of one seed are drawn with; nothing that a notebook draws can change them.

    Args:
        seed: two of the same seed give the same things in the same order.
    """

    def __init__(self, seed: int):
        self._generator = torch.Generator().manual_seed(seed)

    def normal(self, *shape: int) -> Tensor:
        """Numbers from N(0, 1)."""
        return torch.randn(*shape, generator=self._generator, dtype=torch.float32)

    def normals(self, *shapes: tuple[int, ...]) -> tuple[Tensor, ...]:
        """Several tensors of numbers from N(0, 1), one for each shape."""
        return tuple(self.normal(*shape) for shape in shapes)

    def uniform(self, *shape: int, low: float = 0.0, high: float = 1.0) -> Tensor:
        """Numbers in [low, high)."""
        return low + (high - low) * torch.rand(*shape, generator=self._generator, dtype=torch.float32)

    def simplex(self, *shape: int) -> Tensor:
        """Rows of positive numbers that sum to 1."""
        return torch.softmax(self.normal(*shape), -1)

    def whole(self, low: int, high: int, *shape: int) -> Tensor:
        """Whole numbers low .. high - 1."""
        return torch.randint(low, high, shape, generator=self._generator)

    def order(self, n: int) -> Tensor:
        """The numbers 0 .. n-1 in random order, (n,)."""
        return torch.randperm(n, generator=self._generator)

    def tree(self, n: int, leaf: Callable[[int], object] = "w{}".format, first: int = 0):
        """A binary tree over n words as nested pairs, ("w0", ("w1", "w2")); `leaf` names them."""
        if n == 1:
            return leaf(first)
        cut = int(self.whole(1, n))
        return self.tree(cut, leaf, first), self.tree(n - cut, leaf, first + cut)
