"""The explorer of half-lives: dye on the first word, and what is left of it after the others."""

import math
from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import Explorer, within
from prpn_book.explore.guess import Guess
from prpn_book.views import fading

FEWEST, MOST = 2, 10  # words
RANGES = {"radius": (0.0, 1.2), "beside": (0.0, 4.0), "bias": (-2.0, 5.0)}
WORDS = ["it", "was", "funny", "but", "the", "critic", "hated", "it"]
HALF: dict[str, Any] = {"words": WORDS, "radius": 0.5, "beside": 0.0, "bias": 0.0}
DETOUR = {**HALF, "beside": 4.0}
GUESSES = (
    Guess(
        "A network keeps 0.9 of its state at each word. After how many more words is no more than half of "
        "the first left?",
        7,
        "Seven: 0.9 to the power of 6 is 0.53, to the power of 7 it is 0.48. Each word multiplies, so ten "
        "times less forgetting, 0.99, lasts about ten times as long: 69 words.",
        low=1,
        high=20,
        unit="words",
        shows={**HALF, "radius": 0.9},
    ),
    Guess(
        "The radius is 0.5, and one entry beside the diagonal is 4. What becomes of the dye?",
        "it grows at first, then vanishes",
        "After the first word there is four times as much as at the start: the dye of the second unit runs "
        "into the first. Then the radius decides, and it is below 1. A large entry delays the end and "
        "cannot stop it.",
        options=("it vanishes at once", "it grows at first, then vanishes", "it grows without end"),
        shows=DETOUR,
    ),
    Guess(
        "The bias of a forget gate rises from 0 to 3. From 1 word, to how many words does the half-life "
        "rise?",
        15,
        "Fifteen. A bias of 3 makes a gate of 0.95, and 0.95 to the power of 14 is 0.51 (with the gate's "
        "exact value). A bias of 5 makes 0.993, and a half-life of 104 words.",
        low=1,
        high=40,
        within=3,
        unit="words",
        shows={**HALF, "bias": 3.0},
    ),
)


class HalfLife(Explorer):
    """Two ways to remember, side by side: powers of a matrix, and powers of a forget gate that a bias sets.

    Attributes:
        words: 2 to 10 words; the dye lies on the first.
        radius: the spectral radius of the network's matrix, from 0 to 1.2.
        beside: its entry beside the diagonal, from 0 to 4.
        bias: the bias of the LSTM's forget gate, from -2 to 5.
        view: everything that `prpn_book.views.fading.explore` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: a value out of these ranges; the message names it.
    """

    name = "halflife"
    loop = staticmethod(fading.explore)
    guesses = GUESSES
    presets: ClassVar = {
        "half is kept": HALF,
        "radius 0.5, entry 4": DETOUR,
        "radius 1.1": {**HALF, "radius": 1.1},
        "forget bias 3": {**HALF, "bias": 3.0},
        "as good as nothing lost": {**HALF, "radius": 0.99, "bias": 5.0},
    }

    words = traitlets.List(traitlets.Unicode(), WORDS).tag(sync=True)
    radius = traitlets.Float(HALF["radius"]).tag(sync=True)
    beside = traitlets.Float(HALF["beside"]).tag(sync=True)
    bias = traitlets.Float(HALF["bias"]).tag(sync=True)

    @traitlets.validate("words")
    def _check_words(self, proposal) -> list[str]:
        words = proposal["value"]
        if not FEWEST <= len(words) <= MOST:
            raise traitlets.TraitError(f"words has {len(words)} entries: it needs {FEWEST} to {MOST}")
        return words

    @traitlets.validate(*RANGES)
    def _check_number(self, proposal) -> float:
        return within(proposal, *RANGES[proposal["trait"].name])

    def labels(self) -> dict[str, Any]:
        """Return the limits of the numbers and of the sentence."""
        return {"fewest": FEWEST, "most": MOST, "ranges": {name: list(ends) for name, ends in RANGES.items()}}

    def title(self) -> str:
        """Return what is followed."""
        return f'What is left of "{self.words[0]}", the first word of: {" ".join(self.words)}'

    def table(self) -> list[list[str]]:
        """Return a column for each word: what is left in the network, and in the memory."""
        return [
            ["after", *self.words],
            ["in the network", *map(_share, self.view["network"])],
            ["in the memory", *map(_share, self.view["memory"])],
        ]

    def notes(self) -> list[str]:
        """Return the settings and both half-lives."""
        network, memory = map(_words, self.view["halves"])
        return [
            f"Network: radius {self.radius:g}, entry beside it {self.beside:g}; half-life {network}.",
            f"Memory: forget gate {self.view['gate']:.3f}, from the bias {self.bias:g}; half-life {memory}.",
        ]


def _share(x: float) -> str:
    """Two digits, halves upwards as in the page: 0.125 is 0.13."""
    return f"{math.floor(100 * x + 0.5) / 100:.2f}"


def _words(n: int | None) -> str:
    return "999 words or more" if n is None else f"{n} word{'' if n == 1 else 's'}"
