"""The explorer of ordered neurons: how many levels each word wipes and writes, and what each level holds."""

from collections.abc import Sequence
from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import Explorer
from prpn_book.explore.guess import Guess
from prpn_book.views import neurons
from prpn_edu.loops.transitions import brackets

FEWEST, MOST, LEVELS, LONGEST = 2, 8, 4, 80  # words, levels, letters
ACTOR: dict[str, Any] = {
    "words": ["the", "film", "dragged", "but", "the", "actor", "shone"],
    "wipes": [0, 0, 1, 3, 1, 0, 2],
    "writes": [3] * 7,
    "levels": LEVELS,
}
DEEPER = {**ACTOR, "wipes": [0, 0, 2, 3, 1, 0, 2]}
JOINED = {**ACTOR, "wipes": [0, 0, 1, 0, 1, 0, 2]}
GAP = {**ACTOR, "writes": [3, 3, 3, 1, 0, 0, 3]}
FILMS: dict[str, Any] = {
    "words": ["she", "loved", "old", "films"],
    "wipes": [0, 2, 1, 0],
    "writes": [3] * 4,
    "levels": LEVELS,
}
GUESSES = (
    Guess(
        '"dragged" now wipes two levels in place of one. What does level 1, the second from below, hold '
        "after it?",
        "dragged",
        "Level 1 is wiped, and only the word itself is written there. Before, it held the film dragged.",
        options=("the film dragged", "dragged", "nothing"),
        shows=DEEPER,
        marks={"t": 2, "k": 1},
    ),
    Guess(
        'Now "but" wipes no level at all. Which words does level 2, the third from below, hold at the end?',
        "all seven",
        "No other word wipes three levels, so nothing closes the first clause. One wipe is gone, and two "
        "blocks become one.",
        options=("but the actor shone", "the actor shone", "all seven"),
        shows=JOINED,
        marks={"t": -1, "k": 2},
    ),
    Guess(
        "Every word wipes nothing and writes everywhere. How many different things do the three lower levels "
        "hold at the end?",
        1,
        "One: all of them hold all words. Without wiping no level differs from another, and there is no tree "
        "in it.",
        low=1,
        high=4,
        unit="things",
        shows={**ACTOR, "wipes": [0] * 7},
        marks={"t": -1, "k": -1},
    ),
)


class Neurons(Explorer):
    """Levels of ordered neurons: each word wipes some from below and writes some, and blocks appear.

    Attributes:
        words: 2 to 8 words.
        wipes: for each word, how many levels it wipes, from 0 to `levels` - 1.
        writes: for each word, on how many levels it writes, from 0 to `levels` - 1.
        levels: how many there are; the highest is neither wiped nor written.
        view: everything that `prpn_book.views.neurons.explore` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: too few words or too many, a number out of its range, or lists of other lengths.
    """

    name = "neurons"
    loop = staticmethod(neurons.explore)
    guesses = GUESSES
    presets: ClassVar = {
        "the film dragged ...": ACTOR,
        "dragged wipes more": DEEPER,
        "a gap": GAP,
        "she loved old films": FILMS,
    }

    words = traitlets.List(traitlets.Unicode(), ACTOR["words"]).tag(sync=True)
    wipes = traitlets.List(traitlets.Int(), ACTOR["wipes"]).tag(sync=True)
    writes = traitlets.List(traitlets.Int(), ACTOR["writes"]).tag(sync=True)
    levels = traitlets.Int(LEVELS).tag(sync=True)

    def align(self):
        """Bring what the words wipe and write to the number of words: a new word wipes one level."""
        size = len(self.words)
        for name, usual in (("wipes", 1), ("writes", self.levels - 1)):
            given = getattr(self, name)
            if len(given) != size:
                setattr(self, name, [*given[:size], *[usual] * (size - len(given))])

    @traitlets.validate("words")
    def _check_words(self, proposal) -> list[str]:
        words = proposal["value"]
        if not FEWEST <= len(words) <= MOST or not all(word.strip() for word in words):
            raise traitlets.TraitError(f"words has {len(words)} entries: it needs {FEWEST} to {MOST}")
        return words

    @traitlets.validate("wipes", "writes")
    def _check_levels(self, proposal) -> Sequence[int]:
        for t, number in enumerate(proposal["value"]):
            if not 0 <= number < self.levels:
                name = f"{proposal['trait'].name}[{t}]"
                raise traitlets.TraitError(f"{name} is {number}: it lies between 0 and {self.levels - 1}")
        return proposal["value"]

    def labels(self) -> dict[str, Any]:
        """Return the limits of a sentence."""
        return {"fewest": FEWEST, "most": MOST, "longest": LONGEST}

    def title(self) -> str:
        """Return the sentence."""
        return f"Ordered neurons read: {' '.join(self.words)}"

    def table(self) -> list[list[str]]:
        """Return a column for each word: what it does to each level, what it wipes and what it writes."""
        does = self.view["does"]
        rows = [[f"level {k}", *(row[k] for row in does)] for k in reversed(range(self.levels))]
        return [
            ["word", *self.words],
            *rows,
            ["wipes", *map(str, self.wipes)],
            ["writes", *map(str, self.writes)],
        ]

    def notes(self) -> list[str]:
        """Return what the levels hold at the end, and the tree."""
        last = self.view["holds"][-1]
        held = [
            f"level {k}: {' '.join(self.words[t] for t in last[k]) or 'nothing'}"
            for k in reversed(range(self.levels))
        ]
        cut, split = (brackets(self.view[name]) for name in ("tree", "split"))
        return [f"At the end {'; '.join(held)}.", f"Tree, cut between words: {cut}", f"By SPLIT: {split}"]
