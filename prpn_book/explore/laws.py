"""The law of trees: scores between words that one drags, the chance of each span, and three trees."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import short
from prpn_book.explore.guess import Guess
from prpn_book.explore.scored import Scored
from prpn_book.views import laws
from prpn_edu.loops.transitions import brackets

FILMS: dict[str, Any] = {"words": ["she", "loved", "old", "films"], "t": 3, "d": [0.5, 0.2, 0.6, 0.4]}
LOWER = {**FILMS, "d": [0.5, 0.2, 0.3, 0.4]}
DOUBLED = {**FILMS, "d": [0.5, 0.4, 0.6, 0.8]}
CLOSE = {**FILMS, "d": [0.5, 0.4, 0.42, 0.44]}
CLEAR = {**FILMS, "d": [0.5, 0.02, 0.2, 1.0]}
VERY: dict[str, Any] = {
    "words": ["she", "loved", "very", "old", "films"],
    "t": 4,
    "d": [0.5, 0.2, 0.3, 0.1, 0.32],
}
GUESSES = (
    Guess(
        "The middle score drops from 0.6 to 0.3, so the scores are 0.2, 0.3 and 0.4. Greedy now cuts at 0.4 "
        "first, then at 0.3. Is its tree still the most probable one?",
        "no",
        "Greedy takes the best cut each time: 4/9, and then 3/5, which makes 4/15. Cutting in the middle has "
        "the smaller chance 3/9, but then nothing is left to decide: 1/3, which is more.",
        options=("yes", "no"),
        shows=LOWER,
    ),
    Guess(
        "Now all three scores are nearly equal. How often, in per cent, is (she loved) a span?",
        51,
        "0.42 against 0.4: the gap after (she loved) must come before the gap inside it. It does not matter "
        "what the third score is.",
        high=100,
        unit="%",
        shows=CLOSE,
    ),
    Guess(
        "The scores 0.2, 0.3 and 0.4 are all doubled. Does the chance of any tree change?",
        "no",
        "A cut has its score divided by a sum of scores, and twice the score over twice the sum is the same. "
        "Squares would change it: the first cut at 0.4 has 4/9, but 16/29 with all scores squared.",
        options=("yes", "no"),
        shows=DOUBLED,
    ),
)


class TreeLaws(Scored):
    """Scores between words: drag one, and the chart of spans follows, with the greedy and the best tree.

    Attributes:
        d: T scores in [0, 1], T from 2 to 10. d[i] stands before word i; d[0] plays no part. A score below
            0.01 is read as 0.01.
        t: plays no part.
        words: T words.
        view: everything that `prpn_book.views.laws.explore` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: a value out of these ranges; the message names it and its place.
    """

    name = "laws"
    loop = staticmethod(laws.explore)
    guesses = GUESSES
    presets: ClassVar = {
        "she loved old films": FILMS,
        "scores 2, 3, 4": LOWER,
        "nearly equal": CLOSE,
        "one sure cut": CLEAR,
        "she loved very old films": VERY,
    }
    reserve: ClassVar = {
        "words": [*FILMS["words"], "and", "won", "again", "in", "the", "end"],
        "d": [*FILMS["d"], 0.9, 0.3, 0.1, 0.5, 0.4, 0.2],
    }

    d = traitlets.List(traitlets.Float(), FILMS["d"]).tag(sync=True)
    t = traitlets.Int(FILMS["t"]).tag(sync=True)
    words = traitlets.List(traitlets.Unicode(), FILMS["words"]).tag(sync=True)

    def title(self) -> str:
        """Return the sentence."""
        return f"The law of trees over: {' '.join(self.words)}"

    def table(self) -> list[list[str]]:
        """Return the scores, then the chance of each span by its first word and its length."""
        size, chances = len(self.words), self.view["chances"]
        rows = [
            ["position", *(f"{i} {word}" for i, word in enumerate(self.words))],
            ["d_i, score of the gap before i", "", *map(short, self.d[1:])],
        ]
        for width in range(size, 1, -1):
            spans = [short(chances[start][start + width]) for start in range(size - width + 1)]
            rows.append([f"chance of {width} words from here", *spans, *[""] * (width - 1)])
        return rows

    def notes(self) -> list[str]:
        """Return the three trees."""
        names = {"greedy": "Greedy tree", "best": "Most probable tree", "safest": "Safest tree"}
        return [
            f"{said}: {brackets(self.view[name])}, chance {short(self.view['chance'][name])}, "
            f"{short(self.view['expected'][name])} of {len(self.words) - 2} spans expected right"
            for name, said in names.items()
        ]
