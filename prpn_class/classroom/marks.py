"""The marks of a class, and the tables that the platforms take back.

A table is filled in as the platform exported it: its own ids, its own columns. Only the one column changes,
and only for those who handed in, so that no mark is overwritten that was given elsewhere.
"""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from prpn_class.classroom.listing import SUBMISSIONS, ClassList, digests
from prpn_class.classroom.roster import Person, Roster, Table, is_gradebook, plain
from prpn_class.classroom.rules import Rules
from prpn_class.grading import reports
from prpn_class.grading.graded import load
from prpn_course.task import NotebookError, Question

HEADINGS = ("id", "name", "email", "folder", "points", "of", "days late", "mark", "remarks")
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
CHANGED = f"the files in {SUBMISSIONS}/ are not those that were graded; grade again"
REPLACED = (
    "the files were replaced after `receive`, and these were graded; if you did not do that, "
    "receive again and grade again"
)
GRADE, MOST, LOCKED = "Grade", "Maximum Grade", "Grade can be changed"
POSSIBLE = "points possible"  # the line of Canvas's gradebook with the maxima


@dataclass(frozen=True)
class Mark:
    """What one person earned.

    Attributes:
        person: as in the roster; where that has no such name, as the platform tells.
        place: the folder.
        points, of: by the report; None for the points of one who was not graded.
        days: late.
        mark: what is left of the points.
        remark: what somebody should look at.
        asked: whether `of` holds open questions, in words; "" where the sheet has none.
    """

    person: Person
    place: str
    points: float | None
    of: float
    days: int
    mark: float | None
    remark: str
    asked: str = ""

    @property
    def who(self) -> str:
        """The person, and the id, for two may have one name."""
        return (
            self.person.name
            if self.person.id in ("", self.person.name)
            else f"{self.person.name} ({self.person.id})"
        )

    @property
    def late(self) -> str:
        """What lateness cost, as it is told to the teacher and to the student; "" for nothing."""
        if self.mark is None or self.points is None or self.mark == self.points:
            return ""
        late, most = days_late(self.days), f"the most is {decimal(self.of)}"
        asked = f", {self.asked}" if self.asked else ""
        return f"{late}: of {decimal(self.points)} points {decimal(self.mark)} count; {most}{asked}"


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


def marks(listed: ClassList, received: Path, report: Path, rules: Rules) -> list[Mark]:
    """The marks of all who handed in, each member of a group by itself.

    Args:
        listed: who handed in.
        received: the folder of the class, in which files may have been replaced.
        report: of the grader.
        rules: of lateness.
    Raises:
        NotebookError: the report cannot be read, or was made from other submissions.
    """
    earned = _report(report)
    missing = [place.name for place in listed.places if place.name not in earned]
    if missing:
        raise NotebookError(
            f"{report}: has no line for {', '.join(missing[:5])}; grade what was received again"
        )
    changed, asked = _of_other_files(listed, received, report), _asked(report)
    out = []
    for place in listed.places:
        points, of, said = earned[place.name]
        days, look = rules.days_late(place)
        upload = place.uploads[-1]
        stranger = Person(upload.number or upload.name, upload.name, number=upload.number)
        gone = place.troubles if changed.get(place.name) == REPLACED else []
        told = [one for one in place.remarks if one not in said and one not in gone]
        remark = "; ".join(one for one in (*told, changed.get(place.name, ""), look, said) if one)
        for person in place.people or [stranger]:
            mark = None if points is None else rules.mark(points, days)
            out.append(Mark(person, place.name, points, of, days, mark, remark, asked))
    return out


def _report(report: Path) -> dict[str, tuple[float | None, float, str]]:
    """Points, None for what was not graded, what they could be, and remarks, by folder."""
    if report.suffix == ".xml":
        raise NotebookError(
            f"{report}: are verdicts of nbval, which know neither points nor people; give the folder that "
            "`prpn-edu grade` wrote. Both agree on every verdict"
        )
    path = report / reports.GRADES
    try:
        rows = list(csv.DictReader(io.StringIO(path.read_text("utf-8"), newline="")))
        found = {
            row["student"]: (float(row["total"]) if row["total"] else None, float(row["of"]), row["remarks"])
            for row in rows
        }
    except OSError:
        raise NotebookError(
            f"{report}: holds no {reports.GRADES}; give the folder that `prpn-edu grade` wrote"
        ) from None
    except (KeyError, ValueError, TypeError, csv.Error) as error:
        raise NotebookError(f"{path}: cannot be read ({error}); grade again") from None
    return found


def _asked(report: Path) -> str:
    """Whether the points of a report are those of open questions too, "" where it has none."""
    graded = load(report)
    marked = [one.id for one in graded.counted if isinstance(one, Question)]
    if not graded.questions:
        return ""
    return f"with {', '.join(marked)} by hand" if marked else "without the open questions"


def _of_other_files(listed: ClassList, received: Path, report: Path) -> dict[str, str]:
    """Whose files are not those that were received, or not those that were graded, and what to do.

    Raises:
        NotebookError: most are not those that were graded, so that this report is of another sheet or week.
    """
    judged = {student.name: student.digest for student in load(report).students}
    here, found = digests(received), dict[str, str]()
    for place in listed.places:
        graded, now = judged.get(place.name, ""), here.get(place.name, place.digest)
        if graded and place.digest and now != graded:
            found[place.name] = CHANGED
        elif graded and place.digest and place.digest != graded:
            found[place.name] = REPLACED
    if 2 * sum(said == CHANGED for said in found.values()) > len(listed.places):
        raise NotebookError(
            f"{report}: was made from other files than these {len(listed.places)} folders hold; give the "
            "folder that was received for this report, or grade it again"
        )
    return found


def as_csv(given: list[Mark]) -> str:
    """A table of one's own: a line a person."""
    rows: list[tuple[str, ...]] = [HEADINGS]
    for one in given:
        person, numbers = one.person, map(shown, (one.points, one.of, one.days, one.mark))
        rows.append((person.id, person.name, person.email, one.place, *numbers, one.remark))
    return reports.table(rows)


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


def days_late(days: int) -> str:
    """So many days, in words."""
    return "1 day late" if days == 1 else f"{days} days late"


def shown(number: float | None) -> str:
    """A number of a table, "" for none."""
    return "" if number is None else decimal(number)


def decimal(number: float) -> str:
    """A number without zeros at its end."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _text(table: Table, rows: list[list[str]]) -> str:
    """Rows of a table, as its file is written."""
    lines = io.StringIO()
    csv.writer(lines, delimiter=table.delimiter, lineterminator=table.line_end).writerows(rows)
    return table.begins + lines.getvalue()
