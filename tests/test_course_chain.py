"""Answers that call earlier answers: a mistake costs its own task alone, and two do not make a right one."""

import ast
import functools
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from prpn_class.grading.alone import wrong_below
from prpn_class.grading.exam import papers
from prpn_class.grading.marking import Examiner
from prpn_class.sandbox.cells import call
from prpn_class.sandbox.jail import Limits
from prpn_class.sandbox.protocol import Call, Reply
from prpn_class.sandbox.submission import Own, Submission
from prpn_course import NotYet, notebooks
from prpn_course.checking import chain
from prpn_course.checking.chain import examine_alone
from prpn_course.notebooks import role_of, task_of
from prpn_course.tasks import SHEETS, find

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


def test_a_helper_of_several_helpers_is_judged_once(monkeypatch):
    names, judged = [task.function for task in SHEET.tasks[:4]], []
    calls = [f"def {name}(*a):\n    return {names[:k]}".replace("'", "") for k, name in enumerate(names)]
    monkeypatch.setattr(
        chain, "examine", lambda task, *_: judged.append(task.id) or SimpleNamespace(full=task.id == "4.1")
    )
    _, wrong = examine_alone(SHEET.tasks[3], space_with("\n".join(calls))[names[3]], SHEET)
    assert judged == ["4.1", "4.2", "4.3", "4.4"] and [one.id for one in wrong] == ["4.2", "4.3"]


@pytest.mark.parametrize("answer", [torch.sigmoid, 3, None, print, torch.nn.Identity()])
def test_what_is_no_function_of_the_notebook_is_judged_as_it_is(answer):
    report, wrong = examine_alone(TASK, answer, SHEET)
    assert not report.full and wrong == []


class Desk:
    """In place of the sandbox: what a student hands in runs here."""

    limits = Limits()

    def run(self, steps):
        space, replies = {}, {}
        for number, step in enumerate(steps):
            replies[number] = Reply(number)
            if isinstance(step, Call):
                replies[number] = Reply(number, **call(space, step))
                continue
            try:
                exec(step.source, space)
            except Exception as error:
                replies[number] = Reply(number, error=str(error))
        return SimpleNamespace(replies=replies, over="")


@pytest.fixture(scope="module")
def examiners():
    """The examiner of each sheet that is asked for, made once."""

    @functools.cache
    def made(stem):
        (paper,) = papers(ROOT / "solutions" / f"{stem}.ipynb")
        return Examiner(paper.sheet, paper.exercise, 5, paper.answers)

    return made


def graded(examiners, stem, changes):
    """The marks, by task, of the solution with some answers changed, or left out where None."""
    examiner = examiners(stem)
    answers = {name: changes.get(name, source) for name, source in examiner.answers.items()}
    events = [part for name, source in answers.items() if source for part in (Own(source, name), name)]
    return {mark.task_id: mark for mark in examiner.marks(Submission(events), Desk()).marks}


MISTAKEN = answers_of(SHEET)["4.3"].replace("sigmoid", "tanh")
STUB = "def forget_gates(h, U_f, b_f):\n    raise NotYet('4.3')"


@pytest.mark.parametrize("changed", [MISTAKEN, STUB, None, "def forget_gates("])
def test_the_grader_too_judges_an_answer_on_its_own(examiners, changed):
    marks = graded(examiners, SHEET.stem, {"4.3": changed})
    assert {name: mark.earned for name, mark in marks.items() if mark.earned < SHEET.task(name).points} == {
        "4.3": 0
    }
    assert marks["4.4"].words.startswith("4.3 is not right yet; 4.4 was judged on its own.")


def test_the_grader_too_sees_through_two_mistakes(examiners):
    both = {
        "4.3": MISTAKEN,
        "4.4": answers_of(SHEET)["4.4"].replace("forget_gates(", "(1 / 2) * forget_gates("),
    }
    marks = graded(examiners, SHEET.stem, both)
    assert marks["4.3"].earned == marks["4.4"].earned == 0 and marks["4.5"].earned == 3
    assert "4.4 was judged on its own." in marks["4.4"].words


class Clock:
    """A desk at which every job uses up all its time, and an answer is never right."""

    limits = Limits()

    def __init__(self, monkeypatch):
        self.now = 0.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)

    def run(self, steps):
        self.now += self.limits.wall
        return SimpleNamespace(replies={0: Reply(0)}, over="late")


def test_a_submission_that_uses_up_its_time_again_and_again_is_given_up(examiners, monkeypatch):
    """Else it has that time twice for each answer that calls one before: 35 minutes in place of 10."""
    examiner = examiners("07-prpn-gates")
    calls = "# " + " ".join(f"{task.function}(" for task in examiner.sheet.tasks)
    events = [Own(calls), *(Own(source, name) for name, source in examiner.answers.items())]
    clock = Clock(monkeypatch)
    marks = examiner.marks(Submission(events), clock).marks
    assert clock.now <= 4 * clock.limits.wall and not any(mark.earned for mark in marks)
    assert marks[-1].words.startswith("Not judged on its own: the notebook had used up its time.\n")
    assert not any("was judged on its own" in mark.words for mark in marks)


def test_the_grader_follows_what_an_answer_calls_through_others():
    sheet, last = find("14.5")
    answers = answers_of(sheet)
    submission = Submission([Own(source, name) for name, source in answers.items()])
    assert [one.id for one in wrong_below(last, submission, sheet, set())] == ["14.1", "14.4"]
    assert [one.id for one in wrong_below(last, submission, sheet, {"14.4"})] == ["14.1"]
