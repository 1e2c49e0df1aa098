"""Colab gets copies of chapters and sheets that fetch the course in their first cell."""

import contextlib
import io
import subprocess
import types
from pathlib import Path

import pytest

from prpn_book import address
from prpn_class.handout import colab
from prpn_course import notebooks
from prpn_course.tasks import SHEETS

ROOT = Path(__file__).parents[1]
CHAPTER = "book/part2-latent-trees/07-prpn-gates.ipynb"


@pytest.fixture
def runs(monkeypatch, tmp_path):
    """A machine without the course: runs the first cell of a path; returns what it said, and the commands."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    asked = []

    def run(command, **_):
        asked.append(command)
        if command[1] == "clone":
            (tmp_path / "prpn_edu-course" / Path(CHAPTER).parent).mkdir(parents=True)
        return types.SimpleNamespace(returncode=0, stderr="")

    monkeypatch.setattr(subprocess, "run", run)

    def first_cell():
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(colab.first_cell(CHAPTER), "first cell", "exec"), {})
        return printed.getvalue(), asked

    return first_cell


def test_every_chapter_and_sheet_has_a_copy_with_a_first_cell_and_plain_prose():
    paths = colab.paths()
    assert {f"exercises/{sheet.stem}.ipynb" for sheet in SHEETS} < set(paths) and CHAPTER in paths
    original, copy = notebooks.read(ROOT / CHAPTER), colab.copied(CHAPTER)
    code = [
        [cell for cell in cells if cell.cell_type == "code"] for cells in (original.cells, copy.cells[1:])
    ]
    assert code[0] == code[1] and len(copy.cells) == len(original.cells) + 1
    assert not any("{cite" in cell.source for cell in copy.cells) and "set_up(" in copy.cells[0].source
    assert address.colab(CHAPTER).endswith(f"/blob/{address.COPIES}/{CHAPTER}")


def test_the_first_cell_fetches_installs_and_goes_where_the_chapter_reads(runs, tmp_path):
    course = tmp_path / "prpn_edu-course"
    said, asked = runs()
    (fetch, sparse, pip) = asked
    assert fetch[:2] == ["git", "clone"] and fetch[-2:] == [address.REPOSITORY, str(course)]
    assert "--sparse" in fetch and sparse[3:5] == ["sparse-checkout", "set"]
    assert "book" in sparse and "solutions" not in sparse
    assert "pip" in pip and pip[-1] == f"{course}[notebook]" and "go on" in said
    assert Path.cwd() == course / Path(CHAPTER).parent  # its cells name ../../results


def test_run_again_it_fetches_nothing(runs, monkeypatch, tmp_path):
    runs()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    assert "go on" in runs()[0] and len(runs()[1]) == 3


def test_without_a_network_it_says_so_and_what_git_said(runs, monkeypatch):
    failed = types.SimpleNamespace(returncode=128, stderr="Could not resolve host")
    monkeypatch.setattr(subprocess, "run", lambda command, **_: failed)
    said, _ = runs()
    assert "Could not fetch the course" in said and "Could not resolve host" in said


def test_the_workflow_of_the_book_publishes_the_copies():
    workflow = (ROOT / ".github/workflows/book.yml").read_text("utf-8")
    assert f"-m {colab.__name__} " in workflow and f"--initial-branch {address.COPIES}" in workflow
