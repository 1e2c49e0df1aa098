"""Calls functions of a notebook on the cases of a check: when the grader asks, and when the notebook does.

What stands around a check counts: `with torch.enable_grad(): check("5.9", influence)`. So where the grader
wants it, an answer is called at the moment at which the notebook itself checks it, and what comes is kept.
"""

from collections import defaultdict, deque
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from types import CodeType, FunctionType
from typing import Any

import torch

from prpn_class.sandbox.protocol import (
    LONGEST_ID,
    MOST_ALIKE,
    MOST_HEARD,
    MOST_TASKS,
    Call,
    Step,
    pack,
    short,
    unpack_cases,
)
from prpn_course.checking.not_here import told
from prpn_course.checking.outcomes import run
from prpn_course.checking.results import words_of
from prpn_course.checking.stand_in import own_function, standing_in
from prpn_course.task import NotYet

ALIKE = 0.9  # of two names: the share of letters in common from which one may be the other misspelt


class Ear:
    """Hears what a notebook checks itself.

    Args:
        steps: of the job; the calls among them say of which tasks something is to be kept.
        namespace: of the notebook.
    """

    def __init__(self, steps: list[Step], namespace: dict):
        self._wanted = {step.heard: step for step in steps if isinstance(step, Call) and step.heard}
        self._namespace, self._is_calling = namespace, False
        self._kept = defaultdict[str, deque[dict]](partial(deque, maxlen=MOST_HEARD))
        self._tasks = set[str]()

    def __call__(self, task_id: Any, passed: Any) -> None:
        """Hear one check."""
        if not isinstance(task_id, str) or self._is_calling:
            return
        self._tasks.add(task_id)
        if step := self._wanted.get(task_id):
            self._is_calling = True
            try:
                with torch.random.fork_rng(devices=[]):
                    self._kept[task_id].append(call(self._namespace, step, passed))
            finally:
                self._is_calling = False

    def tasks(self) -> list[str]:
        """The tasks that were heard since this was asked last."""
        found, self._tasks = [one for one in self._tasks if len(one) <= LONGEST_ID], set()
        return sorted(map(short, found))[:MOST_TASKS]

    def kept(self, step: Call) -> dict:
        """What came of one of the last checks of a task."""
        found = self._kept[step.heard]
        return found[step.place] if step.place < len(found) else {"missing": True}


def call(namespace: dict, step: Call, passed: Any = None) -> dict:
    """Call a function of the notebook on each case; the parts of a `Reply` that say what came of it.

    Args:
        namespace: of the notebook.
        step: the call.
        passed: the function; None for the one that the call names.
    """
    right: dict = {}
    exec(step.right, right)
    with standing_in(namespace, {name: right[name] for name in step.instead}):
        return _outcomes(namespace, step, answer(namespace, step) if passed is None else passed)


def answer(namespace: dict, step: Call) -> Any:
    """What is to be called, None where the notebook has no such thing."""
    for expression in step.answers:
        with suppress(Exception):
            if (found := eval(expression, namespace)) is not None:
                return found
    return None


def _near(namespace: dict, name: str) -> str:
    """The name of a function of the notebook that differs from another in an underscore or a letter."""
    names = {plain(one): one for one, value in namespace.items() if isinstance(value, FunctionType)}
    return names[found[0]] if (found := get_close_matches(plain(name), names, 1, ALIKE)) else ""


def _alike(namespace: dict, number: int) -> list[str]:
    """The notebook's functions that take so many arguments, and that no other function uses."""
    functions = {name: one for name, value in namespace.items() if (one := own_function(value, namespace))}
    used = {other for name, one in functions.items() for other in _named(one.__code__) - {name}}
    free = {name: one for name, one in functions.items() if name not in used}
    most = {name: (one.__code__.co_argcount, len(one.__defaults__ or ())) for name, one in free.items()}
    return [short(name) for name, (n, left) in most.items() if n - left <= number <= n][:MOST_ALIKE]


def _named(code: CodeType) -> set[str]:
    """The names that a function uses, and those inside it."""
    inner = (_named(one) for one in code.co_consts if isinstance(one, CodeType))
    return {*code.co_names}.union(*inner)


def plain(name: str) -> str:
    """A name as it is said."""
    return name.replace("_", "").lower()


def _outcomes(namespace: dict, step: Call, function: Any) -> dict:
    if function is None:
        near, number = _near(namespace, step.answers[-1]), len(unpack_cases(step.cases)[0])
        return {"missing": True, "near": short(near), "alike": _alike(namespace, number)}
    if not callable(function):
        return {"uncallable": short(type(function).__name__)}
    outcomes = []
    told.clear()
    for case in unpack_cases(step.cases):
        try:
            outcomes.append(pack(run(function, case)))
        except NotYet:
            return {"open": True}
    return {"outcomes": outcomes, "guessed": short(words_of(told[0])) if told else ""}
