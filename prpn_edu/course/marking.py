"""One submission, marked: the student's cells between our checks, run by nbval in a folder of its own.

What counts is the output of our checks, compared outside the student's kernel with the output that the
solution stored. The student's own cells are run but not compared: what they print, and whether they warn, is
the student's business.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from prpn_edu.course import notebooks
from prpn_edu.course.anatomy import Sheet, Task
from prpn_edu.course.borrowing import borrowed
from prpn_edu.course.release import role_of, task_of
from prpn_edu.course.submissions import Own, Submission

SETTINGS = {"OMP_NUM_THREADS": "1", "PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
SPARE = 60  # seconds for starting and stopping, on top of what the cells may take


@dataclass(frozen=True)
class Mark:
    """What a task earned, and the words for it.

    Attributes:
        task: the task.
        earned: points, all or none.
        words: what the check said, or why there was no check.
    """

    task: Task
    earned: int
    words: str


@dataclass
class Student:
    """The result of one student.

    Attributes:
        name: the folder's name.
        marks: one for each task of every sheet, in order.
        remarks: what the student and the teacher should know besides.
    """

    name: str
    marks: list[Mark] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def earned(self) -> int:
        """The points of all tasks."""
        return sum(mark.earned for mark in self.marks)


def merge(
    submission: Submission, solution: NotebookNode, exercise: NotebookNode, sheet: Sheet
) -> NotebookNode:
    """Put the student's cells between the pristine cells.

    The given cells come first; then the student's cells in the student's order, each task's check at the
    place of the student's own check, or before the next answer where that is gone; then stub and check of
    what has no answer. No line of a solution is in the result, and of its outputs only those of the checks.
    """
    checks = {task_of(cell): cell for cell in solution.cells if role_of(cell) == "check"}
    stubs = {task_of(cell): cell for cell in exercise.cells if role_of(cell) == "answer"}
    first = next(n for n, cell in enumerate(exercise.cells) if role_of(cell) == "answer")
    merged = [cell for cell in exercise.cells[:first] if cell.cell_type == "code"]
    answered = [task.id for task in sheet.tasks if submission.answers(task.id)]
    places = {task_id: _place(submission.events, task_id) for task_id in answered}
    for number, event in enumerate([*submission.events, None]):
        merged += [checks[task_id] for task_id in answered if places[task_id] == number]
        if isinstance(event, Own):
            merged.append(new_code_cell(event.source, id=f"own-{number:03d}"))
    for task in sheet.tasks:
        if task.id not in answered:
            merged += [stubs[task.id], checks[task.id]]
    return nbformat.from_dict(
        {"cells": merged, "metadata": notebooks.METADATA, "nbformat": 4, "nbformat_minor": 5}
    )


def _place(events: list[Own | str], task_id: str) -> int:
    """The index of the event before which the check of an answered task stands."""
    last = max(n for n, event in enumerate(events) if isinstance(event, Own) and event.task == task_id)
    following = range(last + 1, len(events))
    for n in following:
        if events[n] == task_id:
            return n
    for n in following:
        if isinstance(events[n], Own) and events[n].task not in (None, task_id):
            return n
    return len(events)


def run_nbval(notebook: NotebookNode, timeout: int) -> dict[str, dict]:
    """Run a notebook through nbval in a fresh folder that holds nothing else.

    Args:
        notebook: with the outputs to compare with.
        timeout: seconds that one cell may take. The whole may take three cells' time and a little.
    Returns:
        from a cell's id to what the recorder wrote; cells that were not reached are missing.
    """
    with tempfile.TemporaryDirectory(prefix="prpn-edu-") as room, tempfile.TemporaryDirectory() as desk:
        path, record, settings = Path(room, "submission.ipynb"), Path(desk, "cells"), Path(desk, "pytest.ini")
        notebooks.write(notebook, path)
        settings.write_text("[pytest]\n", "utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-c", str(settings), "--rootdir", room]
        command += ["-p", "no:cacheprovider", "-p", "nbval.plugin"]
        command += ["-p", "prpn_edu.course.recorder", "--record-cells", str(record)]
        command += ["--nbval", "--nbval-current-env", "--nbval-cell-timeout", str(timeout), str(path)]
        process = subprocess.Popen(
            command,
            cwd=room,
            env={**os.environ, **SETTINGS},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            process.wait(3 * timeout + SPARE)
        except subprocess.TimeoutExpired:
            pass
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        lines = record.read_text("utf-8").splitlines() if record.is_file() else []
    return {line["id"]: line for line in map(json.loads, lines)}


def marks(
    submission: Submission, solution: NotebookNode, exercise: NotebookNode, sheet: Sheet, timeout: int
) -> list[Mark]:
    """Mark every task of a submission."""
    if not any(submission.answers(task.id) for task in sheet.tasks):
        return [Mark(task, 0, "No answer yet.") for task in sheet.tasks]
    seen = run_nbval(merge(submission, solution, exercise, sheet), timeout)
    check_ids = {task_of(cell): cell.id for cell in solution.cells if role_of(cell) == "check"}
    errors = _errors(submission, seen)
    out = []
    for task in sheet.tasks:
        source = borrowed(submission, task)
        if not submission.answers(task.id):
            out.append(Mark(task, 0, "No answer yet."))
        elif source:
            out.append(
                Mark(task, 0, f"The answer uses {source}, which holds it. Write it yourself; then compare.")
            )
        else:
            cell = seen.get(check_ids[task.id])
            earned = task.points if cell and cell["passed"] else 0
            out.append(Mark(task, earned, _words(cell, errors.get(task.id, []), timeout)))
    return out


def _errors(submission: Submission, seen: dict[str, dict]) -> dict[str, list[str]]:
    """What the answer cells of each task raised when they were run."""
    raised = {}
    for number, event in enumerate(submission.events):
        cell = seen.get(f"own-{number:03d}", {})
        if isinstance(event, Own) and event.task and cell.get("error"):
            raised.setdefault(event.task, []).append(f"Your cell raised {cell['error']}")
    return raised


def _words(cell: dict | None, errors: list[str], timeout: int) -> str:
    """What a student reads about one check."""
    if cell is None:
        return "\n".join(
            [*errors, "The check was not reached: an earlier cell stopped the kernel, or ran too long."]
        )
    if "imeout" in cell["trouble"] or "KeyboardInterrupt" in cell["error"]:
        return "\n".join(
            [*errors, f"The check ran for more than {timeout} s. Look for a loop without an end."]
        )
    said = cell["printed"].strip()
    if cell["error"].startswith("NotYet: "):
        said = cell["error"].removeprefix("NotYet: ")
    elif cell["error"]:
        said = f"{said}\nThe check met {cell['error']}".strip()
    if "Kernel dead" in cell["trouble"]:
        said = "The kernel died before this check: it ran out of memory, or was told to exit."
    return "\n".join([*errors, said or cell["trouble"]])
