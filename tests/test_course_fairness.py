"""Under whatever seed a class is graded, right answers earn everything and known mistakes earn less.

The seeds are drawn anew for each run of the tests, as they are for each run of the grader; a failure names
the seed, and `PRPN_EDU_SEEDS="17 42"` repeats it.
"""

import functools
import os
import secrets

import pytest
import right_answers

from prpn_edu.course.checking.judge import Judge
from prpn_edu.course.checking.outcomes import run
from prpn_edu.course.tasks import SHEETS, find

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


@pytest.mark.parametrize(("sheet", "task"), TASKS, ids=TASK_IDS)
def test_every_known_mistake_earns_less(sheet, task):
    for misconception in task.misconceptions:
        for seed, report in judged(task, misconception.wrong, SEEDS[:2]):
            assert report.earned < task.points, f"{task.id}, '{misconception.name}', seed {seed}: full marks"


@pytest.mark.parametrize(("sheet", "task"), TASKS, ids=TASK_IDS)
def test_a_seed_gives_the_same_questions_again(sheet, task):
    for seed in SEEDS:
        assert str(task.cases(seed)) == str(task.cases(seed))
    different = len({str(task.cases(seed)) for seed in SEEDS})
    assert different > len(SEEDS) / 2  # two seeds may meet in a task with few small inputs
