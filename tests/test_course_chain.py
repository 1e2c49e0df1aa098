"""Answers that call earlier answers: a mistake costs its own task alone, and two do not make a right one."""

import ast
from pathlib import Path

import pytest
import torch

from prpn_edu.course import NotYet
from prpn_edu.course.authoring import notebooks
from prpn_edu.course.authoring.notebooks import role_of, task_of
from prpn_edu.course.checking.chain import examine_alone
from prpn_edu.course.tasks import SHEETS, find

ROOT = Path(__file__).parents[1]


def answers_of(sheet):
    """The answers of a sheet's solution, by task."""
    notebook = notebooks.read(ROOT / "solutions" / f"{sheet.stem}.ipynb")
    return {task_of(cell): cell.source for cell in notebook.cells if role_of(cell) == "answer"}


def given(sheet):
    """The names that a sheet's notebook has before its first answer."""
    notebook = notebooks.read(ROOT / "solutions" / f"{sheet.stem}.ipynb")
    first = next(n for n, cell in enumerate(notebook.cells) if role_of(cell) == "answer")
    space = {}
    for cell in notebook.cells[:first]:
        if cell.cell_type == "code":
            exec(cell.source, space)
    return space


def pairs():
    """Each task whose solution calls an earlier one, with what it calls."""
    for sheet in SHEETS:
        for task_id, source in answers_of(sheet).items():
            calls = (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
            names = {function.id for function in calls if isinstance(function, ast.Name)}
            called = [one for one in sheet.tasks if one.id != task_id and one.function in names]
            if called:
                yield pytest.param(sheet, task_id, called, id=task_id)


@pytest.mark.parametrize(("sheet", "task_id", "called"), list(pairs()))
def test_a_mistake_in_an_earlier_task_costs_a_right_answer_nothing(sheet, task_id, called):
    space, answers, task = given(sheet), answers_of(sheet), find(task_id)[1]
    exec(answers[task_id], space)
    for one in called:
        space[one.function] = one.misconceptions[0].wrong
    before = dict(space)
    report, wrong = examine_alone(task, space[task.function], sheet)
    assert report.full, str(report)
    assert set(called) <= set(wrong) and space == before
    assert all(sheet.tasks.index(one) < sheet.tasks.index(task) for one in wrong)


SHEET, TASK = find("4.4")


def space_with(source):
    space = {"torch": torch, "NotYet": NotYet}
    exec(source, space)
    return space


def test_two_mistakes_that_undo_each_other_do_not_pass():
    answers = answers_of(SHEET)
    turned = answers["4.3"].replace("def forget_gates(h, U_f", "def forget_gates(U_f, h")
    both = space_with(f"{turned}\n{answers['4.4'].replace('forget_gates(h, U_f', 'forget_gates(U_f, h')}")
    report, wrong = examine_alone(TASK, both["child_sum"], SHEET)
    assert not report.full and [one.id for one in wrong] == ["4.3"]


def test_a_helper_between_is_followed_and_a_right_helper_is_kept():
    answers = answers_of(SHEET)
    through = answers["4.4"].replace("forget_gates(", "mine(").replace("def mine", "def child_sum")
    helper = "def mine(*a):\n    return forget_gates(*a)"
    right = space_with(f"{answers['4.3']}\n{helper}\n{through}")
    assert examine_alone(TASK, right["child_sum"], SHEET)[1] == []
    stub = space_with(f"def forget_gates(*a):\n    raise NotYet('4.3')\n{helper}\n{through}")
    report, wrong = examine_alone(TASK, stub["child_sum"], SHEET)
    assert report.full and [one.id for one in wrong] == ["4.3"]


@pytest.mark.parametrize("answer", [torch.sigmoid, 3, None, print, torch.nn.Identity()])
def test_what_is_no_function_of_the_notebook_is_judged_as_it_is(answer):
    report, wrong = examine_alone(TASK, answer, SHEET)
    assert not report.full and wrong == []
