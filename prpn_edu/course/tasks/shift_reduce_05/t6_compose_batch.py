"""Task 5.6: many sentences side by side."""

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.shift_reduce_05.cases import (
    ANSWERS,
    LECTURE,
    PAD,
    REDUCE,
    SHIFT,
    join,
    normal,
    padded,
    program,
    random_tree,
    seeded,
)


def cases(seed: int) -> list[tuple]:
    """Word vectors (B, T, H) with noise as padding, programs (B, K) with PAD, matrices A and B (H, H)."""
    generator = seeded(seed)
    batches = [[LECTURE, ("It", ("was", "boring"))], [(("a", "b"), ("c", "d")), ("a", ("b", ("c", "d")))]]
    for sizes in ((5, 2, 7), (1, 4, 3)):
        batches.append([random_tree(generator, n) for n in sizes])
    out = []
    for batch in batches:
        programs = [program(tree) for tree in batch]
        longest = max(actions.count(SHIFT) for actions in programs)
        size = 2 if len(out) < 2 else 3
        x = normal(generator, len(batch), longest, size)
        out.append((x, padded(programs), normal(generator, size, size), normal(generator, size, size)))
    return out


def machines(x, actions, combine, reduces=(REDUCE,), reverse=True, steps=None):
    """The top of each stack after so many steps; `combine` gets the part that came off first."""
    tops = []
    for rows, row in zip(x, actions.tolist(), strict=True):
        buffer, stack = list(rows.flip(0) if reverse else rows), []
        for action in row[:steps]:
            if action == SHIFT:
                stack.append(buffer.pop())
            elif action in reduces:
                stack.append(combine(stack.pop(), stack.pop()))
        tops.append(stack[-1])
    return torch.stack(tops)


def _roots(x, actions, A, B, **changes):
    return machines(x, actions, lambda right, left: join(left, right, A, B), **changes)


def _shortest(actions):
    return int((actions != PAD).sum(1).min())


def _step_by_step(x, actions, A, B):
    stacks, taken = [[] for _ in x], [0] * len(x)
    for now in actions.T.tolist():
        for b, action in enumerate(now):
            if action == SHIFT:
                stacks[b].append(x[b, taken[b]])
                taken[b] += 1
        ready = [b for b, action in enumerate(now) if action == REDUCE]
        if ready:
            right = torch.stack([stacks[b].pop() for b in ready])
            left = torch.stack([stacks[b].pop() for b in ready])
            for b, node in zip(ready, torch.tanh(left @ A.T + right @ B.T), strict=True):
                stacks[b].append(node)
    return torch.stack([stack.pop() for stack in stacks]).double()


def _one_by_one(x, actions, A, B):
    out = []
    for rows, row in zip(x, actions, strict=True):
        stack, words = [], iter(rows)
        for action in row[row != PAD].tolist():
            if action == SHIFT:
                stack.append(next(words))
            else:
                right, left = stack.pop(), stack.pop()
                stack.append(torch.tanh(A @ left + B @ right))
        out.append(stack[0].tolist())
    return out


def _with_stack_tensor(x, actions, A, B):
    """The stacks as one tensor, with the height of each: what lies above the height is never read."""
    sentences, longest, size = x.shape
    stack = torch.zeros(sentences, longest + 1, size, dtype=x.dtype)
    height, taken = [0] * sentences, [0] * sentences
    for now in actions.T.tolist():
        for b, action in enumerate(now):
            if action == SHIFT:
                stack[b, height[b]] = x[b, taken[b]]
                height[b], taken[b] = height[b] + 1, taken[b] + 1
            if action == REDUCE:
                height[b] -= 1
                left, right = stack[b, height[b] - 1].clone(), stack[b, height[b]].clone()
                stack[b, height[b] - 1] = join(left, right, A, B)
    return stack[:, 0].numpy()


TASK = Task(
    id="5.6",
    title="A batch of machines",
    function="compose_batch",
    signature="(x, actions, A, B)",
    points=3,
    minutes=20,
    difficulty="hard",
    section="Many sentences side by side",
    axes=("b", "h"),
    reference=_roots,
    cases=cases,
    misconceptions=(
        Misconception(
            "treats every action that is not SHIFT as REDUCE, PAD too",
            lambda x, actions, A, B: _roots(x, actions, A, B, reduces=(REDUCE, PAD)),
            "A finished sentence has one part on its stack, and PAD must leave it there.",
        ),
        Misconception(
            "takes the words from the end of the row, where the padding is",
            lambda x, actions, A, B: _roots(x, actions, A, B, reverse=False),
            "The rows of x are padded on the right. Turn each row round before you pop from it.",
        ),
        Misconception(
            "stops all machines when the shortest program ends",
            lambda x, actions, A, B: _roots(x, actions, A, B, steps=_shortest(actions)),
            "The short sentences wait for the long ones, not the other way round: run all K steps.",
        ),
        Misconception(
            "takes the first part that comes off the stack for the left one",
            lambda x, actions, A, B: machines(x, actions, lambda a, b: join(a, b, A, B)),
            "The right child lies on top of the left one.",
        ),
        Misconception(
            "gives every sentence the transitions of the first one",
            lambda x, actions, A, B: _roots(x, actions[:1].expand_as(actions), A, B),
            "Each sentence has a program of its own: row b of actions belongs to row b of x.",
        ),
    ),
    equivalents=(_step_by_step, _one_by_one, _with_stack_tensor),
    answer_modules=ANSWERS,
)
