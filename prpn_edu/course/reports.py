"""What the grader writes: grades for the teacher's table, JUnit for a machine, feedback for each student."""

import csv
import io
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from prpn_edu.course.anatomy import Sheet, points
from prpn_edu.course.marking import Student

GRADES, JUNIT, SUMMARY, FEEDBACK = "grades.csv", "junit.xml", "summary.md", "feedback"
MISTAKE = re.compile(r"^Likely mistake: (.*)$", re.MULTILINE)


def write(students: list[Student], sheets: list[Sheet], folder: Path, warning: str) -> None:
    """Write the whole report into a folder that does not exist yet."""
    (folder / FEEDBACK).mkdir(parents=True)
    (folder / GRADES).write_text(grades(students, sheets), "utf-8", newline="")
    (folder / JUNIT).write_bytes(junit(students))
    (folder / SUMMARY).write_text(summary(students, sheets, warning), "utf-8")
    for student in students:
        (folder / FEEDBACK / f"{student.name}.md").write_text(feedback(student, sheets), "utf-8")


def grades(students: list[Student], sheets: list[Sheet]) -> str:
    """One line a student: points for each task, their sum, what the sum could be, remarks."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    tasks = [task for sheet in sheets for task in sheet.tasks]
    table.writerow(["student", *(task.id for task in tasks), "total", "of", "remarks"])
    whole = sum(sheet.points for sheet in sheets)
    for student in students:
        earned = [mark.earned for mark in student.marks]
        remarks = "; ".join(student.remarks)
        table.writerow([_inert(student.name), *earned, student.earned, whole, _inert(remarks)])
    return text.getvalue()


def _inert(text: str) -> str:
    """A cell that a spreadsheet does not take for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def junit(students: list[Student]) -> bytes:
    """One test suite a student, one test case a task, for tools that read JUnit."""
    root = ElementTree.Element("testsuites", name="prpn-edu")
    for student in students:
        failures = sum(mark.earned == 0 for mark in student.marks)
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=_legal(student.name),
            tests=str(len(student.marks)),
            failures=str(failures),
        )
        for mark in student.marks:
            case = ElementTree.SubElement(
                suite, "testcase", classname=_legal(student.name), name=f"{mark.task.id} {mark.task.title}"
            )
            if mark.earned == 0:
                failure = ElementTree.SubElement(case, "failure", message=_legal(mark.words.split("\n")[0]))
                failure.text = _legal(mark.words)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _legal(text: str) -> str:
    """Text without the characters that XML does not allow."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)


def feedback(student: Student, sheets: list[Sheet]) -> str:
    """The student's own page: points, and for each task what the check said."""
    whole = sum(sheet.points for sheet in sheets)
    lines = [f"# Feedback for {student.name}", "", f"**{student.earned} of {points(whole)}**", ""]
    lines += [f"- {remark}" for remark in student.remarks] + [""] * bool(student.remarks)
    for mark in student.marks:
        task = mark.task
        lines += [f"## {task.id} {task.title}", "", f"{mark.earned} of {points(task.points)}", ""]
        if not mark.earned:
            lines += [*_fenced(mark.words), ""]
    return "\n".join(lines).rstrip() + "\n"


def _fenced(text: str) -> list[str]:
    """Text as a literal block, with a fence longer than any that the text holds."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", text, fence]


def summary(students: list[Student], sheets: list[Sheet], warning: str) -> str:
    """The class at a glance: how each task went, and which mistakes were made more than once."""
    lines = ["# The class", "", warning, "", f"{len(students)} students.", ""]
    lines += ["| task | points | right | mistakes seen more than once |", "| --- | --- | --- | --- |"]
    for sheet in sheets:
        for task in sheet.tasks:
            own = [mark for student in students for mark in student.marks if mark.task is task]
            right = sum(mark.earned > 0 for mark in own)
            seen = Counter(
                found[1] for mark in own if not mark.earned and (found := MISTAKE.search(mark.words))
            )
            common = "; ".join(f"{_row(name)} ({n})" for name, n in sorted(seen.items()) if n > 1)
            lines.append(f"| {task.id} {task.title} | {task.points} | {right} | {common} |")
    remarks = [f"- {student.name}: {remark}" for student in students for remark in student.remarks]
    lines += ["", "## Remarks", "", *remarks] if remarks else []
    return "\n".join(lines) + "\n"


def _row(text: str) -> str:
    return text.replace("|", "\\|")
