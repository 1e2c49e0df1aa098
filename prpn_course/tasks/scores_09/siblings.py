"""The siblings of the core tasks of chapter 9. Their texts and solutions stand in solutions/siblings."""

from torch import Tensor

from prpn_course.tasks.sibling import Sibling, exclusive, inclusive, opposite


def first_and_last(spans: Tensor) -> tuple[Tensor]:
    """Brackets by their first and last word."""
    return (inclusive(spans),)


def start_and_end(spans: Tensor) -> tuple[Tensor]:
    """And back."""
    return (exclusive(spans),)


LOWEST = {"highest": "lowest", "high": "low", "lowest": "highest"}
SIBLINGS = {
    "9.1": {
        "b": Sibling(
            "SPLIT at the lowest",
            "split_at_lowest",
            "(d)",
            given=lambda d: (-d,),
            into=lambda d: (-d,),
            words={**LOWEST, "`argmax`": "`argmin`"},
        ),
        "c": Sibling(
            "SPLIT, the first and the last word of each bracket",
            "split_first_and_last",
            "(d)",
            out=inclusive,
            without=("writes the last word",),
            words={"0, n": "0, n - 1"},
        ),
    },
    "9.2": {
        "b": Sibling(
            "The cut where the words are least close",
            "cut_apart",
            "(closeness)",
            given=lambda distances: (-distances,),
            into=lambda closeness: (-closeness,),
            words={
                "highest": "lowest",
                "smallest distance": "largest number",
                "A large distance separates": "A small number separates",
                "largest distance": "smallest number",
                "which no distance below 0 passes": "which no number above 0 passes",
                "Distances may be negative here": "Numbers may be positive or negative here",
                "minus infinity": "infinity",
                "distances[start:end - 1]": "closeness[start:end - 1]",
                "distances": "numbers",
                "distance": "number",
                "`argmax`": "`argmin`",
            },
        ),
        "c": Sibling(
            "The cut between the words, the first and the last word of each bracket",
            "cut_first_and_last",
            "(distances)",
            out=inclusive,
            without=("writes the last word",),
            words={"0, n": "0, n - 1"},
        ),
    },
    "9.3": {
        "b": Sibling(
            "From a tree to its distances, counted from 0",
            "tree_distances_from_zero",
            "(spans)",
            out=lambda result, *_: result - 1,
            without=("starts at height 0", "gives a single word"),
        ),
        "c": Sibling(
            "From the first and last words of brackets to distances",
            "distances_of_pairs",
            "(pairs)",
            given=first_and_last,
            into=start_and_end,
            words={"Ends are exclusive: k + 1 < end": "Ends are inclusive: k + 1 <= last"},
        ),
    },
    "9.4": {
        "b": Sibling(
            "What SPLIT can never make, by first and last words",
            "out_of_reach_of_pairs",
            "(pairs)",
            given=first_and_last,
            into=start_and_end,
        ),
        "c": Sibling(
            "What SPLIT can make",
            "within_reach",
            "(spans)",
            out=opposite,
            without=("marks what can be made",),
            words={"marks the whole": "clears the whole", "marks every": "clears every"},
        ),
    },
}
