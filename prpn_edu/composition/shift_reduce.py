"""Composing along a tree with a stack and a buffer, first for one sentence, then for a mini-batch.

SHIFT moves the first word of the buffer onto the stack; REDUCE takes the two topmost parts off, joins them,
and puts the phrase back. At the end the stack holds the sentence. Nothing but the actions is needed, so this
also works while a parser is still choosing them; where the trees are known, `tree_lstm.by_depth` is faster.

Letters: B sentences, T words of the longest, E embedding, H hidden.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import torch
from torch import Tensor

from prpn_edu.composition.tree_lstm import State, TreeCell
from prpn_edu.trees import REDUCE, SHIFT


@dataclass(frozen=True)
class Part:
    """A word or a phrase with its state: the words, h and c, each (1, H)."""

    words: tuple[str, ...]
    h: Tensor
    c: Tensor


@dataclass(frozen=True)
class Step:
    """What one action leaves behind.

    Attributes:
        action: "SHIFT" or "REDUCE"; None before the first action.
        stack: the parts on the stack, the topmost last.
        buffer: the words that wait, the next one first.
    """

    action: str | None
    stack: tuple[Part, ...]
    buffer: tuple[str, ...]


def steps(cell: TreeCell, x: Tensor, words: Sequence[str], actions: Sequence[str]) -> Iterator[Step]:
    """One sentence, step by step.

    Args:
        cell: either cell of `tree_lstm`.
        x: (T, E), the vectors of the words.
        words: T words.
        actions: 2T - 1 actions, as from `trees.transitions(tree)`.
    Returns:
        2T steps, the state before the first action and the one after each.
    Raises:
        ValueError: the actions do not fit the words; the message names the position.
    """
    h, c = cell.leaf(x)  # (T, H)
    leaves = [Part((word,), h[t : t + 1], c[t : t + 1]) for t, word in enumerate(words)]
    buffer, stack = leaves[::-1], []  # the next word last, where pop takes it
    yield Step(None, (), tuple(words))
    for k, action in enumerate(actions):
        if action == SHIFT and buffer:
            stack.append(buffer.pop())
        elif action == REDUCE and len(stack) >= 2:
            right, left = stack.pop(), stack.pop()  # the topmost part is the right one
            pair_h, pair_c = torch.stack([left.h, right.h], 1), torch.stack([left.c, right.c], 1)  # (1, 2, H)
            stack.append(Part(left.words + right.words, *cell.join(pair_h, pair_c)))
        else:
            raise ValueError(
                f"action {k}: {action!r} with {len(stack)} parts on the stack and {len(buffer)} words "
                "waiting; take the actions from trees.transitions(tree)"
            )
        yield Step(action, tuple(stack), tuple(part.words[0] for part in reversed(buffer)))
    if len(stack) != 1 or buffer:
        raise ValueError(
            f"the actions end with {len(stack)} parts on the stack and {len(buffer)} words waiting"
        )


def mini_batch(cell: TreeCell, x: Tensor, actions: Sequence[Sequence[str]]) -> State:
    """Many sentences side by side: all that reduce at a step are joined in one call of the cell.

    Args:
        cell: either cell of `tree_lstm`.
        x: (B, T, E), the vectors of the words, anything after the end of a shorter sentence.
        actions: for each sentence the 2n - 1 actions of its n words.
    Returns:
        h and c of the sentences, each (B, H).
    """
    buffers = [
        list(zip(h.split(1), c.split(1), strict=True))[::-1] for h, c in zip(*cell.leaf(x), strict=True)
    ]
    stacks: list[list[State]] = [[] for _ in buffers]  # padding lies at the bottom of a buffer, never reached
    for now in zip_longest(*actions):  # the k-th action of every sentence, None for one that is done
        for stack, buffer, action in zip(stacks, buffers, now, strict=True):
            if action == SHIFT:
                stack.append(buffer.pop())
        reducing = [stack for stack, action in zip(stacks, now, strict=True) if action == REDUCE]
        if reducing:
            right = [stack.pop() for stack in reducing]
            left = [stack.pop() for stack in reducing]
            h, c = (torch.stack([_rows(left, k), _rows(right, k)], 1) for k in (0, 1))  # (n, 2, H)
            h, c = cell.join(h, c)
            for stack, state in zip(reducing, zip(h.split(1), c.split(1), strict=True), strict=True):
                stack.append(state)
    tops = [stack[-1] for stack in stacks]
    return _rows(tops, 0), _rows(tops, 1)


def _rows(states: Sequence[State], k: int) -> Tensor:
    """The outputs (k = 0) or the memories (k = 1) of n states, (n, H)."""
    return torch.cat([state[k] for state in states])
