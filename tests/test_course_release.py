"""From solution to exercise: the exercises are their source, show no answer, stop at the first open task."""

import copy
import functools
import html
import json
import re
from pathlib import Path

import pytest

from prpn_course import builder, notebooks
from prpn_course.authoring import facts
from prpn_course.authoring.release import anatomy, exercise, regions, release, role_of, stub, task_of
from prpn_course.authoring.stubs import code
from prpn_course.checking.judge import examine
from prpn_course.task import NotebookError
from prpn_course.tasks import SHEETS, find_sheet
from prpn_edu.cli import main

ROOT = Path(__file__).parents[1]
SOLUTIONS, EXERCISES, BUILT = ROOT / "solutions", ROOT / "exercises", ROOT / "_build" / "html"
SHEET = find_sheet("07-prpn-gates")
FILE = f"{SHEET.stem}.ipynb"
PLAN = "Plan **80 minutes**: 75 for the tasks, 5 for what"
SOLVED = {sheet.stem: notebooks.read(SOLUTIONS / f"{sheet.stem}.ipynb") for sheet in SHEETS}
# Lines of that length that anybody writes: they give nothing away.
IDIOMS = {
    "withtorch.no_grad():",
    "withtorch.enable_grad():",
    "ifisinstance(tree,str):",
    "forendinrange(start+2,n+1):",
    "forcutinrange(start+1,end):",
}
SHORTEST = 20  # characters that a line needs, to be told from one that anybody would write
ENDLESS = "    import time\n\n    while True:\n        time.sleep(1)"  # without end, but easy on the machine


@pytest.fixture(scope="module")
def original():
    return SOLVED[SHEET.stem]


@pytest.fixture
def solution(original):
    return copy.deepcopy(original)


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch, tmp_path_factory):
    """A release writes its facts here, not into the package."""
    monkeypatch.setattr(builder, "FACTS", tmp_path_factory.mktemp("facts") / "facts.json")
    yield builder.FACTS
    builder.read_facts.cache_clear()


def renumbered(cells, old, new):
    """Copies of the cells of a task, for another number; no longer than the plan of minutes allows."""
    copies = json.loads(json.dumps(cells).replace(old, new).replace("15 minutes", "0 minutes"))
    return [notebooks.nbformat.from_dict({**cell, "id": f"new-{k}"}) for k, cell in enumerate(copies)]


def cell_of(notebook, task_id, role):
    return next(cell for cell in notebook.cells if task_of(cell) == task_id and role_of(cell) == role)


def test_every_sheet_has_its_solution_and_its_exercise():
    stems = {sheet.stem for sheet in SHEETS}
    assert {path.stem for path in SOLUTIONS.glob("*.ipynb")} == stems
    assert {path.stem for path in EXERCISES.glob("*.ipynb")} == stems


def test_the_exercises_are_what_a_release_makes(tmp_path, capsys):
    assert main(["release", str(SOLUTIONS), str(tmp_path / "new")]) == 0
    said = capsys.readouterr().out
    assert all(f"released {tmp_path / 'new' / sheet.stem}.ipynb\n" in said for sheet in SHEETS)
    for made in (tmp_path / "new").iterdir():
        assert made.read_bytes() == (EXERCISES / made.name).read_bytes(), "run: make exercises"


def test_the_facts_in_the_package_are_those_of_the_notebooks(elsewhere):
    packaged = Path(builder.__file__).parent / "tasks" / "facts.json"
    assert main(["release", str(SOLUTIONS), str(elsewhere.parent / "new")]) == 0
    assert packaged.read_text("utf-8") == elsewhere.read_text("utf-8"), "run: make exercises"


def test_every_task_of_a_notebook_is_on_its_sheet():
    for sheet in SHEETS:
        found, wrong = facts.read(SOLVED[sheet.stem], sheet.stem)
        assert [one["id"] for one in found] == [task.id for task in sheet.tasks] and wrong == []


ANSWER = '''def helper(x):
    """What it does,
    in two lines."""
    # A comment of its own.
    return x + 1  # one more


def asked(x):
    """The contract # in one line."""
    ### BEGIN SOLUTION
    return [
        helper(x),  # twice
        "# no comment",
    ]
    ### END SOLUTION
'''


