"""How a task is written down: the inputs it is tried on, and the mistakes learners make.

    alphas = task("7.2", section="From scores to a chance of going on", axes="t, j")

    @alphas.cases
    def _(draw):
        yield draw.uniform(4), 3.0

    alphas.wrong("divides by tau", "tau * lead", "lead / tau", "In the paper tau is ...")
    alphas.wrong("compares the other way round", lambda d, tau: alphas(-d, tau), "A high score is ...")

The right answer is the solution's own cell. A mistake is a patch of it, or else a function. Title, points,
minutes, difficulty, function, signature and code stand in the solution notebook alone;
`prpn_course/authoring/facts.py` copies them into `tasks/facts.json`, and they are read from there.
"""

import ast
import functools
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

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
    in_page: bool | str = False,
) -> "TaskBuilder":
    """Begin a task.

    Args:
        task_id: as in the notebook, "7.2".
        section: the heading in the chapter to reread.
        axes: the letters of the result's axes, outermost first, "t, i"; "" for a single number.
        tolerance: the largest absolute difference that counts as equal; 0 for results that are exact.
        after: the section at whose end the chapter offers the task, where that is not `section`.
        in_page: whether the section shows a cell in which it can be done, in plain Python; or the heading of
            another section that shows it.
    """
    facts = {
        "section": section,
        "axes": tuple(filter(None, axes.split(", "))),
        "tolerance": tolerance,
        "after": after or section,
        "in_page": (after or section) if in_page is True else in_page or "",
    }
    return TaskBuilder(task_id, facts)


class TaskBuilder:
    """A task that is being written down. Calling it calls its reference, once the sheet is built."""

    def __init__(self, task_id: str, facts: dict[str, Any]):
        self.id, self._rest = task_id, facts
        self.reference: Callable | None = None
        self._generate: Callable[[Draw], Iterator] | None = None
        self._parts: dict[str, Callable[[Draw], Iterator]] = {}
        self._entries: dict[str, tuple[int, ...]] = {}
        self._mistakes: list[Mistake] = []

    def __call__(self, *case):
        """Return the right answer to a case."""
        if self.reference is None:
            raise TypeError(
                f"task {self.id}: its reference can be called when the sheet is built, not before"
            )
        return self.reference(*case)

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

    def entries(self, name: str, *places: int) -> None:
        """Give entries of the result points of their own, paid when they are right in all cases.

        Args:
            name: as in the notebook's line of points, "3 points: 2 for the score, 1 for the number of trees".
            *places: along the first axis of the result.
        """
        self._entries[name] = places

    def wrong(self, name: str, *change: Callable | str, times: int = 1) -> None:
        """Add a mistake: a patch of the solution, or a function of the same arguments; and its hint.

            alphas.wrong(name, "tau * lead", "lead / tau", hint)
            alphas.wrong(name, "old text", "new text", "other old text", "other new text", hint)
            alphas.wrong(name, lambda d, tau: alphas(-d, tau), hint)

        Args:
            name: what the answer does, as the end of "your answer behaves like one that ...".
            *change: pairs of a text in the solution's code and the text in its place, or a function, which
                may raise, or return nan, as the learner's would; last the hint, one or two sentences that
                help without giving the line away. Comments and docstrings are no part of the code.
            times: how often each old text occurs in the code; all of these places are changed.
        Raises:
            TypeError: neither pairs nor a function, or no hint.
        """
        *what, hint = change or ("",)
        texts = [text for text in what if isinstance(text, str)]
        patch = dict(zip(texts[::2], texts[1::2], strict=False))
        changed = what[0] if len(what) == 1 else patch
        fits = callable(changed) or 0 < 2 * len(patch) == len(what)
        if not (fits and isinstance(hint, str)) or isinstance(changed, str):
            raise TypeError(f"task {self.id}, {name!r}: give pairs of texts, or one function; then the hint")
        self._mistakes.append(Mistake(name, changed, hint, times))

    def build(self, facts: dict, answers: tuple[str, ...], space: dict[str, Any]) -> Task:
        """Return the task.

        Args:
            facts: what the notebook says of it.
            answers: modules of the library that hold the answer.
            space: what the cells of the sheet's earlier tasks define; those of this one are added.
        Raises:
            ValueError: it has no cases.
            NotebookError: the notebook has other parts than are here, or a mistake changes a text that is not
                in its code.
        """
        facts = dict(facts)
        worth, given, code = facts.pop("worth", {}), facts.pop("given"), facts.pop("code")
        exec(given, space)
        before = dict(space)
        self.reference = _defined(facts["function"], code, f"<the solution of {self.id}>", space)
        generate = self._generate
        if not generate:
            raise ValueError(f"task {self.id} has no cases: put @{facts['function']}.cases over a generator")
        if list(worth) != list(self._entries) if self._entries else list(worth)[1:] != list(self._parts):
            raise NotebookError(
                f"task {self.id}: the notebook's line of points has the parts {list(worth)}, but the module "
                f"has {list(self._entries) or ['one for the cases', *self._parts]}; make them agree"
            )
        several = "," in facts["signature"]
        generators = (generate, *self._parts.values())
        return Task(
            **facts,
            **self._rest,
            reference=self.reference,
            cases=lambda seed: [case if several else (case,) for case in _drawn(generators, seed)],
            parts=self._built_parts(worth, generators),
            misconceptions=tuple(
                Misconception(
                    one.name, self._wrong(one, code, before, facts["function"]), one.hint, one.patch
                )
                for one in self._mistakes
            ),
            source=code,
            variant=lambda code: _defined(facts["function"], code, f"<near {facts['id']}>", dict(before)),
            answer_modules=answers,
        )

    def _built_parts(self, worth: dict[str, int], generators: tuple) -> tuple[Part, ...]:
        """The parts of the points, by entries or by cases."""
        if self._entries:
            return tuple(Part(name, worth[name], entries=places) for name, places in self._entries.items())
        return tuple(map(Part, worth, worth.values(), _sizes(generators) if worth else []))

    def _wrong(self, mistake: "Mistake", code: str, space: dict[str, Any], function: str) -> Callable:
        """The function of a mistake: its own, or the solution's with its code patched.

        Args:
            space: what the solution's code finds there.
        Raises:
            NotebookError: a text does not occur as often as it should, or the patched code is no Python.
        """
        if callable(mistake.change):
            return mistake.change
        place = f"task {self.id}, mistake {mistake.name!r}"
        try:
            patched = _patched(code, mistake.change, mistake.times)
            return _defined(function, patched, f"<{place}>", dict(space))
        except (ValueError, SyntaxError) as error:
            raise NotebookError(f"{place}: {error}; mend it for the solution's code\n{code}") from None


