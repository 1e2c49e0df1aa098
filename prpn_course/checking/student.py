"""A student's own report: run the notebook as it is, from the top, and add up what its checks say."""

import re
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from prpn_course import notebooks, tasks
from prpn_course.checking.judge import read_headline
from prpn_course.task import NotebookError, Sheet, Task, points

RUN_ON = """from prpn_course.checking.kernel import run_on

run_on()"""
AGAIN = """from prpn_course.checking.check import again

again("{}")"""
NOT_PYTHON = ("SyntaxError", "IndentationError", "TabError")
FILE = re.compile(r" \([^()]*, line (\d+)\)$")  # a kernel keeps each cell as a file with a number for a name


def report(path: Path, timeout: int = 60) -> tuple[str, int, int]:
    """Run a notebook and report on it. The file is not changed.

    Args:
        path: an exercise or a solution, whatever its name is now.
        timeout: seconds that one cell may take.
    Returns:
        the report, the points earned, and those that can be earned: tasks that the notebook marks as not set
        have none.
    Raises:
        NotebookError: the notebook cannot be read or run, or has no task of a known sheet.
    """
    path = Path(path)
    if not path.is_file():
        raise NotebookError(f"{path}: no such file; give the notebook to check")
    notebook = notebooks.read(path)
    sheet = sheet_of(notebook, path)
    set_ = [task for task in sheet.tasks if _is_set(notebook, task)]
    notebook.cells.insert(0, new_code_cell(RUN_ON))
    notebook.cells += [new_code_cell(AGAIN.format(task.id), metadata={"again": task.id}) for task in set_]
    notebooks.execute(notebook, path.resolve().parent, timeout, allow_errors=True)
    earned, lines = 0, []
    for task in set_:
        gained, words = _task(notebook, task)
        earned += gained
        lines += [words, ""] if "\n" in words else [words]
    if left := [task.id for task in sheet.tasks if task not in set_]:
        lines.append(f"Not set: {', '.join(left)}.")
    most = sum(task.points for task in set_)
    lines.append(f"{sheet.stem}: {earned} of {points(most)}.")
    return "\n".join(lines), earned, most


def sheet_of(notebook: NotebookNode, path: Path) -> Sheet:
    """Return the sheet of a notebook, by the file's name, else by the checks that it holds.

    Raises:
        NotebookError: it has none.
    """
    tasks.follow(path.stem, [cell.source for cell in notebook.cells if cell.cell_type == "code"])
    if path.stem in tasks.MODULES:
        return tasks.find_sheet(path.stem)
    for sheet in tasks.SHEETS:
        if any(_checks(cell, task) for cell in notebook.cells for task in sheet.tasks):
            return sheet
    known = ", ".join(f"{sheet.stem}.ipynb" for sheet in tasks.SHEETS)
    raise NotebookError(f"{path}: holds no check of a known exercise; those are {known}")


def _is_set(notebook: NotebookNode, task: Task) -> bool:
    """Whether no text in the notebook says of a task that it is not set."""
    told = (cell.source for cell in notebook.cells if cell.source.startswith(f"## {task.id} "))
    return not any(task.not_set in source for source in told)


def _checks(cell: NotebookNode, task: Task) -> bool:
    pattern = rf"""\bcheck\(\s*['"]{re.escape(task.id)}['"]"""
    return cell.cell_type == "code" and re.search(pattern, cell.source) is not None


def _errors(cell: NotebookNode) -> list[NotebookNode]:
    return [output for output in cell.outputs if output.output_type == "error"]


def _unfinished(notebook: NotebookNode, task: Task) -> str:
    """Why the last cell that should define the function did not; "" where it did."""
    defines = re.compile(rf"^\s*def\s+{task.function}\b", re.MULTILINE)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code" and defines.search(cell.source)]
    error = next(iter(_errors(cells[-1])), None) if cells else None
    if error is None:
        return ""
    words = FILE.sub(r" (line \1 of the cell)", error.evalue)
    what = "is not Python yet" if error.ename in NOT_PYTHON else "did not run to its end"
    return f"The cell that defines {task.function} {what}: {error.ename}: {words}"


def _task(notebook: NotebookNode, task: Task) -> tuple[int, str]:
    """The points of one task and the words for them: from its last check, or from the one at the end."""
    nothing = f"{task.id} {task.title}: 0 of {points(task.points)}."
    cells = [cell for cell in notebook.cells if _checks(cell, task)]
    at_the_end = [cell for cell in notebook.cells if cell.metadata.get("again") == task.id]
    found = [
        (read_headline(notebooks.said(cell), task.id), notebooks.said(cell).strip())
        for cell in cells[-1:] + at_the_end
    ]
    reports = [(earned, shown) for earned, shown in found if earned is not None]
    if reports:
        return max(reports, key=lambda one: one[0])
    if not cells:
        return 0, f'{nothing}\nIts check is gone. Put it back: check("{task.id}", {task.function})'
    shown = found[0][1]
    if re.search(rf"^{re.escape(task.id)} .*: still open, ", shown, re.MULTILINE):
        return 0, f"{nothing} Still open."
    errors = _errors(cells[-1])
    if trouble := _unfinished(notebook, task):
        return 0, f"{nothing}\n{trouble}"
    if errors and errors[0].ename == "KeyboardInterrupt":
        return 0, f"{nothing}\nIt ran too long. Look for a loop without an end."
    reason = f"{errors[0].ename}: {errors[0].evalue}" if errors else "it printed no report"
    return 0, f"{nothing}\nIts check did not finish: {reason}"
