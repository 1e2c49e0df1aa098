"""What stands in for something that is not here: a module, a file, the name of a user."""

import builtins
from collections.abc import Iterator
from typing import Any, NoReturn


class NotHere:
    """It does no harm where nothing is computed, and tells why it stands there where something is.

    Its attributes, its entries and what it returns are like it. As a decorator it changes nothing; it can be
    an annotation, a base class or a context. Called with one value it gives the parts of that, as a bar of
    progress does. All else raises the error again for which it stands in.

    Args:
        error: what asked for it met.
        about: what it was called with.
    """

    _error: BaseException = NameError("it is not here")  # of one that is copied, before it has its own
    _about: tuple = ()

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
        if len(arguments) == 1 and callable(arguments[0]):
            return arguments[0]
        return NotHere(self._error, arguments if len(arguments) == 1 else ())

    def __or__(self, other) -> "NotHere":
        return self

    __ror__ = __or__

    def __iter__(self) -> Iterator:
        return iter(self._about[0]) if self._about else self.fail()

    def __len__(self) -> int:
        return len(self._about[0]) if self._about else self.fail()

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

    def __format__(self, how: str) -> str:
        return repr(self)

    def fail(self, *_, **__) -> NoReturn:
        """Raise the error."""
        raise self._error.with_traceback(None)

    @classmethod
    def __torch_function__(cls, function, types, arguments=(), named=None):
        """Refuse what torch would compute with it."""
        given = [*arguments, *(named or {}).values()]
        inside = [one for some in given if isinstance(some, list | tuple) for one in some]
        next(one for one in (*given, *inside) if isinstance(one, cls)).fail()


OF_NUMBERS = (
    *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "and", "xor"),
    *("lshift", "rshift"),
)
VALUES = ("lt", "le", "gt", "ge", "neg", "pos", "abs", "invert", "int", "float", "complex", "index", "round")
for name in (*OF_NUMBERS, *(f"r{one}" for one in OF_NUMBERS), *VALUES):
    setattr(NotHere, f"__{name}__", NotHere.fail)
for name in ("bool", "contains", "next", "fspath", "array", "bytes"):
    setattr(NotHere, f"__{name}__", NotHere.fail)


def there(space: dict) -> set[str]:
    """The names that mean something in a notebook."""
    return {name for name, value in space.items() if not isinstance(value, NotHere)}


def stand_in(names: set[str], space: dict, error: BaseException) -> None:
    """Give something that stands in to names that mean nothing in a notebook."""
    new = names - there(space) - vars(builtins).keys()
    space.update({name: NotHere(error) for name in new})
