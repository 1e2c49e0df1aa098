"""What a reader may hand to a model, made into words, trees and numbers.

An example is an `nltk.Tree`, a list of words, or a string: a plain sentence, or a bracketed tree, with a
number at each bracket, `(3 (2 a) (3 (3 warm) (2 film)))`, or without any, `(a (warm film))`.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from nltk import Tree

from prpn_edu import trees
from prpn_edu.data import brackets
from prpn_edu.loops import transitions
from prpn_edu.losses import NO_LABEL

Example: TypeAlias = Tree | Sequence[str] | str
Bracketing: TypeAlias = str | Callable[[list[str]], Tree]

_NUMBERED = re.compile(r"(?:[^(]|\(\s*\d+(?=[\s(]))*")  # every bracket begins with a number
BRACKETINGS: dict[str, Callable[[list[str]], Tree]] = {
    "right": trees.right,
    "left": trees.left,
    "balanced": trees.balanced,
}


def words_of(example: Example) -> list[str]:
    """The words of an example.

    Raises:
        TypeError: neither a tree, nor words, nor a string.
        ValueError: no word at all, or a string that begins as a tree and is none.
    """
    if isinstance(example, str):
        example = _read(example) if _is_bracketed(example) else example.split()
    words = example.leaves() if isinstance(example, Tree) else example
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise TypeError(
            f"expected a tree, a list of words or a sentence, got {type(example).__name__}: {example!r:.60}"
        )
    if not words:
        raise ValueError("the sentence is empty: give it at least one word")
    return list(words)


def tree_of(example: Example, bracketing: Bracketing | None = None) -> Tree:
    """The tree of an example; words without one get the tree that `bracketing` makes.

    Args:
        example: a tree, a bracketed string, or words.
        bracketing: "right", "left", "balanced" or a function from a list of words to a tree; None takes trees
            only.
    Raises:
        TypeError: words came where only trees are taken.
        ValueError: no word, an unknown bracketing, or one that changes the words.
    """
    if isinstance(example, str) and _is_bracketed(example):
        example = _read(example)
    words = words_of(example)
    if isinstance(example, Tree):
        return example
    if bracketing is None:
        raise TypeError(
            f"a tree model needs trees, got the words {' '.join(words)[:40]!r}. "
            "Bracket them first, for example with trees.balanced(words)."
        )
    make = BRACKETINGS.get(bracketing) if isinstance(bracketing, str) else bracketing
    if not callable(make):
        raise ValueError(f"bracketing must be {', '.join(BRACKETINGS)} or a function, not {bracketing!r}")
    tree = make(words)
    if not isinstance(tree, Tree) or trees.words(tree) != words:
        raise ValueError(f"the bracketing gave {tree!r:.60}, which is not a tree over the words {words}")
    return tree


def label_of(example: Any, classes: int) -> int:
    """The class at the top of an example: the digits of a tree's label, `NO_LABEL` where there are none.

    Raises:
        ValueError: a label that the model has no class for.
    """
    label = example.label() if isinstance(example, Tree) else ""
    if not (isinstance(label, str) and label.isdecimal()):
        return NO_LABEL
    if int(label) >= classes:
        raise ValueError(
            f"label {label} at {' '.join(example.leaves())[:40]!r}: the model has {classes} classes"
        )
    return int(label)


def _is_bracketed(text: str) -> bool:
    return text.lstrip().startswith("(")


def _read(text: str) -> Tree:
    """A bracketed string: a number at every bracket, as the treebanks have it, or words only."""
    if _NUMBERED.fullmatch(text):
        return brackets.read_tree(text)
    pairs = transitions.parse(text)
    return trees.from_transitions(transitions.transitions(pairs), transitions.words(pairs))
