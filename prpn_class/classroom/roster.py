"""Who is in the class: a table of any of the platforms, or one's own, read by its headings.

Moodle's grading worksheet, Canvas's gradebook, Gradescope's roster and Blackboard's grades all serve as they
are downloaded.
"""

import codecs
import csv
import io
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from prpn_course.task import NotebookError

HEADINGS = {
    "id": ("id number", "sis user id", "sid", "student id", "student number", "matriculation number", "id"),
    "name": ("full name", "name", "student", "student name"),
    "first": ("first name", "firstname", "given name"),
    "last": ("last name", "lastname", "surname", "family name"),
    "email": ("email address", "email", "e-mail", "sis email"),
    "login": ("sis login id", "username", "login"),
    "group": ("group", "groups", "team"),
    "number": ("identifier", "canvas id"),
    "handed_in": ("last modified (submission)", "handed in"),
    "role": ("role",),
}
NOBODY = ("points possible", "test student")  # lines of Canvas's gradebook
STAFF = ("instructor", "ta", "reader", "teacher", "teaching assistant")  # Gradescope lists them too
TIMES = (
    "%d %B %Y, %I:%M %p",
    "%B %d, %Y, %I:%M %p",
    "%d %B %Y, %H:%M",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d %H:%M:%S",
)
FOREIGN = 5  # headings, of which none names a person: a platform's table in another language
WEEKDAY = re.compile(r"^[^\W\d]+, ")


@dataclass(frozen=True)
class Person:
    """One who is in the class.

    Attributes:
        id: the university's number or name for the person; the login, the address or the name where the table
            has none.
        name: given name first.
        email, login, group: "" where the table has none.
        number: the platform's own number: Moodle's participant, Canvas's user.
        time: when the platform says that the person handed in, where its table does; without a time zone.
    """

    id: str
    name: str
    email: str = ""
    login: str = ""
    group: str = ""
    number: str = ""
    time: datetime | None = None


@dataclass
class Table:
    """A table of people as it was read, to be filled in and written again.

    Attributes:
        path: of the file.
        delimiter: between the cells.
        rows: all lines, the headings first.
        people: by the index of their row.
        begins: the mark of UTF-8 with which the file begins, by which Excel knows umlauts; "" for none.
        line_end: of its lines.
    """

    path: Path
    delimiter: str
    rows: list[list[str]]
    people: dict[int, Person] = field(default_factory=dict)
    begins: str = ""
    line_end: str = "\n"

    @property
    def headings(self) -> list[str]:
        """The first line."""
        return self.rows[0]


def read(path: Path) -> Table:
    """Read a table of people.

    Raises:
        NotebookError: it cannot be read, has no heading that names people, nobody in it, or an id twice.
    """
    text, begins = _decoded(path)
    line_end = "\r\n" if text.split("\n")[0].endswith("\r") else "\n"
    delimiter = max(",;\t", key=text.split("\n")[0].count)
    try:
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if any(map(str.strip, row))]
    except csv.Error as error:
        raise NotebookError(f"{path}: cannot be read as a table ({error}); save it as CSV again") from None
    table = Table(path, delimiter, rows, begins=begins, line_end=line_end)
    columns = _columns(rows[0] if rows else [])
    if not {"id", "name", "first", "last", "email"} & set(columns):
        known = ", ".join(heading for headings in HEADINGS.values() for heading in headings)
        raise NotebookError(
            f"{path}: no heading in its first line names people "
            f"({', '.join(rows[0][:8]) if rows else 'empty'}); these do: {known}"
        )
    if not {"name", "first", "last", "email"} & set(columns) and len(rows[0]) >= FOREIGN:
        begin, known = ", ".join(rows[0][:4]), rows[0][columns["id"]]
        raise NotebookError(
            f"{path}: of its headings ({begin}, ...) only {known!r} is known, and nobody can be found by it. "
            "If this is Moodle's worksheet in another language, set Moodle's language to English in your "
            "profile, and download it again"
        )
    seen: dict[str, int] = {}
    for line, row in enumerate(rows[1:], 1):
        person = _person(row, columns)
        if not person or plain(person.name) in NOBODY:
            continue
        if person.id in seen:
            raise NotebookError(
                f"{path}, lines {seen[person.id] + 1} and {line + 1}: both have the id {person.id}"
            )
        seen[person.id] = line
        table.people[line] = person
    if not table.people:
        raise NotebookError(f"{path}: nobody is in it")
    return table


