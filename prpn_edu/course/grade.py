"""A class, graded: one folder a student in, grades and feedback out.

A submission that is broken, in whatever way, is the trouble of one student: it is reported, and the class
goes on. The report is written beside its place and moved there at the end, so that a half-written one is
never mistaken for a whole.
"""

import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from prpn_edu.course import notebooks, reports
from prpn_edu.course.anatomy import NotebookError, Sheet
from prpn_edu.course.marking import Mark, Student, marks
from prpn_edu.course.release import anatomy, exercise
from prpn_edu.course.submissions import SubmissionError, locate, take
from prpn_edu.course.tasks import find_sheet

CONFINEMENT = (
    "This version does not confine what students wrote: their code runs with your rights, can read your "
    "files and use your network, and could forge its marks. Grade in a machine or container that holds "
    "nothing you would miss."
)


@dataclass(frozen=True)
class Paper:
    """A sheet as the grader needs it: the solution, and the exercise as it was handed out."""

    sheet: Sheet
    solution: NotebookNode
    exercise: NotebookNode


def papers(solutions: Path) -> list[Paper]:
    """Read the solutions.

    Raises:
        NotebookError: a solution is unreadable or unsound.
    """
    out = []
    for path in notebooks.find([solutions]):
        solution = notebooks.read(path)
        try:
            sheet = find_sheet(path.stem)
        except KeyError as error:
            raise NotebookError(f"{path}: {error.args[0]}") from None
        wrong = anatomy(solution, sheet)
        if wrong:
            raise NotebookError(f"{path}, {wrong[0]}")
        out.append(Paper(sheet, solution, exercise(solution)))
    return out


def grade(
    submissions: Path,
    out: Path,
    solutions: Path,
    timeout: int = 30,
    tell: Callable[[str], None] = lambda line: None,
) -> list[Student]:
    """Grade every student's folder and write the report.

    Args:
        submissions: a folder with one folder for each student.
        out: the report's folder; an older report there is replaced, anything else is left alone.
        solutions: the folder of the solutions, or one of them.
        timeout: seconds that one cell may take.
        tell: called with a line after each student.
    Returns:
        the students, by name.
    Raises:
        NotebookError: nothing could be graded: no such folder, no students in it, unsound solutions, or a
            place for the report that is taken.
    """
    submissions, out = Path(submissions), Path(out)
    sheets = papers(solutions)
    folders = _students(submissions)
    if out.exists() and not (out / reports.GRADES).is_file() and (not out.is_dir() or any(out.iterdir())):
        raise NotebookError(
            f"{out}: exists and is not a report; give --out the name of a folder that is free"
        )
    students = []
    for folder in folders:
        student = _grade_one(folder, sheets, timeout)
        students.append(student)
        total = sum(paper.sheet.points for paper in sheets)
        tell(f"{student.name}: {student.earned} of {total}")
    _write(students, [paper.sheet for paper in sheets], out)
    return students


def _students(submissions: Path) -> list[Path]:
    """The folders of the students, links and hidden ones left out."""
    if not submissions.is_dir():
        raise NotebookError(
            f"{submissions}: no such folder; give the one that holds a folder for each student"
        )
    folders = [p for p in sorted(submissions.iterdir()) if not p.name.startswith(".")]
    folders = [p for p in folders if p.is_dir() and not p.is_symlink()]
    if not folders:
        raise NotebookError(f"{submissions}: holds no folder of a student; each notebook needs a folder")
    return folders


def _grade_one(folder: Path, sheets: list[Paper], timeout: int) -> Student:
    """Grade one student. Whatever goes wrong stays with this student."""
    student = Student(folder.name.encode("utf-8", "replace").decode("utf-8"))
    for paper in sheets:
        try:
            path, remarks = locate(folder, paper.sheet)
            student.remarks += remarks
            if path:
                submission = take(path, paper.exercise, paper.sheet)
                student.remarks += submission.remarks
                student.marks += marks(submission, paper.solution, paper.exercise, paper.sheet, timeout)
                continue
        except SubmissionError as error:
            student.remarks.append(str(error))
        except Exception as error:  # the class goes on, whatever one submission does
            student.remarks.append(
                f"could not be graded ({type(error).__name__}: {error}); look at it by hand"
            )
        student.marks += [Mark(task, 0, "Not graded.") for task in paper.sheet.tasks]
    return student


def _write(students: list[Student], sheets: list[Sheet], out: Path) -> None:
    """Write the report beside its place, then move it there."""
    out.parent.mkdir(parents=True, exist_ok=True)
    room = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}."))
    try:
        new = room / "new"
        reports.write(students, sheets, new, CONFINEMENT)
        if out.exists():
            os.replace(out, room / "old")
        os.replace(new, out)
    finally:
        shutil.rmtree(room, ignore_errors=True)
