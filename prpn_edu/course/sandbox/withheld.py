"""What an answer gets from a module that is held back: something that refuses to be called, by name."""

from collections.abc import Callable


class HeldBack(Exception):
    """An answer called a function of the library that holds it. The message is the function's full name."""


class Held:
    """A function, class or value that is held back."""

    def __init__(self, name: str):
        self._name = name

    def __getattr__(self, attribute: str) -> "Held":
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        return Held(f"{self._name}.{attribute}")

    def __call__(self, *arguments, **named):
        """Refuse.

        Raises:
            HeldBack: always.
        """
        raise HeldBack(self._name)


def attribute_of(module: str) -> Callable[[str], Held]:
    """Return the `__getattr__` of a module that is held back."""

    def __getattr__(name: str) -> Held:
        if name.startswith("__"):
            raise AttributeError(name)
        return Held(f"{module}.{name}")

    return __getattr__
