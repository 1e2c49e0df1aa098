"""The explorer of one step's gates: from scores to limits, gates, attention and the tree."""

from math import isfinite
from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import short
from prpn_book.explore.guess import Guess
from prpn_book.explore.scored import Scored, fit
from prpn_book.views import gates
from prpn_edu.loops.transitions import brackets

# The places of the slider for tau: about equally far apart as ratios.
TAUS = [0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8]
TAUS += [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 15, 20]

# Ten words, ten scores, nine weights. Of each, the beginning is the note's Figure 2; the rest is what a
# reader gets by adding words. The scores put together what belongs together.
RESERVE: dict[str, list] = {
    "words": ["she", "loved", "very", "old", "films", "with", "slow", "and", "quiet", "music"],
    "d": [0.7, 0.6, 0.3, 0.4, 0.5, 0.55, 0.2, 0.35, 0.1, 0.45],
    "raw": [0.4, 0.1, 0.3, 0.2, 0.25, 0.15, 0.3, 0.1, 0.2],
}
FIGURE_2: dict[str, Any] = {
    "d": RESERVE["d"][:5],
    "t": 4,
    "tau": 1.0,
    "form": "paper",
    "raw": RESERVE["raw"][:4],
    "words": RESERVE["words"][:5],
}

# The rows in the order of the computation: key, symbol ("_x" is an index), what it is, and its concept in the
# palette. A row is drawn filled, hatched or hollow: by colour and by pattern.
ROWS = [
    ("alpha", "α_i", "chance to go on past i", "limit", "filled"),
    ("limit_distribution", "p(l = i)", "chance that the limit is i", "limit", "hollow"),
    ("gates", "E[g_i]", "soft gate: the chance of l ≤ i", "gate", "filled"),
    ("hard_gates", "g_i", "hard gate: open from the limit on", "gate", "hatched"),
    ("raw", "s̃_i", "attention before the gates", "attention", "plain"),
    ("soft_attention", "s_i(E[g])", "soft attention: through the soft gates", "attention", "filled"),
    ("expected_attention", "E[s_i]", "expected attention: the mean over all limits", "attention", "hollow"),
    ("hard_attention", "s_i(g)", "hard attention: through the hard gates", "attention", "hatched"),
]
FORMS = [
    ("paper", "paper: clip((1 + τ(d_t − d_i))/2)", "a larger τ is sharper"),
    ("code", "code: clip(1 + (d_t − d_i)/τ)", "a smaller τ is sharper"),
    ("soft", "soft: σ(10(d_t − d_i)/τ + 5)", "a smaller τ is sharper"),
]
GUESSES = (
    Guess(
        "In Figure 2, d₂ rises from 0.3 to 0.48. What happens to p(l = 3)?",
        "it stays",
        "p(l = 3) stays at 0.45: the search walks left and meets 3 before it meets 2. It is now more likely "
        "to stop at 2, so p(l = 2) grows from 0.22 to 0.2695; less is left for 1 and 0, which shrink to "
        "0.1543 and 0.1262.",
        options=("it grows", "it stays", "it shrinks"),
        shows={**FIGURE_2, "d": [0.7, 0.6, 0.48, 0.4, 0.5]},
    ),
    Guess(
        "In Figure 2, the sharpness τ rises to 10. Where do the soft gates go?",
        "to the hard gates",
        "They become 0, 1, 1, 1. In the paper's form a large τ makes every α here 0 or 1, and the "
        "search stops for certain at the nearest score above d₄.",
        options=("all to 1", "all to one half", "to the hard gates"),
        shows={**FIGURE_2, "tau": 10.0},
    ),
    Guess(
        "In Figure 2, the step's own score d₄ rises to 0.65. Drag to where its hard limit will be.",
        0,
        "Now only d₀ is higher, so the limit moves from 1 to 0 and every hard gate opens. The tree "
        "cut between the words changes too, from (she (((loved very) old) films)) to "
        "((she ((loved very) old)) films).",
        high=3,
        shows={**FIGURE_2, "d": [0.7, 0.6, 0.3, 0.4, 0.65]},
    ),
)


