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
MEN = "men and women of the world"
CITY = "the children of the city want to play in the park"
FILM = "my friend said the film was very boring"
SENTENCES = (
    "what we need is time",
    MEN,
    "she gave her dog food",
    "old men and women need our help",
    CITY,
    FILM,
    "he told her that he had seen the president",
)
GUESSES = (
    Guess(
        f'The chart of "{MEN}" has 15 boxes. What do their chances add up to?',
        5,
        "Every tree over six words has five brackets, the whole phrase among them. The grammar shares its "
        "belief among many trees, and whichever of them is meant, five brackets are in it.",
        high=15,
        unit="brackets",
        shows={"text": MEN},
    ),
    Guess(
        'Could a grammar give both "men and women" and "women of the world" more than one half?',
        "no",
        "The two cross, so no tree has both: what one gets, the other cannot have. Are the men of the world, "
        "too? With 0.45 and 0.55 the grammar is not sure. Its tree has to choose, and so have the tables.",
        options=("yes", "no"),
        shows={"text": MEN},
    ),
    Guess(
        f'In "{CITY}" the tables, the grammar\'s guide, read "the city want to play in the park" as a '
        "phrase. What does the grammar do?",
        "it reads the children of the city",
        f'It is sure, and right. In "{FILM}" it overrules its guide, too, and is wrong. On newspaper '
        "sentences it is four points better than its guide, on average.",
        options=("it agrees", "it reads the children of the city"),
        shows={"text": CITY},
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
