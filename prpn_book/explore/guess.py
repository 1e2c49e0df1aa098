"""A guess that the reader commits before the answer shows."""

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Guess:
    """One question: a choice among `options`, or, without options, a number between `low` and `high`.

    Attributes:
        question: what is asked, in plain text.
        right: the right option, or the right number.
        answer: the reason, shown once the reader has committed a guess.
        options: what can be chosen.
        low, high, step: the places of a number; the reader drags a mark along them.
        within: how far from `right` a number may lie and still be right.
        unit: what the number counts, for the eye: "words".
        shows: a part of the explorer's state in which the answer can be seen.
        marks: of what only the drawing knows, what marks the answer there.
    Raises:
        ValueError: `right` is none of the options, or does not lie between `low` and `high`.
    """

    question: str
    right: str | float
    answer: str
    options: tuple[str, ...] = ()
    low: float = 0
    high: float = 10
    step: float = 1
    within: float = 0
    unit: str = ""
    shows: dict[str, Any] = field(default_factory=dict)
    marks: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self):
        possible = self.right in self.options if self.options else self.low <= self.right <= self.high
        if not possible:
            where = self.options or f"{self.low} .. {self.high}"
            raise ValueError(f"{self.question!r}: the right answer {self.right!r} is not among {where}")

    def content(self) -> dict[str, Any]:
        """Return the guess as the page gets it."""
        return {**asdict(self), "options": list(self.options)}


def counted(number: float, things: str) -> str:
    """Return what is counted, as one says it: "words", but of 1 "word"."""
    return things.removesuffix("s") if number == 1 else things
