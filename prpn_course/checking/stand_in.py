"""Right answers that stand in for wrong ones for a while, in a notebook that has run."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from types import FunctionType


@contextmanager
def standing_in(space: dict, others: Mapping[str, Callable]) -> Iterator[None]:
    """Let functions of a notebook do what others do.

    The name stands for the other one, and so the notebook's own function may have a second name by now, be a
    default argument, or be held by a `partial`. Therefore it does itself what the other one does.

    Args:
        space: the notebook's names.
        others: what takes the place of each name's value.
    """
    before = {name: space[name] for name in others if name in space}
    with ExitStack() as changed:
        for name, mine in before.items():
            if function := _own(mine, space):
                changed.enter_context(_doing(function, others[name]))
        space.update(others)
        try:
            yield
        finally:
            for name in others:
                space.pop(name, None)
            space.update(before)


def _own(value: object, space: dict) -> FunctionType | None:
    """The notebook's own function that a name stands for, inside a library's decorators; None for others."""
    while isinstance(value, FunctionType):  # a cache is none, and would keep what the other one gives
        if value.__globals__ is space:
            return value
        value = getattr(value, "__wrapped__", None)
    return None


@contextmanager
def _doing(function: FunctionType, other: Callable) -> Iterator[None]:
    """Let a function do what another does, whoever holds it."""
    before = function.__code__, function.__defaults__, function.__kwdefaults__
    function.__code__ = _ask.__code__.replace(co_freevars=function.__code__.co_freevars)
    function.__defaults__, function.__kwdefaults__ = None, {"_other": other}
    try:
        yield
    finally:
        function.__code__, function.__defaults__, function.__kwdefaults__ = before


def _ask(*arguments, _other, **named):
    return _other(*arguments, **named)
