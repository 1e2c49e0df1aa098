"""Out of a tree and back: words, spans, heights, distances, transitions; and the trees that nobody learnt.

A tree is an `nltk.Tree`; a word is a string. A word may hang bare in its parent or have a node of its own, as
in `(2 film)`. A node with a single child adds nothing to any answer below: not to the spans, not to the
heights, not to the transitions. The walk keeps its own stack, so that a chain of any length fits.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from random import Random

from nltk import Tree

LABEL = "X"
SHIFT, REDUCE = "SHIFT", "REDUCE"
Span = tuple[int, int]


def words(tree: Tree) -> list[str]:
    """The words of the tree, from left to right."""
    return [node for node, _, _ in _walk(tree) if isinstance(node, str)]


def spans(tree: Tree) -> set[Span]:
    """The stretches of words that the tree calls one unit: what two trees are compared by.

    Args:
        tree: any tree; nodes may have any number of children.
    Returns:
        a set of (start, end), counted from 0, end exclusive. Single words are left out, the whole sentence is
        in. A set: a chain of nodes over the same words counts once.
    """
    return {(start, end) for _, start, end in _walk(tree) if end - start > 1}


def heights(tree: Tree) -> dict[Span, int]:
    """How high each span stands: 1 + the height of its highest child; a word has height 0.

    Returns:
        {(start, end): height}, one entry for each of `spans(tree)`.
    """
    out: dict[Span, int] = {}
    finished: list[int] = []  # heights of the nodes that wait for their parent
    for node, start, end in _walk(tree):
        if isinstance(node, str):
            finished.append(0)
            continue
        children = [finished.pop() for _ in node]
        height = children[0] if len(node) == 1 else 1 + max(children)
        finished.append(height)
        if end - start > 1:
            out[start, end] = height
    return out


def distances(tree: Tree) -> list[int]:
    """How far apart neighbours are: the height of the lowest node that covers both words.

    Args:
        tree: any tree over T words.
    Returns:
        T-1 heights, entry k for words k and k+1. For a binary tree they give the tree back: cut at the
        largest, then cut both parts (`latent.split.split_between`).
    Source: Shen et al. (2018), Straight to the Tree.
    """
    height = heights(tree)
    out = [0] * (len(words(tree)) - 1)
    for _, start, end in _walk(tree):  # children first: the first span over a gap is the lowest
        for k in range(start, end - 1):
            out[k] = out[k] or height[start, end]
    return out


def transitions(tree: Tree) -> list[str]:
    """The shift-reduce actions that build a binary tree from its words.

    Args:
        tree: a binary tree over n words.
    Returns:
        2n - 1 actions: "SHIFT" takes the next word, "REDUCE" joins the two topmost parts.
    Raises:
        ValueError: a node with more than two children, with its place.
    """
    actions = []
    for node, start, end in _walk(tree):
        if isinstance(node, str):
            actions.append(SHIFT)
        elif len(node) == 2:
            actions.append(REDUCE)
        elif len(node) > 2:
            raise ValueError(
                f"node {node.label()!r} over words {start} to {end - 1} has {len(node)} children; "
                "transitions need a binary tree. Try trees.binarise(tree)."
            )
    return actions


def from_transitions(actions: Sequence[str], words: Sequence[str]) -> Tree:
    """Build the binary tree that a sequence of shift-reduce actions stands for.

    Args:
        actions: 2n - 1 actions, "SHIFT" or "REDUCE".
        words: n words, n >= 1.
    Returns:
        a binary tree with the label "X" over bare words.
    Raises:
        ValueError: the actions are not those of a tree over these words; the message names the position and
            the reason.
    """
    waiting = as_words(words)[::-1]
    stack: list[Tree | str] = []
    for k, action in enumerate(actions):
        if action == SHIFT:
            if not waiting:
                raise ValueError(f"action {k}: SHIFT, but all {len(words)} words are already taken")
            stack.append(waiting.pop())
        elif action == REDUCE:
            if len(stack) < 2:
                raise ValueError(f"action {k}: REDUCE needs two parts to join, the stack holds {len(stack)}")
            right, left = stack.pop(), stack.pop()
            stack.append(Tree(LABEL, [left, right]))
        else:
            raise ValueError(f"action {k}: expected 'SHIFT' or 'REDUCE', not {action!r}")
    if waiting:
        raise ValueError(f"action {len(actions)}: the actions end, but {len(waiting)} words are not taken")
    if len(stack) > 1:
        raise ValueError(f"action {len(actions)}: the actions end, but {len(stack)} parts are not joined")
    return _rooted(stack[0])


def binarise(tree: Tree) -> Tree:
    """A binary tree that keeps every span of the tree: (a b c d) becomes (a (b (c d))).

    Returns:
        a tree with the label "X" over bare words. The labels of the tree are not kept.
    """
    finished: list[Tree | str] = []  # parts that wait for their parent
    for node, _, _ in _walk(tree):
        if isinstance(node, str):
            finished.append(node)
            continue
        part = finished.pop()
        for _ in node[1:]:
            part = Tree(LABEL, [finished.pop(), part])
        finished.append(part)
    return _rooted(finished[0])


def mirrored(tree: Tree) -> Tree:
    """The tree with the parts of every bracket the other way round; labels are kept."""
    finished: list[Tree | str] = []  # parts that wait for their parent, the last one on top
    for node, _, _ in _walk(tree):
        finished.append(node if isinstance(node, str) else Tree(node.label(), [finished.pop() for _ in node]))
    return _rooted(finished[0])


def binary_trees(words: Sequence[str]) -> Iterator[Tree]:
    """Every binary tree over n words, each once.

    There are Catalan(n-1) of them: 132 at n = 7, 16796 at n = 11. Meant for small n, where all can be tried.
    """
    words = as_words(words)

    def over(start: int, end: int) -> Iterator[Tree | str]:
        if end - start == 1:
            yield words[start]
        for cut in range(start + 1, end):
            for left in over(start, cut):
                for right in over(cut, end):
                    yield Tree(LABEL, [left, right])

    return map(_rooted, over(0, len(words)))


def left(words: Sequence[str]) -> Tree:
    """The left-branching tree: (((a b) c) d)."""
    first, *rest = as_words(words)
    tree: Tree | str = first
    for word in rest:
        tree = Tree(LABEL, [tree, word])
    return _rooted(tree)


def right(words: Sequence[str]) -> Tree:
    """The right-branching tree: (a (b (c d)))."""
    return binarise(Tree(LABEL, as_words(words)))


def balanced(words: Sequence[str], shorter: str = "left") -> Tree:
    """Cut in the middle, then cut both halves: ((a b) (c d)).

    Args:
        words: n >= 1 words.
        shorter: where n is odd, the half that gets one word fewer: "left" or "right".
    Raises:
        ValueError: no word, or another side.
    """
    if shorter not in ("left", "right"):
        raise ValueError(f"shorter must be 'left' or 'right', not {shorter!r}")

    def over(part: list[str]) -> Tree | str:
        if len(part) == 1:
            return part[0]
        middle = len(part) // 2 if shorter == "left" else (len(part) + 1) // 2
        return Tree(LABEL, [over(part[:middle]), over(part[middle:])])

    return _rooted(over(as_words(words)))


def random(words: Sequence[str], generator: Random) -> Tree:
    """A tree drawn uniformly from all Catalan(n-1) binary trees over the words.

    Cutting at a uniformly chosen place, again and again, is not uniform over trees
    (`evaluation.baselines.random_split`). This is: see `from_shuffled`.

    Args:
        words: n words.
        generator: the source of chance, a `random.Random`.
    """
    words = as_words(words)
    return from_shuffled(generator.sample(range(2 * len(words) - 1), 2 * len(words) - 1), words)


def from_shuffled(order: Sequence[int], words: Sequence[str]) -> Tree:
    """The binary tree that a row in random order stands for: each tree from equally many rows.

    Numbers below n are SHIFTs, the others REDUCEs; exactly one of the 2n - 1 rotations of the row is a legal
    sequence, and every legal sequence is reached from equally many rows.

    Args:
        order: the numbers 0 .. 2n - 2, each once.
        words: n words.
    Source: the cycle lemma, Dvoretzky and Motzkin (1947).
    """
    return from_transitions(_legal_rotation([SHIFT if k < len(words) else REDUCE for k in order]), words)


def rebracketed(tree: Tree, make: Callable[[list[str]], Tree]) -> Tree:
    """Another tree over the same words, with the label of the whole sentence and no other.

    Args:
        tree: a tree with a label at its root.
        make: from words to a tree, such as `balanced`.
    """
    return Tree(tree.label(), list(make(words(tree))))


def phrases(trees: Iterable[Tree]) -> list[Tree]:
    """Every phrase of every tree as a tree of its own: phrase labels for models that read no trees."""
    return [node for tree in trees for node in tree.subtrees()]


def bracketed(tree: Tree | str) -> str:
    """The tree as brackets on one line; labels "X" are left out: ((the cat) sat)."""
    if not isinstance(tree, Tree):
        return str(tree)
    inside = " ".join(bracketed(child) for child in tree)
    label = "" if tree.label() == "X" else f"{tree.label()} "
    return f"({label}{inside})" if label or len(tree) > 1 else inside


def as_words(words: Sequence[str]) -> list[str]:
    """The words as a list; raises where there is none, or where a whole sentence came as one string."""
    if isinstance(words, str):
        raise TypeError(f"expected a list of words, got the string {words[:40]!r}. Try .split().")
    if len(words) == 0:
        raise ValueError("a tree needs at least one word")
    return list(words)


def _walk(tree: Tree) -> Iterator[tuple[Tree | str, int, int]]:
    """Every node and every word with its (start, end), from left to right, children before their parent."""
    if not isinstance(tree, Tree):
        raise TypeError(f"expected an nltk.Tree, got {type(tree).__name__}. Try nltk.Tree.fromstring(text).")
    position = 0
    todo: list[tuple[Tree | str, int | None]] = [(tree, None)]  # with its start once its children are done
    while todo:
        node, start = todo.pop()
        if isinstance(node, str):
            yield node, position, position + 1
            position += 1
        elif start is not None:
            yield node, start, position
        elif not isinstance(node, Tree):
            raise TypeError(f"word {position} is {node!r}; a word must be a string, a node an nltk.Tree")
        elif len(node) == 0:
            raise ValueError(f"node {node.label()!r} before word {position} is empty: remove it first")
        else:
            todo.append((node, position))
            todo.extend((child, None) for child in reversed(node))


def _rooted(part: Tree | str) -> Tree:
    """A sentence of one word is a tree too."""
    return part if isinstance(part, Tree) else Tree(LABEL, [part])


def _legal_rotation(row: list[str]) -> list[str]:
    """The one rotation of n SHIFTs and n-1 REDUCEs that never reduces what is not there."""
    depth = [0, *accumulate(1 if action == SHIFT else -1 for action in row[:-1])]
    # The stack is lowest here for the last time: begun from here, it never empties.
    start = max(range(len(row)), key=lambda k: (-depth[k], k))
    return row[start:] + row[:start]
