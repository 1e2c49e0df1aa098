"""What lies in the folder of a class: for each student a folder, an archive or a single notebook.

Learning platforms hand out all three. Files are only found and copied here. What they hold is unpacked and
read in a jail of the sandbox.
"""

import hashlib
import itertools
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from prpn_class.sandbox.archives import ARCHIVES, File, SubmissionError
from prpn_class.sandbox.finding import absent
from prpn_class.sandbox.protocol import Read, Step
from prpn_class.sandbox.reading import AGAIN
from prpn_class.sandbox.submission import Released, Submission
from prpn_class.sandbox.worker import Run, Worker, WorkerError
from prpn_course.task import NotebookError

LARGEST = 100_000_000  # bytes of all that one student handed in
MOST_FILES = 200  # notebooks and archives in one student's folder
UNREADABLE = "what was handed in takes too {} to read; clear all outputs, and hand in one notebook"
OTHER_KIND = "hand in the .ipynb file"  # so ends what is said of a file of another kind
NO_NOTEBOOK = " is no notebook, and no archive that is read here; "
RENAMED = ": its name has a second ending, as some browsers give it; take that away, and "
SECOND = (".ipynb.txt", ".ipynb.json")
OTHERS = (
    *(".rar", ".7z", ".gz", ".bz2", ".xz", ".pdf", ".py", ".html", ".doc", ".docx", ".odt"),
    *SECOND,
)


class LateError(SubmissionError):
    """What was handed in could not be read in the time that there was."""


@dataclass(frozen=True)
class Entry:
    """What one student handed in.

    Attributes:
        name: the student's, from the name of the folder or file, as text that can be written.
        path: where it lies.
    """

    name: str
    path: Path


def entries(submissions: Path) -> list[Entry]:
    """The students of a class, by name.

    Raises:
        NotebookError: no such folder, or nobody in it.
    """
    if not submissions.is_dir():
        raise NotebookError(
            f"{submissions}: no such folder; give the one that holds a folder for each student"
        )
    found: list[Entry] = []
    taken: set[str] = set()
    for path in sorted(submissions.iterdir()):
        if not _is_entry(path):
            continue
        name = path.name if path.is_dir() else path.name[: -len(_suffix(path)) or None]
        found.append(Entry(_free(text(name), taken), path))
        taken.add(found[-1].name)
    if not found:
        raise NotebookError(f"{submissions}: holds no folder of a student; each notebook needs a folder")
    return found


def left_out(submissions: Path) -> list[str]:
    """The names of what lies there and is taken for nobody's."""
    return [text(path.name) for path in sorted(submissions.iterdir()) if not _is_entry(path)]


def _is_entry(path: Path) -> bool:
    """Whether it is what a student handed in, if only by mistake."""
    return not path.name.startswith(".") and (path.is_symlink() or path.is_dir() or _suffix(path) != "")


def _free(name: str, taken: set[str]) -> str:
    """The name, with a number where another student has it already."""
    numbered = (f"{name} ({number})" for number in itertools.count(2))
    return next(free for free in itertools.chain([name], numbered) if free not in taken)


def _suffix(path: Path) -> str:
    """The ending by which a file is known as something that students hand in, "" for any other."""
    endings = sorted((".ipynb", *ARCHIVES, *OTHERS), key=len, reverse=True)
    return next((ending for ending in endings if path.name.lower().endswith(ending)), "")


def text(name: str) -> str:
    """A name from a disk as text that can be written."""
    return name.encode("utf-8", "replace").decode("utf-8")


def keep_out(folder: Path) -> None:
    """Have git ignore a folder that names people, so that it is never committed by mistake."""
    (folder / ".gitignore").write_text("*\n", "utf-8")


def files(entry: Entry, called: str = "") -> list[File]:
    """The files that a student handed in, as bytes. One that cannot be taken says why.

    Args:
        entry: what was handed in.
        called: the student's own name for it, where that is a single file that a platform has renamed.
    """
    if entry.path.is_symlink() or not entry.path.is_dir():
        return [_file(entry.path, called or entry.path.name, LARGEST)]
    found, left = [], LARGEST
    for path in _inside(entry.path)[:MOST_FILES]:
        found.append(_file(path, path.relative_to(entry.path).as_posix(), left))
        left -= len(found[-1].content)
    return found


