"""What every distribution over the binary trees of a sentence shares.

A value is an `nltk.Tree` over n words. A batch holds several laws over trees of the same n, for instance one
for each sentence of n words. Where a batch or several samples are asked for, trees come, and go, as nested
lists of the shape that a tensor would have: sample_shape + batch_shape.
"""

import math
from collections.abc import Sequence
from typing import Any, Self, TypeAlias

import torch
from nltk import Tree
from torch import Tensor
from torch.distributions import Distribution

from prpn_edu import trees

Trees: TypeAlias = Tree | list  # one tree, or lists of trees of any depth
Cuts: TypeAlias = dict[trees.Span, int]
MAX_ENUMERATED = 12  # words; 58,786 trees


class TreeDistribution(Distribution):
    """A law over the binary trees of n words.

    A member gives `_log_prob`, `possible`, `members`, `_draw`, `_mode`, `marginals` and `entropy`.

    Attributes:
        length: n, the number of words.
        words: the words of the trees that are drawn; x0, x1, ... where none were given.
    """

    arg_constraints: dict = {}  # noqa: RUF012  as torch declares it; members check their arguments themselves
    has_enumerate_support = True

    def __init__(self, length: int, words: Sequence[str] | None, batch_shape: Sequence[int]):
        if length < 1:
            raise ValueError("a tree needs at least one word")
        if words is not None and len(trees.as_words(words)) != length:
            raise ValueError(f"expected {length} words, as many as the trees have, got {len(words)}")
        self.length = length
        self.words = [f"x{i}" for i in range(length)] if words is None else list(words)
        self._words_given = words is not None
        super().__init__(torch.Size(batch_shape), validate_args=False)

    def log_prob(self, value: Trees) -> Tensor:
        """The log-probability of a tree, differentiable in the parameters.

        Args:
            value: a tree, for its log-probability under each law of the batch; or nested lists of trees as
                `sample` gives them.
        Returns:
            (...), the batch shape for one tree, else the shape of the lists. A tree that the law cannot make
            has log-probability -inf.
        Raises:
            ValueError: a tree that is not binary, or over other words or another number of words, or lists
                of another shape than the batch has.
        """
        if isinstance(value, Tree):
            return self._log_prob(self._checked_cuts(value))
        shape, flat = _flatten(value)
        if shape[len(shape) - len(self.batch_shape) :] != tuple(self.batch_shape):
            raise ValueError(
                f"trees of shape {shape} for laws of shape {tuple(self.batch_shape)}: give one tree for each "
                "law, as sample() does, or a single tree for all"
            )
        laws = self.members()
        rows = [laws[k % len(laws)]._log_prob(self._checked_cuts(tree)) for k, tree in enumerate(flat)]
        return torch.stack(rows).reshape(shape)

    def sample(  # type: ignore[override]  # trees, where torch has tensors
        self, sample_shape: Sequence[int] = (), generator: torch.Generator | None = None
    ) -> Trees:
        """Random trees.

        Args:
            sample_shape: how many for each law of the batch.
            generator: the source of chance; torch's own when None.
        Returns:
            a tree where nothing is batched, else nested lists of shape sample_shape + batch_shape.
        """
        laws = self.members()
        draws = math.prod(sample_shape)
        with torch.no_grad():
            flat = [law._draw(generator) for _ in range(draws) for law in laws]
        return _nest(flat, (*sample_shape, *self.batch_shape))

    @property
    def mode(self) -> Trees:  # type: ignore[override]
        """The most probable tree of each law; of equally probable ones, the one that is found first."""
        with torch.no_grad():
            return _nest([law._mode() for law in self.members()], self.batch_shape)

    @property
    def marginals(self) -> Tensor:
        """The chance of each span.

        Returns:
            (..., n, n+1), entry (start, end) is the chance that the tree has the span words[start:end]; 0
            where the span has fewer than two words, as `trees.spans` leaves them out.
        """
        raise NotImplementedError

    def entropy(self) -> Tensor:
        """The entropy of the tree in nats, (...)."""
        raise NotImplementedError

    def enumerate_support(self, expand: bool = True) -> list:  # type: ignore[override]
        """Every tree of positive probability, each once: for small n, where all can be tried.

        Args:
            expand: repeat each tree for each law of the batch, so that the list suits `log_prob`.
        Raises:
            ValueError: more than 12 words.
        """
        if self.length > MAX_ENUMERATED:
            raise ValueError(
                f"{self.length} words have too many trees to list, at most {MAX_ENUMERATED} are taken; "
                "use sample(), or marginals"
            )
        support = [tree for tree in trees.binary_trees(self.words) if self.possible(tree)]
        if not expand or not self.batch_shape:
            return support
        return [_nest([tree] * math.prod(self.batch_shape), self.batch_shape) for tree in support]

    def possible(self, tree: Tree) -> bool:
        """Whether the tree has a probability above 0, under each law of the batch."""
        raise NotImplementedError

    def members(self) -> list[Self]:
        """The laws of the batch, each on its own, in the order of a flattened tensor."""
        raise NotImplementedError

    def _log_prob(self, cuts: Cuts) -> Tensor:
        """(...), the log-probability of the tree with these cuts under each law of the batch."""
        raise NotImplementedError

    def _draw(self, generator: torch.Generator | None) -> Tree:
        """One tree of a law without a batch."""
        raise NotImplementedError

    def _mode(self) -> Tree:
        """The most probable tree of a law without a batch."""
        raise NotImplementedError

    def _checked_cuts(self, tree: Tree) -> Cuts:
        words = trees.words(tree)
        if len(words) != self.length:
            raise ValueError(f"the tree has {len(words)} words, this law is over trees of {self.length}")
        if self._words_given and words != self.words:
            k = next(k for k, pair in enumerate(zip(words, self.words, strict=True)) if pair[0] != pair[1])
            raise ValueError(f"word {k} of the tree is {words[k]!r}, of the law {self.words[k]!r}")
        return cuts_of(tree)

    def __repr__(self) -> str:
        batch = f", batch_shape={tuple(self.batch_shape)}" if self.batch_shape else ""
        return f"{type(self).__name__}({' '.join(self.words)!r}{batch})"


