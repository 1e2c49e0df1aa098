"""The skyline: heights between words, how far each word sees, and the tree, or two trees, of the heights."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import short
from prpn_book.explore.guess import Guess
from prpn_book.explore.scored import Scored
from prpn_book.views import gates
from prpn_edu.loops.transitions import brackets

SENTENCE: dict[str, Any] = {"words": ["the", "film", "dragged", "but", "the", "actor", "shone"], "t": 6}
FILM: dict[str, Any] = {**SENTENCE, "d": [1.0, 0.2, 0.4, 0.8, 0.6, 0.2, 0.4]}
LOWERED = {**FILM, "d": [1.0, 0.2, 0.4, 0.8, 0.1, 0.2, 0.4]}
RISING = {**SENTENCE, "d": [1.0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9]}
FALLING = {**SENTENCE, "d": [1.0, 0.9, 0.75, 0.6, 0.45, 0.3, 0.15]}
FILMS = {"words": ["she", "loved", "very", "old", "films"], "t": 4, "d": [1.0, 0.8, 0.6, 0.2, 0.4]}
GUESSES: tuple[Guess, ...] = (
    Guess(
        'The wall before the second "the" drops from 0.6 to 0.1. How far back does "shone" see then?',
        'to "but"',
        'Nothing between "but" and "shone" is higher than 0.4 any more. The wall of "but", 0.8, is the '
        "nearest that is: the line of sight ends there.",
        options=('to the second "the"', 'to "but"', "to the start"),
        shows=LOWERED,
    ),
    Guess(
        "After the start, every wall is higher than the one before it. How many of the six words after "
        "the first see back to the start?",
        6,
        "All six. Nothing to the left is higher, so no look is stopped.",
        high=6,
        unit="words",
        shows=RISING,
    ),
    Guess(
        "An arc beneath the words shows how far each one sees. Can you make two arcs cross?",
        "no",
        "However you drag, two arcs lie apart, or one in the other. The chapter will prove it.",
        options=("yes", "only with equal walls", "no"),
    ),
)


class Skyline(Scored):
    """Walls between words: drag one, and the line of sight, the ranges and the tree follow at once.

    Attributes:
        d: T heights in [0, 1], T from 2 to 10. d[i] stands before word i; d[0] stands at the start of the
            sentence, which no word sees past, and plays no part.
        t: the word whose line of sight is drawn, 1 <= t < T.
        words: T words.
        view: everything that `prpn_book.views.gates.skyline` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: a value out of these ranges; the message names it and its place.
    """

    name = "skyline"
    loop = staticmethod(gates.skyline)
    guesses = GUESSES
    presets: ClassVar = {
        "the film dragged ...": FILM,
        "rising walls": RISING,
        "falling walls": FALLING,
        "she loved very old films": FILMS,
    }
    reserve: ClassVar = {
        "words": [*FILM["words"], "and", "won", "again"],
        "d": [*FILM["d"], 0.7, 0.5, 0.3],
    }

    d = traitlets.List(traitlets.Float(), FILM["d"]).tag(sync=True)
    t = traitlets.Int(FILM["t"]).tag(sync=True)
    words = traitlets.List(traitlets.Unicode(), FILM["words"]).tag(sync=True)

    def title(self) -> str:
        """Return the sentence and the word that looks back."""
        return f"The skyline of: {' '.join(self.words)}; word {self.t} ({self.words[self.t]}) looks back"

    def table(self) -> list[list[str]]:
        """Return the words, their walls and their limits."""
        limits = [f"{limit} {self.words[limit]}" for limit in self.view["limits"]]
        return [
            ["position", *(f"{i} {word}" for i, word in enumerate(self.words))],
            ["d_i, wall before i", "start", *map(short, self.d[1:])],
            ["l_i, sees back to", *limits],
        ]

    def notes(self) -> list[str]:
        """Return the tree."""
        return [f"Tree cut between the words: {brackets(self.view['tree'])}"]


CLIMB: dict[str, Any] = {"words": ["she", "loved", "very", "old", "films"], "t": 4}
LEAN: dict[str, Any] = {**CLIMB, "d": [0.2, 0.4, 0.9, 0.3, 0.6]}
RAISED: dict[str, Any] = {**CLIMB, "d": [1.0, 0.4, 0.9, 0.3, 0.6]}
AGREE: dict[str, Any] = {**CLIMB, "d": [0.2, 0.9, 0.7, 0.5, 0.3]}
TREE_GUESSES: tuple[Guess, ...] = (
    Guess(
        "One rule cuts at the highest wall. The other, SPLIT, cuts before the highest word and behind it. "
        'The number of "she", before which nothing is cut, rises from 0.2 to 1. What is then the right half '
        "of SPLIT's tree?",
        "loved very old films",
        'SPLIT sets "she" apart first. The other rule does not read this number: its halves stay (she loved) '
        "and (very old films).",
        options=("old films", "very old films", "loved very old films"),
        shows=RAISED,
    ),
    Guess(
        "After the first word, every number is lower than the one before it. In how many brackets do the two "
        "trees differ?",
        0,
        "In none. Each cut takes one word off the front, by both rules. Falling numbers give the "
        "right-branching tree, and there the two rules agree.",
        high=6,
        unit="brackets",
        shows=AGREE,
    ),
    Guess(
        "Can you drag the numbers until SPLIT's tree is ((she loved) ((very old) films))?",
        "no",
        "No numbers do it. A left half of two words is what SPLIT cuts off before the chosen word, and then "
        "the chosen word stands alone at the front of the right half. The other rule makes this tree easily.",
        options=("yes", "only with equal numbers", "no"),
    ),
)


class TwoTrees(Skyline):
    """The skyline with two trees of the same numbers: SPLIT's, and the one that is cut between the words.

    Attributes:
        d: T heights in [0, 1]; SPLIT reads d[0] too, as the score of word 0.
        t, words: as in `Skyline`.
        view: everything that `prpn_book.views.gates.decoders` returns, and under "state" what it was given.
    """

    name = "skyline"
    loop = staticmethod(gates.decoders)
    guesses = TREE_GUESSES
    presets: ClassVar = {
        "she loved very old films": LEAN,
        "3, 1, 2": {"words": ["x0", "x1", "x2"], "t": 2, "d": [0.9, 0.3, 0.6]},
        "falling": AGREE,
        "rising": {**CLIMB, "d": [0.2, 0.3, 0.5, 0.7, 0.9]},
    }

    d = traitlets.List(traitlets.Float(), LEAN["d"]).tag(sync=True)
    t = traitlets.Int(LEAN["t"]).tag(sync=True)
    words = traitlets.List(traitlets.Unicode(), LEAN["words"]).tag(sync=True)
    reserve: ClassVar = {
        "words": [*CLIMB["words"], "and", "won", "again"],
        "d": [*LEAN["d"], 0.7, 0.5, 0.1],
    }

    def labels(self) -> dict[str, Any]:
        """Return what the drawing needs to know, and that it shows both trees."""
        return {**super().labels(), "both": True}

    def title(self) -> str:
        """Return the sentence."""
        return f"Two trees from the same numbers over: {' '.join(self.words)}"

    def table(self) -> list[list[str]]:
        """Return the words and their scores, then as in `Skyline`."""
        heading, _, limits = super().table()
        return [heading, ["d_i, score of i and wall before it", *map(short, self.d)], limits]

    def notes(self) -> list[str]:
        """Return both trees."""
        return [*super().notes(), f"Tree by SPLIT: {brackets(self.view['split'])}"]
