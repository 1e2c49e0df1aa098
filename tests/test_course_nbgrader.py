"""The exercises under nbgrader: metadata from the tasks, checks that raise there and only there, scores."""

import csv
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from prpn_course import NotYet, check, nbgrader, notebooks
from prpn_course.authoring.release import exercise, release, role_of, task_of
from prpn_course.tasks import SHEETS, find_sheet

ROOT = Path(__file__).parents[1]
SHEET = find_sheet("07-prpn-gates")
FILE = f"{SHEET.stem}.ipynb"
SOLUTION = notebooks.read(ROOT / "solutions" / FILE)
WRONG = ("7.1", "7.4")
PART = "7.5"  # right but in a row without open gates, for one student


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.stem for sheet in SHEETS])
def test_every_check_carries_its_metadata(sheet):
    released = exercise(notebooks.read(ROOT / "solutions" / f"{sheet.stem}.ipynb"))
    marks = {cell.id: cell.metadata["nbgrader"] for cell in released.cells if "nbgrader" in cell.metadata}
    checks = {cell.id: task_of(cell) for cell in released.cells if role_of(cell) == "check"}
    assert {place: mark["grade_id"] for place, mark in marks.items()} == {
        place: f"check-{task_id.replace('.', '-')}" for place, task_id in checks.items()
    }
    assert {checks[place]: mark["points"] for place, mark in marks.items()} == {
        task.id: task.points for task in sheet.tasks
    }
    assert all(mark["grade"] and mark["locked"] and not mark["solution"] for mark in marks.values())


def test_a_wrong_answer_raises_under_nbgrader_only(monkeypatch, capsys):
    monkeypatch.delenv(nbgrader.RUNNING, raising=False)
    check("7.1", lambda limit: None)
    printed = capsys.readouterr().out
    assert printed.startswith("7.1 ") and ": 0 of " in printed
    monkeypatch.setenv(nbgrader.RUNNING, "autograde")
    with pytest.raises(AssertionError) as raised:
        check("7.1", lambda limit: None)
    assert f"{raised.value}\n" == printed
    assert "\n".join(raised.value._render_traceback_()) == str(raised.value)
    check("7.1", SHEET.task("7.1").reference)
    assert capsys.readouterr().out.startswith("7.1 ")


def test_some_of_the_points_are_the_value_of_the_cell_under_nbgrader_only(monkeypatch):
    task = SHEET.task(PART)
    (divides,) = (one.wrong for one in task.misconceptions if one.name.startswith("divides 0 by 0"))
    monkeypatch.delenv(nbgrader.RUNNING, raising=False)
    assert check(PART, divides) is None
    monkeypatch.setenv(nbgrader.RUNNING, "autograde")
    assert check(PART, divides) == 2
    assert check(PART, task.reference) is None


def test_an_open_task_is_open_under_nbgrader_too(monkeypatch):
    monkeypatch.setenv(nbgrader.RUNNING, "validate")

    def stub(limit):
        raise NotYet("7.1")

    with pytest.raises(NotYet):
        check("7.1", stub)


def run(course, *arguments):
    """Run nbgrader with this Python, and our library."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    variables = {"PATH": path, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *arguments],
        cwd=course,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr


def hand_in(course, student, answers):
    """Fill answers, by task, into what nbgrader handed out."""
    notebook = notebooks.read(course / "release" / "ps" / FILE)
    for cell in notebook.cells:
        if role_of(cell) == "answer" and task_of(cell) in answers:
            cell.source = answers[task_of(cell)]
        if role_of(cell) == "check" and student == "cheat":
            cell.source = "pass"
    folder = course / "submitted" / student / "ps"
    folder.mkdir(parents=True)
    notebooks.write(notebook, folder / FILE)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    if importlib.util.find_spec("nbgrader") is None:
        pytest.skip("nbgrader is not installed: pip install 'prpn_edu[test]'")
    course = tmp_path_factory.mktemp("course")
    release(ROOT / "solutions" / FILE, course / "source" / "ps")
    run(course, "generate_assignment", "ps")
    right = {task_of(cell): cell.source for cell in SOLUTION.cells if role_of(cell) == "answer"}
    wrong = {task.id: f"def {task.function}(*given):\n    return None" for task in SHEET.tasks}
    part = (
        "def gated_attention(raw, g, mask):\n"
        "    kept = raw * g * mask\n    return kept / kept.sum(-1, keepdim=True)"
    )
    hand_in(course, "wrong", right | {task_id: wrong[task_id] for task_id in WRONG} | {PART: part})
    hand_in(course, "cheat", {task_id: right[task_id] for task_id in WRONG} | {"7.2": wrong["7.2"]})
    run(course, "autograde", "ps")
    run(course, "export")
    return course


@pytest.mark.slow
def test_nbgrader_hands_out_our_stubs_and_locks_our_checks(course):
    ours = notebooks.read(course / "source" / "ps" / FILE)
    theirs = notebooks.read(course / "release" / "ps" / FILE)
    assert [cell.source for cell in theirs.cells] == [cell.source for cell in ours.cells]
    for cell in theirs.cells:
        if role_of(cell) == "check":
            assert cell.metadata.editable is False and cell.metadata.nbgrader.checksum


@pytest.mark.slow
def test_nbgrader_gives_the_scores_that_are_due(course):
    with (course / "grades.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert {float(row["max_score"]) for row in rows.values()} == {SHEET.points}
    points = sum(SHEET.task(task_id).points for task_id in WRONG)
    due = {"wrong": SHEET.points - points - 1, "cheat": points}
    assert {name: float(row["score"]) for name, row in rows.items()} == due


@pytest.mark.slow
def test_nbgrader_shows_the_report_in_place_of_a_traceback(course):
    graded = notebooks.read(course / "autograded" / "wrong" / "ps" / FILE)
    (cell,) = [cell for cell in graded.cells if role_of(cell) == "check" and task_of(cell) == "7.1"]
    (error,) = [output for output in cell.outputs if output.output_type == "error"]
    assert error.ename == "CheckFailed" and "Reread: Chapter 7" in "\n".join(error.traceback)
    assert not any("File " in line for line in error.traceback)
