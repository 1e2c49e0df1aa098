"""From a solution to the exercise: regions become stubs, outputs go, nbgrader's metadata comes.

The solution notebook is the one source. Before anything is written its anatomy is checked, so that a student
never meets a task without a check, a check of another function, or points that differ from those that are
given.
"""

import ast
import copy
import re
from pathlib import Path

from nbformat import NotebookNode

from prpn_edu.course.authoring import nbgrader, notebooks
from prpn_edu.course.checking.judge import Report
from prpn_edu.course.task import NotebookError, Sheet, Task
from prpn_edu.course.tasks import find, find_sheet

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
HINTS = 3


def task_of(cell: NotebookNode) -> str | None:
    """Return the task that a cell belongs to, None for a cell that belongs to none."""
    return cell.metadata.get("prpn_edu", {}).get("task")


def role_of(cell: NotebookNode) -> str | None:
    """Return a cell's role in its task: "text", "answer" or "check"."""
    return cell.metadata.get("prpn_edu", {}).get("role")


def stub(source: str, task_id: str) -> str:
    """Replace each solution region of a cell by a line that raises `NotYet`.

    Raises:
        ValueError: markers that do not come in pairs, or a region without a line; the message has the cure.
    """
    kept, begun = [], None
    for number, line in enumerate(source.splitlines(), start=1):
        if line.strip() == BEGIN:
            if begun:
                raise ValueError(f"line {number} begins a region inside another; end the first with {END!r}")
            begun = number
            kept.append(line[: len(line) - len(line.lstrip())] + f'raise NotYet("{task_id}")')
        elif line.strip() == END:
            if not begun:
                raise ValueError(f"line {number} ends a region that was not begun; put {BEGIN!r} before it")
            if number == begun + 1:
                raise ValueError(
                    f"the region of lines {begun} and {number} is empty; put the solution into it"
                )
            begun = None
        elif "BEGIN SOLUTION" in line or "END SOLUTION" in line:
            raise ValueError(
                f"line {number} is nearly a marker; write {BEGIN!r} or {END!r}, alone on its line"
            )
        elif not begun:
            kept.append(line)
    if begun:
        raise ValueError(f"the region that begins in line {begun} does not end; add {END!r}")
    return "\n".join(kept)


def regions(source: str) -> list[str]:
    """Return the lines inside the solution regions of a cell, markers left out."""
    inside, lines = False, []
    for line in source.splitlines():
        if line.strip() in (BEGIN, END):
            inside = line.strip() == BEGIN
        elif inside:
            lines.append(line)
    return lines


def exercise(solution: NotebookNode) -> NotebookNode:
    """Return the exercise of a solution that has passed `anatomy`: stubs, no outputs, nbgrader's metadata."""
    released = copy.deepcopy(solution)
    released.metadata.pop("prpn_edu", None)  # the fingerprint of the solution's text
    for cell in released.cells:
        task_id, role = task_of(cell), role_of(cell)
        if role == "answer":
            cell.source = stub(cell.source, task_id)
        if role == "check":
            cell.metadata["nbgrader"] = NotebookNode(nbgrader.metadata(find(task_id)[1]))
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return released


def anatomy(solution: NotebookNode, sheet: Sheet) -> list[str]:
    """Return all that is wrong with a solution notebook, each line with its place and its cure."""
    wrong = []
    parts = {task.id: {"text": [], "answer": [], "check": []} for task in sheet.tasks}
    for number, cell in enumerate(solution.cells):
        task_id, role = task_of(cell), role_of(cell)
        if cell.id != f"{sheet.stem}-{number:03d}":
            wrong.append(
                f"cell {cell.id}: its id should be {sheet.stem}-{number:03d}; run `prpn-edu refresh`"
            )
        if role != "answer" and re.search(r"(BEGIN|END) SOLUTION", cell.source):
            wrong.append(
                f"cell {cell.id}: holds a region but is not marked as an answer; mark it or move the region"
            )
        if role is None:
            continue
        if task_id not in parts or role not in parts[task_id]:
            wrong.append(
                f"cell {cell.id}: marked as {role!r} of task {task_id!r}, which the sheet does not know"
            )
        else:
            parts[task_id][role].append((number, cell))
    for task in sheet.tasks:
        wrong += _task_anatomy(task, **parts[task.id])
    order = [parts[task.id]["text"][0][0] for task in sheet.tasks if parts[task.id]["text"]]
    if order != sorted(order):
        wrong.append("the tasks stand in another order than on the sheet; move their cells")
    return wrong


def _task_anatomy(task: Task, text: list, answer: list, check: list) -> list[str]:
    """What is wrong with the cells of one task."""
    for role, cells in (("text", text), ("answer", answer), ("check", check)):
        if len(cells) != 1:
            return [f"task {task.id}: has {len(cells)} cells marked {role!r}; there must be one"]
    (text_at, text), (answer_at, answer), (check_at, check) = text[0], answer[0], check[0]
    wrong = []
    if not text_at < answer_at < check_at:
        wrong.append(f"task {task.id}: its cells must stand in the order text, answer, check")
    heading = f"## {task.id} {task.title}"
    if not text.source.startswith(f"{heading}\n\n{task.facts}\n"):
        wrong.append(f"cell {text.id}: must begin with {heading!r}, an empty line and {task.facts!r}")
    hints = len(re.findall(r"^<details>", text.source, re.MULTILINE))
    if hints != HINTS:
        wrong.append(
            f"cell {text.id}: has {hints} folded hints; write {HINTS}, each stronger than the one before"
        )
    wrong += [f"cell {answer.id}: {problem}" for problem in _answer_anatomy(task, answer.source)]
    if check.source != f'check("{task.id}", {task.function})':
        wrong.append(f'cell {check.id}: must be the one line check("{task.id}", {task.function})')
    stored = "".join(output.get("text", "") for output in check.outputs)
    if stored != f"{Report(task, task.points)}\n":
        wrong.append(
            f"cell {check.id}: stores no full marks; mend the solution and run `prpn-edu refresh solutions`"
        )
    return wrong


def _answer_anatomy(task: Task, source: str) -> list[str]:
    """What is wrong with an answer cell: its regions, its stub, its contract."""
    if not regions(source):
        return [f"holds no region; put {BEGIN!r} and {END!r} around the lines that the student writes"]
    try:
        tree = ast.parse(stub(source, task.id))
    except SyntaxError as error:
        return [f"line {error.lineno} of its stub is no Python; let a region replace whole statements"]
    except ValueError as error:
        return [str(error)]
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    if task.function not in functions:
        return [f"does not define {task.function}; task {task.id} checks a function of that name"]
    node = functions[task.function]
    wrong = []
    names = [argument.arg for argument in node.args.args]
    if names != task.arguments:
        wrong.append(f"{task.function} takes ({', '.join(names)}); the sheet says {task.signature}")
    if not ast.get_docstring(node):
        wrong.append(f"{task.function} has no docstring; it is the contract, in mathematics and shapes")
    return wrong


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
        try:
            sheet = find_sheet(path.stem)
        except KeyError as error:
            wrong.append(f"{path}: {error.args[0]}; add it to prpn_edu/course/tasks, or rename the file")
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
