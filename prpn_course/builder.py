"""How a task is written down: the right answer, the inputs it is tried on, and the mistakes learners make.

    @task("7.2", section="From scores to a chance of going on", axes="t, j")
    def alphas(d, tau, ramp=lambda lead, tau: ((1 + tau * lead) / 2).clamp(0, 1)):
        return ramp(d[:, None] - d, tau).tril(-1)

    @alphas.cases
    def _(draw):
        yield draw.uniform(4), 3.0

    alphas.wrong("divides by tau", lambda d, tau: alphas(d, 1 / tau)).hint("In the paper tau is ...")
    alphas.wrong("does not clip", ramp=lambda lead, tau: (1 + tau * lead) / 2).hint("A chance ...")

The reference takes the student's arguments. What it takes besides are the places where learners go wrong: a
mistake is the reference with one of them changed, or else a function of its own. Title, points, minutes,
difficulty, function and signature stand in the solution notebook alone; `course/authoring/facts.py` copies
them into `tasks/facts.json`, and they are read from there.
"""

import functools
import inspect
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from prpn_course.draw import Draw
from prpn_course.task import Misconception, NotebookError, Part, Sheet, Task

FACTS = Path(__file__).parent / "tasks" / "facts.json"
CURE = "write its cells in solutions/text/{}.md, or in its notebook, and run `make pair`"


def task(
    task_id: str,
    section: str,
    axes: str = "",
    tolerance: float = 1e-5,
    after: str = "",
    in_page: bool = False,
) -> Callable:
    """Make a task of the function below: the reference, which is called with a case.

    Args:
        task_id: as in the notebook, "7.2".
        section: the heading in the chapter to reread.
        axes: the letters of the result's axes, outermost first, "t, i"; "" for a single number.
        tolerance: the largest absolute difference that counts as equal; 0 for results that are exact.
        after: the section at whose end the chapter offers the task, where that is not `section`.
        in_page: whether the section shows a cell in which it can be done, in plain Python.
    """
    facts = {
        "section": section,
        "axes": tuple(filter(None, axes.split(", "))),
        "tolerance": tolerance,
        "after": after or section,
        "in_page": in_page,
    }
    return lambda reference: TaskBuilder(task_id, reference, facts)


