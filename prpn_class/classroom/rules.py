"""The rules of a class, in a small TOML file: when work was due, what lateness costs, who works with whom.

Marks by hand stand there too; `by_hand` shows how, and puts them into a report.
"""

import math
import tomllib
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from prpn_class.classroom.listing import Place
from prpn_class.classroom.roster import Person, Table
from prpn_class.grading.graded import Given
from prpn_course.task import NotebookError

DAY = timedelta(days=1)
NUMBERS = ("grace_minutes", "per_day", "most_days", "marked_late")
TABLES = ("extensions", "times", "groups", "adjust", "rubric")
BY_HAND = ("adjust", "rubric")
EXAMPLE = "due = 2026-11-20T23:59:00+01:00"


@dataclass(frozen=True)
class Rules:
    """What was agreed with a class.

    Attributes:
        due: with its time zone; None where nothing was due.
        grace_minutes: that are overlooked.
        per_day: per cent of the points that each day begun costs.
        most_days: what is later earns nothing; None for no end.
        marked_late: days that are counted where a platform says only that something was late.
        extensions: other due times, by id.
        times: when something was handed in, by id, where nobody else tells, or tells wrongly.
        groups: the ids of each group's members.
        adjust: points by hand for tasks, by id, then by task.
        rubric: points by hand for questions, by question, then by id.
    """

    due: datetime | None = None
    grace_minutes: float = 0
    per_day: float = 0
    most_days: float | None = None
    marked_late: float = 1
    extensions: dict[str, datetime] = field(default_factory=dict)
    times: dict[str, datetime] = field(default_factory=dict)
    groups: dict[str, list[str]] = field(default_factory=dict)
    adjust: dict[str, dict[str, Given]] = field(default_factory=dict)
    rubric: dict[str, dict[str, Given]] = field(default_factory=dict)

    def days_late(self, place: Place) -> tuple[int, str]:
        """How many days late something is, each that has begun, and a remark where somebody should look."""
        ids = [person.id for person in place.people]
        extended = [self.extensions[one] for one in ids if one in self.extensions]
        due = max(extended) if extended else self.due
        time = max((self.times[one] for one in ids if one in self.times), default=place.time)
        if time and due:
            time = time if time.tzinfo else time.replace(tzinfo=due.tzinfo)
            over = time - due - timedelta(minutes=self.grace_minutes)
            return max(0, math.ceil(over / DAY)), ""
        if place.late and extended:
            return 0, "marked as late, but extended; nobody tells the time: look"
        if place.late and due:
            return math.ceil(self.marked_late), "marked as late; nobody tells the time"
        return 0, ""

    def mark(self, points: float, days: int) -> float:
        """What is left of some points, on two decimals."""
        if self.most_days is not None and days > self.most_days:
            return 0.0
        return max(0.0, math.floor(points * (100 - self.per_day * days) + 0.5) / 100)


def read(path: Path | None) -> Rules:
    """Read the rules; none where there is no file.

    Raises:
        NotebookError: it cannot be read, or holds something that is no rule.
    """
    if path is None:
        return Rules()
    try:
        told = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise NotebookError(f"{path}: cannot be opened ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NotebookError(f"{path}: is no TOML ({error})") from None
    for name, value in told.items():
        if wrong := _wrong(name, value):
            raise NotebookError(f"{path}: {name} {wrong}")
    if {"per_day", "most_days"} & set(told) and "due" not in told:
        raise NotebookError(f"{path}: says what lateness costs, but not when it begins; add {EXAMPLE}")
    for name in BY_HAND:
        told[name] = {one: _given(some) for one, some in told.get(name, {}).items()}
    return Rules(**told)


def _wrong(name: str, value) -> str:
    """What is wrong with a rule, "" for nothing."""
    if name == "due":
        return _no_time(value)
    if name in NUMBERS:
        number = isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
        return "" if number else "is to be a number, 0 or more"
    if name not in TABLES:
        return f"is no rule; there are: due, {', '.join((*NUMBERS, *TABLES))}"
    if not isinstance(value, dict):
        return f"is to be a table, begun by a line [{name}]"
    if name in BY_HAND:
        return next((wrong for one, some in value.items() if (wrong := _no_marks(name, one, some))), "")
    if name != "groups":
        return next((f"of {one}: {wrong}" for one, time in value.items() if (wrong := _no_time(time))), "")
    members = [one for some in value.values() for one in (some if isinstance(some, list) else [None])]
    if not all(isinstance(one, str) for one in members):
        return 'is to say "name" = ["id", "id"] for each group'
    twice = next((one for one in members if members.count(one) > 1), None)
    return f"has {twice} twice" if twice else ""


def _no_marks(name: str, key: str, some) -> str:
    """What is wrong with one table of marks by hand, "" for nothing."""
    if not isinstance(some, dict):
        return f'is to have a table for each, begun by a line [{name}."{key}"]'
    for one, mark in some.items():
        if name == "adjust":
            fits = isinstance(mark, dict) and set(mark) == {"points", "why"} and _is_points(mark["points"])
            if not fits or not str(mark["why"]).strip():
                return f'of {key}: {one} is to be like {{ points = 2, why = "the reason, for the student" }}'
        else:
            bare = mark.get("points") if isinstance(mark, dict) and set(mark) <= {"points", "why"} else mark
            if not (_is_points(bare) or (isinstance(bare, list) and all(map(_is_points, bare)))):
                return f"of {key}: {one} is to be the points of each line of the rubric, like [1, 0, 2]"
    return ""


def _is_points(value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf


def _given(some: dict) -> dict[str, Given]:
    """Marks by hand from their table; what is still empty is no mark."""
    marks = {one: mark if isinstance(mark, dict) else {"points": mark} for one, mark in some.items()}
    return {one: Given(**mark) for one, mark in marks.items() if mark["points"] != []}


def _no_time(value) -> str:
    fits = isinstance(value, datetime) and value.tzinfo is not None
    return "" if fits else f"is to be a time with its zone and without quotes, as in {EXAMPLE}"


def put_in_groups(table: Table, rules: Rules) -> None:
    """Put the people of a roster into the groups that the rules name.

    Raises:
        NotebookError: a member is not in the roster.
    """
    group_of = {one: group for group, members in rules.groups.items() for one in members}
    strangers = set(group_of) - {person.id for person in table.people.values()}
    if strangers:
        raise NotebookError(f"{table.path}: the rules name who is not in it: {', '.join(sorted(strangers))}")
    for line, person in table.people.items():
        table.people[line] = _in_group(person, group_of)


def _in_group(person: Person, group_of: dict[str, str]) -> Person:
    return replace(person, group=group_of.get(person.id, person.group))
