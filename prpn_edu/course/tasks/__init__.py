"""Every exercise sheet of the course. A new sheet is a module or package here, and one line in `SHEETS`."""

from prpn_edu.course.task import Sheet, Task
from prpn_edu.course.tasks import (
    above_15,
    bags_02,
    composing_01,
    gates_07,
    latent_tables_14,
    laws_12,
    limits_11,
    looking_back_06,
    networks_08,
    ordered_13,
    parsers_10,
    recurrent_03,
    scores_09,
    shift_reduce_05,
    tree_lstm_04,
)

SHEETS: tuple[Sheet, ...] = (
    composing_01.SHEET,
    bags_02.SHEET,
    recurrent_03.SHEET,
    tree_lstm_04.SHEET,
    shift_reduce_05.SHEET,
    looking_back_06.SHEET,
    gates_07.SHEET,
    networks_08.SHEET,
    scores_09.SHEET,
    parsers_10.SHEET,
    limits_11.SHEET,
    laws_12.SHEET,
    ordered_13.SHEET,
    latent_tables_14.SHEET,
    above_15.SHEET,
)


def find_sheet(stem: str) -> Sheet:
    """Return the sheet of a notebook by its file name without ".ipynb".

    Raises:
        KeyError: no such sheet; the message lists those that exist.
    """
    for sheet in SHEETS:
        if sheet.stem == stem:
            return sheet
    known = ", ".join(sheet.stem for sheet in SHEETS)
    raise KeyError(f"no exercise sheet is called {stem!r}; there are: {known}")


def find(task_id: str) -> tuple[Sheet, Task]:
    """Return the task with this id and its sheet.

    Raises:
        KeyError: no such task; the message lists those that exist.
    """
    for sheet in SHEETS:
        task = sheet.task(task_id)
        if task:
            return sheet, task
    known = ", ".join(task.id for sheet in SHEETS for task in sheet.tasks)
    raise KeyError(f"no task has the number {task_id!r}; there are: {known}")
