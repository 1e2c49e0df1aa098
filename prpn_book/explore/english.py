"""The explorer of the grammar's chart: one's own English, the chance of each span, and two trees."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.guess import Guess
from prpn_book.explore.typed import Typed
from prpn_book.views import english
from prpn_edu import shipped
from prpn_edu.loops.spans import spans_of
from prpn_edu.loops.transitions import brackets

LONGEST = 160  # letters
DUCK = "they saw her duck under the table"
FILM = "my friend said the film was very boring"
SENTENCES = (
    "what we need is time",
    "men and women of the world",
    DUCK,
    "she gave her dog food",
    "old men and women need our help",
    "the children of the city want to play in the park",
    FILM,
    "he told her that he had seen the president",
)
GUESSES = (
    Guess(
        f'The chart of "{DUCK}" has 21 boxes. What do their chances add up to?',
        6,
        "Every tree over seven words has six brackets, the whole sentence among them. The grammar shares its "
        "belief among many trees, and whichever of them is meant, six brackets are in it.",
        high=21,
        unit="brackets",
        shows={"text": DUCK},
    ),
    Guess(
        'Could a grammar give both "her duck" and "duck under the table" more than one half?',
        "no",
        "The two cross, so no tree has both: what one gets, the other cannot have. Is it a bird, or did she "
        "bend down? The grammar says that it is not sure. Its tree has to choose, and so have the tables.",
        options=("yes", "no"),
        shows={"text": DUCK},
    ),
    Guess(
        f'In "{FILM}" the tables, the grammar\'s guide, read "the film was very boring" as a phrase. What '
        "does the grammar do?",
        "it reads my friend said the film",
        "With the chance 0.73, and is wrong. On newspaper sentences it is four points better than its guide; "
        "that is a mean, and says nothing of any one sentence.",
        options=("it agrees", "it reads my friend said the film"),
        shows={"text": FILM},
    ),
)


class EnglishExplorer(Typed):
    """The chart of a grammar that learnt real English from plain text: what it believes of a sentence.

    The grammar comes with the course (`prpn_edu.shipped`), guided by tables which PRPNs taught, and then left
    alone with the words of speeches.

    Args:
        questions: as for any explorer.
    Attributes:
        text: a sentence of 2 to 12 words.
        view: everything that `prpn_book.views.english.explore` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: a text with fewer words, or with too many; the message says so.
    """

    name = "english"
    reader = english
    loop = staticmethod(english.explore)
    tables = "english"
    guesses = GUESSES
    presets: ClassVar = {text: {"text": text} for text in SENTENCES}

    text = traitlets.Unicode(SENTENCES[0]).tag(sync=True)

    def __init__(self, text: str = SENTENCES[0], **kwargs):
        super().__init__(text=text, **kwargs)

    def labels(self) -> dict[str, Any]:
        """Return the limits of a sentence, and where the grammar comes from."""
        machine = shipped.english()
        scores = {**machine["about"]["f1"], "f1": machine["grammar"]["about"]["f1"]}
        told = {name.replace("-", "_"): f"{score:.1f}" for name, score in scores.items()}
        text = f"{machine['about']['sentences']:,} sentences: {machine['about']['title']}."
        told["text"] = f"{text} Nobody marked a phrase in them."
        return {"most": english.MOST, "longest": LONGEST, "about": told}

    def title(self) -> str:
        """Return the sentence."""
        return f"What a grammar believes of: {' '.join(self._seen['words'])}"

    def table(self) -> list[list[str]]:
        """Return every span that one of the two trees has, or that is likelier than one in ten."""
        view = self._seen
        own, other = ({tuple(span) for span in spans_of(view[name])[0]} for name in ("tree", "tables"))
        rows = [["span", "chance", "in the tree of"]]
        for start, end, chance in view["spans"]:
            trees = [name for name, spans in (("grammar", own), ("tables", other)) if (start, end) in spans]
            if trees or chance > 0.1:
                phrase = " ".join(view["words"][start:end])
                rows.append([phrase, f"{chance:.2f}", " and ".join(trees) or "neither"])
        return rows

    def notes(self) -> list[str]:
        """Return both trees, how many brackets are expected to be right, and the words that are not known."""
        view = self._seen
        own, other = (f"{expected:.2f}" for expected in view["expected"])
        unknown = ", ".join(view["words"][i] for i in view["unknown"])
        return [
            f"Tree of the grammar, {own} brackets expected right: {brackets(view['tree'])}",
            f"Tree of the tables, {other}: {brackets(view['tables'])}",
            f"Rare words, read by their endings or not at all: {unknown or 'none'}.",
            "Both learnt from American presidents' speeches since 1930, and nothing else.",
        ]
