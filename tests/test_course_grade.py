"""A class of broken, hostile and odd-but-right submissions: each gets its due, and none stops the others."""

import csv
import io
import json
import os
import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from prpn_class.grading import grade, handed_in, reports
from prpn_class.grading.plan import Check, plan, released
from prpn_class.sandbox import confinement, finding, reading
from prpn_class.sandbox.archives import File, SubmissionError
from prpn_class.sandbox.submission import Own
from prpn_course import notebooks
from prpn_course.authoring.release import exercise, regions, role_of, task_of
from prpn_course.tasks import find_sheet
from prpn_edu.cli import main

ROOT = Path(__file__).parents[1]
SHEET = find_sheet("07-prpn-gates")
FILE = f"{SHEET.stem}.ipynb"
SOLUTION = notebooks.read(ROOT / "solutions" / FILE)
EXERCISE = exercise(SOLUTION)
FULL = SHEET.points
RELEASED = released(EXERCISE, SHEET)
PATIENCE = 5  # seconds a cell


def right():
    """The cells of a student who is right everywhere, as plain dictionaries."""
    return json.loads(json.dumps(SOLUTION))["cells"]


def untouched():
    return json.loads(json.dumps(EXERCISE))["cells"]


def find(cells, task_id, role="answer"):
    return next(
        cell
        for cell in cells
        if cell["metadata"].get("prpn_edu", {}).get("task") == task_id
        and cell["metadata"]["prpn_edu"]["role"] == role
    )


def code(source, **more):
    return {
        "cell_type": "code",
        "metadata": {},
        "source": source,
        "outputs": [],
        "execution_count": None,
    } | more


def without_answer_to(*task_ids):
    cells = right()
    for task_id in task_ids:
        cells.remove(find(cells, task_id))
    return cells


def wrong_with_stored_full_marks():
    """Wrong everywhere, but every trick that satisfies nbval alone: stored outputs, markers and tags."""
    cells = right()
    for task in SHEET.tasks:
        answer, check = find(cells, task.id), find(cells, task.id, "check")
        answer["source"] = f"# NBVAL_SKIP\ndef {task.function}(*arguments):\n    return arguments[0]\n"
        for cell in (answer, check):
            cell["metadata"]["tags"] = ["nbval-skip", "nbval-ignore-output", "raises-exception"]
        check["source"] = f"# NBVAL_IGNORE_OUTPUT\n{check['source']}"
    return cells


def right_but_odd():
    """Right everywhere, in a notebook that has been through other editors and other heads."""
    cells = [cell for cell in right() if cell["metadata"].get("prpn_edu", {}).get("role") != "check"]
    two, four = find(cells, "7.2"), find(cells, "7.4")
    first, second = two["source"].split("\n\n\n")  # an answer split over two cells
    two["source"] = first
    cells.insert(cells.index(two) + 1, code(second))
    cells.insert(cells.index(four), code("def helper(T):\n    return torch.zeros(T, T)"))
    four["source"] = four["source"].replace("torch.zeros(T, T)", "helper(T)")
    five, six = cells.index(find(cells, "7.5")), cells.index(find(cells, "7.6"))
    cells[five], cells[six] = cells[six], cells[five]  # cells in another order
    cells.insert(2, code("sum = max = any = 3\nprint('loud')\nimport warnings\nwarnings.warn('beware')"))
    for cell in cells:
        cell.pop("id", None)
        cell["metadata"] = {}
        if isinstance(cell["source"], str):
            cell["source"] = cell["source"].splitlines(keepends=True)
    return cells


def with_copies():
    """A wrong duplicate before the right one, an untouched stub after it, an edited check, a lost answer."""
    cells = without_answer_to("7.7")
    answer = find(cells, "7.3")
    place = cells.index(answer)
    cells.insert(place, answer | {"source": "def limit_distribution(alpha):\n    return alpha"})
    cells.insert(place + 2, find(untouched(), "7.3"))
    check = find(cells, "7.1", "check")
    check["source"] = check["source"].replace("hard_gates", "lambda limit: 'mine'")
    return cells


