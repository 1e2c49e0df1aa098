"""The marks of a class: what the report gives, less what lateness costs."""

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from prpn_class.classroom.listing import SUBMISSIONS, ClassList, digests
from prpn_class.classroom.roster import Person
from prpn_class.classroom.rules import Rules
from prpn_class.grading import reports
from prpn_class.grading.graded import load
from prpn_course.task import NotebookError, Question

HEADINGS = ("id", "name", "email", "folder", "points", "of", "days late", "mark", "remarks")
CHANGED = f"the files in {SUBMISSIONS}/ are not those that were graded; grade again"
REPLACED = (
    "the files were replaced after `receive`, and these were graded; if you did not do that, "
    "receive again and grade again"
)


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


def days_late(days: int) -> str:
    """So many days, in words."""
    return "1 day late" if days == 1 else f"{days} days late"


def shown(number: float | None) -> str:
    """A number of a table, "" for none."""
    return "" if number is None else decimal(number)


def decimal(number: float) -> str:
    """A number without zeros at its end."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
