"""The stepper: a shift-reduce machine that asks "SHIFT or REDUCE?" before it moves."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import Explorer
from prpn_book.explore.guess import Guess
from prpn_book.views.transitions import explore
from prpn_edu.loops import transitions

ACTIONS = [transitions.SHIFT, transitions.REDUCE]
EXAMPLES = [
    "((the film) (was (very good)))",
    "(I (loved (this movie)))",
    "(((not bad) but) slow)",
    "((it (was funny)) (but ((the critic) (hated it))))",
]
HIGHEST = "SSSRRSSSRSS"  # the actions that make the stack of the last example five parts high
LONGEST = 120  # letters of a reader's own tree
GUESSES = (
    Guess(
        "A sentence has six words. How many REDUCEs will there be?",
        5,
        "Six SHIFTs and five REDUCEs. Each word is shifted once. Each REDUCE turns two parts into one, so "
        "five of them lead from six parts to one.",
        high=12,
        unit="REDUCEs",
    ),
    Guess(
        "Which actions are the same for every sentence of two words or more?",
        "the first two and the last",
        "SHIFT and SHIFT come first, because REDUCE needs two parts; and the last is REDUCE, because it "
        "builds the root.",
        options=("the first and the last", "the first two and the last", "all but the last"),
    ),
    Guess(
        "Over four words, which tree needs the largest stack?",
        "(a (b (c d)))",
        "The right-branching tree (a (b (c d))) needs room for four: all words are shifted before the first "
        "REDUCE. In the left-branching tree (((a b) c) d) the stack never holds more than two parts.",
        options=("(((a b) c) d)", "((a b) (c d))", "(a (b (c d)))"),
        shows={"text": "(a (b (c d)))", "answers": ["SHIFT"] * 4},
    ),
    Guess(
        'How high does the stack become on "it was funny but the critic hated it", in this tree?',
        5,
        '"(it (was funny))", "but" and "(the critic)" wait below when "hated" and "it" come on top.',
        high=8,
        unit="parts",
        shows={"text": EXAMPLES[3], "answers": [ACTIONS["SR".index(letter)] for letter in HIGHEST]},
    ),
)


class Stepper(Explorer):
    """A stack, a buffer and two buttons: the reader names the next action of a given tree.

    A right answer moves the machine; a wrong one moves nothing and says why.

    Attributes:
        text: a binary tree in brackets, "(I (loved it))".
        answers: the reader's answers so far, "SHIFT" or "REDUCE", right ones and wrong ones.
        view: everything that `prpn_book.views.transitions.explore` returns, and under "state" what it got.
    Raises:
        traitlets.TraitError: the text of a new stepper is no binary tree; the message names the place.
    """

    name = "stepper"
    loop = staticmethod(explore)
    guesses = GUESSES
    presets: ClassVar = {text: {"text": text, "answers": []} for text in EXAMPLES}

    text = traitlets.Unicode(EXAMPLES[0]).tag(sync=True)
    answers = traitlets.List(traitlets.Enum(ACTIONS)).tag(sync=True)

    def __init__(self, text: str = EXAMPLES[0], **kwargs):
        super().__init__(text=text, **kwargs)
        if self.view["problem"]:
            raise traitlets.TraitError(f"text is {text!r}. {self.view['problem']}")

    def labels(self) -> dict[str, Any]:
        """Return the two actions, and how long a reader's own tree may be."""
        return {"actions": ACTIONS, "longest": LONGEST}

    def title(self) -> str:
        """Return the tree, and how far its machine has come."""
        done, all_of_them = self.view["done"], len(self.view["actions"])
        return f"Shift and reduce: {self.text}, after {done} of {all_of_them} actions"

    def table(self) -> list[list[str]]:
        """Return the whole run, one row an action: what a page without a script can show."""
        leaves, actions = self.view["words"], self.view["actions"]
        rows = [["after", "action", "stack, top on the right", "buffer, next on the left"]]
        for k, (action, stack, buffer) in enumerate(transitions.trace(actions, leaves, transitions.pair)):
            parts = "  ".join(map(transitions.brackets, stack))
            rows.append([str(k), action, parts, "  ".join(buffer)])
        return rows
