"""The explorer of a trained PRPN: one's own sentence, its scores and tree, what a step sees and expects."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import short
from prpn_book.explore.guess import Guess
from prpn_book.explore.typed import Typed
from prpn_book.views import prpn
from prpn_edu import shipped
from prpn_edu.loops.lines import tokens
from prpn_edu.loops.prpn import MOST
from prpn_edu.loops.transitions import brackets

LONGEST = 240  # letters
SENTENCES = {  # and the step that is shown first
    "she loved the silly comedy": 5,
    "the film was not very funny but the songs moved us": 9,
    "they said that the director 's brother liked the film": 7,
    "the film that she loved bored the critic": 6,
    "the cat sat on the mat": 3,
}
REMARK = "the film was not good but funny"
# The rows of a step: key, symbol, what it is, its concept in the palette, how its bars look.
ROWS = [
    ("gates", "g_i", "gate, reading word t", "gate", "filled"),
    ("attention", "s_i", "attention, reading word t", "attention", "filled"),
    ("gates_ahead", "g′_i", "gate, guessing the next word", "gate", "hollow"),
    ("attention_ahead", "s′_i", "attention, guessing", "attention", "hollow"),
]
GUESSES = (
    Guess(
        f'In "{REMARK}", where is the highest wall: which word gets the highest score?',
        "was",
        'The verb: "was" has 0.76, the others 0.42 and less, so SPLIT cuts before it. Nobody told the model '
        "of verbs; to know that one has come helps it to guess the next word.",
        options=("film", "was", "but"),
        shows={"text": REMARK, "t": 3},
    ),
    Guess(
        f'When the model reads the last word of "{REMARK}", at which word does it look most?',
        "good",
        'At "good", with 0.47. The gates are closed to everything before "was", the highest wall; inside '
        "them attention is free to choose.",
        options=("film", "good", "but"),
        shows={"text": REMARK, "t": 7},
    ),
    Guess(
        'After "they said", how sure is the model of the next word?',
        "nearly certain",
        'It gives 0.96 to "that": in its treebank whoever says something says that something is so. After '
        '"they" alone no word has more than 0.07.',
        options=("one in a hundred", "one in four", "nearly certain"),
        shows={"text": "they said that the director 's brother liked the film", "t": 2},
    ),
)


class PrpnExplorer(Typed):
    """A PRPN that fits a page: type a sentence, choose a step, and see everything that the model computes.

    The model comes with the course (`prpn_edu.shipped`). It has seen the toy treebank and nothing else, so it
    knows some 250 words; others it reads as unknown, and the explorer says which.

    Attributes:
        text: a sentence of 1 to 20 words.
        t: the step, a word counted from 1; beyond the last word it means the last.
        view: everything that `prpn_book.views.prpn.explore` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: a text without words, or with too many; the message says so.
    """

    name = "prpn"
    reader = prpn
    loop = staticmethod(prpn.explore)
    tables = "prpn"
    guesses = GUESSES
    presets: ClassVar = {text: {"text": text, "t": t} for text, t in SENTENCES.items()}

    text = traitlets.Unicode(next(iter(SENTENCES))).tag(sync=True)
    t = traitlets.Int(next(iter(SENTENCES.values()))).tag(sync=True)

    def __init__(self, text: str | None = None, t: int | None = None):
        first, its_step = next(iter(SENTENCES.items()))
        text = first if text is None else text
        if t is None:
            t = its_step if text == first else max(1, len(tokens(text)))
        super().__init__(text=text, t=t)

    @traitlets.validate("t")
    def _check_step(self, proposal) -> int:
        if proposal["value"] < 1:
            raise traitlets.TraitError(f"t is {proposal['value']}: the first word is step 1")
        return proposal["value"]

    def labels(self) -> dict[str, Any]:
        """Return the rows of bars, the limits of a sentence, and the words that the model knows."""
        row, model = ("key", "symbol", "meaning", "concept", "look"), shipped.prpn()
        known = sorted(word for word in model["words"] if not word.startswith("<"))
        return {
            "rows": [dict(zip(row, values, strict=True)) for values in ROWS],
            "most": MOST,
            "longest": LONGEST,
            "known": " ".join(known),
            "about": model["about"],
        }

    def title(self) -> str:
        """Return the sentence and the step."""
        words, t = self._seen["words"], self._seen["t"]
        return f"PRPN reads: {' '.join(words)}; step {t} ({words[t - 1]})"

    def table(self) -> list[list[str]]:
        """Return the scores, and the gates and attention of the step; blanks from position t on."""
        view = self._seen
        rows = [
            ["position", "0 <s>", *(f"{i + 1} {word}" for i, word in enumerate(view["words"]))],
            ["d_i, score", *map(_digits, view["d"])],
        ]
        for key, symbol, meaning, _, _ in ROWS:
            cells = [_digits(x) for x in view[key]]
            rows.append([f"{symbol}, {meaning}", *cells, *[""] * (len(view["d"]) - len(cells))])
        return rows

    def notes(self) -> list[str]:
        """Return the tree, what the model expects next, and the words that it does not know."""
        view = self._seen
        words = [view["words"][i - 1] for i in view["unknown"]]
        expected = ", ".join(f"{word} {_digits(p)}" for word, p in view["next"])
        return [
            f"Tree by SPLIT: {brackets(view['tree'])}",
            f"Expected after word {view['t']}: {expected}. What comes: {_came(*view['came'])}.",
            f"Not known to the model: {', '.join(words) or 'none'}.",
            "The model has read the course's toy treebank and nothing else.",
        ]


def _digits(x: float) -> str:
    """Two decimals: what the eye can use."""
    return f"{x:.2f}"


def _came(word: str, chance: float) -> str:
    return f"{word}, which it does not know" if chance < 0 else f"{word} {short(round(chance, 2))}"
