"""From a solution to the exercise: regions become stubs, model answers go, nbgrader's metadata comes.

The solution notebook is the one source. Before anything is written its anatomy is checked, so that a student
never meets a task without a contract, without hints, or one that the solution itself does not solve.
"""

import ast
import copy
import re
from collections.abc import Iterator
from pathlib import Path

from nbformat import NotebookNode

from prpn_course import nbgrader, notebooks
from prpn_course.authoring import pairs, questions
from prpn_course.authoring.facts import ROLES, cells_of, definition
from prpn_course.authoring.facts import read as read_facts
from prpn_course.authoring.pairs import Side
from prpn_course.authoring.stubs import BEGIN, END, regions, stub
from prpn_course.checking.judge import Report
from prpn_course.notebooks import role_of, said, task_of
from prpn_course.task import NotebookError, Sheet, Task
from prpn_course.tasks import find, find_sheet

HINTS = 3
ALL_ROLES = (*ROLES, notebooks.BACK, questions.QUESTION, questions.OPEN)


def exercise(solution: NotebookNode) -> NotebookNode:
    """Return the exercise of a solution that has passed `anatomy`: stubs, no outputs, nbgrader's metadata."""
    released = copy.deepcopy(solution)
    released.metadata.pop("prpn_edu", None)  # the fingerprint of the solution's text
    for cell in released.cells:
        task_id, role = task_of(cell), role_of(cell)
        if role == "answer" and task_id:
            cell.source = stub(cell.source, task_id)
        if role == questions.OPEN:
            cell.source = questions.WRITE_HERE
        if role == "check" and task_id:
            cell.metadata["nbgrader"] = NotebookNode(nbgrader.metadata(find(task_id)[1]))
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return released


def anatomy(solution: NotebookNode, sheet: Sheet) -> list[str]:
    """Return all that is wrong with a solution notebook, each line with its place and its cure."""
    facts, wrong = read_facts(solution, sheet.stem)
    wrong += questions.read(solution, sheet.stem)[1]
    ids = {cell.id: f"{sheet.stem}-{number:03d}" for number, cell in enumerate(solution.cells)}
    first = next((cell_id for cell_id in ids if cell_id != ids[cell_id]), None)
    if first:  # the ids of those after it are wrong too
        wrong.append(f"cell {first}: its id should be {ids[first]}; run `prpn-edu refresh`")
    for cell in solution.cells:
        if role_of(cell) not in (None, *ALL_ROLES):
            roles = ", ".join(ALL_ROLES)
            wrong.append(f"cell {cell.id}: marked as {role_of(cell)!r}; a role is one of {roles}")
        if role_of(cell) != "answer" and re.search(r"(BEGIN|END) SOLUTION", cell.source):
            wrong.append(
                f"cell {cell.id}: holds a region but is not marked as an answer; mark it or move the region"
            )
    cells = cells_of(solution)
    for one in facts:
        task = sheet.task(one["id"])
        if not task:
            wrong.append(f"task {one['id']}: has no cases and mistakes; write them in prpn_course/tasks")
            continue
        for name, value in one.items():
            if getattr(task, name, value) != value:  # a task keeps no code
                wrong.append(
                    f"task {task.id}: {name} is {value!r} here, but the library has begun with "
                    f"{getattr(task, name)!r}; run the command again"
                )
        wrong += _task_anatomy(task, *(cells[task.id][role][0] for role in ROLES))
    return wrong


def _task_anatomy(task: Task, text: NotebookNode, answer: NotebookNode, check: NotebookNode) -> Iterator[str]:
    """Yield what is wrong with the cells of one task, whose facts could be read."""
    hints = len(re.findall(r"^<details>", text.source, re.MULTILINE))
    if hints != HINTS:
        yield f"cell {text.id}: has {hints} folded hints; write {HINTS}, each stronger than the one before"
    if not regions(answer.source):
        yield (
            f"cell {answer.id}: holds no region; put {BEGIN!r} and {END!r} around the lines that the student "
            "writes"
        )
    if not ast.get_docstring(definition(answer, task.id, task.function)):
        yield f"cell {answer.id}: {task.function} has no docstring, the contract in mathematics and shapes"
    if said(check) != str(Report(task, task.points)):
        yield f"cell {check.id}: stores no full marks; mend the solution and run `prpn-edu refresh solutions`"


def release(solutions: Path, exercises: Path) -> list[Path]:
    """Make the exercises of a folder of solutions. Nothing is written unless every solution is sound.

    Args:
        solutions: a folder of solution notebooks, or one of them.
        exercises: the folder to write to; made when absent. Notebooks there that have no solution are left
            alone.
    Returns:
        the files written, changed or not.
    Raises:
        NotebookError: names each file, cell and cure.
    """
    ready, wrong = [], []
    for path in notebooks.find([solutions]):
        solution = notebooks.read(path)
        if pairs.read(path).right is Side.TEXT:
            wrong.append(f"{path}: its text was edited since it was run; run `make pair`")
        try:
            sheet = find_sheet(path.stem)
        except KeyError as error:
            wrong.append(f"{path}: {error.args[0]}; add it to prpn_course/tasks, or rename the file")
            continue
        wrong += [f"{path}, {problem}" for problem in anatomy(solution, sheet)]
        if not wrong:
            ready.append((Path(exercises) / path.name, exercise(solution)))
    if wrong:
        raise NotebookError("\n".join([*wrong, "No exercise was written."]))
    Path(exercises).mkdir(parents=True, exist_ok=True)
    for path, notebook in ready:
        notebooks.write(notebook, path)
    return [path for path, _ in ready]
