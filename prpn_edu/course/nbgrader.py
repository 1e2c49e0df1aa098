"""What nbgrader needs to hand out and grade the same exercises: metadata in cells, and checks that raise.

nbgrader counts a check as failed when its cell raises. It says in the environment when it runs a notebook;
only then does `check` raise, in class it prints.

    https://nbgrader.readthedocs.io/en/stable/contributor_guide/metadata.html
"""

import os

from prpn_edu.course.anatomy import Task

RUNNING = "NBGRADER_EXECUTION"  # "autograde" or "validate" while nbgrader runs a notebook
SCHEMA = 3


class CheckFailed(AssertionError):
    """A check without full marks, under nbgrader. The message is the report, and all that is shown."""

    def _render_traceback_(self) -> list[str]:
        """Return what IPython shows in place of a traceback."""
        return str(self).splitlines()


def running() -> bool:
    """Whether nbgrader runs this notebook."""
    return bool(os.environ.get(RUNNING))


def metadata(task: Task, role: str) -> dict:
    """Return the value of the metadata key "nbgrader" of a task's cell.

    Args:
        task: gives the number and the points.
        role: "answer", which the student writes and nobody locks, or "check", which nbgrader locks, restores
            before it grades, and counts.
    Raises:
        KeyError: another role; nbgrader wants nothing of other cells.
    """
    special = {
        "answer": {"grade": False, "locked": False, "solution": True},
        "check": {"grade": True, "locked": True, "points": task.points, "solution": False},
    }[role]
    grade_id = f"{role}-{task.id.replace('.', '-')}"  # nbgrader allows no dot
    return {"grade_id": grade_id, "schema_version": SCHEMA, "task": False} | special
