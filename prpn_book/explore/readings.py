"""The explorer of two readings: a guess of the next word under each, their sum, and what the word tells."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import Explorer, short, within
from prpn_book.explore.guess import Guess
from prpn_book.views import readings

PLACES = ["the actor", "the film"]
RANGES = {"prior": (0.0, 1.0), "sure": (0.0, 4.0), "word": (0, 2)}
OPEN: dict[str, Any] = {
    "words": ["he", "it", "so"],
    "prior": 0.5,
    "sure": 3.0,
    "word": 0,
    "average": False,
}
BOTH = {**OPEN, "average": True}
GUESSES = (
    Guess(
        "A model may also average the scores of the two looks first, and then guess once. Which word wins?",
        "so, neither",
        "Each look has scores of its own for the three words: 3, −3, 1.5 at the actor and −3, 3, 1.5 at the "
        "film. Their averages are 0, 0 and 1.5. So the winner is a word that neither look thinks likely.",
        options=("he, the actor", "it, the film", "so, neither"),
        shows=BOTH,
    ),
    Guess(
        'The actor has one chance in ten, and the next word is "he". How likely is the actor after it, '
        "in per cent?",
        98,
        'Under the actor "he" has 0.8159, under the film 0.0020. The products are 0.0816 and 0.0018, and the '
        "first has 98 per cent of their sum. A sure guess that comes true outweighs a low prior.",
        high=100,
        within=4,
        unit="%",
        shows={**OPEN, "prior": 0.1},
    ),
    Guess(
        'Now the next word is "so". What becomes of the law of the two places?',
        "it stays as it was",
        "Both looks gave the word the same chance. A word that all places explain alike says nothing of the "
        "place.",
        options=("the likelier place gains", "it stays as it was", "it becomes fair"),
        shows={**OPEN, "prior": 0.1, "word": 2},
    ),
    Guess(
        'The looks become unsure: sureness 0. Does the word "he" still tell where one should have looked?',
        "no",
        "Then both give each word a third, and the factor of the two places is the same. What a word can "
        "tell lies in how differently the places guess.",
        options=("yes", "no"),
        shows={**OPEN, "sure": 0.0},
    ),
)


class Readings(Explorer):
    """Two places to look at: guess under each, add up, and see where the word that came moves the law.

    Args:
        simple: only the guesses and their sum, without the average and the law of the places after the word.
    Attributes:
        words: three words that may come next.
        prior: the chance of the first place, from 0 to 1.
        sure: how far apart the scores of the words are, from 0 to 4.
        word: the place of the word that came, 0 to 2.
        average: whether the guess from averaged scores is shown, too.
        view: everything that `prpn_book.views.readings.explore` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: other than three words, or a number out of its range.
    """

    name = "readings"
    loop = staticmethod(readings.explore)
    guesses = GUESSES
    presets: ClassVar = {
        "two open readings": OPEN,
        "nearly sure of the film": {**OPEN, "prior": 0.1},
        "unsure looks": {**OPEN, "sure": 0.5},
    }

    words = traitlets.List(traitlets.Unicode(), OPEN["words"]).tag(sync=True)
    prior = traitlets.Float(OPEN["prior"]).tag(sync=True)
    sure = traitlets.Float(OPEN["sure"]).tag(sync=True)
    word = traitlets.Int(OPEN["word"]).tag(sync=True)
    average = traitlets.Bool(OPEN["average"]).tag(sync=True)

    def __init__(self, simple: bool = False, **state: Any):
        self.simple = simple
        super().__init__(**state)

    @traitlets.validate("words")
    def _check_words(self, proposal) -> list[str]:
        words = proposal["value"]
        if len(words) != 3 or not all(words):
            raise traitlets.TraitError(f"words is {words}: it needs three")
        return words

    @traitlets.validate(*RANGES)
    def _check_number(self, proposal) -> float:
        return within(proposal, *RANGES[proposal["trait"].name])

    def labels(self) -> dict[str, Any]:
        """Return the names of the places, the ranges, and whether only the guesses are shown."""
        return {
            "simple": self.simple,
            "places": PLACES,
            "ranges": {name: list(ends) for name, ends in RANGES.items()},
        }

    def title(self) -> str:
        """Return the sentence."""
        return "What comes next? The film dragged but the actor shone, and ..."

    def table(self) -> list[list[str]]:
        """Return a column for each word: both guesses, their sum and, if asked for, the single guess."""
        rows = {
            f"if it looks at {PLACES[0]}": self.view["first"],
            f"if it looks at {PLACES[1]}": self.view["second"],
            "guess twice, add up": self.view["sum"],
        }
        if self.average:
            rows["average first, guess once"] = self.view["once"]
        return [["next word", *self.words], *([name, *map(short, row)] for name, row in rows.items())]

    def notes(self) -> list[str]:
        """Return the law of the places, before the word and after it."""
        law = f"Looks at {PLACES[0]} with the chance {short(self.prior)}; sureness {self.sure:g}."
        after = ", ".join(f"{place} {short(p)}" for place, p in zip(PLACES, self.view["after"], strict=True))
        told = f'After the word "{self.words[self.word]}": {after}.'
        return [law, *[told] * (not self.simple)]
