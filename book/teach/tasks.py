"""Write the task tables of the page for teachers from the sheets themselves.

    python book/teach/tasks.py

Run it when a task has changed; tests/test_prose.py says so too.
"""

from pathlib import Path

from prpn_course import notebooks
from prpn_course.authoring.facts import PLAN
from prpn_course.task import Sheet
from prpn_course.tasks import SHEETS

PAGE = Path(__file__).parent / "index.md"
EXERCISES = Path(__file__).parents[2] / "exercises"
BEGIN = "% The tables begin here: made by tasks.py from the sheets.\n"
END = "% The tables end here.\n"


def page(old: str) -> str:
    """The page `old` with its tables made anew.

    Raises:
        ValueError: the two lines that enclose the tables are not there, once each and in this order.
    """
    before, begin, rest = old.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end) or BEGIN in after or END in after:
        raise ValueError(f"{PAGE.name} must hold these two lines, once each:\n{BEGIN}{END}")
    return before + BEGIN + "\n" + "\n\n".join(map(fold, SHEETS)) + "\n\n" + END + after


def fold(sheet: Sheet) -> str:
    """One sheet, folded: a row for each task, with the first mistake that its check knows by name."""
    points = sum(task.points for task in sheet.tasks)
    plan = PLAN.search(notebooks.read(EXERCISES / f"{sheet.stem}.ipynb").cells[0].source)
    rows = [
        f"| {task.id} {task.title} | {task.points}, {task.minutes} min, {task.difficulty} "
        f"| {task.misconceptions[0].name} |"
        for task in sheet.tasks
    ]
    return "\n".join(
        [
            f"<details><summary>{sheet.stem}: {len(sheet.tasks)} tasks, {points} points, "
            f"{plan['all']} minutes: "
            f"tasks {plan['tasks']} (class core {plan['core']}), play {plan['after']}</summary>",
            "",
            "| task | points | a mistake to expect |",
            "|---|---|---|",
            *rows,
            "",
            "</details>",
        ]
    )


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
