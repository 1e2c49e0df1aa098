"""The pristine notebook with one student's cells in it and the checks between them.

The order is that of the grader, see `plan`. The student's cells are compared with nothing and may raise. The
verdicts stand at the end, one for each task: each stores what the reference earns under the seed, and that
alone is what nbval compares.
"""

from collections.abc import Iterator

import nbformat
from nbformat import NotebookNode

from prpn_class.grading.pages import escaped
from prpn_class.grading.plan import Check, plan
from prpn_class.nbval import VERDICT
from prpn_class.nbval.checks import verdict
from prpn_class.sandbox.submission import Submission
from prpn_course.checking.judge import Judge
from prpn_course.notebooks import normalise, role_of, task_of
from prpn_course.task import NotebookError, Sheet, Task

FREE = ["nbval-ignore-output", "raises-exception"]
SKIPPED = ["nbval-skip"]
VERDICTS = "## The verdicts"
BEGIN = """# Made by `prpn-edu collect`: the inputs of the checks are drawn from this seed.
from prpn_class.nbval import checks as _checks

_checks.begin("{stem}", seed={seed}, seconds={seconds:g}, below={below})"""
CALL = """from prpn_class.nbval import checks as _checks

_checks.{step}({given})"""


class Splicer:
    """One sheet with the verdicts of the reference under one seed, ready for any number of submissions.

    Args:
        sheet: the tasks.
        exercise: the notebook as it was handed out.
        seed: of all inputs.
        seconds: that a cell may take.

    Raises:
        NotebookError: the reference does not earn its points under this seed.
    """

    def __init__(self, sheet: Sheet, exercise: NotebookNode, seed: int, seconds: float):
        self.sheet, self.exercise = sheet, exercise
        self.terms = {"stem": sheet.stem, "seed": seed, "seconds": seconds}
        self.expected = {task.id: _reference(task, sheet, seed) for task in sheet.tasks}

    def notebook(self, submission: Submission, remarks: list[str]) -> NotebookNode:
        """The notebook of one student.

        Args:
            submission: the student's own cells; none where nothing could be read.
            remarks: what whoever opens the notebook should know, such as why nothing could be read.
        """
        notebook = nbformat.from_dict({"cells": list(self._cells(submission, remarks)), "metadata": {}})
        return normalise(notebook, self.sheet.stem)

    def _cells(self, submission: Submission, remarks: list[str]) -> Iterator[NotebookNode]:
        cells = self.exercise.cells
        first = next(n for n, cell in enumerate(cells) if role_of(cell) == "answer")
        closing = 1 + max(n for n, cell in enumerate(cells) if role_of(cell) == "check")
        texts = {task_of(cell): cell for cell in cells if role_of(cell) == "text"}
        stubs = {task_of(cell): cell for cell in cells if role_of(cell) == "answer"}
        above = [cell for cell in cells[:first] if not task_of(cell)]
        yield from (_text(cell.source) for cell in above if cell.cell_type == "markdown")
        if remarks:
            yield _text("\n".join(f"- {escaped(remark)}" for remark in remarks))
        yield _code(BEGIN.format(**self.terms, below=submission.below))
        for step in plan(submission, self.exercise, self.sheet):
            if isinstance(step, Check):
                yield _call("ask", step.task.id, *step.answers)
                continue
            yield from (_text(texts.pop(task_id).source) for task_id in step.tasks if task_id in texts)
            yield _code(step.source, tags=FREE)
        for task in (task for task in self.sheet.tasks if task.id in texts):  # without an answer
            yield _text(texts[task.id].source)
            yield _code(stubs[task.id].source, tags=FREE)
            yield _call("ask", task.id, task.function)
        yield _text(VERDICTS)
        yield from map(self._verdict, self.sheet.tasks)
        for cell in cells[closing:]:
            markdown = cell.cell_type == "markdown"
            yield _text(cell.source) if markdown else _code(cell.source, tags=SKIPPED)

    def _verdict(self, task: Task) -> NotebookNode:
        """The cell that prints what the checks of a task found."""
        mark = {"role": VERDICT, "task": task.id, "name": f"{task.id} {task.title}"}
        stored = {"output_type": "stream", "name": "stdout", "text": f"{self.expected[task.id]}\n"}
        told = _code(CALL.format(step="tell", given=repr(task.id)), prpn_edu=mark)
        return nbformat.from_dict(told | {"execution_count": 1, "outputs": [stored]})


def _reference(task: Task, sheet: Sheet, seed: int) -> str:
    """The verdict that the reference earns."""
    judge = Judge(task, sheet, seed)
    report = judge.report(judge.expected)
    if not report.earned:
        raise NotebookError(f"task {task.id}: its reference earns nothing under the seed {seed}:\n{report}")
    return verdict(task.id, report)


def _call(step: str, *given: str) -> NotebookNode:
    return _code(CALL.format(step=step, given=", ".join(map(repr, given))), tags=FREE)


def _text(source: str) -> NotebookNode:
    return nbformat.from_dict({"cell_type": "markdown", "metadata": {}, "source": source})


def _code(source: str, **metadata) -> NotebookNode:
    blank: dict = {"cell_type": "code", "execution_count": None, "outputs": []}
    return nbformat.from_dict(blank | {"metadata": metadata, "source": source})
