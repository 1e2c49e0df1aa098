"""What two programs have in common that others have not: passages of tokens, whatever the names in them.

Names that a student chose, comments and layout do not count, so that renaming hides nothing. Passages of a
text that everybody was given do not count either, and those that many have in common count little: to be
alike is usual where there are few ways to be right.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

from prpn_class.grading.tokens import tokens

LENGTH = 10  # tokens of a passage: a line of a loop, or a little less


@dataclass(frozen=True)
class Pair:
    """Two answers that have passages in common.

    Attributes:
        first, second: whose.
        weight: how many passages, each counted the less the more others have it too.
        share: the same as a share of all that the one who has less has, from 0 to 1.
        tasks: in which.
        sets: the passages of both, by task.
    """

    first: str
    second: str
    weight: float
    share: float
    tasks: tuple[str, ...]
    sets: tuple[set, set] = field(repr=False, compare=False)

    @property
    def passages(self) -> set[tuple[str, tuple[str, ...]]]:
        """The passages in common, by task. Put together when asked for: most pairs are not shown."""
        return self.sets[0] & self.sets[1]


def passages(source: str) -> set[tuple[str, ...]]:
    """Every run of `LENGTH` tokens."""
    words = [word for word, _ in tokens(source)]
    return {tuple(words[n : n + LENGTH]) for n in range(len(words) - LENGTH + 1)}


def lines_with(source: str, wanted: Iterable[tuple[str, ...]]) -> set[int]:
    """The indices of the lines that some passages touch."""
    found, wanted = tokens(source), set(wanted)
    words = [word for word, _ in found]
    lines: set[int] = set()
    for n in range(len(words) - LENGTH + 1):
        if tuple(words[n : n + LENGTH]) in wanted:
            lines |= {line for _, line in found[n : n + LENGTH]}
    return lines


def compare(answers: dict[str, dict[str, str]], given: Iterable[str]) -> list[Pair]:
    """All pairs that have anything in common, the most alike first.

    Args:
        answers: from a student to the answer to each task.
        given: texts that everybody was given; what stands in them does not count.
    """
    known = set().union(*map(passages, given))
    own = {
        student: {(task, one) for task, source in by_task.items() for one in passages(source) - known}
        for student, by_task in answers.items()
    }
    having = defaultdict(list)
    for student in sorted(own):
        for one in own[student]:
            having[one].append(student)
    alike = Counter((task, tuple(students)) for (task, _), students in having.items())
    totals: dict[str, float] = defaultdict(float)
    weights: dict[tuple[str, str], float] = defaultdict(float)
    tasks = defaultdict(set)
    for (task, students), number in alike.items():  # one by one, the passages of a copied page take a minute
        weight = number * _weight(len(students), len(answers))
        for student in students:
            totals[student] += weight
        for pair in combinations(students, 2):
            weights[pair] += weight
            tasks[pair].add(task)
    out = []
    for (first, second), weight in weights.items():
        share = weight / max(min(totals[first], totals[second]), 1e-9)
        where = tuple(sorted(tasks[first, second]))
        out.append(Pair(first, second, weight, share, where, (own[first], own[second])))
    return sorted(out, key=lambda pair: (-pair.weight * pair.share, pair.first, pair.second))


def _weight(number: int, of: int) -> float:
    """How much a passage counts that so many have: 1 where two have it, 0 where all have."""
    return 1.0 if of <= 2 or number <= 2 else math.log(of / number) / math.log(of / 2)
