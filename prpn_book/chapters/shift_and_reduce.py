"""Figures and tables of the chapter on shift and reduce; those of its measurements are in `grid`."""

from collections.abc import Callable, Mapping, Sequence
from operator import sub

from nltk import Tree
from torch import Tensor

from prpn_book import figures
from prpn_book.rounding import rounded
from prpn_edu import trees
from prpn_edu.loops import transitions as transition_loops


def recursion(texts: Sequence[str]) -> figures.Picture:
    """Figure: what the recursion does with two sentences, step by step."""
    rows = []
    for tree in map(transition_loops.parse, texts):
        words = iter(transition_loops.words(tree))
        rows.append(
            [next(words) if action == "SHIFT" else "join" for action in transition_loops.transitions(tree)]
        )
    return figures.batch_grid(
        rows,
        "What the recursion does with two sentences: it reads a word, or joins two parts. "
        "Hatched: the sentence is done.",
        axes=("sentence", "step $k$"),
    )


def run_to_the_right() -> figures.Picture:
    """Figure: the run of (8 (5 2))."""
    caption = "The run of (8 (5 2)). SHIFT moves a number over the wall; REDUCE joins the two beside it."
    return _run("(8 (5 2))", sub, caption, "fig-05-run")


def run_to_the_left() -> figures.Picture:
    """Figure: the run of ((8 5) 2)."""
    return _run("((8 5) 2)", sub, "The run of ((8 5) 2).")


def run_swapped() -> figures.Picture:
    """Figure: the run of (8 (5 2)) with the children swapped."""
    caption = "The same run with the children swapped: first 2 - 5, then -3 - 8."
    return _run("(8 (5 2))", lambda left, right: right - left, caption)


def _run(text: str, join: Callable[[int, int], int], caption: str, label: str = "") -> figures.Picture:
    tree = transition_loops.parse(text)
    return figures.stack_and_buffer(
        transition_loops.transitions(tree),
        transition_loops.words(tree),
        caption,
        label=label,
        join=lambda left, right: str(join(int(left), int(right))),
    )


def two_programs() -> figures.Picture:
    """Figure: two trees over three numbers and their actions."""
    return _programs(["(8 (5 2))", "((8 5) 2)"], "Two trees and their actions: S is SHIFT, R is REDUCE.")


def sense_and_nonsense() -> figures.Picture:
    """Figure: a tree that fits its words and one that does not, with their actions."""
    return _programs(
        ["((not bad) (but slow))", "(not ((bad but) slow))"],
        "A tree that fits the words, and one that does not. The machine runs both programs.",
    )


def _programs(texts: Sequence[str], caption: str) -> figures.Picture:
    parsed = [transition_loops.parse(text) for text in texts]
    drawn = [
        trees.from_transitions(transition_loops.transitions(tree), transition_loops.words(tree))
        for tree in parsed
    ]
    return figures.draw_trees(drawn, list(map(_letters, drawn)), caption=caption)


def _letters(tree: Tree) -> str:
    return " ".join(action[0] for action in trees.transitions(tree))


def heights() -> figures.Picture:
    """Figure: the height of the stack while three trees over four words are built."""
    lines = {}
    for text in ("(a (b (c d)))", "((a b) (c d))", "(((a b) c) d)"):
        states = transition_loops.trace(
            transition_loops.transitions(transition_loops.parse(text)), list("abcd"), transition_loops.pair
        )
        lines[text] = [len(stack) for _, stack, _ in states]
    caption = "The height of the stack while three trees are built; each run ends at height 1"
    return figures.curves(lines, range(8), ("actions done, k", "height of the stack"), caption, digits=0)


def five_programs() -> figures.Picture:
    """Figure: all binary trees over four words, each with its actions."""
    every = list(trees.binary_trees(["a", "b", "c", "d"]))
    caption = "All binary trees over four words, each with its program."
    return figures.draw_trees(every, list(map(_letters, every)), caption=caption)


def which_run(rows: Sequence[tuple[int, int, int, int, bool]]) -> figures.Table:
    """Table: how many lists of actions run, by number of words, and how many trees there are."""
    return figures.Table(
        ["words", "lists", "that run", "trees", "the same set"],
        [[*map(str, counts), "yes" if same else "no"] for *counts, same in rows],
        "Which lists of S and R are programs?",
    )


