"""Marks that a person gives, as the rules of a class say them, put into the report that the grader wrote.

[adjust."s1"]                # by student, then by task: points in place of the check's, and why
"7.2" = { points = 2, why = "right, but under another name" }

[rubric."7.a"]               # by question, then by student: the points for each line of its rubric
"s1" = [1, 0, 2]
"s2" = { points = [1, 1, 2], why = "the drawing is exact" }
"""

from dataclasses import replace
from pathlib import Path

from prpn_class.classroom.listing import ClassList
from prpn_class.classroom.rules import Rules
from prpn_class.grading import reports
from prpn_class.grading.graded import ByHand, Graded, load
from prpn_course.task import NotebookError
from prpn_edu import files


def adjust(listed: ClassList, report: Path, rules: Rules) -> tuple[list[str], list[str]]:
    """Write a report again with the marks that the rules give by hand; what the checks said stays in it.

    Args:
        listed: who is who.
        report: of the grader; marks that were given by hand before are replaced by these.
        rules: with the marks.
    Returns:
        a line for each mark that changed a task's points, and for each question how many are marked,
            and who wrote something and has no mark yet.
    Raises:
        NotebookError: the report cannot be read, or marks fit nobody, no task, or not the points.
    """
    before = load(report)
    after = replace(before, by_hand=resolved(listed, rules))
    known = {student.name for student in before.students}
    if strangers := sorted(_names(after.by_hand) - known):
        raise NotebookError(f"{report}: has no {strangers[0]}; grade what was received again")
    asked = {question.id for question in before.questions}
    if strange := sorted(set(after.by_hand.rubric) - asked):
        there = ", ".join(sorted(asked)) or "none"
        raise NotebookError(f"[rubric.{strange[0]!r}]: no such question in this report; it has {there}")
    changed = [
        f"{name}, {task}: {one.points:g}, {one.why}"
        for name, some in after.by_hand.adjust.items()
        for task, one in some.items()
    ]
    marked = []
    for question, some in after.by_hand.rubric.items():
        written = _written(after, question)
        line = f"{question}: {len(some)} marked, {len(written)} wrote something"
        open_ = ", ".join(name for name in written if name not in some)
        marked.append(f"{line}; no mark yet, and so 0: {open_}" if open_ else line)
    with files.new_folder(report) as folder:
        reports.write(after, folder)
    return changed, marked


def unmarked(report: Path) -> list[str]:
    """A line for each question that counts and has answers without a mark: whose."""
    graded = load(report)
    lines = []
    for question, some in graded.by_hand.rubric.items():
        if names := [name for name in _written(graded, question) if name not in some]:
            lines.append(f"{question}: {', '.join(names)}")
    return lines


def _written(graded: Graded, question: str) -> list[str]:
    """Who wrote something for a question."""
    return [student.name for student in graded.students if question in student.written]


def in_report(listed: ClassList, report: Path, rules: Rules) -> None:
    """Refuse where the rules give other marks by hand than a report holds.

    Raises:
        NotebookError: they do.
    """
    if (rules.adjust or rules.rubric) and load(report).by_hand != resolved(listed, rules):
        raise NotebookError(
            f"{report}: does not hold the marks by hand of these rules; run `prpn-edu adjust` with the same "
            "folders and --rules, then this command again"
        )


def resolved(listed: ClassList, rules: Rules) -> ByHand:
    """The marks by hand with the names of the report in place of ids.

    Raises:
        NotebookError: an id is nobody's who handed in.
    """
    places = {person.id: place.name for place in listed.places for person in place.people}
    places |= {place.name: place.name for place in listed.places}

    def named(one: str) -> str:
        if one not in places:
            raise NotebookError(f"marks by hand: {one} has handed in nothing; use an id of received.csv")
        return places[one]

    given = {named(one): some for one, some in rules.adjust.items()}
    rubric = {task: {named(one): mark for one, mark in some.items()} for task, some in rules.rubric.items()}
    return ByHand(given, rubric)


def _names(by_hand: ByHand) -> set[str]:
    return set(by_hand.adjust) | {name for some in by_hand.rubric.values() for name in some}
