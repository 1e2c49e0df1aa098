"""A run that is interrupted, politely or not, goes on where it was, as often as that happens."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from adversaries import FILE, RIGHT, SHEET, code, encoded, find, put, right

from prpn_class.sandbox import confinement
from prpn_class.sandbox.worker import Worker
from prpn_edu.cli import main

ROOT = Path(__file__).parents[1]
NAMES = ["ada", "bob", "cleo", "dan", "eve", "flo", "gus"]
HOW = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(confinement.trouble() is not None, reason=f"no sandbox: {confinement.trouble()}"),
]


def hand_in(folder, name, wrong=False):
    """A student's right answers, after a cell that knows the student's name and takes a while."""
    cells = right(ROOT / "solutions")
    cells.insert(0, code(f"student = '{name}'\nimport time\ntime.sleep(0.5)"))
    if wrong:
        find(cells, "7.1")["source"] = RIGHT.replace("i < t", "i <= t")
    if not (folder / name).exists():
        put(folder / name, encoded(cells))
    (folder / name / FILE).write_text(encoded(cells), "utf-8")


def command(folder):
    solution = str(ROOT / "solutions" / FILE)
    return ["grade", str(folder / "students"), "--out", str(folder / "report"), "--solutions", solution]


def started_and_stopped(folder, how):
    """Start the grader as a process, stop it when it has done another student; returns its status."""
    before = len(kept(folder))
    process = subprocess.Popen(
        [sys.executable, "-m", "prpn_edu.cli", *command(folder), "--workers", "1"],
        env=os.environ | {"TMPDIR": str(folder / "scratch"), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        # In the background of a shell interrupts are ignored, which a child inherits.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while len(kept(folder)) == before:
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.02)
    process.send_signal(how)
    said = process.communicate(timeout=60)[1]
    assert "Traceback" not in said, said
    return process.returncode


def kept(folder):
    """The results in the resume folder; each has to be whole."""
    found = {}
    for path in (folder / ".report.partial").glob("[0-9a-f]*.json"):
        found[path.name] = json.loads(path.read_text("utf-8"))
        assert [mark["task_id"] for mark in found[path.name]["marks"]] == [task.id for task in SHEET.tasks]
    return found


def processes_of(folder):
    """The processes whose command line names the folder: the sandboxes of the grader that ran there."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(folder / "scratch").encode() in place.read_bytes():
                found.append(int(place.parent.name))
        except OSError:
            continue
    return found


def test_a_run_goes_on_where_it_was(tmp_path, monkeypatch):
    (tmp_path / "students").mkdir()
    (tmp_path / "scratch").mkdir()
    for name in NAMES:
        hand_in(tmp_path / "students", name)
    seeds = set()
    for number, how in enumerate(HOW, 1):
        status = started_and_stopped(tmp_path, how)
        assert status == (130 if how == signal.SIGINT else -how)
        assert not (tmp_path / "report").exists()
        done = kept(tmp_path)
        assert number <= len(done) < len(NAMES)
        seeds.add(json.loads((tmp_path / ".report.partial" / "run.json").read_text())["seed"])
    (seed,) = seeds

    hand_in(tmp_path / "students", "ada", wrong=True)  # the first one, who was graded before
    ran, honest = [], Worker.run

    def counted(worker, steps, *most):
        ran.extend(re.findall(r"student = '(\w+)'", str(steps)))
        return honest(worker, steps, *most)

    monkeypatch.setattr(Worker, "run", counted)
    assert main(command(tmp_path)) == 0
    assert sorted(ran) == ["ada", *NAMES[len(done) :]]
    report = tmp_path / "report"
    assert f"Seed of the inputs: {seed}." in (report / "overview.md").read_text("utf-8")
    rows = [line.split(",")[0] for line in (report / "grades.csv").read_text("utf-8").splitlines()[1:]]
    assert rows == NAMES
    assert f"**{SHEET.points - 1} of {SHEET.points} points**" in (report / "feedback" / "ada.md").read_text()
    assert f"**{SHEET.points} of {SHEET.points} points**" in (report / "feedback" / "bob.md").read_text()
    assert not (tmp_path / ".report.partial").exists()
    wait_until_gone(tmp_path)


def wait_until_gone(folder):
    """Nothing that the first graders started lives on."""
    for _ in range(500):
        if not processes_of(folder):
            return
        time.sleep(0.02)
    raise AssertionError(f"processes {processes_of(folder)} live on")
