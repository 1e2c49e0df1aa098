"""Under whatever seed a class is graded, right answers earn everything and known mistakes earn less.

The seeds are drawn anew for each run of the tests, as they are for each run of the grader; a failure names
the seed, and `PRPN_EDU_SEEDS="17 42"` repeats it.
"""

import functools
import os
import secrets

import pytest
import right_answers

from prpn_course.checking.judge import Judge
from prpn_course.checking.outcomes import right, run
from prpn_course.tasks import SHEETS, find

TASKS = [(sheet, task) for sheet in SHEETS for task in sheet.tasks]
TASK_IDS = [task.id for _, task in TASKS]
SEEDS = [int(seed) for seed in os.environ.get("PRPN_EDU_SEEDS", "").split()]
SEEDS = SEEDS or [secrets.randbelow(2**31) for _ in range(3)]


@functools.cache
def judge_of(task_id, seed):
    """The judge of a task under a seed: as in the grader, one for all answers."""
    sheet, task = find(task_id)
    return Judge(task, sheet, seed)


def judged(task, answer, seeds=SEEDS):
    """The report of an answer under each seed, as the grader makes it."""
    for seed in seeds:
        judge = judge_of(task.id, seed)
        yield seed, judge.report([run(answer, case) for case in judge.cases])


@pytest.mark.parametrize(("sheet", "task"), TASKS, ids=TASK_IDS)
def test_every_right_answer_earns_everything(sheet, task):
    for answer in (task.reference, *right_answers.of(task)):
        for seed, report in judged(task, answer):
            assert report.earned == task.points, f"{task.id}, {answer.__name__}, seed {seed}:\n{report}"


ROUNDED = [("6.6", 874), ("6.6", 680)]  # seeds whose numbers are large, and so is what rounding makes of them


@pytest.mark.parametrize(("task_id", "seed"), ROUNDED)
def test_no_right_answer_is_rounded_to_a_wrong_one(task_id, seed):
    _, task = find(task_id)
    for answer in right_answers.of(task):
        ((_, report),) = judged(task, answer, [seed])
        assert report.full, f"{answer.__name__}\n{report}"


@pytest.mark.parametrize(("sheet", "task"), TASKS, ids=TASK_IDS)
def test_every_known_mistake_earns_less(sheet, task):
    for misconception in task.misconceptions:
        for seed, report in judged(task, misconception.wrong, SEEDS[:2]):
            assert report.earned < task.points, f"{task.id}, '{misconception.name}', seed {seed}: full marks"


def patient(most):
    """A wrong answer to 3.10, which stops after so many epochs that are no better."""

    def best_weights(w, changes, dev, test):
        best = 0
        for epoch in range(len(dev)):
            best = epoch if dev[epoch] > dev[best] else best
            if epoch - best == most:
                break
        return w + changes[: best + 1].sum(0)

    return best_weights


ONCE_LUCKY = [  # what passed under a part of the seeds, and the number of the case that refuses it under all
    ("2.8", "makes the letters of the new line small, and not those of the training lines", 5),
    ("2.8", "lets a word that has come before move the next number on", 6),
    ("3.10", "stops at the first epoch that is worse than the one before", 1),
    *(("3.10", patient(most), 1) for most in (1, 2, 3, 4)),
]


@pytest.mark.parametrize(("task_id", "wrong", "number"), ONCE_LUCKY)
def test_what_passed_by_luck_is_refused_by_a_fixed_case(task_id, wrong, number):
    _, task = find(task_id)
    wrong = {one.name: one.wrong for one in task.misconceptions}.get(wrong, wrong)
    assert len({str(judge_of(task_id, seed).cases[number]) for seed in SEEDS}) == 1
    for seed in SEEDS:
        judge = judge_of(task_id, seed)
        assert not right(run(wrong, judge.cases[number]), judge.expected[number], task.tolerance)


@pytest.mark.parametrize(("sheet", "task"), TASKS, ids=TASK_IDS)
def test_a_seed_gives_the_same_questions_again(sheet, task):
    for seed in SEEDS:
        assert str(task.cases(seed)) == str(task.cases(seed))
    different = len({str(task.cases(seed)) for seed in SEEDS})
    assert different > len(SEEDS) / 2  # two seeds may meet in a task with few small inputs
