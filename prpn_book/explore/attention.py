"""The explorer of attention: a question that one drags, and how much each of three memories is looked at."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import Explorer
from prpn_book.explore.guess import Guess
from prpn_book.views import attention

REACH = 4  # of a question, in both directions
MEMORIES = [[0, 1], [1, 0], [1, 1]]
START: list[float] = [4, 0]
GUESSES = (
    Guess(
        "Which question looks at all three memories alike?",
        "(0, 0)",
        "Nothing fits (0, 0) better than anything else: each weight is 1/3, and the step goes on from the "
        "plain mean. (4, 4) prefers (1, 1), which has both features; (-4, -4) likes it least.",
        options=("(0, 0)", "(4, 4)", "(-4, -4)"),
        shows={"question": [0, 0]},
    ),
    Guess(
        "Can a question prefer the middle memory, (1, 0), to both others?",
        "yes, if it asks for one feature against the other",
        "(4, -4) does: it wants the first feature and dislikes the second, which (1, 1) has too. (1, 0) gets "
        "0.94 of the weight. A question for the first feature alone, (4, 0), cannot tell (1, 0) from (1, 1).",
        options=(
            "yes, if it asks for one feature",
            "yes, if it asks for one feature against the other",
            "no, (1, 1) always gets more",
        ),
        shows={"question": [4, -4]},
    ),
)


class AttentionExplorer(Explorer):
    """Three memories and a question on one plane: drag the question, and their weights follow.

    Attributes:
        question: two numbers from -4 to 4.
        memories: the states that are looked at, two numbers each.
        view: all that `prpn_book.views.attention.explore` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: a question that is no pair of such numbers; the message says so.
    """

    name = "attention"
    loop = staticmethod(attention.explore)
    guesses = GUESSES
    presets: ClassVar = {
        f"({x}, {y})": {"question": [x, y], "memories": MEMORIES}
        for x, y in ([4, 0], [0, 4], [0, 0], [4, -4], [-4, -4])
    }

    question = traitlets.List(traitlets.Float(), START).tag(sync=True)
    memories = traitlets.List(traitlets.List(traitlets.Float()), MEMORIES).tag(sync=True)

    @traitlets.validate("question")
    def _check_question(self, proposal) -> list[float]:
        question = proposal["value"]
        if len(question) != 2 or not all(-REACH <= x <= REACH for x in question):
            raise traitlets.TraitError(
                f"question is {question}: it needs two numbers from -{REACH} to {REACH}"
            )
        return question

    def labels(self) -> dict[str, Any]:
        """Return how far a question reaches."""
        return {"reach": REACH}

    def title(self) -> str:
        """Return the question."""
        return f"What the question {_pair(self.question)} looks at"

    def table(self) -> list[list[str]]:
        """Return a row for each memory: how it fits, and its weight."""
        rows = zip(self.memories, self.view["fits"], self.view["weights"], strict=True)
        return [
            ["memory", "fits: h·k / √2", "weight"],
            *([_pair(memory), f"{fit:.2f}".replace("-", "−"), f"{s:.2f}"] for memory, fit, s in rows),
        ]

    def notes(self) -> list[str]:
        """Return where the step goes on from."""
        return [f"The step goes on from ({', '.join(f'{x:.2f}' for x in self.view['average'])})."]


def _pair(numbers: list[float]) -> str:
    return f"({', '.join(f'{x:g}' for x in numbers)})".replace("-", "−")
