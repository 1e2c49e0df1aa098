"""The handout: complete, the same each time, without solutions, and its first cell helps wherever it runs."""

import ast
import base64
import contextlib
import csv
import hashlib
import io
import json
import subprocess
import sys
import types
import zipfile
from pathlib import Path

import pytest

from prpn_class.classroom import sheets
from prpn_class.classroom.passages import compare
from prpn_class.grading.plan import released
from prpn_class.handout.archive import first_cell, handout
from prpn_class.sandbox import reading
from prpn_class.sandbox.archives import File
from prpn_course import notebooks
from prpn_course.authoring.stubs import BEGIN
from prpn_course.task import NotebookError
from prpn_course.tasks import MODULES, SHEETS
from prpn_edu.cli import main

ROOT = Path(__file__).parents[1]
EXERCISES, SOLUTIONS = ROOT / "exercises", ROOT / "solutions"
CHECKING = "prpn_course.checking"
WHEEL = "prpn_edu-1.0-py3-none-any.whl"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The handout of all sheets."""
    path = tmp_path_factory.mktemp("handout") / "course.zip"
    assert main(["handout", "--out", str(path), "--exercises", str(EXERCISES)]) == 0
    return path


@pytest.fixture(scope="module")
def library(made):
    """The wheel inside."""
    with zipfile.ZipFile(made) as inside:
        (name,) = (name for name in inside.namelist() if name.endswith(".whl"))
        return zipfile.ZipFile(io.BytesIO(inside.read(name)))


def test_it_holds_sheets_library_and_a_page_and_nothing_else(made):
    with zipfile.ZipFile(made) as inside:
        names = inside.namelist()
        text = inside.read("prpn-course/START-HERE.txt").decode("utf-8")
    assert names[0] == "prpn-course/START-HERE.txt" and names[-1].startswith("prpn-course/library/prpn_edu-")
    assert names[1:3] == ["prpn-course/LICENSE.txt", "prpn-course/LICENSE-prose.txt"]
    assert names[3:-1] == [f"prpn-course/exercises/{sheet.stem}.ipynb" for sheet in SHEETS]
    for word in ("Windows", "Colab", "JupyterHub", "The notebook, saved"):
        assert word in text
    assert "git" not in text and "make " not in text


def test_no_solution_is_inside(made):
    with zipfile.ZipFile(made) as inside:
        for name in inside.namelist()[3:-1]:
            notebook = json.loads(inside.read(name))
            for cell in notebook["cells"]:
                source = "".join(cell["source"])
                assert BEGIN not in source
                if cell["metadata"].get("prpn_edu", {}).get("role") == "answer":
                    assert "NotYet(" in source
                assert not cell.get("outputs")


@pytest.mark.parametrize(
    ("asked", "told", "said"),
    [
        (["7.b"], "points; 7.b with 4 points by hand", "Of the open questions is set: **7.b**."),
        (["7.b", "7.a"], "7.a with 5 points, 7.b with", "Of the open questions are set: **7.a, 7.b**."),
        (["none"], "07-prpn-gates has 15 points\n", "None of the open questions is set."),
    ],
)
def test_a_sheet_says_which_open_questions_are_set(tmp_path, capsys, asked, told, said):
    options = ["--sheet", "7", "--exercises", str(EXERCISES), "--out", str(tmp_path / "sheet.zip")]
    assert main(["handout", *options, "--questions", *asked]) == 0
    assert told in capsys.readouterr().out
    with zipfile.ZipFile(tmp_path / "sheet.zip") as inside:
        sheet = json.loads(inside.read("prpn-course/exercises/07-prpn-gates.ipynb"))
    first = next("".join(cell["source"]) for cell in sheet["cells"] if cell["cell_type"] == "markdown")
    assert said in first
    assert main(["handout", *options, "--questions", "7.z"]) == 2
    assert "7.z: no open question of these sheets; they have 7.a, 7.b" in capsys.readouterr().err


def test_only_the_tasks_that_are_set_have_points_and_the_book_has_its_address(tmp_path, capsys):
    out = tmp_path / "sheet.zip"
    book = "https://uni.example/nlp"
    options = ["--sheet", "7", "--core", "--without", "7.6", "--book", book, "--exercises", str(EXERCISES)]
    assert main(["handout", "--out", str(out), *options]) == 0
    told = capsys.readouterr().out
    assert "07-prpn-gates has 7 points; 7.a with" in told
    assert "give `prpn-edu grade` the same --core --without 7.6." in told
    with zipfile.ZipFile(out) as inside:
        sheet = inside.read("prpn-course/exercises/07-prpn-gates.ipynb").decode("utf-8")
        assert book in inside.read("prpn-course/START-HERE.txt").decode("utf-8")
    texts = {
        cell["metadata"]["prpn_edu"]["task"]: "".join(cell["source"])
        for cell in json.loads(sheet)["cells"]
        if cell["metadata"].get("prpn_edu", {}).get("role") == "text"
    }
    assert {name for name, text in texts.items() if "**not set" in text} == {"7.5", "7.6", "7.7"}
    assert "*It begins from 7.6, not set here.*" in sheet
    assert "Plan **40 minutes**: 35 for 7.1 to 7.4, which are set, 5 for what" in sheet  # of 80
    assert "class core** is" not in sheet and "small functions" in sheet and "seven" not in sheet
    assert "That line counts tasks that are not set, too." in sheet
    assert f"{book}/book/part2-latent-trees/07-prpn-gates.html" in sheet
    for wrong, said in (
        (["--tasks", "6.1"], "6.1: no task of these sheets; they have 7.1"),
        (["--book", "uni.example"], "the address of the book begins with https://"),
        (["--core", "--tasks", "7.5"], "no task of 07-prpn-gates is left"),
    ):
        again = ["handout", "--out", str(out), "--sheet", "7", "--exercises", str(EXERCISES)]
        assert main([*again, *wrong]) == 2
        assert said in capsys.readouterr().err


def test_the_sheets_differ_from_the_released_ones_in_one_cell(made):
    with zipfile.ZipFile(made) as inside:
        ours = json.loads(inside.read("prpn-course/exercises/07-prpn-gates.ipynb"))
    released = json.loads((EXERCISES / "07-prpn-gates.ipynb").read_text("utf-8"))
    assert ours["cells"][1:] == released["cells"]
    assert ours["cells"][0]["cell_type"] == "code"


def test_the_cell_that_sets_up_is_nobody_s_answer():
    """The grader does not run it, and two who have it have nothing in common."""
    sheet = SHEETS[6]
    exercise = notebooks.read(EXERCISES / f"{sheet.stem}.ipynb")
    known = released(exercise, sheet)
    address = "https://example.org/course.zip"
    given = (first_cell() + "\n", first_cell("1.0+a"), first_cell("1.0+a", address), "x = 1")
    cells = [{"cell_type": "code", "source": source} for source in given]
    own = reading.take(File("a.ipynb", json.dumps({"cells": cells}).encode()), known).own
    assert [cell.source for cell in own] == ["x = 1"]
    for more in (("1.0+a",), ("1.0+a", address)):
        alike = {name: {"": first_cell(*more)} for name in ("ada", "bob")}
        assert compare(alike, [first_cell(), first_cell("", "https://")]) == []


def test_the_wheel_is_as_pip_wants_it(library):
    (record,) = (name for name in library.namelist() if name.endswith(".dist-info/RECORD"))
    rows = list(csv.reader(library.read(record).decode().splitlines()))
    assert sorted(row[0] for row in rows) == sorted(library.namelist())
    for name, digest, size in rows:
        if name != record:
            content = library.read(name)
            right = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            assert (digest, size) == (f"sha256={right}", str(len(content)))
    metadata = library.read(record.replace("RECORD", "METADATA")).decode()
    assert metadata.startswith("Metadata-Version: ") and "Requires-Dist: torch" in metadata
    assert f"\nVersion: {record.split('/')[0].split('-')[1].removesuffix('.dist')}\n" in metadata
    assert (
        "prpn-edu = prpn_edu.cli:main" in library.read(record.replace("RECORD", "entry_points.txt")).decode()
    )


def test_the_wheel_holds_every_file_that_a_student_needs_and_no_class_tool(library):
    kept = subprocess.run(
        ["git", "ls-files", "prpn_edu", "prpn_book", "prpn_course"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    names = set(library.namelist())
    assert set(kept) <= names
    unwanted = ("__pycache__", "solutions", "prpn_class")
    assert not any(word in name for name in names for word in unwanted)
    assert {Path(name).name for name in names if "/licenses/" in name} == {"LICENSE", "LICENSE-prose"}


def test_the_same_is_the_same(made, tmp_path):
    handout(tmp_path / "again.zip", sheets.choose(["all"], EXERCISES))
    assert (tmp_path / "again.zip").read_bytes() == made.read_bytes()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--exercises", str(SOLUTIONS)], "holds an answer. A handout is made from released exercises"),
        (["--sheet", "99"], "no such sheet"),
        (["--url", "file:///etc/passwd"], "begins with https://"),
        (["--exercises", "/nowhere"], "no such notebook or folder"),
    ],
)
def test_what_cannot_be_handed_out(tmp_path, capsys, more, words):
    out = tmp_path / "course.zip"
    command = ["handout", "--out", str(out), "--exercises", str(EXERCISES), *more]
    assert main(command) == 2
    assert words in capsys.readouterr().err
    assert not out.exists()


def test_a_handout_is_a_zip_file(tmp_path):
    with pytest.raises(NotebookError, match=r"ends in \.zip"):
        handout(tmp_path / "course", sheets.choose(["7"], EXERCISES))


# Which sheet


@pytest.mark.parametrize("name", ["7", "07", "07-prpn-gates", "07-prpn-gates.ipynb"])
def test_a_sheet_has_several_names(name):
    assert sheets.choose([name, "7"], EXERCISES) == [EXERCISES / "07-prpn-gates.ipynb"]


def test_sheets_come_in_the_order_asked_for_or_all():
    assert [path.stem[:2] for path in sheets.choose(["10", "1"], EXERCISES)] == ["10", "01"]
    assert len(sheets.choose(["all"], EXERCISES)) == len(SHEETS)


def test_among_several_one_must_choose(tmp_path, capsys):
    """So that nobody loses points for a sheet that was not due."""
    (tmp_path / "ada").mkdir()
    assert main(["grade", str(tmp_path), "--out", str(tmp_path / "out"), "--solutions", str(SOLUTIONS)]) == 2
    assert "which sheet? Say --sheet 7" in capsys.readouterr().err
    only = EXERCISES / "07-prpn-gates.ipynb"
    assert sheets.choose(None, only) == [only]
    with pytest.raises(NotebookError, match=r"holds no 08-the-three-networks\.ipynb"):
        sheets.choose(["8"], only)


# The first cell


@pytest.fixture
def cell(tmp_path, monkeypatch):
    """Run the first cell in a folder where the library is not installed, with a pip that only listens."""
    asked: list[list[str]] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    for name in [name for name in sys.modules if name.split(".")[0] == "prpn_edu"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "path", [*sys.path])

    def pip(command, **_):
        asked.append(command)
        return types.SimpleNamespace(returncode=0, stderr="")

    monkeypatch.setattr(subprocess, "run", pip)

    def run(*given):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(first_cell(*given), "first cell", "exec"), {})
        return printed.getvalue(), asked

    return run


@pytest.fixture
def colab(monkeypatch, tmp_path):
    """Colab, where one chooses the zip file of the course."""
    module = types.ModuleType("google.colab")
    module.files = types.SimpleNamespace(upload=lambda: course(tmp_path))
    monkeypatch.setitem(sys.modules, "google.colab", module)


def course(folder, wheel=WHEEL, name="prpn-course.zip"):
    with zipfile.ZipFile(folder / name, "w") as out:
        out.writestr(f"prpn-course/library/{wheel}", b"a wheel")


def test_where_the_library_is_nothing_happens(cell, monkeypatch):
    """That of a teacher or of a hub is left alone, whatever its version."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    for has, wanted in (("0.1.0", "0.1.0+a"), ("0.1.0+a", "0.1.0+a")):
        monkeypatch.setattr("importlib.metadata.version", lambda name, has=has: has)
        said, asked = cell(wanted)
        assert "go on with the next cell" in said and asked == []


