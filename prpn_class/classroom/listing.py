"""The list of who handed in what: a table for people, and the same for the commands that come after."""

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import msgspec

from prpn_class.classroom.roster import Person
from prpn_class.classroom.units import Unit
from prpn_class.grading import reports
from prpn_class.grading.handed_in import digest, entries, files, text
from prpn_course.task import NotebookError

LIST, TABLE = "received.json", "received.csv"
SUBMISSIONS = "submissions"  # a folder with one of each who handed in
HEADINGS = ("folder", "id", "name", "handed in", "late", "files", "earlier attempts", "remarks")


@dataclass(frozen=True)
class Upload:
    """A file or folder that counts, as the platform knows it.

    Attributes:
        name: of the student or group, as the platform writes it.
        number: the platform's.
        key: by what the platform knows it again.
        file: its name in the export.
    """

    name: str
    number: str
    key: str
    file: str


@dataclass(frozen=True)
class Place:
    """The folder of a student or a group.

    Attributes:
        name: of the folder.
        people: its members in the roster.
        uploads: what counts.
        time: when it was handed in, where somebody tells; without a time zone where that is Moodle's table
            or a name.
        late: whether the platform marks it as late.
        attempts: how many there were.
        files: the names of what was taken.
        remarks: what the teacher should know.
        accounts: see `units.Unit`: no feedback can go to any of them unseen.
        digest: of the files as they were written, by which a report of other files is known.
        troubles, glance: see `units.Unit`.
    """

    name: str
    people: list[Person]
    uploads: list[Upload]
    time: datetime | None
    late: bool
    attempts: int
    files: list[str]
    remarks: list[str]
    accounts: list[str] = field(default_factory=list)
    digest: str = ""
    troubles: list[str] = field(default_factory=list)
    glance: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class ClassList:
    """A class, sorted.

    Attributes:
        platform: that the exports came from.
        places: of those who handed in, by name.
        absent: the people of the roster who did not.
        left_out: names in the exports that are nobody's.
    """

    platform: str
    places: list[Place]
    absent: list[Person]
    left_out: list[str]


def place(unit: Unit, known_by: str = "") -> Place:
    """What the list tells of a student or a group, whose files are known by this digest."""
    last = unit.attempts[-1]
    uploads = [Upload(*map(text, (one.name, one.number, one.key, one.path.name))) for one in last.handed]
    told = [person.time for person in unit.people if person.time]
    return Place(
        name=unit.name,
        people=unit.people,
        uploads=uploads,
        time=last.time or max(told, default=None),
        late=any(one.late for one in last.handed),
        attempts=len(unit.attempts),
        files=[text(file.name) for file in last.files],
        remarks=unit.remarks,
        accounts=unit.accounts,
        digest=known_by,
        troubles=unit.troubles,
        glance=unit.glance,
    )


def digests(received: Path) -> dict[str, str]:
    """Of the files that lie now in the folders of a class, by their names."""
    folder = received / SUBMISSIONS
    return {one.name: digest(files(one)) for one in entries(folder)} if folder.is_dir() else {}


def write(listed: ClassList, folder: Path) -> None:
    """Write both forms."""
    encoded = msgspec.json.format(msgspec.json.encode(listed), indent=1)
    (folder / LIST).write_bytes(encoded + b"\n")
    (folder / TABLE).write_text(_table(listed), "utf-8-sig", newline="")  # Excel needs the mark


def read(folder: Path) -> ClassList:
    """Read the list of a class that was received.

    Raises:
        NotebookError: there is none, or it cannot be read.
    """
    try:
        return msgspec.json.decode((folder / LIST).read_bytes(), type=ClassList)
    except OSError:
        raise NotebookError(
            f"{folder}: holds no {LIST}; give the folder that `prpn-edu receive` wrote"
        ) from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise NotebookError(
            f"{folder / LIST}: cannot be read ({error}); run `prpn-edu receive` again"
        ) from None


def _table(listed: ClassList) -> str:
    """A line a person."""
    rows: list[tuple[str, ...]] = [HEADINGS]
    for one in listed.places:
        told = [
            one.time.isoformat(" ", "minutes") if one.time else "",
            "yes" if one.late else "",
            ", ".join(one.files),
            str(one.attempts - 1 or ""),
            "; ".join([*one.remarks, *one.glance]),
        ]
        for person in one.people or [Person("", one.uploads[-1].name)]:
            rows.append((one.name, person.id, person.name, *told))
    rows += [("", person.id, person.name, "nothing", *[""] * 4) for person in listed.absent]
    return reports.table(rows)
