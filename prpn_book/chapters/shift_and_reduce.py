"""Figures and tables of the chapter on shift and reduce; those of its measurements are in `grid`."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from operator import sub

import torch
from nltk import Tree
from torch import Tensor

from prpn_book import figures
from prpn_book.figures.stack import run
from prpn_book.rounding import rounded
from prpn_edu import data, trees
from prpn_edu.composition import BinaryTreeLstm
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
        axes=("sentence", "step"),
        columns=_steps(rows),
    )


def run_to_the_right() -> figures.Picture:
    """Figure: the run of (8 (5 2))."""
    caption = "The run of (8 (5 2)). SHIFT moves a number over the wall; REDUCE joins the two beside it."
    sheet, told = _run("(8 (5 2))")
    return figures.picture(sheet, "\n".join([caption, *told]), caption)


def both_runs() -> figures.Picture:
    """Figure: the run of ((8 5) 2), and once more that of (8 (5 2)) to compare."""
    both, lines, right = figures.Sheet(), ["Both runs."], 0.0
    for text in ("(8 (5 2))", "((8 5) 2)"):
        sheet, told = _run(text)
        sheet.text(10, -8, text, anchor="start", kind="bold")
        both.add(sheet, right - sheet.extent[0], alone=True)
        right += sheet.extent[2] - sheet.extent[0] + 60
        lines += [text, *told]
    return figures.picture(both, "\n".join(lines), "Both runs.")


def _run(text: str) -> tuple[figures.Sheet, list[str]]:
    tree = transition_loops.parse(text)
    return run(
        transition_loops.transitions(tree),
        transition_loops.words(tree),
        join=lambda left, right: str(int(left) - int(right)),
    )


def _letters(tree: Tree) -> str:
    return " ".join(action[0] for action in trees.transitions(tree))


def five_programs() -> figures.Picture:
    """Figure: all binary trees over four words, each with its actions."""
    every = list(trees.binary_trees(["a", "b", "c", "d"]))
    caption = "All binary trees over four words, each with its program."
    return figures.draw_trees(every, list(map(_letters, every)), caption=caption)


def which_run(is_program: Callable[[Sequence[str]], bool]) -> figures.Table:
    """Table: how many lists of actions run, by number of words, and whether they are those of all trees."""
    rows = []
    for n in range(2, 8):
        lists = list(product(["SHIFT", "REDUCE"], repeat=2 * n - 1))
        run = {actions for actions in lists if is_program(actions)}
        of_trees = {
            tuple(trees.transitions(tree)) for tree in trees.binary_trees([f"w{i}" for i in range(n)])
        }
        counts = map(str, (n, len(run)))
        rows.append([*counts, "yes" if run == of_trees else "no"])
    return figures.Table(
        ["words", "lists that run", "those of all trees?"], rows, "Which lists of S and R are programs?"
    )


def which_child_first(swapped: Callable) -> figures.Table:
    """Table: what trees give when their children are subtracted, and what with a step that swaps them."""
    rows = []
    for text in ("(8 (5 2))", "((8 5) 2)", "(7 7)"):
        tree = transition_loops.parse(text)
        program, numbers = transition_loops.transitions(tree), list(map(int, transition_loops.words(tree)))
        stack, buffer = list[int](), numbers[::-1]
        for action in program:
            swapped(action, stack, buffer, sub)
        rows.append([text, str(transition_loops.run(program, numbers, sub)), str(stack.pop())])
    return figures.Table(["tree", "right", "swapped"], rows, "Which child comes first?")


def padded_programs(texts: Sequence[str]) -> figures.Picture:
    """Figure: the programs of some trees, padded."""
    rows = [[action[0] for action in program] for program in map(_program, texts)]
    return figures.batch_grid(
        rows,
        "The programs of the two sentences: S is SHIFT, R is REDUCE, hatched is PAD.",
        axes=("sentence", "step"),
        columns=_steps(rows),
    )


def _steps(rows: Sequence[Sequence[str]]) -> list[str]:
    """The numbers of the steps of the longest row, from 1, as in the stepper."""
    return [str(k) for k in range(1, 1 + max(map(len, rows)))]


def _program(text: str) -> list[str]:
    return transition_loops.transitions(transition_loops.parse(text))


def _padded(programs: Sequence[list[str]]) -> list[list[str]]:
    longest = max(map(len, programs))
    return [program + ["PAD"] * (longest - len(program)) for program in programs]


def by_depth(forest: Sequence) -> figures.Picture:
    """Figure: two trees, level by level."""
    caption = "Two trees, level by level. Lines lead from each bracket to its two parts."
    return figures.draw_levels(forest, caption, label="fig-05-levels")


def by_height(forest: Sequence) -> figures.Picture:
    """Figure: the same trees with the height of each bracket."""
    caption = "The number at a bracket is its height. All brackets of one height are joined in one call."
    return figures.draw_levels(forest, caption, heights=True)


class CountedCell:
    """The cell of a binary Tree-LSTM with random weights, which notes the rows of each of its calls.

    A state is a tensor (2, H), output and memory; a forest is a list of trees as pairs of pairs of words.

    Attributes:
        rows: of each call of `join_all` so far.
    """

    def __init__(self, vocabulary: data.Vocabulary):
        torch.manual_seed(5)
        self.vocabulary, self.rows = vocabulary, list[int]()
        self.model = BinaryTreeLstm(vocabulary, embedding=16, hidden=24).eval()

    def word_states(self, words: Sequence[str]) -> list[Tensor]:
        """The states of some words."""
        vectors = self.model.word_vectors(torch.tensor(self.vocabulary.encode(words)))
        return list(torch.stack(self.model.cell.leaf(vectors), 1))

    def join_all(self, lefts: Sequence[Tensor], rights: Sequence[Tensor]) -> list[Tensor]:
        """The states of the nodes over some pairs, by one call of the cell."""
        self.rows.append(len(lefts))
        parts = torch.stack([torch.stack(list(lefts)), torch.stack(list(rights))], 1)  # (n, 2, 2, H)
        return list(torch.stack(self.model.cell.join(*parts.unbind(2)), 1))

    def recursively(self, forest: Sequence) -> list[Tensor]:
        """The roots of a forest, one join at a time."""

        def state(node) -> Tensor:
            if isinstance(node, str):
                return self.word_states([node])[0]
            return self.join_all([state(node[0])], [state(node[1])])[0]

        return list(map(state, forest))

    def by_stacks(self, forest: Sequence) -> list[Tensor]:
        """The roots of a forest, by machines that run side by side."""
        programs = _padded(list(map(transition_loops.transitions, forest)))
        leaves = [self.word_states(transition_loops.words(tree)) for tree in forest]
        return transition_loops.run_batch(programs, leaves, self.join_all)


def nested(tree: Tree) -> list:
    """A tree of the treebank as pairs of pairs of words."""
    return transition_loops.run(trees.transitions(tree), tree.leaves(), transition_loops.pair)


def agreement(cell: CountedCell, batch: Sequence[Tree], by_depth: Callable) -> figures.Table:
    """Table: whether the roots and the gradients of each form are those of the recursion."""
    model, forest = cell.model, list(map(nested, batch))

    def roots_and_gradient(form: Callable) -> tuple[Tensor, Tensor]:
        model.zero_grad()
        roots = torch.stack(list(form(forest)))  # (B, 2, H)
        roots.square().mean().backward()
        slopes = [p.grad for p in model.parameters() if p.grad is not None]
        return roots.detach(), torch.cat([slope.flatten() for slope in slopes])

    def agree(a: Tensor, b: Tensor) -> str:
        return "yes" if (a - b).abs().max() < 1e-5 else "no"

    want, rows = roots_and_gradient(cell.recursively), []
    for form in (cell.by_stacks, by_depth):
        rows.append([form.__name__.replace("_", " "), *map(agree, roots_and_gradient(form), want)])
    return figures.Table(
        ["form", "states of the roots", "gradients"],
        rows,
        "Do they agree with the recursion to within 0.00001?",
    )


def rows_of_calls(cell: CountedCell, by_depth: Callable) -> dict[str, list[int]]:
    """The rows of each call that joins 25 sentences, by the form."""
    forest, found = list(map(nested, data.toy("train", 25))), {}
    for form in (cell.recursively, cell.by_stacks, by_depth):
        cell.rows.clear()
        with torch.no_grad():
            form(forest)
        found[form.__name__.replace("_", " ")] = list(cell.rows)
    return found


def calls(rows_of: Mapping[str, Sequence[int]]) -> figures.Table:
    """Table: how often each form calls the cell, and with how many rows."""
    return figures.Table(
        ["form", "calls", "rows a call"],
        [[form, str(len(rows)), rounded(sum(rows) / len(rows), 1)] for form, rows in rows_of.items()],
        "25 sentences: calls of the cell that join",
    )
