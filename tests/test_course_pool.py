"""The pool: whose trouble it is when the sandbox fails, and that another library marks nothing."""

import dataclasses
import threading
from pathlib import Path

import pytest
from adversaries import FILE, SHEET, code, encoded, put, right

from prpn_class.grading import handed_in
from prpn_class.grading.exam import papers
from prpn_class.grading.grade import grade
from prpn_class.grading.pool import Threads, WorkerPool
from prpn_class.sandbox import confinement
from prpn_class.sandbox.jail import Limits
from prpn_class.sandbox.protocol import Cell
from prpn_class.sandbox.worker import Worker, WorkerError

ROOT = Path(__file__).parents[1]
SOLUTION = ROOT / "solutions" / FILE
(PAPER,) = papers(SOLUTION)
EXAM = PAPER.exam(1, Limits(), trust=confinement.trouble() is not None)


def lost_with(words):
    """A `Worker.run` that loses the sandbox where the steps hold some words."""
    honest = Worker.run

    def run(worker, steps, *most):
        if words in str(steps):
            raise WorkerError("the sandbox was lost")
        return honest(worker, steps, *most)

    return run


def hand_in(folder, name, source="1"):
    folder.mkdir(exist_ok=True)
    put(folder / name, encoded([code(source), *right(ROOT / "solutions")]))


def test_a_submission_that_ends_the_sandbox_stops_nobody_else(tmp_path, monkeypatch):
    hand_in(tmp_path / "students", "ada", "'a new way out'")
    hand_in(tmp_path / "students", "bob")
    monkeypatch.setattr(Worker, "run", lost_with("a new way out"))
    ada, bob = grade(tmp_path / "students", tmp_path / "report", SOLUTION, trust=EXAM.trust, workers=1)
    assert (ada.earned, bob.earned) == (0, SHEET.points)
    assert "it ends the sandbox" in ada.remarks[0] and "look at it by hand" in ada.remarks[0]


def test_a_sandbox_that_fails_by_itself_is_no_students_fault(tmp_path, monkeypatch):
    hand_in(tmp_path, "ada")
    files = handed_in.files(handed_in.Entry("ada", tmp_path / "ada"))
    monkeypatch.setattr(Worker, "run", lost_with(""))
    with pytest.raises(WorkerError), Threads(1) as threads:
        threads.submit(EXAM, files, 1.0, 1e6).result()


def test_the_start_of_a_sandbox_is_on_the_clock_of_no_submission(tmp_path, monkeypatch):
    """One second passes at each start, and one in each job."""
    hand_in(tmp_path, "ada")
    files = handed_in.files(handed_in.Entry("ada", tmp_path / "ada"))
    honest, now, held = Worker.run, [0.0], []

    def timed(worker, *given):
        now[0] += 1.0 + (worker.process is None)
        return honest(worker, *given)

    monkeypatch.setattr("prpn_class.grading.pool.time.monotonic", lambda: now[0])
    monkeypatch.setattr(Worker, "run", timed)
    workers = WorkerPool()
    for _ in range(2):
        result, seconds = workers.mark(EXAM, files)
        held.append(seconds)
    workers.clear()
    assert sum(mark.earned for mark in result.marks) == SHEET.points and held[0] == held[1] > 0


class Stand:
    """What stands for a sandbox: it tells when it is made and closed, and calls `closing` meanwhile."""

    def __init__(self, name, told, closing=lambda: None):
        self.name, self.told, self.closing, self.limits = name, told, closing, Limits()
        told.append(f"{name} made")

    def __exit__(self, *_):
        self.closing()
        self.told.append(f"{self.name} closed")

    def ready(self):
        pass


OTHER = dataclasses.replace(EXAM, seed=2)


def test_a_sandbox_of_another_sheet_is_closed_before_one_is_made_that_takes_its_core(monkeypatch):
    told, workers = [], WorkerPool()
    monkeypatch.setattr(workers, "_new", lambda exam, examiner: Stand(f"sheet {exam.seed}", told))
    for exam in (EXAM, EXAM, OTHER):
        with workers._lent(exam, None):
            pass
    assert told == ["sheet 1 made", "sheet 1 closed", "sheet 2 made"]


def test_two_that_go_on_to_another_sheet_at_once_close_all_sandboxes_before_they_make_one(monkeypatch):
    def lend(exam):
        with workers._lent(exam, None):
            together.wait()

    def closing():
        if not second.ident:
            second.start()
            second.join(0.2)  # by then it has made its own, if it may

    told, workers, together = [], WorkerPool(), threading.Barrier(2)
    second = threading.Thread(target=lend, args=(OTHER,))
    monkeypatch.setattr(workers, "_new", lambda exam, examiner: Stand(f"sheet {exam.seed}", told, closing))
    first = threading.Thread(target=lend, args=(EXAM,))
    first.start()
    lend(EXAM)
    first.join()
    lend(OTHER)
    second.join()
    assert told == 2 * ["sheet 1 made"] + 2 * ["sheet 1 closed"] + 2 * ["sheet 2 made"]


def test_a_submission_that_waits_while_the_others_are_given_up_is_not_begun(monkeypatch):
    """An interrupt found it before the lock of the pool, which is held while the examiner is made."""
    workers = WorkerPool()
    asked = threading.Thread(target=workers.abandon)

    def made(exam):
        asked.start()
        while not workers._abandoned:
            pass

    monkeypatch.setattr("prpn_class.grading.pool._examiner", made)
    monkeypatch.setattr(workers, "_new", lambda *given: pytest.fail("a sandbox was started"))
    with pytest.raises(WorkerError, match="given up"):
        workers.mark(EXAM, [])
    asked.join()


def test_another_version_of_the_library_marks_nothing():
    with pytest.raises(WorkerError, match="install the same version"):
        WorkerPool().mark(dataclasses.replace(EXAM, library="another"), [])


def test_what_travels_holds_no_path_of_the_teachers():
    assert str(ROOT) not in repr(EXAM)


@pytest.mark.skipif(confinement.trouble() is not None, reason=f"no sandbox: {confinement.trouble()}")
def test_without_trust_a_desk_without_a_sandbox_refuses(monkeypatch):
    monkeypatch.setattr(confinement, "trouble", lambda: "none today")
    with pytest.raises(WorkerError, match="cannot be confined: none today"):
        WorkerPool().mark(EXAM, [])


@pytest.mark.skipif(confinement.trouble() is not None, reason=f"no sandbox: {confinement.trouble()}")
def test_a_room_that_cannot_be_made_is_no_students_fault():
    with (
        Worker([], Limits(scratch=-1)) as worker,  # a scratch folder that no kernel mounts
        pytest.raises(WorkerError, match="sandbox startup failure"),
    ):
        worker.run([Cell("1")])


def test_students_of_one_name_are_told_apart(tmp_path):
    for name in ("ada", "ada (2)"):
        (tmp_path / name).mkdir()
    for name in ("ada.ipynb", "ada.zip", "ada.tar.gz"):
        (tmp_path / name).touch()
    names = [entry.name for entry in handed_in.entries(tmp_path)]
    assert len(set(names)) == len(names) == 5 and names[:2] == ["ada", "ada (2)"]