def _defined(name: str, code: str | ast.Module, file: str, space: dict[str, Any]) -> Callable:
    """Run a code in a space, and return a function of it."""
    exec(compile(code, file, "exec"), space)
    return space[name]


def _patched(code: str, change: dict[str, str], times: int) -> str:
    """A code with texts replaced, all at once.

    Raises:
        ValueError: one of them does not occur so many times, or two overlap.
    """
    for old in change:
        if (found := code.count(old)) != times:
            raise ValueError(f"{old!r} stands {found} times in the solution's code, and not {times}")
    patched, number = re.subn("|".join(map(re.escape, change)), lambda old: change[old[0]], code)
    if number != times * len(change):
        raise ValueError(f"two of the texts {', '.join(map(repr, change))} overlap")
    return patched


def _drawn(generators: Iterable[Callable[[Draw], Iterator]], seed: int) -> Iterator:
    """What several generators yield, one after the other, from one source of numbers."""
    draw = Draw(seed)
    for generate in generators:
        yield from generate(draw)


def _sizes(generators: Iterable[Callable[[Draw], Iterator]]) -> list[int]:
    """How many cases each of several generators yields."""
    draw = Draw(0)
    return [len(list(generate(draw))) for generate in generators]


@dataclass(frozen=True)
class Mistake:
    """A mistake as it is written down.

    Attributes:
        name, hint: as in `Misconception`.
        change: a function, or texts of the solution with those in their places.
        times: how often each of these texts stands there.
    """

    name: str
    change: Callable | dict[str, str]
    hint: str
    times: int = 1

    @property
    def patch(self) -> tuple[tuple[str, str], ...]:
        """The texts with those in their places; none where it is a function."""
        return () if callable(self.change) else tuple(self.change.items())


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
    space = {"torch": torch}
    tasks = (builders[name].build(facts[name], withheld, space) for name in facts if name in builders)
    return Sheet(stem, f"Chapter {int(stem[:2])}", tuple(tasks))
