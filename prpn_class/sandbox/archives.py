"""Unpacks the archives that students hand in, in memory, and no more than a notebook can need.

It runs in a jail: only notebooks are taken out, under names that are never used as paths, and what unpacks to
too much is given up on the way.
"""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import IO, Any

from msgspec import Struct

ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")
MOST_NOTEBOOKS = 50  # of one archive
MOST_UNPACKED = 100_000_000  # bytes, of all that has to be unpacked on the way to them
COMPRESSED = ((b"\x1f\x8b", gzip.open), (b"BZh", bz2.open), (b"\xfd7zXZ\0", lzma.open))
BROKEN = (
    *(zipfile.BadZipFile, tarfile.TarError, lzma.LZMAError, zlib.error),
    *(OSError, EOFError, RuntimeError, ValueError, NotImplementedError),
)


class SubmissionError(Exception):
    """What cannot be taken as a submission; the message says why and what to do."""


class File(Struct, frozen=True):
    """A file that was handed in.

    Attributes:
        name: with the folders above it, divided by "/".
        content: what it holds.
        trouble: why it was not read, else "".
    """

    name: str
    content: bytes = b""
    trouble: str = ""


def notebooks(file: File) -> list[File]:
    """The notebooks of an archive; of any other file, the file itself.

    Raises:
        SubmissionError: an archive that is broken, or unpacks to too much.
    """
    if not file.name.lower().endswith(ARCHIVES) or file.trouble:
        return [file] if file.trouble or _is_notebook(file.name) else []
    unpacked = _zip if file.content.startswith(b"PK") else _tar
    found = []
    try:
        for notebook in unpacked(file.content):
            found.append(notebook)
            if len(found) == MOST_NOTEBOOKS:
                break
    except (TooMuch, MemoryError):
        raise SubmissionError(
            f"{file.name} unpacks to more than {MOST_UNPACKED // 10**6} MB; clear its outputs, "
            "and hand in the notebook itself"
        ) from None
    except BROKEN:
        raise SubmissionError(
            f"{file.name} cannot be read as an archive; hand in the notebook itself"
        ) from None
    return found


class TooMuch(Exception):
    """More was unpacked than is allowed."""


class _Bounded(io.RawIOBase):
    """A stream that raises `TooMuch` when more is read from it than is allowed."""

    def __init__(self, stream: IO[bytes]):
        self.stream, self.left = stream, MOST_UNPACKED

    def read(self, size: int = -1) -> bytes:
        """Read like any stream, but never more than is left, and one byte."""
        data = self.stream.read(self.left + 1 if size < 0 else min(size, self.left + 1))
        self.left -= len(data)
        if self.left < 0:
            raise TooMuch
        return data


def _zip(content: bytes) -> Iterator[File]:
    bounded = _Bounded(io.BytesIO())  # one bound for all members
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for info in archive.infolist():
            if _is_notebook(info.filename):
                with archive.open(info) as bounded.stream:
                    yield File(_text(info.filename), bounded.read())


def _tar(content: bytes) -> Iterator[File]:
    opener = next((opener for magic, opener in COMPRESSED if content.startswith(magic)), None)
    raw = io.BytesIO(content)
    stream: Any = raw if opener is None else opener(raw)
    with tarfile.open(fileobj=_Bounded(stream), mode="r|") as archive:
        for member in archive:
            if _is_notebook(member.name) and member.isfile() and (inside := archive.extractfile(member)):
                yield File(_text(member.name), inside.read())


def _is_notebook(name: str) -> bool:
    """Whether it is called a notebook, and is no shadow of one that a system leaves beside it."""
    path = PurePosixPath(name.replace("\\", "/"))
    hidden = path.name.startswith("._") or {".ipynb_checkpoints", "__MACOSX"} & {*path.parts}
    return path.suffix.lower() == ".ipynb" and not hidden


def _text(name: str) -> str:
    return name.replace("\\", "/").encode("utf-8", "replace").decode()[-200:]
