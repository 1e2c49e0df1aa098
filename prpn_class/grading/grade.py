"""A class, graded: what each student handed in goes in, grades and feedback come out.

A submission that is broken, in whatever way, is the trouble of one student: it is reported, and the class
goes on; one that takes long waits until the others are graded. What is done is kept until the report is
whole, so that a run that was interrupted goes on where it was.
"""

import itertools
import os
from collections.abc import Callable
from pathlib import Path

from prpn_class.grading import handed_in, pages, reports
from prpn_class.grading.cluster import Cluster
from prpn_class.grading.exam import listed, papers
from prpn_class.grading.graded import Graded, only
from prpn_class.grading.pool import Threads
from prpn_class.grading.result import NOT_GRADED, Result, Student
from prpn_class.grading.resume import ResumeFolder
from prpn_class.grading.rounds import PATIENCE, Part, Rounds
from prpn_class.sandbox import confinement
from prpn_class.sandbox.jail import Limits
from prpn_course.task import NotebookError, Sheet
from prpn_edu import files

CONFINED = "Answers ran in a sandbox: no network, no files but their own scratch folder, limited resources."
TRUSTED = (
    "Answers ran without a sandbox, because the students were trusted: their code had the rights of the one "
    "who graded, could read files and use the network."
)
WAITS = "takes long, and waits until the others are graded"


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
    patience: float = PATIENCE,
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
        patience: minutes for those that take long, all together, once the others are graded.
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
            parts = [Part(paper, paper.exam(resume.seed, limits, trust, counts), entries) for paper in sheets]
            for part, name, result in Rounds(parts, students, crew, resume, patience):
                set_ = counted[parts.index(part)]
                tell(pages.one_line(f"{name}: {set_.stem}, {_in_brief(result, set_)}"))
                for line in result.staff if result is not None else []:
                    tell(pages.one_line(f"look: {name}: {line}"))
            for part in parts:
                for name, student in students.items():
                    student.add(part.results[name])
                marks = (result.marks for result in part.results.values())
                read = sum(any(mark.words != NOT_GRADED for mark in some) for some in marks)
                if 2 * read < len(entries) and len(entries) > 1:
                    whose = f"{read} of {len(entries)} notebooks" if read else "nobody's notebook"
                    tell(f"look: {whose} of {part.paper.sheet.stem} could be read; is it another sheet?")
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


def _in_brief(result: Result | None, set_: Sheet) -> str:
    """A result in one line: the points of what is set, and the remarks."""
    if result is None:
        return WAITS
    earned = sum(mark.earned for mark in result.marks if set_.task(mark.task_id))
    is_graded = all(mark.is_graded for mark in result.marks)
    return pages.in_brief([f"{earned} of {set_.points}" if is_graded else "not graded", *result.remarks])
