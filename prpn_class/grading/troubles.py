"""Cells of a student's that did not run to their ends: what is said of them, and where."""

import re
from dataclasses import dataclass
from textwrap import indent

from prpn_class.grading.plan import Check
from prpn_class.grading.verdict import MISSING, USED_UP, Ended, beginning
from prpn_class.sandbox.protocol import Reply
from prpn_class.sandbox.submission import Own

ABSENT = "asks for something that is not on the grader's machine:"
NO_NAME = re.compile(rf"name '(\w+)' is not defined|{MISSING} (\w+)|No module named '(\w+)")


@dataclass(frozen=True)
class Trouble:
    """A cell that did not run to its end.

    Attributes:
        source: of the cell.
        tasks: that it answers, none for a helper.
        told: in words, which the student reads, and of a helper the staff too.
        absent: whether it only asked for what the grader's machine lacks. Such a cell runs on.
    """

    source: str
    tasks: tuple[str, ...]
    told: str
    absent: bool = False

    def explains(self, lost: str) -> bool:
        """Whether points may be lost for it: for what is absent, only where a name of the cell is missed.

        Args:
            lost: what the checks say of the tasks that lost points.
        """
        missed = {name for names in NO_NAME.findall(lost) for name in names if name}
        return not self.absent or not missed.isdisjoint(re.findall(r"\w+", self.source))


def cell_troubles(steps: list[Own | Check], came: dict[int, Reply | Ended], seconds: float) -> list[Trouble]:
    """The cells that did not run to their ends.

    Args:
        steps: that were taken.
        came: of each.
        seconds: that a cell had.
    """
    cells = (
        (step, came.get(n)) for n, step in enumerate(steps) if isinstance(step, Own) and not step.is_part
    )
    found = []
    for cell, reply in cells:
        if words := _words(reply, seconds):
            which = "Your cell" if cell.tasks else f"The cell that begins with {beginning(cell.source)}"
            absent = isinstance(reply, Reply) and reply.absent
            found.append(Trouble(cell.source, cell.tasks, f"{which} {words}", absent))
    return found


def _words(reply: Reply | Ended | None, seconds: float) -> str:
    """What is said of a cell that did not run to its end."""
    if isinstance(reply, Ended):
        return f"did not end. {USED_UP.get(reply.over, USED_UP['done'])}"
    if reply is not None and reply.late:
        return f"ran for more than {seconds:g} s and was stopped."
    words = indent(reply.error, "    ").strip() if reply is not None else ""  # no line of it is ours
    if words:
        return f"{ABSENT if reply is not None and reply.absent else 'raised'} {words}"
    return ""
