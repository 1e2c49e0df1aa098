"""The judge: a tree that one cuts, and its F1 against a gold tree in four ways of counting."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.guess import Guess
from prpn_book.explore.skyline import Skyline
from prpn_book.views import judge
from prpn_edu.loops.transitions import brackets

CRITIC: dict[str, Any] = {
    "words": ["the", "critic", "liked", "the", "film"],
    "t": 4,
    "d": [1.0, 0.9, 0.7, 0.5, 0.3],
}
STOPPED: dict[str, Any] = {"words": [*CRITIC["words"], "."], "t": 5, "d": [*CRITIC["d"], 0.1]}
LEFT = {**CRITIC, "d": [1.0, 0.3, 0.5, 0.7, 0.9]}
OLD: dict[str, Any] = {
    "words": ["the", "old", "critic", "liked", "the", "film"],
    "t": 5,
    "d": [1.0, 0.9, 0.8, 0.7, 0.5, 0.3],
}
MENDED = {**OLD, "d": [1.0, 0.5, 0.3, 0.9, 0.7, 0.4]}
GUESSES: tuple[Guess, ...] = (
    Guess(
        'Now "." is added as a sixth word, and the tree stays right-branching. How many of its four brackets '
        "inside the sentence are right?",
        0,
        "None. Each of them runs to the end of the sentence, so each now ends in the full stop, and no gold "
        "bracket does. Without the full stop it was two of three.",
        high=4,
        unit="brackets",
        shows=STOPPED,
    ),
    Guess(
        "Make the tree left-branching. Which score is highest?",
        "sentence + root",
        'The second sentence, "films (end badly)", is right and short. It has half of the votes when each '
        "sentence has one, and the root is a hit in both: (1/2 + 1) / 2. A vote a span gives 2/3.",
        options=("sentence", "sentence + root", "corpus + root"),
        shows=LEFT,
    ),
    Guess(
        "Two of three gold brackets are found. Find the third one too. Which score rises most?",
        "corpus",
        "It rises from 6/9 to 8/9. A vote a sentence leaves half of the votes to the other sentence, which "
        "is right already, and counting the root adds hits that nobody can miss.",
        options=("sentence", "corpus", "corpus + root"),
        shows=MENDED,
    ),
)


class Judge(Skyline):
    """Walls between words, the tree cut at them, and what it scores in four ways of counting.

    Attributes:
        d, words: as in `Skyline`; t plays no part.
        view: everything that `prpn_book.views.judge.judge` returns, and under "state" what it was given.
    """

    name = "skyline"
    loop = staticmethod(judge.judge)
    guesses = GUESSES
    presets: ClassVar = {
        "right-branching": CRITIC,
        "with a full stop": STOPPED,
        "left-branching": LEFT,
        "the old critic ...": OLD,
        "the director 's film ...": {
            "words": ["the", "director", "'s", "film", "failed"],
            "t": 4,
            "d": [1.0, 0.9, 0.7, 0.5, 0.3],
        },
    }
    reserve: ClassVar = {
        "words": [*STOPPED["words"], "and", "won", "again", "today"],
        "d": [*STOPPED["d"], 0.7, 0.5, 0.3, 0.2],
    }

    d = traitlets.List(traitlets.Float(), CRITIC["d"]).tag(sync=True)
    t = traitlets.Int(CRITIC["t"]).tag(sync=True)
    words = traitlets.List(traitlets.Unicode(), CRITIC["words"]).tag(sync=True)

    def labels(self) -> dict[str, Any]:
        """Return what the drawing needs to know, and that a gold tree is set beside the reader's."""
        return {**super().labels(), "judge": True}

    def title(self) -> str:
        """Return the sentence."""
        return f"A tree judged: {' '.join(self.words)}"

    def table(self) -> list[list[str]]:
        """Return the ways of counting and their scores."""
        scores = self.view["scores"]
        both = [f"{score:.2f}" for score in scores.values()]
        return [["F1", *scores], ["this and a second sentence", *both]]

    def notes(self) -> list[str]:
        """Return the tree, and the counts of its sentence."""
        h, p, g = self.view["counts"]
        return [
            f"Tree: {brackets(self.view['tree'])}",
            f"Without the root: {h} right of {p} predicted, {g} gold.",
        ]
