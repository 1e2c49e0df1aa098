"""What stands in for something that is not here: a module, a file, the name of a user."""

import builtins
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

MOST = 2  # of the levels
_level = 0  # how much is guessed: nothing; what stands for nothing; what a function of one value gives
told: list[BaseException] = []  # for which something was guessed


class NotHere:
    """It does no harm where nothing is computed, and tells why it stands there where something is.

    Its attributes, its entries, what it returns and what is computed with it are like it; only a text to
    which it is added stays as it is. As a decorator it changes nothing; it can be an annotation, a base class
    or a context. Called with one value it gives the parts of that, as a bar of progress does. What has to be
    a value of Python's own, its truth, its length or its order, raises the error again for which it stands
    in; on demand it is guessed, see `guess_more`.

    Args:
        error: what asked for it met.
        about: what it was called with.
    """

    _error: BaseException = NameError("it is not here")  # of one that is copied, before it has its own
    _about: tuple = ()
    __array_ufunc__ = None  # numpy leaves it to this class what is computed with it

    def __init__(self, error: BaseException, about: tuple = ()):
        self._error, self._about = error, about
        self.__version__, self.__file__, self.__name__ = "0", "", "not_here"

    def __getattr__(self, name: str) -> "NotHere":
        if name.startswith("__"):
            raise AttributeError(name)
        return NotHere(self._error)

    def __getitem__(self, key) -> "NotHere":
        return NotHere(self._error)

    def __call__(self, *arguments, **named) -> Any:
        """Give back a function or a class, as a decorator does."""
        if len(arguments) != 1:
            return NotHere(self._error)
        (about,) = arguments
        if callable(about):
            return about
        is_given_back = _level == MOST and not named and not isinstance(about, int | NotHere)
        return self.guess(about) if is_given_back else NotHere(self._error, arguments)

    def __add__(self, other) -> Any:
        return other if isinstance(other, str) else NotHere(self._error)

    __radd__ = __add__

    def __eq__(self, other) -> Any:
        return NotHere(self._error)

    __ne__ = __eq__
    __hash__ = object.__hash__

    def __iter__(self) -> Iterator:
        if not self._about:
            return iter(self.guess(()))
        (about,) = self._about
        return iter(range(about) if isinstance(about, int) else about)

    def __len__(self) -> int:
        return len(self._about[0]) if self._about else self.guess(0)

    def __await__(self) -> Iterator:
        return iter(())

    def __enter__(self) -> "NotHere":
        return self

    def __exit__(self, *_) -> None:
        pass

    def __mro_entries__(self, bases) -> tuple:
        return ()

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
        if not _level:
            self.fail()
        told.append(self._error)
        return value

    def fail(self, *_, **__) -> NoReturn:
        """Raise the error."""
        raise self._error.with_traceback(None)

    @classmethod
    def __torch_function__(cls, function, types, arguments=(), named=None):
        """What torch would compute with it."""
        given = [*arguments, *(named or {}).values()]
        inside = [one for some in given if isinstance(some, list | tuple) for one in some]
        return NotHere(next(one for one in (*given, *inside) if isinstance(one, cls))._error)


def _like_it(self: NotHere, *_) -> NotHere:
    return NotHere(self._error)


def _guessed(value: Any) -> Callable:
    return lambda self, *_: self.guess(value)


COMPUTED = ("sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "and", "or", "xor")
GUESSED = {"int": 0, "float": float("nan"), "complex": complex("nan"), "fspath": "not_here", "bytes": b""}
for name in (*COMPUTED, *(f"r{one}" for one in COMPUTED), "lshift", "rshift", "neg", "pos", "abs", "invert"):
    setattr(NotHere, f"__{name}__", _like_it)
for name in ("bool", "contains", "lt", "le", "gt", "ge"):
    setattr(NotHere, f"__{name}__", _guessed(False))
for name, value in GUESSED.items():
    setattr(NotHere, f"__{name}__", _guessed(value))
for name in ("index", "array", "next"):
    setattr(NotHere, f"__{name}__", NotHere.fail)


def guess_more(most: int = MOST) -> bool:
    """Guess from now on what has no value, on the next level; False where nothing more is guessed.

    Args:
        most: the last level.
    """
    global _level
    before, _level = _level, max(_level, min(most, _level + 1))
    return _level > before


def guess_nothing() -> None:
    """Guess nothing from now on."""
    global _level
    _level = 0


def there(space: dict) -> set[str]:
    """The names that mean something in a notebook."""
    return {name for name, value in space.items() if not isinstance(value, NotHere)}


def stand_in(names: set[str], space: dict, error: BaseException) -> None:
    """Give something that stands in to names that mean nothing in a notebook."""
    new = names - there(space) - vars(builtins).keys()
    space.update({name: NotHere(error) for name in new})
