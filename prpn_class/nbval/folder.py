"""The notebooks of a class for `pytest --nbval`: read in the sandbox, written whole or not at all.

Beside them stand two small files. `conftest.py` makes one test of each check. `pytest.ini` says how long a
cell may take, and that no student is passed over for a name such as "build".
"""

import secrets
from collections.abc import Callable
from pathlib import Path

from prpn_class.grading import handed_in, pages, reports
from prpn_class.grading.exam import Paper, listed, papers
from prpn_class.grading.handed_in import Entry
from prpn_class.grading.plan import released
from prpn_class.grading.result import Student
from prpn_class.grading.rounds import by_hand
from prpn_class.nbval.splice import Splicer
from prpn_class.sandbox import confinement
from prpn_class.sandbox.archives import SubmissionError
from prpn_class.sandbox.jail import SLACK, Limits
from prpn_class.sandbox.submission import Submission
from prpn_class.sandbox.worker import START, Worker
from prpn_course import notebooks
from prpn_course.task import NotebookError
from prpn_course.tasks import chosen
from prpn_edu import files

CONFTEST, SETTINGS = "conftest.py", "pytest.ini"
NOT_FOR_STUDENTS = (CONFTEST, SETTINGS, "__pycache__")  # a folder that pytest passes over whatever it is told
MARK = "# One verdict for each check. Made by `prpn-edu collect`.\n"
HOOKS = """# The seed of the inputs is {seed}.
from prpn_class.nbval.items import pytest_collect_file

__all__ = ["pytest_collect_file"]
"""
HOW_LONG = """[pytest]
norecursedirs =
addopts = -p no:cacheprovider --nbval-cell-timeout={seconds:g}
"""


def write(
    submissions: Path,
    out: Path,
    solutions: Path | list[Path],
    limits: Limits = Limits(),  # noqa: B008  it is frozen
    trust: bool = False,
    seed: int | None = None,
    tell: Callable[[str], None] = lambda line: None,
) -> int:
    """Write a notebook for each student and sheet, for `pytest --nbval`.

    Args:
        submissions: a folder with a folder, an archive or a notebook for each student.
        out: the folder to write; an older one of ours is replaced, anything else is left alone.
        solutions: the folder of the solutions, or some of them.
        limits: for reading what was handed in; `step` is also what each cell may take under pytest.
        trust: read without the sandbox where there is none.
        seed: of the inputs of the checks; a new one unless given.
        tell: called with a line after each notebook.
    Returns:
        the seed.
    Raises:
        NotebookError: no such folder, no students in it, unsound solutions, no sandbox, or a place that is
            taken.
    """
    submissions, out = Path(submissions), Path(out)
    sheets, entries = papers(solutions), handed_in.entries(submissions)
    if not files.is_free(out, CONFTEST) or not _is_ours(out / CONFTEST):
        raise NotebookError(
            f"{out}: exists and was not made by `prpn-edu collect`; give --out a folder that is free"
        )
    if drawn := [paper.sheet.stem for paper in sheets if chosen(paper.sheet.stem)]:
        raise NotebookError(f"{drawn[0]}: was drawn from a seed; grade it with `prpn-edu grade`")
    trouble = confinement.trouble()
    if trouble and not trust:
        raise NotebookError(f"submissions cannot be read safely: {trouble}. Cure: {confinement.cure()}")
    seed = secrets.randbelow(2**31) if seed is None else seed
    names = reports.file_names([Student(entry.name) for entry in entries], NOT_FOR_STUDENTS)
    hidden = (submissions, out, *listed(solutions))
    with files.new_folder(out) as folder, Worker((), limits, confined=not trouble, hidden=hidden) as worker:
        handed_in.keep_out(folder)
        for paper in sheets:
            splicer = Splicer(paper.sheet, paper.exercise, seed, limits.step)
            for entry, name in zip(entries, names, strict=True):
                submission, remarks = _read(entry, paper, worker)
                notebook = splicer.notebook(submission, remarks)
                notebooks.write(notebook, folder / name / f"{paper.sheet.stem}.ipynb")
                answers = sum(bool(submission.answers(task.id)) for task in paper.sheet.tasks)
                told = [f"{answers} of {len(paper.sheet.tasks)} tasks have an answer", *remarks]
                tell(pages.one_line(f"{entry.name}: {paper.sheet.stem}, {'; '.join(told)}"))
        files.write_text(folder / CONFTEST, MARK + HOOKS.format(seed=seed))
        longest = START + 2 * SLACK * limits.step  # the first cell imports; the others have a limit inside
        files.write_text(folder / SETTINGS, HOW_LONG.format(seconds=longest))
    return seed


def _is_ours(conftest: Path) -> bool:
    """Whether what lies there is what this command wrote, or nothing: others have a file of that name too."""
    return not conftest.exists() or conftest.read_text("utf-8", "replace").startswith(MARK)


def _read(entry: Entry, paper: Paper, worker: Worker) -> tuple[Submission, list[str]]:
    """A student's own cells and the remarks on them. What cannot be read is the trouble of one student.

    Raises:
        NotebookError: the sandbox fails, whoever's submission it reads.
    """
    try:
        found = handed_in.files(entry)
        submission = handed_in.read_apart(found, released(paper.exercise, paper.sheet), worker)
        return submission, submission.remarks
    except SubmissionError as error:
        return Submission(), [str(error)]
    except NotebookError:
        raise
    except Exception as error:  # the class goes on, whatever one submission does
        return Submission(), [by_hand(error)]