def _decoded(path: Path) -> tuple[str, str]:
    """The text of a file, and the mark of UTF-8 with which it begins, if any."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotebookError(f"{path}: cannot be opened ({error.strerror})") from None
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):  # as Blackboard writes it
        return data.decode("utf-16", "replace"), ""
    for encoding in ("utf-8-sig", "cp1252"):  # the second is what Excel writes on Windows
        try:
            return data.decode(encoding), "\ufeff" if data.startswith(codecs.BOM_UTF8) else ""
        except UnicodeDecodeError:
            continue
    raise NotebookError(f"{path}: is no text in UTF-8; save it as `CSV UTF-8`")


def _columns(headings: list[str]) -> dict[str, int]:
    """From what is known of a person to the column that holds it. Canvas calls its own number `ID`."""
    known, canvas = [plain(one) for one in headings], is_gradebook(headings)
    found = {}
    for what, names in HEADINGS.items():
        names = tuple(name for name in names if not (canvas and name == "id"))
        column = next((known.index(name) for name in names if name in known), None)
        if column is not None:
            found[what] = column
    return found | ({"number": known.index("id")} if canvas else {})


def plain(words: str) -> str:
    """What a table says, whatever its capitals and spaces."""
    return " ".join(words.split()).casefold()


def is_gradebook(headings: list[str]) -> bool:
    """Whether these are the headings of Canvas's gradebook, names in one column or in two."""
    known = [plain(one) for one in headings]
    return (known[:2] == ["student", "id"] or known[:3] == ["lastname", "firstname", "id"]) and (
        "section" in known
    )


def _person(row: list[str], columns: dict[str, int]) -> Person | None:
    """The person of a row, None where it names nobody."""

    def cell(what: str) -> str:
        column = columns.get(what, len(row))
        return " ".join(row[column].split()) if column < len(row) else ""

    name = cell("name") or f"{cell('first')} {cell('last')}".strip()
    last, comma, first = name.partition(", ")
    name = f"{first} {last}" if comma else name
    number = re.search(r"\d+$", cell("number"))
    given = cell("id") or cell("login") or cell("email") or cell("number") or name
    if not given or cell("role").casefold() in STAFF:
        return None
    return Person(
        given,
        name or given,
        cell("email"),
        cell("login"),
        cell("group"),
        number[0] if number else "",
        _time(cell("handed_in")),
    )


def _time(text: str) -> datetime | None:
    """A time as Moodle writes it in English, or as in a table of one's own; None for anything else."""
    for form in TIMES:
        try:
            return datetime.strptime(WEEKDAY.sub("", text), form)
        except ValueError:
            continue
    return None


class Roster:
    """The class, to find people by what a platform calls them."""

    def __init__(self, people: Iterable[Person]):
        self.people = list(people)
        self._groups = self._known_by(lambda person: [_key(person.group)])
        self._numbers = self._known_by(lambda person: [person.number])
        self._calls = self._known_by(lambda person: [person.id.casefold(), person.login.casefold()])
        self._emails = self._known_by(lambda person: [person.email.casefold()])
        self._names = self._known_by(lambda person: _turned(person.name))
        self._bare = self._known_by(lambda person: map(_bare, _turned(person.name)))

    def _known_by(self, words: Callable[[Person], Iterable[str]]) -> dict[str, list[Person]]:
        """The people by what is said of them, so that a class of thousands is not searched for each."""
        found = defaultdict(list)
        for person in self.people:
            for word in {*words(person)} - {""}:
                found[word].append(person)
        return dict(found)

    def members(self, group: str) -> list[Person]:
        """The people of a group."""
        return self._groups.get(_key(group), [])

    def find(self, name: str, number: str = "", given: str = "", email: str = "") -> Person | None:
        """The one whom a platform means: by number, id or address, else by a name that nobody else has.

        The name is what a student may choose: it finds nobody whose number is known and another.
        """
        key = _key(name)
        named = self._names.get(key) or self._bare.get(_bare(key), [])
        named = [*named, *self._calls.get(name.casefold(), [])]
        for found in (
            self._numbers.get(number, []),
            self._calls.get(given.casefold(), []),
            self._emails.get(email.casefold(), []),
            [person for person in dict.fromkeys(named) if not (number and person.number)],
        ):
            if len(found) == 1:
                return found[0]
        return None


def is_called(name: str) -> Callable[[Person], bool]:
    """Whether a person has this name, as platforms change names."""
    return lambda person: _bare(_key(name)) in map(_bare, _turned(person.name))


def _key(name: str) -> str:
    """A name without what platforms change: case, spaces, points, accents that are written apart."""
    return "".join(letter for letter in unicodedata.normalize("NFKC", name).casefold() if letter.isalnum())


def _bare(key: str) -> str:
    """A key without accents, which some platforms leave out: Ångström as angstrom."""
    return "".join(one for one in unicodedata.normalize("NFKD", key) if not unicodedata.combining(one))


def _turned(name: str) -> Iterator[str]:
    """A name with its parts in every rotation: family names come first in some exports."""
    parts = name.split()
    for start in range(len(parts)):
        yield _key("".join(parts[start:] + parts[:start]))
