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
FACTS |= {"function": "double", "signature": "(x)"}


def double(x, times=2, shift=0):
    return times * x + shift


@pytest.fixture(autouse=True)
def facts(monkeypatch):
    known = {"98-doubles": [FACTS, FACTS | {"id": "98.2", "function": "add", "signature": "(x, y)"}]}
    monkeypatch.setattr(builder, "read_facts", lambda: known)


def made(reference=double, task_id="98.1"):
    one = task(task_id, section="Twice", axes="t")(reference)
    one.cases(lambda draw: (yield from (real([1, 2]), draw.normal(3))))
    one.wrong("adds one", shift=1).hint("Nothing is added.")
    return one


def sheet(**tasks):
    return build_sheet("98-doubles", [SimpleNamespace(**tasks)], answers=("prpn_edu.loops",))


def test_a_task_has_the_facts_of_the_notebook_and_what_is_written_here():
    built = sheet(double=made())
    (only,) = built.tasks
    assert (built.stem, built.chapter, built.points) == ("98-doubles", "Chapter 98", 2)
    assert {name: getattr(only, name) for name in FACTS} == FACTS
    assert (only.section, only.axes, only.tolerance) == ("Twice", ("t",), 1e-5)
    assert only.answer_modules == ("prpn_edu.loops", "prpn_course.tasks")


def test_a_mistake_is_a_changed_argument_or_a_function():
    one = made()
    one.wrong("triples", lambda x: one(x, times=3)).hint("Two, not three.")
    only = sheet(double=one).tasks[0]
    added, tripled = (examine(only, mistake.wrong) for mistake in only.misconceptions)
    assert added.misconception.name == "adds one" and "Nothing is added." in str(added)
    assert tripled.misconception.name == "triples" and tripled.earned == 0
    assert examine(only, lambda x: x + x).earned == 2


def test_one_argument_is_yielded_alone_and_several_as_a_tuple():
    both = task("98.2", section="Sum")(lambda x, y: x + y)
    both.reference.__name__ = "add"
    both.cases(lambda draw: (yield (1, 2)))
    one, two = sheet(double=made(), add=both).tasks
    assert [len(case) for case in one.cases(0)] == [1, 1] and two.cases(0) == [(1, 2)]
    assert one.cases(3)[1][0].equal(one.cases(3)[1][0]) and not one.cases(3)[1][0].equal(one.cases(4)[1][0])


def test_what_is_missing_is_said():
    with pytest.raises(ValueError, match=r"98\.1 has no cases: put @double\.cases"):
        sheet(double=task("98.1", section="Twice")(double))
    one = made()
    one.wrong("halves", times=0.5)
    with pytest.raises(ValueError, match=r"mistake 'halves' has no hint"):
        sheet(double=one)
    with pytest.raises(ValueError, match="two tasks have one id"):
        sheet(double=made(), again=made())


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "one of the two"),
        ({"function": abs, "times": 3}, "one of the two"),
        ({"factor": 3}, "no argument factor"),
        ({"x": 3}, "no argument x with a default"),
    ],
)
def test_a_mistake_that_cannot_be_made_is_refused(given, words):
    given = dict(given)
    with pytest.raises(TypeError, match=words):
        made().wrong("is wrong", *filter(None, [given.pop("function", None)]), **given)


def test_what_contradicts_the_notebook_is_refused():
    with pytest.raises(
        NotebookError, match=r"has no task 98\.3; write its cells in solutions/text/98-doubles\.md"
    ):
        sheet(double=made(task_id="98.3"))
    with pytest.raises(NotebookError, match=r"the notebook has double\(x\), its reference <lambda>\(x\)"):
        sheet(double=made(lambda x, shift=0: 2 * x + shift))


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
