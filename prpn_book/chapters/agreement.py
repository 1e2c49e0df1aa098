"""Is or are: what language models expect after a subject with another noun between it and its verb."""

from itertools import combinations

from prpn_book import figures
from prpn_book.chapters import records
from prpn_book.chapters.trial import look_of, mean_of_seeds
from prpn_book.figures import Picture, Table


def is_or_are(record: dict) -> Picture:
    """After "the film with its songs" and its like: the share of the right forms, a point a seed."""
    asked = "a singular, a plural between"
    rows = {
        name: [100 * run["agreement"][asked]["share"] for run in model["runs"]]
        for name, model in record["models"].items()
        if len(model["runs"]) > 1
    }
    told = (
        f"After {record['beginnings'][asked]} beginnings like 'the film with its songs': of the chance of "
        "'is', 'was', 'are' and 'were', how much goes to the singular. The remarks' own grammar gives 100. "
        "Below the seeds their mean and standard deviation."
    )
    lines = {"as much for the plural": 50.0}
    return figures.strip(
        rows,
        "share of the singular in %",
        told,
        lines,
        (0, 100),
        label="fig-11-agreement",
        looks=list(map(look_of, rows)),
    )


def right_walls() -> Picture:
    """The walls of the linguist's tree over "the film with its songs is", and the look back from "is"."""
    words, walls = ["the", "film", "with", "its", "songs", "is"], (0.5, 0.2, 0.6, 0.4, 0.2, 0.9)
    told = 'From the wall of "is" the look to the left meets no higher one.'
    return figures.skyline(walls, words, told, t=5, show=("bars", "sight", "tree"), label="fig-11-walls")


def agreement_table(record: dict, grammars: dict) -> Table:
    """All beginnings: the share of the right forms, and in how many seeds it is above a half.

    Args:
        record: `results/agreement.json`.
        grammars: `results/agreement-grammar.json`, whose rows follow.
    """
    rows = []
    for name, model in (record["models"] | grammars["models"]).items():
        row = [name]
        for asked in record["beginnings"]:
            shares = [100 * run["agreement"][asked]["share"] for run in model["runs"]]
            row.append(mean_of_seeds(shares))
        shares = [run["agreement"]["a singular, a plural between"]["share"] for run in model["runs"]]
        row.append(f"{sum(share > 0.5 for share in shares)} of {len(shares)}")
        perplexities = [run["test_perplexity"] for run in model["runs"] if "test_perplexity" in run]
        rows.append([*row, mean_of_seeds(perplexities)])
    heads = [
        "share of the right forms, %",
        *(record["example"][asked] + " ..." for asked in record["beginnings"]),
    ]
    told = "Is or are: mean ± standard deviation over ten or five seeds, and the test remarks' perplexity"
    return Table([*heads, "seeds above a half", "perplexity"], rows, told)


def agreement_gaps(record: dict) -> Picture:
    """Differences of two models' shares of the singular, over the seeds that both have."""
    asked = "a singular, a plural between"
    shares = {
        name: [100 * run["agreement"][asked]["share"] for run in model["runs"]]
        for name, model in record["models"].items()
        if len(model["runs"]) > 1
    }
    gaps = {}
    for first, second in combinations(reversed(shares), 2):
        pairs = zip(shares[first], shares[second], strict=False)  # the seeds that both have come first
        gaps[f"{first} minus {second}"] = records.over_seeds([a - b for a, b in pairs])
    axis = "difference of the shares of the singular in %, 95 % over seeds"
    told = "Each pair of models, over the seeds that both have: ten, or five."
    return figures.dots({"": gaps}, axis, told, {"no difference": 0}, limits=None)
