"""The explorer of a trained LSTM: one's own sentence, the gates at each word, and a gate that one holds."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import within
from prpn_book.explore.guess import Guess
from prpn_book.explore.typed import Typed
from prpn_book.views import memory
from prpn_edu import shipped

LONGEST = 120  # letters
# The rows of bars: key, symbol, what it is, its concept in the palette, how its bars look.
ROWS = [
    ("forget", "f", "forget gate: kept", "gate", "plain"),
    ("input", "i", "input gate: written", "gate", "hatched"),
    ("output", "o", "output gate: shown", "gate", "hollow"),
    ("left", "", "left of the word at the end", "memory", "plain"),
]


def _state(text: str, at: int = 0, gate: int = 1) -> dict[str, Any]:
    return {"text": text, "at": at, "gate": gate}


TURN = _state("nobody liked it but it was funny")
OPEN, SHUT = ({**TURN, "at": 4, "gate": gate} for gate in (1, 0))
GUESSES = (
    Guess(
        'This remark ends as praise, and the model says positive. Hold the forget gates at "but" open, so '
        "that all of the memory stays. What does the model say now?",
        "negative",
        'Negative, with 0.98. What "nobody liked it" wrote is not erased at "but". Nothing else was touched: '
        "the verdict turned because the memory was kept.",
        options=("negative", "neutral", "still positive"),
        shows=OPEN,
    ),
    Guess(
        'Now hold the same gates shut: at "but" the whole memory is erased. What becomes of the verdict?',
        "it stays positive",
        'It stays positive. What this verdict needs comes after "but".',
        options=("it stays positive", "it becomes neutral", "it becomes negative"),
        shows=SHUT,
    ),
)


class MemoryExplorer(Typed):
    """An LSTM that fits a page: type a sentence, and hold the forget gates at one word open or shut.

    The model comes with the course (`prpn_edu.shipped`). It has read the toy treebank and nothing else, so it
    knows some 250 words. Gates are averages over its units.

    Attributes:
        text: a sentence of 1 to 10 words.
        at: the word whose forget gates are held, counted from 1; 0 means none.
        gate: what they are held at, 0 or 1.
        view: everything that `prpn_book.views.memory.explore` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: a text without words, or with too many; a number out of its range.
    """

    name = "memory"
    reader = memory
    loop = staticmethod(memory.explore)
    tables = "lstm"
    guesses = GUESSES
    presets: ClassVar = {
        state["text"]: state
        for state in (
            TURN,
            _state("it was funny but the critic hated it"),
            _state("the critic hated it but it was funny"),
            _state("it was not good but funny"),
            _state("the film was not very funny"),
        )
    }

    text = traitlets.Unicode(TURN["text"]).tag(sync=True)
    at = traitlets.Int(0).tag(sync=True)
    gate = traitlets.Int(1).tag(sync=True)

    @traitlets.validate("at", "gate")
    def _check_number(self, proposal) -> int:
        return within(proposal, 0, {"at": memory.MOST, "gate": 1}[proposal["trait"].name])

    def labels(self) -> dict[str, Any]:
        """Return the classes, the rows of bars, the limits of a sentence, and the words that it knows."""
        row, model = ("key", "symbol", "meaning", "concept", "look"), shipped.lstm()
        known = sorted(word for word in model["words"] if not word.startswith("<"))
        return {
            "names": model["names"],
            "rows": [dict(zip(row, values, strict=True)) for values in ROWS],
            "most": memory.MOST,
            "longest": LONGEST,
            "known": " ".join(known),
            "about": model["about"],
        }

    def title(self) -> str:
        """Return the sentence and the verdict."""
        view = self._seen
        return f"An LSTM reads: {' '.join(view['words'])}; it says {self._names(view['labels'][-1])}"

    def table(self) -> list[list[str]]:
        """Return a column for each word: what the model says so far, its gates, and what is left of it."""
        view = self._seen
        rows = [["", *view["words"]], ["what it says so far", *map(self._names, view["labels"])]]
        for key, _, meaning, _, _ in ROWS:
            rows.append([meaning, *(f"{x:.2f}" for x in view[key])])
        return rows

    def notes(self) -> list[str]:
        """Return which gates are held, and the words that the model does not know."""
        view = self._seen
        unknown = ", ".join(view["words"][t] for t in view["unknown"])
        place, how = view["held"], "open" if self.gate else "shut"
        held = "none" if place < 0 else f"{view['words'][place]}, {how}"
        return [
            f"Forget gates that are held: {held}.",
            f"Not known to the model: {unknown or 'none'}.",
            "The model has read the course's toy treebank and nothing else.",
        ]

    def _names(self, label: int) -> str:
        return self.content["names"][label]
