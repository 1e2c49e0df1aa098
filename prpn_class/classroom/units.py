"""Who handed in what: the files of some exports, put together by student or group, in the order they came."""

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from prpn_class.classroom.exports import Handed
from prpn_class.classroom.roster import Person, Roster, is_called
from prpn_class.grading import handed_in, pages
from prpn_class.grading.handed_in import text
from prpn_class.sandbox.archives import File
from prpn_edu import files

NAMELESS = "Participant"  # what Moodle calls everybody where names are hidden


@dataclass
class Attempt:
    """What a student or group handed in at one time.

    Attributes:
        handed: as the export holds it.
        files: what was taken.
        by: the ids of those who handed it in, where the export tells.
        download: which export it came in, counted from 0.
    """

    handed: list[Handed]
    files: list[File] = field(default_factory=list)
    by: tuple[str, ...] = ()
    download: int = 0

    @property
    def time(self) -> datetime | None:
        """When the last of its files came."""
        return max((one.time for one in self.handed if one.time), default=None)

    @property
    def digest(self) -> str:
        """Tells its files from others."""
        return handed_in.digest(self.files)


@dataclass
class Unit:
    """A student, or a group that hands in together.

    Attributes:
        name: of its folder.
        people: its members in the roster; nobody where the roster has no such name, or there is none.
        attempts: in order; the last counts.
        remarks: what the teacher should know.
        troubles: those of the files, which are gone when these are replaced.
        glance: what one should look at before grading, which tells it again; see `glance`.
        accounts: the platform's numbers, where several handed in under one name: it may be borrowed.
    """

    name: str
    people: list[Person]
    attempts: list[Attempt] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    glance: list[str] = field(default_factory=list)
    accounts: list[str] = field(default_factory=list)


def units(roster: Roster, downloads: list[list[Handed]]) -> list[Unit]:
    """The students and groups, by name, each with all attempts."""
    found: dict[tuple[str, str], Unit] = {}
    attempts: dict[tuple, Attempt] = {}
    for download, handed in enumerate(downloads):
        for one in handed:
            key, name, people, by = _whose(one, roster)
            unit = found.setdefault(key, Unit(name, people))
            place = (key, download, by, one.time if one.whole else None)
            if place not in attempts:
                attempts[place] = Attempt([], by=by, download=download)
                unit.attempts.append(attempts[place])
            attempts[place].handed.append(one)
            called = pages.one_line(text(one.name))
            if roster.people and not people:
                unit.remarks = [f"{called} is not in the roster"]
            elif key[0] == "people" and not one.people and not _is_one_of(people, one.name):
                unit.remarks = [f"{one.number} is called {called} by the platform: is it the same person?"]
            if other := roster.find("", one.perhaps):
                unit.remarks.append(f"its name in the export may also be read as that of {other.name}: look")
    _twice(found.values())
    taken: set[str] = set()
    for unit in sorted(found.values(), key=lambda unit: unit.name.casefold()):
        unit.name = free(unit.name, taken)
        unit.attempts = [part for attempt in unit.attempts for part in _uploads(attempt)]
        _order(unit)
    return sorted(found.values(), key=lambda unit: unit.name.casefold())


def _is_one_of(people: list[Person], name: str) -> bool:
    """Whether a name that a platform gives is that of one of some people, or nobody's."""
    return name == NAMELESS or any(map(is_called(name), people))


def _twice(found: Iterable[Unit]) -> None:
    """Say where a person hands in more than once: alone and with others, or with several others."""
    number = Counter(person for unit in found for person in unit.people)
    for unit in found:
        unit.remarks += [
            f"{person.name} is in {number[person]} of these: only one mark can count, look"
            for person in unit.people
            if number[person] > 1
        ]


def _whose(one: Handed, roster: Roster) -> tuple[tuple[str, str], str, list[Person], tuple[str, ...]]:
    """Whose it is: a key, the name of the folder, the members, and the ids of those who handed it in."""
    group, owner = roster.members(one.name), roster.find("", one.number)
    if owner and owner not in group:
        group = []  # one who only calls himself like a group
    told = one.people or ((one.name, "", ""),)
    people = [
        person for name, given, email in told if (person := roster.find(name, one.number, given, email))
    ]
    by = tuple(person.id for person in people)
    group = group or next((roster.members(person.group) for person in people if person.group), [])
    if group:
        return ("group", group[0].group), group[0].group, group, by
    if people:
        name = " and ".join(f"{person.name} ({person.id})" for person in people)
        return ("people", " ".join(sorted(by))), name, people, by
    name = f"{one.name} ({one.number})" if one.number else one.name
    return ("unknown", f"{one.number or one.name}"), name, [], (one.number or one.name,)


def _uploads(attempt: Attempt) -> list[Attempt]:
    """The older uploads of a file that is there more than once under one name, then what counts."""
    versions: dict[str, list[Handed]] = defaultdict(list)
    for number, one in enumerate(sorted(attempt.handed, key=lambda one: one.order)):
        versions[one.file or str(number)].append(one)
    parts = [[one] for same in versions.values() for one in same[:-1]]
    parts.append([same[-1] for same in versions.values()])
    return [Attempt(part, [], attempt.by, attempt.download) for part in parts]


def _order(unit: Unit) -> None:
    """Put the attempts of a unit in order, the last of all last. Say where the order is not known."""

    def place(attempt: Attempt) -> tuple:
        stamp = attempt.time.timestamp() if attempt.time else 0.0
        return attempt.download, stamp, max(one.order for one in attempt.handed)

    unit.attempts.sort(key=place)
    if len({place(attempt) for attempt in unit.attempts}) < len(unit.attempts):
        unit.remarks.append("several of the group handed in, and the export does not tell who was last")
    alone = len(unit.people) == 1
    names = defaultdict[str, set[str]](set)
    for one in (one for attempt in unit.attempts for one in attempt.handed if one.number):
        names["" if alone else one.name.casefold()].add(one.number)
    unit.accounts = sorted(number for numbers in names.values() if len(numbers) > 1 for number in numbers)
    if unit.accounts:
        said = "is it one person?" if alone else "is each of the group?"
        unit.remarks.append(f"handed in from several accounts ({', '.join(unit.accounts)}): {said}")


def free(name: str, taken: set[str]) -> str:
    """A name for a folder that every system allows and no spreadsheet takes for a formula."""
    safe = re.sub(r'[<>:"/\\|?*;,=+@＝＋－＠\x00-\x1f]', "_", pages.one_line(text(name)))
    safe = files.fitting(safe[:100], 160).strip(". -_'") or "student"
    numbered = (f"{safe}-{number}" for number in itertools.count(2))
    free = next(one for one in itertools.chain([safe], numbered) if files.alike(one) not in taken)
    taken.add(files.alike(free))
    return free
