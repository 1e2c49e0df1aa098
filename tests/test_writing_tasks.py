"""The page for authors: its made-up task is a sound one, from its three cells to what a student reads."""

import re
from pathlib import Path
from types import ModuleType

import nbformat
import pytest
import torch

from prpn_class.handout import siblings
from prpn_course import builder, notebooks, tasks
from prpn_course.authoring import facts, pairs, release
from prpn_course.builder import build_sheet
from prpn_course.checking.judge import Judge, examine
from prpn_course.checking.outcomes import run
from prpn_course.draw import Draw
from prpn_course.task import Task
from prpn_course.tasks.sibling import Sibling

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "book/teach/writing-tasks.md").read_text("utf-8")
FENCED = re.compile(r"(?m)^(?P<fence>`{3,4})\{code-block\} \w+\n:caption: (.+)\n((?:.*\n)*?)(?P=fence)$")
BLOCKS = {caption: text for _, caption, text in FENCED.findall(PAGE)}
CELLS, TASK, REPORT, SIBLING, WORDS, RIGHT = BLOCKS.values()
STEM = "07-prpn-gates"


@pytest.fixture(scope="module")
def notebook():
    """The sheet of chapter 7 with the page's three cells behind those of the last task."""
    path = ROOT / "solutions" / "text" / f"{STEM}.md"
    found = pairs.to_notebook(path.read_text("utf-8"), path)
    stored = notebooks.read(ROOT / "solutions" / f"{STEM}.ipynb")
    for cell, run_cell in zip(found.cells, stored.cells, strict=True):
        if cell.cell_type == "code":
            cell.outputs = run_cell.outputs
    found.cells = [cell for cell in found.cells if notebooks.task_of(cell) != "7.8"]  # should there be one
    place = 1 + max(n for n, cell in enumerate(found.cells) if notebooks.role_of(cell) == "check")
    new = pairs.to_notebook(CELLS, path).cells
    said = {"text/plain": "7.8 The length of the memory: 1 of 1 point."}
    new[2].outputs = [nbformat.v4.new_output("display_data", data=said)]
    found.cells[place:place] = new
    minutes = facts.planned(found, facts.read(found, STEM)[0])
    found.cells[0].source = re.sub(r"(?<=Plan \*\*)\d+", str(minutes), found.cells[0].source)
    return notebooks.normalise(found, STEM)


@pytest.fixture(scope="module")
def sheet(notebook):
    """The sheet with the page's task alone."""
    module = ModuleType("page")
    exec(TASK, vars(module))
    known, wrong = facts.read(notebook, STEM)
    assert wrong == []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builder, "read_facts", lambda: {STEM: known})
        return build_sheet(STEM, [module], answers=("prpn_edu.latent",))


@pytest.fixture(scope="module")
def task(sheet) -> Task:
    return sheet.task("7.8")


def test_every_block_of_the_page_is_tested():
    rest = FENCED.sub("", PAGE)
    assert set(re.findall(r"^ *```(\w+)", rest, re.MULTILINE)) == {"text", "python"}
    assert (
        rest.count("```python") == 2
    )  # the frame of a new sheet, and points by entries; others are commands


def test_the_cells_are_a_sound_solution(notebook, sheet, task, monkeypatch):
    monkeypatch.setattr(release, "find", lambda task_id: (sheet, task))
    others = [one["id"] for one in facts.read(notebook, STEM)[0] if one["id"] != "7.8"]
    missing = [f"task {one}: has no cases and mistakes; write them in prpn_course/tasks" for one in others]
    assert release.anatomy(notebook, sheet) == missing
    exercise = release.exercise(notebook)
    (answer,) = (cell for cell in exercise.cells if "def memory(p)" in cell.source)
    assert 'raise NotYet("7.8")' in answer.source and "sizes[t] +=" not in answer.source


def test_the_section_is_a_heading_of_the_chapter(task):
    chapter = (ROOT / f"book/part2-latent-trees/text/{STEM}.md").read_text("utf-8")
    assert f"\n## {task.section}\n" in chapter


def test_the_task_has_what_the_cells_say(task):
    assert (task.title, task.points, task.minutes) == ("The length of the memory", 1, 5)
    assert (task.difficulty, task.function, task.signature) == ("easy", "memory", "(p)")


def test_the_solution_and_the_other_right_answers_earn_everything(notebook, task):
    space = {}
    (answer,) = (cell for cell in notebook.cells if "def memory(p)" in cell.source)
    exec(f"import torch\n{answer.source}\n{RIGHT}", space)
    answers = [space["memory"], task.reference, *space["RIGHT"]["7.8"]]
    assert len(answers) >= 5
    for answer in answers:
        for seed in range(20):
            assert examine(task, answer, seed=seed).earned == 1, answer


def test_every_mistake_is_caught_and_named(task):
    assert len(task.misconceptions) >= 4
    for seed in range(20):
        judge = Judge(task, seed=seed)
        for mistake in task.misconceptions:
            report = judge.report([run(mistake.wrong, case) for case in judge.cases])
            assert report.misconception is mistake, f"{mistake.name}\n{report}"


def test_the_report_on_the_page_is_what_a_student_reads(sheet, task):
    second = task.misconceptions[1]
    assert str(examine(task, second.wrong, sheet)) == REPORT.rstrip()


def test_the_sibling_is_one(notebook, task, tmp_path, monkeypatch):
    """Its solution passes, its mistakes are named, and the task's own answer does not serve."""
    found = eval(SIBLING, {"Sibling": Sibling})
    monkeypatch.setattr(tasks, "siblings_of", lambda stem: found)
    monkeypatch.setattr(siblings, "read_facts", lambda: {STEM: facts.read(notebook, STEM)[0]})
    place = tmp_path / f"{STEM}.toml"
    place.write_text(WORDS, "utf-8")
    made = [
        cell
        for cell in siblings.drawn(notebook, place, ["7.8b"]).cells
        if "memory_of_columns(p" in cell.source
    ]
    answer, back = made
    sibling, space = found["7.8"]["b"].of(task), {"torch": torch}
    exec(f"{answer.source}\n{back.source}", space)
    assert examine(sibling, space["memory_of_columns"]).full and examine(task, space["memory"]).full
    judge = Judge(sibling)
    for mistake in sibling.misconceptions:
        report = judge.report([run(mistake.wrong, case) for case in judge.cases])
        assert report.misconception is mistake, f"{mistake.name}\n{report}"
    assert not examine(sibling, task.reference).earned
    assert "weigh each with p[k, t]." in str(sibling.misconceptions)


def test_every_call_of_draw_on_the_page_can_be_made():
    calls = re.findall(r"^\| `(draw\.[^`]+)` \|", PAGE, re.MULTILINE)
    assert {call.split("(")[0] for call in calls} == {f"draw.{name}" for name in vars(Draw) if name[0] != "_"}
    for call in calls:
        assert eval(call, {"draw": Draw(0)}) is not None


def test_the_complaints_on_the_page_are_what_the_tools_say():
    said = "".join(Path(module.__file__).read_text("utf-8") for module in (builder, facts, release, tasks))
    table = PAGE[PAGE.index("## When it complains") :]
    for complaint in re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE):
        for part in re.split(r"'?(?:7\.8|\.\.\.)'?|memory\(p(?:, t)?\)|,", complaint):
            assert part.strip(" ;") in said, complaint
