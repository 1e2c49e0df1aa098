"""Every exercise sheet of the course. A new sheet is a module or package here, and one line in `MODULES`.

A sheet is imported when it is asked for: a notebook needs one of them.
"""

import importlib
import re
from collections.abc import Iterable

from prpn_course.task import Sheet, Task

MODULES = {  # from a notebook's name without ".ipynb" to the module that holds its tasks as `SHEET`
    "01-composing-vectors": "composing_01",
    "02-bags-of-words": "bags_02",
    "03-recurrent-networks": "recurrent_03",
    "04-tree-lstms": "tree_lstm_04",
    "05-shift-and-reduce": "shift_reduce_05",
    "06-looking-back": "looking_back_06",
    "07-prpn-gates": "gates_07",
    "08-the-three-networks": "networks_08",
    "09-from-scores-to-trees": "scores_09",
    "10-evaluating-parsers": "parsers_10",
    "12-a-limit-one-can-sum-over": "limits_12",
    "13-latent-tables": "latent_tables_13",
    "14-distributions-over-trees": "laws_14",
    "15-a-grammar-that-grows-the-words": "grammar_15",
    "16-ordered-neurons": "ordered_16",
    "17-above-right-branching": "above_17",
}
SHEETS: tuple[Sheet, ...]  # made when somebody asks for all of them
_chosen: dict[str, dict[str, str]] = {}  # of a sheet's tasks the letters of the siblings that stand for them


def __getattr__(name: str):
    if name == "SHEETS":
        return tuple(map(find_sheet, MODULES))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def find_sheet(stem: str) -> Sheet:
    """Return the sheet of a notebook by its file name without ".ipynb".

    Raises:
        KeyError: no such sheet; the message lists those that exist.
    """
    if stem not in MODULES:
        raise KeyError(f"no exercise sheet is called {stem!r}; there are: {', '.join(MODULES)}")
    sheet = published(stem)
    if stem not in _chosen:
        return sheet
    from prpn_course.tasks.sibling import with_siblings

    return with_siblings(sheet, siblings_of(stem), _chosen[stem])


def published(stem: str) -> Sheet:
    """Return a sheet as it is published, whatever siblings stand for its tasks."""
    return importlib.import_module(f"{__name__}.{MODULES[stem]}").SHEET


def siblings_of(stem: str) -> dict[str, dict]:
    """Return the siblings of a sheet's tasks by their letters; none where the sheet has none."""
    try:
        return importlib.import_module(f"{__name__}.{MODULES[stem]}.siblings").SIBLINGS
    except ModuleNotFoundError:
        return {}


def siblings(*names: str) -> None:
    """Let siblings stand for tasks from now on; the other tasks of their sheets are themselves.

    Args:
        *names: a task and a letter each, "7.2b", as a sheet that was made from a secret seed has them.
    Raises:
        KeyError: no such sibling; the message lists those of the sheet.
    """
    found: dict[str, dict[str, str]] = {}
    for name in names:
        number = re.fullmatch(r"(\d+)(\.\d+)([a-z])", name)
        stem = next((one for one in MODULES if number and int(one[:2]) == int(number[1])), "")
        known = siblings_of(stem) if stem else {}
        if not number or number[3] not in known.get(f"{number[1]}{number[2]}", {}):
            there = ", ".join(f"{task}{letter}" for task, letters in known.items() for letter in letters)
            raise KeyError(f"no sibling is called {name!r}; there are: {there or 'none in this sheet'}")
        found.setdefault(stem, {})[f"{number[1]}{number[2]}"] = number[3]
    _chosen.update(found)


def follow(stem: str, sources: Iterable[str]) -> None:
    """Let those siblings stand for tasks of a sheet that its notebook names; none where it names none.

    Args:
        stem: of the sheet.
        sources: of the notebook's cells of code.
    Raises:
        KeyError: no such sibling.
    """
    _chosen.pop(stem, None)
    for source in sources:
        if call := re.search(r"(?m)^siblings\(([^)]*)\)", source):
            siblings(*re.findall(r"\d+\.\d+[a-z]", call[1]))


def chosen(stem: str) -> list[str]:
    """Return the siblings that stand for tasks of a sheet, as `siblings` takes them."""
    return [f"{task}{letter}" for task, letter in _chosen.get(stem, {}).items()]


def find(task_id: str) -> tuple[Sheet, Task]:
    """Return the task with this id and its sheet.

    Raises:
        KeyError: no such task; the message lists those that exist.
    """
    chapter = str(task_id).split(".")[0]
    for stem in MODULES:
        if int(stem[:2]) == int(chapter if chapter.isdecimal() else 0):
            sheet = find_sheet(stem)
            if task := sheet.task(task_id):
                return sheet, task
    known = ", ".join(task.id for stem in MODULES for task in find_sheet(stem).tasks)
    raise KeyError(f"no task has the number {task_id!r}; there are: {known}")
