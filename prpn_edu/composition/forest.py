"""A batch of binary trees as one forest, its nodes ordered by depth.

Rows 0 .. B-1 are the roots, then come all nodes of depth 1, of depth 2, and so on; siblings stand side by
side. In this order the children of the k-th inner node are rows B + 2k and B + 2k + 1. Nothing has to be
looked up: the rows after the roots, two by two, *are* the children. Letters: N nodes, L leaves, M inner
nodes, B trees.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu.composition.examples import label_of
from prpn_edu.data import Vocabulary

_INNER = -1  # stands where a leaf has the number of its word


@dataclass(frozen=True)
class Forest:
    """B binary trees, nodes by depth.

    Attributes:
        trees: B.
        words: (L,), the number of the word at each leaf.
        leaves: (L,), the rows of the leaves.
        inner: (M,), the rows of the inner nodes.
        levels: for each depth that has inner nodes, from the top, the range (k, end) of their numbers.
        node_labels: (N,), the class of every node.
    """

    trees: int
    words: Tensor
    leaves: Tensor
    inner: Tensor
    levels: list[tuple[int, int]]
    node_labels: Tensor

    @property
    def labels(self) -> Tensor:
        """The classes of the roots, (B,)."""
        return self.node_labels[: self.trees]

    def to(self, device: torch.device) -> "Forest":
        """The same forest on another device."""
        words, leaves, inner = (part.to(device) for part in (self.words, self.leaves, self.inner))
        return Forest(self.trees, words, leaves, inner, self.levels, self.node_labels.to(device))


def encode(tree: Tree, vocabulary: Vocabulary, classes: int) -> Tensor:
    """One tree as numbers, its nodes breadth first.

    Args:
        tree: a binary tree. A node with a single node below it is passed over, its label kept.
        vocabulary: numbers the words.
        classes: labels "0" .. str(classes - 1) are classes, text is no class.
    Returns:
        (3, N), integers: word (-1 at an inner node), depth, class (`NO_LABEL` for none).
    Raises:
        ValueError: a node with more than two children, with its words and the cure.
    """
    numbers: list[int | None] = []  # None where a word is to be numbered
    depths: list[int] = []
    labels: list[int] = []
    leaves: list[str] = []
    level, depth = [tree], 0
    while level:
        below: list[Tree | str] = []
        for node in level:
            labels.append(label_of(node, classes))
            while isinstance(node, Tree) and len(node) == 1:
                node = node[0]
            depths.append(depth)
            if isinstance(node, str):
                numbers.append(None)
                leaves.append(node)
            elif len(node) == 2:
                numbers.append(_INNER)
                below.extend(node)
            else:
                raise ValueError(
                    f"the node {node.label()!r} over {' '.join(node.leaves())[:40]!r} has {len(node)} "
                    "children; the model takes binary trees. Try trees.binarise(tree)."
                )
        level, depth = below, depth + 1
    words = iter(vocabulary.encode(leaves))
    filled = [next(words) if number is None else number for number in numbers]
    return torch.tensor([filled, depths, labels])


def grow(encoded: Sequence[Tensor]) -> Forest:
    """Join encoded trees. A stable sort by depth of breadth-first lists is breadth first for the forest."""
    words, depths, labels = torch.cat(list(encoded), 1)  # (N,) each
    order = depths.argsort(stable=True)
    words, depths = words[order], depths[order]
    inner = (words == _INNER).nonzero().squeeze(1)
    leaves = (words != _INNER).nonzero().squeeze(1)
    ends = depths[inner].bincount().cumsum(0).tolist()
    levels = list(zip([0, *ends[:-1]], ends, strict=True)) if ends else []
    return Forest(len(encoded), words[leaves], leaves, inner, levels, labels[order])


def labelled(tree: Tree, labels: Sequence[object]) -> Tree:
    """The tree with new labels at its nodes, given breadth first; every word under a node of its own."""
    marks = iter(labels)
    top: list[Tree] = []
    level: list[tuple[Tree | str, Any]] = [(tree, top)]
    while level:
        below: list[tuple[Tree | str, Tree]] = []
        for node, parent in level:
            copy = Tree(str(next(marks)), [])
            parent.append(copy)
            while isinstance(node, Tree) and len(node) == 1:
                node = node[0]
            if isinstance(node, str):
                copy.append(node)
            else:
                below.extend((child, copy) for child in node)
        level = below
    return top[0]


def breadth_first(tree: Tree) -> Iterator[Tree]:
    """The nodes of a tree, level by level; words are left out."""
    level = [tree]
    while level:
        yield from level
        level = [child for node in level for child in node if isinstance(child, Tree)]
