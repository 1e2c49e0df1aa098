"""Siblings of tasks: their checks are as strong, and last year's answers do not serve."""

import contextlib
import csv
import functools
import json
import re
import shutil
import sys
import tomllib
from pathlib import Path

import pytest
import torch
from plausible_wrong.drawn import MISTAKES

from prpn_class.grading import graded
from prpn_class.grading.marking import Examiner
from prpn_class.grading.plan import given, released
from prpn_class.grading.staff import COPIED_DRAWN, copied, stubs_and_hints
from prpn_class.grading.tokens import identical
from prpn_class.handout.siblings import FOLDER, drawn, make
from prpn_class.sandbox import confinement
from prpn_class.sandbox.archives import File
from prpn_class.sandbox.reading import take
from prpn_course import notebooks, tasks
from prpn_course.authoring.release import exercise
from prpn_course.authoring.stubs import BEGIN, END, code, regions
from prpn_course.builder import read_facts
from prpn_course.checking.judge import Judge, examine
from prpn_course.checking.outcomes import run
from prpn_course.notebooks import role_of, task_of
from prpn_course.task import NotebookError
from prpn_course.tasks.sibling import PUBLISHED
from prpn_edu.cli import main

ROOT = Path(__file__).parents[1]
STEMS = [stem for stem in tasks.MODULES if tasks.siblings_of(stem)]
NAMES = [
    (stem, task, letter)
    for stem in STEMS
    for task, some in tasks.siblings_of(stem).items()
    for letter in some
]


CORE = {one["id"] for facts in read_facts().values() for one in facts if one["core"]}


def place_of(stem):
    return ROOT / "solutions" / FOLDER / f"{stem}.toml"


@functools.cache
def solution_of(stem):
    return notebooks.read(ROOT / "solutions" / f"{stem}.ipynb")


def cells_of(stem, name):
    """The cells of one sibling by their roles."""
    made = drawn(solution_of(stem), place_of(stem), [name])
    return {role_of(cell): cell.source for cell in made.cells if task_of(cell) == name[:-1]}


def space_below(stem, task):
    """What an answer to a task finds in the notebook."""
    space = {"torch": torch}
    for one in read_facts()[stem]:
        exec(one["given"], space)
        if one["id"] == task:
            return space
        exec(one["code"], space)


@pytest.fixture(autouse=True)
def themselves():
    yield
    for stem in STEMS:
        tasks.follow(stem, [])


@pytest.mark.parametrize("stem", tasks.MODULES)
def test_every_core_task_has_two_siblings_and_each_its_words(stem):
    known = tasks.siblings_of(stem)
    core = [task.id for task in tasks.find_sheet(stem).tasks if task.id in CORE]
    assert set(core) <= known.keys() and all(len(some) >= 2 for some in known.values())
    assert list(tomllib.loads(place_of(stem).read_text("utf-8"))) == [
        f"{task}{letter}" for task, some in known.items() for letter in some
    ]


@pytest.mark.parametrize(("stem", "name", "letter"), NAMES)
def test_the_solution_passes_and_every_mistake_is_caught_and_named(stem, name, letter):
    """The published solution fails, as it stands and with its lines below the sibling's contract."""
    cells, space = cells_of(stem, f"{name}{letter}"), space_below(stem, name)
    exec(code(cells["answer"]), space)
    original = tasks.find(name)[1]
    (published,) = (
        cell.source for cell in solution_of(stem).cells if (task_of(cell), role_of(cell)) == (name, "answer")
    )
    tasks.siblings(f"{name}{letter}")
    sheet, task = tasks.find(name)
    assert cells["check"] == f'check("{name}", {task.function})'
    assert f"## {name} {task.title}\n" in cells["text"] and task.function != original.function
    assert len(task.misconceptions) >= 3
    judge = Judge(task, sheet)

    def judged(answer):
        return judge.report([run(answer, case) for case in judge.cases])

    assert judged(space[task.function]).full
    for mistake in task.misconceptions:
        report = judged(mistake.wrong)
        assert report.earned < task.points, mistake.name
        if mistake.name != PUBLISHED:  # which may be another's twin, or raise
            assert report.misconception and report.misconception.name == mistake.name
    assert judged(original.reference).earned < task.points, "last year's answer"
    pasted = {**space, task.function: lambda *_: None}
    with contextlib.suppress(SyntaxError):
        exec(code(_pasted(cells["answer"], published)), pasted)
    assert judged(pasted[task.function]).earned < task.points, "last year's lines"


