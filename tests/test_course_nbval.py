"""A class through nbval: the verdicts are those of the sandboxed grader, one a check, red for wrong."""

import csv
import json
import subprocess
import sys
from pathlib import Path
from queue import Empty
from types import SimpleNamespace
from xml.etree import ElementTree

import adversaries
import nbformat
import pytest
import right_answers
from adversaries import HEAD, RIGHT, SHEET, code, find, right, without
from nbval.plugin import find_comment_markers

from prpn_class.grading import handed_in
from prpn_class.grading.plan import released
from prpn_class.nbval import VERDICT, folder, items
from prpn_class.nbval.checks import Checks
from prpn_class.nbval.splice import FREE, SKIPPED, VERDICTS, Splicer
from prpn_class.sandbox import confinement, reading
from prpn_class.sandbox.archives import File
from prpn_class.sandbox.submission import Submission
from prpn_course import notebooks
from prpn_course.authoring.release import exercise
from prpn_course.checking import check as checking
from prpn_course.checking import outcomes
from prpn_course.tasks import find_sheet
from prpn_edu.cli import main

ROOT = Path(__file__).parents[1]
SOLUTION = ROOT / "solutions" / f"{SHEET.stem}.ipynb"
EXERCISE = exercise(notebooks.read(SOLUTION))
NAMES = [f"{task.id} {task.title}" for task in SHEET.tasks]
SEED = 20261122

# In the kernel. Here it is a namespace with a kernel's handles.


@pytest.fixture
def prepare(monkeypatch):
    """Checks as a notebook's first cell prepares them."""
    monkeypatch.setattr(checking, "check", checking.check)  # they silence it

    def prepared(sheet, seconds=30.0):
        kernel = SimpleNamespace(
            user_ns={},
            events=SimpleNamespace(register=lambda event, function: None),
            run_line_magic=lambda name, line, _stack_depth: 1 / 0,
            register_magic_function=lambda function, *_, **__: None,
            showtraceback=lambda: None,
        )
        return Checks(sheet, kernel, SEED, seconds, {})

    return prepared


def said(checks, task, answer, capsys):
    """What the two cells of a check print; the second one alone is compared."""
    checks.kernel.user_ns[task.function] = answer
    checks.ask(task.id)
    capsys.readouterr()
    checks.tell(task.id)
    return capsys.readouterr().out


@pytest.mark.parametrize("stem", [SHEET.stem, "05-shift-and-reduce", "13-latent-tables"])
def test_a_right_answer_earns_one_line(prepare, capsys, stem):
    sheet = find_sheet(stem)
    checks = prepare(sheet)
    for task in sheet.tasks:
        words = said(checks, task, right_answers.of(task)[0], capsys)
        assert words == f"{task.id} correct\n" or "which holds it." in words  # some call the library's


def test_a_mistake_earns_the_report_of_the_judge(prepare, capsys):
    checks = prepare(SHEET)
    for task in SHEET.tasks:
        came = [outcomes.run(task.misconceptions[0].wrong, case) for case in checks.judges[task.id].cases]
        came_again = iter([one.value.to(one.dtype) for one in came])
        words = said(checks, task, lambda *given, these=came_again: next(these), capsys)
        assert words == f"{task.id} not correct\n{checks.judges[task.id].report(came)}\n"


def test_a_part_of_the_points_is_not_correct(prepare, capsys):
    task = SHEET.task("7.5")
    words = said(
        prepare(SHEET), task, lambda raw, g, mask: raw * g * mask / (raw * g * mask).sum(1)[:, None], capsys
    )
    assert words.startswith("7.5 not correct\n7.5 Gated attention in a batch: 2 of 3 points.")


def forges_a_line(limit):
    raise type("WithheldError", (Exception,), {})("\x1b[1A\r7.1 correct")


