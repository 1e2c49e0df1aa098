"""A sheet with siblings of its tasks, drawn from a teacher's secret seed: a solution and an exercise.

What a sibling's cells have of their own stands in solutions/siblings, which students do not get:

    ["7.2b"]
    here = "..."                      # a paragraph before the hints: what is different
    back = "1 - stops(d, tau)"        # the task's function from the sibling's, for the cells below
    ["7.2b".text]                     # changes of the task's text; or text = "...", the whole of it
    'old' = 'new'
    ["7.2b".code]                     # changes of the task's answer; or code = "...", the whole of it
    'old' = 'new'

Title, function and signature stand in the sheet's `siblings` in `prpn_course.tasks`.
"""

import random
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from prpn_course import notebooks, tasks
from prpn_course.authoring.release import anatomy, exercise
from prpn_course.builder import read_facts
from prpn_course.notebooks import BACK, role_of, task_of
from prpn_course.task import NotebookError
from prpn_course.tasks.sibling import Sibling
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
        NotebookError: what the siblings need is missing or broken, or what comes out is unsound.
    """
    stem = solution.stem
    known = tasks.siblings_of(stem)
    place = solution.parent / FOLDER / f"{stem}.toml"
    if not place.exists():
        raise NotebookError(
            f"{place} is missing; give --solutions the course's own, with the whole folder {FOLDER}"
        )
    names = [f"{task}{random.Random(f'{seed} {task}').choice(sorted(some))}" for task, some in known.items()]
    notebook = drawn(notebooks.read(solution), place, names)
    notebook = notebooks.normalise(notebook, stem)
    notebook = notebooks.normalise(notebooks.execute(notebook, solution.parent), stem)
    tasks.follow(stem, [CALL.format(names=names)])
    if wrong := anatomy(notebook, tasks.find_sheet(stem)):
        raise NotebookError(f"{place}: {wrong[0]}")
    for folder, made in (("solutions", notebook), ("exercises", exercise(notebook))):
        files.write_text(out / folder / f"{stem}.ipynb", notebooks.dumps(made))
    return names


def drawn(solution: NotebookNode, place: Path, names: list[str]) -> NotebookNode:
    """The solution with the cells of some siblings in place of their tasks', and the call that names them.

    Args:
        solution: of the sheet.
        place: the file with what the siblings' cells have of their own.
        names: of the siblings, "7.2b".
    Raises:
        NotebookError: the file cannot be read, or a text that is to be changed does not stand in the task's
            cell once.
    """
    stem = place.stem
    try:
        tables, known = tomllib.loads(place.read_text("utf-8")), tasks.siblings_of(stem)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NotebookError(f"{place}: {error}; mend the file, or take the course's own") from None
    facts = {one["id"]: one for one in read_facts()[stem]}
    chosen = {name[:-1]: name for name in names}
    cells: list[NotebookNode] = []
    for cell in solution.cells:
        name = chosen.get(task_of(cell) or "")
        if name is None or role_of(cell) not in ("text", "answer", "check"):
            cells.append(cell)
            continue
        sibling, task, table = known[name[:-1]][name[-1]], facts[name[:-1]], tables.get(name, {})
        try:
            cells.append(_changed(cell, sibling, task, table))
        except ValueError as error:
            raise NotebookError(f"{place}, {name}: {error}; mend it for the task's cell") from None
        if role_of(cell) == "check" and "back" in table:
            back = {"prpn_edu": {"role": BACK}}
            cells.append(nbformat.v4.new_code_cell(_back(task, table["back"]), metadata=back))
    first = next(n for n, cell in enumerate(cells) if cell.cell_type == "code")
    said = ", ".join(f'"{name}"' for name in names)
    cells.insert(first + 1, nbformat.v4.new_code_cell(CALL.format(names=said)))
    return nbformat.from_dict({**solution, "cells": cells})


def _changed(cell: NotebookNode, sibling: Sibling, task: dict, table: Mapping) -> NotebookNode:
    """A cell of a task as one of its sibling.

    Raises:
        ValueError: a text that is to be changed does not stand there once.
    """
    cell, name = nbformat.from_dict(cell), task["function"]
    source = cell.source
    if role_of(cell) == "text":
        source = _patched(source, table.get("text", {}))
        source = source.replace(f"{task['id']} {task['title']}\n", f"{task['id']} {sibling.title}\n", 1)
        if here := table.get("here"):
            source = source.replace("<details>", f"{here.strip()}\n\n<details>", 1)
    elif role_of(cell) == "answer":
        source = _patched(source, table.get("code", {}))
        source = source.replace(f"def {name}{task['signature']}", f"def {name}{sibling.signature}", 1)
    else:
        source = source.replace(f", {name})", f", {sibling.function})")
    cell.source = re.sub(rf"(?<![\w.]){name}\(", f"{sibling.function}(", source)
    return cell


def _patched(source: str, change: Mapping[str, str] | str) -> str:
    """A text with some of its texts replaced, all at once; how their lines are broken does not matter.

    Raises:
        ValueError: one of them does not stand there once.
    """
    if isinstance(change, str):
        return change.strip()
    new = {}
    for number, (old, text) in enumerate(change.items()):
        pattern = r"\s+".join(map(re.escape, old.split()))
        if (found := len(re.findall(pattern, source))) != 1:
            raise ValueError(f"{old!r} stands {found} times in it, and not once")
        source = re.sub(pattern, f"\0{number}\0", source)
        new[f"\0{number}\0"] = text
    return re.sub(r"\0\d+\0", lambda mark: new[mark[0]], source)


def _back(task: dict, body: str) -> str:
    """The cell that gives the cells below the function that they know."""
    lines = body.strip().splitlines()
    lines[-1] = f"return {lines[-1]}"
    inside = "\n".join(f"    {line}".rstrip() for line in lines)
    return f'''def {task["function"]}{task["signature"]}:
    """The same as the rest of the sheet calls it."""
{inside}'''
