"""The explorer of grammars: rules that one weighs, the chart that adds up all trees, and steps of EM."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.guess import Guess
from prpn_book.explore.typed import Typed
from prpn_book.views import grammar as views

LONGEST = 80  # letters
FILMS: dict[str, Any] = {"grammar": 0, "weights": views.weights_of(0), "text": "saw films at home"}
EQUAL = {**FILMS, "weights": [0.6, 0.2, 0.4, 0.5, 0.5]}
OLD: dict[str, Any] = {"grammar": 1, "weights": [0.4, 0.6, 0.5, 0.5], "text": "saw old films"}
FRIENDS: dict[str, Any] = {
    "grammar": 2,
    "weights": views.weights_of(2),
    "text": "saw films at home with friends",
}
GUESSES = (
    Guess(
        "Both trees grow the same words, one with the chance 1/16, the other with 1/32. What will stand in "
        "the top box, the chance of the words?",
        "3/32",
        "Nobody says which tree made the words. Either may have, so the two chances add up: 1/16 + 1/32. "
        "Fill the chart: the top box adds them without a list of trees.",
        options=("1/16", "3/32", "3/64"),
    ),
    Guess(
        "Raise the weight of N → films alone. What happens to the shares of the two trees?",
        "nothing",
        "Each tree writes each word once, so the chance of a word is a factor of both trees. It changes p "
        "and no share.",
        options=("the first one gains", "nothing", "the second one gains"),
        shows={**FILMS, "weights": [0.5, 0.25, 0.25, 1.0, 0.5]},
    ),
    Guess(
        "Start from two equal trees: each has the share 1/2. After one EM step, what is the share of the "
        "tree in which films at home is no phrase?",
        "1/4",
        "Squared, although it was not behind. It needs two rules of VP, which must share the uses.",
        options=("1/2", "1/3", "1/4"),
        shows={**EQUAL, "weights": [1 / 3, 1 / 3, 1 / 3, 0.5, 0.5]},
    ),
    Guess(
        "Start from saw old films, with the weight 0.6 for S → V M and 0.5 for the others. Where will EM go?",
        "to saw (old films)",
        "With 0.5 everywhere EM would stand still. The first weight makes the first tree a little likelier, "
        "and each step takes it further ahead.",
        options=("to saw (old films)", "to (saw old) films", "it stands still"),
        shows={**OLD, "weights": [0.6, 0.5, 0.5, 0.5]},
    ),
)


class GrammarExplorer(Typed):
    """A small grammar: weigh its rules, and chart, trees and expected counts follow; let EM weigh them.

    Args:
        simple: only the chart, empty: a reader fills it by touching its boxes, short ones first.
    Attributes:
        grammar: a number of `prpn_book.views.grammar.GRAMMARS`.
        weights: of the rules that can be moved, from 0 to 1; the chance of a rule is its share among those of
            its parent. When `grammar` changes alone, they become those of the new one.
        text: a sentence of the grammar's words, 2 to 8.
        view: everything that `prpn_book.views.grammar.explore` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: a value out of these ranges, or words that the grammar does not know.
    """

    name = "grammar"
    loop = staticmethod(views.explore)
    guesses = GUESSES
    presets: ClassVar = {
        "saw films at home": FILMS,
        "two equal trees": EQUAL,
        "saw old films": OLD,
        "saw films at home with friends": FRIENDS,
    }

    grammar = traitlets.Int(FILMS["grammar"]).tag(sync=True)
    weights = traitlets.List(traitlets.Float(), FILMS["weights"]).tag(sync=True)
    text = traitlets.Unicode(FILMS["text"]).tag(sync=True)

    def __init__(self, simple: bool = False, **state: Any):
        self.simple = simple
        if "grammar" in state and "weights" not in state:
            state["weights"] = views.weights_of(state["grammar"])
        super().__init__(**state)

    def align(self):
        """Bring the weights to the number of rules that can be moved."""
        if len(self.weights) != views.GRAMMARS[self.grammar]["free"]:
            self.weights = views.weights_of(self.grammar)

    @traitlets.validate("grammar")
    def _check_grammar(self, proposal) -> int:
        if not 0 <= proposal["value"] < len(views.GRAMMARS):
            raise traitlets.TraitError(
                f"grammar is {proposal['value']}: there are {len(views.GRAMMARS)}, counted from 0"
            )
        return proposal["value"]

    @traitlets.validate("weights")
    def _check_weights(self, proposal) -> list[float]:
        for k, weight in enumerate(proposal["value"]):
            if not 0 <= weight <= 1:
                raise traitlets.TraitError(f"weights[{k}] is {weight}: a weight lies between 0 and 1")
        return proposal["value"]

    def labels(self) -> dict[str, Any]:
        """Return the words and the number of sliders of each grammar, and the limits of a sentence."""
        return {
            "simple": self.simple,
            "words": [
                [children[0] for _, children, _ in one["rules"] if len(children) == 1]
                for one in views.GRAMMARS
            ],
            "free": [one["free"] for one in views.GRAMMARS],
            "most": views.MOST,
            "longest": LONGEST,
        }

    def title(self) -> str:
        """Return the sentence."""
        return f"A grammar grows: {' '.join(self._seen['words'])}"

    def table(self) -> list[list[str]]:
        """Return each box of the chart, short spans first; while a reader fills it, only single words."""
        words = self._seen["words"]
        rows = [["words", "symbols and their chances inside", "chance that the tree has the span"]]
        for box in self._seen["boxes"]:
            single = box["end"] - box["start"] == 1
            if single or not self.simple:
                inside = ", ".join(f"{symbol} {nice(value)}" for symbol, value in box["inside"])
                chance = "" if single else nice(box["chance"])
                rows.append([" ".join(words[box["start"] : box["end"]]), inside or "none", chance])
        return rows

    def notes(self) -> list[str]:
        """Return the rules with their expected counts, the trees and, once the chart is full, p."""
        view = self._seen
        rules = [
            f"{parent} → {' '.join(children)} {nice(chance)}" + f", used {nice(count)}" * (not self.simple)
            for parent, children, chance, count in view["rules"]
        ]
        grown = [f"Tree: {bracketed(tree)}, chance {nice(chance)}" for chance, tree in view["trees"]]
        total = f"p({' '.join(view['words'])}) = {nice(view['total'])}, trees: {view['many']}"
        return [f"Rules: {'; '.join(rules)}", *grown, *[total] * (not self.simple)]


def nice(x: float) -> str:
    """Return a fraction if 2, 3 and 5 make its denominator and it is at most 1000, else three digits."""
    for below in DENOMINATORS:
        if abs(x * below - round(x * below)) < 1e-9 * below:
            return f"{round(x * below)}/{below}" if below > 1 else str(round(x))
    return f"{x:.3g}"


def bracketed(tree: list) -> str:
    """Return a derivation as brackets with the symbols: (NP (N films) (PP (P at) (N home)))."""
    return f"({' '.join(part if isinstance(part, str) else bracketed(part) for part in tree)})"


DENOMINATORS = sorted(
    2**a * 3**b * 5**c for a in range(10) for b in range(7) for c in range(5) if 2**a * 3**b * 5**c <= 1000
)