def which_child_first(rows: Sequence[tuple[str, int, int]]) -> figures.Table:
    """Table: what trees give when their children are subtracted, and what with the children swapped."""
    return figures.Table(
        ["tree", "right", "swapped"], [list(map(str, row)) for row in rows], "Which child comes first?"
    )


def buffers(sentences: Sequence[Sequence[str]]) -> figures.Picture:
    """Figure: the buffers of two sentences, padded."""
    return figures.batch_grid(
        sentences,
        "The buffers of two sentences, read from the left. Hatched: padding, which must stay where it is.",
        axes=("sentence", "word $t$"),
    )


def padded_programs(programs: Sequence[Sequence[str]]) -> figures.Picture:
    """Figure: the programs of two sentences, padded."""
    return figures.batch_grid(
        [[action[0] for action in program] for program in programs],
        "The programs of the two sentences: S is SHIFT, R is REDUCE, hatched is PAD.",
        axes=("sentence", "step $k$"),
        label="fig-05-programs",
    )


def in_step(programs: Sequence[Sequence[str]], calls: Sequence[Sequence]) -> figures.Table:
    """Table: what two machines do at each step, and the trees that one call of the cell makes."""
    waiting = iter(calls)
    rows = []
    for k, actions in enumerate(zip(*programs, strict=True)):
        made = next(waiting) if "REDUCE" in actions else []
        rows.append([str(k), *actions, ", ".join(map(transition_loops.brackets, made))])
    return figures.Table(
        ["step", "sentence 0", "sentence 1", "one call of the cell for"], rows, "Two machines in step"
    )


def by_depth(forest: Sequence) -> figures.Picture:
    """Figure: two trees, level by level."""
    caption = "Two trees, level by level. Lines lead from each bracket to its two parts."
    return figures.draw_levels(forest, caption, label="fig-05-levels")


def by_height(forest: Sequence) -> figures.Picture:
    """Figure: the same trees with the height of each bracket."""
    return figures.draw_levels(
        forest,
        "The same trees: the number at a bracket is its height. "
        "All brackets of one height are joined in one call.",
        heights=True,
    )


def agreement(found: Mapping[str, tuple[Tensor, Tensor]], want: tuple[Tensor, Tensor]) -> figures.Table:
    """Table: whether the roots and the gradients of each form are those of the recursion."""

    def agree(a: Tensor, b: Tensor) -> str:
        return "yes" if (a - b).abs().max() < 1e-5 else "no"

    return figures.Table(
        ["form", "states of the roots", "gradients"],
        [[form, *map(agree, made, want)] for form, made in found.items()],
        "Do they agree with the recursion to 1e-5?",
    )


def calls(rows_of: Mapping[tuple[int, str], Sequence[int]]) -> figures.Table:
    """Table: how often each form calls the cell, and with how many rows."""
    return figures.Table(
        ["sentences", "form", "calls", "rows in all", "rows a call"],
        [
            [str(size), form, str(len(rows)), str(sum(rows)), rounded(sum(rows) / len(rows), 1)]
            for (size, form), rows in rows_of.items()
        ],
        "Calls of the cell that join; leaves not counted",
    )


def rows_a_call(rows_of: Mapping[tuple[int, str], Sequence[int]]) -> figures.Picture:
    """Figure: the rows of each call for 25 sentences, as long as the stacks run."""
    recursion = rows_of[25, "recursively"]
    lines = {"recursion": recursion} | {form: rows_of[25, form] for form in ("by stacks", "by depth")}
    shown = len(lines["by stacks"])
    return figures.curves(
        {name: [*rows, *[0] * shown][:shown] for name, rows in lines.items()},
        range(1, shown + 1),
        ("call", "rows in the call"),
        "The calls for 25 sentences, 0 when all is done; the recursion goes on with one row to call "
        f"{len(recursion)}",
        digits=0,
    )


def roots(states: Mapping[str, Sequence[float]]) -> figures.Picture:
    """Figure: the first numbers of the root, for every tree over the same words."""
    return figures.matrix(
        list(states.values()),
        list(states),
        ["h_0", "h_1", "h_2"],
        "The first three numbers of the root, by the cell with random weights.",
        digits=4,
    )


def binarised() -> figures.Picture:
    """Figure: a bracket of three parts as brackets of two."""
    flat = Tree.fromstring("(X (X the old film) (X was very slow))")
    caption = "Brackets of three parts become brackets of two."
    return figures.draw_trees([flat, trees.binarise(flat)], ["as drawn", "binarised"], caption=caption)