class TaskBuilder:
    """A task that is being written down. Calling it calls the reference."""

    def __init__(self, task_id: str, reference: Callable, facts: dict[str, Any]):
        self.id, self.reference, self._rest = task_id, reference, facts
        self._generate: Callable[[Draw], Iterator] | None = None
        self._parts: dict[str, Callable[[Draw], Iterator]] = {}
        self._mistakes: list[Mistake] = []

    def __call__(self, *case, **changed):
        """Return the right answer to a case, or what comes of it with arguments changed."""
        return self.reference(*case, **changed)

    def cases(self, generate: Callable[[Draw], Iterator]) -> None:
        """Take the inputs from a generator, small and telling ones first, each allowed by the contract.

        It yields what the answer is called with: the argument where there is one, else a tuple of them.
        """
        self._generate = generate

    def part(self, name: str) -> Callable[[Callable[[Draw], Iterator]], None]:
        """Take further inputs from a generator, which have points of their own.

        They come after those of `cases`, and draw on where those ended. Without a part, points are all or
        none.

        Args:
            name: as in the notebook's line of points, "2 points: 1 for one row, 1 for a batch".
        """
        return lambda generate: self._parts.__setitem__(name, generate)

    def wrong(self, name: str, function: Callable | None = None, /, **changed) -> "Mistake":
        """Add a mistake: a function of the same arguments, or the reference with changed arguments.

        Args:
            name: what the answer does, as the end of "your answer behaves like one that ...".
            function: may raise, or return nan, as the learner's would.
            **changed: arguments of the reference that have a default; a case gives the others.
        Raises:
            TypeError: both or neither are given, or the reference has no such argument.
        """
        if (function is None) != bool(changed):
            raise TypeError(f"task {self.id}, {name!r}: give a function or changed arguments, one of the two")
        parameters = inspect.signature(self.reference).parameters.values()
        unknown = changed.keys() - {one.name for one in parameters if one.default is not one.empty}
        if unknown:
            raise TypeError(
                f"task {self.id}, {name!r}: the reference has no argument {', '.join(unknown)} with a default"
            )
        mistake = Mistake(name, function or functools.partial(self.reference, **changed))
        self._mistakes.append(mistake)
        return mistake

    def build(self, facts: dict, answers: tuple[str, ...]) -> Task:
        """Return the task.

        Raises:
            ValueError: it has no cases, or a mistake has no hint.
            NotebookError: the notebook has another function, other arguments or other parts than are here.
        """
        facts = dict(facts)
        worth = facts.pop("worth", {})
        wanted, have = facts["function"] + facts["signature"], self._call()
        if have != wanted:
            raise NotebookError(
                f"task {self.id}: the notebook has {wanted}, its reference {have}; make them agree"
            )
        generate = self._generate
        if not generate:
            raise ValueError(f"task {self.id} has no cases: put @{facts['function']}.cases over a generator")
        for mistake in self._mistakes:
            if not mistake.text:
                raise ValueError(f"task {self.id}: the mistake {mistake.name!r} has no hint; add .hint(...)")
        if list(worth)[1:] != list(self._parts):
            raise NotebookError(
                f"task {self.id}: the notebook's line of points has the parts {list(worth)}, the first for "
                f"the cases, but the module has {list(self._parts)} besides; make them agree"
            )
        several = "," in facts["signature"]
        generators = (generate, *self._parts.values())
        return Task(
            **facts,
            **self._rest,
            reference=self.reference,
            cases=lambda seed: [case if several else (case,) for case in _drawn(generators, seed)],
            parts=tuple(map(Part, worth, worth.values(), _sizes(generators) if worth else [])),
            misconceptions=tuple(Misconception(one.name, one.wrong, one.text) for one in self._mistakes),
            answer_modules=answers,
        )

    def _call(self) -> str:
        """How the reference is called, without the arguments that have defaults: "alphas(d, tau)"."""
        parameters = inspect.signature(self.reference).parameters.values()
        needed = [one.name for one in parameters if one.default is one.empty]
        return f"{self.reference.__name__}({', '.join(needed)})"


def _drawn(generators: Iterable[Callable[[Draw], Iterator]], seed: int) -> Iterator:
    """What several generators yield, one after the other, from one source of numbers."""
    draw = Draw(seed)
    for generate in generators:
        yield from generate(draw)


def _sizes(generators: Iterable[Callable[[Draw], Iterator]]) -> list[int]:
    """How many cases each of several generators yields."""
    draw = Draw(0)
    return [len(list(generate(draw))) for generate in generators]


class Mistake:
    """A mistake that waits for its hint."""

    def __init__(self, name: str, wrong: Callable):
        self.name, self.wrong, self.text = name, wrong, ""

    def hint(self, text: str) -> None:
        """Say what helps without giving the line away, in one or two sentences."""
        self.text = text


@functools.cache
def read_facts() -> dict[str, list[dict]]:
    """What the notebooks say of their tasks, from a sheet's file name."""
    return json.loads(FACTS.read_text("utf-8"))


def build_sheet(stem: str, modules: Iterable[ModuleType], answers: Iterable[str]) -> Sheet:
    """Gather the tasks of some modules into a sheet, in the order of its notebook.

    Args:
        stem: the notebook's file name without ".ipynb", "07-prpn-gates".
        modules: hold the tasks.
        answers: modules of the library that hold the answers; they are withheld while the sheet is graded.
    Raises:
        ValueError: two tasks have one id.
        NotebookError: the notebook has no such task.
    """
    found = [value for module in modules for value in vars(module).values() if isinstance(value, TaskBuilder)]
    builders = {builder.id: builder for builder in found}
    if len(builders) < len(set(found)):
        raise ValueError(f"sheet {stem}: two tasks have one id; give each its own")
    facts = {one["id"]: one for one in read_facts().get(stem, [])}
    for task_id in builders:
        if task_id not in facts:
            raise NotebookError(f"{FACTS}: has no task {task_id}; {CURE.format(stem)}")
    withheld = (*answers, "prpn_course.tasks")
    tasks = (builders[task_id].build(facts[task_id], withheld) for task_id in facts if task_id in builders)
    return Sheet(stem, f"Chapter {int(stem[:2])}", tuple(tasks))