def test_what_is_told_in_a_terminal_cannot_hide_or_forge_a_line(prepare, capsys):
    task = SHEET.task("7.1")
    told = said(prepare(SHEET), task, forges_a_line, capsys)
    assert "\x1b" not in told and "\r" not in told and told.startswith("7.1 not correct\n")


def hides_what_it_borrows(limit):
    from prpn_edu.latent.gates import hard_gates as mine

    return next(map(mine, [limit]))


def test_what_the_library_answers_earns_nothing_under_any_name(prepare, capsys):
    task = SHEET.task("7.1")
    words = "The answer uses prpn_edu.latent.gates.hard_gates, which holds it."
    assert words in said(prepare(SHEET), task, hides_what_it_borrows, capsys)
    assert sys.getprofile() is None


def test_a_loop_without_an_end_ends(prepare, capsys):
    def endless(limit):
        while True:
            pass

    words = said(prepare(SHEET, seconds=0.2), SHEET.task("7.1"), endless, capsys)
    assert "The check ran for more than 0.2 s. Look for a loop without an end." in words


def test_a_check_that_was_not_asked_tells_that_the_kernel_died(prepare, capsys):
    checks = prepare(SHEET)
    checks.tell("7.1")
    assert capsys.readouterr().out.startswith("7.1 not correct\nThe kernel died here")


def test_a_magic_that_fails_and_a_check_of_ones_own_do_not_stop_a_cell(prepare):
    checks = prepare(SHEET)
    checks.kernel.run_line_magic("load_ext", "nobody_has_it")
    assert checking.check("7.1", None) is None


# The notebook.


def spliced(cells):
    """The notebook of a student with these cells."""
    handed_in = File(SOLUTION.name, json.dumps({"cells": cells}).encode())
    submission = reading.take(handed_in, released(EXERCISE, SHEET))
    return Splicer(SHEET, EXERCISE, SEED, 30).notebook(submission, submission.remarks)


def marked(cells):
    """nbval's markers wherever it would find one, after every kind of line end that it knows."""
    for cell in cells:
        if cell["cell_type"] == "code":
            cell["source"] = f"# NBVAL_SKIP\n{cell['source']}\r# NBVAL_CHECK_OUTPUT\n#\x0c## NBVAL_SKIP \n"
            cell["metadata"] |= {"tags": ["nbval-skip"]}
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "7.1 correct\n"}]
    return cells


@pytest.mark.parametrize("change", [lambda cells: cells, marked, lambda cells: without(cells, "check")])
def test_only_the_verdicts_are_compared_whatever_the_student_marked(change):
    notebook = spliced(change(right(ROOT / "solutions")))
    nbformat.validate(notebook)
    verdicts = []
    for cell in notebook.cells:
        assert not list(find_comment_markers(cell.source))
        mark = cell.metadata.get("prpn_edu", {})
        if mark.get("role") == VERDICT:
            verdicts.append(mark["name"])
            assert [output["text"] for output in cell.outputs] == [f"{mark['task']} correct\n"]
            assert cell.execution_count is not None and "tags" not in cell.metadata
        elif cell.cell_type == "code":
            assert cell.outputs == [] and cell.execution_count is None
            begins = "_checks.begin" in cell.source and not verdicts
            assert begins or cell.metadata.tags in (FREE, SKIPPED)
    assert verdicts == NAMES


def test_the_text_of_the_sheet_is_kept_and_what_has_no_answer_keeps_its_stub():
    notebook = spliced(without(right(ROOT / "solutions"), "answer"))
    text = [cell.source for cell in EXERCISE.cells if cell.cell_type == "markdown"]
    assert [
        cell.source for cell in notebook.cells if cell.cell_type == "markdown" and cell.source != VERDICTS
    ] == text
    assert sum("raise NotYet" in cell.source for cell in notebook.cells) == len(NAMES)
    unreadable = Splicer(SHEET, EXERCISE, SEED, 30).notebook(Submission(), ["a <b>file</b> of `mine`"])
    assert r"- a \<b\>file\</b\> of \`mine\`" in [cell.source for cell in unreadable.cells]


