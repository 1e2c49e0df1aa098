"""Grading on a Dask scheduler's workers, in processes of their own, of which one is killed on the way."""

import csv
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from adversaries import FILE, RIGHT, SHEET, code, encoded, find, put, right

from prpn_class.grading.grade import CONFINED, grade
from prpn_class.sandbox import confinement
from prpn_course.task import NotebookError
from prpn_edu.cli import main

distributed = pytest.importorskip("distributed", reason="needs the extra cluster: distributed")
ROOT = Path(__file__).parents[1]
SOLUTION = ROOT / "solutions" / FILE
FULL = SHEET.points
pytestmark = pytest.mark.slow
confined = pytest.mark.skipif(
    confinement.trouble() is not None, reason=f"no sandbox: {confinement.trouble()}"
)


@pytest.fixture
def cluster():
    with distributed.LocalCluster(
        processes=True, n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as made:
        yield made


def class_with_a_sleeper(folder):
    """Four students, of whom the last sleeps before the answers, and one is wrong in 7.1."""
    folder.mkdir()
    for name in ("ada", "bob", "eve", "zoe"):
        cells = right(ROOT / "solutions")
        if name == "zoe":
            cells.insert(0, code("import time\ntime.sleep(6)"))
        if name == "eve":
            find(cells, "7.1")["source"] = RIGHT.replace("i < t", "i <= t")
        put(folder / name, encoded(cells))
    return folder


def kill_the_worker_that_marks(scheduler):
    """Kill the process of the one worker that has work; returns its number."""
    with distributed.Client(scheduler, set_as_default=False) as client:
        busy = [address for address, work in client.processing().items() if work]
        assert len(busy) == 1, f"the sleeper should be the last one, not {busy}"
        (pid,) = client.run(os.getpid, workers=busy).values()
        os.kill(pid, signal.SIGKILL)
    return pid


@confined
def test_a_lost_worker_costs_nobody_a_mark(cluster, tmp_path):
    told, killed = [], []

    def marked():
        return [line for line in told if not line.startswith("look: ")]

    def watch():
        while len(marked()) < 3:
            time.sleep(0.05)
        killed.append(kill_the_worker_that_marks(cluster.scheduler_address))

    students = class_with_a_sleeper(tmp_path / "students")
    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    grade(students, tmp_path / "report", SOLUTION, scheduler=cluster.scheduler_address, tell=told.append)
    watcher.join(10)
    assert len(killed) == 1
    with (tmp_path / "report" / "grades.csv").open(encoding="utf-8", newline="") as file:
        earned = {row["student"]: int(row["total"]) for row in csv.DictReader(file)}
    assert earned == {"ada": FULL, "bob": FULL, "eve": FULL - 1, "zoe": FULL}
    assert CONFINED in (tmp_path / "report" / "overview.md").read_text("utf-8")
    assert marked()[-1].startswith("zoe: ")


def test_a_scheduler_without_workers_is_named(tmp_path, capsys):
    put_nobody(tmp_path)
    with distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=None) as empty:
        assert main(command(tmp_path, empty.scheduler_address)) == 2
    assert "has no workers; start some with: dask worker" in capsys.readouterr().err


def test_a_scheduler_that_is_not_there_is_named(tmp_path, monkeypatch, capsys):
    put_nobody(tmp_path)
    monkeypatch.setattr("prpn_class.grading.cluster.PATIENCE", "1s")
    assert main(command(tmp_path, "tcp://127.0.0.1:9")) == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in capsys.readouterr().err


def test_a_missing_extra_is_named(tmp_path, monkeypatch):
    put_nobody(tmp_path)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NotebookError, match=r"pip install 'prpn_class\[cluster\]'"):
        grade(tmp_path / "students", tmp_path / "report", SOLUTION, scheduler="tcp://127.0.0.1:9")


def put_nobody(folder):
    (folder / "students" / "ada").mkdir(parents=True)


def command(folder, address):
    students, report = str(folder / "students"), str(folder / "report")
    return ["grade", students, "--out", report, "--solutions", str(SOLUTION), "--scheduler", address]
