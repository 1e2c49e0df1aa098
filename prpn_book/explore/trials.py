"""The explorer of seeds: choose which trainings were done, and read what they say together."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import Explorer
from prpn_book.explore.guess import Guess
from prpn_book.views import trials

TAPE, ATTENTION = "with tape", "attention only"
SEEDS = len(trials.SCORES[TAPE])
FIRST: dict[str, Any] = {"form": TAPE, "seeds": [1, 2, 3]}
ALL = [*range(1, SEEDS + 1)]
SAYS = {
    "above": "The whole interval lies above right-branching.",
    "below": "The whole interval lies below right-branching.",
    "open": "More seeds may lead above right-branching or below it.",
}
VERDICTS = ("above", "below", "open")
GUESSES = (
    Guess(
        "All sixteen seeds with tape. Where does right-branching lie?",
        "inside their interval",
        "The interval is about six points wide, so it cannot be told which is better. To halve it "
        "takes four times as many. Of the 560 ways to choose three, 37 per cent have a mean above "
        "right-branching.",
        options=("above their interval", "below their interval", "inside their interval"),
        shows={"form": TAPE, "seeds": ALL},
    ),
)


class TrialExplorer(Explorer):
    """Sixteen trainings of one recipe that differ in their seed: some are chosen, and judged together.

    Attributes:
        form: which PRPN, "attention only" or "with tape".
        seeds: the trainings that were done, different numbers from 1 to 16, in order.
        view: everything that `prpn_book.views.trials.explore` returns, and under "state" what it was given.
    Raises:
        traitlets.TraitError: an unknown form, or seeds that are none, twice there, or out of range.
    """

    name = "trials"
    loop = staticmethod(trials.explore)
    guesses = GUESSES
    presets: ClassVar = {
        "with tape, seeds 1, 2 and 3": FIRST,
        "with tape, all seeds": {"form": TAPE, "seeds": ALL},
        "attention only, seeds 1, 2 and 3": {"form": ATTENTION, "seeds": [1, 2, 3]},
        "attention only, all seeds": {"form": ATTENTION, "seeds": ALL},
    }

    form = traitlets.Enum([*trials.SCORES], TAPE).tag(sync=True)
    seeds = traitlets.List(traitlets.Int(), FIRST["seeds"]).tag(sync=True)

    @traitlets.validate("seeds")
    def _check_seeds(self, proposal) -> list[int]:
        seeds = proposal["value"]
        if not seeds or sorted(set(seeds)) != list(seeds) or not set(seeds) <= set(ALL):
            raise traitlets.TraitError(
                f"seeds is {seeds}: it needs different numbers from 1 to {SEEDS}, in order"
            )
        return seeds

    def labels(self) -> dict[str, Any]:
        """Return the forms, the line, and the words of each verdict."""
        return {
            "forms": [*trials.SCORES],
            "most": SEEDS,
            "right": trials.RIGHT,
            "says": SAYS,
        }

    def title(self) -> str:
        """Return the form and the seeds."""
        return f"PRPN, {self.form}: what the seeds {', '.join(map(str, self.seeds))} say"

    def table(self) -> list[list[str]]:
        """Return a row for each seed with its F1."""
        rows = zip(self.seeds, self.view["scores"], strict=True)
        return [["seed", "sentence F1 x 100"], *([str(seed), one_digit(score)] for seed, score in rows)]

    def notes(self) -> list[str]:
        """Return the mean with its interval, and the verdict."""
        mean, half = self.view["mean"], self.view["half"]
        ends = [] if half is None else [one_digit(mean - half), one_digit(mean + half)]
        around = f", 95 % over seeds {' to '.join(ends)}" if ends else ""
        line = f"Mean {one_digit(mean)}{around}; right-branching {one_digit(trials.RIGHT)}."
        return [line, SAYS[self.view["verdict"]]]


def one_digit(x: float) -> str:
    """A number with one digit, halves upwards as in the page."""
    return str(Decimal(x).quantize(Decimal("0.1"), ROUND_HALF_UP))
