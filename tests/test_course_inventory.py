"""Nothing that a task knows may get lost: its mistakes with their hints, its right answers, its cases.

`task_inventory.json` says what there was when the tasks were last counted. Mistakes and right answers may be
added; what is listed must stay, and the cases of a seed must be the same. After a change that is meant, count
again:

    python tests/test_course_inventory.py
"""

import hashlib
import importlib
import json
from pathlib import Path

import pytest
import right_answers
import torch
from torch import Tensor

from prpn_course import tasks
from prpn_course.tasks import SHEETS

FILE = Path(__file__).with_name("task_inventory.json")
LISTED = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
TASKS = {task.id: task for sheet in SHEETS for task in sheet.tasks}
SEEDS = (0, 1, 2)


def digest(value) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:8]


def anatomy(value, numbers: list[float]):
    """A case without its fractions, which go to `numbers`: their last digits depend on the machine."""
    if isinstance(value, Tensor) and value.is_floating_point():
        numbers += value.flatten().tolist()
        return str(value.dtype), tuple(value.shape)
    if isinstance(value, Tensor):
        return str(value.dtype), value.tolist()
    if isinstance(value, float):
        numbers.append(value)
        return "float"
    if isinstance(value, list | tuple):
        return type(value).__name__, [anatomy(part, numbers) for part in value]
    return value


def case(values: tuple) -> str:
    """What a case looks like, and one sum in which each of its fractions has a weight of its own."""
    numbers = []
    looks = digest(anatomy(values, numbers))
    weights = (1 + torch.arange(len(numbers), dtype=torch.float64)).sin()
    return f"{looks} {weights @ torch.tensor(numbers, dtype=torch.float64):.5f}"


def count(task) -> dict:
    return {
        "mistakes": {mistake.name: digest(mistake.hint) for mistake in task.misconceptions},
        "right answers": len(right_answers.of(task)),
        "cases": ["; ".join(map(case, task.cases(seed))) for seed in SEEDS],
    }


def test_no_task_is_lost():
    assert LISTED.keys() <= TASKS.keys() and len(LISTED) >= 49


@pytest.mark.parametrize("task_id", LISTED)
def test_nothing_of_a_task_is_lost(task_id):
    now, listed = count(TASKS[task_id]), LISTED[task_id]
    kept = [name for name in now["mistakes"] if name in listed["mistakes"]]
    assert kept == list(listed["mistakes"])  # in this order: of two that fit equally well the first is named
    assert now["mistakes"] | listed["mistakes"] == now["mistakes"], "a hint has changed"
    assert now["right answers"] >= listed["right answers"]
    for cases, before in zip(now["cases"], listed["cases"], strict=True):
        pairs = [text.replace(";", "").split() for text in (cases, before)]
        assert pairs[0][::2] == pairs[1][::2], "other cases"
        assert list(map(float, pairs[0][1::2])) == pytest.approx(list(map(float, pairs[1][1::2])), abs=1e-4)


FIRST_SHEETS = ("01", "02", "03", "04", "05", "07")


def lines_of(sheet: str) -> int:
    folder = next(Path(tasks.__file__).parent.glob(f"*_{sheet}"))
    return sum(len(file.read_text("utf-8").splitlines()) for file in folder.rglob("*.py"))


def test_the_first_49_tasks_stay_short():
    lines = sum(map(lines_of, FIRST_SHEETS))
    first = (task for sheet in SHEETS if sheet.stem[:2] in FIRST_SHEETS for task in sheet.tasks)
    since = sum(len(task.misconceptions) for task in first) - 377  # mistakes that learners made since
    assert lines - 4 * since <= 3000  # they took 5,997


def test_only_the_sheet_that_is_asked_for_is_imported(monkeypatch):
    asked, importer = [], importlib.import_module
    monkeypatch.setattr(importlib, "import_module", lambda name: asked.append(name) or importer(name))
    sheet, task = tasks.find("2.1")
    assert (sheet.stem, task.id, asked) == ("02-bags-of-words", "2.1", ["prpn_course.tasks.bags_02"])
    assert [sheet.stem for sheet in tasks.SHEETS] == list(tasks.MODULES)


@pytest.mark.parametrize("sheet", tasks.SHEETS, ids=lambda sheet: sheet.stem)
def test_a_task_stays_short(sheet):
    assert lines_of(sheet.stem[:2]) <= 100 * len(sheet.tasks)


if __name__ == "__main__":
    FILE.write_text(json.dumps({key: count(task) for key, task in TASKS.items()}, indent=1) + "\n", "utf-8")