def cuts_of(tree: Tree) -> Cuts:
    """Where each span of a binary tree is cut in two, children before their parents.

    Returns:
        {(start, end): cut}, the children being (start, cut) and (cut, end).
    Raises:
        ValueError: the tree is not binary.
    """
    cuts: Cuts = {}
    stack: list[trees.Span] = []
    words = 0
    for action in trees.transitions(tree):
        if action == trees.SHIFT:
            stack.append((words, words + 1))
            words += 1
        else:
            (cut, end), (start, _) = stack.pop(), stack.pop()
            cuts[start, end] = cut
            stack.append((start, end))
    return cuts


def _flatten(value: Any) -> tuple[tuple[int, ...], list[Tree]]:
    """The shape of nested lists of trees, and the trees in order."""
    if isinstance(value, Tree):
        return (), [value]
    if not isinstance(value, list | tuple) or not value:
        raise ValueError(f"expected a tree or lists of trees, got {value!r:.60}")
    parts = [_flatten(part) for part in value]
    if len({shape for shape, _ in parts}) > 1:
        raise ValueError("the lists of trees are ragged: lists at one depth must be as long as each other")
    return (len(value), *parts[0][0]), [tree for _, flat in parts for tree in flat]


def _nest(flat: list[Tree], shape: Sequence[int]) -> Trees:
    """The inverse of `_flatten`; shape () gives the tree itself."""
    if not shape:
        return flat[0]
    size = math.prod(shape[1:])
    return [_nest(flat[k * size : (k + 1) * size], shape[1:]) for k in range(shape[0])]
