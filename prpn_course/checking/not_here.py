"""What stands in for something that is not here: a module, a file, the name of a user."""

import builtins
import dis
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

LOOKS = {"ic", "debug", "display"}  # they show what they are given, and give it back
BARS = re.compile(r"\w*(tqdm|progress|bar)\w*|[tp]range|track|alive_it")  # they run through what is given
_is_guessing = False
told: list[BaseException] = []  # for which something was guessed


class NotHere:
    """It does no harm where nothing is computed, and tells why it stands there where something is.

    Its attributes, its entries, what it returns and what is computed with it are like it; only a text to
    which it is added stays as it is. As a decorator it changes nothing; it can be an annotation, a base class
    or a context. Only a bar of progress and what shows a value, by their names, let that through: what
    another function would have given is not known, and a tensor that it is written into is spoilt. What has
    to be a value of Python's own, its truth, its length or its order, raises the error again for which it
    stands in; on demand it is guessed, see `guess`.

    Args:
        error: what asked for it met.
        name: by which it was asked for.
        about: what a bar of progress runs through.
    """

    _error: BaseException = NameError("it is not here")  # of one that is copied, before it has its own
    _name, _about = "", None
    __array_ufunc__ = None  # numpy leaves it to this class what is computed with it

    def __init__(self, error: BaseException, name: str = "", about: Any = None):
        self._error, self._name, self._about = error, name, about
        self.__version__, self.__file__, self.__name__ = "0", "", "not_here"

    def __getattr__(self, name: str) -> "NotHere":
        if name.startswith("__"):
            raise AttributeError(name)
        return NotHere(self._error, name)

    def __getitem__(self, key) -> "NotHere":
        return NotHere(self._error)

    def __call__(self, *arguments, **named) -> Any:
        """Give back a function or a class, as a decorator does, and what is only shown."""
        if len(arguments) == 1 and (callable(arguments[0]) or self._name in LOOKS):
            return arguments[0]
        if arguments and BARS.fullmatch(self._name):
            is_range = isinstance(arguments[0], int)
            return NotHere(self._error, about=range(*arguments) if is_range else arguments[0])
        return NotHere(self._error)

    def __add__(self, other) -> Any:
        return other if isinstance(other, str) else NotHere(self._error)

    __radd__ = __add__

    def __eq__(self, other) -> Any:
        return NotHere(self._error)

    __ne__ = __eq__
    __hash__ = object.__hash__

    def __iter__(self) -> Iterator:
        if self._about is not None:
            return iter(self._about)
        number = _unpacked(sys._getframe(1))
        return iter([NotHere(self._error)] * number or self.guess(()))

    def __len__(self) -> int:
        return self.guess(0) if self._about is None else len(self._about)

    def __await__(self) -> Iterator:
        return iter(())

    def __enter__(self) -> "NotHere":
        return self

    def __exit__(self, *_) -> None:
        pass

    def __mro_entries__(self, bases) -> tuple:
        return (_Base,) if len(bases) == 1 else ()

    def __instancecheck__(self, value) -> bool:
        return False

    __subclasscheck__ = __instancecheck__

    def __setitem__(self, key, value) -> None:
        pass

    __delitem__ = __setitem__

    def __format__(self, how: str) -> str:
        return repr(self)

    def guess(self, value: Any) -> Any:
        """Give a value, where such are guessed.

        Raises:
            BaseException: the error, where none are.
        """
        if not _is_guessing:
            self.fail()
        told.append(self._error)
        return value

    def fail(self, *_, **__) -> NoReturn:
        """Raise the error."""
        raise self._error.with_traceback(None)

    @classmethod
    def __torch_function__(cls, function, types, arguments=(), named=None):
        """What torch would compute with it. As a device it is the CPU; written into a tensor it spoils it."""
        name, places = getattr(function, "__name__", ""), dict(named or {})
        if name == "to" and len(arguments) > 1 and isinstance(arguments[1], cls):
            return function(arguments[0], "cpu", *arguments[2:], **places)
        if isinstance(places.get("device"), cls):
            return function(*arguments, **places | {"device": "cpu"})
        given = [*arguments, *places.values()]
        inside = [one for some in given if isinstance(some, list | tuple) for one in some]
        error = next(one for one in (*given, *inside) if isinstance(one, cls))._error
        if name == "__setitem__" or re.fullmatch(r"[a-z]\w*_", name):
            told.append(error)
            spoilt = arguments[0].detach()
            return spoilt.mul_(float("nan")) if spoilt.is_floating_point() else spoilt.bitwise_not_()
        return NotHere(error)


class _Base:
    """In place of a base class that is not here: it takes any arguments, those with names as attributes."""

    def __init__(self, *_, **named):
        self.__dict__.update(named)

    def __init_subclass__(cls, **_):
        pass


def _unpacked(frame: Any) -> int:
    """Of how many names a line that is running gives the parts of a value to; 0 where it does not."""
    steps = (one for one in dis.get_instructions(frame.f_code) if one.offset == frame.f_lasti)
    return next((one.arg or 0 for one in steps if one.opname == "UNPACK_SEQUENCE"), 0)


def _like_it(self: NotHere, *_) -> NotHere:
    return NotHere(self._error)


def _guessed(value: Any) -> Callable:
    return lambda self, *_: self.guess(value)


COMPUTED = ("sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "and", "or", "xor")
GUESSED = {"int": 0, "float": float("nan"), "complex": complex("nan"), "fspath": "not_here", "bytes": b""}
ALONE = ("lshift", "rshift", "neg", "pos", "abs", "invert", "round", "trunc", "floor", "ceil")
for name in (*COMPUTED, *(f"r{one}" for one in COMPUTED), *ALONE):
    setattr(NotHere, f"__{name}__", _like_it)
for name in ("bool", "contains", "lt", "le", "gt", "ge"):
    setattr(NotHere, f"__{name}__", _guessed(False))
for name, value in GUESSED.items():
    setattr(NotHere, f"__{name}__", _guessed(value))
for name in ("index", "array", "next"):
    setattr(NotHere, f"__{name}__", NotHere.fail)


def guess() -> bool:
    """Guess from now on what has no value; False where that is so already."""
    global _is_guessing
    before, _is_guessing = _is_guessing, True
    return not before


def guess_nothing() -> None:
    """Guess nothing from now on."""
    global _is_guessing
    _is_guessing = False


def there(space: dict) -> set[str]:
    """The names that mean something in a notebook."""
    return {name for name, value in space.items() if not isinstance(value, NotHere)}


def stand_in(names: set[str], space: dict, error: BaseException) -> None:
    """Give something that stands in to names that mean nothing in a notebook."""
    new = names - there(space) - vars(builtins).keys()
    space.update({name: NotHere(error, name) for name in new})
