"""Task 5.8: a whole tree by height, every state in one table."""

import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.shift_reduce_05.cases import (
    ANSWERS,
    LECTURE,
    LEFT,
    MIXED,
    join,
    normal,
    random_tree,
    seeded,
)


def cases(seed: int) -> list[tuple]:
    """Words (T, H), children (T - 1, 2) and height (T - 1,) of the brackets, A and B: small trees, random."""
    generator = seeded(seed)
    trees = [MIXED, LECTURE, LEFT, *(random_tree(generator, n) for n in (6, 9)), ("good", "film")]
    out = []
    for tree in trees:
        children, height = _table(tree)
        size = 2 if len(out) < 3 else 3
        shapes = ((len(children) + 1, size), (size, size), (size, size))
        x, A, B = (normal(generator, *shape) for shape in shapes)
        out.append((x, torch.tensor(children), torch.tensor(height), A, B))
    return out


def _table(tree):
    """Children and heights of the brackets, left part before right part before the bracket over both."""
    words = str(tree).count("'") // 2
    children, heights, word = [], [], iter(range(words))

    def walk(node):
        if isinstance(node, str):
            return next(word), 0
        (left, low), (right, high) = walk(node[0]), walk(node[1])
        children.append([left, right])
        heights.append(1 + max(low, high))
        return words + len(children) - 1, heights[-1]

    walk(tree)
    return children, heights


def _states(x, children, height, A, B, early=False, flip=False, shift=0):
    """(2T - 1, H), the table with all levels filled in; `early` takes all brackets in one step."""
    T = len(x)
    states = torch.cat([x, torch.zeros(len(children), x.shape[1], dtype=x.dtype)])
    if early:
        height = torch.ones_like(height)
    for level in sorted(set(height.tolist())):
        rows = height == level
        left, right = (states[(children[rows, side] + shift) % len(states)] for side in (0, 1))
        states[T:][rows] = join(right, left, A, B) if flip else join(left, right, A, B)
    return states


def _root(*case, **changes):
    return _states(*case, **changes)[-1]


def _only_the_level_below(x, children, height, A, B):
    """Children are looked for one level below: what is older than that is no longer there."""
    T = len(x)
    states, of = _states(x, children, height, A, B), [0] * T + height.tolist()
    states = torch.cat([x, torch.zeros_like(states[T:])])
    for level in range(1, int(height.max()) + 1):
        for k in (height == level).nonzero().flatten().tolist():
            parts = [states[c] * (of[c] == level - 1) for c in children[k].tolist()]
            states[T + k] = join(*parts, A, B)
    return states[-1]


def _in_order(x, children, height, A, B):
    states = list(x)
    for left, right in children.tolist():
        states.append(torch.tanh(A @ states[left] + B @ states[right]))
    return states[-1].tolist()


def _by_recursion(x, children, height, A, B):
    def state(node):
        if node < len(x):
            return x[node].double()
        left, right = map(state, children[node - len(x)].tolist())
        return torch.tanh(A.double() @ left + B.double() @ right)

    return state(2 * len(x) - 2)


def _until_all_is_there(x, children, height, A, B):
    """All brackets at once, again and again: after as many rounds as the tree is high nothing changes."""
    states = torch.cat([x, torch.zeros(len(children), x.shape[1], dtype=x.dtype)])
    for _ in range(len(children)):
        new = join(states[children[:, 0]], states[children[:, 1]], A, B)
        states = torch.cat([x, new])
    return states[-1].numpy()


TASK = Task(
    id="5.8",
    title="A whole tree by height",
    function="compose_levels",
    signature="(x, children, height, A, B)",
    points=3,
    minutes=20,
    difficulty="hard",
    section="By depth: no stack at all",
    axes=("h",),
    reference=_root,
    cases=cases,
    misconceptions=(
        Misconception(
            "reads children that are not there yet",
            lambda *case: _root(*case, early=True),
            "A bracket over brackets found zeros. All brackets at once, or the highest first? Height "
            "counts from the words up: fill level 1, and only then read for level 2.",
        ),
        Misconception(
            "looks for both children one level below",
            _only_the_level_below,
            "One child lies one level below, the other may be anywhere further down, a word even. "
            "`children` says where in the table; do not go by the height.",
        ),
        Misconception(
            "returns row 0 of the table",
            lambda x, children, height, A, B: x[0],
            "Row 0 is the first word. The root is made last: which row is it?",
        ),
        Misconception(
            "returns the state of the first bracket",
            lambda x, children, height, A, B: _states(x, children, height, A, B)[len(x)],
            "Row T is the bracket that was written down first. The root was written down last.",
        ),
        Misconception(
            "exchanges the left and the right child",
            lambda *case: _root(*case, flip=True),
            "Column 0 of `children` is the left child, and A belongs to it.",
        ),
        Misconception(
            "counts the brackets from row T + 1",
            lambda *case: _root(*case, shift=1),
            "T words have the rows 0 to T - 1, so bracket 0 has row T. The numbers in `children` are rows "
            "as they stand.",
        ),
    ),
    equivalents=(_in_order, _by_recursion, _until_all_is_there),
    answer_modules=ANSWERS,
)
