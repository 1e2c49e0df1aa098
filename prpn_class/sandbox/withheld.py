"""What an answer gets from a module that is withheld: something that refuses to be called, by name."""

from collections.abc import Callable

from prpn_course.checking.results import words_of


class WithheldError(Exception):
    """An answer called a function of the library that holds it. The message is the function's full name."""


class Withheld:
    """A function, class or value that is withheld."""

    def __init__(self, name: str):
        self._name = name

    def __getattr__(self, attribute: str) -> "Withheld":
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        return Withheld(f"{self._name}.{attribute}")

    def __or__(self, other) -> "Withheld":
        return self

    __ror__ = __or__  # of types, in an annotation

    def __call__(self, *arguments, **named):
        """Refuse.

        Raises:
            WithheldError: always.
        """
        raise WithheldError(self._name)


def is_withheld(error: BaseException) -> bool:
    """Whether a statement failed for what is withheld: it can be neither called nor used."""
    return isinstance(error, WithheldError) or (
        isinstance(error, TypeError) and Withheld.__name__ in words_of(error)
    )


def attribute_of(module: str) -> Callable[[str], Withheld]:
    """Return the `__getattr__` of a module that is withheld."""

    def __getattr__(name: str) -> Withheld:
        if name.startswith("__"):
            raise AttributeError(name)
        return Withheld(f"{module}.{name}")

    return __getattr__
