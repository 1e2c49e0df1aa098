"""Writing a task down: what is missing or contradicts the notebook is said at once, with its cure."""

from types import SimpleNamespace

import pytest
import torch

from prpn_course import builder
from prpn_course.builder import build_sheet, task
from prpn_course.checking.judge import examine
from prpn_course.draw import Draw, real
from prpn_course.task import NotebookError

FACTS = {"id": "98.1", "title": "Double", "points": 2, "minutes": 5, "difficulty": "easy"}
FACTS |= {"function": "double", "signature": "(x)", "given": "TWO = 2"}
FACTS |= {"code": "def double(x):\n    x = x + 0\n    return TWO * x + 0"}
ADD = FACTS | {"id": "98.2", "function": "add", "signature": "(x, y)", "given": ""}
ADD |= {"code": "def add(x, y):\n    return double(x) - x + y"}


@pytest.fixture(autouse=True)
def facts(monkeypatch):
    monkeypatch.setattr(builder, "read_facts", lambda: {"98-doubles": [FACTS, ADD]})


def made(task_id="98.1"):
    one = task(task_id, section="Twice", axes="t")
    one.cases(lambda draw: (yield from (real([1, 2]), draw.normal(3))))
    one.wrong("adds one", "* x + 0", "* x + 1", "Nothing is added.")
    return one


def sheet(**tasks):
    return build_sheet("98-doubles", [SimpleNamespace(**tasks)], answers=("prpn_edu.loops",))


def test_a_task_has_the_facts_of_the_notebook_and_what_is_written_here():
    built = sheet(double=made())
    (only,) = built.tasks
    assert (built.stem, built.chapter, built.points) == ("98-doubles", "Chapter 98", 2)
    said = FACTS.keys() - {"given", "code"}
    assert {name: getattr(only, name) for name in said} == {name: FACTS[name] for name in said}
    assert (only.section, only.axes, only.tolerance) == ("Twice", ("t",), 1e-5)
    assert only.answer_modules == ("prpn_edu.loops", "prpn_course.tasks")


def test_the_reference_is_the_code_of_the_notebook_with_what_stands_before_it():
    both = task("98.2", section="Sum")
    both.cases(lambda draw: (yield (1, 2)))
    one, two = sheet(double=made(), add=both).tasks
    assert one.reference(3) == 6 and two.reference(3, 4) == both(3, 4) == 7


def test_a_mistake_is_a_patch_of_the_solution_or_a_function():
    one = made()
    one.wrong("triples", lambda x: one(x) * 3 / 2, "Two, not three.")
    one.wrong("adds twice", "+ 0", "+ 1", "Add nothing, twice.", times=2)
    one.wrong("adds one instead", "TWO *", "1 *", "x = x + 0", "x = x + 1", "Two times x.")
    only = sheet(double=one).tasks[0]
    assert [mistake.wrong(5) for mistake in only.misconceptions] == [11, 15, 13, 6]
    reports = [examine(only, mistake.wrong) for mistake in only.misconceptions]
    assert [report.misconception for report in reports] == list(only.misconceptions)
    assert "Nothing is added." in str(reports[0]) and reports[1].earned == 0
    assert examine(only, lambda x: x + x).earned == 2


def test_a_patch_calls_itself_and_leaves_the_answers_to_other_tasks_alone():
    both = task("98.2", section="Sum")
    both.cases(lambda draw: (yield (1, 2)))
    both.wrong("never ends", "double(x) - x + y", "y and add(x, y - 1) + 2", "One for each.")
    one, two = sheet(double=made(), add=both).tasks
    assert two.misconceptions[0].wrong(7, 3) == 6 and two.reference(7, 3) == 10
    assert one.misconceptions[0].wrong(1) == 3 and two.reference(1, 1) == 2


def test_one_argument_is_yielded_alone_and_several_as_a_tuple():
    both = task("98.2", section="Sum")
    both.cases(lambda draw: (yield (1, 2)))
    one, two = sheet(double=made(), add=both).tasks
    assert [len(case) for case in one.cases(0)] == [1, 1] and two.cases(0) == [(1, 2)]
    assert one.cases(3)[1][0].equal(one.cases(3)[1][0]) and not one.cases(3)[1][0].equal(one.cases(4)[1][0])


def test_what_is_missing_is_said():
    with pytest.raises(ValueError, match=r"98\.1 has no cases: put @double\.cases"):
        sheet(double=task("98.1", section="Twice"))
    with pytest.raises(ValueError, match="two tasks have one id"):
        sheet(double=made(), again=made())


@pytest.mark.parametrize(
    "given", [(), ("hint",), ("* x", "/ x"), (abs, abs, "hint"), ("* x", abs, "hint"), (abs, "* x", "hint")]
)
def test_a_mistake_without_a_change_or_a_hint_is_refused(given):
    with pytest.raises(
        TypeError, match=r"task 98\.1, 'is wrong': give pairs of texts, or one function; then"
    ):
        made().wrong("is wrong", *given)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("THREE *", "2 *"), r"'THREE \*' stands 0 times in the solution's code, and not 1"),
        (("+ 0", "+ 1"), r"'\+ 0' stands 2 times"),
        (("TWO *", "2 *", "* x", "/ x"), r"two of the texts 'TWO \*', '\* x' overlap"),
        (("TWO *", "2 * ("), "'\\(' was never closed"),
    ],
)
def test_a_patch_that_does_not_fit_the_solution_is_refused_with_its_place(change, words):
    one = made()
    one.wrong("is wrong", *change, "A hint.")
    with pytest.raises(NotebookError, match=rf"task 98\.1, mistake 'is wrong': {words}") as error:
        sheet(double=one)
    assert FACTS["code"] in str(error.value)


def test_what_contradicts_the_notebook_is_refused():
    with pytest.raises(
        NotebookError, match=r"has no task 98\.3; write its cells in solutions/text/98-doubles\.md"
    ):
        sheet(double=made(task_id="98.3"))


def test_a_drawing_depends_on_its_seed_alone():
    def drawn(seed):
        draw = Draw(seed)
        numbers = (
            draw.normal(2),
            *draw.normals((1, 2), (3,)),
            draw.uniform(2, low=3, high=4),
            draw.simplex(2, 3),
        )
        return [x.tolist() for x in (*numbers, draw.whole(2, 9, 5), draw.order(6))], draw.tree(7)

    torch.manual_seed(0)
    first = drawn(5)
    torch.manual_seed(1)
    assert drawn(5) == first != drawn(6)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_drawn_is_what_was_asked_for(seed):
    draw = Draw(seed)
    assert draw.simplex(3, 4).sum(-1).allclose(torch.ones(3)) and (draw.simplex(3, 4) > 0).all()
    low = draw.uniform(100, low=-1, high=2)
    assert -1 <= low.min() < -0.5 and 1.5 < low.max() < 2
    assert set(draw.whole(2, 5, 100).tolist()) == {2, 3, 4}
    assert sorted(draw.order(6).tolist()) == list(range(6))
    flat = repr(draw.tree(6, leaf=int)).replace("(", "").replace(")", "")
    assert flat == "0, 1, 2, 3, 4, 5" and draw.tree(1) == "w0"
