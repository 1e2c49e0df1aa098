"""The anatomy of an exercise: a task, the mistakes that learners make in it, and the stub's word.

A task is everything that the tooling knows about one function that a student writes. The prose, the stub,
the points and the solution stand in the notebook of the sheet; `prpn_course.builder` shows how the
inputs, the right answer and the wrong ones are written down.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass

from prpn_edu.errors import UsageError

DIFFICULTIES = ("easy", "medium", "hard")
ELSEWHERE = {"10.4": "11-prpn-on-trial"}  # sections that are not on the page named as the sheet is


class NotYet(NotImplementedError):
    """Raised by an untouched stub: nothing is wrong, there is only something left to write.

    In a notebook an invitation is shown in its place, and "Run all" goes on (`checking.kernel`). Elsewhere
    the message is all that is shown; a traceback would look like a mistake.
    """

    def __init__(self, task_id: str):
        super().__init__(
            f"Task {task_id} is still open. Write your lines in place of the line that raises NotYet, "
            "then run the cell and its check."
        )
        self.task_id = task_id

    def _render_traceback_(self) -> list[str]:
        """Return what IPython shows in place of a traceback."""
        return [str(self)]


class NotebookError(UsageError):
    """A notebook that cannot be used. The message names the file, the cell and the cure."""


@dataclass(frozen=True)
class Misconception:
    """A wrong implementation that learners really write, and the hint that answers it.

    Attributes:
        name: what the answer does, as the end of the sentence "your answer behaves like one that ...".
        wrong: the implementation; it takes the task's arguments. It may raise, or return nan, as the
            learner's would.
        hint: one or two sentences that help without giving the line away.
        patch: texts of the solution's code, each with the one in its place; none where it is a function.
    """

    name: str
    wrong: Callable
    hint: str
    patch: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Part:
    """What has points of its own in a task: some of the cases, or some entries of the result in all cases.

    Attributes:
        name: what it is, as the end of "1 point for ...".
        points: what it is worth, all or none.
        cases: how many cases there are, under every seed; 0 where the part is made of entries.
        entries: places along the first axis of the result.
    """

    name: str
    points: int
    cases: int = 0
    entries: tuple[int, ...] = ()


def _no_variant(code: str | ast.Module) -> Callable:
    """Raise, for a task that was not built from a solution's code."""
    raise ValueError("the task's code is not known")


@dataclass(frozen=True)
class Task:
    """One function that a student writes, and all that is needed to judge it fairly.

    Attributes:
        id: chapter and number, "7.2".
        title: a few words, as in the notebook's heading.
        function: the name of the function that the student defines.
        signature: the arguments as the stub has them, "(d, tau)"; their names also label the inputs in a
            report.
        points, minutes, difficulty: what the task is worth, how long it takes, one of `DIFFICULTIES`.
        section: the heading in the chapter to reread.
        after: the heading of the section that offers the task at its end.
        axes: the letters of the result's axes, outermost first, ("t", "i"): a report names the place of a
            mistake.
        reference: the right answer, from the solution notebook. Called with a case, returns what an answer
            may: a tensor, a list, a number.
        cases: from a seed to a list of cases, each a tuple of arguments; small, telling cases first. Every
            case must obey the contract in the stub's docstring, edge cases included.
        misconceptions: at least three; the first that fits is named.
        answer_modules: modules of the library that hold the answer; an answer may not import them.
        tolerance: the largest absolute difference that counts as equal.
        parts: groups of cases with points of their own, in the order of the cases, or groups of entries;
            none where the points are all or none.
        in_page: the section, or the fold, at whose end the chapter shows a cell in which it can be done
            (`authoring.in_page`), "" for none.
        core: whether it is of the class core of its sheet.
        source: of the reference, "" where it is not known. A sibling has its task's.
        variant: from another source, or its syntax tree, to the function in the reference's place.
    """

    id: str
    title: str
    function: str
    signature: str
    points: int
    minutes: int
    difficulty: str
    section: str
    after: str
    axes: tuple[str, ...]
    reference: Callable
    cases: Callable[[int], list[tuple]]
    misconceptions: tuple[Misconception, ...]
    answer_modules: tuple[str, ...]
    tolerance: float = 1e-5
    parts: tuple[Part, ...] = ()
    in_page: str = ""
    core: bool = False
    source: str = ""
    variant: Callable[[str | ast.Module], Callable] = _no_variant

    @property
    def arguments(self) -> list[str]:
        """The argument names, in order."""
        return [name.split("=")[0].strip() for name in self.signature.strip("()").split(",")]

    @property
    def page(self) -> str:
        """The page that has the section, where it is not named as the sheet is; else ""."""
        return ELSEWHERE.get(self.id, "")

    @property
    def chapter(self) -> str:
        """The chapter that has the section, as a report names it: "Chapter 10", "Chapter 11"."""
        return f"Chapter {self.page.split('-')[0] or self.id.split('.')[0]}"

    @property
    def facts(self) -> str:
        """The line of points, minutes and difficulty as it stands under the task's heading."""
        split = ", ".join(f"{worth} for {name}" for name, worth in self.worth.items())
        worth = f"{points(self.points)}: {split}" if split else points(self.points)
        return f"**{worth} · {self.minutes} minutes · {self.difficulty}**"

    @property
    def not_set(self) -> str:
        """The line in the place of `facts` where a teacher has not set the task."""
        return f"**not set · {self.minutes} minutes**"

    @property
    def worth(self) -> dict[str, int]:
        """The points of each part, by its name."""
        return {part.name: part.points for part in self.parts}


def points(number: int) -> str:
    """Return "1 point", "2 points"."""
    return several(number, "point")


def several(number: int, what: str) -> str:
    """Return a number of things: "1 mark", "2 marks"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


@dataclass(frozen=True)
class Question:
    """A question of a sheet that no check can mark, and what a person marks it by.

    Attributes:
        id: chapter and letter, "7.a".
        title: a few words, as in the notebook's heading.
        points, minutes: what it is worth, how long it takes.
        text: what is asked, as Markdown.
        model: an answer that earns all points, as Markdown; students never get it.
        rubric: points and what they are given for, a line each.
    """

    id: str
    title: str
    points: int
    minutes: int
    text: str
    model: str
    rubric: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Sheet:
    """The tasks of one exercise notebook, in order.

    Attributes:
        stem: the notebook's file name without ".ipynb", "07-prpn-gates".
        chapter: the chapter as a report names it, "Chapter 7".
        tasks: in the order of the notebook.
    """

    stem: str
    chapter: str
    tasks: tuple[Task, ...]

    def task(self, task_id: str) -> Task | None:
        """Return the task with this id, or None."""
        return next((task for task in self.tasks if task.id == task_id), None)

    @property
    def points(self) -> int:
        """The points of the whole sheet."""
        return sum(task.points for task in self.tasks)
