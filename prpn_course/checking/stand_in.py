"""Right answers that stand in for wrong ones for a while, in a notebook that has run."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from inspect import Parameter, signature
from types import FunctionType

EACH = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


@contextmanager
def standing_in(space: dict, others: Mapping[str, Callable]) -> Iterator[None]:
    """Let functions of a notebook do what others do.

    The name stands for the other one, and so the notebook's own function may have a second name by now, be a
    default argument, or be held by a `partial`. Therefore it does itself what the other one does. It is
    called as before: the notebook may have given its arguments other names, or another order.

    Args:
        space: the notebook's names.
        others: what takes the place of each name's value.
    """
    before = {name: space[name] for name in others if name in space}
    others = {name: _called_as(before.get(name), other) for name, other in others.items()}
    with ExitStack() as changed:
        for name, mine in before.items():
            if function := own_function(mine, space):
                changed.enter_context(_doing(function, others[name]))
        space.update(others)
        try:
            yield
        finally:
            for name in others:
                space.pop(name, None)
            space.update(before)


def _called_as(mine: object, other: Callable) -> Callable:
    """A function with the parameters of another, by their names where it has these, else in their order."""
    with suppress(Exception):  # no function, or it says nothing of its parameters
        own = signature(mine)  # type: ignore[arg-type]
        theirs, names = signature(other).parameters, [*own.parameters]
        is_any = any(one.kind is Parameter.VAR_POSITIONAL for one in theirs.values())
        number = len(names) if is_any else len(theirs)
        order = [*theirs] if {*theirs} <= {*names} else names[:number]
        if len(order) == number and all(one.kind in EACH for one in own.parameters.values()):

            def called(*arguments, **named):
                given = own.bind(*arguments, **named)
                given.apply_defaults()
                return other(*(given.arguments[name] for name in order))

            return called
    return other


def own_function(value: object, space: dict) -> FunctionType | None:
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
