"""What only the staff reads of a submission, besides its marks."""

import re

from nbformat import NotebookNode

from prpn_class.grading.tokens import identical
from prpn_class.grading.verdict import is_absent, told
from prpn_class.sandbox.submission import Submission
from prpn_course.checking.judge import Report
from prpn_course.notebooks import role_of, task_of
from prpn_course.task import Sheet, Task
from prpn_course.tasks import published
from prpn_edu.printable import one_line

COPIED = "identical to the published solution"
COPIED_DRAWN = "identical to the solution of this draw, which is not public,"
DRAWN = re.compile(r"^siblings\((.*?)\)", re.MULTILINE)  # the call by which a sheet tells what was drawn
DEFINED = re.compile(r"^def (\w+)", re.MULTILINE)  # a student's cell is not parsed out here
OTHER_DRAW = "the sheet was drawn anew, {}, and is graded by other solutions; give --solutions of that draw"
PUBLISHED = "the notebook answers the published sheet, and not the one that was drawn anew: {}"
TO_STUDENT = (
    "the notebook answers the published sheet, and this class was given another one, with some other tasks. "
    "The answers may be right there; they do not fit these tasks. Ask your teacher for the sheet of the "
    "class, and whether you may still hand it in"
)
MOST_NAMED = 3
ADJUST = (
    "{}: no function is called {}; {}. If that is the answer, give it the name and grade again, or give "
    "points with [adjust]"
)


class Staff:
    """What the staff should know of the submissions of one sheet.

    Args:
        sheet: the tasks.
        exercise: the notebook as it was handed out.
        answers: the solution's cells by their tasks.
    """

    def __init__(self, sheet: Sheet, exercise: NotebookNode, answers: dict[str, str]):
        sources = [cell.source for cell in exercise.cells if cell.cell_type == "code"]
        self.sheet, self.answers = sheet, answers
        self.drawn = DRAWN.findall("\n".join(sources))
        self.shown = stubs_and_hints(exercise, " ".join(self.drawn))
        self.functions = {task.function for task in sheet.tasks}
        self.published = {task.function for task in published(sheet.stem).tasks}
        self.handed_out = {name for source in sources for name in DEFINED.findall(source)}

    def remarks(self, submission: Submission) -> list[str]:
        """On the draw that the notebook is of, and on copies of the solution."""
        own = {task.id: submission.answers(task.id) for task in self.sheet.tasks}
        last = {name: cells[-1].source for name, cells in own.items() if cells}
        same, of = identical(last, self.answers, self.shown)
        return [*self._other_draw(submission), *copied(same, of, " ".join(self.drawn))]

    def to_student(self, submission: Submission) -> list[str]:
        """Of these, what the student reads too: why answers that were right once earn nothing here."""
        return [TO_STUDENT] if self._is_published(submission) else []

    def _other_draw(self, submission: Submission) -> list[str]:
        """Whether the notebook comes from another draw than the solutions."""
        if other := self._drawn_there(submission):
            return [OTHER_DRAW.format(other[0].replace('"', "")[:200])]
        is_old = self._is_published(submission)
        return [PUBLISHED.format(self.drawn[0].replace('"', ""))] if is_old else []

    def _drawn_there(self, submission: Submission) -> list[str]:
        """The siblings that a notebook names, where these are others."""
        found = DRAWN.findall("\n".join(event.source for event in submission.own))
        return [names for names in found if names not in self.drawn]

    def _is_published(self, submission: Submission) -> bool:
        """Whether a notebook has functions of the published sheet alone, and none of the one drawn anew."""
        if not self.drawn or self._drawn_there(submission):
            return False
        names = {name for event in submission.own for name in DEFINED.findall(event.source)}
        own, old = self.functions - self.published, self.published - self.functions
        return bool(names & old) and not names & own

    def candidates(
        self, task: Task, names: list[str], submission: Submission, said: Report | str
    ) -> list[str]:
        """Of the student's functions those that may be an answer that is absent, under another name.

        None is named for a task that does not count, nor one that stands in the cell of another task.

        Args:
            task: the task.
            names: of functions that take as many arguments, and are used by no other.
            submission: the notebook.
            said: what the checks said.
        """
        if not is_absent(said) or task.id not in self.answers:
            return []
        stands = {one.id: _defined(submission, one.id) for one in self.sheet.tasks}
        own = stands.pop(task.id)
        theirs = set[str]().union(*stands.values()) - own
        known = {*self.functions, *self.handed_out, *theirs, *(one.answer for one in submission.checks)}
        free = [name for name in map(one_line, names) if name not in known]
        return ([name for name in free if name in own] or free)[:MOST_NAMED]


def _defined(submission: Submission, task: str) -> set[str]:
    """The functions of a task's own cells."""
    return {name for cell in submission.answers(task) for name in DEFINED.findall(cell.source)}


def to_adjust(task: Task, names: list[str]) -> str:
    """What the staff reads where an answer may have another name."""
    return ADJUST.format(task.id, task.function, told(names))


def stubs_and_hints(exercise: NotebookNode, drawn: str) -> dict[str, str]:
    """The stubs and hints of the tasks that were drawn, by their ids; `drawn` is that of `copied`."""
    found: dict[str, str] = {}
    for cell in exercise.cells:
        task, role = task_of(cell) or "", role_of(cell)
        if task and is_drawn(task, drawn) and role in ("text", "answer"):
            hints = cell.source if role == "answer" else cell.source.partition("<details>")[2]
            found[task] = f"{found.get(task, '')}\n{hints}"
    return found


def is_drawn(task: str, drawn: str) -> bool:
    """Whether a task is among the siblings that a sheet names."""
    return bool(re.search(rf"\b{re.escape(task)}[a-z]", drawn))


def copied(same: list[str], of: int, drawn: str) -> list[str]:
    """In how many tasks answers are identical to the published solution, and to one that was drawn.

    Args:
        same: the tasks.
        of: in how many it would say something.
        drawn: the siblings of the sheet, "7.1c, 7.2b", "" for the published sheet.
    """
    secret = [name for name in same if is_drawn(name, drawn)]
    public = [name for name in same if name not in secret]
    return [
        f"{words} in {len(some)} of {of} longer tasks: {', '.join(some)}"
        for words, some in ((COPIED, public), (COPIED_DRAWN, secret))
        if some
    ]
