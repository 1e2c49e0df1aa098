"""What the grader writes: a table for the teacher, JUnit and Gradescope for machines, pages for people."""

import csv
import io
import itertools
import json
import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

from prpn_class.grading import handed_in, pages
from prpn_class.grading.graded import RESULTS, Graded
from prpn_class.grading.result import Student
from prpn_course.task import Question, Task
from prpn_edu import files
from prpn_edu.printable import printable

GRADES, JUNIT, OVERVIEW, FEEDBACK, GRADESCOPE, BY_HAND = (
    "grades.csv",
    "junit.xml",
    "overview",
    "feedback",
    "gradescope",
    "by-hand",
)

UNSEEN = "\u00ad\u115f\u180e\u200b-\u200f\u2060-\u2064\u3164\ufeff\uffa0"  # letters that take no room
FORMULA = re.compile(rf"""(^|[;,|])[\s"'{UNSEEN}]*(?=[=+\-@＝＋－＠﹦﹢﹣﹫−])""")  # also wide


def write(graded: Graded, folder: Path) -> None:
    """Write the whole report into a folder that is empty or not there yet.

    Args:
        graded: the class.
        folder: of the report.
    Raises:
        NotebookError: marks by hand do not fit.
    """
    students, tasks = graded.marked(), graded.counted
    (folder / FEEDBACK).mkdir(parents=True)
    handed_in.keep_out(folder)
    (folder / RESULTS).write_text(graded.dumps(), "utf-8")
    (folder / GRADES).write_text(grades(students, tasks), "utf-8", newline="")
    (folder / JUNIT).write_bytes(junit(students, tasks))
    (folder / f"{OVERVIEW}.md").write_text(pages.overview(students, tasks, graded.how), "utf-8")
    names = file_names(students)
    links = [f"{FEEDBACK}/{name}.html" for name in names]
    (folder / f"{OVERVIEW}.html").write_text(pages.overview_page(students, tasks, graded.how, links), "utf-8")
    for student, name in zip(students, names, strict=True):
        (folder / FEEDBACK / f"{name}.md").write_text(pages.feedback(student, tasks, graded.book), "utf-8")
        (folder / FEEDBACK / f"{name}.html").write_text(
            pages.feedback_page(student, tasks, graded.book), "utf-8"
        )
        if graded.gradescope:
            place = folder / GRADESCOPE / name
            place.mkdir(parents=True)
            (place / "results.json").write_text(gradescope_results(student, tasks), "utf-8")
    if graded.questions:
        (folder / BY_HAND).mkdir()
        (folder / BY_HAND / "rubric.toml").write_text(to_fill_in(graded), "utf-8")
    for question in graded.questions:
        page = pages.question_page(question, graded.students)
        (folder / BY_HAND / f"{question.id}.html").write_text(page, "utf-8")


def to_fill_in(graded: Graded) -> str:
    """The tables of `class.toml` for the questions, with a line for each who wrote something."""
    lines = ["# Copy what you mark into class.toml: the points for each line of the rubric, by student."]
    for question in graded.questions:
        lines += ["", f"# {question.id} {question.title}"]
        lines += [f"# {number}: {words}" for number, words in question.rubric]
        lines.append(f"[rubric.{json.dumps(question.id)}]")
        lines += [
            f"{json.dumps(one.name, ensure_ascii=False)} = []"
            for one in graded.students
            if question.id in one.written
        ]
    return printable("\n".join(lines)) + "\n"


def file_names(students: list[Student], others: Iterable[str] = ()) -> list[str]:
    """A name for the files of each student, as near to the student's name as every system allows.

    Args:
        students: by name.
        others: names that are taken by something else.
    """
    names, taken = [], {files.alike(name) for name in others}
    for student in students:
        name = printable(re.sub(r'[<>:"/\\|?*\x00-\x1f]', "_", student.name))
        name = files.fitting(name).strip(". ") or "student"
        numbered = (f"{name}-{number}" for number in itertools.count(2))
        names.append(
            next(free for free in itertools.chain([name], numbered) if files.alike(free) not in taken)
        )
        taken.add(files.alike(names[-1]))
    return names


def grades(students: list[Student], tasks: list[Task | Question]) -> str:
    """One line a student: points for each task, their sum, what the sum could be, per cent, remarks.

    What could not be graded is empty, and so is a sum of which it is a part: neither is a 0.
    """
    whole = sum(task.points for task in tasks)
    rows: list[list] = [["student", *(task.id for task in tasks), "total", "of", "per cent", "remarks"]]
    for student in students:
        marks = [student.marks[task.id] for task in tasks]
        earned = [mark.earned if mark.is_graded else "" for mark in marks]
        total, share = round(student.earned, 2), f"{100 * student.earned / whole:.1f}"
        sums = [total, whole, share] if student.is_graded else ["", whole, ""]
        rows.append([student.name, *earned, *sums, pages.in_brief(student.remarks)])
    return table(rows)


def table(rows: Iterable[Iterable]) -> str:
    """Rows as CSV, their texts inert."""
    lines = io.StringIO()
    inert_rows = ([inert(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    csv.writer(lines, lineterminator="\n").writerows(inert_rows)
    return lines.getvalue()


def inert(text: str) -> str:
    """One line that a spreadsheet does not take for a formula, whatever it takes for the end of a cell."""
    return FORMULA.sub(r"\g<0>'", pages.one_line(text))


def junit(students: list[Student], tasks: list[Task | Question]) -> bytes:
    """One test suite a student, one test case a task, for tools that read JUnit."""
    root = ElementTree.Element("testsuites", name="prpn-edu")
    for student in students:
        failures = sum(student.marks[task.id].earned < task.points for task in tasks)
        name = _legal(student.name)
        suite = ElementTree.SubElement(
            root, "testsuite", name=name, tests=str(len(tasks)), failures=str(failures)
        )
        for task in tasks:
            mark = student.marks[task.id]
            case = ElementTree.SubElement(suite, "testcase", classname=name, name=f"{task.id} {task.title}")
            if mark.earned < task.points:
                failure = ElementTree.SubElement(case, "failure", message=_legal(mark.words.split("\n")[0]))
                failure.text = _legal(mark.words)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _legal(text: str) -> str:
    """Text without power, and without the characters that XML does not allow."""
    return re.sub("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", printable(text))


def gradescope_results(student: Student, tasks: list[Task | Question]) -> str:
    """What Gradescope's autograder reads, one file a student."""
    tests = []
    for task in tasks:
        mark = student.marks[task.id]
        full = mark.earned == task.points
        tests.append(
            {
                "name": task.title,
                "number": task.id,
                "score": mark.earned,
                "max_score": task.points,
                "status": "passed" if full else "failed",
                "output": "" if full else printable(mark.words),
                "output_format": "text",
            }
        )
    return json.dumps(
        {"score": student.earned, "output": printable("\n".join(student.remarks)), "tests": tests}, indent=1
    )
