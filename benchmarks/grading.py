"""How fast is a class graded, beside nbgrader and otter-grader?

One run, the same submissions of sheet 7 (which imports torch), two at a time, in turn.

    python benchmarks/grading.py [--students 40] [--repeats 3]

Prints seconds a submission and the ratios, lowest and highest of the repeats beside the median; then where
our time goes. Exits with 1 when a median misses its bar, or the graders disagree about a score. The peers
come from the running environment (`pip install 'prpn_edu[benchmarks]'`); one that is missing is left out.

What is timed is the whole command a teacher waits for, for the whole class. nbgrader grades a class in one
process, one after the other: it gets two, with half of the class and a gradebook each. otter-grader without
Docker is `otter run`, a process a submission: two run at a time. nbgrader runs our check cells; otter gets
the same checks as assertions in its test files, and notebooks without the check cells. The peers compare in
the student's process and confine nothing; we confine.
"""

import argparse
import csv
import importlib.util
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat

from prpn_class.grading import handed_in
from prpn_class.grading.handed_in import read
from prpn_class.grading.marking import Examiner
from prpn_class.grading.plan import plan
from prpn_class.sandbox import confinement
from prpn_class.sandbox.archives import File
from prpn_class.sandbox.jail import Limits
from prpn_class.sandbox.protocol import Cell
from prpn_class.sandbox.worker import Worker
from prpn_course import notebooks
from prpn_course.authoring.release import exercise, release, role_of, task_of
from prpn_course.tasks import find_sheet

ROOT = Path(__file__).resolve().parents[1]
SHEET = find_sheet("07-prpn-gates")
FILE = f"{SHEET.stem}.ipynb"
SOLUTION = ROOT / "solutions" / FILE
LANES = 2
MOST_SECONDS = 0.5  # a submission
BARS = {"nbgrader": 4.5, "otter-grader": 8.0}
MODULES = {"nbgrader": "nbgrader", "otter-grader": "otter"}
KINDS = {"right": (), "half right": SHEET.tasks[1::2], "wrong": SHEET.tasks}  # the tasks that are wrong
WATCHED = "benchmarks.watched_grade"
WRONG = "{0}\n\n\nright_{1} = {1}\n\n\ndef {1}(*given):\n    return right_{1}(*given) + 1\n"
OTTER_TEST = '''OK_FORMAT = True
test = {{
    "name": "{0.id}",
    "points": {0.points},
    "suites": [{{"type": "doctest", "cases": [{{"code": r"""
>>> from prpn_course.checking.judge import examine
>>> from prpn_course.tasks import find
>>> assert examine(find("{0.id}")[1], {0.function}).earned
"""}}]}}],
}}
'''
Scores = dict[str, float]


def submission(kind: str) -> nbformat.NotebookNode:
    """An exercise that a student of this kind has filled in."""
    solution = notebooks.read(SOLUTION)
    answers = {task_of(cell): cell.source for cell in solution.cells if role_of(cell) == "answer"}
    for task in KINDS[kind]:
        answers[task.id] = WRONG.format(answers[task.id], task.function)
    notebook = exercise(solution)
    for cell in notebook.cells:
        if role_of(cell) == "answer":
            cell.source = answers[task_of(cell)]
    return notebook


