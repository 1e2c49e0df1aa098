"""Tasks that a reader can do in a page of the book, in plain Python: what such a page needs to know of them.

An author asks for one where the task is written down: `task("7.6", ..., in_page=True)`. Its cases there are
those of the sheet that are the same under every seed, small enough to work by hand; its mistakes are those of
the sheet that a value alone gives away. `course.checking.plain` runs them in the reader's browser.
"""

import ast

import torch
from nbformat import NotebookNode
from torch import Tensor

from prpn_course.authoring.facts import cells_of
from prpn_course.checking.judge import Judge
from prpn_course.checking.outcomes import Outcome
from prpn_course.checking.shown import numbers, show
from prpn_course.notebooks import role_of
from prpn_course.task import Sheet, Task

FEWEST = 3  # cases, and mistakes that they tell apart from the right answer


def packed(task: Task, sheet: Sheet, notebook: NotebookNode) -> dict:
    """Return what a page needs of a task, as JSON can hold it.

    Args:
        task: one with `in_page`.
        sheet: the task's.
        notebook: the sheet, as students get it; its stub is what the reader begins with.
    Raises:
        ValueError: its stub needs torch, or too few of its cases or mistakes can be told in a page.
    """
    begun, given = _begin(task, notebook)
    judge = Judge(task, sheet)
    fixed = [
        k for k, (one, other) in enumerate(zip(judge.cases, task.cases(1), strict=True)) if _equal(one, other)
    ]
    mistakes = [
        {"name": found.name, "hint": found.hint, "came": came, "telling": telling}
        for found, theirs, wrong in judge.mistakes
        if (came := [_value(theirs[k]) for k in fixed])
        and (telling := [place for place, k in enumerate(fixed) if k in wrong])
        and all(came[k] is not None for k in telling)
    ]
    if min(len(fixed), len(mistakes)) < FEWEST:
        raise ValueError(
            f"task {task.id}: {len(fixed)} of its cases are the same under every seed, and tell "
            f"{len(mistakes)} of its mistakes; a page needs {FEWEST} of each. Yield cases by hand, or take "
            "in_page away"
        )
    return {
        "id": task.id,
        "function": task.function,
        "stub": begun,
        "given": given,
        "tolerance": task.tolerance,
        "whole": task.tolerance == 0 and not any(judge.expected[k].holds_floats for k in fixed),
        "cases": [_case(task, judge.cases[k], judge.expected[k]) for k in fixed],
        "mistakes": mistakes,
    }


def _begin(task: Task, notebook: NotebookNode) -> tuple[str, str]:
    """The stub of a task, and the constants of its sheet that the stub uses, as Python.

    Raises:
        ValueError: the stub uses torch or what it imports, or another function of the sheet.
    """
    (answer,) = cells_of(notebook)[task.id]["answer"]
    begun = answer.source
    names = {node.id for node in ast.walk(ast.parse(begun)) if isinstance(node, ast.Name)}
    setup = [cell.source for cell in notebook.cells if cell.cell_type == "code" and not role_of(cell)]
    given = []
    for node in (node for source in setup for node in ast.parse(source).body):
        if isinstance(node, ast.Assign) and names & _targets(node):
            given.append(ast.unparse(node))
        elif isinstance(node, ast.FunctionDef) and node.name in names:
            raise ValueError(
                f"task {task.id}: its stub calls {node.name} of the sheet, which a page does not have"
            )
    if "torch" in names or any(node.attr in dir(Tensor) for node in _attributes(begun)):
        raise ValueError(f"task {task.id}: its stub works on tensors, and a page has plain Python alone")
    return begun, "\n".join(given)


def _attributes(source: str) -> list[ast.Attribute]:
    """The places of a stub that ask an object for something that lists lack."""
    return [
        n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Attribute) and not hasattr(list, n.attr)
    ]


def _targets(node: ast.Assign) -> set[str]:
    return {name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}


def _case(task: Task, case: tuple, expected: Outcome) -> dict:
    """A case: its arguments as Python text, in words, and what is expected of them."""
    arguments = tuple(_listed(argument) for argument in case)
    return {
        "case": repr(arguments),
        "shown": [[name, show(value)] for name, value in zip(task.arguments, case, strict=True)],
        "expected": _value(expected),
        "told": show(expected.tensor),
        "size": numbers(case, expected),
    }


def _value(outcome: Outcome):
    """A result as nested lists, whole numbers as such; None where there is none, or none that is finite."""
    if outcome.value is None or not outcome.value.isfinite().all():
        return None
    return (outcome.value if outcome.holds_floats else outcome.value.long()).tolist()


def _listed(argument):
    """An argument without torch: 0.7, and not the float32 nearest to it."""
    if not isinstance(argument, Tensor):
        return argument
    if not argument.is_floating_point():
        return argument.tolist()
    return argument.numpy().astype(str).astype(float).tolist()


def _equal(one: tuple, other: tuple) -> bool:
    """Whether two cases are the same."""
    pairs = zip(one, other, strict=True)
    return all(torch.equal(a, b) if isinstance(a, Tensor) else a == b for a, b in pairs)
