"""What the cases of several tasks share: random trees, their programs as numbers, and a join."""

import torch
from torch import Tensor

ANSWERS = (
    "prpn_edu.composition",
    "prpn_edu.course.tasks",
    "prpn_edu.explore",
    "prpn_edu.loops",
    "prpn_edu.trees",
)

SHIFT, REDUCE, PAD = 0, 1, 2
LECTURE = ("I", ("loved", ("this", "movie")))
MIXED = (("the", "film"), ("was", ("very", "good")))
LEFT = ((("not", "bad"), "but"), "slow")


def seeded(seed: int) -> torch.Generator:
    """A generator of its own, so that nothing that a notebook draws can change the cases."""
    return torch.Generator().manual_seed(seed)


def normal(generator: torch.Generator, *shape: int) -> Tensor:
    """Random float32 numbers."""
    return torch.randn(*shape, generator=generator, dtype=torch.float32)


def random_tree(generator: torch.Generator, n: int, first: int = 0) -> str | tuple:
    """A random binary tree over the words w<first>, ..., n of them, as nested pairs."""
    if n == 1:
        return f"w{first}"
    cut = int(torch.randint(1, n, (), generator=generator))
    return random_tree(generator, cut, first), random_tree(generator, n - cut, first + cut)


def program(tree: str | tuple) -> list[int]:
    """The transitions of a tree as numbers."""
    return [SHIFT] if isinstance(tree, str) else [*program(tree[0]), *program(tree[1]), REDUCE]


def padded(programs: list[list[int]]) -> Tensor:
    """(B, K), the programs as rows, the shorter ones filled up with PAD."""
    longest = max(map(len, programs))
    return torch.tensor([row + [PAD] * (longest - len(row)) for row in programs])


def join(left: Tensor, right: Tensor, A: Tensor, B: Tensor) -> Tensor:
    """tanh(A left + B right), for vectors (H,) or rows of vectors (n, H)."""
    return torch.tanh(left @ A.T + right @ B.T)


def sentence(generator: torch.Generator, tree: str | tuple, size: int) -> tuple:
    """One sentence: word vectors (T, size), the program (2T - 1,), matrices A and B (size, size)."""
    actions = program(tree)
    shapes = ((actions.count(SHIFT), size), (size, size), (size, size))
    x, A, B = (normal(generator, *shape) for shape in shapes)
    return x, torch.tensor(actions), A, B
