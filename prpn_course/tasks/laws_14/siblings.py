"""The siblings of the core tasks of chapter 14. Their texts and solutions stand in solutions/siblings."""

from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from prpn_course.draw import Draw
from prpn_course.task import Misconception
from prpn_course.tasks.sibling import OF_LOGARITHMS, Sibling, logarithm, without_first_column

BEFORE = torch.tensor([0, 1, 0])  # a cut stands behind its gap
BEHIND = torch.tensor([0, 0, 1])  # an end behind the last word


def with_gaps(nodes: Tensor, *_) -> Tensor:
    """Nodes with the number of the gap that is cut in place of the word behind it."""
    return nodes - BEFORE if nodes.dim() > 1 else nodes


def broken(chart: Tensor, *_) -> Tensor:
    """The chance that the words are no span, at spans of two words or more."""
    return torch.ones_like(chart).triu(2) - chart


LONG = 50  # words or gaps: the chances of trees and rankings are 0 in 32 bits


def long_tree(draw: Draw) -> Iterator[tuple]:
    """A right-branching tree."""
    nodes = [(start, start + 1, LONG) for start in range(LONG - 1)]
    yield draw.uniform(LONG - 1, low=0.5, high=2), torch.tensor(nodes)


def long_ranking(draw: Draw) -> Iterator[tuple]:
    """A ranking."""
    yield draw.uniform(LONG, low=0.5, high=2), draw.order(LONG)


def tree_multiplied(right: Callable, d: Tensor, nodes: Tensor) -> Tensor:
    """The logarithm of a product."""
    shares = [d[cut - 1] / d[start : end - 1].sum() for start, cut, end in nodes.tolist()]
    return torch.stack(shares).prod().log()


def ranking_multiplied(right: Callable, d: Tensor, order: Tensor) -> Tensor:
    """The logarithm of a product."""
    ranked = d[order]
    return (ranked / ranked.flip(0).cumsum(0).flip(0)).prod().log()


def multiplies_first(wrong: Callable) -> tuple[Misconception, ...]:
    """The mistakes of those who take the logarithm of a chance."""
    name = "multiplies first, and takes the logarithm of a product that has become 0"
    hint = "A product of many shares is 0 on a computer. Add logarithms from the start."
    return (Misconception(name, wrong, hint), *OF_LOGARITHMS)


SIBLINGS = {
    "14.1": {
        "b": Sibling(
            "The chance of a tree, from first and last words",
            "tree_chance_of_words",
            "(d, nodes)",
            given=lambda d, nodes: (d, nodes - BEHIND),
            into=lambda d, nodes: (d, nodes + BEHIND),
            words={
                "start .. end-1 have end - start - 1": "first .. last have last - first",
                "The gaps of the part are d[start : end - 1]; a slice": "A slice",
                "before word `start` is entry start - 1": "before the first word is entry first - 1",
            },
        ),
        "c": Sibling(
            "The logarithm of the chance of a tree",
            "tree_log_chance",
            "(d, nodes)",
            out=logarithm,
            without=("gives the logarithm", "takes 1 minus"),
            tolerance=1e-3,
            own=multiplies_first(tree_multiplied),
            more=long_tree,
            exact=True,
        ),
    },
    "14.2": {
        "b": Sibling(
            "The chance of ranks",
            "ranks_chance",
            "(d, ranks)",
            given=lambda d, order: (d, order.argsort()),
            into=lambda d, ranks: (d, ranks.argsort()),
            without=("reads the order",),
            words={"The order is given best first": "Rank 0 is the best", "gap order[k]": "the kth gap"},
        ),
        "c": Sibling(
            "The logarithm of the chance of a ranking",
            "ranking_log_chance",
            "(d, order)",
            out=logarithm,
            without=("gives the logarithm",),
            tolerance=1e-3,
            own=multiplies_first(ranking_multiplied),
            more=long_ranking,
            exact=True,
        ),
    },
    "14.3": {
        "b": Sibling(
            "The chart of what is broken",
            "broken_chart",
            "(d)",
            out=broken,
            words={
                "gives 0 for the whole sentence": "gives 1 for the whole sentence",
                "Every tree has the whole sentence": "Every tree has the whole sentence: it is never broken",
                "gives single words the chance 1": "gives single words an entry of their own",
                "the chance is 1": "the chance to be whole is 1",
            },
            without=("gives the chance that the inside",),
            own=(
                Misconception(
                    "gives 1 where there are fewer than two words",
                    lambda right, d: right(d) + torch.ones(len(d) + 1, len(d) + 2).tril(1),
                    "What is missing to 1 is asked for at two words or more; all else stays 0.",
                ),
            ),
        ),
        "c": Sibling(
            "The chart, by first and last words",
            "chart_of_words",
            "(d)",
            out=without_first_column,
            axes=("first", "last"),
            without=("writes the last word", "exchanges start"),
        ),
    },
    "14.4": {
        "b": Sibling(
            "The most probable tree, with its gaps",
            "best_tree_with_gaps",
            "(d)",
            out=with_gaps,
        ),
        "c": Sibling(
            "The most probable tree, from logarithms",
            "best_tree_of_logs",
            "(log_d)",
            given=lambda d: (d.log(),),
            into=lambda log_d: (log_d.exp(),),
            without=("takes the softmax",),
        ),
    },
}