def stuck_and_gone():
    """A loop without an end, then a cell that kills the kernel; what came before them still counts."""
    cells = right()
    find(cells, "7.2")["source"] = "import time\ndef alphas(d, tau):\n    while True:\n        time.sleep(1)"
    find(cells, "7.4")["source"] = "import os\nos._exit(1)\ndef expected_gates(alpha):\n    return alpha"
    return cells


def borrowing():
    cells = right()
    find(cells, "7.1")["source"] = "from prpn_edu.latent.gates import hard_gates"
    find(cells, "7.4")["source"] = (
        "def expected_gates(alpha):\n    return library.gates.expected_gates(alpha)"
    )
    cells.insert(2, code("import prpn_edu.latent as library\nimport prpn_edu.latent.gates"))
    find(cells, "7.5")["source"] += "\n\nassert library.gates  # comparing is welcome"
    find(cells, "7.6")["source"] = "def nearest_higher(d:\n"
    return cells


def take(path):
    """The student's own cells of a notebook."""
    return reading.take(File(path.name, path.read_bytes()), RELEASED)


def put(folder, cells, name=FILE, encoding="utf-8"):
    folder.mkdir(exist_ok=True)
    content = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (folder / name).write_text(json.dumps(content), encoding)


def run(students, out, *more):
    solution = str(ROOT / "solutions" / FILE)
    how = ["--trust-students"] if confinement.trouble() else []
    return main(["grade", str(students), "--out", str(out), "--solutions", solution, *how, *more])


@pytest.fixture(scope="module")
def class_of_students(tmp_path_factory):
    """Grade one class with the command line; the tests look at what came out."""
    folder = tmp_path_factory.mktemp("class")
    students = folder / "submissions"
    students.mkdir()
    put(students / "ada", right())
    put(students / "bob", wrong_with_stored_full_marks())
    put(students / "cleo", right_but_odd(), "my exercise.ipynb", "utf-8-sig")
    put(students / "dan", with_copies())
    put(students / "eve", stuck_and_gone())
    put(students / "flo", borrowing())
    put(students / "gus", untouched())
    (students / "hal").mkdir()
    (students / "ida").mkdir()
    (students / "ida" / FILE).write_bytes(b"\x00\xff not a notebook {")
    (students / "joe").mkdir()
    (students / "joe" / FILE).write_text("")
    (students / "kim").mkdir()
    (students / "kim" / FILE).symlink_to(ROOT / "solutions" / FILE)
    (students / "leo").mkdir()
    os.mkfifo(students / "leo" / FILE)
    put(students / "=moe", ["not a cell", {"cell_type": "code"}, {"cell_type": "code", "source": 7}])
    (students / "=moe" / FILE).write_text('{"cells": ' + "[" * 100_000 + "]" * 100_000 + "}")
    put(
        students / "ned",
        [code("x = '\ud800'", metadata=None, id=5), {"cell_type": "code", "source": [3, None]}],
    )
    (students / ".hidden").mkdir()
    (students / "list.txt").write_text("not a student")
    assert run(students, folder / "report", "--timeout", str(PATIENCE)) == 0
    return folder / "report"