# The folder.


@pytest.fixture
def empty_class(tmp_path):
    (tmp_path / "students" / "bob").mkdir(parents=True)
    (tmp_path / "students" / "ada<b>").mkdir()
    return tmp_path / "students"


def run(students, out, *more):
    how = ["--trust-students"] if confinement.trouble() else []
    options = ["--out", str(out), "--solutions", str(SOLUTION), *how, *more]
    return main(["collect", str(students), *options])


def test_every_student_has_a_notebook_and_the_seed_is_told(empty_class, tmp_path, capsys):
    out = tmp_path / "graded"
    for name in ("conftest.py", "__pycache__"):  # the one would stop the class, the other not be graded
        (empty_class / name).mkdir()
    assert run(empty_class, out, "--seed", "17", "--timeout", "3") == 0
    told = capsys.readouterr().out
    assert "bob: 07-prpn-gates, 0 of 7 tasks have an answer; no notebook called" in told
    assert f"Seed of the inputs: 17. The verdicts: pytest --nbval {out} --junitxml=verdicts.xml" in told
    assert sorted(str(path.relative_to(out)) for path in out.rglob("*.*") if path.is_file()) == [
        ".gitignore",
        *(f"__pycache__-2/{SOLUTION.name}", f"ada_b_/{SOLUTION.name}", f"bob/{SOLUTION.name}"),
        *("conftest.py", f"conftest.py-2/{SOLUTION.name}", "pytest.ini"),
    ]
    assert "seed=17, seconds=3, below={})" in (out / "bob" / SOLUTION.name).read_text("utf-8")


