"""The siblings of the core tasks of chapter 15. Their texts and solutions stand in solutions/siblings."""

from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from prpn_course.draw import Draw
from prpn_course.task import Misconception
from prpn_course.tasks.grammar_15.laws import anything, labelled
from prpn_course.tasks.grammar_15.learning import expected_counts
from prpn_course.tasks.sibling import OF_LOGARITHMS, Sibling, logarithm, without_first_column


def parent_last(first, pairs: Tensor, writes: Tensor) -> tuple:
    """The table of rules with the parent as its last axis."""
    return first, pairs.permute(1, 2, 0), writes


def parent_first(first, pairs: Tensor, writes: Tensor) -> tuple:
    """And back."""
    return first, pairs.permute(2, 0, 1), writes


def large_tree(draw: Draw) -> Iterator[tuple]:
    """A tree whose chance is 0 in 32 bits."""
    yield labelled(draw, draw.tree(40), 2, 2), *anything(draw, 2, 2)


def multiplied(right: Callable, tree, pairs: Tensor, writes: Tensor) -> Tensor:
    """The logarithm of a product."""

    def chance(tree):
        if len(tree) == 2:
            return writes[tree[0], tree[1]]
        symbol, left, right = tree
        return pairs[symbol, left[0], right[0]] * chance(left) * chance(right)

    return chance(tree).log()


def logs_multiplied(right: Callable, tree, pairs: Tensor, writes: Tensor) -> Tensor:
    """A product of logarithms."""

    def log(tree):
        if len(tree) == 2:
            return writes[tree[0], tree[1]].log()
        symbol, left, right = tree
        return pairs[symbol, left[0], right[0]].log() * log(left) * log(right)

    return log(tree)


def kept_as_chances(right: Callable, sentences: Tensor, pairs: Tensor, writes: Tensor) -> Tensor:
    """Logarithms, but the chances themselves where a symbol is never used."""
    used = sum(expected_counts(words, pairs, writes) for words in sentences).sum((1, 2), keepdim=True) > 0
    return torch.where(used, right(sentences, pairs, writes), pairs)


LAST = {
    "pairs[A, B, C]: B is the symbol on the left": "pairs[B, C, A]: B is the symbol on the left",
    "puts the parent behind its children": "looks for the parent in another place",
    "pairs[A, B, C]: the first place": "pairs[B, C, A]: the last place",
    "pairs[A, B, C]: B grows the left part. `pairs @ x` sums over the last place, C": (
        "pairs[B, C, A]: B grows the left part"
    ),
}
SIBLINGS = {
    "15.1": {
        "b": Sibling(
            "The logarithm of the chance of a tree",
            "tree_log_chance",
            "(tree, pairs, writes)",
            out=logarithm,
            without=("gives the logarithm",),
            words={"Three factors": "Three terms", "a third factor": "a third term"},
            tolerance=1e-3,
            own=(
                Misconception(
                    "multiplies first, and takes the logarithm of a product that has become 0",
                    multiplied,
                    "A large tree has a chance that is 0 on a computer. Add logarithms from the start.",
                ),
                Misconception(
                    "multiplies the logarithms",
                    logs_multiplied,
                    "The logarithm of a product is a sum of logarithms.",
                ),
                *OF_LOGARITHMS,
            ),
            more=large_tree,
            exact=True,
        ),
        "c": Sibling(
            "The chance of a tree, the parent last",
            "tree_chance_parent_last",
            "(tree, pairs, writes)",
            given=parent_last,
            into=parent_first,
            words=LAST,
        ),
    },
    "15.2": {
        "b": Sibling(
            "The inside sum, the parent last",
            "inside_parent_last",
            "(words, pairs, writes)",
            given=parent_last,
            into=parent_first,
            words=LAST,
        ),
        "c": Sibling(
            "The inside sum, by first and last words",
            "inside_of_words",
            "(words, pairs, writes)",
            out=without_first_column,
            axes=("first", "last", "A"),
            words={"before each of the words start + 1 .. end - 1": "behind each of its words but the last"},
        ),
    },
    "15.3": {
        "b": Sibling(
            "What share of a tree's rules each rule is",
            "expected_shares",
            "(words, pairs, writes)",
            out=lambda counts, words, *_: counts / (len(words) - 1),
            without=("makes all counts sum to 1", "makes the counts of each", "gives the chances"),
            words={"A count is": "An expected count is"},
            own=(
                Misconception(
                    "divides by the number of words",
                    lambda right, words, *more: right(words, *more) * (len(words) - 1) / len(words),
                    "Two words have one rule of two symbols. How many have n words?",
                ),
            ),
        ),
        "c": Sibling(
            "Logarithms of counts by gradient",
            "log_expected_counts",
            "(words, pairs, writes)",
            out=logarithm,
            without=("has the sign", "makes the counts of each"),
            own=OF_LOGARITHMS,
        ),
    },
    "15.4": {
        "b": Sibling(
            "A step of EM, a column a sentence",
            "em_step_of_columns",
            "(sentences, pairs, writes)",
            given=lambda sentences, *more: (sentences.T, *more),
            into=lambda sentences, *more: (sentences.T, *more),
        ),
        "c": Sibling(
            "A step of EM, as logarithms",
            "em_step_log",
            "(sentences, pairs, writes)",
            out=logarithm,
            own=(
                Misconception(
                    "keeps chances, no logarithms, where a symbol is never used",
                    kept_as_chances,
                    "The rules of a symbol that is never used have a logarithm as well.",
                ),
                *OF_LOGARITHMS,
            ),
        ),
    },
}
