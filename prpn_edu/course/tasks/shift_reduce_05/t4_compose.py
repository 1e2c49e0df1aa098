"""Task 5.4: one sentence through the machine."""

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.shift_reduce_05.cases import (
    ANSWERS,
    LEFT,
    MIXED,
    SHIFT,
    join,
    random_tree,
    seeded,
    sentence,
)


def cases(seed: int) -> list[tuple]:
    """Word vectors (T, H), a program (2T - 1,), matrices A and B (H, H): small trees first, then one word."""
    generator = seeded(seed)
    trees = [("good", "film"), LEFT, MIXED, random_tree(generator, 6), random_tree(generator, 8), "film"]
    return [sentence(generator, tree, 2 if k < 3 else 4) for k, tree in enumerate(trees)]


def machine(x, actions, combine, buffer=None, bottom=False):
    """The stack when the program has ended; `combine` gets the part that came off first, then the other."""
    buffer = list(x.flip(0)) if buffer is None else buffer
    stack = []
    for action in actions.tolist():
        if action == SHIFT:
            stack.append(buffer.pop())
        elif bottom:
            left, right = stack.pop(0), stack.pop(0)
            stack.append(combine(right, left))
        else:
            first, second = stack.pop(), stack.pop()
            stack.append(combine(first, second))
    return stack


def _root(x, actions, A, B):
    return machine(x, actions, lambda right, left: join(left, right, A, B))[-1]


def _by_queue(x, actions, A, B):
    taken, stack = 0, []
    for action in actions.tolist():
        if action == SHIFT:
            stack.append(x[taken])
            taken += 1
        else:
            *stack, left, right = stack
            stack.append((A @ left + B @ right).tanh())
    return stack[0].double()


def _by_recursion(x, actions, A, B):
    words, program = list(x.flip(0)), actions.tolist()

    def build(end):
        """The state of the part that ends with action `end`, and where the part before it ends."""
        if program[end] == SHIFT:
            return x[sum(1 for a in program[:end] if a == SHIFT)], end - 1
        right, before = build(end - 1)
        left, before = build(before)
        return join(left, right, A, B), before

    assert len(words) >= 1
    return build(len(program) - 1)[0].tolist()


def _by_one_matrix(x, actions, A, B):
    both = torch.cat([A, B], 1)  # (H, 2H)
    stack = machine(x, actions, lambda right, left: torch.tanh(both @ torch.cat([left, right])))
    return stack.pop().numpy()


TASK = Task(
    id="5.4",
    title="One sentence through the machine",
    function="compose",
    signature="(x, actions, A, B)",
    points=2,
    minutes=15,
    difficulty="medium",
    section="The right child comes off first",
    axes=("h",),
    reference=_root,
    cases=cases,
    misconceptions=(
        Misconception(
            "takes the first part that comes off the stack for the left one",
            lambda x, actions, A, B: machine(x, actions, lambda a, b: join(a, b, A, B))[-1],
            "The top of the stack is what was finished last. Is that the left or the right child?",
        ),
        Misconception(
            "takes the words from the end of the sentence",
            lambda x, actions, A, B: machine(
                x, actions, lambda right, left: join(left, right, A, B), buffer=list(x)
            )[-1],
            "pop() gives the last entry of a list. In which order must the buffer stand, so that the first "
            "word comes first?",
        ),
        Misconception(
            "joins the two oldest parts of the stack instead of the two newest",
            lambda x, actions, A, B: machine(
                x, actions, lambda right, left: join(left, right, A, B), bottom=True
            )[-1],
            "Only the top of a stack is in reach. Take both parts from there, and put the node back there.",
        ),
        Misconception(
            "leaves out the tanh",
            lambda x, actions, A, B: machine(x, actions, lambda right, left: A @ left + B @ right)[-1],
            "Without it the whole tree is one linear map. The contract says tanh(A left + B right).",
        ),
        Misconception(
            "multiplies from the wrong side, left A in place of A left",
            lambda x, actions, A, B: machine(x, actions, lambda right, left: join(left, right, A.T, B.T))[-1],
            "A left is `A @ left`; `left @ A` uses the columns of A where its rows belong.",
        ),
        Misconception(
            "uses A for both children",
            lambda x, actions, A, B: machine(x, actions, lambda right, left: join(left, right, A, A))[-1],
            "The left child has the matrix A, the right one the matrix B.",
        ),
    ),
    equivalents=(_by_queue, _by_recursion, _by_one_matrix),
    answer_modules=ANSWERS,
)
