"""Task 4.6: from the cell to the tree."""

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.tree_lstm_04.cases import ANSWERS, normal, seeded


def cases(seed: int) -> list[tuple]:
    """Word vectors (T, H), a tree of word positions as nested pairs, matrices U_l and U_r (H, H)."""
    generator = seeded(seed)
    trees = [(0, (1, 2)), ((0, 1), 2), ((0, 1), (2, (3, 4))), 0]
    trees += [_random(generator, 0, n) for n in (6, 9)]
    out = []
    for tree in trees:
        size = 2 if len(out) < 2 else 3
        shapes = ((len(_positions(tree)), size), (size, size), (size, size))
        x, U_l, U_r = (normal(generator, *shape) for shape in shapes)
        out.append((x, tree, U_l, U_r))
    return out


def _random(generator, first, n):
    if n == 1:
        return first
    cut = int(torch.randint(1, n, (), generator=generator))
    return _random(generator, first, cut), _random(generator, first + cut, n - cut)


def _positions(tree):
    return [tree] if isinstance(tree, int) else [*_positions(tree[0]), *_positions(tree[1])]


def _compose(x, tree, U_l, U_r, join=None, leaf=lambda word: word):
    if isinstance(tree, int):
        return leaf(x[tree])
    left, right = (_compose(x, part, U_l, U_r, join, leaf) for part in tree)
    return join(left, right) if join else torch.tanh(U_l @ left + U_r @ right)


def _right_branching(n):
    return n[0] if len(n) == 1 else (n[0], _right_branching(n[1:]))


def _left_branching(n):
    return n[0] if len(n) == 1 else (_left_branching(n[:-1]), n[-1])


def _reversed(tree):
    """The tree over the words from the right end: what a counter gives that starts there."""
    last = len(_positions(tree)) - 1

    def turned(part):
        return last - part if isinstance(part, int) else (turned(part[0]), turned(part[1]))

    return turned(tree)


def _by_stack(x, tree, U_l, U_r):
    todo, done = [tree], []
    while todo:
        node = todo.pop()
        if node is None:
            right, left = done.pop(), done.pop()
            done.append((U_l @ left + U_r @ right).tanh())
        elif isinstance(node, int):
            done.append(x[node])
        else:
            todo += [None, node[1], node[0]]
    return done[0].double()


def _by_one_matrix(x, tree, U_l, U_r):
    both = torch.cat([U_l, U_r], 1)
    return _compose(
        x, tree, U_l, U_r, lambda left, right: torch.tanh(both @ torch.cat([left, right]))
    ).numpy()


def _by_inner_function(x, tree, U_l, U_r):
    def state(node):
        match node:
            case (left, right):
                return torch.tanh(state(left) @ U_l.T + state(right) @ U_r.T)
        return x[node]

    return state(tree).tolist()


TASK = Task(
    id="4.6",
    title="From the cell to the tree",
    function="compose_tree",
    signature="(x, tree, U_l, U_r)",
    points=2,
    minutes=10,
    difficulty="medium",
    section="From one node to a tree",
    axes=("h",),
    reference=_compose,
    cases=cases,
    misconceptions=(
        Misconception(
            "reads every tree as a chain from the right, (w (w (w w)))",
            lambda x, tree, U_l, U_r: _compose(x, _right_branching(_positions(tree)), U_l, U_r),
            "The left part may be a tree of its own. Call the function for both parts.",
        ),
        Misconception(
            "reads every tree as a chain from the left, (((w w) w) w)",
            lambda x, tree, U_l, U_r: _compose(x, _left_branching(_positions(tree)), U_l, U_r),
            "The right part may be a tree of its own. Call the function for both parts.",
        ),
        Misconception(
            "exchanges left and right at every node",
            lambda x, tree, U_l, U_r: _compose(x, tree, U_r, U_l),
            "U_l meets the state of the left part.",
        ),
        Misconception(
            "squashes the words as well",
            lambda x, tree, U_l, U_r: _compose(x, tree, U_l, U_r, leaf=torch.tanh),
            "In this task a word is its own state. Only a node over two parts has a tanh.",
        ),
        Misconception(
            "leaves out the tanh between the levels and takes it once at the root",
            lambda x, tree, U_l, U_r: (
                x[tree]
                if isinstance(tree, int)
                else torch.tanh(_compose(x, tree, U_l, U_r, lambda left, right: U_l @ left + U_r @ right))
            ),
            "Every node squashes what it hands up, not the root alone.",
        ),
        Misconception(
            "counts the words from the end of the sentence",
            lambda x, tree, U_l, U_r: _compose(x, _reversed(tree), U_l, U_r),
            "Position 0 is row 0 of x, the first word.",
        ),
    ),
    equivalents=(_by_stack, _by_one_matrix, _by_inner_function),
    answer_modules=ANSWERS,
)
