"""The rounds of a class: whoever takes long comes last, for a time that the whole class shares."""

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from adversaries import FILE, SHEET, changed, code

from prpn_class.grading import handed_in, rounds
from prpn_class.grading.exam import papers
from prpn_class.grading.grade import grade
from prpn_class.grading.marking import Examiner
from prpn_class.grading.result import NOT_GRADED, Result, Student, TaskMark
from prpn_class.grading.resume import ResumeFolder
from prpn_class.grading.rounds import FIRST, Part, Rounds
from prpn_class.grading.turn import MOST_READING, Turn, whole_time
from prpn_class.sandbox import confinement
from prpn_class.sandbox.jail import Limits
from prpn_class.sandbox.worker import MOST_WAITED, Run
from prpn_edu.cli import main

ROOT = Path(__file__).parents[1]
SOLUTION = ROOT / "solutions" / FILE
(PAPER,) = papers(SOLUTION)
NEEDS = {"ann": 1.0, "bob": 0.01, "cleo": 0.2, "dan": 0.01, "eve": 1.0, "flo": 0.2}  # of the time


class Crew:
    """Marks at once whoever needs no more than the share; a file says what it needs, or what in each sheet.

    On a busy machine what burns waits for others: a second of one that never ends takes more by the clock.
    """

    workers, most = 1, 2

    def __init__(self, busy=0.0):
        self.asked, self.passed, self.busy = [], 0.0, busy

    def submit(self, exam, files, share, held, settled):
        needs = files[0].content.split()
        need = float(needs[exam.seed % len(needs)])
        whole, slower = whole_time(exam.limits), 1 + self.busy * (need > 1)
        seconds = min(min(need, share) * whole * slower, max(held, share * whole))
        self.passed += seconds
        self.asked.append((need, share))
        marked, enough = Future(), seconds >= need * whole * slower
        result = Result([TaskMark(task.id, task.points, "right") for task in SHEET.tasks], [])
        marked.set_result((result if enough else (), seconds))
        return marked


@pytest.fixture
def sat(tmp_path):
    """Seats a class; returns what came, by name, of rounds of so many minutes, and who marked."""

    def sit(patience, sheets=1, needs=NEEDS, busy=0.0, crew=None):
        for name, need in needs.items():
            (tmp_path / "students" / name).mkdir(parents=True, exist_ok=True)
            (tmp_path / "students" / name / FILE).write_text(str(need))
        crew, entries = crew or Crew(busy), handed_in.entries(tmp_path / "students")
        students = {entry.name: Student(entry.name) for entry in entries}
        parts = [Part(PAPER, PAPER.exam(n, Limits(), trust=False), entries) for n in range(sheets)]
        with ResumeFolder.beside(tmp_path / "report", [SHEET], seed=1) as resume:
            return list(Rounds(parts, students, crew, resume, patience)), parts, crew

    return sit


def names(came, is_wanted=lambda result: result is not None):
    return [name for _, name, result in came if is_wanted(result)]


def test_who_takes_long_comes_after_all_others(sat):
    came, (part,), crew = sat(patience=30.0)
    waits = ["ann", "cleo", "eve", "flo"]
    assert sorted(name for _, name, _ in came[: len(NEEDS)]) == sorted(NEEDS)
    assert sorted(names(came, lambda result: result is None)) == waits
    assert set(names(came)[:2]) == {"bob", "dan"} and sorted(names(came)[2:]) == waits
    assert part.left == [] and [share for _, share in crew.asked] == [FIRST] * 6 + [1.0] * 4


def test_what_some_leave_is_for_those_who_need_more_than_an_equal_part(sat):
    needs = {"a": 0.4} | {f"b {k}": 0.1 for k in range(10)} | {"never": 9.0}
    _, (part,), crew = sat(patience=0.3 * len(needs) * whole_time(Limits()) / 60, needs=needs)
    assert [share >= 0.4 for need, share in crew.asked if need == 0.4] == [False, False, True]
    assert {name for name, one in part.results.items() if one.marks[0].words != "right"} == {"never"}


def test_the_first_round_of_every_sheet_comes_before_the_second_of_any(sat):
    _, parts, crew = sat(patience=60.0, sheets=2)
    shares = [share for _, share in crew.asked]
    assert shares == sorted(shares) and all(len(part.results) == len(NEEDS) for part in parts)