def test_the_library_of_an_earlier_handout_is_exchanged(cell, tmp_path, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    monkeypatch.setattr("importlib.metadata.version", lambda name: "1.0+old")
    course(tmp_path, "prpn_edu-1.0+older-py3-none-any.whl", "another.zip")
    said, asked = cell("1.0+new")
    assert "put the zip file of this sheet into the folder" in said and asked == []
    course(tmp_path, "prpn_edu-1.0+new-py3-none-any.whl")
    said, asked = cell("1.0+new")
    assert asked[0][-1] == f"{tmp_path}/prpn_edu-1.0+new-py3-none-any.whl[notebook]" and "go on" in said
    monkeypatch.setitem(sys.modules, "prpn_edu", types.ModuleType("prpn_edu"))
    assert "Restart the kernel" in cell("1.0+new")[0]


def test_in_the_unpacked_folder_it_installs_the_wheel_beside(cell, tmp_path, monkeypatch):
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / WHEEL).write_bytes(b"a wheel")
    (tmp_path / "exercises").mkdir()
    monkeypatch.chdir(tmp_path / "exercises")
    said, asked = cell()
    assert "is installed" in said
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    assert asked == [[*pip, f"{tmp_path}/library/{WHEEL}[notebook]"]]


def test_on_a_hub_it_opens_the_zip_file_beside_the_notebook(cell, tmp_path):
    course(tmp_path)
    said, asked = cell()
    assert "is installed" in said and asked[0][-1] == f"{tmp_path}/{WHEEL}[notebook]"


