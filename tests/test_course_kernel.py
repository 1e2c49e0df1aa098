"""Checks in a live notebook: "Run all" goes past open tasks, and a card says what the notebook has become."""

import re
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell

from prpn_course import notebooks
from prpn_course.notebooks import role_of, said, task_of

ROOT = Path(__file__).parents[1]
SHEET = "04-tree-lstms"
SOLUTION = notebooks.read(ROOT / "solutions" / f"{SHEET}.ipynb")
RIGHT = {task_of(cell): cell.source for cell in SOLUTION.cells if role_of(cell) == "answer"}
LATER = {
    "first": RIGHT["4.1"],
    "right": 'check("4.1", recursive_node)',
    "broken": "def recursive_node(left, right:\n    return 0",
    "old": 'check("4.1", recursive_node)',
    "raises": "nowhere\ndef recursive_node(left, right, U_l, U_r, b):\n    return b",
    "older": 'check("4.1", recursive_node)',
    "mended": RIGHT["4.1"],
    "again": 'check("4.1", recursive_node)',
    "chained": RIGHT["4.4"],
    "upon a stub": 'check("4.4", child_sum)',
    "upon a mistake": RIGHT["4.3"].replace("sigmoid", "tanh"),
    "alone": 'check("4.4", child_sum)',
    "an error": "1 / 0",
}
FAIL = ("broken", "raises", "an error")


@pytest.fixture(scope="module")
def session():
    """An untouched exercise, all of it run, and then what a student does; an error not foreseen stops it."""
    notebook = notebooks.read(ROOT / "exercises" / f"{SHEET}.ipynb")
    for step, source in LATER.items():
        tags = ["raises-exception"] if step in FAIL else []
        notebook.cells.append(new_code_cell(source, metadata={"step": step, "tags": tags}))
    return notebooks.execute(notebook, ROOT / "exercises")


def errors(cell):
    return [output.ename for output in cell.outputs if output.output_type == "error"]


@pytest.fixture(scope="module")
def steps(session):
    return {cell.metadata["step"]: cell for cell in session.cells if "step" in cell.metadata}


def test_run_all_goes_past_every_stub(session):
    cells = [cell for cell in session.cells if cell.cell_type == "code" and "step" not in cell.metadata]
    assert not any(map(errors, cells))
    for cell in cells:
        if role_of(cell) == "check":
            assert re.match(rf"{task_of(cell)} .*: still open, \d points?\.\nWrite your lines", said(cell))


def test_a_cell_that_needs_an_open_task_waits_for_it(session):
    cells = [cell for cell in session.cells if cell.cell_type == "code"]
    waiting = [cell for cell in cells if "This cell waits for task " in said(cell)]
    assert waiting and {role_of(cell) for cell in waiting} == {None}
    assert all("prpn-open" in cell.outputs[0].data["text/html"] for cell in waiting)


def test_every_check_shows_a_card_and_counts(steps):
    (output,) = steps["right"].outputs
    assert output.data["text/plain"] == "4.1 A node of a recursive network: 1 of 1 point."
    assert "1 of 7 tasks, 1 of 14 points" in output.data["text/html"]


@pytest.mark.parametrize(
    ("step", "trouble"), [("old", "is not Python yet (line 1: "), ("older", "did not run to its end")]
)
def test_after_a_cell_that_failed_the_old_function_is_called_old(steps, step, trouble):
    text = said(steps[step])
    assert text.startswith("4.1 A node of a recursive network: 1 of 1 point.\nThe last cell that defines ")
    assert trouble in text and "from before is still there" in text


def test_a_function_that_was_mended_is_not_called_old(steps):
    assert errors(steps["broken"]) == ["SyntaxError"] and errors(steps["raises"]) == ["NameError"]
    assert said(steps["again"]) == said(steps["right"])


@pytest.mark.parametrize("step", ["upon a stub", "alone"])
def test_an_answer_that_calls_an_earlier_one_is_judged_on_its_own(steps, step):
    assert said(steps[step]) == (
        "4.4 The Child-Sum cell: 3 of 3 points.\n4.3 is not right yet; 4.4 was judged on its own."
    )


def test_any_other_error_is_still_an_error(steps):
    assert errors(steps["an error"]) == ["ZeroDivisionError"]
