"""The siblings of the core tasks of chapter 15. Their texts and solutions stand in solutions/siblings."""

from torch import Tensor

from prpn_course.tasks.sibling import Sibling, logarithm, without_first_column


def parent_last(first, pairs: Tensor, writes: Tensor) -> tuple:
    """The table of rules with the parent as its last axis."""
    return first, pairs.permute(1, 2, 0), writes


def parent_first(first, pairs: Tensor, writes: Tensor) -> tuple:
    """And back."""
    return first, pairs.permute(2, 0, 1), writes


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
        ),
        "c": Sibling(
            "Logarithms of counts by gradient",
            "log_expected_counts",
            "(words, pairs, writes)",
            out=logarithm,
            without=("has the sign", "makes the counts of each"),
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
        ),
    },
}