def test_in_colab_it_asks_for_the_zip_file_until_it_is_the_right_one(cell, tmp_path, colab):
    (tmp_path / "holiday.zip").write_bytes(b"no archive")
    said, asked = cell()
    assert "holiday.zip is no whole zip file" in said and len(asked) == 1
    assert "Choose the zip file of the course" in said


def test_an_address_is_fetched(cell, tmp_path, monkeypatch):
    fetched = []

    def fetch(address, place):
        fetched.append(address)
        course(tmp_path)

    monkeypatch.setattr("urllib.request.urlretrieve", fetch)
    _, asked = cell("1.0", "https://example.org/prpn-course.zip")
    assert fetched == ["https://example.org/prpn-course.zip"] and len(asked) == 1


def test_an_address_that_gives_nothing_is_told_and_colab_asks(cell, monkeypatch, colab):
    def fetch(address, place):
        raise OSError("no network")

    monkeypatch.setattr("urllib.request.urlretrieve", fetch)
    said, asked = cell("1.0", "https://example.org/prpn-course.zip")
    assert "prpn-course.zip cannot be fetched (no network)." in said and len(asked) == 1


def test_where_there_is_nothing_it_says_what_to_do(cell, tmp_path):
    said, asked = cell()
    assert f"into the folder of this notebook ({tmp_path})" in said and asked == []


