"""A program as tokens that names, comments and layout do not change, and whether two answers are alike so."""

import builtins
import keyword
import re
from collections import Counter
from itertools import islice

from prpn_course.authoring.stubs import BEGIN, regions

LONGEST = 10_000  # tokens of one answer that are looked at; honest ones have hundreds
FEW = 30  # tokens of a solution's own lines; with fewer there are few ways to be right
# Each character is in a piece, and none is read twice: a string without an end goes on to the end of its
# line, or of all.
TOKEN = re.compile(
    r"(?P<blank>(?:\s++|#[^\n]*+)++)"  # a page of comments is one piece: it hides nothing below it
    r"|(?P<string>[rbfu]{0,2}(?:'''(?:[^\\']++|\\.|'(?!''))*+(?:'''|\\?\Z)"
    r"|\"\"\"(?:[^\\\"]++|\\.|\"(?!\"\"))*+(?:\"\"\"|\\?\Z)"
    r"|'(?:[^'\\\n]++|\\.)*+'?|\"(?:[^\"\\\n]++|\\.)*+\"?))"
    r"|(?P<number>\d[\w.]*)|(?P<name>[^\W\d]\w*)|(?P<sign>[^\s\w])",
    re.IGNORECASE | re.DOTALL,
)
UNREAD = ("blank", "string")
KEPT = {*keyword.kwlist, *dir(builtins), "self", "torch", "np", "math"}


def tokens(source: str) -> list[tuple[str, int]]:
    """The first tokens of a program and the line of each, names that a student chose made equal."""
    found: list[tuple[str, int]] = []
    line, at = 0, 0
    matches = (match for match in TOKEN.finditer(source) if match.lastgroup != "blank")
    for match in islice(matches, LONGEST):
        line, at = line + source.count("\n", at, match.start()), match.start()
        word = match[0]
        if match.lastgroup == "string":
            word = "''"
        elif match.lastgroup == "name" and word not in KEPT and not (found and found[-1][0] == "."):
            word = "name"
        found.append((word, line))
    return found


def is_cut(source: str) -> bool:
    """Whether a program goes on behind what is looked at."""
    return len(tokens(source)) == LONGEST


def words(source: str) -> list[str]:
    """The tokens without strings, so that a docstring that was dropped hides nothing."""
    return [word for word, _ in tokens(source) if word != "''"]


def identical(
    answers: dict[str, str], solution: dict[str, str], shown: dict[str, str] | None = None
) -> tuple[list[str], int]:
    """Which answers are the published ones, but for names, comments and layout.

    Args:
        answers: of a student, by their tasks.
        solution: its cells, by their tasks.
        shown: stubs and hints of tasks that were drawn anew: what these say is no sign of a copy.
    Returns:
        the tasks, and in how many it would say something: one of few tokens can hardly be written otherwise.
    """
    long = [
        task
        for task, source in solution.items()
        if BEGIN in source and _unsaid(source, (shown or {}).get(task, "")) >= FEW
    ]
    own = {source: words(source) for source in {answers.get(task, "") for task in long}}  # each read once
    return [task for task in long if own[answers.get(task, "")] == words(solution[task])], len(long)


def _unsaid(source: str, shown: str) -> int:
    """How many tokens of a solution's own lines stand in nothing that was shown, or not as often."""
    found = (one for one in TOKEN.finditer("\n".join(regions(source))) if one.lastgroup not in UNREAD)
    return (Counter(one[0] for one in found) - Counter(re.findall(r"\w+|[^\w\s]", shown))).total()