def test_nobody_is_marked_in_two_sheets_at_once(sat):
    class Several(Crew):
        workers, most = 4, 8

        def submit(self, exam, files, share, held, settled):
            return threads.submit(self.slowly, exam, files, share, held, settled)

        def slowly(self, exam, files, share, held, settled):
            with lock:
                at_work.append(files[0].content)
                at_once.append(max(at_work.count(one) for one in at_work) if share > FIRST else 1)
            time.sleep(0.01)
            at_work.remove(files[0].content)
            return super().submit(exam, files, share, held, settled).result()

    at_work, at_once, lock = [], [], threading.Lock()
    with ThreadPoolExecutor(4) as threads:
        sat(patience=60.0, sheets=4, needs={"ann": 0.5, "bob": 0.6}, crew=Several())
    assert at_once == [1] * 16


def test_when_the_time_of_the_class_is_over_those_who_wait_are_told_how_they_are_graded(sat):
    _, (part,), crew = sat(patience=0.0)
    assert len(crew.asked) == len(NEEDS)
    for name, result in part.results.items():
        is_graded = all(mark.words != NOT_GRADED for mark in result.marks)
        assert is_graded is (NEEDS[name] < FIRST)
        if not is_graded:
            assert "nothing in it is known to be wrong: it takes long" in result.remarks[0]
            assert "grade again with --patience 30 or more, and --seed 0" in result.staff[0]
    _, (again,), crew = sat(patience=30.0)  # that was no result: it is marked when the run goes on
    assert {need for need, _ in crew.asked} == {0.2, 1.0}
    assert not any(result.staff for result in again.results.values())


def test_those_who_never_end_leave_an_equal_part_to_one_who_is_slow(sat):
    never = {f"never {k}": 9.0 for k in range(10)}
    _, (part,), crew = sat(patience=60.0, needs=never | {"slow": 0.4})
    assert all(mark.words == "right" for mark in part.results["slow"].marks)
    assert crew.passed <= FIRST * 11 * whole_time(Limits()) + 3600
    for name in never:
        assert "nothing in it is known to be wrong: it takes long" in part.results[name].remarks[0]


def test_on_a_busy_machine_those_who_never_end_leave_an_equal_part_too(sat):
    """A second of theirs takes four, so they would use up the time of the third round in the second."""
    never = {f"never {k}": 9.0 for k in range(10)}
    _, (part,), crew = sat(patience=60.0, needs=never | {"a slow": 0.3, "z slow": 0.3}, busy=3.0)
    for name in ("a slow", "z slow"):
        assert all(mark.words == "right" for mark in part.results[name].marks), name
    assert crew.passed <= FIRST * 12 * whole_time(Limits()) * 4 + 3600


def test_who_never_ends_in_many_sheets_has_no_more_time_for_that(sat):
    needs = {"never": 9.0, "slow": "0.4 0.01 0.01 0.01 0.01"}
    _, parts, _ = sat(patience=10.0, sheets=5, needs=needs)
    assert all(mark.words == "right" for part in parts for mark in part.results["slow"].marks)


def test_who_has_used_up_a_part_in_one_sheet_keeps_nobody_from_beginning(sat):
    """Nor is who has held most by then given up for one that has no time left."""
    never = {f"never {k}": "9.0 9.0" + 6 * " 0.0" for k in range(4)}
    minutes = 2.3 * whole_time(Limits()) / 60
    _, parts, _ = sat(patience=minutes, sheets=8, needs=never | {"z": "0.2" + 7 * " 0.04"})
    assert all(mark.words == "right" for part in parts for mark in part.results["z"].marks)


def test_where_an_equal_part_is_too_little_who_needs_less_is_graded_and_no_more_time_is_used(sat):
    needs, whole = {f"slow {k}": 0.3 for k in range(10)}, whole_time(Limits())
    _, (part,), crew = sat(patience=2.0 * whole / 60, needs=needs | {"z": 0.15})
    graded = {name for name, one in part.results.items() if one.marks[0].words == "right"}
    assert set(part.results) == {*needs, "z"} and graded == {"z"}
    assert crew.passed <= 11 * FIRST * whole + 2.0 * whole


