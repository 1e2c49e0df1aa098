"""What is graded: a sheet with its right answers, and the terms under which a class is graded on it."""

import json
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from prpn_class.sandbox.jail import Limits
from prpn_class.sandbox.library import fingerprint
from prpn_course import notebooks
from prpn_course.authoring import questions
from prpn_course.authoring.release import anatomy, exercise
from prpn_course.notebooks import role_of, task_of
from prpn_course.task import NotebookError, Question, Sheet
from prpn_course.tasks import find_sheet, follow


@dataclass(frozen=True)
class Exam:
    """All that a mark depends on besides the student's files. It travels, so it holds no code and no paths.

    Attributes:
        stem: of the sheet.
        exercise: the notebook as it was handed out, as JSON.
        answers: the solution's cells by their tasks, as JSON.
        seed: of all inputs.
        limits: of one submission.
        trust: mark without the sandbox where there is none.
        library: the fingerprint of the library that marks.
        counts: the tasks that count, by their ids; None where all do.
    """

    stem: str
    exercise: str
    answers: str
    seed: int
    limits: Limits
    trust: bool
    library: str
    counts: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Paper:
    """A sheet as the grader needs it: tasks, the exercise as handed out, right answers, open questions."""

    sheet: Sheet
    exercise: NotebookNode
    answers: dict[str, str]
    questions: tuple[Question, ...] = ()

    def exam(self, seed: int, limits: Limits, trust: bool, counts: list[str] | None = None) -> Exam:
        """The same in a form that travels, with the terms under which it is graded."""
        content, answers = json.dumps(self.exercise), json.dumps(self.answers)
        set_ = None if counts is None else tuple(counts)
        return Exam(self.sheet.stem, content, answers, seed, limits, trust, fingerprint(), set_)


def papers(solutions: Path | list[Path]) -> list[Paper]:
    """Read the solutions: all of a folder, or some of them.

    Raises:
        NotebookError: a solution is unreadable or unsound.
    """
    out = []
    for path in notebooks.find(listed(solutions)):
        solution = notebooks.read(path)
        try:
            follow(path.stem, [cell.source for cell in solution.cells if cell.cell_type == "code"])
            sheet = find_sheet(path.stem)
        except KeyError as error:
            raise NotebookError(f"{path}: {error.args[0]}") from None
        wrong = anatomy(solution, sheet)
        if wrong:
            raise NotebookError(f"{path}, {wrong[0]}")
        answers = {str(task_of(cell)): cell.source for cell in solution.cells if role_of(cell) == "answer"}
        asked = tuple(questions.read(solution, sheet.stem)[0])
        out.append(Paper(sheet, exercise(solution), answers, asked))
    return out


def listed(solutions: Path | list[Path]) -> list[Path]:
    """The places of the solutions, where one or several are given."""
    return solutions if isinstance(solutions, list) else [Path(solutions)]
