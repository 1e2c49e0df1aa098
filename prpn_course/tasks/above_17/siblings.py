"""The siblings of the core tasks of chapter 17. Their texts and solutions stand in solutions/siblings."""

import math
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

from prpn_course.task import Misconception
from prpn_course.tasks.sibling import Sibling, without_first_column


def of_words(chart: Tensor) -> tuple[Tensor]:
    """A chart over the first and the last word."""
    return (chart[:, 1:],)


def of_ends(chart: Tensor) -> tuple[Tensor]:
    """And back to one over (start, end)."""
    return (functional.pad(chart, (1, 0)),)


def noting_the_largest(right: Callable, costs: Tensor) -> Tensor:
    """Cuts where both halves cost least, and notes what they cost at most."""
    n = len(costs)
    best = {(i, i + 1): 0.0 for i in range(n)}
    brackets: dict[tuple[int, int], list] = {box: [] for box in best}
    for start, end in sorted(((i, j) for j in range(n + 1) for i in range(j - 1)), key=lambda s: s[1] - s[0]):
        price = {k: best[start, k] + best[k, end] for k in range(start + 1, end)}
        cut = min(price, key=price.__getitem__)
        best[start, end] = float(costs[start, end]) + max(price.values())
        brackets[start, end] = [(start, end), *brackets[start, cut], *brackets[cut, end]]
    return torch.tensor(brackets[0, n])


SIBLINGS = {
    "17.1": {
        "b": Sibling(
            "From counts inside and outside to log ratios",
            "log_ratios_apart",
            "(inside, outside)",
            given=lambda inside, everywhere: (inside, everywhere - inside),
            into=lambda inside, outside: (inside, inside + outside),
            without=("compares with all", "takes everywhere away", "takes the 2 of"),
        ),
        "c": Sibling(
            "From counts to log ratios in bits",
            "bit_ratios",
            "(inside, everywhere)",
            out=lambda result, *_: result / math.log(2),
            without=("takes the logarithm", "adds 1 to", "adds 1 more", "gives the ratio", "divides two"),
        ),
    },
    "17.2": {
        "b": Sibling(
            "Four tables, one score, by first and last words",
            "word_scores",
            "(numbers, tables)",
            out=without_first_column,
            axes=("first", "last"),
            without=("writes at an inclusive", "writes ends as rows", "leaves out the last end"),
            words={"end = n": "its last word is n - 1"},
        ),
        "c": Sibling(
            "Four tables in another order, one score",
            "span_scores_borders_first",
            "(numbers, tables)",
            given=lambda numbers, tables: (numbers, tables[[2, 3, 0, 1]]),
            into=lambda numbers, tables: (numbers, tables[[2, 3, 0, 1]]),
            words={
                "Table 0": "Table 2",
                "Table 1": "Table 3",
                "Table 2": "Table 0",
                "Table 3": "Table 1",
                "table 0": "table 2",
                "table 1": "table 3",
                "table 2": "table 0",
                "table 3": "table 1",
                "the first two tables": "the last two tables",
                "the last two tables": "the first two tables",
                "forgets the last table": "forgets one of the tables",
                "Does your loop reach the last table": "Do all four have a say",
            },
        ),
    },
    "17.3": {
        "b": Sibling(
            "The cheapest tree",
            "cheapest_spans",
            "(costs)",
            given=lambda scores: (-scores,),
            into=lambda costs: (-costs,),
            words={
                "looks for the lowest sum": "looks for the highest sum",
                "A high score means: looks like a phrase": "A high cost means: does not look like a phrase",
                "high scores": "low costs",
                "highest scores": "lowest costs",
                "highest score": "lowest cost",
                "score": "cost",
                "One high span": "One cheap span",
                "`>`, not `>=`": "`<`, not `<=`",
                "lets no sum fall below 0": "lets no sum rise above 0",
                "even where they cost: a sum may be negative": "even where they cost: a sum may be above 0",
                "above 0": "below 0",
                "lie below 0": "lie above 0",
                "above -1": "below 1",
                "lie below -1": "lie above 1",
            },
            own=(
                Misconception(
                    "cuts where both halves cost least, and notes what they cost at most",
                    noting_the_largest,
                    "What a span costs comes from the same cut that is noted in `cuts`.",
                ),
            ),
        ),
        "c": Sibling(
            "The best tree, from a square chart",
            "best_spans_of_words",
            "(scores)",
            given=of_words,
            into=of_ends,
        ),
    },
    "17.4": {
        "b": Sibling(
            "Shares of votes are scores",
            "vote_shares",
            "(brackets)",
            out=lambda votes, brackets: votes / len(brackets),
            tolerance=1e-5,
            without=("gives the share", "says which spans"),
            words={"its entry is m": "its entry is 1"},
            own=(
                Misconception(
                    "divides by the number of brackets in a tree",
                    lambda right, brackets: right(brackets) * brackets.shape[0] / brackets.shape[1],
                    "A share of the trees: how many trees are there?",
                ),
            ),
        ),
        "c": Sibling(
            "Votes are scores, by first and last words",
            "word_votes",
            "(brackets)",
            out=without_first_column,
            axes=("first", "last"),
            without=("writes at an inclusive", "writes ends as rows", "writes the width"),
        ),
    },
}
