"""Task 5.1: from a tree to its transitions."""

import numpy as np
import torch

from prpn_edu.course.task import Misconception, Task
from prpn_edu.course.tasks.shift_reduce_05.cases import (
    ANSWERS,
    LECTURE,
    LEFT,
    MIXED,
    REDUCE,
    SHIFT,
    program,
    random_tree,
    seeded,
)


def cases(seed: int) -> list[tuple]:
    """Trees as nested pairs: two words, the chapter's, random ones, a single word."""
    generator = seeded(seed)
    out = [(("good", "film"),), (LECTURE,), (LEFT,), (MIXED,)]
    return [*out, *((random_tree(generator, n),) for n in (3, 6, 9)), ("film",)]


def _in_order(tree, order):
    """The actions with the left part, the right part and the REDUCE in a given order."""
    if isinstance(tree, str):
        return [SHIFT]
    pieces = {"left": _in_order(tree[0], order), "right": _in_order(tree[1], order), "reduce": [REDUCE]}
    return [action for name in order for action in pieces[name]]


def _by_brackets(tree):
    text = repr(tree).replace("'", " ").replace(",", " ")
    tokens = text.replace("(", " ").replace(")", " ) ").split()
    return [1.0 if token == ")" else 0.0 for token in tokens]


def _by_own_stack(tree):
    todo, out = [tree], []
    while todo:
        node = todo.pop()
        if node is None:
            out.append(1)
        elif isinstance(node, str):
            out.append(0)
        else:
            todo += [None, node[1], node[0]]
    return torch.tensor(out)


def _by_numpy(tree):
    if isinstance(tree, str):
        return np.zeros(1)
    return np.concatenate([_by_numpy(part) for part in tree] + [np.ones(1)])


TASK = Task(
    id="5.1",
    title="From a tree to its transitions",
    function="transitions",
    signature="(tree)",
    points=2,
    minutes=5,
    difficulty="easy",
    section="From a tree to its transitions",
    axes=("k",),
    reference=lambda tree: torch.tensor(program(tree)),
    cases=cases,
    misconceptions=(
        Misconception(
            "shifts all words first and reduces at the end",
            lambda tree: sorted(program(tree)),
            "That is the right-branching tree, whatever came in. A bracket is joined as soon as its two "
            "parts are there.",
        ),
        Misconception(
            "puts REDUCE before its two parts",
            lambda tree: _in_order(tree, ("reduce", "left", "right")),
            "REDUCE joins what lies on the stack. When do the two parts lie there?",
        ),
        Misconception(
            "puts REDUCE between its two parts",
            lambda tree: _in_order(tree, ("left", "reduce", "right")),
            "Between the parts only the left one is on the stack: there is nothing yet to join it with.",
        ),
        Misconception(
            "does the right part before the left part",
            lambda tree: _in_order(tree, ("right", "left", "reduce")),
            "SHIFT takes the words from left to right. Which part holds the first words?",
        ),
        Misconception(
            "forgets the REDUCE of the whole sentence",
            lambda tree: program(tree)[: max(1, len(program(tree)) - 1)],
            "Count: n words need n - 1 REDUCEs. Which bracket is still open at the end?",
        ),
        Misconception(
            "exchanges the numbers of SHIFT and REDUCE",
            lambda tree: [1 - action for action in program(tree)],
            "0 is SHIFT and 1 is REDUCE, so every list begins with 0.",
        ),
    ),
    equivalents=(_by_brackets, _by_own_stack, _by_numpy),
    answer_modules=ANSWERS,
)