def test_the_code_of_an_answer_has_neither_markers_nor_comments_nor_docstrings():
    assert code(ANSWER) == (
        "def helper(x):\n    return x + 1\n\n\n"
        'def asked(x):\n    return [\n        helper(x),\n        "# no comment",\n    ]'
    )


def test_the_facts_have_what_an_answer_needs_of_the_cells_before_it():
    said = {one["id"]: one["given"] for stem in SOLVED for one in facts.read(SOLVED[stem], stem)[0]}
    assert said["7.1"] == "import torch" and said["10.6"] == "import math"
    assert said["5.2"] == "import torch\nSHIFT, REDUCE, PAD = (0, 1, 2)"
    assert said["9.1"].startswith("import torch\ndef in_order(brackets):") and said["2.8"] == ""


def test_the_facts_of_one_notebook_leave_those_of_the_others(elsewhere, solution):
    facts.write([SOLUTIONS])
    before = json.loads(elsewhere.read_text("utf-8"))
    path = elsewhere.parent / FILE
    solution.cells[2].source = solution.cells[2].source.replace("1 point ", "2 points ")
    notebooks.write(solution, path)
    facts.write([path])
    after = json.loads(elsewhere.read_text("utf-8"))
    assert after[SHEET.stem][0] == before[SHEET.stem][0] | {"points": 2}
    assert after[SHEET.stem][1:] == before[SHEET.stem][1:]
    assert {**after, SHEET.stem: 0} == {**before, SHEET.stem: 0}


def test_a_text_that_was_edited_is_read_for_its_facts_but_not_released(tmp_path, elsewhere, capsys):
    (tmp_path / "text").mkdir()
    for part in (FILE, f"text/{SHEET.stem}.md"):
        (tmp_path / part).write_bytes((SOLUTIONS / part).read_bytes())
    text = tmp_path / "text" / f"{SHEET.stem}.md"
    text.write_text(text.read_text("utf-8").replace("**1 point ·", "**4 points ·"), "utf-8")
    assert main(["release", str(tmp_path), str(tmp_path / "out")]) == 2
    assert f"{FILE}: its text was edited since it was run; run `make pair`" in capsys.readouterr().err
    assert json.loads(elsewhere.read_text("utf-8"))[SHEET.stem][0]["points"] == 4


def test_only_solutions_have_facts(elsewhere):
    facts.write([EXERCISES / FILE, ROOT / "book" / "part2-latent-trees" / FILE, SOLUTIONS / FILE])
    assert list(json.loads(elsewhere.read_text("utf-8"))) == [SHEET.stem]
    before = elsewhere.read_text("utf-8")
    facts.write([EXERCISES])
    assert elsewhere.read_text("utf-8") == before


def test_a_second_release_changes_nothing(tmp_path):
    (path,) = release(SOLUTIONS / FILE, tmp_path)
    first = path.read_bytes()
    release(SOLUTIONS / FILE, tmp_path)
    assert path.read_bytes() == first


def test_an_exercise_has_stubs_and_no_outputs(solution):
    released = exercise(solution)
    assert [cell.id for cell in released.cells] == [cell.id for cell in solution.cells]
    for cell in released.cells:
        assert "SOLUTION" not in cell.source
        if cell.cell_type == "code":
            assert cell.outputs == [] and cell.execution_count is None
        if role_of(cell) == "answer":
            assert f'raise NotYet("{task_of(cell)}")' in cell.source


def test_a_model_answer_stays_with_the_solution():
    asked = 0
    for solved in SOLVED.values():
        given = {cell.id: cell for cell in exercise(solved).cells}
        for cell in filter(lambda cell: role_of(cell) == "open", solved.cells):
            asked += 1
            assert "**Rubric.**" in cell.source and given[cell.id].source == "*Your answer:*"
            shown = "".join(one.source for one in given.values())
            assert not [line for line in cell.source.split("\n") if line and line in shown]
    assert asked


