"""What nbgrader needs to hand out and grade the same exercises: metadata in cells, and checks that raise.

nbgrader counts a check as failed when its cell raises, and takes a number that the cell gives for a part of
the points. It says in the environment when it runs a notebook; only then does `check` raise where nothing is
earned, and give the number where some points are; in class it only shows its card.

    https://nbgrader.readthedocs.io/en/stable/contributor_guide/metadata.html
"""

import os

from prpn_course.task import Task

RUNNING = "NBGRADER_EXECUTION"  # "autograde" or "validate" while nbgrader runs a notebook
SCHEMA = 3


class CheckFailed(AssertionError):
    """A check that earns nothing, under nbgrader. The message is the report, and all that is shown."""

    def _render_traceback_(self) -> list[str]:
        """Return what IPython shows in place of a traceback."""
        return str(self).splitlines()


def running() -> bool:
    """Whether nbgrader runs this notebook."""
    return bool(os.environ.get(RUNNING))


def metadata(task: Task) -> dict:
    """Return the value of the metadata key "nbgrader" of a task's check.

    nbgrader locks the cell, restores it before it grades, and counts its points. Answers are ordinary cells
    to nbgrader: it would clear a cell that it knows as a solution, the docstring with it.
    """
    return {
        "grade": True,
        "grade_id": f"check-{task.id.replace('.', '-')}",  # nbgrader allows no dot
        "locked": True,
        "points": task.points,
        "schema_version": SCHEMA,
        "solution": False,
        "task": False,
    }
