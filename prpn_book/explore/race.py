"""A race of clocks: one rings in each gap, at a rate that one drags; the rings make a tree."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import short
from prpn_book.explore.guess import Guess
from prpn_book.explore.scored import Scored
from prpn_book.views import laws
from prpn_edu.loops.transitions import brackets

MOST = 500  # races
WORDS = ["she", "loved", "old", "films"]
FILMS: dict[str, Any] = {"words": WORDS, "t": 3, "d": [0.5, 0.2, 0.6, 0.4], "runs": 1}
LEVEL = {**FILMS, "d": [0.5, 0.5, 0.5, 0.5], "runs": 1}
GUESSES = (
    Guess(
        "The last clock is made twice as fast. How often does the middle one now ring before the first one?",
        "as often as before",
        "The middle clock, 0.6, rings before the first, 0.2, in 0.6 / (0.6 + 0.2), three of four races. What "
        "the last clock does changes nothing: each runs on its own. So a part of the sentence can be asked "
        "without the rest.",
        options=("less often", "as often as before", "more often"),
    ),
)


class Race(Scored):
    """Clocks in the gaps between words: drag a rate, run a race, run a hundred, and see which trees come.

    Attributes:
        d: T rates in [0, 1], T from 2 to 10. d[i] stands before word i; d[0] plays no part. A rate below 0.01
            is read as 0.01.
        t: plays no part.
        words: T words.
        runs: how many races were run, 1 to 500; the last one is shown. A race draws the same times each time.
        view: everything that `prpn_book.views.laws.race` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: a value out of these ranges; the message names it and its place.
    """

    name = "race"
    loop = staticmethod(laws.race)
    guesses = GUESSES
    presets: ClassVar = {"she loved old films": FILMS, "equal clocks": LEVEL}
    reserve: ClassVar = {
        "words": [*WORDS, "and", "won", "again", "in", "the", "end"],
        "d": [*FILMS["d"], 0.9, 0.3, 0.1, 0.5, 0.4, 0.2],
    }

    d = traitlets.List(traitlets.Float(), FILMS["d"]).tag(sync=True)
    t = traitlets.Int(FILMS["t"]).tag(sync=True)
    words = traitlets.List(traitlets.Unicode(), FILMS["words"]).tag(sync=True)
    runs = traitlets.Int(1).tag(sync=True)

    @traitlets.validate("runs")
    def _check_runs(self, proposal) -> int:
        if not 1 <= proposal["value"] <= MOST:
            raise traitlets.TraitError(f"runs is {proposal['value']}: it lies between 1 and {MOST}")
        return proposal["value"]

    def labels(self) -> dict[str, Any]:
        """Return what the drawing needs to know, and how many races fit."""
        return {**super().labels(), "races": MOST}

    def title(self) -> str:
        """Return the sentence."""
        return f"A race of clocks over: {' '.join(self.words)}"

    def table(self) -> list[list[str]]:
        """Return rates, and the times of the last race."""
        return [
            ["position", *(f"{i} {word}" for i, word in enumerate(self.words))],
            ["d_i, rate of the clock before i", "", *map(short, self.d[1:])],
            [f"when it rings in race {self.runs}", "", *map(short, self.view["rings"])],
        ]

    def notes(self) -> list[str]:
        """Return the tree of the last race, and which trees came how often."""
        return [
            f"Tree of race {self.runs}: {brackets(self.view['tree'])}",
            *(
                f"{said}: {count} of {self.runs}, exact chance {short(chance)}"
                for said, count, chance in self.view["tally"]
            ),
        ]
