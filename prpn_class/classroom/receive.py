"""What was downloaded, sorted: a folder a student as the grader wants it, and a list of who handed in what.

Of several attempts the last counts; the others are kept beside. Files are copied as bytes, behind the same
guard as the grader's, and not looked into.
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from prpn_class.classroom import exports, glance, listing
from prpn_class.classroom.exports import Handed
from prpn_class.classroom.listing import LIST, SUBMISSIONS, ClassList
from prpn_class.classroom.roster import Roster, Table
from prpn_class.classroom.units import Attempt, Unit, units
from prpn_class.grading import handed_in, pages
from prpn_class.grading.handed_in import Entry, text
from prpn_class.sandbox.archives import File
from prpn_course.task import NotebookError
from prpn_edu import files

EARLIER = "earlier"
LONGEST, DEEPEST = 150, 8  # bytes of a name, names of a path: what every disk takes
TOO_MUCH = (
    f"is too much with the files before it, {handed_in.LARGEST // 10**6} MB; hand in the notebook alone"
)


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
        NotebookError: an export cannot be used, they come from several platforms, the place is taken, or
            files that were repaired there would be lost.
    """
    if not files.is_free(out, LIST):
        raise NotebookError(
            f"{out}: exists and is none of ours; give --out the name of a folder that is free"
        )
    if repaired := _repaired(out):
        raise NotebookError(
            f"{out}: the files of {', '.join(repaired)} were changed there, and would be lost; give --out "
            f"another name, or take {out} away"
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
        handed_in.keep_out(folder)
        digests = [_sort(unit, folder) for unit in found]
        glance.unlike_the_others(found)
        places = [listing.place(unit, digest) for unit, digest in zip(found, digests, strict=True)]
        listed = ClassList(read[0].platform, places, absent, left_out)
        listing.write(listed, folder)
    return listed


def _repaired(out: Path) -> list[str]:
    """Whose files are no longer those that were received; nobody's where that cannot be said."""
    with suppress(NotebookError):
        now = listing.digests(out)
        return [
            one.name for one in listing.read(out).places if one.digest and now.get(one.name) != one.digest
        ]
    return []


def _sort(unit: Unit, folder: Path) -> str:
    """Copy the files of all attempts: the last to be graded, the others beside. Two are in memory at most.

    Returns:
        the digest of what is to be graded, as the grader will see it.
    """
    different: list[Attempt] = []
    for attempt in unit.attempts:
        attempt.files = list(_taken(attempt.handed))
        if different and different[-1].digest == attempt.digest:
            different.pop()
        elif different:
            _keep(different[-1], folder / EARLIER / unit.name / str(len(different)))
        different.append(attempt)
    unit.attempts = different
    unit.troubles = [file.trouble for file in different[-1].files if file.trouble]
    unit.remarks += unit.troubles
    unit.glance = [said for file in different[-1].files if (said := glance.broken(file))]
    _keep(different[-1], folder / SUBMISSIONS / unit.name)
    return handed_in.digest(handed_in.files(Entry(unit.name, folder / SUBMISSIONS / unit.name)))


def _keep(attempt: Attempt, folder: Path) -> None:
    """Write the files of an attempt; their names are enough from here on."""
    _write(attempt.files, folder)
    attempt.files = [File(file.name, trouble=file.trouble) for file in attempt.files]


def _taken(handed: Iterable[Handed]) -> Iterator[File]:
    """The files, under the students' own names for them, as far as they are not too much together."""
    left = handed_in.LARGEST
    for one in handed:
        for file in handed_in.files(Entry(one.name, one.path), text(one.file)):
            whole = file.content or _unread(one.path, file)
            left -= len(whole)
            taken = File(file.name, whole, file.trouble)
            yield taken if left >= 0 else File(file.name, trouble=f"{file.name} {TOO_MUCH}")


def _unread(path: Path, file: File) -> bytes:
    """What a file of another kind holds, for whoever can make a notebook of it; nothing else is opened."""
    path = path / file.name if path.is_dir() else path
    of_other_kind = file.trouble.endswith(handed_in.OTHER_KIND) and not path.is_symlink() and path.is_file()
    return path.read_bytes() if of_other_kind and path.stat().st_size <= handed_in.LARGEST else b""


def _write(taken: list[File], folder: Path) -> None:
    """Write files whole. One that could not be taken is written without its content, to be told again."""
    folder.mkdir(parents=True)
    places: dict[str, bool] = {}
    for file in taken:
        place = folder / _place(file.name, places)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(file.content)


def _place(name: str, places: dict[str, bool]) -> PurePosixPath:
    """A place that every disk has for a file, below the folders of its name; below another where it is taken.

    Args:
        name: with the folders above it, as a student chose it.
        places: whether a folder is there or a file, by names in small letters; gets this one's.
    """
    parts = [re.sub(r'[<>:"\\|?*\x00-\x1f]', "_", part) for part in name.split("/")]
    parts = [part[-100:].encode()[-LONGEST:].decode("utf-8", "ignore") for part in parts[-DEEPEST:]]
    own = parts.pop()
    kept = PurePosixPath(*(part for part in parts if part.strip(". ")), own if own.strip(". ") else "file")
    for place in itertools.chain([kept], (f"again-{number}" / kept for number in itertools.count(1))):
        above = [str(one).casefold() for one in place.parents][:-1]
        if str(place).casefold() not in places and all(places.get(one, True) for one in above):
            places |= dict.fromkeys(above, True) | {str(place).casefold(): False}
            return place
    raise AssertionError