def test_where_pip_fails_its_words_are_shown(cell, tmp_path, monkeypatch):
    course(tmp_path)
    failed = types.SimpleNamespace(returncode=1, stderr="no network")
    monkeypatch.setattr(subprocess, "run", lambda command, **_: failed)
    said, _ = cell()
    assert "could not be installed. START-HERE.txt has" in said and "no network" in said


def imported(name, seen):
    """What the import of a module imports in its turn: its own statements, not those inside functions."""
    path = ROOT.joinpath(*name.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    if name in seen or not path.is_file():
        return {name.split(".")[0]} - {"prpn_edu"}
    seen.add(name)
    names = {".".join(name.split(".")[:-1])} - {""}
    for statement in ast.parse(path.read_text("utf-8")).body:
        if isinstance(statement, ast.Import):
            names |= {one.name for one in statement.names}
        elif isinstance(statement, ast.ImportFrom):
            names |= {statement.module, *(f"{statement.module}.{one.name}" for one in statement.names)}
    return {package for one in names for package in imported(one, seen)}


def test_students_need_no_tool_of_the_staff():
    """In Colab, pip would exchange the running kernel for a newer one, with which it may not start again."""
    seen = set()
    sheets = [f"prpn_course.tasks.{module}" for module in MODULES.values()]  # a check imports its own
    modules = [f"{CHECKING}.check", f"{CHECKING}.student", *sheets]
    needed = {package for name in modules for package in imported(name, seen)}
    assert "torch" in needed and {f"{CHECKING}.judge", *sheets} <= seen
    assert not needed & {"ipykernel", "jinja2", "jupytext", "msgspec", "nbval", "pytest", "yaml"}