def test_a_share_of_a_submissions_time_is_one_of_all_its_time(monkeypatch):
    class Desk:
        limits = Limits()

        def run(self, steps, most, more):
            seen.append(most)
            return Run({}, "done", more, MOST_READING / 5)

    seen, now, whole = [], [0.0], 2 * Desk.limits.wall
    monkeypatch.setattr("prpn_class.grading.turn.time.monotonic", lambda: now[0])
    for held, end in (
        (1e6, 0.25 * whole * (1 + MOST_WAITED)),
        (0.5 * whole, 0.5 * whole),
        (0.0, 0.25 * whole),
    ):
        now[0] = 0.0
        turn = Turn(Desk(), 0.25, held)
        turn.run([])
        now[0] = end - 1e-3
        assert not turn.is_over
        now[0] = end
        assert turn.is_over
    assert seen == [0.25 * whole] * 3
    now[0] = 0.0
    turn.run([])
    assert turn.is_over  # for it was read too long


@pytest.mark.parametrize(("waits", "is_cut"), ((10.0, False), (1e6, True)))
def test_who_had_no_time_left_for_what_others_took_is_not_marked_but_waits(waits, is_cut, monkeypatch):
    class Desk:
        limits = Limits()

        def run(self, steps, most, more):
            now[0] += most + min(waits, more)
            return Run({}, "late", min(waits, more))

    now, whole = [0.0], whole_time(Limits())
    monkeypatch.setattr("prpn_class.grading.turn.time.monotonic", lambda: now[0])
    examiner = Examiner(SHEET, PAPER.exercise, 1, PAPER.answers)
    for held, may_wait in ((1.5 * whole, is_cut), ((1 + MOST_WAITED) * whole, False)):
        result = examiner.mark([handed_in.File(FILE, b"{}")], Turn(Desk(), 1.0, held))
        assert (result == ()) is may_wait


@pytest.mark.parametrize("share", (FIRST, 1.0))
def test_a_reading_or_a_run_that_was_cut_short_is_no_result_before_the_last_round(share, monkeypatch):
    class Desk:
        limits = Limits()

        def run(self, steps, most, more):
            given.append(most)
            now[0] += min(most, self.limits.wall)
            return Run({}, "late")

    given, now = [], [0.0]
    monkeypatch.setattr("prpn_class.grading.turn.time.monotonic", lambda: now[0])
    examiner = Examiner(SHEET, PAPER.exercise, 1, PAPER.answers)
    result = examiner.mark([handed_in.File(FILE, b"{}")], Turn(Desk(), share))
    assert given == [share * 2 * Limits.wall]
    assert result == () if share < 1 else "takes too long to read" in result.remarks[0]


@pytest.mark.slow
@pytest.mark.skipif(confinement.trouble() is not None, reason=f"no sandbox: {confinement.trouble()}")
def test_a_class_with_a_long_experiment_is_graded_in_rounds(tmp_path):
    """The first by name sleeps through the first round; it comes last, and loses nothing."""
    told = []
    (tmp_path / "students").mkdir()
    for name, sleeps in (("ada", 5), ("bob", 0), ("cleo", 0)):
        pause = [code(f"import time\ntime.sleep({sleeps})")]
        one = changed(name, lambda cells, pause=pause: cells.__setitem__(slice(0, 0), pause))
        one.write(tmp_path / "students" / name, ROOT / "solutions")
    limits = Limits(step=8.0, wall=40.0)
    students = grade(
        tmp_path / "students", tmp_path / "report", SOLUTION, limits, workers=1, tell=told.append
    )
    assert [(one.name, one.earned) for one in students] == [(n, SHEET.points) for n in ("ada", "bob", "cleo")]
    lines = [line for line in told if not line.startswith("look: ")]
    assert "ada: 07-prpn-gates, takes long, and waits until the others are graded" in lines
    assert [line.split(":")[0] for line in lines if "15 of 15" in line][-1] == "ada"


def test_the_command_has_the_patience(tmp_path, monkeypatch):
    given = {}
    monkeypatch.setattr("prpn_class.grading.grade.grade", lambda *paths, **named: given.update(named))
    command = ["grade", str(tmp_path), "--solutions", str(SOLUTION), "--sheet", "7"]
    for more, patience in (([], rounds.PATIENCE), (["--patience", "5"], 5.0)):
        assert main([*command, *more]) == 0 and given["patience"] == patience
