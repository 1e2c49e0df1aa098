"""Task 5.3: from transitions back to the brackets of the tree."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.shift_reduce_05.cases import (
    ANSWERS,
    LECTURE,
    LEFT,
    MIXED,
    SHIFT,
    program,
    random_tree,
    seeded,
)


def cases(seed: int) -> list[tuple]:
    """Programs (2n - 1,) of 0 and 1, n >= 2: the chapter's trees, random ones, two words."""
    generator = seeded(seed)
    chosen = [LECTURE, MIXED, LEFT, *(random_tree(generator, n) for n in (3, 6, 9)), ("good", "film")]
    return [(torch.tensor(program(tree)),) for tree in chosen]


def _over(left, right):
    return left[0], right[1]


def _spans(actions, join=_over, told=None, bottom=False):
    """The spans that `join` makes; `told` says what is written down of them."""
    stack, words, out = [], 0, []
    for action in actions.tolist():
        if action == SHIFT:
            stack.append((words, words + 1))
            words += 1
        else:
            right, left = (stack.pop(1), stack.pop(0)) if bottom else (stack.pop(), stack.pop())
            stack.append(join(left, right))
            out.append((told or join)(left, right))
    return torch.tensor(out)


def _by_starts(actions):
    """The stack needs only where each part begins: it ends at the last word that was shifted."""
    starts, words, out = [], 0, []
    for action in actions.tolist():
        if action == SHIFT:
            starts.append(words)
            words += 1
        else:
            starts.pop()
            out.append([starts[-1], words])
    return out


def _by_counting(actions):
    """Walk left from each REDUCE until the REDUCEs are outnumbered by one SHIFT."""
    a, out = actions.numpy(), []
    for k in np.flatnonzero(a == 1):
        height = np.cumsum(np.where(a[: k + 1] == 0, 1, -1)[::-1])
        begin = k - int(np.flatnonzero(height == 1)[0])
        out.append([(a[:begin] == 0).sum(), (a[:k] == 0).sum()])
    return np.array(out)


def _by_sets(actions):
    stack, out = [], []
    for action in actions.tolist():
        if action == 0:
            stack.append({sum(map(len, stack))})
        else:
            top = stack.pop()
            stack[-1] = stack[-1] | top
            out.append((min(stack[-1]), float(max(stack[-1]) + 1)))
    return out


TASK = Task(
    id="5.3",
    title="And back: the brackets of a program",
    function="spans",
    signature="(actions)",
    points=2,
    minutes=15,
    difficulty="medium",
    section="From a tree to its transitions",
    axes=("reduce", "end"),
    reference=_spans,
    cases=cases,
    misconceptions=(
        Misconception(
            "takes the first part that comes off the stack for the left one",
            lambda actions: _spans(actions, join=lambda left, right: (right[0], left[1])),
            "What was put on last lies on top. Which part was put on last, the left or the right one?",
        ),
        Misconception(
            "counts the last word of a bracket instead of the word after it",
            lambda actions: _spans(actions) - torch.tensor([0, 1]),
            "Spans end just before their second number: two words at 0 and 1 make (0, 2).",
        ),
        Misconception(
            "joins the two oldest parts of the stack instead of the two newest",
            lambda actions: _spans(actions, bottom=True),
            "A stack gives back what was put on last. Do not take from its bottom.",
        ),
        Misconception(
            "lists the brackets from the root down",
            lambda actions: _spans(actions).flip(0),
            "List each bracket when it is made. Which one is made last?",
        ),
        Misconception(
            "gives the right part in place of the bracket over both parts",
            lambda actions: _spans(actions, told=lambda left, right: right),
            "The new bracket begins where its left part begins.",
        ),
    ),
    equivalents=(_by_starts, _by_counting, _by_sets),
    answer_modules=ANSWERS,
)