@pytest.mark.parametrize(("stem", "name", "letter"), NAMES)
def test_what_a_drawn_task_warns_of_loses_points_and_is_named(stem, name, letter):
    """Mistakes that its text or its contract invites, each in the place of lines of the answer."""
    answer, space = code(cells_of(stem, f"{name}{letter}")["answer"]), space_below(stem, name)
    tasks.siblings(f"{name}{letter}")
    sheet, task = tasks.find(name)
    judge = Judge(task, sheet)
    assert len(MISTAKES[f"{name}{letter}"]) >= 2
    for what, *texts in MISTAKES[f"{name}{letter}"]:
        wrong = answer
        for old, new in zip(texts[::2], texts[1::2], strict=True):
            assert old in wrong, f"{what}: {old!r} does not stand in the answer"
            wrong = wrong.replace(old, new)
        own = dict(space)
        exec(wrong, own)
        came = [run(own[task.function], case) for case in judge.cases]
        report = judge.report(came)
        assert not report.full, f"{what}: full marks"
        assert report.misconception or any(one.trouble == "raised" for one in came), f"{what}: unnamed"


def _pasted(answer, published):
    """An answer with the lines of another between its first markers, and nothing between the others."""
    lines, inside, first = [], False, True
    for line in answer.splitlines():
        if line.strip() in (BEGIN, END):
            inside = line.strip() == BEGIN
            if inside and first:
                lines, first = lines + regions(published), False
        elif not inside:
            lines.append(line)
    return "\n".join(lines)


@pytest.mark.parametrize("letter", "bc")
@pytest.mark.parametrize("stem", STEMS)
def test_when_a_class_is_graded_answers_find_the_functions_that_the_sheet_knows(stem, letter):
    """What a published answer calls is there, though the answer to that task has another name now."""
    names = [f"{task}{letter}" for task in tasks.siblings_of(stem)]
    made = drawn(solution_of(stem), place_of(stem), names)
    old = {one["function"] for one in read_facts()[stem]}
    there = "\n".join([*given(made), *(cell.source for cell in made.cells if role_of(cell) == "answer")])
    called = {one for one in old if re.search(rf"\b{one}\(", there)}
    assert called <= {*re.findall(r"^def (\w+)", there, re.MULTILINE)}


@pytest.mark.parametrize("letter", "bc")
@pytest.mark.parametrize("stem", STEMS)
def test_what_stands_in_for_a_task_of_a_drawn_sheet_is_right_by_itself(stem, letter, monkeypatch):
    """It may call earlier functions through given cells. In a jail there is no `prpn_course.tasks`."""
    names = [f"{task}{letter}" for task, some in tasks.siblings_of(stem).items() if letter in some]
    made = drawn(solution_of(stem), place_of(stem), names)
    answers = {task_of(cell): cell.source for cell in made.cells if role_of(cell) == "answer"}
    tasks.siblings(*names)
    sheet = tasks.find_sheet(stem)
    examiner = Examiner(sheet, exercise(made), 1, answers)
    monkeypatch.setattr("prpn_course.check", print, raising=False)  # as it is there
    monkeypatch.setitem(sys.modules, "prpn_course.tasks", None)
    for task in sheet.tasks:
        there: dict = {}
        exec(examiner._right((task,)), there)
        assert examine(task, there[task.function], sheet).full, task.id


def test_an_answer_rests_on_an_open_task_through_a_given_cell():
    """13.4 calls `joint`, which a given cell makes of the drawn 13.1; 13.1 is open."""
    stem, names = "13-latent-tables", ["13.1b", "13.4c"]
    made = drawn(solution_of(stem), place_of(stem), names)
    tasks.siblings(*names)
    handed = exercise(made)
    known = released(handed, tasks.find_sheet(stem))
    (right,) = (cell for cell in made.cells if (task_of(cell), role_of(cell)) == ("13.4", "answer"))
    for cell in handed.cells:
        if (task_of(cell), role_of(cell)) == ("13.4", "answer"):
            cell.source = right.source
    submission = take(File("a.ipynb", json.dumps(handed).encode()), known)
    assert "13.1" in submission.below["13.4"]


