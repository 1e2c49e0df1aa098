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
from collections.abc import Callable, Iterator
from itertools import islice
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
    """The notebooks of an archive, or of those in it where it has none; of any other file, the file itself.

    Raises:
        SubmissionError: an archive that is broken, or unpacks to too much.
    """
    if not file.name.lower().endswith(ARCHIVES) or file.trouble:
        return [file] if file.trouble or _is_notebook(file.name) else []
    try:
        room = _Room()
        found = list(islice(_members(file.content, _is_notebook, room), MOST_NOTEBOOKS))
        if not found:
            inner = islice(_members(file.content, _is_archive, room), MOST_NOTEBOOKS)
            every = (one for archive in inner for one in _members(archive.content, _is_notebook, room))
            found = list(islice(every, MOST_NOTEBOOKS))
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


class _Room:
    """What may still be unpacked, in bytes."""

    def __init__(self):
        self.left = MOST_UNPACKED


class _Bounded(io.RawIOBase):
    """A stream that raises `TooMuch` when more is read from it than there is room for."""

    def __init__(self, stream: IO[bytes], room: _Room):
        self.stream, self.room = stream, room

    def read(self, size: int = -1) -> bytes:
        """Read like any stream, but never more than is left, and one byte."""
        left = self.room.left
        data = self.stream.read(left + 1 if size < 0 else min(size, left + 1))
        self.room.left -= len(data)
        if self.room.left < 0:
            raise TooMuch
        return data


def _members(content: bytes, wanted: Callable[[str], bool], room: _Room) -> Iterator[File]:
    """The files in an archive whose name is wanted."""
    return (_zip if content.startswith(b"PK") else _tar)(content, wanted, room)


def _zip(content: bytes, wanted: Callable[[str], bool], room: _Room) -> Iterator[File]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for info in archive.infolist():
            if wanted(info.filename):
                with archive.open(info) as member:
                    yield File(_text(info.filename), _Bounded(member, room).read())


def _tar(content: bytes, wanted: Callable[[str], bool], room: _Room) -> Iterator[File]:
    opener = next((opener for magic, opener in COMPRESSED if content.startswith(magic)), None)
    raw = io.BytesIO(content)
    stream: Any = raw if opener is None else opener(raw)
    with tarfile.open(fileobj=_Bounded(stream, room), mode="r|") as archive:
        for member in archive:
            if wanted(member.name) and member.isfile() and (inside := archive.extractfile(member)):
                yield File(_text(member.name), inside.read())


def _is_notebook(name: str) -> bool:
    """Whether it is called a notebook, and is no shadow of one that a system leaves beside it."""
    return PurePosixPath(name.replace("\\", "/")).suffix.lower() == ".ipynb" and not _is_shadow(name)


def _is_archive(name: str) -> bool:
    """The same of an archive."""
    return name.lower().endswith(ARCHIVES) and not _is_shadow(name)


def _is_shadow(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.name.startswith("._") or bool({".ipynb_checkpoints", "__MACOSX"} & {*path.parts})


def _text(name: str) -> str:
    return name.replace("\\", "/").encode("utf-8", "replace").decode()[-200:]
