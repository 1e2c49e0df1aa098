"""What came of a check, judged: a report where there are values to compare, else why there are none."""

from dataclasses import dataclass, replace

from msgspec import structs

from prpn_class.sandbox import protocol
from prpn_class.sandbox.protocol import Reply
from prpn_class.sandbox.withheld import WithheldError
from prpn_course.checking.judge import Judge, Report
from prpn_course.checking.outcomes import Outcome
from prpn_course.checking.shown import Shown, unmarked
from prpn_edu.printable import one_line

WITHHELD = "The answer uses {}, which holds it. Write it yourself; then compare."
USED_UP = {
    "memory": "The notebook used too much memory. Of a pool of processes each counts: take 16 at most.",
    "output": "The notebook printed far too much.",
    "done": "The kernel died here: it ran out of memory, or was told to exit.",
}
NO_ANSWER = "No answer yet."
LATE = "The check ran for more than"
MISSING = "The check found no function called"
ALMOST = "There is one called"
NOT_REACHED = "The check was not reached, or what came of it cannot be read."
UNSEEN = "(your check in the notebook shows it)"
SOMETHING, LIBRARY = "something else", "a part of the library"  # in place of names that are hidden
MOST_TOLD = 5  # cells of a kind that raised


@dataclass(frozen=True)
class Ended:
    """In place of a reply: the process ended in this step. `over` is that of the run, see `worker.Run`."""

    over: str


def judged(judge: Judge, reply: Reply | Ended | None, seconds: float) -> Report | str:
    """Judge what came of a check.

    Args:
        judge: of the task.
        reply: of the process in which the student's function ran; None where it gave none.
        seconds: that the check had.
    Returns:
        a report where there are values to compare; else the words for why there are none.
    """
    task = judge.task
    if isinstance(reply, Ended):
        return USED_UP.get(reply.over, USED_UP["done"])
    if reply is not None and reply.late:
        return f"{LATE} {seconds:g} s. Look for a loop without an end."
    if reply is not None and reply.open:
        return f"Task {task.id} is still open."
    if reply is not None and reply.missing:
        near = f" {ALMOST} {one_line(reply.near)}: give it that name." if reply.near else ""
        return f"{MISSING} {task.function}.{near}"
    if reply is not None and reply.uncallable:
        return judge.no_function(one_line(reply.uncallable))
    outcomes = _outcomes(reply, judge.cases)
    if outcomes is None:
        return NOT_REACHED
    for outcome in outcomes:
        if outcome.detail == WithheldError.__name__:
            name = outcome.message.split("\n")[0].removeprefix(f"{WithheldError.__name__}: ")
            return WITHHELD.format(name)
    report = judge.report(outcomes)
    if reply is None or not reply.guessed or report.earned:
        return report
    kind, _, words = one_line(reply.guessed).partition(": ")  # tells more than what came of a guess
    return judge.report([Outcome(trouble="raised", detail=kind, message=words)] * len(outcomes))


def is_absent(said: Report | str) -> bool:
    """Whether there was nothing to check, nor a name that is almost the right one."""
    return isinstance(said, str) and said.startswith((NO_ANSWER, MISSING)) and not is_near(said)


def is_near(said: Report | str) -> bool:
    """Whether an answer is missed, and a name is almost the right one."""
    return isinstance(said, str) and said.startswith(MISSING) and ALMOST in said


def perhaps(said: Report | str, names: list[str]) -> str:
    """What a student reads where an answer may have another name."""
    return f"{said} In your notebook {told(names)}. If that is your answer, tell who marks it."


def told(names: list[str]) -> str:
    """Functions that may be an answer."""
    takes, them = ("takes", "it") if len(names) == 1 else ("take", "them")
    return f"{', '.join(names)} {takes} as many arguments, and nothing asks for {them}"


def _outcomes(reply: Reply | None, cases: list[tuple]) -> list[Outcome] | None:
    """The outcomes of all cases; None where a dishonest or broken process wrote something else.

    What it says of changed arguments and of the kind of its numbers is believed: nobody outside can see them.
    Whoever forges them has the right numbers, which a copy or a conversion would have made a right answer.
    """
    if reply is None or reply.outcomes is None or len(reply.outcomes) != len(cases):
        return None
    if any(
        not {*one.changed} <= {*range(len(case))} for one, case in zip(reply.outcomes, cases, strict=True)
    ):
        return None
    try:
        return [protocol.unpack(one) for one in reply.outcomes]
    except protocol.ProtocolError:
        return None


def earned_by(said: Report | str) -> int:
    """The points that a check gives; -1 where it could not be made."""
    return said.earned if isinstance(said, Report) else -1


def weight(said: Report | str) -> tuple[int, bool]:
    """By which what a check says is more than what another says: by its points, then by a named mistake."""
    return earned_by(said), isinstance(said, Report) and said.misconception is not None


def unseen(report: Report) -> Report:
    """A report that shows nothing of what came: neither its numbers, nor its words, nor what it printed."""
    if report.shown is None:
        return report
    shown = Shown(report.shown.inputs, unmarked(report.shown.expected), UNSEEN)
    said = report.said if report.misconception else report.said[-1:]  # what is explained may name what came
    return replace(report, shown=shown, said=said)


def unnamed(reply: Reply | Ended) -> Reply | Ended:
    """A reply without names: the student's process says them, and they could be any text that it read."""
    if isinstance(reply, Ended):
        return reply
    outcomes = reply.outcomes and [
        structs.replace(one, message=LIBRARY) if one.detail == WithheldError.__name__ else one
        for one in reply.outcomes
    ]
    uncallable = SOMETHING if reply.uncallable else ""
    return structs.replace(reply, near="", alike=[], uncallable=uncallable, outcomes=outcomes, guessed="")


def beginning(source: str) -> str:
    """The first line of a cell, to tell it from others."""
    line = next((line.strip() for line in source.splitlines() if line.strip()), "")
    return f"'{line[:40]}'"
