"""The notebook of a sheet among a student's files, found by its name or by what it holds."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import PurePosixPath

from prpn_class.sandbox import archives
from prpn_class.sandbox.archives import File, SubmissionError
from prpn_class.sandbox.reading import CHECK, definitions, is_released, load, take, text_of
from prpn_class.sandbox.submission import Released, Submission

MOST_NAMED = 5  # notebooks that were left
LEFT = "{} notebooks of this sheet differ: graded was {}, not {}; if another was meant, tell whoever grades"


def read(files: list[File], released: Released) -> Submission:
    """Find the notebook of a sheet among a student's files and take the student's own cells out of it.

    Raises:
        SubmissionError: there is none, or it cannot be read.
    """
    apart = len(files) > 1
    chosen, remarks = locate([one for file in files for one in _unpacked(file, apart)], released)
    submission = take(chosen, released)
    submission.remarks[:0] = remarks
    return submission


def _unpacked(file: File, apart: bool) -> list[File]:
    """The notebooks in a file, below its name where it is one of several; a file that says what is broken."""
    try:
        found = archives.notebooks(file)
        inside = apart and found != [file]
        return [File(f"{file.name}/{one.name}", one.content) for one in found] if inside else found
    except SubmissionError as error:
        return [File(file.name, trouble=str(error))]


def locate(notebooks: list[File], released: Released) -> tuple[File, list[str]]:
    """Find the notebook of a sheet: by its name, else by what it holds; one without an answer comes last.

    A name such as `spans` is asked for on two sheets, so a notebook that checks another sheet alone is none.

    Returns:
        the file, and remarks.
    Raises:
        SubmissionError: there is none.
    """
    name = f"{released.stem}.ipynb"
    named = [file for file in notebooks if PurePosixPath(file.name).name == name]
    own = [file for file in notebooks if file in named or not _checks_another(file, released)]
    begun = [file for file in own if _answers(file, released)] if len(notebooks) > 1 else []
    alike = [file for file in begun if file in named] or begun or named
    alike = alike or [file for file in own if _mentions(file, released)]
    alike = alike or [file for file in own if any(_defining(file, released.published))]
    if not alike:
        raise SubmissionError(absent(released.stem, [_broken(file) or _other(file) for file in notebooks]))
    highest = min(len(PurePosixPath(file.name).parts) for file in alike)
    level = [file for file in alike if len(PurePosixPath(file.name).parts) == highest]
    chosen = max(level, key=lambda file: _numbers(file.name))  # the last of several numbers is the newest
    remarks = []
    if chosen not in named:
        remarks.append(f"{PurePosixPath(chosen.name).name} was taken for {name}, by what it holds")
    left = [file.name for file in begun or alike if file.content != chosen.content]
    if left:
        remarks.append(LEFT.format(len(left) + 1, chosen.name, listed(left)))
    return chosen, remarks


def _numbers(name: str) -> list[tuple[int, str]]:
    """A name as a key by which `-10` comes after `-2`."""
    return [(int(one) if one.isdecimal() else -1, one.casefold()) for one in re.split(r"(\d{1,9})", name)]


def listed(names: list[str]) -> str:
    """Some names, and how many there are besides."""
    more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
    return ", ".join([*sorted(names)[:MOST_NAMED], *more])


def absent(stem: str, troubles: list[str]) -> str:
    """What is said where there is no notebook of a sheet, and what each file is instead."""
    return "; ".join([f"no notebook called {stem}.ipynb was handed in", *troubles[:3]])


def _broken(file: File) -> str:
    """Why a file cannot be read as a notebook, "" where it can."""
    try:
        load(file)
    except SubmissionError as error:
        return str(error)
    return ""


def _other(file: File) -> str:
    """What is said of a notebook that is whole."""
    return f"{PurePosixPath(file.name).name} is none of this sheet"


def _checks_another(file: File, released: Released) -> bool:
    """Whether a notebook has checks, and none of them is of this sheet."""
    asked = set[str]()
    with suppress(SubmissionError):
        for cell in load(file):
            asked.update(CHECK.findall(text_of(cell)) if cell.get("cell_type") == "code" else ())
    return bool(asked) and asked.isdisjoint(released.functions)


def _mentions(file: File, released: Released) -> bool:
    """Whether a notebook defines a function of the sheet."""
    return any(_defining(file, released.functions.values()))


def _answers(file: File, released: Released) -> bool:
    """Whether it does so in a cell of the student's own."""
    return any(not is_released(source, released) for source in _defining(file, released.functions.values()))


def _defining(file: File, functions: Iterable[str]) -> Iterator[str]:
    """The cells of a notebook that define one of some functions; none where it cannot be read."""
    functions = {*functions}
    with suppress(SubmissionError):
        sources = (text_of(cell) for cell in load(file) if cell.get("cell_type") == "code")
        yield from (source for source in sources if functions & definitions(source))
