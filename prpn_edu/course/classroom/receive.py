"""What was downloaded, sorted: a folder a student as the grader wants it, and a list of who handed in what.

Of several attempts the last counts; the others are kept beside. Files are copied as bytes, behind the same
guard as the grader's, and not looked into.
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from prpn_edu import files
from prpn_edu.course.classroom import exports, listing
from prpn_edu.course.classroom.exports import Handed
from prpn_edu.course.classroom.listing import LIST, ClassList
from prpn_edu.course.classroom.roster import Roster, Table
from prpn_edu.course.classroom.units import Unit, units
from prpn_edu.course.grading import collect, pages
from prpn_edu.course.grading.collect import Entry, text
from prpn_edu.course.sandbox.archives import File
from prpn_edu.course.task import NotebookError

SUBMISSIONS, EARLIER = "submissions", "earlier"


def receive(
    downloads: list[Path], out: Path, table: Table | None = None, platform: str | None = None
) -> ClassList:
    """Sort some exports into a folder that the grader reads.

    Args:
        downloads: of one assignment, each unpacked, the older first.
        out: the folder to write; an older one of the same kind is replaced, anything else is left alone.
        table: of the class; without one, students are called as the platform calls them.
        platform: one of `exports.EXAMPLES`; None finds it out.
    Raises:
        NotebookError: an export cannot be used, they come from several platforms, or the place is taken.
    """
    if not files.is_free(out, LIST):
        raise NotebookError(
            f"{out}: exists and is none of ours; give --out the name of a folder that is free"
        )
    read = [exports.read(folder, platform) for folder in downloads]
    if len({export.platform for export in read}) > 1:
        named = ", ".join(f"{folder}: {one.platform}" for folder, one in zip(downloads, read, strict=True))
        raise NotebookError(f"the downloads come from several platforms ({named}); receive each by itself")
    roster = Roster(table.people.values() if table else ())
    found = units(roster, [export.handed for export in read])
    there = {person.id for unit in found for person in unit.people}
    absent = [person for person in roster.people if person.id not in there]
    left_out = sorted({pages.one_line(text(name)) for export in read for name in export.left_out})
    with files.new_folder(out) as folder:
        (folder / SUBMISSIONS).mkdir()
        for unit in found:
            _sort(unit, folder)
        places = [listing.place(unit) for unit in found]
        listed = ClassList(read[0].platform, places, absent, left_out)
        listing.write(listed, folder)
    return listed


def _sort(unit: Unit, folder: Path) -> None:
    """Copy the files of all attempts: the last to be graded, the others beside."""
    for attempt in unit.attempts:
        attempt.files = list(_taken(attempt.handed))
    different = [one for one, after in itertools.pairwise(unit.attempts) if one.digest != after.digest]
    unit.attempts = [*different, unit.attempts[-1]]
    last = unit.attempts[-1]
    unit.remarks += [file.trouble for file in last.files if file.trouble]
    _write(last.files, folder / SUBMISSIONS / unit.name)
    for number, attempt in enumerate(unit.attempts[:-1], 1):
        _write(attempt.files, folder / EARLIER / unit.name / str(number))
    for attempt in unit.attempts:  # the names are enough from here on
        attempt.files = [File(file.name, trouble=file.trouble) for file in attempt.files]


def _taken(handed: Iterable[Handed]) -> Iterator[File]:
    """The files, under the students' own names for them."""
    for one in handed:
        yield from collect.files(Entry(one.name, one.path), one.file)


def _write(taken: list[File], folder: Path) -> None:
    """Write files whole. One that could not be taken is written without its content, to be told again."""
    folder.mkdir(parents=True)
    names: set[str] = set()
    for file in taken:
        parts = [re.sub(r'[<>:"\\|?*\x00-\x1f]', "_", part)[-100:] for part in file.name.split("/")]
        parent = folder.joinpath(*(part for part in parts[:-1] if part.strip(".")))
        name = parts[-1]
        while str(parent / name).casefold() in names:
            name = f"again-{name}"
        names.add(str(parent / name).casefold())
        parent.mkdir(parents=True, exist_ok=True)
        (parent / name).write_bytes(file.content)
