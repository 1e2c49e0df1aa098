"""What all explorers share: one drawing module, alive with a kernel and without one."""

import inspect
import json
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import anywidget
import traitlets

from prpn_book.explore import bundles
from prpn_book.explore.guess import Guess
from prpn_book.explore.twin import twin

TROUBLE = (
    "No answer came from Python: the picture still shows an earlier state. In Jupyter, run the cell again; "
    "in the book, reload the page."
)


class Explorer(anywidget.AnyWidget):
    """A figure whose state is a few traits, and whose numbers a plain loop computes from them.

    With a kernel, a changed trait changes `view` here, and the page draws it. Without one, the stored output
    carries a static twin: a table of the numbers that any page can show, and the state, from which the book's
    script brings the same drawing to life. Its `view` comes from the same loop, run by MicroPython.

    A subclass sets `name`, which is also that of its drawing `<name>.js`; `loop`, a function of
    `prpn_book.views`; and one synced trait for each argument of the loop. It writes `title` and `table`.

    Args:
        questions: which of its guesses are asked, by their places; by default all.
    Attributes:
        view: what is drawn: the state that it belongs to, under "state", and everything the loop returned.
        content: what the page shows and never changes: the loop's name and arguments, guesses, presets.
    Raises:
        TypeError: when the class is defined: an argument of the loop is not one of its synced traits.
    """

    name: ClassVar[str]
    loop: ClassVar[Callable[..., dict[str, Any]]]
    arguments: ClassVar[tuple[str, ...]]
    guesses: tuple[Guess, ...] = ()
    presets: ClassVar[dict[str, dict[str, Any]]] = {}  # label to state; the first is where it starts
    tables: ClassVar[str | None] = None  # what the loop must `install` first, by its name in `bundles.TABLES`

    view = traitlets.Dict().tag(sync=True)
    content = traitlets.Dict().tag(sync=True)

    def __init_subclass__(cls, **kwargs):
        if "name" in cls.__dict__:  # neither a shared base nor the class that traitlets makes of each object
            cls.arguments = tuple(inspect.signature(cls.loop).parameters)
            for argument in cls.arguments:
                trait = getattr(cls, argument, None)
                if not isinstance(trait, traitlets.TraitType) or not trait.metadata.get("sync"):
                    raise TypeError(
                        f"{cls.__name__}: {cls.loop.__name__} takes {argument!r}; it needs a trait of this "
                        "name, tagged sync=True"
                    )
            cls._esm = bundles.text(cls.name)
            cls._css = bundles.style(cls.name)
        super().__init_subclass__(**kwargs)

    def __init__(self, questions: Sequence[int] | None = None, **kwargs):
        if questions is not None:
            self.guesses = tuple(self.guesses[place] for place in questions)
        super().__init__(**kwargs)
        self._follow()
        self.observe(self._follow, list(self.arguments))

    def _follow(self, change=None):
        """Bring the traits in line with each other, then the view to the state."""
        self.align()
        state = self.state()
        self.view = {"state": state, **self.loop(**state)}

    def align(self):
        """Bring traits in line that follow from others; by default none do."""

    def state(self) -> dict[str, Any]:
        """Return the arguments of the loop, as they stand."""
        return {name: getattr(self, name) for name in self.arguments}

    @traitlets.default("content")
    def _content(self) -> dict[str, Any]:
        call = {
            "module": self.loop.__module__.rpartition(".")[2],
            "function": self.loop.__name__,
            "arguments": list(self.arguments),
        }
        return {
            "name": self.name,
            "call": call if self.tables is None else call | {"tables": self.tables},
            "guesses": [guess.content() for guess in self.guesses],
            "presets": [{"label": label, "state": state} for label, state in self.presets.items()],
            "trouble": TROUBLE,
            **self.labels(),
        }

    def labels(self) -> dict[str, Any]:
        """Return what else the drawing needs to know and never changes."""
        return {}

    def title(self) -> str:
        """Return one line that says what is shown."""
        raise NotImplementedError

    def table(self) -> list[list[str]]:
        """Return the numbers as rows of text: a heading row, then one row a quantity, its name first."""
        raise NotImplementedError

    def notes(self) -> list[str]:
        """Return what the picture says beyond the table, one line each."""
        return []

    def __repr__(self) -> str:
        """The text alternative: no address in it, so that a notebook's test can compare it."""
        rows = self.table()
        widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]

        def line(cells):
            padded = (cell + " " * (w - _width(cell)) for cell, w in zip(cells, widths, strict=True))
            return "  ".join(padded).rstrip()

        return "\n".join([self.title(), *map(line, rows), *self.notes()])

    def _repr_mimebundle_(self, **kwargs) -> tuple[dict, dict]:
        bundle = super()._repr_mimebundle_(**kwargs)
        assert bundle is not None  # anywidget has one for every widget with a view
        data, metadata = bundle
        return {**data, "text/html": self.twin()}, metadata

    def twin(self) -> str:
        """Return the explorer for a page without a kernel, as HTML that depends on the state alone."""
        stored = {**self.state(), "view": self.view, "content": self.content}
        data = json.dumps({"module": self.name, "state": stored}, ensure_ascii=False, sort_keys=True)
        return twin(self.title(), self.table(), self.notes(), self.guesses, data)


def within(proposal, low: float, high: float) -> Any:
    """Return the value that a trait is to take.

    Raises:
        traitlets.TraitError: it is not in [low, high]; the message names trait, value and range.
    """
    value = proposal["value"]
    if not low <= value <= high:
        raise traitlets.TraitError(
            f"{proposal['trait'].name} is {value}: it lies between {low:g} and {high:g}"
        )
    return value


def short(x: float) -> str:
    """Return a number with four decimals at most, and no zeros at its end: 0.1485, 0.45, 1."""
    return f"{x:.4f}".rstrip("0").rstrip(".")


def signed(x: float, digits: int = 1) -> str:
    """Return a number with its sign: what the eye can use of a vote."""
    return f"{x:+.{digits}f}".replace("-", "−")


def _width(text: str) -> int:
    """Return how many columns a text takes: the tilde over s̃ stands on its letter and takes none."""
    return sum(not unicodedata.combining(letter) for letter in text)