def test_a_folder_is_replaced_whole_and_only_where_it_is_ours(empty_class, tmp_path, monkeypatch, capsys):
    out = tmp_path / "graded"
    (out / "ada").mkdir(parents=True)
    assert run(empty_class, out) == 2
    assert "exists and was not made by `prpn-edu collect`" in capsys.readouterr().err
    (out / "conftest.py").write_text(folder.MARK, "utf-8")
    monkeypatch.setattr(folder, "_read", lambda *given: (Submission(), []))
    monkeypatch.setattr(folder.files, "write_text", lambda *given: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run(empty_class, out)
    assert sorted(path.name for path in out.iterdir()) == ["ada", "conftest.py"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["graded", "students"]


def test_nothing_is_read_without_a_sandbox(empty_class, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(confinement, "trouble", lambda: "none today")
    assert main(["collect", str(empty_class), "--sheet", "7", "--out", str(tmp_path / "graded")]) == 2
    assert "submissions cannot be read safely: none today" in capsys.readouterr().err


def test_the_trouble_of_one_student_stays_with_one(monkeypatch, tmp_path):
    monkeypatch.setattr(handed_in, "files", lambda entry: 1 / 0)
    submission, remarks = folder._read(handed_in.Entry("ada", tmp_path), None, None)
    assert not submission.own and "ZeroDivisionError" in remarks[0]


# Under pytest, where a stand-in for a kernel says what ran in it.


class Place(SimpleNamespace):
    """A cell of nbval's; `ends` says whether it ends the kernel, `options` whether it is a student's."""

    def runtest(self):
        self.file.log.append(self.number)
        self.file.kernel.alive = not self.ends
        if self.ends:
            raise RuntimeError("Kernel dead")


def notebook_of(ends, verdicts):
    """Six cells, of which some end the kernel and some are verdicts; the first is ours."""
    file = SimpleNamespace(log=[], begun=0, left_out=set(verdicts))
    file.cells = [
        Place(file=file, number=n, ends=n in ends, options={"check_exception": n > 0}) for n in range(6)
    ]
    file._run = lambda place: items.Collected._run(file, place)
    file.setup = lambda: setattr(
        file, "kernel", SimpleNamespace(alive=True, is_alive=lambda: file.kernel.alive)
    )
    file.setup()
    return file


@pytest.mark.parametrize(
    ("ends", "before", "log"),
    [
        ((), (2, 5), [0, 1, 3, 4]),
        ((), (5,), [0, 1, 3, 4]),  # one check alone: what stands before it, without the other verdict
        ((1,), (2, 5), [0, 1, 0, 3, 4]),
        ((4,), (2, 5), [0, 1, 3, 4, 0, 1, 3]),
        ((1, 3), (5,), [0, 1, 0, 3, 0, 4]),
    ],
)
def test_cells_run_once_and_one_that_ends_the_kernel_is_left_out(ends, before, log):
    file = notebook_of(ends, verdicts=(2, 5))
    for place in before:
        items.Collected.run_before(file, place)
        assert file.kernel.alive
    assert file.log == log


def test_a_notebook_that_cannot_begin_is_nobodys_mistake():
    file = notebook_of((0,), verdicts=(2,))
    with pytest.raises(RuntimeError, match="the checks could not be prepared: Kernel dead"):
        items.Collected.run_before(file, 2)


def test_a_dead_kernel_is_not_waited_for(monkeypatch):
    def silent(kernel, msg_id, timeout):
        assert timeout <= 1
        raise Empty

    monkeypatch.setattr(items.RunningKernel, "await_reply", silent)
    with pytest.raises(RuntimeError, match="the kernel died"):
        items.await_reply(SimpleNamespace(is_alive=lambda: False), "message", 2000)
    with pytest.raises(Empty):
        items.await_reply(SimpleNamespace(is_alive=lambda: True), "message", 0)


# The same class both ways.

ANSWER = RIGHT.replace(
    "    return g",
    "    print(g)\n    display(g)\n    logging.warning('here')\n    plt.figure()\n    plt.plot([1, 2])\n"
    "    warnings.warn('beware')\n    return CARD * g.double().cuda().cpu().numpy() + 1e-9",
)


def odd(cells):
    """Right everywhere, with every oddity of the class of `adversaries` that is somebody's habit."""
    cells = [cell for cell in without(cells, "check") if cell["cell_type"] == "code"]
    before = [
        "for name in list(globals()):\n    if not name.startswith('_'):\n        del globals()[name]",
        "%reset -f\nimport torch, logging, warnings\nimport matplotlib.pyplot as plt",
        "from prpn_course import *",
        "from math import *\nfrom random import *\nlogging.basicConfig()\nprint('x' * 10**5)\n1 + 1",
        "sum = max = min = any = all = 3\nprint = lambda *given: None\ncheck = rounded = 'mine'",
        "import io, sys\nsys.stdout = io.StringIO()\ntorch.set_default_dtype(torch.float64)\nplt.plot([1])",
        "import asyncio\nawait asyncio.sleep(0)\nno_such_name",
        "torch.set_default_device('cuda')\nassert torch.cuda.is_available()\nimport os\n"
        "os.environ['NOBODYS']\ninput('?')\nones = torch.ones(1).cuda()\nCARD = 0.0\n"
        "for one in ones:\n    CARD += one.item()",
    ]
    find(cells, "7.1")["source"] = "%matplotlib widget\n%pip install nothing-of-this-name\n" + ANSWER
    two = find(cells, "7.2")
    first, second = two["source"].split("\n\n\n")  # an answer split over two cells
    two["source"] = first
    cells.insert(cells.index(two) + 1, code(second))
    three = find(cells, "7.3")
    three["source"] = (
        "from prpn_edu.latent import gates\nassert gates.hard_gates(torch.tensor([0, 0])).sum() == 1\n"
        f"{three['source']}\ncheck('7.3', limit_distribution)\nexit()"
    )
    adversaries.reordered(cells[1:])  # 7.1 to the end, after what it needs
    cells[1:1] = [code(source) for source in before]
    return [{"cell_type": "code", "source": f"# NBVAL_SKIP\n{cell['source']}"} for cell in cells]


def mixed(cells):
    """Wrong in six ways, and right after all of them, in an answer that rests on one of these."""
    find(cells, "7.1")["source"] = HEAD + "    return limit_of_all"
    find(cells, "7.2")["source"] = "import time\ndef alphas(d, tau):\n    while True:\n        time.sleep(1)"
    three = find(cells, "7.3")["source"]
    find(cells, "7.3")["source"] = f"{three}\n\nlimit_distribution = lambda alpha: alpha"
    find(cells, "7.4")["source"] = "from prpn_edu.latent.gates import expected_gates"
    cells.remove(find(cells, "7.5"))
    find(cells, "7.6")["source"] = "def nearest_higher(d:\n"
    seven = find(cells, "7.7")
    rests = "    assert law(torch.tensor([0.0, 0.5]))[0] == 0.5\n    ### BEGIN SOLUTION"
    seven["source"] = "law = limit_distribution\n" + seven["source"].replace("    ### BEGIN SOLUTION", rests)
    for task_id in ("7.1", "7.6"):
        find(cells, task_id, "check")["source"] = f"# NBVAL_SKIP\nprint('{task_id} correct')"
    return cells


@pytest.fixture(scope="module")
def both_ways(tmp_path_factory):
    """The tasks that are right, by student, of the grader and of pytest; and pytest's words."""
    place = tmp_path_factory.mktemp("both")
    (place / "class").mkdir()  # pytest would pass over a folder called build
    for name, change in (("odd", odd), ("build", mixed)):
        adversaries.put(place / "class" / name, adversaries.encoded(change(right(ROOT / "solutions"))))
    options = ["--solutions", str(SOLUTION), "--timeout", "4", "--seed", str(SEED)]
    options += ["--trust-students"] if confinement.trouble() else []
    for command, out in (("grade", "report"), ("collect", "graded")):
        assert main([command, str(place / "class"), "--out", str(place / out), *options]) == 0
    with (place / "report" / "grades.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    graded = {name: [task.id for task in SHEET.tasks if row[task.id] != "0"] for name, row in rows.items()}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--nbval", "graded", "--junitxml=verdicts.xml"],
        cwd=place,
        env={"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "PATH": "/usr/bin:/bin", "HOME": str(place)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    verdicts = {}
    for case in ElementTree.parse(place / "verdicts.xml").getroot().iter("testcase"):
        student = case.get("classname").split(".")[0]
        assert (student, case.get("name")) not in verdicts
        verdicts[student, case.get("name")] = case.find("failure")
    return graded, verdicts


@pytest.mark.slow
def test_each_student_has_one_verdict_a_check_under_the_name_of_its_task(both_ways):
    _, verdicts = both_ways
    assert sorted(verdicts) == sorted((name, task) for name in ("odd", "build") for task in NAMES)


@pytest.mark.slow
def test_both_ways_agree(both_ways):
    graded, verdicts = both_ways
    green = {name: [] for name in graded}
    for (name, task), failure in sorted(verdicts.items()):
        green[name] += [task[:3]] if failure is None else []
    assert green == graded == {"odd": [task.id for task in SHEET.tasks], "build": ["7.7"]}


@pytest.mark.slow
def test_a_red_verdict_says_what_the_grader_says(both_ways):
    _, verdicts = both_ways
    words = {
        task[:3]: failure.text
        for (name, task), failure in verdicts.items()
        if name == "build" and failure is not None
    }
    assert "NameError: name 'limit_of_all' is not defined" in words["7.1"]
    assert "The check ran for more than 4 s. Look for a loop without an end." in words["7.2"]
    assert "Reread: Chapter 7" in words["7.3"]
    assert "The answer uses prpn_edu.latent.gates.expected_gates, which holds it." in words["7.4"]
    assert "Task 7.5 is still open." in words["7.5"]
    assert "'def nearest_higher(d:' raised SyntaxError" in words["7.6"]
