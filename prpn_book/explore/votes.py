"""The explorer of a bag of words: one's own sentence, the votes of its words, and steps of training on it."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import signed, within
from prpn_book.explore.guess import Guess
from prpn_book.explore.typed import Typed
from prpn_book.views import votes
from prpn_edu import shipped

LONGEST, STEPS = 120, 20  # letters, and steps of training
CLASSES = ["very negative", "negative", "neutral", "positive", "very positive"]
PRAISE: dict[str, Any] = {"text": "it was not good but funny", "gold": 3, "steps": 0}
COMPLAINT: dict[str, Any] = {"text": "it was funny but not good", "gold": 1, "steps": 0}
BOTH: dict[str, Any] = {"text": "it was funny but the critic hated it", "gold": 0, "steps": 0}
TAUGHT = {**COMPLAINT, "steps": STEPS}
GUESSES = (
    Guess(
        'Here are the votes of "it was not good but funny". Which class wins when the words are put as "it '
        'was funny but not good"?',
        "the same",
        "The sum is over the same six rows, in another order. Every number below the votes stays as it was.",
        options=("a lower one", "the same", "a higher one"),
        shows=COMPLAINT,
    ),
    Guess(
        'Twenty steps of training on "it was funny but not good", with the label negative. Which words does '
        "each step move?",
        "all six, and all alike",
        'Each word\'s row gets the same vector, "what you said, minus what was right": "it" and "but" as '
        'much as "not". On this remark the model is now right; on its twin, which is praise, it is as wrong.',
        options=("not, alone", "not and good", "all six, and all alike"),
        shows=TAUGHT,
    ),
)


class VoteExplorer(Typed):
    """A bag of words at work: what each word votes for, the sum, the chances, and the gradient.

    The votes come with the course (`prpn_edu.shipped`), learnt from the toy treebank. They know 250 words.

    Args:
        training: show the chances, the gradient and the steps of training too; else the votes alone.
        questions: which of its guesses are asked; by default all.
    Attributes:
        text: a sentence of 1 to 10 words.
        gold: the class that a reader says is right, 0 to 4.
        steps: how many steps of training on this sentence, 0 to 20.
        view: everything that `prpn_book.views.votes.explore` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: a text without words, or with too many; another number out of its range.
    """

    name = "votes"
    reader = votes
    loop = staticmethod(votes.explore)
    tables = "votes"
    guesses = GUESSES
    presets: ClassVar = {
        str(state["text"]): state
        for state in (
            PRAISE,
            COMPLAINT,
            BOTH,
            {"text": "the critic hated it but it was funny", "gold": 3, "steps": 0},
            {"text": "this movie was brilliant", "gold": 4, "steps": 0},
        )
    }

    text = traitlets.Unicode(PRAISE["text"]).tag(sync=True)
    gold = traitlets.Int(PRAISE["gold"]).tag(sync=True)
    steps = traitlets.Int(PRAISE["steps"]).tag(sync=True)

    def __init__(self, training: bool = True, **kwargs):
        self.training = training
        super().__init__(**kwargs)

    @traitlets.validate("gold", "steps")
    def _check_number(self, proposal) -> int:
        return within(proposal, 0, {"gold": len(CLASSES) - 1, "steps": STEPS}[proposal["trait"].name])

    def labels(self) -> dict[str, Any]:
        """Return the names of the classes, the limits of a sentence, and the words that have votes."""
        model = shipped.votes()
        known = sorted(word for word in model["words"] if not word.startswith("<"))
        return {
            "classes": CLASSES,
            "most": votes.MOST,
            "longest": LONGEST,
            "farthest": STEPS,
            "known": " ".join(known),
            "about": model["about"],
            "training": self.training,
        }

    def title(self) -> str:
        """Return the sentence and the answer."""
        view = self._seen
        return f"The votes of: {' '.join(view['words'])}; the answer is {CLASSES[view['winner']]}"

    def table(self) -> list[list[str]]:
        """Return a row for each word, then the bias and the sum; where it trains, two more."""
        view = self._seen
        rows = [*zip(view["words"], view["votes"], strict=True), ("bias", view["bias"])]
        last = ("scores", "chances", "gradient")
        rows += [(name, view[name]) for name in last[: None if self.training else 1]]
        return [["", *CLASSES], *([name, *(signed(x, 2) for x in numbers)] for name, numbers in rows)]

    def notes(self) -> list[str]:
        """Return the label, the steps, and the words without votes."""
        view = self._seen
        unknown = ", ".join(view["words"][t] for t in view["unknown"])
        trained = f"The right answer is said to be {CLASSES[self.gold]}; steps of training: {self.steps}."
        return [
            *([trained] if self.training else []),
            f"Without votes of their own: {unknown or 'none'}.",
            "The votes were learnt from the course's toy treebank and nothing else.",
        ]
