"""The siblings of the core tasks of chapter 14. Their texts and solutions stand in solutions/siblings."""

import torch
from torch import Tensor

from prpn_course.tasks.sibling import Sibling, logarithm, without_first_column

BEFORE = torch.tensor([0, 1, 0])  # a cut stands behind its gap
BEHIND = torch.tensor([0, 0, 1])  # an end behind the last word


def with_gaps(nodes: Tensor, *_) -> Tensor:
    """Nodes with the number of the gap that is cut in place of the word behind it."""
    return nodes - BEFORE if nodes.dim() > 1 else nodes


def broken(chart: Tensor, *_) -> Tensor:
    """The chance that the words are no span, at spans of two words or more."""
    return torch.ones_like(chart).triu(2) - chart


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
