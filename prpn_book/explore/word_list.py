"""The explorer of a parser that is a list: words with a number each, a sentence's tree, a thousand F1s."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import short
from prpn_book.explore.guess import Guess
from prpn_book.explore.trials import one_digit
from prpn_book.explore.typed import Typed
from prpn_book.views import word_list
from prpn_edu import shipped
from prpn_edu.loops.transitions import brackets

LONGEST = 120  # letters
LEARNT, LEVEL = word_list.LEARNT, word_list.LEVEL
NAMES = {LEARNT: "the list that PRPN left", LEVEL: "all words level"}
FILM: dict[str, Any] = {"text": "the film with its songs was dull", "source": LEARNT, "moved": []}
CLAUSE: dict[str, Any] = {"text": "she said that the film was dull", "source": LEARNT, "moved": []}
RAISED = {**CLAUSE, "moved": [["that", 0.9]]}
ALL_LEVEL = {**FILM, "source": LEVEL}
SIX = {**CLAUSE, "moved": [["'s", 0.75], ["a", 0.5], ["at", 1.0], ["but", 0.25], ["that", 1.0], ["the", 0.5]]}
GUESSES = (
    Guess(
        "We moved six numbers, and the F1 of the remarks rose from 51 to 69. Have we a parser that learnt "
        "from the text alone?",
        "no",
        "We tried many moves and kept those that the gold trees liked best. Whoever looks at F1 and then "
        "changes a number has learnt from trees. PRPN looked at none.",
        options=("yes", "only if the six are few", "no"),
        shows=SIX,
    ),
)


class WordListExplorer(Typed):
    """A list of words that parses: drag a word's number, and every tree with this word follows.

    Attributes:
        text: a sentence of 2 to 10 words.
        source: the list that it begins with, a key of `NAMES`.
        moved: [word, number] for each word whose number was changed, in the order of the words, the number
            from 0 to 1.
        view: everything that `prpn_book.views.word_list.explore` returns, and under "state" what it was
            given.
    Raises:
        traitlets.TraitError: a text with fewer words, or with too many; an unknown list; a number out of its
            range, or a word that is there twice.
    """

    name = "word_list"
    reader = word_list
    loop = staticmethod(word_list.explore)
    tables = "word_list"
    guesses = GUESSES
    presets: ClassVar = {
        "the film with its songs": FILM,
        "she said that ...": CLAUSE,
        '"that" raised': RAISED,
        "all words level": ALL_LEVEL,
        "six numbers moved": SIX,
    }

    text = traitlets.Unicode(FILM["text"]).tag(sync=True)
    source = traitlets.Enum([*NAMES], LEARNT).tag(sync=True)
    moved = traitlets.List(traitlets.List()).tag(sync=True)

    @traitlets.validate("moved")
    def _check_moved(self, proposal) -> list[list]:
        moved = proposal["value"]
        words = [word for word, _ in moved]
        if words != sorted(set(words)):
            raise traitlets.TraitError(f"moved has the words {words}: it needs different ones, in order")
        for word, number in moved:
            if not 0 <= number <= 1:
                raise traitlets.TraitError(f"moved says {number} for {word!r}: a number lies between 0 and 1")
        return moved

    def labels(self) -> dict[str, Any]:
        """Return the words, the lists' names, the limits of a sentence, and where the list comes from."""
        model = shipped.word_list()
        return {
            "words": model["words"],
            "names": NAMES,
            "remarks": len(model["remarks"]),
            "most": word_list.MOST,
            "fewest": word_list.FEWEST,
            "longest": LONGEST,
            "about": model["about"],
        }

    def title(self) -> str:
        """Return the sentence and the list."""
        return f"A tree by a list of words, {NAMES[self.source]}: {' '.join(self._seen['words'])}"

    def table(self) -> list[list[str]]:
        """Return the words of the sentence and their numbers."""
        view = self._seen
        return [["word", *view["words"]], ["its number in the list", *map(short, view["d"])]]

    def notes(self) -> list[str]:
        """Return the tree, the F1, what was moved, and both ends of the list."""
        view = self._seen
        order = sorted(zip(view["numbers"], shipped.word_list()["words"], strict=True), reverse=True)
        moved = ", ".join(f"{word} to {short(number)}" for word, number in self.moved)
        high, low = (", ".join(word for _, word in some) for some in (order[:12], order[:-13:-1]))
        return [
            f"Tree by SPLIT: {brackets(view['tree'])}",
            f"F1 of a thousand remarks: {one_digit(view['after'])}; before anything was moved "
            f"{one_digit(view['before'])}. Moved: {moved or 'nothing'}.",
            f"Highest in the list: {high}. Lowest: {low}.",
        ]
