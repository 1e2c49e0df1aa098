"""What lies in the folder of a class: for each student a folder, an archive or a single notebook.

Learning platforms hand out all three. Archives are not unpacked: their notebooks are copied out, one by one,
under names of our own, so that a path that climbs, a link or a bomb does nothing.
"""

import itertools
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from prpn_edu.course.grading.submissions import LARGEST, SubmissionError
from prpn_edu.course.task import NotebookError

ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")
MOST_NOTEBOOKS = 50  # in one archive


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
    found, taken = [], set()
    for path in sorted(submissions.iterdir()):
        if path.name.startswith(".") or not (path.is_symlink() or path.is_dir() or _suffix(path)):
            continue
        name = path.name if path.is_dir() else path.name[: -len(_suffix(path)) or None]
        name = name.encode("utf-8", "replace").decode("utf-8")
        found.append(Entry(_free(name, taken), path))
        taken.add(found[-1].name)
    if not found:
        raise NotebookError(f"{submissions}: holds no folder of a student; each notebook needs a folder")
    return found


def _free(name: str, taken: set[str]) -> str:
    """The name, with a number where another student has it already."""
    numbered = (f"{name} ({number})" for number in itertools.count(2))
    return next(free for free in itertools.chain([name], numbered) if free not in taken)


def _suffix(path: Path) -> str:
    """The ending by which a file is known as a notebook or an archive, "" for any other."""
    endings = sorted((".ipynb", *ARCHIVES), key=len, reverse=True)
    return next((ending for ending in endings if path.name.lower().endswith(ending)), "")


@contextmanager
def opened(entry: Entry) -> Iterator[Path]:
    """The folder with the student's notebooks, for as long as it is needed.

    Raises:
        SubmissionError: a link, a special file, or an archive that cannot be read.
    """
    if entry.path.is_symlink():
        raise SubmissionError(f"{entry.path.name} is a link and was not followed; hand in the file itself")
    if entry.path.is_dir():
        yield entry.path
        return
    if not entry.path.is_file():
        raise SubmissionError(f"{entry.path.name} is not a plain file; hand in the notebook again")
    with TemporaryDirectory(prefix="prpn-edu-") as folder:
        if _suffix(entry.path) == ".ipynb":
            _write(Path(folder), 0, entry.path.name, entry.path.open("rb"))
        else:
            _copy_notebooks(entry.path, Path(folder))
        yield Path(folder)


def _copy_notebooks(archive: Path, folder: Path) -> None:
    try:
        if _suffix(archive) == ".zip":
            with zipfile.ZipFile(archive) as file:
                names = [info for info in file.infolist() if info.filename.lower().endswith(".ipynb")]
                for number, info in enumerate(names[:MOST_NOTEBOOKS]):
                    _write(folder, number, info.filename, file.open(info))
        else:
            with tarfile.open(archive) as file:
                members = (m for m in file if m.isfile() and m.name.lower().endswith(".ipynb"))
                for number, member in zip(range(MOST_NOTEBOOKS), members, strict=False):
                    _write(folder, number, member.name, file.extractfile(member))
    except (
        zipfile.BadZipFile,
        tarfile.TarError,
        OSError,
        EOFError,
        RuntimeError,
        ValueError,
        NotImplementedError,
    ):
        raise SubmissionError(
            f"{archive.name} cannot be read as an archive; hand in the notebook itself"
        ) from None


def _write(folder: Path, number: int, name: str, source) -> None:
    """Copy one notebook to a folder of its own, cut off beyond the largest that will be read."""
    place = folder / f"{number:02d}"
    place.mkdir()
    last = PurePosixPath(name.replace("\\", "/")).name.replace("\0", "")[-100:] or "notebook.ipynb"
    with source, (place / last).open("wb") as target:
        left = LARGEST + 1
        while left > 0 and (part := source.read(min(left, 1 << 20))):
            target.write(part)
            left -= len(part)
