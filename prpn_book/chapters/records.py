"""What experiments recorded in `results/`: read a file, and write means, spreads and intervals as text."""

import statistics
from collections.abc import Iterable, Sequence
from json import loads
from pathlib import Path

import torch
from torch import Tensor

from prpn_book.figures import Table
from prpn_book.rounding import rounded
from prpn_edu import evaluation

Scores = Sequence[float] | Tensor


def folder() -> Path:
    """The folder `results` of the project, beside or above the page that runs.

    Raises:
        FileNotFoundError: the page runs outside the project.
    """
    for place in (here := Path().resolve(), *here.parents):
        if (place / "results").is_dir():
            return place / "results"
    raise FileNotFoundError(f"no folder results beside or above {here}: open the page in the project")


def read(name: str) -> dict:
    """The record of a run by its file's name, without ".json"."""
    return loads((folder() / f"{name}.json").read_text("utf-8"))


def read_all(pattern: str) -> list[dict]:
    """The records whose names match a pattern, "grid/toy-bag-root-*", in the order of their names."""
    return [loads(path.read_text("utf-8")) for path in sorted(folder().glob(f"{pattern}.json"))]


def chosen(*recipes: str) -> Table:
    """What was chosen in some recipes of `results/choices.json`, and whether gold trees were seen.

    Args:
        recipes: their keys; what several have in common stands there once.
    """
    record = read("choices")
    known = {recipe["key"]: recipe["choices"] for recipe in record["recipes"]}
    keys = dict.fromkeys(key for recipe in recipes for key in known[recipe])
    rows = [
        [choice["choice"], choice["how"], "gold" if choice["gold"] else "no gold"]
        for choice in (record["choices"][key] for key in keys)
    ]
    caption = "What was chosen, and how. Gold: by people who had seen gold trees, or F1, of these sentences."
    return Table(["choice", "how it was made", "by"], rows, caption)


def one_sd(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean, and one standard deviation to each side of it."""
    mean, sd = statistics.fmean(values), statistics.stdev(values)
    return mean, mean - sd, mean + sd


def extremes(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean, the lowest and the highest."""
    return statistics.fmean(values), min(values), max(values)


# 95 % of Student's t, by the number of seeds.
STUDENT = {3: 4.303, 5: 2.776, 6: 2.571, 10: 2.262, 15: 2.145, 16: 2.131}


def over_seeds(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of a number that was measured once a seed, and its 95 % interval by Student's t."""
    mean = statistics.fmean(values)
    half = STUDENT[len(values)] * statistics.stdev(values) / len(values) ** 0.5
    return mean, mean - half, mean + half


def difference(first: Scores, second: Scores, draws: int = 2000) -> tuple[float, float, float]:
    """The difference of two means and its 95 % interval over the same examples, all times 100.

    Args:
        first: (N,) or (S, N), as for `evaluation.paired_interval`, which makes the interval.
        second: the same for the other model.
        draws: of the interval.
    """
    low, high = evaluation.paired_interval(first, second, draws)
    means = (torch.as_tensor(scores).double().mean().item() for scores in (first, second))
    return 100 * (next(means) - next(means)), 100 * low, 100 * high


def marks(record: dict, model: str, part: str = "test") -> Tensor:
    """Which recorded answers are right: 1 or 0 for each of S seeds and N examples, (S, N)."""
    gold = record["gold"][part]
    told = [run["answers"][part] for run in record["models"][model]["runs"]]
    return torch.tensor([[float(a == b) for a, b in zip(row, gold, strict=True)] for row in told]).double()


def interval_text(gap: Iterable[float], digits: int = 1) -> str:
    """A number and the two ends of its interval: "2.1 (0.4 to 3.9)"."""
    value, low, high = (rounded(x, digits, longer=True) for x in gap)
    return f"{value} ({low} to {high})"


def extremes_text(values: Sequence[float], digits: int = 2) -> str:
    """The mean of several seeds, the lowest and the highest: "2.10 (0.40 to 3.90)"."""
    return interval_text(extremes(values), digits)


def sd_text(mean: float, sd: float | None, digits: int = 1) -> str:
    """A mean and its standard deviation: "43.4 ± 0.1", or the mean alone where there is none."""
    spread = "" if sd is None else f" ± {rounded(sd, digits, longer=True)}"
    return rounded(mean, digits, longer=True) + spread


def mean_text(values: Sequence[float], digits: int = 1) -> str:
    """The mean of several seeds and their standard deviation: "43.4 ± 0.1"."""
    return sd_text(statistics.fmean(values), statistics.stdev(values), digits)
