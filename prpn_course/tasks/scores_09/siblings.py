"""The siblings of the core tasks of chapter 9. Their texts and solutions stand in solutions/siblings."""

from collections.abc import Callable

import torch
from torch import Tensor

from prpn_course.task import Misconception
from prpn_course.tasks.sibling import Sibling, exclusive, inclusive, opposite


def first_and_last(spans: Tensor) -> tuple[Tensor]:
    """Brackets by their first and last word."""
    return (inclusive(spans),)


def start_and_end(spans: Tensor) -> tuple[Tensor]:
    """And back."""
    return (exclusive(spans),)


def split(behind: int, before: int) -> Callable:
    """A mistake in SPLIT by first and last words.

    Args:
        behind: how much too large the last word of the chosen word's bracket is.
        before: how many words before the chosen one are left out.
    """

    def brackets(right: Callable, d: Tensor) -> Tensor:
        found = []

        def part(start, end):
            if end - start < 2:
                return
            found.append((start, end - 1))
            i = start + int(d[start:end].argmax())
            if start < i and i + 1 < end:
                found.append((i, end - 1 + behind))
            part(start, i - before)
            part(i + 1, end)

        part(0, len(d))
        return torch.tensor(sorted(found, key=lambda pair: (pair[0], -pair[1])))

    return brackets


def filled(spans: Tensor, less: int, early: int) -> Tensor:
    """Distances of a tree, filled where a number is 0 or none is there yet.

    Args:
        spans: the brackets, ends exclusive.
        less: what is taken from the heights.
        early: how many gaps of each bracket are left out.
    """
    heights: dict[tuple[int, int], int] = {}
    out = [0] * (int(spans.max()) - 1)
    for start, end in sorted(spans.tolist(), key=lambda span: span[1] - span[0]):
        below = [h for (s, e), h in heights.items() if start <= s and e <= end]
        heights[start, end] = 1 + max(below, default=0)
        for gap in range(start, end - 1 - early):
            out[gap] = out[gap] or heights[start, end] - less
    return torch.tensor(out)


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
            own=(
                Misconception(
                    "writes the place behind the last word, in the bracket of the chosen word",
                    split(behind=1, before=0),
                    "Which word is the last of the part with the borders start and end?",
                ),
                Misconception(
                    "leaves the word before the chosen one out of the left part",
                    split(behind=0, before=1),
                    "The borders of a part are those of the text: its end is the place behind it.",
                ),
            ),
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
            own=(
                Misconception(
                    "takes the distance 0 for a gap that has no number yet",
                    lambda right, spans: filled(spans, less=1, early=0),
                    "0 is a number here. What stands in a gap that no bracket has filled?",
                ),
            ),
        ),
        "c": Sibling(
            "From the first and last words of brackets to distances",
            "distances_of_pairs",
            "(pairs)",
            given=first_and_last,
            into=start_and_end,
            words={"Ends are exclusive: k + 1 < end": "Ends are inclusive: k + 1 <= last"},
            own=(
                Misconception(
                    "leaves out the last gap of each bracket",
                    lambda right, pairs: filled(exclusive(pairs), less=0, early=1),
                    "A bracket over two words, (0, 1), has a gap. Does your range reach it?",
                ),
            ),
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
