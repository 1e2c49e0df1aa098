"""The explorer of span tables: one's own sentence, what four tables say of each span, and the best tree."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import signed
from prpn_book.explore.guess import Guess
from prpn_book.explore.typed import Typed
from prpn_book.views import spans
from prpn_edu import shipped
from prpn_edu.loops.spans import PAIRS, spans_of
from prpn_edu.loops.transitions import brackets

LONGEST = 160  # letters
REMARK, WRONG = "the film was not good but funny", "this director never adored it"
SENTENCES = (
    REMARK,
    "a picture without heart",
    WRONG,
    "they said that the director 's brother liked it",
    "the cat sat on the mat",
)
GUESSES = (
    Guess(
        f'In "{REMARK}", which two words does the tree bracket together?',
        "the film",
        'All four tables are against "film was", -10.8 together, and against "was not", -10.1. "the film" '
        "has -2.0: words like these two stood together in many of the teachers' trees.",
        options=("the film", "film was", "was not"),
        shows={"text": REMARK},
    ),
    Guess(
        "Can a span whose score is below zero stand in the tree?",
        "yes",
        "Most do. A binary tree over n words has n - 1 spans, whatever they cost: the tree takes the set "
        "that fits together and loses least. Here four of the six are below zero.",
        options=("yes", "only if all are below zero", "no"),
        shows={"text": REMARK},
    ),
    Guess(
        f'In "{WRONG}", which two words does the tree bracket together?',
        "this director",
        'And then "this director never", and "this director never adored": the tree is wrong, since '
        '"adored it" says something of the director. It wins by little, -9.8 against the -10.4 of '
        "right-branching. Tables that learn from parsers learn what these get wrong in the same way.",
        options=("this director", "never adored", "adored it"),
        shows={"text": WRONG},
    ),
)


class SpanExplorer(Typed):
    """A span chart: each span's score in its four parts, and the tree whose spans have the highest sum.

    The tables come with the course (`prpn_edu.shipped`): five PRPNs taught them on the toy treebank. So they
    know some 250 words; others go by what stands around an unknown word, and the explorer says which.

    Attributes:
        text: a sentence of 2 to 12 words.
        view: everything that `prpn_book.views.spans.explore` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: a text with fewer words, or with too many; the message says so.
    """

    name = "spans"
    reader = spans
    loop = staticmethod(spans.explore)
    tables = "spans"
    guesses = GUESSES
    presets: ClassVar = {text: {"text": text} for text in SENTENCES}

    text = traitlets.Unicode(SENTENCES[0]).tag(sync=True)

    def __init__(self, text: str = SENTENCES[0]):
        super().__init__(text=text)

    def labels(self) -> dict[str, Any]:
        """Return the names of the tables, the limits of a sentence, and the words that have a class."""
        model = shipped.spans()
        known = sorted(word for word in model["words"] if not word.startswith("<"))
        return {
            "pairs": [list(pair) for pair in PAIRS],
            "most": spans.MOST,
            "longest": LONGEST,
            "known": " ".join(known),
            "about": model["about"],
        }

    def title(self) -> str:
        """Return the sentence."""
        return f"What four tables say of the spans of: {' '.join(self._seen['words'])}"

    def table(self) -> list[list[str]]:
        """Return every span that one of the two trees has, with its four parts, its score and its trees."""
        view = self._seen
        only, lazy = ([tuple(span) for span in some] for some in view["only"])
        both = {tuple(span) for span in spans_of(view["tree"])[0]} - set(only)
        places = dict.fromkeys(only, "best") | dict.fromkeys(lazy, "right") | dict.fromkeys(both, "both")
        rows = [["span", *(f"{a}, {b}" for a, b in PAIRS), "score", "in tree"]]
        for start, end, parts, score in view["spans"]:
            if (start, end) in places:
                numbers = map(signed, [*parts, score])
                rows.append([" ".join(view["words"][start:end]), *numbers, places[start, end]])
        return rows

    def notes(self) -> list[str]:
        """Return both trees with their sums, and the words without a class."""
        view = self._seen
        best, right = map(signed, view["sums"])
        unknown = ", ".join(view["words"][i] for i in view["unknown"])
        return [
            f"Tree of the highest sum, {best}: {brackets(view['tree'])}",
            f"Right-branching tree, {right}: {brackets(view['right'])}",
            f"Without a class: {unknown or 'none'}.",
            "The tables were learnt from the course's toy treebank and nothing else.",
        ]
