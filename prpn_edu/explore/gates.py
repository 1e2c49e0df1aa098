"""The explorer of one step's gates: from scores to limits, gates, attention and the tree."""

from math import isfinite
from typing import Any, ClassVar

import traitlets

from prpn_edu.explore.explorer import Explorer
from prpn_edu.loops import gates

FEWEST, MOST = 2, 10  # words
# The places of the slider for tau: about equally far apart as ratios.
TAUS = [0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8]
TAUS += [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 15, 20]

# Ten words, ten scores, nine weights. Of each, the beginning is the note's Figure 2; the rest is what a
# reader gets by adding words. The scores put together what belongs together.
RESERVE = {
    "words": ["she", "loved", "very", "old", "films", "with", "slow", "and", "quiet", "music"],
    "d": [0.7, 0.6, 0.3, 0.4, 0.5, 0.55, 0.2, 0.35, 0.1, 0.45],
    "raw": [0.4, 0.1, 0.3, 0.2, 0.25, 0.15, 0.3, 0.1, 0.2],
}
FIGURE_2 = {
    "d": RESERVE["d"][:5],
    "t": 4,
    "tau": 1.0,
    "form": "paper",
    "raw": RESERVE["raw"][:4],
    "words": RESERVE["words"][:5],
}

# The rows in the order of the computation: key, symbol ("_x" is an index), what it is, and to which of three
# stages it belongs. A row is drawn filled, hatched or hollow: by colour and by pattern.
ROWS = [
    ("alpha", "α_i", "chance to go on past i", "search", "filled"),
    ("limit_distribution", "p(l = i)", "chance that the limit is i", "search", "hollow"),
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
ASK = "Before you drag, predict. Each question starts from Figure 2."
QUESTIONS = [
    (
        "The score d₂ rises to 0.48. Which of the chances p(l = i) move, and which way?",
        "p(l = 3) stays at 0.45: the search walks left and meets 3 before it meets 2. It is now more likely "
        "to stop at 2, so p(l = 2) grows from 0.22 to 0.2695; less is left for 1 and 0, which shrink to "
        "0.1543 and 0.1262.",
    ),
    (
        "The sharpness τ rises to 10. Where do the soft gates go?",
        "To the hard gates: 0, 1, 1, 1. In the paper's form a large τ makes every α here 0 or 1, and the "
        "search stops for certain at the nearest score above d₄. In the other two forms τ divides: there it "
        "has to become small.",
    ),
    (
        "The step's own score d₄ rises to 0.65. What happens to the hard limit and to the tree?",
        "Now only d₀ is higher, so the limit moves from 1 to 0 and every hard gate opens. The tree changes "
        "too, from (she (loved ((very old) films))) to (she ((loved (very old)) films)).",
    ),
]
TROUBLE = (
    "No answer came from Python: the bars still show an earlier state. In Jupyter, run the cell again; in "
    "the book, reload the page."
)


class GateExplorer(Explorer):
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
        view: everything that `prpn_edu.loops.gates.explore` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: a value out of these ranges; the message names it and its place.
    """

    name = "gates"
    call: ClassVar[dict[str, Any]] = {
        "module": "gates",
        "function": "explore",
        "arguments": ["d", "t", "tau", "form", "raw", "words"],
    }

    d = traitlets.List(traitlets.Float(), FIGURE_2["d"]).tag(sync=True)
    t = traitlets.Int(FIGURE_2["t"]).tag(sync=True)
    tau = traitlets.Float(FIGURE_2["tau"]).tag(sync=True)
    form = traitlets.Enum([name for name, _, _ in FORMS], FIGURE_2["form"]).tag(sync=True)
    raw = traitlets.List(traitlets.Float(), FIGURE_2["raw"]).tag(sync=True)
    words = traitlets.List(traitlets.Unicode(), FIGURE_2["words"]).tag(sync=True)

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._follow()

    @traitlets.observe("d", "t", "tau", "form", "raw", "words")
    def _follow(self, change=None):
        """Bring words, weights and step to the number of scores, then the view to the state."""
        size = len(self.d)
        with self.hold_trait_notifications():
            known = self.words == RESERVE["words"][: len(self.words)]  # not the reader's own sentence
            unknown = [f"x{i}" for i in range(MOST)]
            self.words = fit(self.words, size, RESERVE["words"] if known else unknown)
            self.raw = fit(self.raw, size - 1, RESERVE["raw"])
            self.t = min(self.t, size - 1)
        state = self.state()
        self.view = {"state": state, **gates.explore(**state)}

    @traitlets.default("content")
    def _content(self) -> dict[str, Any]:
        row, form = ("key", "symbol", "meaning", "stage", "look"), ("value", "label", "hint")
        return {
            "rows": [dict(zip(row, values, strict=True)) for values in ROWS],
            "forms": [dict(zip(form, values, strict=True)) for values in FORMS],
            "ask": ASK,
            "questions": [list(pair) for pair in QUESTIONS],
            "start": FIGURE_2,
            "taus": TAUS,
            "fewest": FEWEST,
            "most": MOST,
            "reserve": RESERVE,
            "trouble": TROUBLE,
        }

    @traitlets.validate("d")
    def _check_scores(self, proposal) -> list[float]:
        d = proposal["value"]
        if not FEWEST <= len(d) <= MOST:
            raise traitlets.TraitError(
                f"d needs {FEWEST} to {MOST} scores, one for each word; it has {len(d)}"
            )
        for i, score in enumerate(d):
            if not 0 <= score <= 1:
                raise traitlets.TraitError(f"d[{i}] is {score}: a score lies between 0 and 1")
        return d

    @traitlets.validate("t")
    def _check_step(self, proposal) -> int:
        t, size = proposal["value"], len(self.d)
        if not 1 <= t < size:
            raise traitlets.TraitError(f"t is {t}: with {size} words a step is one of 1 .. {size - 1}")
        return t

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

    @traitlets.validate("words")
    def _check_words(self, proposal) -> list[str]:
        words, size = proposal["value"], len(self.d)
        if len(words) != size:
            raise traitlets.TraitError(
                f"words has {len(words)} entries for {size} scores; to change both, give d and words in one "
                "`with explorer.hold_trait_notifications():` block"
            )
        for i, word in enumerate(words):
            if not word.strip():
                raise traitlets.TraitError(f"words[{i}] is empty: a leaf of the tree needs a name")
        return words

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
        """Return the hard limit and the tree."""
        limit = self.view["limit"]
        return [f"Hard limit: {limit} ({self.words[limit]}). Tree by SPLIT: {brackets(self.view['tree'])}"]


def fit(values: list, size: int, reserve: list) -> list:
    """Return `size` values: those given, and where they end, those of `reserve` at the same places."""
    return [*values[:size], *reserve[len(values) : size]]


def short(x: float) -> str:
    """Return a number with four decimals at most, and no zeros at its end: 0.1485, 0.45, 1."""
    return f"{x:.4f}".rstrip("0").rstrip(".")


def brackets(tree: list | str) -> str:
    """Return nested lists of words in brackets."""
    return tree if isinstance(tree, str) else f"({' '.join(map(brackets, tree))})"