def test_a_stub_keeps_the_indentation_and_the_rest():
    source = "def f():\n    ### BEGIN SOLUTION\n    x = 1\n    return x\n    ### END SOLUTION\n\n\ny = 2"
    assert stub(source, "1.1") == 'def f():\n    raise NotYet("1.1")\n\n\ny = 2'
    assert regions(source) == ["    x = 1", "    return x"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("### BEGIN SOLUTION\nx = 1", "does not end"),
        ("x = 1\n### END SOLUTION", "was not begun"),
        ("### BEGIN SOLUTION\n### BEGIN SOLUTION\nx\n### END SOLUTION", "inside another"),
        ("### BEGIN SOLUTION\n### END SOLUTION", "empty"),
        ("## BEGIN SOLUTION\nx\n### END SOLUTION", "nearly a marker"),
        ("x = 1  ### BEGIN SOLUTION", "nearly a marker"),
    ],
)
def test_broken_regions_are_refused(source, words):
    with pytest.raises(ValueError, match=words):
        stub(source, "1.1")


# Each breaks one rule of the anatomy; the message names the cell or the task, and the cure.
BREAKS = {
    "a lost answer": (
        lambda nb: nb.cells.remove(cell_of(nb, "7.2", "answer")),
        "7.2: has 0 cells marked 'answer'",
    ),
    "a lost check": (
        lambda nb: nb.cells.remove(cell_of(nb, "7.2", "check")),
        "7.2: has 0 cells marked 'check'",
    ),
    "two answers": (
        lambda nb: nb.cells.append(type(nb)({**cell_of(nb, "7.1", "answer"), "id": "07-prpn-gates-026"})),
        "7.1: has 2 cells marked 'answer'",
    ),
    "check before answer": (
        lambda nb: nb.cells.insert(3, nb.cells.pop(4)),
        "7.1: its cells must stand in the order",
    ),
    "another id": (lambda nb: nb.cells[3].update(id="x"), "cell x: its id should be 07-prpn-gates-003"),
    "a task of another chapter": (
        lambda nb: nb.cells[3].metadata.prpn_edu.update(task="8.8"),
        "task 8.8: a task of 07-prpn-gates has a number like 7.1",
    ),
    "an unknown role": (
        lambda nb: nb.cells[1].metadata.update(prpn_edu={"task": "7.1", "role": "helper"}),
        "marked as 'helper'; a role is one of",
    ),
    "another number in the heading": (
        lambda nb: nb.cells[2].update(source=nb.cells[2].source.replace("## 7.1", "## 7.2")),
        "cell 07-prpn-gates-002: must begin with '## 7.1 '",
    ),
    "facts that are not in their form": (
        lambda nb: nb.cells[2].update(source=nb.cells[2].source.replace("1 point ", "1 points ")),
        "cell 07-prpn-gates-002: its third line must be like",
    ),
    "points that have changed": (
        lambda nb: nb.cells[2].update(source=nb.cells[2].source.replace("1 point ", "2 points ")),
        "task 7.1: points is 2 here, but the library has begun with 1",
    ),
    "another plan": (
        lambda nb: nb.cells[0].update(source=nb.cells[0].source.replace(PLAN, PLAN.replace("80", "1"))),
        f"must say once '{PLAN}",
    ),
    "another core": (
        lambda nb: nb.cells[0].update(source=nb.cells[0].source.replace("7.4 and 7.6, 45", "7.4, 35")),
        "The **class core** is 7.1 to 7.4 and 7.6, 45 minutes",
    ),
    "tasks in another order": (
        lambda nb: nb.cells.__setitem__(slice(2, 8), nb.cells[5:8] + nb.cells[2:5]),
        "do not stand in the order of their numbers",
    ),
    "a task that the library does not have": (
        lambda nb: nb.cells.extend(renumbered(nb.cells[20:23], "7.7", "7.99")),
        "task 7.99: has no cases and mistakes; write them in prpn_course/tasks",
    ),
    "a lost hint": (
        lambda nb: nb.cells[2].update(source=nb.cells[2].source.replace("<details>", "<div>", 1)),
        "has 2 folded hints; write 3",
    ),
    "a region in a check": (
        lambda nb: nb.cells[0].update(source=nb.cells[0].source + "\n### BEGIN SOLUTION"),
        "holds a region but is not marked as an answer",
    ),
    "a check of another task": (
        lambda nb: nb.cells[4].update(source='check("7.2", hard_gates)'),
        'must be one line like check("7.1", function)',
    ),
    "a check of another function": (
        lambda nb: nb.cells[4].update(source='check("7.1", alphas)'),
        "does not define alphas, which the check of task 7.1 calls",
    ),
    "no region": (
        lambda nb: nb.cells[3].update(source=re.sub(" *###.*", "", nb.cells[3].source)),
        "holds no region",
    ),
    "another name": (
        lambda nb: nb.cells[3].update(source=nb.cells[3].source.replace("hard_gates", "gates")),
        "does not define hard_gates",
    ),
    "other arguments": (
        lambda nb: nb.cells[3].update(source=nb.cells[3].source.replace("(limit)", "(limit, t)")),
        "task 7.1: signature is '(limit, t)' here",
    ),
    "no contract": (
        lambda nb: nb.cells[3].update(source=re.sub('"""(.|\n)*"""', "pass", nb.cells[3].source)),
        "has no docstring",
    ),
    "a stub that is no Python": (
        lambda nb: nb.cells[3].update(source=nb.cells[3].source.replace("if inside:", "if inside")),
        "is no Python",
    ),
    "less than full marks": (lambda nb: nb.cells[4].update(outputs=[]), "stores no full marks"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_solution_that_breaks_the_anatomy_is_refused(solution, tmp_path, capsys, name):
    spoil, words = BREAKS[name]
    spoil(solution)
    assert any(words in line for line in anatomy(solution, SHEET)), anatomy(solution, SHEET)
    source = tmp_path / "solutions" / FILE
    source.parent.mkdir()
    source.write_text(json.dumps(solution), "utf-8")
    assert main(["release", str(source.parent), str(tmp_path / "out")]) == 2
    complaint = capsys.readouterr().err
    assert str(source) in complaint and words in complaint
    assert not (tmp_path / "out").exists()


def test_a_sound_solution_is_not_refused(solution):
    assert anatomy(solution, SHEET) == []


def test_a_solution_without_a_sheet_is_refused(tmp_path, solution):
    notebooks.write(solution, tmp_path / "99-unknown.ipynb")
    with pytest.raises(NotebookError, match=r"99-unknown.*there are: .*07-prpn-gates"):
        release(tmp_path, tmp_path / "out")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_the_solution_is_right_for_other_cases_too(sheet):
    space = {}
    for cell in SOLVED[sheet.stem].cells[: 1 + 3 * len(sheet.tasks)]:
        if cell.cell_type == "code" and role_of(cell) != "check":
            exec(cell.source, space)
    for task in sheet.tasks:
        for seed in range(1, 6):
            report = examine(task, space[task.function], sheet, seed)
            assert report.earned == task.points, str(report)


# The leak test: a line of a solution may stand in solutions/ and nowhere that a student reads.


def squeezed(text):
    """Text without white space, comments at line ends cut, so that layout cannot hide a leak."""
    return re.sub(r"\s+", "", text)


@functools.cache
def secret_lines():
    lines = set()
    for path in SOLUTIONS.glob("*.ipynb"):
        for cell in notebooks.read(path).cells:
            for line in regions(cell.source) if role_of(cell) == "answer" else ():
                code = squeezed(line.split("  #")[0])
                if len(code) >= SHORTEST and code not in IDIOMS:
                    lines.add(code)
    return lines


def assert_no_leak(text, where):
    text = squeezed(text)
    leaks = [line for line in secret_lines() if line in text]
    assert leaks == [], f"{where} shows lines of a solution"


def test_there_are_lines_to_keep():
    assert len(secret_lines()) >= len(SHEET.tasks)


def test_a_leak_is_seen(original):
    line = next(line for line in regions(cell_of(original, "7.1", "answer").source))
    with pytest.raises(AssertionError):
        assert_no_leak(f"  {line.replace(' ', '  ')}  # commented", "here")


def sources(path):
    return "\n".join("".join(cell["source"]) for cell in json.loads(path.read_text("utf-8"))["cells"])


READABLE = [*EXERCISES.glob("*.ipynb"), *ROOT.glob("book/**/*.ipynb")]
READABLE += [*ROOT.glob("book/**/*.md"), ROOT / "README.md"]
READABLE += [path for path in ROOT.glob("prpn_edu/**/*.py") if "course" not in path.parts]


@pytest.mark.parametrize(
    "path", [p for p in READABLE if p.is_file()], ids=lambda p: p.relative_to(ROOT).as_posix()
)
def test_no_solution_leaks_into_what_students_read(path):
    assert_no_leak(sources(path) if path.suffix == ".ipynb" else path.read_text("utf-8"), path)


built = pytest.mark.skipif(not BUILT.is_dir(), reason="needs the built book: run `make book`")


@built
def test_no_solution_leaks_into_the_built_pages():
    pages = sorted(BUILT.rglob("*.html"))
    assert pages
    for page in pages:
        assert_no_leak(html.unescape(re.sub(r"<[^>]*>", "", page.read_text("utf-8"))), page)


@built
def test_no_solution_leaks_into_the_search_index_or_the_sources():
    files = [BUILT / "searchindex.js", *BUILT.glob("_sources/**/*.ipynb"), *BUILT.glob("_sources/**/*.md")]
    for file in files:
        text = file.read_text("utf-8")
        assert_no_leak(text, file)
        assert_no_leak(text.replace("\\n", "").replace('\\"', '"'), file)


@built
def test_no_task_module_is_published():
    assert list(BUILT.rglob("*gates_07*")) == []


def test_the_untouched_exercise_has_no_points_and_the_solution_all(capsys):
    assert main(["check", str(EXERCISES / FILE)]) == 1
    out = capsys.readouterr().out
    assert out.count(" 0 of ") == len(SHEET.tasks) + 1 and out.count("Still open.") == len(SHEET.tasks)
    assert out.endswith(f"{SHEET.stem}: 0 of {SHEET.points} points.\n")
    assert main(["check", str(SOLUTIONS / FILE)]) == 0
    assert capsys.readouterr().out.endswith(f"{SHEET.stem}: {SHEET.points} of {SHEET.points} points.\n")


def test_a_students_report_has_each_kind_of_trouble(tmp_path, solution, capsys):
    cell_of(solution, "7.1", "answer").source = f"def hard_gates(limit):\n{ENDLESS}"
    cell_of(solution, "7.2", "answer").source = "def alphas(d, tau):\n    return d"
    cell_of(solution, "7.3", "answer").source = "def limit_distribution(alpha:"
    cell_of(solution, "7.4", "check").source = "pass"
    path = tmp_path / "mine (1).ipynb"
    notebooks.write(solution, path)
    assert main(["check", str(path), "--timeout", "12"]) == 1
    out = capsys.readouterr().out
    assert "7.1 Hard gates from a limit: 0 of 1 point.\n" in out and "Likely mistake: It ran too long" in out
    assert re.search(r"the shape is \((\d),\); the contract says \(\1, \1\), \[t, j\]\.", out)
    assert "The cell that defines limit_distribution is not Python yet: SyntaxError: " in out
    assert "7.4 Expected gates: 2 of 2 points.\n" in out, "without its check it is judged at the end"
    assert out.endswith(f"07-prpn-gates: {SHEET.points - 5} of {SHEET.points} points.\n")


def test_what_cannot_be_checked_is_said(tmp_path, capsys):
    empty = tmp_path / "empty.ipynb"
    notebooks.write(notebooks.normalise(notebooks.nbformat.v4.new_notebook(), "empty"), empty)
    for wrong in (tmp_path / "absent.ipynb", empty, tmp_path):
        assert main(["check", str(wrong)]) == 2
        assert wrong.name in capsys.readouterr().err


def test_the_science_does_not_know_the_course():
    package = ROOT / "prpn_edu"
    science = [p for p in package.rglob("*.py") if package / "course" not in p.parents]
    assert science
    imports = re.compile(r"^\s*(from|import) prpn_edu(\.course|\s+import .*\bcourse\b)", re.MULTILINE)
    knowing = [p.name for p in science if imports.search(p.read_text("utf-8"))]
    assert knowing == []