class GateExplorer(Scored):
    """Sliders for the scores, the sharpness and the step; bars for everything that follows from them.

    It starts at the note's Figure 2. The number of scores is the number of words: when `d` changes its
    length, `words`, `raw` and `t` follow.

    Attributes:
        d: T scores in [0, 1], one for each word, T from 2 to 10.
        t: the step that looks back, 1 <= t < T.
        tau: sharpness, > 0.
        form: of alpha, "paper", "code" or "soft"; see `prpn_edu.latent.gates.alphas`.
        raw: T - 1 weights >= 0, the attention before the gates; only their ratios count.
        words: T words.
        view: everything that `prpn_book.views.gates.explore` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: a value out of these ranges; the message names it and its place.
    """

    name = "gates"
    loop = staticmethod(gates.explore)
    guesses = GUESSES
    reserve = RESERVE
    presets: ClassVar = {
        "Figure 2": FIGURE_2,
        "Figure 2, sharp": {**FIGURE_2, "tau": 20.0},
        "Figure 2, code form": {**FIGURE_2, "form": "code"},
        "two trees": {**FIGURE_2, "d": [0.7, 0.3, 0.6, 0.4, 0.5]},
        "rising scores": {**FIGURE_2, "d": [0.1, 0.2, 0.3, 0.4, 0.5]},
    }

    d = traitlets.List(traitlets.Float(), FIGURE_2["d"]).tag(sync=True)
    t = traitlets.Int(FIGURE_2["t"]).tag(sync=True)
    tau = traitlets.Float(FIGURE_2["tau"]).tag(sync=True)
    form = traitlets.Enum([name for name, _, _ in FORMS], FIGURE_2["form"]).tag(sync=True)
    raw = traitlets.List(traitlets.Float(), FIGURE_2["raw"]).tag(sync=True)
    words = traitlets.List(traitlets.Unicode(), FIGURE_2["words"]).tag(sync=True)

    def align_more(self, size: int):
        """Bring the weights to the number of scores."""
        self.raw = fit(self.raw, size - 1, RESERVE["raw"])

    def labels(self) -> dict[str, Any]:
        """Return the rows of bars, the forms of alpha and the places of tau."""
        row, form = ("key", "symbol", "meaning", "concept", "look"), ("value", "label", "hint")
        return {
            **super().labels(),
            "rows": [dict(zip(row, values, strict=True)) for values in ROWS],
            "forms": [dict(zip(form, values, strict=True)) for values in FORMS],
            "taus": TAUS,
        }

    @traitlets.validate("tau")
    def _check_sharpness(self, proposal) -> float:
        tau = proposal["value"]
        if not (tau > 0 and isfinite(tau)):
            raise traitlets.TraitError(f"tau is {tau}: it must be above 0 and finite")
        return tau

    @traitlets.validate("raw")
    def _check_weights(self, proposal) -> list[float]:
        raw, size = proposal["value"], len(self.d)
        if len(raw) != size - 1:
            raise traitlets.TraitError(
                f"raw has {len(raw)} weights; {size} scores need {size - 1}, one for each word but the last"
            )
        for i, weight in enumerate(raw):
            if not (weight >= 0 and isfinite(weight)):
                raise traitlets.TraitError(f"raw[{i}] is {weight}: a weight is at least 0 and finite")
        return raw

    def title(self) -> str:
        """Return the state in words."""
        if self.state() == FIGURE_2:
            return "The gates of the note's Figure 2: step t = 4 (films), paper form, τ = 1"
        return (
            f"The gates of step t = {self.t} ({self.words[self.t]}), {self.form} form, τ = {short(self.tau)}"
        )

    def table(self) -> list[list[str]]:
        """Return the words, their scores and every row of numbers; blanks from position t on."""
        heading = ["position", *(f"{i} {word}" for i, word in enumerate(self.words))]
        rows = [heading, ["d_i, score", *map(short, self.d)]]
        for key, symbol, meaning, _, _ in ROWS:
            values = self.view.get(key, self.raw)
            cells = [short(x) for x in values[: self.t]]
            rows.append([f"{symbol}, {meaning}", *cells, *[""] * (len(self.words) - len(cells))])
        return rows

    def notes(self) -> list[str]:
        """Return the hard limit and both trees."""
        limit = self.view["limit"]
        return [
            f"Hard limit: {limit} ({self.words[limit]}). Tree by SPLIT: {brackets(self.view['tree'])}",
            f"Tree cut between the words: {brackets(self.view['between'])}",
        ]
