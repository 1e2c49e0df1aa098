"""A class, graded: what each student handed in goes in, grades and feedback come out.

A submission that is broken, in whatever way, is the trouble of one student: it is reported, and the class
goes on. What is done is kept until the report is whole, so that a run that was interrupted goes on where it
was.
"""

import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from prpn_class.grading import collect, pages, reports
from prpn_class.grading.cluster import Cluster
from prpn_class.grading.collect import Entry
from prpn_class.grading.marking import NOT_GRADED, Mark, Result, Student
from prpn_class.grading.pool import Exam, Threads
from prpn_class.grading.resume import ResumeFolder
from prpn_class.sandbox import confinement
from prpn_class.sandbox.jail import Limits
from prpn_class.sandbox.library import fingerprint
from prpn_class.sandbox.reading import absent
from prpn_class.sandbox.worker import WorkerError
from prpn_course import notebooks
from prpn_course.authoring.release import anatomy, exercise
from prpn_course.notebooks import role_of, task_of
from prpn_course.task import NotebookError, Sheet
from prpn_course.tasks import find_sheet
from prpn_edu import files

CONFINED = "Answers ran in a sandbox: no network, no files but their own scratch folder, limited resources."
TRUSTED = (
    "Answers ran without a sandbox, because the students were trusted: their code had the rights of the one "
    "who graded, could read files and use the network."
)
AGAIN = "start the same command again, it goes on where it was"


@dataclass(frozen=True)
class Paper:
    """A sheet as the grader needs it: the tasks, the exercise as it was handed out, the right answers."""

    sheet: Sheet
    exercise: NotebookNode
    answers: dict[str, str]

    def exam(self, seed: int, limits: Limits, trust: bool) -> Exam:
        """The same in a form that travels, with the terms under which it is graded."""
        exercise, answers = json.dumps(self.exercise), json.dumps(self.answers)
        return Exam(self.sheet.stem, exercise, answers, seed, limits, trust, fingerprint())


def papers(solutions: Path | list[Path]) -> list[Paper]:
    """Read the solutions: all of a folder, or some of them.

    Raises:
        NotebookError: a solution is unreadable or unsound.
    """
    out = []
    for path in notebooks.find(listed(solutions)):
        solution = notebooks.read(path)
        try:
            sheet = find_sheet(path.stem)
        except KeyError as error:
            raise NotebookError(f"{path}: {error.args[0]}") from None
        wrong = anatomy(solution, sheet)
        if wrong:
            raise NotebookError(f"{path}, {wrong[0]}")
        answers = {str(task_of(cell)): cell.source for cell in solution.cells if role_of(cell) == "answer"}
        out.append(Paper(sheet, exercise(solution), answers))
    return out


def listed(solutions: Path | list[Path]) -> list[Path]:
    """The places of the solutions, where one or several are given."""
    return solutions if isinstance(solutions, list) else [Path(solutions)]