def _inside(folder: Path) -> list[Path]:
    """All below a folder that is called a notebook or an archive, else something else that students hand in.

    Links are not followed.
    """
    below = [Path(place, name) for place, folders, names in os.walk(folder) for name in (*folders, *names)]
    found = [path for path in below if _suffix(path)]
    readable = [path for path in found if _suffix(path) not in OTHERS]
    return sorted(readable or found, key=lambda path: (_suffix(path) != ".ipynb", path))


def _file(path: Path, name: str, most: int) -> File:
    """One file, opened so that no link is followed and nothing waits."""
    name = text(name)
    if _suffix(path) in OTHERS and not path.is_dir():
        why = RENAMED if _suffix(path) in SECOND else NO_NOTEBOOK
        return File(name, trouble=f"{name}{why}{OTHER_KIND}")
    if path.is_symlink():
        return File(name, trouble=f"{name} is a link and was not followed; hand in the file itself")
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        return File(name, trouble=f"{name} cannot be opened ({error.strerror}); {AGAIN}")
    try:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            return File(name, trouble=f"{name} is not a plain file; {AGAIN}")
        if about.st_size > most:
            return File(
                name, trouble=f"{name} has more than {LARGEST // 10**6} MB; clear its outputs, and {AGAIN}"
            )
        with open(descriptor, "rb", closefd=False) as file:
            return File(name, file.read(most))
    finally:
        os.close(descriptor)


def digest(handed_in: list[File]) -> str:
    """Tells what was handed in from anything else."""
    content = hashlib.sha256()
    for file in handed_in:
        for part in (file.name.encode(), file.trouble.encode(), file.content):
            content.update(len(part).to_bytes(8, "big") + part)
    return content.hexdigest()


class Desk(Protocol):
    """Where jobs are done: a sandbox, or a submission's time in one."""

    def run(self, steps: list[Step]) -> Run:
        """Do one job in a jail of its own."""
        ...


def read(files: list[File], released: Released, desk: Desk) -> Submission:
    """Have the student's cells read from the files, in a jail that runs none of them.

    Args:
        files: that were handed in.
        released: what the sheet is known by.
        desk: where that is done.
    Raises:
        LateError: it took longer.
        SubmissionError: they hold no notebook of this sheet, or none that can be read.
        WorkerError: the sandbox failed.
    """
    if all(file.trouble for file in files):
        raise SubmissionError(absent(released.stem, [file.trouble for file in files]))
    run = desk.run([Read(files, released)])
    reply = run.replies.get(0)
    if reply is not None and reply.submission is not None:
        return reply.submission
    if reply is not None and reply.refused:
        raise SubmissionError(reply.refused)
    if run.over == "late":
        raise LateError(UNREADABLE.format("long"))
    raise SubmissionError(UNREADABLE.format("long" if reply else "much memory"))


def read_apart(files: list[File], released: Released, worker: Worker) -> Submission:
    """The same, where the trouble is to be the student's as long as the sandbox still runs afterwards.

    Raises:
        SubmissionError: it cannot be read, or ends the sandbox.
        NotebookError: the sandbox fails, whoever's submission it reads.
    """
    try:
        with apart(worker):
            return read(files, released, worker)
    except WorkerError as error:
        raise NotebookError(f"{error}; start the same command again") from None


@contextmanager
def apart(worker: Worker) -> Iterator[None]:
    """Let the end of the sandbox be the submission's trouble, as long as it still runs afterwards.

    Raises:
        SubmissionError: the sandbox ends with this submission only.
        WorkerError: it fails, whoever's submission is in it.
    """
    try:
        yield
    except WorkerError as error:
        worker.run([])  # raises again where it is not this submission that does it
        raise SubmissionError(f"it ends the sandbox: {error}") from None
