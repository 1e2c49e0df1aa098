"""Real treebanks, found or fetched, and always checked.

Looked for in this order: the folder named by the environment variable `PRPN_EDU_DATA`, the user's cache, the
network. Wherever a file comes from, its sha256 is compared before anything reads it. Other data never takes
its place.

Layout of the folder, and of the cache:

    sst/train.txt  sst/dev.txt  sst/test.txt
    treebank.zip
"""

import hashlib
import os
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prpn_edu import files

VARIABLE = "PRPN_EDU_DATA"


class DataNotFoundError(FileNotFoundError):
    """A treebank neither on this machine nor to be downloaded; the message names both ways to get it."""


class ChecksumError(ValueError):
    """A file that is not what its name says; the message holds the file and both sha256."""


@dataclass(frozen=True)
class Source:
    """Where a treebank comes from.

    Attributes:
        url: the official address.
        place: what `fetch` returns, relative to the data folder: a folder or a file.
        files: for each file, relative to the data folder, the sha256 of its bytes; a text has LF line ends.
        members: for each file that is unpacked from a downloaded archive, its name there; empty if the
            download itself is the file.
    """

    url: str
    place: str
    files: dict[str, str]
    members: dict[str, str]


SOURCES = {
    "sst": Source(
        url="https://nlp.stanford.edu/sentiment/trainDevTestTrees_PTB.zip",
        place="sst",
        files={
            "sst/train.txt": "e2f3f41b0b1e6d4dddc0effe3bfc2d27ed8928079aa9a03d652311614fc5feb7",
            "sst/dev.txt": "0e9336aed6e4730e19f58d00a77b3f0297efdb755f7b5e598c98a05e3f97ea40",
            "sst/test.txt": "6e54806dee95cf80cd918e7dfb3f6770f6df24bf826f289a4d1f709e1c8f6761",
        },
        members={f"sst/{split}.txt": f"trees/{split}.txt" for split in ("train", "dev", "test")},
    ),
    "wsj": Source(
        url="https://raw.githubusercontent.com/nltk/nltk_data/gh-pages/packages/corpora/treebank.zip",
        place="treebank.zip",
        files={"treebank.zip": "9da92d76c3666cfb6cddeaed0f7e86b344cce0f0928a286d439e555f19c37399"},
        members={},
    ),
}

# The copy of train.txt with the dev split pasted onto its end; people meet it often enough to be told.
_CONTAMINATED_TRAIN = "3287e6df56acb2ccba2bc3ebb7a696c0daee8d2fa00988348bbf37796bc3739d"


def fetch(name: str) -> Path:
    """The place of a treebank on this machine; downloads it into the user's cache if it has to.

    Args:
        name: "sst" or "wsj".
    Returns:
        for "sst" the folder with train.txt, dev.txt and test.txt, for "wsj" the file treebank.zip; checked.
    Raises:
        ValueError: unknown name.
        DataNotFoundError: not on this machine and not to be downloaded.
        ChecksumError: a file was found or downloaded whose sha256 is wrong.
    """
    if name not in SOURCES:
        raise ValueError(f"unknown treebank {name!r}; choose one of {', '.join(SOURCES)}")
    source = SOURCES[name]
    named = _named_folder(source)
    folder = named if named is not None and _holds(named, source) else cache()
    if not _holds(folder, source):
        return _download(name, source, folder)
    for file, expected in source.files.items():
        _verify((folder / file).read_bytes(), file, expected, folder / file)
    return folder / source.place


def cache() -> Path:
    """The user's cache folder for this package; it need not exist yet."""
    return Path(_pooch().os_cache("prpn_edu"))


def _pooch() -> Any:
    """The library that downloads, which only those need who fetch a real treebank.

    Raises:
        ModuleNotFoundError: it is not installed; the message says how to install it.
    """
    try:
        import pooch
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            f"real treebanks are fetched with pooch: pip install 'prpn_edu[data]', or set {VARIABLE} to a "
            "folder that holds them"
        ) from None
    return pooch


def _named_folder(source: Source) -> Path | None:
    """The folder in PRPN_EDU_DATA, or None if that is unset; an error if it has only a part of the source."""
    named = os.environ.get(VARIABLE)
    if not named:
        return None
    folder = Path(named)
    if not folder.is_dir():
        raise DataNotFoundError(
            f"{VARIABLE} names the folder {named}, which does not exist; correct or unset it"
        )
    missing = [file for file in source.files if not (folder / file).is_file()]
    if 0 < len(missing) < len(source.files):
        raise DataNotFoundError(
            f"{VARIABLE}={named} holds only a part of the treebank: {', '.join(missing)} missing"
        )
    return folder


def _holds(folder: Path, source: Source) -> bool:
    return all((folder / file).is_file() for file in source.files)


def _download(name: str, source: Source, folder: Path) -> Path:
    """Fetch, check, and only then move into `folder`: a broken download leaves nothing behind."""
    pooch = _pooch()
    with tempfile.TemporaryDirectory() as scratch:
        # Pooch would suggest to paste a hash into the program; that is not meant for readers of this course.
        pooch.get_logger().setLevel("WARNING")
        try:
            # The checksum of Stanford's archive is not published; the files inside are checked instead.
            fetched = Path(pooch.retrieve(source.url, known_hash=None, fname="download", path=scratch))
        except Exception as error:  # requests, urllib3 and the operating system each have their own
            raise DataNotFoundError(_how_to_get(name, source, error)) from None
        contents = {}
        for file, expected in source.files.items():
            member = source.members.get(file)
            raw = fetched.read_bytes() if member is None else _unpack(fetched, member, source.url)
            contents[file] = _verify(raw, file, expected, f"{file} from {source.url}")
    for file, raw in contents.items():
        files.write_bytes(folder / file, raw)
    return folder / source.place


def _unpack(archive: Path, member: str, url: str) -> bytes:
    try:
        with zipfile.ZipFile(archive) as opened:
            return opened.read(member)
    except (zipfile.BadZipFile, KeyError) as error:
        raise ChecksumError(f"{url} did not send the archive with {member} in it: {error}") from error


def _verify(raw: bytes, file: str, expected: str, place: object) -> bytes:
    """The content of `file`, found at `place`, line ends of a text made LF, if its sha256 is as expected."""
    unified = raw.replace(b"\r\n", b"\n") if file.endswith(".txt") else raw
    got = hashlib.sha256(unified).hexdigest()
    if got == expected:
        return unified
    hint = "remove it and fetch the official file"
    if got == _CONTAMINATED_TRAIN:
        hint = "this copy has the whole dev split appended to train; keep its first 8544 lines"
    raise ChecksumError(
        f"{place} is not the file it should be ({hint}):\n  expected sha256 {expected}\n  got {got}"
    )


def _how_to_get(name: str, source: Source, error: Exception) -> str:
    return (
        f"the treebank {name!r} is not on this machine and could not be downloaded from {source.url} "
        f"({type(error).__name__}). Two ways to get it:\n"
        f"  - with a network: prpn-edu data {name}\n"
        f"  - without: set {VARIABLE} to a folder that holds {', '.join(source.files)}"
    )