def grade(
    submissions: Path,
    out: Path,
    solutions: Path | list[Path],
    limits: Limits = Limits(),  # noqa: B008  it is frozen
    workers: int | None = None,
    trust: bool = False,
    seed: int | None = None,
    gradescope: bool = False,
    scheduler: str | None = None,
    tell: Callable[[str], None] = lambda line: None,
) -> list[Student]:
    """Grade every student and write the report.

    Args:
        submissions: a folder with a folder, an archive or a notebook for each student.
        out: the report's folder; an older report there is replaced, anything else is left alone.
        solutions: the folder of the solutions, or some of them. All these sheets are graded: one that a
            student has not handed in counts as nothing.
        limits: what one submission may use.
        workers: submissions at a time; as many as there are cores unless given. A scheduler's workers
            have as many as each of them has threads.
        trust: grade without the sandbox where there is none.
        seed: of the inputs, to repeat a run; a secret one unless given.
        gradescope: also write what Gradescope reads.
        scheduler: the address of a Dask scheduler, to mark on its workers.
        tell: called with a line after each submission.
    Returns:
        the students, by name.
    Raises:
        NotebookError: nothing could be graded: no such folder, no students in it, unsound solutions, no
            sandbox, a place for the report that is taken, or a scheduler that is of no use.
    """
    submissions, out = Path(submissions), Path(out)
    sheets = papers(solutions)
    entries = collect.entries(submissions)
    if not files.is_free(out, reports.GRADES):
        raise NotebookError(
            f"{out}: exists and is not a report; give --out the name of a folder that is free"
        )
    hidden = (submissions, out, *listed(solutions))
    with Cluster(scheduler) if scheduler else Threads(workers or os.cpu_count() or 1, hidden) as crew:
        trouble = crew.trouble()
        if trouble and not trust:
            raise NotebookError(f"answers cannot be confined: {trouble}. Cure: {confinement.cure()}")
        with ResumeFolder.beside(out, sheets=[paper.sheet for paper in sheets], seed=seed) as resume:
            results = {}
            for paper in sheets:
                exam = paper.exam(resume.seed, limits, trust)
                for name, result in _grade_all(entries, paper, exam, crew, resume):
                    results[name, paper.sheet.stem] = result
                    earned = sum(mark.earned for mark in result.marks)
                    said = "; ".join([f"{earned} of {paper.sheet.points}", *result.remarks])
                    tell(pages.one_line(f"{name}: {paper.sheet.stem}, {said}"))
            students = [_student(entry, sheets, results) for entry in entries]
            how = f"{TRUSTED if trouble else CONFINED} Seed of the inputs: {resume.seed}."
            if others := ", ".join(collect.left_out(submissions)):
                how += f" Left out, as nobody's: {others}."
                tell(f"left out, as nobody's: {pages.one_line(others)}")
            with files.new_folder(out) as folder:
                reports.write(students, [paper.sheet for paper in sheets], folder, how, gradescope)
            resume.forget()
    return students


def _grade_all(
    entries: list[Entry], paper: Paper, exam: Exam, crew: Threads | Cluster, resume: ResumeFolder
) -> Iterator[tuple[str, Result]]:
    """The results of one sheet with the students' names, as they come."""
    under_way = {}
    for entry in entries:
        try:
            handed_in = collect.files(entry)
        except Exception as error:  # the class goes on, whatever one submission does
            yield entry.name, _nothing(paper, [by_hand(error)])
            continue
        if all(file.trouble for file in handed_in):
            troubles = [file.trouble for file in handed_in]
            yield entry.name, _nothing(paper, [absent(paper.sheet.stem, troubles)])
            continue
        digest = collect.digest(handed_in)
        if done := resume.find(entry.name, exam, digest):
            yield entry.name, done
            continue
        under_way[crew.submit(exam, handed_in)] = entry.name, digest
        if len(under_way) >= crew.most:
            yield from _finished(under_way, paper, exam, resume)
    while under_way:
        yield from _finished(under_way, paper, exam, resume)


def _finished(
    under_way: dict[Future, tuple[str, str]], paper: Paper, exam: Exam, resume: ResumeFolder
) -> Iterator[tuple[str, Result]]:
    """Wait for a submission or more; take what is marked out of what is under way.

    Raises:
        NotebookError: the trouble is not the student's.
    """
    done, _ = wait(under_way, return_when=FIRST_COMPLETED)
    for future in done:
        name, digest = under_way.pop(future)
        try:
            yield name, resume.keep(name, exam, digest, future.result())
        except WorkerError as error:
            raise NotebookError(f"{error}; {AGAIN}") from None
        except CancelledError:
            raise NotebookError(f"the scheduler was lost; {AGAIN}") from None
        except Exception as error:  # the class goes on
            yield name, _nothing(paper, [by_hand(error)])


def by_hand(error: Exception) -> str:
    """What is said where the trouble is neither the student's nor the sandbox's."""
    return f"could not be graded ({type(error).__name__}: {error}); look at it by hand"


def _nothing(paper: Paper, remarks: list[str]) -> Result:
    return Result([Mark(task.id, 0, NOT_GRADED) for task in paper.sheet.tasks], remarks)


def _student(entry: Entry, sheets: list[Paper], results: dict[tuple[str, str], Result]) -> Student:
    student = Student(entry.name)
    for paper in sheets:
        result = results[entry.name, paper.sheet.stem]
        student.marks |= {mark.task_id: mark for mark in result.marks}
        student.remarks += [remark for remark in result.remarks if remark not in student.remarks]
    return student