@pytest.fixture(scope="module")
def grades(class_of_students):
    with (class_of_students / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def test_every_student_has_a_line(grades):
    names = [
        "'=moe",
        "ada",
        "bob",
        "cleo",
        "dan",
        "eve",
        "flo",
        "gus",
        "hal",
        "ida",
        "joe",
        "kim",
        "leo",
        "ned",
    ]
    assert list(grades) == names  # the first would be a formula to a spreadsheet
    assert {row["of"] for row in grades.values()} == {str(FULL)}


@pytest.mark.parametrize(
    ("student", "lost"),
    [
        ("ada", []),
        ("bob", ["7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7"]),
        ("cleo", []),
        ("dan", ["7.7"]),
        ("eve", ["7.2", "7.4"]),
        ("flo", ["7.1", "7.4", "7.6"]),
        ("gus", ["7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "7.7"]),
    ],
)
def test_points_are_given_where_they_are_due(grades, student, lost):
    row = grades[student]
    assert [task.id for task in SHEET.tasks if row[task.id] == "0"] == lost
    assert all(row[task.id] == str(task.points) for task in SHEET.tasks if task.id not in lost)
    assert int(row["total"]) == FULL - sum(task.points for task in SHEET.tasks if task.id in lost)


@pytest.mark.parametrize("student", ["'=moe", "hal", "ida", "joe", "kim", "leo", "ned"])
def test_what_cannot_be_graded_has_no_points_and_a_reason(grades, student):
    nothing = "0" if student == "ned" else ""  # without an answer; the others were not graded
    assert {grades[student][name] for name in ("7.1", "7.7", "total")} == {nothing}
    reason = grades[student]["remarks"]
    expected = {
        "hal": "no notebook called 07-prpn-gates.ipynb",
        "kim": "is a link and was not followed",
        "leo": "is not a plain file",
        "ned": "",
    }
    assert expected.get(student, "cannot be read as a notebook") in reason


def test_a_broken_notebook_under_another_name_is_told_as_broken():
    """Platforms rename: then only the content can say what a notebook is, and here it says nothing."""
    for content, words in (
        (b'{"cells": [', "mine.ipynb cannot be read as a notebook"),
        (b"{}", "mine.ipynb holds no cells"),
        (b"", "mine.ipynb cannot be read as a notebook, for it is empty"),
        (b'{"cells": []}', "mine.ipynb is none of this sheet"),
    ):
        with pytest.raises(SubmissionError) as told:
            finding.read([File("mine.ipynb", content)], RELEASED)
        assert str(told.value).startswith(f"no notebook called {FILE} was handed in; {words}")


@pytest.mark.parametrize("other", ["07-prpn-gates (1).ipynb", "mine.ipynb", f"again/{FILE}"])
def test_a_notebook_without_an_answer_is_graded_only_where_there_is_no_other(other):
    """Students hand in the empty sheet beside their own."""
    empty, written = (
        File(name, json.dumps({"cells": cells}).encode())
        for name, cells in ((FILE, untouched()), (other, right()))
    )
    for files in ([empty, written], [written, empty]):
        assert finding.locate(files, RELEASED)[0] is written
    assert finding.locate([empty], RELEASED) == (empty, [])
    named = File(FILE, written.content)
    assert finding.locate([named, File("mine.ipynb", written.content)], RELEASED) == (named, [])


@pytest.mark.parametrize(
    ("graded", "left"),
    [
        (FILE, "07-prpn-gates-final.ipynb"),
        ("07-prpn-gates-10.ipynb", "07-prpn-gates-9.ipynb"),
        (FILE, f"old/{FILE}"),
        (f"new/{FILE}", f"old/old/{FILE}"),
    ],
)
def test_of_several_notebooks_the_one_that_counts_is_told_and_those_that_do_not(graded, left):
    """A draft may lie beside the final, and only the student knows which is which."""
    draft, final = (
        File(name, json.dumps({"cells": cells}).encode())
        for name, cells in ((left, without_answer_to("7.2")), (graded, right()))
    )
    for files in ([draft, final], [final, draft]):
        chosen, remarks = finding.locate(files, RELEASED)
        assert chosen is final
        assert f"2 notebooks of this sheet differ: graded was {graded}, not {left};" in remarks[-1]


@pytest.mark.parametrize(
    ("stem", "function"), [("10-evaluating-parsers", "spans"), ("08-the-three-networks", "scores")]
)
def test_in_a_folder_of_all_sheets_the_other_sheets_are_no_drafts_of_this_one(stem, function):
    """Two sheets ask for `spans`, and in others a variable is called like a function of this one."""
    solution = notebooks.read(ROOT / "solutions" / f"{stem}.ipynb")
    one = released(exercise(solution), find_sheet(stem))
    assert function in one.functions.values()
    files = [File(path.name, path.read_bytes()) for path in sorted((ROOT / "solutions").glob("*.ipynb"))]
    chosen, remarks = finding.locate(files, one)
    assert (chosen.name, remarks) == (f"{stem}.ipynb", [])
    others = [file for file in files if file is not chosen]
    with pytest.raises(SubmissionError, match=f"no notebook called {stem}.ipynb was handed in"):
        finding.locate(others, one)
    renamed = File("mine.ipynb", chosen.content)
    assert finding.locate([*others, renamed], one)[0] is renamed
    empty = File(chosen.name, json.dumps(exercise(solution)).encode())
    assert finding.locate([*others, empty], one) == (empty, [])


def test_a_notebook_in_one_of_several_archives_is_told_with_the_archive():
    packed = []
    for name, cells in (("one.zip", right()), ("two.zip", without_answer_to("7.2"))):
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w") as archive:
            archive.writestr(FILE, json.dumps({"cells": cells}))
        packed.append(File(name, content.getvalue()))
    remarks = finding.read(packed, RELEASED).remarks
    assert f"graded was two.zip/{FILE}, not one.zip/{FILE};" in remarks[0]
    assert finding.read(packed[:1], RELEASED).remarks == []


def feedback(report, student):
    return (report / "feedback" / f"{student}.md").read_text("utf-8")


def test_feedback_says_what_happened(class_of_students):
    report = class_of_students
    assert feedback(report, "ada").startswith(
        "# Feedback for ada\n\n**15 of 15 points** Everything is right: well done.\n\n"
    )
    bob = feedback(report, "bob")
    assert "expected [0.1485, 0.1815, 0.2200, 0.4500]" in bob and "Reread: Chapter 7" in bob
    assert "my exercise.ipynb was taken for" in feedback(report, "cleo")
    dan = feedback(report, "dan")
    assert (
        "2 cells define limit\\_distribution; it was judged at its check" in dan and "No answer yet." in dan
    )
    eve = feedback(report, "eve")
    assert f"The check ran for more than {PATIENCE} s. Look for a loop without an end." in eve
    assert "kernel died" in eve
    flo = feedback(report, "flo")
    assert "The answer uses prpn_edu.latent.gates.hard_gates, which holds it." in flo
    assert "Your cell raised SyntaxError" in flo
    assert feedback(report, "gus").count("No answer yet.") == len(SHEET.tasks)
    assert "the notebook was not saved" in feedback(report, "gus")


def test_the_report_knows_the_files_that_were_judged(class_of_students):
    told = json.loads((class_of_students / "results.json").read_text("utf-8"))["students"]
    entries = handed_in.entries(class_of_students.parent / "submissions")
    found = {entry.name: handed_in.digest(handed_in.files(entry)) for entry in entries}
    assert {one["name"]: one["digest"] for one in told} == found


def test_the_machine_report_agrees_with_the_table(class_of_students, grades):
    root = ElementTree.parse(class_of_students / "junit.xml").getroot()
    assert len(root) == len(grades)
    for suite in root:
        row = grades[suite.get("name") if suite.get("name") != "=moe" else "'=moe"]
        lost = [case.get("name").split()[0] for case in suite if case.find("failure") is not None]
        assert lost == [task.id for task in SHEET.tasks if row[task.id] in ("0", "")]


def test_the_overview_says_how_it_was_graded(class_of_students):
    text = (class_of_students / "overview.md").read_text("utf-8")
    assert (grade.TRUSTED if confinement.trouble() else grade.CONFINED) in text
    assert "| 7.1 Hard gates from a limit | 1 | 4 |" in text
    assert f"| kim | not graded | no notebook called {FILE} was handed in; {FILE} is a link" in text
    page = (class_of_students / "overview.html").read_text("utf-8")
    assert "4 of 14 (29%)" in page and "<script" not in page


def test_only_the_students_cells_and_the_given_ones_are_run(tmp_path):
    put(tmp_path, with_copies())
    steps = plan(take(tmp_path / FILE), EXERCISE, SHEET)
    checks = [step.task.id for step in steps if isinstance(step, Check)]
    due = [task.id for task in SHEET.tasks]
    assert checks[: len(due) - 1] == due[:-1] and {*checks[len(due) - 2 :]} == {*due}
    text = "\n".join(step.source for step in steps if isinstance(step, Own))
    lost = next(cell for cell in SOLUTION.cells if task_of(cell) == "7.7" and role_of(cell) == "answer")
    assert not any(line.strip() in text for line in regions(lost.source) if len(line.strip()) >= 20)
    assert "raise NotYet" not in text and text.startswith(EXERCISE.cells[1].source)


def test_only_the_students_own_cells_are_taken(tmp_path):
    put(tmp_path, right())
    taken = take(tmp_path / FILE)
    assert [cell.tasks for cell in taken.own] == [(task.id,) for task in SHEET.tasks]
    put(tmp_path, untouched())
    assert take(tmp_path / FILE).own == []


@pytest.mark.parametrize("marker", ["NBVAL_SKIP", "NBVAL_IGNORE_OUTPUT", "PYTEST_VALIDATE_IGNORE_OUTPUT"])
def test_markers_of_nbval_are_taken_out(tmp_path, marker):
    put(tmp_path, [code(f"x = 1\n  ## {marker}  \ny = '# {marker}'")])
    (cell,) = take(tmp_path / FILE).own
    assert cell == Own(f"x = 1\n\ny = '# {marker}'")


@pytest.mark.parametrize(
    ("cell", "task"),
    [
        (code("x = 1", id=f"{SHEET.stem}-003"), "7.1"),
        (code("x = 1", metadata={"prpn_edu": {"task": "7.2", "role": "answer"}}), "7.2"),
        (code("# Task 7.3\nx = 1"), "7.3"),
        (code("def expected_gates(a):\n    return a"), "7.4"),
        (code("gated_attention = lambda *a: a"), "7.5"),
        (code("%%time\ndef nearest_higher(d):\n    return d"), "7.6"),
        (code("def expected_attention(raw, p:\n"), "7.7"),
        (code("def helper():\n    pass"), None),
        (code("x = 1", metadata={"prpn_edu": {"task": "9.9", "role": "answer"}}), None),
    ],
)
def test_an_answer_is_known_by_any_of_its_signs(tmp_path, cell, task):
    put(tmp_path, [cell])
    assert [own.tasks for own in take(tmp_path / FILE).own] == [(task,) if task else ()]


def test_a_notebook_of_far_too_many_cells_is_refused(tmp_path):
    put(tmp_path, [*right(), *(code(str(n)) for n in range(reading.MOST_CELLS))])
    with pytest.raises(SubmissionError, match="more than 2000 cells of code"):
        take(tmp_path / FILE)


def test_a_huge_file_is_refused(tmp_path, monkeypatch):
    put(tmp_path, right())
    monkeypatch.setattr(handed_in, "LARGEST", 100)
    (file,) = handed_in.files(handed_in.Entry("ada", tmp_path))
    assert "clear its outputs" in file.trouble and not file.content


# Whole or not at all, and the exit status. No kernel is needed for a class that handed nothing in.


@pytest.fixture
def empty_class(tmp_path):
    (tmp_path / "students" / "ada").mkdir(parents=True)
    return tmp_path / "students"


def test_a_report_is_written_whole_and_an_older_one_is_kept(empty_class, tmp_path, capsys):
    out = tmp_path / "report"
    assert run(empty_class, out) == 0
    assert sorted(p.name for p in out.iterdir()) == [
        *(".gitignore", "by-hand", "feedback", "grades.csv", "junit.xml"),
        *("overview.html", "overview.md", "results.json"),
    ]
    (out / "feedback" / "zoe.md").write_text("of an older class")
    assert run(empty_class, out) == 0
    assert sorted(p.name for p in (out / "feedback").iterdir()) == ["ada.html", "ada.md"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["report", "report.1", "students"]
    assert (tmp_path / "report.1" / "feedback" / "zoe.md").exists()


def test_a_report_that_cannot_be_written_leaves_the_old_one(empty_class, tmp_path, monkeypatch):
    out = tmp_path / "report"
    run(empty_class, out)
    before = (out / "grades.csv").read_bytes()

    def full_disk(*arguments):
        raise OSError("no space left")

    monkeypatch.setattr(reports.pages, "overview", full_disk)
    assert run(empty_class, out) == 2
    assert (out / "grades.csv").read_bytes() == before
    kept = ".report.partial"  # what is marked: the next run goes on from there
    assert sorted(p.name for p in tmp_path.iterdir()) == [kept, "report", "students"]
    assert (tmp_path / kept / ".gitignore").read_text() == "*\n"  # it names people


def test_what_only_the_students_machine_has_is_told_where_it_cost_points_and_as_no_fault(tmp_path, capsys):
    cells = {}
    for name, above, answer in (
        ("ada", "from google.colab import drive, files", "return limit"),
        ("bob", "import their_own as mine\nmine.set_up()", "return mine.inside(limit)"),
        ("cleo", "from google.colab import drive", "return limit\n\nx = 1\n  y = 2"),
    ):
        cells[name] = without_answer_to("7.1")
        cells[name][2:2] = [code(above), code(f"def hard_gates(limit):\n    {answer}")]
        put(tmp_path / name, cells[name])
    assert run(tmp_path, tmp_path / "report") == 0
    said, report = capsys.readouterr().out, tmp_path / "report"
    assert "google" not in said + feedback(report, "ada") and "Likely mistake: " in feedback(report, "ada")
    told = (
        "The cell that begins with 'import their_own as mine' asks for something that is not on the grader's "
        "machine: ModuleNotFoundError: No module named 'their_own'"
    )
    assert f"14 of 15; {told}\n" in said and "Your cell" not in said
    assert told in (report / "feedback" / "bob.html").read_text("utf-8").replace("&#39;", "'")
    assert "unexpected indent (line 5 of the cell)\n" in feedback(report, "cleo")


def test_an_answer_is_looked_at_for_a_copy_only_where_its_task_is_set(tmp_path, capsys):
    put(tmp_path / "ada", right())
    assert run(tmp_path, tmp_path / "report", "--tasks", "7.2", "7.3", "7.7") == 0
    told = "look: ada: identical to the published solution in 3 of 3 longer tasks: 7.2, 7.3, 7.7"
    assert told in capsys.readouterr().out


def test_a_file_of_another_kind_has_a_line_and_every_other_is_named(empty_class, tmp_path, capsys):
    for name in ("bob.pdf", "cleo.7z", "dan.py", "flo.ipynb.txt", "list.txt", "x\r\x1b[2Jzoe: 15 of 15.csv"):
        (empty_class / name).write_text("")
    (empty_class / "eve").mkdir()
    (empty_class / "eve" / "solution.rar").write_text("")
    assert run(empty_class, tmp_path / "report") == 0
    with (tmp_path / "report" / "grades.csv").open(encoding="utf-8", newline="") as file:
        remarks = {row["student"]: row["remarks"] for row in csv.DictReader(file)}
    assert list(remarks) == ["ada", "bob", "cleo", "dan", "eve", "flo"]
    assert "solution.rar is no notebook, and no archive that is read here" in remarks["eve"]
    assert "bob.pdf is no notebook" in remarks["bob"]
    assert "flo.ipynb.txt: its name has a second ending" in remarks["flo"]
    assert "take that away" in feedback(tmp_path / "report", "flo")
    assert "bob.pdf" in feedback(tmp_path / "report", "bob") and "Reread" not in feedback(
        tmp_path / "report", "bob"
    )
    out = capsys.readouterr().out
    assert "left out, as nobody's: list.txt, x" in out
    assert not any(ord(letter) < 32 and letter != "\n" for letter in out) and "\nzoe" not in out
    assert "Left out, as nobody's: list.txt" in (tmp_path / "report" / "overview.md").read_text("utf-8")


def test_names_cannot_forge_a_line_of_the_terminal(tmp_path, capsys):
    (tmp_path / "students" / "ada\n\x1b[1Abob: 07, 15 of 15").mkdir(parents=True)
    assert run(tmp_path / "students", tmp_path / "report") == 0
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("ada \ufffd[1Abob: 07") and first.endswith(f"{FILE} was handed in")
    assert f": {SHEET.stem}, not graded; no notebook called" in first
    assert last.startswith("The report is in")


def test_the_trouble_of_one_student_stays_with_one(empty_class, tmp_path, monkeypatch, capsys):
    (empty_class / "bob").mkdir()
    honest = handed_in.files

    def trouble(entry):
        if entry.name == "ada":
            raise ZeroDivisionError("of my own")
        return honest(entry)

    monkeypatch.setattr(handed_in, "files", trouble)
    assert run(empty_class, tmp_path / "report") == 0
    text = (tmp_path / "report" / "grades.csv").read_text("utf-8")
    assert re.search(r"^ada,.*ZeroDivisionError: of my own", text, re.M)
    assert re.search(r"^bob,.*no notebook called", text, re.M)
    assert f"nobody's notebook of {SHEET.stem} could be read; is it another sheet?" in capsys.readouterr().out


def test_what_cannot_be_used_is_told_apart_from_what_is_graded(empty_class, tmp_path, capsys):
    occupied = tmp_path / "thesis"
    occupied.mkdir()
    (occupied / "chapter.tex").write_text("years of work")
    assert run(empty_class, occupied) == 2
    assert "is not a report" in capsys.readouterr().err
    assert main(["grade", "no \x1b[2Jsuch", "--out", "x", "--solutions", "solutions/\x9b"]) == 2
    assert not {"\x1b", "\x9b"} & set(capsys.readouterr().err)  # a name does nothing to a terminal
    assert (occupied / "chapter.tex").read_text() == "years of work"
    assert run(tmp_path / "absent", tmp_path / "out") == 2
    assert run(empty_class / "ada", tmp_path / "out") == 2
    assert "holds no folder of a student" in capsys.readouterr().err
    assert run(empty_class, tmp_path / "out", "--solutions", str(tmp_path / "absent")) == 2
    with pytest.raises(SystemExit) as stop:
        main(["grade"])
    assert stop.value.code == 2
    assert not (tmp_path / "out").exists()


def test_the_doctor_names_what_is_there(capsys):
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert all(f"ok {name} " in out for name in ("Python", "prpn_edu", "torch", "nbval"))


@pytest.mark.parametrize("trouble", [None, "bubblewrap (bwrap) is not installed"])
def test_the_doctor_says_whether_there_is_a_sandbox(monkeypatch, capsys, trouble):
    """A machine without one is fit for everything but grading."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(confinement, "trouble", lambda: trouble)
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert ("ok a sandbox: bubblewrap works" in out) == (trouble is None)
    assert (f"-- no sandbox; only `prpn-edu grade` needs one: {trouble}. Cure: install" in out) == bool(
        trouble
    )


def test_the_doctor_says_how_a_run_of_ci_gets_one(monkeypatch, capsys):
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(confinement, "trouble", lambda: "bubblewrap (bwrap) is not installed")
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "on GitHub, `sudo apt-get install bubblewrap`" in out and "on GitLab, `apt-get" in out


def test_the_doctor_has_a_cure(monkeypatch, capsys):
    from importlib import metadata

    honest = metadata.version

    def version(name):
        if name == "nbval":
            raise metadata.PackageNotFoundError(name)
        return honest(name)

    monkeypatch.setattr(metadata, "version", version)
    monkeypatch.delenv("PRPN_EDU_DATA", raising=False)
    assert main(["doctor"]) == 0
    said = "tests of notebooks, which only teachers and authors run: pip install 'prpn_edu[course]'"
    assert f"-- nbval is missing; it is needed for {said}" in capsys.readouterr().out
    monkeypatch.setenv("PRPN_EDU_DATA", "/nowhere")
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "!! PRPN_EDU_DATA is /nowhere, which is no folder" in out