@pytest.mark.parametrize("letter", "bc")
@pytest.mark.parametrize(
    "number", ["01", "02", "03", "05", "07"]
)  # their last cells print, and train nothing
def test_the_cells_below_find_what_they_know(number, letter):
    """With the way back from all siblings, a sheet's last cells print the same numbers."""
    stem = next(stem for stem in STEMS if stem.startswith(number))
    solution = solution_of(stem)
    names = [f"{task}{letter}" for task in tasks.siblings_of(stem)]
    made, printed = drawn(solution, place_of(stem), names), []
    space = {"print": lambda *words: printed.append(" ".join(map(str, words)))}
    for cell in made.cells:
        if cell.cell_type == "code" and role_of(cell) != "check":
            exec(cell.source, space)
    expected = [
        line
        for cell in solution.cells
        if cell.cell_type == "code" and role_of(cell) is None
        for line in notebooks.said(cell).splitlines()
    ]
    assert expected and printed == expected


def test_several_sheets_are_drawn_with_one_command(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(notebooks, "execute", lambda notebook, folder: notebook)
    monkeypatch.setattr("prpn_class.handout.siblings.anatomy", lambda notebook, sheet: [])
    options = ["--solutions", str(ROOT / "solutions"), "--out", str(tmp_path)]
    assert main(["siblings", "--seed", "a secret", "--sheet", "6", "7", *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines[:2]] == ["06-looking-back", "07-prpn-gates"]
    assert sum(line.startswith("Hand out with") for line in lines) == 1
    assert len(list((tmp_path / "exercises").iterdir())) == 2
    assert main(["siblings", "--seed", "a secret", *options]) == 0
    assert len(list((tmp_path / "exercises").iterdir())) == len(tasks.MODULES)
    for stem in tasks.MODULES:
        tasks.follow(stem, [])


def test_a_seed_draws_the_same_sheet_again_and_another_one_another(tmp_path, monkeypatch):
    monkeypatch.setattr(notebooks, "execute", lambda notebook, folder: notebook)
    monkeypatch.setattr("prpn_class.handout.siblings.anatomy", lambda notebook, sheet: [])
    solution = ROOT / "solutions" / "07-prpn-gates.ipynb"
    first, again = make(solution, "one", tmp_path / "a"), make(solution, "one", tmp_path / "b")
    assert (
        first == again and len({*map(str, (make(solution, word, tmp_path / "c") for word in "abcdef"))}) > 1
    )
    shutil.copy(solution, tmp_path)  # without the folder beside it
    with pytest.raises(NotebookError, match=f"07-prpn-gates.toml is missing.*whole folder {FOLDER}"):
        make(tmp_path / solution.name, "one", tmp_path / "d")
    (tmp_path / FOLDER).mkdir()
    words = place_of(solution.stem).read_text("utf-8")
    torn = tmp_path / FOLDER / "07-prpn-gates.toml"
    torn.write_text(words.replace("text = ", "back = 'x'\ntext = "), "utf-8")
    with pytest.raises(NotebookError, match=r"07-prpn-gates\.toml: "):
        make(tmp_path / solution.name, "one", tmp_path / "d")
    moved = "[\"7.1b\".code]\n'no such line' = 'x'\n[\"7.1c\".code]\n'no such line' = 'x'\n"
    torn.write_text(moved, "utf-8")
    with pytest.raises(
        NotebookError, match=r"7\.1[bc]: 'no such line' stands 0 times in it, and not once; mend"
    ):
        make(tmp_path / solution.name, "one", tmp_path / "d")
    assert not (tmp_path / "d").exists()


@pytest.mark.parametrize("letter", "bc")
def test_who_writes_what_the_hints_of_a_drawn_task_lead_to_is_no_copy(letter):
    """What a solution has beyond its stub and hints must be long; of a published one all of it counts."""
    told = {}
    for stem in STEMS:
        names = [f"{task}{letter}" for task in tasks.siblings_of(stem)]
        made = drawn(solution_of(stem), place_of(stem), names)
        answers = {task_of(cell): cell.source for cell in made.cells if role_of(cell) == "answer"}
        shown = stubs_and_hints(exercise(made), ", ".join(names))
        assert [f"{task}{letter}" for task in shown] == names
        told[stem[:2]] = copied(*identical(answers, answers, shown), ", ".join(names))
    assert told["13"] == ["identical to the published solution in 1 of 1 longer tasks: 13.6"]
    assert told["05"][-1].startswith(COPIED_DRAWN) and told["05"][-1].endswith(": 5.3")
    page = (ROOT / "book/teach/monday.md").read_text("utf-8")
    numbers = re.search(r"speak of a task or two on the sheets ([\d, ]+) and (\d+)", page)
    some = {int(one) for one, lines in told.items() for line in lines if line.startswith(COPIED_DRAWN)}
    assert some <= {*map(int, f"{numbers[1]}, {numbers[2]}".split(", "))}
    assert letter == "c" or len(some) == 7


@pytest.mark.parametrize("name", ["7.1z", "6.6b", "7.9b", "b"])
def test_a_sibling_that_is_none_is_refused(name):
    with pytest.raises(KeyError, match="no sibling is called"):
        tasks.siblings(name)


@pytest.mark.slow
@pytest.mark.skipif(confinement.trouble() is not None, reason=f"no sandbox: {confinement.trouble()}")
def test_a_class_is_graded_on_what_was_drawn(tmp_path, capsys):
    """Who solved the siblings has full marks, who hands in last year's solution has none."""
    solutions = ROOT / "solutions"
    options = ["--sheet", "7", "--solutions", str(solutions), "--out", str(tmp_path / "sheet")]
    assert main(["siblings", "--seed", "a secret", *options]) == 0
    assert "Write the seed down; publish neither." in capsys.readouterr().out
    named, other = "07-prpn-gates.ipynb", "mine.ipynb"
    for student, place, name in (
        ("ada", tmp_path / "sheet" / "solutions", named),
        ("bob", solutions, named),
        ("cleo", solutions, other),
    ):
        (tmp_path / "class" / student).mkdir(parents=True)
        shutil.copy(place / named, tmp_path / "class" / student / name)
    options = ["--solutions", str(tmp_path / "sheet" / "solutions"), "--out", str(tmp_path / "report")]
    assert main(["grade", str(tmp_path / "class"), "--sheet", "7", *options]) == 0
    said = capsys.readouterr().out
    for student in ("bob", "cleo"):
        assert f"look: {student}: the notebook answers the published sheet, and not the one" in said
    assert "identical to" not in said  # each of these solutions is little more than its hints
    told = "this class was given another one, with some other tasks"
    for student in ("ada", "bob", "cleo"):
        for form in ("md", "html"):
            page = (tmp_path / "report" / "feedback" / f"{student}.{form}").read_text("utf-8")
            assert (told in page) == (student != "ada")
    with (tmp_path / "report" / "grades.csv").open(encoding="utf-8", newline="") as file:  # `marks` reads it
        remarks = {row["student"]: row["remarks"] for row in csv.DictReader(file)}
    assert told in remarks["bob"] and not remarks["ada"]
    tasks.follow("07-prpn-gates", [])
    found = graded.load(tmp_path / "report")
    assert [(one.name, one.earned) for one in found.marked()] == [("ada", 15), ("bob", 0), ("cleo", 0)]
    assert main(["grade", str(tmp_path / "class"), "--sheet", "7", "--out", str(tmp_path / "published")]) == 0
    said = capsys.readouterr().out  # whoever forgets --solutions is told, of the drawn sheet alone
    assert "look: ada: the sheet was drawn anew, 7.1" in said and "look: bob: the sheet was" not in said
    handed_out = json.loads((tmp_path / "sheet" / "exercises" / "07-prpn-gates.ipynb").read_text("utf-8"))
    assert "siblings(" in "".join(handed_out["cells"][2]["source"])
    assert not any("SOLUTION" in "".join(cell["source"]) for cell in handed_out["cells"])
    assert main(["collect", str(tmp_path / "class"), *options[:2], "--out", str(tmp_path / "nbval")]) == 2
    assert "grade it with `prpn-edu grade`" in capsys.readouterr().err