def call(*command: object, cwd: Path) -> None:
    """Run a Python module as a command, with this Python and this library."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    variables = os.environ | {"PATH": path, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    line = [sys.executable, "-m", *map(str, command)]
    done = subprocess.run(line, cwd=cwd, env=variables, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(line)}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def at_once(work, lanes) -> None:
    with ThreadPoolExecutor(LANES) as pool:
        list(pool.map(work, lanes))


def timed(work) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def read_grades(path: Path, student: str, score: str) -> Scores:
    with path.open(encoding="utf-8", newline="") as file:
        return {row[student]: float(row[score] or 0) for row in csv.DictReader(file)}


class Ours:
    """`prpn-edu grade`."""

    def __init__(self, folder: Path, students: dict[str, nbformat.NotebookNode]):
        self.folder = folder
        for name, notebook in students.items():
            place = folder / "students" / name
            place.mkdir(parents=True)
            notebooks.write(notebook, place / FILE)

    def run(self, lanes: int = LANES) -> tuple[float, Scores]:
        """Grade the class; return the seconds and the points of each student."""
        shutil.rmtree(self.folder / "report", ignore_errors=True)
        seconds = timed(lambda: call("prpn_edu.cli", *self.command(lanes), cwd=self.folder))
        return seconds, read_grades(self.folder / "report" / "grades.csv", "student", "total")

    def command(self, lanes: int) -> list[object]:
        """The arguments of `prpn-edu`."""
        trust = ["--trust-students"] if confinement.trouble() else []
        return ["grade", "students", "--out", "report", "--workers", lanes, "--solutions", SOLUTION, *trust]


class Nbgrader:
    """`nbgrader autograde`, two courses side by side with half of the class each."""

    def __init__(self, folder: Path, students: dict[str, nbformat.NotebookNode]):
        self.courses = [folder / f"course-{lane}" for lane in range(LANES)]
        for lane, course in enumerate(self.courses):
            course.mkdir(parents=True)
            config = "c = get_config()\nc.ClearSolutions.enabled = False  # the exercises are stubs already\n"
            (course / "nbgrader_config.py").write_text(config)
            release(SOLUTION, course / "source" / "ps")
            call("nbgrader", "generate_assignment", "ps", cwd=course)
            shutil.copy(course / "gradebook.db", course / "empty.db")
            for name in list(students)[lane::LANES]:
                folder = course / "submitted" / name / "ps"
                folder.mkdir(parents=True)
                notebooks.write(students[name], folder / FILE)

    def run(self) -> tuple[float, Scores]:
        """Grade the class; return the seconds and the points of each student."""
        for course in self.courses:
            shutil.rmtree(course / "autograded", ignore_errors=True)
            shutil.copy(course / "empty.db", course / "gradebook.db")
        seconds = timed(lambda: at_once(lambda c: call("nbgrader", "autograde", "ps", cwd=c), self.courses))
        scores = {}
        for course in self.courses:
            call("nbgrader", "export", cwd=course)
            scores |= read_grades(course / "grades.csv", "student_id", "score")
        return seconds, scores


class Otter:
    """`otter run`, two at a time."""

    def __init__(self, folder: Path, students: dict[str, nbformat.NotebookNode]):
        self.folder = folder
        folder.mkdir()
        with zipfile.ZipFile(folder / "autograder.zip", "w") as archive:
            archive.writestr("otter_config.json", json.dumps({"print_summary": False}))
            for task in SHEET.tasks:
                archive.writestr(f"tests/q{task.id.replace('.', '_')}.py", OTTER_TEST.format(task))
        self.students = [folder / name for name in students]
        for name, notebook in students.items():
            (folder / name).mkdir()
            cells = [cell for cell in notebook.cells if role_of(cell) != "check"]
            notebooks.write(nbformat.NotebookNode({**notebook, "cells": cells}), folder / name / FILE)

    def run(self) -> tuple[float, Scores]:
        """Grade the class; return the seconds and the points of each student."""

        def one(place: Path) -> None:
            call("otter", "run", FILE, "-a", self.folder / "autograder.zip", "--no-logo", cwd=place)

        seconds = timed(lambda: at_once(one, self.students))
        return seconds, {folder.name: self._score(folder) for folder in self.students}

    @staticmethod
    def _score(folder: Path) -> float:
        results = json.loads((folder / "results.json").read_text("utf-8"))
        return sum(test.get("score", 0.0) for test in results["tests"])


def account(ours: Ours) -> list[tuple[str, float]]:
    """Where the time of one run with one worker goes: (what, seconds a submission), the rest and the whole.

    What is done once for a class is spread over it. The parts do not overlap, so the rest is never negative.
    """
    times = ours.folder / "times.json"
    command = [WATCHED, time.monotonic(), times, *ours.command(1)]
    shutil.rmtree(ours.folder / "report", ignore_errors=True)
    whole = timed(lambda: call(*command, cwd=ours.folder))
    found = json.loads(times.read_text("utf-8"))
    parts = [
        *found.items(),
        ("the end of the process, and the rest", whole - sum(found.values())),
        ("whole", whole),
    ]
    number = len(handed_in.entries(ours.folder / "students"))
    return [(what, seconds / number) for what, seconds in parts]


def inside(repeats: int = 20) -> dict[str, float]:
    """The median seconds of a right submission in the sandbox: a jail, and what cells and checks add."""
    examiner = Examiner(SHEET, exercise(notebooks.read(SOLUTION)), seed=1, answers={})
    withheld = {module for task in SHEET.tasks for module in task.answer_modules}
    content = nbformat.writes(submission("right")).encode()
    with Worker(withheld, Limits(), confinement.trouble() is None) as worker:
        own = read([File(FILE, content)], examiner.released, worker)
        steps = [examiner._step(step) for step in plan(own, examiner.exercise, SHEET)]
        cells = [step for step in steps if isinstance(step, Cell)]
        jobs = {"jail": [], "cells": cells, "checks": steps}  # each holds the one before
        taken = {
            name: statistics.median(timed(lambda job=job: worker.run(job)) for _ in range(repeats))
            for name, job in jobs.items()
        }
    jail, with_cells, whole = taken.values()
    return {"jail": jail, "cells": with_cells - jail, "checks": whole - with_cells, "whole": whole}


def print_account(rows: list[tuple[str, float]], inside: dict[str, float], number: int) -> None:
    print(f"\nwhere our time goes, one worker, ms a submission ({number} submissions, a third of them right)")
    for what, seconds in rows:
        print(f"  {what:46}{seconds * 1e3:8.1f}")
    print("\none right submission in the sandbox, ms, median of 20: one jail, all cells, all checks")
    print("  " + ", ".join(f"{name} {seconds * 1e3:.1f}" for name, seconds in inside.items()))
    print(
        f"  an answer that calls a wrong one runs again, in a jail more; the load is {os.getloadavg()[0]:.1f}"
    )


def spread(values: list[float], digits: int) -> str:
    low, high = min(values), max(values)
    return f"{statistics.median(values):.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--students", type=int, default=40)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()

    kinds = [list(KINDS)[k % len(KINDS)] for k in range(options.students)]
    students = {f"student-{k:03d}": submission(kind) for k, kind in enumerate(kinds)}
    lost = {kind: sum(task.points for task in tasks) for kind, tasks in KINDS.items()}
    due = {name: SHEET.points - lost[kind] for name, kind in zip(students, kinds, strict=True)}
    if confinement.trouble():
        print(f"ours is not confined here: {confinement.trouble()}")
    failed = False
    with tempfile.TemporaryDirectory(prefix="grading-") as place:
        folder = Path(place)
        graders = {"prpn-edu": Ours(folder / "ours", students)}
        for name, make in (("nbgrader", Nbgrader), ("otter-grader", Otter)):
            if importlib.util.find_spec(MODULES[name]) is None:
                print(f"{name} is not installed, and left out: pip install 'prpn_edu[benchmarks]'")
            else:
                graders[name] = make(folder / name, students)
        seconds = {name: [] for name in graders}
        for _ in range(options.repeats):
            for name, grader in graders.items():
                taken, scores = grader.run()
                seconds[name].append(taken / len(students))
                print(f"{name}: {taken:.1f} s for {len(students)} submissions", flush=True)
                if scores != due:
                    wrong = {who: scores.get(who) for who in due if scores.get(who) != due[who]}
                    print(f"{name} gives other scores than are due: {wrong}")
                    failed = True
        print(f"{len(students)} submissions of {FILE}, {LANES} at a time, {options.repeats} repeats")
        for name, taken in seconds.items():
            bar = f", bar {MOST_SECONDS}" if name == "prpn-edu" else ""
            print(f"  {name:14}{spread(taken, 3)} s a submission{bar}")
        failed |= statistics.median(seconds["prpn-edu"]) > MOST_SECONDS
        for name in list(graders)[1:]:
            ratios = [theirs / ours for theirs, ours in zip(seconds[name], seconds["prpn-edu"], strict=True)]
            print(f"  {name} / prpn-edu: {spread(ratios, 1)}, bar {BARS[name]}")
            failed |= statistics.median(ratios) < BARS[name]
        print_account(account(graders["prpn-edu"]), inside(), len(students))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
