"""What a check says of a wrong answer that no known mistake explains: a change of the right one, if any."""

import dataclasses

import pytest
import torch

from prpn_course.checking import nearby
from prpn_course.checking.judge import Judge, examine
from prpn_course.checking.outcomes import run
from prpn_course.tasks import SHEETS, find

TASKS = [(sheet, task) for sheet in SHEETS for task in sheet.tasks]


def reading(task_id, answer, without=True):
    """The report on an answer by a check that knows no mistakes of the task, where `without`."""
    sheet, task = find(task_id)
    task = dataclasses.replace(task, misconceptions=()) if without else task
    return examine(task, answer, sheet)


def after(task_id, change):
    """The task's right answer, and then a change of what comes out."""
    return lambda *case: change(torch.as_tensor(find(task_id)[1].reference(*case)))


def before(task_id, change):
    """A change of what goes in, and then the right answer."""
    return lambda *case: find(task_id)[1].reference(*change(*case))


def left_open(alpha):
    """Expected gates without the last one of each row, the empty product."""
    gates = find("7.4")[1].reference(alpha)
    return gates * torch.ones_like(gates).tril(-2)


def sum_for_product(x, W, b):
    i, o, u = (W @ x + b).chunk(3)
    c = i.sigmoid() + u.tanh()
    return torch.stack([o.sigmoid() * c.tanh(), c])


@pytest.mark.parametrize(
    ("task_id", "answer", "name"),
    [
        ("2.2", after("2.2", lambda o: -o), "gives the right numbers with the opposite sign"),
        ("7.3", after("7.3", lambda law: law.flip(0)), "gives the right numbers in the opposite order"),
        ("7.3", after("7.3", lambda law: law.cumsum(0)), "gives the running sums of the right numbers"),
        ("6.2", after("6.2", lambda table: table.T), "gives the rows as columns"),
        ("2.2", lambda ids, table, bias: bias + table[ids].sum(0), None),
        (
            "2.4",
            lambda o, y: find("2.4")[1].reference(o, y) * len(o),
            "gives the right numbers, but not divided by the length of o",
        ),
        ("2.2", before("2.2", lambda ids, *rest: (ids[1:], *rest)), "leaves out the first entry of ids"),
        ("2.2", before("2.2", lambda ids, *rest: (ids[-1:], *rest)), "reads the last entry of ids alone"),
        ("2.7", before("2.7", lambda i, E, W, b, U, c: (i, E, W, 0 * b, U, c)), "does not use b1"),
        ("5.4", before("5.4", lambda x, actions, A, B: (x, actions, B, A)), "exchanges A and B"),
        ("8.1", before("8.1", lambda x, lookback: (x, lookback - 1)), "takes lookback - 1 for lookback"),
        ("4.2", sum_for_product, "adds where it should multiply"),
        (
            "17.1",
            lambda inside, everywhere: torch.log((inside + 2) / (everywhere - inside + 10)),
            "has another number in its formula than the task",
        ),
        (
            "7.6",
            lambda d: [max((i for i in range(t) if d[i] >= d[t]), default=0) for t in range(len(d))],
            "equal",
        ),
        ("7.4", left_open, "is wrong where i = t - 1 alone"),
    ],
)
def test_a_changed_right_answer_is_named(task_id, answer, name):
    report = reading(task_id, answer)
    if name is None:
        assert report.full and report.misconception is None
    else:
        assert report.misconception and name in report.misconception.name, report
        assert report.earned < report.task.points and str(report).count("Likely mistake:") == 1


def test_two_known_mistakes_at_once_are_named():
    def scores(numbers, tables):
        return find("17.2")[1].reference(numbers, torch.stack([*tables[:2], *tables[2:].mT]))

    name = reading("17.2", scores, without=False).misconception.name
    assert name.count("exchanged") == 2 and ", and " in name


def test_a_known_mistake_goes_first():
    sheet, task = find("2.2")
    for mistake in task.misconceptions:
        assert examine(task, mistake.wrong, sheet).misconception is mistake


@pytest.mark.parametrize(
    "answer",
    [
        lambda ids, table, bias: torch.zeros(5),
        lambda ids, table, bias: bias + table[ids].sum(0) + 0.01 * table[ids].norm(),
        lambda ids, table, bias: 1 / 0,
        lambda ids, table, bias: None,
        lambda ids, table, bias: torch.full((5,), torch.nan),
    ],
)
def test_what_is_no_small_change_is_not_named(answer):
    report = reading("2.2", answer, without=False)
    assert report.misconception is None and report.earned == 0, report


def test_a_change_that_never_ends_is_given_up():
    """A bound that is moved can make a loop endless; a check must answer all the same."""
    _, task = find("9.6")
    code = "def limits_and_edges(*case):\n    while True:\n        pass\n"
    endless = run(task.variant(nearby.bounded(code)), task.cases(0)[0])
    assert endless.trouble == "raised" and "too many steps" in endless.message
    assert Judge(task, find("9.6")[0]).report([endless] * len(task.cases(0))).earned == 0


@pytest.mark.parametrize(("sheet", "task"), TASKS, ids=[task.id for _, task in TASKS])
def test_the_solution_needs_few_of_its_steps(sheet, task):
    """A change has room for three times as many."""
    judge = Judge(task, sheet)
    known = task.variant(nearby.bounded(task.source))
    with torch.random.fork_rng(devices=[]):
        came = [run(known, case) for _ in range(3) for case in judge.cases]
    assert judge.report(came[-len(judge.cases) :]).full


@pytest.mark.parametrize(("sheet", "task"), TASKS, ids=[task.id for _, task in TASKS])
def test_numbers_of_no_meaning_are_not_named_in_any_task(sheet, task):
    """All changes of all tasks are tried on them."""
    judge = Judge(task, sheet)
    generator = torch.Generator().manual_seed(0)

    def noise(want):
        if judge.second.whole:
            return want + torch.randint(1, 5, want.shape, generator=generator)
        return want + torch.rand(want.shape, generator=generator, dtype=want.dtype) + 0.5

    draws = [noise(one.tensor) for one in judge.expected]
    came = [run(lambda *_, drawn=one: drawn, case) for one, case in zip(draws, judge.cases, strict=True)]
    report = judge.report(came)
    assert report.misconception is None and not report.full, report
