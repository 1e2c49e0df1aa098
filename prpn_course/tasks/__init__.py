"""Every exercise sheet of the course. A new sheet is a module or package here, and one line in `MODULES`.

A sheet is imported when it is asked for: a notebook needs one of them.
"""

import importlib

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
    return importlib.import_module(f"{__name__}.{MODULES[stem]}").SHEET


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
