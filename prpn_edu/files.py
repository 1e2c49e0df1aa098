"""Files and folders written whole or not at all: beside their place first, then moved there in one step.

A reader sees the old content or the new, never a part, and a write that fails leaves what was there. Nothing
is left beside the place.
"""

import os
import tempfile
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write a file, and the folders above it where they are missing.

    Raises:
        OSError: it cannot be written; what was there is still there.
    """
    with new_file(path) as part:
        part.write_bytes(content)


def write_text(path: str | Path, content: str) -> None:
    """Write a text in UTF-8 with its line ends as they are.

    Raises:
        OSError: it cannot be written; what was there is still there.
        UnicodeEncodeError: the text holds half a surrogate pair.
    """
    write_bytes(path, content.encode("utf-8"))


def is_free(path: Path, ours: str) -> bool:
    """Whether a folder may be written: nothing is there, an empty folder, or one that holds our own file.

    Args:
        path: of the folder.
        ours: the name of a file that only what we wrote there holds.
    """
    return not path.exists() or (path / ours).is_file() or (path.is_dir() and not any(path.iterdir()))


def fitting(name: str, most: int = 200) -> str:
    """The beginning of a name that a disk takes: most count bytes, up to 255, where people count letters."""
    return name.encode("utf-8")[:most].decode("utf-8", "ignore")


def alike(name: str) -> str:
    """What names have in common that some disk takes for one: it ignores case, or how accents are written."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


@contextmanager
def new_file(path: str | Path) -> Iterator[Path]:
    """A place to write to, which becomes `path` at the end of the block, unless that raises."""
    with _beside(Path(path)) as scratch:
        part = scratch / Path(path).name
        yield part
        os.replace(part, path)


@contextmanager
def new_folder(path: str | Path) -> Iterator[Path]:
    """An empty folder to fill, which becomes `path` at the end of the block, unless that raises.

    A folder that was there goes with all that it held; should the last step fail, it comes back.
    """
    path = Path(path)
    with _beside(path) as scratch:
        new, old = scratch / "new", scratch / "old"
        new.mkdir()
        yield new
        if not path.exists():
            os.replace(new, path)
            return
        os.replace(path, old)
        try:
            os.replace(new, path)
        except OSError:
            os.replace(old, path)
            raise


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A scratch folder on the same file system, hidden, removed at the end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as scratch:
        yield Path(scratch)
