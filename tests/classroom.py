"""Exports of a small class, as each platform names them, and a report on it."""

import json
from pathlib import Path

from prpn_class.classroom import roster
from prpn_class.grading import reports
from prpn_class.grading.graded import Graded
from prpn_class.grading.result import NOT_GRADED, Student, TaskMark
from prpn_course.tasks import find_sheet

SHEET = find_sheet("07-prpn-gates")
FILE = f"{SHEET.stem}.ipynb"

WORKSHEET = """\
Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,Grade can be changed,\
Last modified (submission),Last modified (grade),Feedback comments
Participant 11,Ada Lovelace,s1,ada@uni.example,Submitted for grading,,15.00,Yes,\
"Friday, 20 November 2026, 9:00 PM",-,
Participant 12,Bob Smith,s2,bob@uni.example,Submitted for grading,3.00,15.00,Yes,\
"Saturday, 21 November 2026, 9:00 PM",-,
Participant 13,Cleo Sanchez-Garcia,s3,cleo@uni.example,No submission,7.00,15.00,Yes,-,-,
Participant 14,Dan Brown,s4,dan@uni.example,Submitted for grading,5.00,15.00,No,\
"Friday, 20 November 2026, 8:00 PM",-,
"""
GRADEBOOK = """\
Student,ID,SIS User ID,SIS Login ID,Section,Sheet 6 (900),Sheet 7 (901),Sheet 7 again (902),Final Score
,,,,,,Manual Posting,,
    Points Possible,,,,,12,15,15,(read only)
"Lovelace, Ada",11,s1,ada,A,12,,,100
"Smith, Bob",12,s2,bob,A,9,3,,75
"Sanchez-Garcia, Cleo",13,s3,cleo,A,8,7,,66
"Student, Test",99,,x,A,,,,
"""
METADATA = """\
---
submission_501:
  :submitters:
  - :name: Ada Lovelace
    :sid: s1
    :email: ada@uni.example
  :created_at: 2026-11-20 20:00:00.000000000 +01:00
submission_502:
  :submitters:
  - :name: Bob Smith
    :sid: s2
    :email: bob@uni.example
  - :name: Cleo Sanchez-Garcia
    :sid: s3
    :email: cleo@uni.example
  :created_at: 2026-11-22 23:00:00.000000000 +01:00
"""


def notebook(text=""):
    """A notebook that tells itself from others by a text."""
    cell = {"cell_type": "code", "metadata": {}, "source": text, "outputs": [], "execution_count": None}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def export(folder: Path, files: dict[str, str]) -> Path:
    """Write files by their names below a folder."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, "utf-8")
    return folder


def table(folder: Path, text: str, name: str = "roster.csv") -> roster.Table:
    """Write a table of people and read it."""
    (folder / name).write_text(text, "utf-8")
    return roster.read(folder / name)


def report(folder: Path, earned: dict[str, int | None], gradescope=False) -> Path:
    """A report in which each student has so many of the sheet's first tasks right; None: was not graded."""
    students = []
    for name, number in sorted(earned.items()):
        marks = {
            task.id: TaskMark(task.id, 0, NOT_GRADED)
            if number is None
            else TaskMark(task.id, task.points if n < number else 0, "Said.")
            for n, task in enumerate(SHEET.tasks)
        }
        students.append(Student(name, marks))
    folder.mkdir()
    reports.write(Graded(students, [SHEET], "In a test.", gradescope), folder)
    return folder


def points(number: int) -> int:
    """The points of the sheet's first tasks."""
    return sum(task.points for task in SHEET.tasks[:number])
