"""The tables that the platforms take back, with marks in them.

A table is filled in as the platform exported it: its own ids, its own columns. Only the one column changes,
and only for those who handed in, so that no mark is overwritten that was given elsewhere.
"""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from prpn_class.classroom.marks import Mark, decimal
from prpn_class.classroom.roster import Roster, Table, is_gradebook, plain
from prpn_course.task import NotebookError

STUDENT_COLUMNS = (
    "student",
    "lastname",
    "firstname",
    "id",
    "sis user id",
    "sis login id",
    "integration id",
    "root account",
    "section",
)
OTHERS = (
    "if this is Moodle's worksheet, set Moodle's language to English, and download it again; only that and "
    "Canvas's gradebook are filled in, for another platform leave --into out and take the column `mark`"
)
UNGRADED = "not graded, see the remark; put the mark in by hand"
GRADE, MOST, LOCKED = "Grade", "Maximum Grade", "Grade can be changed"
POSSIBLE = "points possible"  # the line of Canvas's gradebook with the maxima


@dataclass(frozen=True)
class Filled:
    """A platform's table with marks in it.

    Attributes:
        text: the table.
        missed: what could not be filled in, and why.
        lowered: whose mark was higher before.
    """

    text: str
    missed: list[str]
    lowered: list[str]


def ungraded(given: list[Mark]) -> list[str]:
    """A line for each who has no mark, because nothing could be judged."""
    return [f"{one.who}: {UNGRADED}" for one in given if one.mark is None]


def moodle(table: Table, given: list[Mark], scale: bool = False) -> Filled:
    """Moodle's grading worksheet with the marks in it.

    Args:
        table: the worksheet of this assignment, as it was downloaded.
        given: the marks.
        scale: convert them where the worksheet has another maximum.
    Raises:
        NotebookError: it is no worksheet, or has another maximum.
    """
    if is_gradebook(table.headings):
        raise NotebookError(
            f"{table.path}: is a gradebook of Canvas; name the assignment with --column TITLE"
        )
    column = _column(table, GRADE, OTHERS)
    most, locked = (_place(table, heading) for heading in (MOST, LOCKED))
    missed: list[str] = []
    lowered: list[str] = []
    for line, one in _lines(table, given, missed):
        row = table.rows[line]
        if locked is not None and plain(row[locked]) == "no":
            missed.append(f"{one.who}: Moodle says that this grade cannot be changed")
            continue
        comma = most is not None and "," in row[most]
        maximum = _maximum(row[most] if most is not None else "", one, table.path)
        mark = decimal(_scaled(one, maximum, scale, table.path))
        lowered += _lowered(one, row[column], mark)
        row[column] = mark.replace(".", ",") if comma else mark
    return Filled(_text(table, table.rows), missed, lowered)


def canvas(table: Table, given: list[Mark], title: str, scale: bool = False) -> Filled:
    """A gradebook for Canvas with one assignment in it: the columns that name students, and the marks.

    Args:
        table: the gradebook as it was exported.
        given: the marks.
        title: of the assignment, without the number that Canvas puts behind it.
        scale: convert the marks where the assignment has another maximum.
    Raises:
        NotebookError: it is no gradebook, has no such assignment, or another maximum.
    """
    wanted = [
        n
        for n, heading in enumerate(table.headings)
        if re.fullmatch(rf"{re.escape(title)}(?: \(\d+\))?", heading)
    ]
    names = [n for n, heading in enumerate(table.headings) if plain(heading) in STUDENT_COLUMNS]
    if not is_gradebook(table.headings):
        raise NotebookError(
            f"{table.path}: is no gradebook of Canvas (Grades, Export, Entire Gradebook), which alone is "
            "filled in by --column; for another platform leave --into and --column out"
        )
    if len(wanted) != 1:
        others = ", ".join(heading for n, heading in enumerate(table.headings) if n not in names)
        raise NotebookError(
            f"{table.path}: --column {title!r} is the title of {len(wanted)} columns; there are: {others}"
        )
    column = wanted[0]
    possible = next((row[column] for row in table.rows[1:] if plain(row[0]) == POSSIBLE), "")
    missed: list[str] = []
    lowered: list[str] = []
    for line, one in _lines(table, given, missed):
        maximum = _maximum(possible, one, table.path)
        mark = decimal(_scaled(one, maximum, scale, table.path))
        lowered += _lowered(one, table.rows[line][column], mark)
        table.rows[line][column] = mark
    text = _text(table, [[row[n] for n in (*names, column)] for row in table.rows])
    return Filled(text, missed, lowered)


def _column(table: Table, heading: str, cure: str) -> int:
    place = _place(table, heading)
    if place is None:
        raise NotebookError(f"{table.path}: has no column {heading!r}; {cure}")
    return place


def _place(table: Table, heading: str) -> int | None:
    """The column of a heading, whatever its capitals and spaces; None where there is none."""
    known = [plain(one) for one in table.headings]
    return known.index(plain(heading)) if plain(heading) in known else None


def _lines(table: Table, given: list[Mark], missed: list[str]) -> Iterator[tuple[int, Mark]]:
    """The line of each mark; what has none is missed."""
    lines = {person.id: line for line, person in table.people.items()}
    roster = Roster(table.people.values())
    missed += ungraded(given)
    for one in given:
        if one.mark is None:
            continue
        person = one.person
        found = roster.find(person.name, person.number, person.id, person.email)
        if found is None:
            where = f"{one.who}: is not in {table.path.name}"
            missed.append(f"{where}; put {decimal(one.mark)} in by hand")
        else:
            yield lines[found.id], one


def _maximum(cell: str, one: Mark, path: Path) -> float:
    """The platform's maximum; the sheet's where the platform tells none.

    Raises:
        NotebookError: it is no number, as where an assignment is graded by a scale of words.
    """
    try:
        return float(cell.replace(",", ".")) if cell.strip() else one.of
    except ValueError:
        raise NotebookError(
            f"{path}: the maximum is {cell!r}; let the platform grade by points, {decimal(one.of)} of them"
        ) from None


def _scaled(one: Mark, maximum: float, scale: bool, path: Path) -> float:
    """A mark on the platform's scale.

    Raises:
        NotebookError: the maximum is another, and nobody said what to do.
    """
    if maximum != one.of and not scale:
        points = decimal(one.of)
        raise NotebookError(
            f"{path}: the most there is {decimal(maximum)}, but the sheet has {points} points; set the "
            f"assignment's maximum to {points}, or convert the marks with --scale"
        )
    assert one.mark is not None  # else it has no line
    return round(one.mark * maximum / one.of + 1e-9, 2)


def _lowered(one: Mark, before: str, mark: str) -> list[str]:
    """A line where the table had a higher mark."""
    try:
        higher = float(before.replace(",", ".")) > float(mark)
    except ValueError:
        return []
    return [f"{one.who}: {before} before, {mark} now"] if higher else []


def _text(table: Table, rows: list[list[str]]) -> str:
    """Rows of a table, as its file is written."""
    lines = io.StringIO()
    csv.writer(lines, delimiter=table.delimiter, lineterminator=table.line_end).writerows(rows)
    return table.begins + lines.getvalue()
