"""A class, graded: what each student handed in goes in, grades and feedback come out.

A submission that is broken, in whatever way, is the trouble of one student: it is reported, and the class
goes on. What is done is kept until the report is whole, so that a run that was interrupted goes on where it
was.
"""

import itertools
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from pathlib import Path

from prpn_class.grading import handed_in, pages, reports
from prpn_class.grading.cluster import Cluster
from prpn_class.grading.exam import Exam, Paper, listed, papers
from prpn_class.grading.graded import Graded, only
from prpn_class.grading.handed_in import Entry
from prpn_class.grading.pool import Threads
from prpn_class.grading.result import NOT_GRADED, Result, Student
from prpn_class.grading.resume import ResumeFolder
from prpn_class.sandbox import confinement
from prpn_class.sandbox.jail import Limits
from prpn_class.sandbox.worker import WorkerError
from prpn_course.task import NotebookError
from prpn_edu import files

CONFINED = "Answers ran in a sandbox: no network, no files but their own scratch folder, limited resources."
TRUSTED = (
    "Answers ran without a sandbox, because the students were trusted: their code had the rights of the one "
    "who graded, could read files and use the network."
)
AGAIN = "start the same command again, it goes on where it was"


def grade(
    submissions: Path,
    out: Path,
    solutions: Path | list[Path],
    limits: Limits = Limits(),  # noqa: B008  it is frozen
    workers: int | None = None,
    trust: bool = False,
    seed: int | None = None,
    counts: list[str] | None = None,
    book: str = "",
    gradescope: bool = False,
    scheduler: str | None = None,
    tell: Callable[[str], None] = lambda line: None,
) -> list[Student]:
    """Grade every student and write the report.

    Args:
        submissions: a folder with a folder, an archive or a notebook for each student.
        out: the report's folder; an older report there is moved aside, anything else is left alone.
        solutions: the folder of the solutions, or some of them. All these sheets are graded: one that a
            student has not handed in counts as nothing.
        limits: what one submission may use.
        workers: submissions at a time; as many as there are cores unless given. A scheduler's workers
            have as many as each of them has threads.
        trust: grade without the sandbox where there is none.
        seed: of the inputs, to repeat a run; a secret one unless given.
        counts: the tasks that count, by their ids; all unless given. The others are judged all the same, for
            an answer may rest on them.
        book: where students find the book on the web, for the feedback.
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
    entries = handed_in.entries(submissions)
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
            students = {entry.name: Student(entry.name) for entry in entries}
            counted = [only(paper.sheet, counts) if counts else paper.sheet for paper in sheets]
            for paper, set_ in zip(sheets, counted, strict=True):
                exam = paper.exam(resume.seed, limits, trust)
                read = 0
                for name, result in _grade_all(entries, students, paper, exam, crew, resume):
                    students[name].add(result)
                    read += any(mark.words != NOT_GRADED for mark in result.marks)
                    earned = sum(mark.earned for mark in result.marks if set_.task(mark.task_id))
                    said = pages.in_brief([f"{earned} of {set_.points}", *result.remarks])
                    tell(pages.one_line(f"{name}: {paper.sheet.stem}, {said}"))
                    for line in result.staff:
                        tell(pages.one_line(f"look: {name}: {line}"))
                if 2 * read < len(entries) and len(entries) > 1:
                    whose = f"{read} of {len(entries)} notebooks" if read else "nobody's notebook"
                    tell(f"look: {whose} of {paper.sheet.stem} could be read; is it another sheet?")
            how = f"{TRUSTED if trouble else CONFINED} Seed of the inputs: {resume.seed}."
            if others := ", ".join(handed_in.left_out(submissions)):
                how += f" Left out, as nobody's: {others}."
                tell(f"left out, as nobody's: {pages.one_line(others)}")
            asked = tuple(question for paper in sheets for question in paper.questions)
            graded = Graded(list(students.values()), counted, how, gradescope, asked, book=book)
            with files.new_folder(out) as folder:
                reports.write(graded, folder)
                aside(out, tell)
            resume.forget()
    return graded.marked()


def aside(out: Path, tell: Callable[[str], None]) -> None:
    """Move an older report out of the way, so that no seed, no mark and no page is lost."""
    if not (out / reports.GRADES).exists():
        return
    places = (out.with_name(f"{out.name}.{number}") for number in itertools.count(1))
    kept = next(place for place in places if not place.exists())
    out.rename(kept)
    tell(f"the older report is {kept}")


def _grade_all(
    entries: list[Entry],
    students: dict[str, Student],
    paper: Paper,
    exam: Exam,
    crew: Threads | Cluster,
    resume: ResumeFolder,
) -> Iterator[tuple[str, Result]]:
    """The results of one sheet with the students' names, as they come; students get their digests."""
    under_way: dict[Future, tuple[str, str]] = {}
    for entry in entries:
        try:
            found = handed_in.files(entry)
        except Exception as error:  # the class goes on, whatever one submission does
            yield entry.name, Result.not_graded(paper.sheet, by_hand(error))
            continue
        students[entry.name].digest = digest = handed_in.digest(found)
        if done := resume.find(entry.name, exam, digest):
            yield entry.name, done
            continue
        under_way[crew.submit(exam, found)] = entry.name, digest
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
            yield name, Result.not_graded(paper.sheet, by_hand(error))


def by_hand(error: Exception) -> str:
    """What is said where the trouble is neither the student's nor the sandbox's."""
    return f"could not be graded ({type(error).__name__}: {error}); look at it by hand"
