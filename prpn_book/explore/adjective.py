"""The explorer of an adjective: a matrix that one drags, what it makes of nouns, and what a learner finds."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import Explorer, within
from prpn_book.explore.guess import Guess
from prpn_book.views import composition

REACH, FAR = 2.0, 6.0  # of the matrix's entries, in both directions, and of the third noun's coordinates
RIDGES = [0.0, 0.1, 1.0, 10.0]
NAMES = ["dog", "cat", "fox"]
FOXES = [[1.2, 6.0], [3.0, 1.0], [5.0, -1.0]]  # along the dog, between, at right angles to it
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
        'The fox barks once, the old fox 1.9 times. Which part of the adjective is to blame? "run → runs" is '
        "the number of runs that it makes of each run.",
        "run → barks",
        "It turns each run of a noun into 0.3 of a bark, and the fox runs 3 times: that makes 0.9. With 0 in "
        "its place the old fox is (1.5, 1), and its one bark is still there.",
        options=("run → runs", "run → barks", "bark → barks"),
        shows=TAME,
    ),
    Guess(
        "Suppose this learner, who saw the dog alone, had penalty 1. Which fox would be nearly right?",
        "(1.2, 6)",
        "That fox is the dog, a little longer, and what was learnt of the dog serves it too. (5, −1) stands "
        "at right angles to the dog, and the learner makes nothing of it.",
        options=("(1.2, 6)", "(3, 1)", "(5, −1)"),
        shows={**HELPED, "noun": [1.2, 6.0]},
    ),
    Guess(
        "Suppose it saw all three nouns, with penalty 10. How long would its guesses be?",
        "all too short",
        "A penalty pulls every entry of the matrix towards 0, so every phrase is shrunk, even where nothing "
        "is in doubt. Three nouns in a plane need no penalty.",
        options=("as they should be", "all too short", "all too long"),
        shows={**START, "seen": 3, "ridge_weight": 10.0},
    ),
)


class AdjectiveExplorer(Explorer):
    """An adjective on a plane: drag where its columns end, and the grid, the nouns and a learner follow.

    Args:
        learner: show dog and cat too, and what a learner finds; else the third noun alone.
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
            return told | {"foxes": FOXES}
        others = [
            {"label": name, "state": state} for name, state in self.presets.items() if state["seen"] == 2
        ]
        return told | {"presets": others}

    def title(self) -> str:
        """Return the matrix."""
        rows = "; ".join(", ".join(map(_short, row)) for row in self.matrix)
        return f"What the adjective with the rows {rows} makes of a noun"

    def table(self) -> list[list[str]]:
        """Return a row for each noun that is shown: itself, the phrase, the learner's guess."""
        view = self.view
        columns = {"itself": view["nouns"], "becomes": view["made"]}
        if self.learner:
            columns["learnt"] = view["guesses"] or [None] * len(NAMES)
        rows = list(zip(NAMES, *columns.values(), strict=True))
        shown = rows if self.learner else rows[-1:]
        return [["noun", *columns], *([name, *map(_pair, row)] for name, *row in shown)]

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
