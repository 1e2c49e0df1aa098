"""The explorer of a trained Tree-LSTM: one's own sentence and its cuts, a sentiment at every node."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.guess import Guess
from prpn_book.explore.typed import Typed
from prpn_book.views import cuts, tree_lstm
from prpn_edu import shipped
from prpn_edu.loops import transitions

LONGEST = 200  # letters
SHAPES = [("right", "right"), ("left", "left"), ("balanced", "balanced")]


def _state(tree: str, node: int = 0) -> dict[str, Any]:
    """The state that shows a tree in brackets."""
    read = transitions.parse(tree)
    return {"text": " ".join(transitions.words(read)), "cuts": cuts.heights(read), "node": node}


BOTH = _state("((its jokes) (were (not (funny (and clever)))))")
ONE = _state("((its jokes) (were ((not funny) (and clever))))")
EARLY = _state("(((the film) (was not)) (very good))")
BUT = _state("((she (loved (the songs))) (but ((the jokes) (were dull))))")
GUESSES = (
    Guess(
        'It reads "not" over "funny and clever", and the root says negative. Raise the cut after "funny", '
        'and "not" takes "funny" alone. What will the root say?',
        "neutral",
        'Neutral, with 1.00. "not funny" is negative, "and clever" is positive, and in its treebank "and" '
        "adds them up. No word has moved: only a cut.",
        options=("negative", "neutral", "positive"),
        shows=ONE,
    ),
    Guess(
        'Let the topmost cut of "the film was not very good" stand before "very": what does the root say?',
        "very positive",
        'Very positive, with 0.88. "the film was not" is neutral, for "not" found nothing to turn round; and '
        '"very good" is put together without it.',
        options=("negative", "neutral", "very positive"),
        shows=EARLY,
    ),
    Guess(
        'At the root of "she loved the songs but the jokes were dull", of which part is more memory kept?',
        "the second",
        'The second: on average its gate is 0.73, that of the first 0.20. After "but" comes what counts. '
        "Turn the sentence round, and it is still the second.",
        options=("the first", "the second", "both alike"),
        shows=BUT,
    ),
)


class SentimentExplorer(Typed):
    """A Tree-LSTM that fits a page: type a sentence, move its cuts, and see what every node says.

    The model comes with the course (`prpn_edu.shipped`). It has read the toy treebank and nothing else, so it
    knows some 250 words and the treebank's trees; other trees it believes all the same.

    Attributes:
        text: a sentence of 1 to 16 words, or a binary tree in brackets.
        cuts: a height for each gap between two words, the highest cut first; where their number does not fit,
            the brackets of the text count, and without brackets the tree branches to the right.
        node: the node that is shown in numbers: 2i - 1 for word i, counted from 1, and 2i for the phrase that
            is cut after it; 0 means the root.
        view: all that `prpn_book.views.tree_lstm.explore` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: a text without words, with too many, or that is no binary tree; a negative node.
    """

    name = "sentiment"
    reader = tree_lstm
    loop = staticmethod(tree_lstm.explore)
    tables = "tree_lstm"
    guesses = GUESSES
    presets: ClassVar = {
        "not: of both": BOTH,
        "not: of one": ONE,
        "not: of nothing": EARLY,
        "but": BUT,
        "but: turned round": _state("(((the jokes) (were dull)) (but (she (loved (the songs)))))"),
        "but: it was funny": _state("((it (was funny)) (but ((the critic) (hated it))))"),
        "but: the critic": _state("(((the critic) (hated it)) (but (it (was funny))))"),
        "doubted": _state("(they (doubted (that (it (was funny)))))"),
        "silly: of a drama": _state("((it (was (a (silly drama)))) (but (we (liked it))))", 8),
    }

    text = traitlets.Unicode(BOTH["text"]).tag(sync=True)
    cuts = traitlets.List(traitlets.Int()).tag(sync=True)
    node = traitlets.Int(0).tag(sync=True)

    def __init__(self, text: str | None = None, cuts: list[int] | None = None, node: int = 0):
        if text is None and cuts is None:
            cuts = BOTH["cuts"]
        super().__init__(text=BOTH["text"] if text is None else text, cuts=cuts or [], node=node)

    @traitlets.validate("node")
    def _check_node(self, proposal) -> int:
        if proposal["value"] < 0:
            raise traitlets.TraitError(f"node is {proposal['value']}: the first is 1, and 0 means the root")
        return proposal["value"]

    def labels(self) -> dict[str, Any]:
        """Return the classes, the trees to start from, the limits of a sentence, the words that it knows."""
        model = shipped.tree_lstm()
        return {
            "names": model["names"],
            "shapes": SHAPES,
            "most": tree_lstm.MOST,
            "longest": LONGEST,
            "known": " ".join(sorted(word for word in model["words"] if not word.startswith("<"))),
            "about": model["about"],
        }

    def title(self) -> str:
        """Return the tree, and what its root says."""
        view, names = self._seen, self.content["names"]
        return f"A Tree-LSTM reads: {view['tree']}; the root says {names[view['labels'][view['root'] - 1]]}"

    def table(self) -> list[list[str]]:
        """Return a row for each node, from left to right: its words, its label, the chance of each class."""
        view, names = self._seen, self.content["names"]
        rows = [["node", "label", *names]]
        for (start, end), label, p in zip(view["spans"], view["labels"], view["chances"], strict=True):
            rows.append([" ".join(view["words"][start:end]), str(label), *map(_digits, p)])
        return rows

    def notes(self) -> list[str]:
        """Return the forget gates of the chosen node, and the words that the model does not know."""
        view = self._seen
        told = []
        for part, gate in zip(view["children"], view["forget"], strict=True):
            words = self._words(part)
            told.append(f'Kept of the memory of "{words}": {_digits(sum(gate) / len(gate))} on average.')
        unknown = [view["words"][i - 1] for i in view["unknown"]]
        return [
            f'The node of "{self._words(view["node"])}".',
            *told,
            f"Not known to the model: {', '.join(unknown) or 'none'}.",
            "The model has read the course's toy treebank and nothing else.",
        ]

    def _words(self, node: int) -> str:
        """The words of a node, counted from 1."""
        return " ".join(self._seen["words"][slice(*self._seen["spans"][node - 1])])


def _digits(x: float) -> str:
    """Two decimals: what the eye can use."""
    return f"{x:.2f}"
