"""A class, graded: what each student handed in goes in, grades and feedback come out.

A submission that is broken, in whatever way, is the trouble of one student: it is reported, and the class
goes on. What is done is kept until the report is whole, so that a run that was interrupted goes on where it
was.
"""

import os
import queue
import shutil
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from prpn_edu.course import intake, notebooks, reports
from prpn_edu.course.anatomy import NotebookError, Sheet
from prpn_edu.course.intake import Entry
from prpn_edu.course.ledger import Ledger, Result
from prpn_edu.course.marking import Examiner, Mark, Student
from prpn_edu.course.release import anatomy, exercise
from prpn_edu.course.sandbox import confinement
from prpn_edu.course.sandbox.rooms import Limits
from prpn_edu.course.sandbox.worker import Worker, WorkerError
from prpn_edu.course.submissions import SubmissionError, locate, take
from prpn_edu.course.tasks import find_sheet

CONFINED = "Answers ran in a sandbox: no network, no files but their own scratch folder, limited resources."
TRUSTED = (
    "Answers ran without a sandbox, because the students were trusted: their code had the rights of the one "
    "who graded, could read files and use the network."
)


@dataclass(frozen=True)
class Terms:
    """How a class is graded.

    Attributes:
        limits: of one submission.
        workers: submissions at a time.
        confined: in the sandbox.
        seed: of all inputs.
    """

    limits: Limits
    workers: int
    confined: bool
    seed: int


@dataclass(frozen=True)
class Paper:
    """A sheet as the grader needs it: the tasks, and the exercise as it was handed out."""

    sheet: Sheet
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
        out.append(Paper(sheet, exercise(solution)))
    return out


def grade(
    submissions: Path,
    out: Path,
    solutions: Path,
    limits: Limits = Limits(),  # noqa: B008  it is frozen
    workers: int | None = None,
    trust: bool = False,
    seed: int | None = None,
    gradescope: bool = False,
    tell: Callable[[str], None] = lambda line: None,
) -> list[Student]:
    """Grade every student and write the report.

    Args:
        submissions: a folder with a folder, an archive or a notebook for each student.
        out: the report's folder; an older report there is replaced, anything else is left alone.
        solutions: the folder of the solutions, or one of them.
        limits: what one submission may use.
        workers: submissions at a time; as many as there are cores unless given.
        trust: grade without the sandbox where there is none.
        seed: of the inputs, to repeat a run; a secret one unless given.
        gradescope: also write what Gradescope reads.
        tell: called with a line after each submission.
    Returns:
        the students, by name.
    Raises:
        NotebookError: nothing could be graded: no such folder, no students in it, unsound solutions, no
            sandbox, or a place for the report that is taken.
    """
    submissions, out = Path(submissions), Path(out)
    sheets = papers(solutions)
    entries = intake.entries(submissions)
    if out.exists() and not (out / reports.GRADES).is_file() and (not out.is_dir() or any(out.iterdir())):
        raise NotebookError(
            f"{out}: exists and is not a report; give --out the name of a folder that is free"
        )
    trouble = confinement.trouble()
    if trouble and not trust:
        raise NotebookError(f"answers cannot be confined: {trouble}. Cure: {confinement.CURE}")
    with Ledger.beside(out, sheets=[paper.sheet for paper in sheets], seed=seed) as ledger:
        terms = Terms(limits, workers or os.cpu_count() or 1, not trouble, ledger.seed)
        results = _grade_all(entries, sheets, terms, ledger, tell)
        students = [_student(entry, sheets, results) for entry in entries]
        how = TRUSTED if trouble else CONFINED
        how = f"{how} Seed of the inputs: {ledger.seed}."
        _write(students, [paper.sheet for paper in sheets], out, how, gradescope)
        ledger.forget()
    return students


def _grade_all(
    entries: list[Entry], sheets: list[Paper], terms: Terms, ledger: Ledger, tell: Callable[[str], None]
) -> dict[tuple[str, str], Result]:
    """The results by student and sheet, sheet after sheet, several students at a time."""
    results = {}
    for paper in sheets:
        examiner = Examiner(paper.sheet, paper.exercise, terms.seed)
        with _workers(paper.sheet, terms) as free, ThreadPoolExecutor(terms.workers) as pool:
            jobs = {pool.submit(grade_one, entry, examiner, free, ledger): entry for entry in entries}
            try:
                for job in as_completed(jobs):
                    result, entry = job.result(), jobs[job]
                    results[entry.name, paper.sheet.stem] = result
                    earned = sum(mark.earned for mark in result.marks)
                    tell(f"{entry.name}: {paper.sheet.stem}, {earned} of {paper.sheet.points}")
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    return results


@contextmanager
def _workers(sheet: Sheet, terms: Terms) -> Iterator[queue.SimpleQueue]:
    """The free workers of a sheet; each starts its warden when it is first used."""
    held = {module for task in sheet.tasks for module in task.answer_modules}
    free = queue.SimpleQueue()
    with ExitStack() as stack:
        for number in range(terms.workers):
            free.put(stack.enter_context(Worker(held, terms.limits, terms.confined, number)))
        yield free


def grade_one(entry: Entry, examiner: Examiner, free: queue.SimpleQueue, ledger: Ledger) -> Result:
    """Grade one student on one sheet. Whatever goes wrong stays with this student."""
    remarks = []
    try:
        with intake.opened(entry) as folder:
            path, remarks = locate(folder, examiner.sheet)
            if path:
                submission = take(path, examiner.exercise, examiner.sheet)
                remarks += submission.remarks
                done = ledger.find(entry, examiner.sheet, submission)
                if done is None:
                    worker = free.get()
                    try:
                        marks = list(examiner.marks(submission, worker).values())
                    finally:
                        free.put(worker)
                    done = ledger.keep(entry, examiner.sheet, submission, Result(marks, remarks))
                return done
    except SubmissionError as error:
        remarks.append(str(error))
    except WorkerError as error:
        raise NotebookError(f"{error}; start the same command again, it goes on where it was") from None
    except Exception as error:  # the class goes on, whatever one submission does
        remarks.append(f"could not be graded ({type(error).__name__}: {error}); look at it by hand")
    return Result([Mark(task.id, 0, "Not graded.") for task in examiner.sheet.tasks], remarks)


def _student(entry: Entry, sheets: list[Paper], results: dict[tuple[str, str], Result]) -> Student:
    student = Student(entry.name)
    for paper in sheets:
        result = results[entry.name, paper.sheet.stem]
        student.marks |= {mark.task_id: mark for mark in result.marks}
        student.remarks += [remark for remark in result.remarks if remark not in student.remarks]
    return student


def _write(students: list[Student], sheets: list[Sheet], out: Path, how: str, gradescope: bool) -> None:
    """Write the report beside its place, then move it there."""
    out.parent.mkdir(parents=True, exist_ok=True)
    room = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}."))
    try:
        new = room / "new"
        reports.write(students, sheets, new, how, gradescope)
        if out.exists():
            os.replace(out, room / "old")
        os.replace(new, out)
    finally:
        shutil.rmtree(room, ignore_errors=True)
