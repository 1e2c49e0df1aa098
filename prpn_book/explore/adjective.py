"""The explorer of an adjective: a matrix that one drags, what it makes of nouns, and what a learner finds."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import Explorer, within
from prpn_book.explore.guess import Guess
from prpn_book.views import composition

REACH, FAR = 2.0, 6.0  # of the matrix's entries, in both directions, and of the third noun's coordinates
RIDGES = [0.0, 0.1, 1.0, 10.0]
NAMES = ["dog", "cat", "fox"]
START: dict[str, Any] = {
    "matrix": [[0.5, 0.0], [0.3, 1.0]],
    "noun": [3.0, 1.0],
    "seen": 2,
    "ridge_weight": 0.0,
}
TAME = {**START, "matrix": [[0.5, 0.0], [0.0, 1.0]]}
ALONE = {**START, "seen": 1}
HELPED = {**ALONE, "ridge_weight": 1.0}
GUESSES = (
    Guess(
        "An old cat barks 1.2 times, though cats never bark. Which entry of the matrix is to blame?",
        "the 0.3",
        "It turns each run of a noun into 0.3 of a bark, and the cat runs 4 times. With 0 in its place the "
        "old cat is (2, 0), and the old dog still barks: its barks come from the 1.",
        options=("the 0.5", "the 0.3", "the 1"),
        shows=TAME,
    ),
    Guess(
        "A learner has seen the dog and the old dog, and nothing else. How many matrices explain them?",
        "many",
        "Four unknown numbers, two equations. What the matrix does in the direction that the dog does not "
        "have is free, so without a penalty there is no single answer: the cat and the fox get no guess.",
        options=("none", "one", "many"),
        shows=ALONE,
    ),
    Guess(
        "Give this learner a penalty of 1. Which of the three guesses is then nearest to the truth?",
        "the dog's",
        "The penalty chooses one matrix of the many, a small one. It has the old dog almost right, which it "
        "has seen. The cat it makes nearly nothing of: what was never seen, the penalty pulls to 0.",
        options=("the dog's", "the cat's", "the fox's"),
        shows=HELPED,
    ),
)


class AdjectiveExplorer(Explorer):
    """An adjective on a plane: drag where its columns end, and the grid, the nouns and a learner follow.

    Args:
        learner: show what a learner finds, and ask about it.
        questions: which of its guesses are asked; without a learner the first alone.
    Attributes:
        matrix: two rows of two numbers from -2 to 2.
        noun: the third noun, two numbers from -6 to 6; the others are the lecture's dog and cat.
        seen: how many of the three nouns the learner has seen, 1 to 3.
        ridge_weight: the learner's penalty, >= 0.
        view: everything that `prpn_book.views.composition.explore` returns, and under "state" what it got.
    Raises:
        traitlets.TraitError: a value out of these ranges; the message names it.
    """

    name = "adjective"
    loop = staticmethod(composition.explore)
    guesses = GUESSES
    presets: ClassVar = {
        "the lecture's OLD": START,
        "a half turn": {**START, "matrix": [[-1.0, 0.0], [0.0, -1.0]]},
        "runs and barks change places": {**START, "matrix": [[0.0, 1.0], [1.0, 0.0]]},
        "everything on one line": {**START, "matrix": [[0.5, 0.5], [0.5, 0.5]]},
        "learnt from the dog alone": ALONE,
        "and with a penalty": HELPED,
    }

    matrix = traitlets.List(traitlets.List(traitlets.Float()), START["matrix"]).tag(sync=True)
    noun = traitlets.List(traitlets.Float(), START["noun"]).tag(sync=True)
    seen = traitlets.Int(START["seen"]).tag(sync=True)
    ridge_weight = traitlets.Float(START["ridge_weight"]).tag(sync=True)

    def __init__(self, learner: bool = True, **kwargs):
        self.learner = learner
        if not learner:
            kwargs.setdefault("questions", (0,))
        super().__init__(**kwargs)

    @traitlets.validate("matrix")
    def _check_matrix(self, proposal) -> list[list[float]]:
        rows = proposal["value"]
        if len(rows) != 2 or any(len(row) != 2 or any(abs(x) > REACH for x in row) for row in rows):
            raise traitlets.TraitError(
                f"matrix is {rows}: it needs two rows of two numbers from -{REACH:g} to {REACH:g}"
            )
        return rows

    @traitlets.validate("noun")
    def _check_noun(self, proposal) -> list[float]:
        noun = proposal["value"]
        if len(noun) != 2 or any(abs(x) > FAR for x in noun):
            raise traitlets.TraitError(f"noun is {noun}: it needs two numbers from -{FAR:g} to {FAR:g}")
        return noun

    @traitlets.validate("seen", "ridge_weight")
    def _check_learner(self, proposal) -> float:
        ranges = {"seen": (1, len(NAMES)), "ridge_weight": (0, 100)}
        return within(proposal, *ranges[proposal["trait"].name])

    def labels(self) -> dict[str, Any]:
        """Return the names of the nouns, how far numbers reach, the penalties, and if there is a learner."""
        told = {"names": NAMES, "reach": REACH, "far": FAR, "ridges": RIDGES, "learner": self.learner}
        if self.learner:
            return told
        others = [
            {"label": name, "state": state} for name, state in self.presets.items() if state["seen"] == 2
        ]
        return told | {"presets": others}

    def title(self) -> str:
        """Return the matrix."""
        rows = "; ".join(", ".join(map(_short, row)) for row in self.matrix)
        return f"What the adjective with the rows {rows} makes of three nouns"

    def table(self) -> list[list[str]]:
        """Return a row for each noun: itself, the two mixtures with old, the phrase, the learner's guess."""
        view = self.view
        columns = {
            "itself": view["nouns"],
            "old + noun": view["sums"],
            "old ⊙ noun": view["products"],
            "A noun": view["made"],
        }
        if self.learner:
            columns["learnt"] = view["guesses"] or [None] * len(NAMES)
        rows = zip(NAMES, *columns.values(), strict=True)
        return [["noun", *columns], *([name, *map(_pair, row)] for name, *row in rows)]

    def notes(self) -> list[str]:
        """Return what the learner has seen, and the matrix that it found."""
        if not self.learner:
            return []
        rows = self.view["learnt"]
        seen = f"The learner has seen: {', '.join(NAMES[: self.seen])}; penalty {_short(self.ridge_weight)}."
        if rows is None:
            return [seen, "Many matrices explain that, so it has none."]
        return [seen, f"It found the rows {'; '.join(', '.join(map(_short, row)) for row in rows)}."]


def _short(x: float) -> str:
    """Two decimals at most, no negative zero."""
    return f"{round(x, 2) + 0.0:g}".replace("-", "−")


def _pair(numbers: list[float] | None) -> str:
    return "?" if numbers is None else f"({', '.join(map(_short, numbers))})"
