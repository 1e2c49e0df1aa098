"""A sheet with siblings of its tasks, drawn from a teacher's secret seed: a solution and an exercise.

The texts and the solutions of the siblings stand in solutions/siblings, which students do not get.
"""

import random
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from prpn_course import notebooks, tasks
from prpn_course.authoring import pairs
from prpn_course.authoring.release import anatomy, exercise
from prpn_course.notebooks import role_of, task_of
from prpn_course.task import NotebookError
from prpn_edu import files

FOLDER = "siblings"
CALL = """from prpn_course.tasks import siblings

siblings({names})  # which tasks this sheet has"""


def make(solution: Path, seed: str, out: Path) -> list[str]:
    """Write `solutions/NAME.ipynb` and `exercises/NAME.ipynb` of a sheet with siblings below a folder.

    Args:
        solution: of the sheet as it stands in the course; the siblings lie beside it.
        seed: the teacher's secret; the same one draws the same siblings.
        out: the folder.
    Returns:
        the siblings that were drawn.
    Raises:
        NotebookError: the sheet has no siblings, or what comes out is unsound.
    """
    stem = solution.stem
    known = tasks.siblings_of(stem)
    place = solution.parent / FOLDER / f"{stem}.md"
    if not known or not place.exists():
        there = ", ".join(one for one in tasks.MODULES if tasks.siblings_of(one))
        raise NotebookError(f"{stem} has no siblings yet; sheets that have: {there}")
    names = [f"{task}{random.Random(f'{seed} {task}').choice(sorted(some))}" for task, some in known.items()]
    notebook = drawn(notebooks.read(solution), pairs.to_notebook(place.read_text("utf-8"), place), names)
    notebook = notebooks.normalise(notebook, stem)
    notebook = notebooks.normalise(notebooks.execute(notebook, solution.parent), stem)
    tasks.follow(stem, [CALL.format(names=names)])
    if wrong := anatomy(notebook, tasks.find_sheet(stem)):
        raise NotebookError(f"{place}: {wrong[0]}")
    for folder, made in (("solutions", notebook), ("exercises", exercise(notebook))):
        files.write_text(out / folder / f"{stem}.ipynb", notebooks.dumps(made))
    return names


def drawn(solution: NotebookNode, siblings: NotebookNode, names: list[str]) -> NotebookNode:
    """The solution with the cells of some siblings in place of their tasks', and the call that names them.

    Args:
        solution: of the sheet.
        siblings: the cells of all of its siblings; those with the role "adapter" give the cells below the
            functions that they know.
        names: of the siblings, "7.2b".
    """
    cells: list[NotebookNode] = []
    for cell in solution.cells:
        task = task_of(cell)
        name = next((one for one in names if task and one[:-1] == task), None)
        if name is None or role_of(cell) not in ("text", "answer", "check"):
            cells.append(cell)
        elif role_of(cell) == "text":
            theirs = [one for one in siblings.cells if f"{task_of(one)}{_letter(one)}" == name]
            cells += [_bare(one) for one in theirs]
    first = next(n for n, cell in enumerate(cells) if cell.cell_type == "code")
    said = ", ".join(f'"{name}"' for name in names)
    cells.insert(first + 1, nbformat.v4.new_code_cell(CALL.format(names=said)))
    return nbformat.from_dict({**solution, "cells": cells})


def _letter(cell: NotebookNode) -> str:
    return cell.metadata.get("prpn_edu", {}).get("sibling", "")


def _bare(cell: NotebookNode) -> NotebookNode:
    """A cell with the marks that every solution's has; an adapter has none."""
    cell = nbformat.from_dict(cell)
    mark = {"role": role_of(cell), "task": task_of(cell)}
    cell.metadata = nbformat.from_dict({} if mark["role"] == "adapter" else {"prpn_edu": mark})
    return cell
