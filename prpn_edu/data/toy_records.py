"""Film remarks made from records: a small table of fields, and the words that it puts into a sentence.

A record holds the film's part that the remark is about, the verdict, and its strength. A remark is written
from left to right by a chain of states: some write glue ("the", "felt"), the others point at a field and
write a word for its value. All chances stand here, so the law of records and remarks is known exactly. The
words are our own.
"""

import random
from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, product
from typing import NamedTuple

SPLITS = {"train": 1000, "dev": 300, "test": 1000}


@dataclass(frozen=True)
class Schema:
    """What a record and its remarks are made of.

    Attributes:
        fields: from a field's name to its values.
        reads: from a state's name to the field that it points at, or to None where it writes glue.
        words: the vocabulary.
    """

    fields: Mapping[str, tuple[str, ...]]
    reads: Mapping[str, str | None]
    words: tuple[str, ...]

    @cached_property
    def records(self) -> list[tuple[str, ...]]:
        """All R records, each a tuple of one value a field; the last field changes fastest."""
        return list(product(*self.fields.values()))

    @cached_property
    def rows(self) -> list[tuple[str, str | None]]:
        """The C rows of a table of words: (state, value of its field), (state, None) for glue."""
        return [
            (state, value)
            for state, field in self.reads.items()
            for value in (self.fields[field] if field else (None,))
        ]

    def row(self, state: str, record: Sequence[str]) -> int:
        """The number of the row from which a state writes, given a record."""
        field = self.reads[state]
        return self.rows.index((state, record[list(self.fields).index(field)] if field else None))


class Remark(NamedTuple):
    """A remark, the record behind it, and the state that wrote each word."""

    words: tuple[str, ...]
    record: tuple[str, ...]
    states: tuple[str, ...]


FIELDS = {
    "part": ("acting", "plot", "music", "look"),
    "verdict": ("praise", "complaint"),
    "strength": ("mild", "plain", "strong"),
}
READS = {
    "the": None,
    "part": "part",
    "with": None,
    "verb": None,
    "strength": "strength",
    "verdict": "verdict",
    "and": None,
}
# "voices", "scenes", "quite", "really" and "strange" each belong to two values of a field.
WORDS: dict[tuple[str, str | None], dict[str, float]] = {
    ("the", None): {"the": 0.7, "its": 0.3},
    ("part", "acting"): {"actors": 0.4, "cast": 0.4, "voices": 0.2},
    ("part", "plot"): {"story": 0.4, "ending": 0.4, "scenes": 0.2},
    ("part", "music"): {"songs": 0.4, "score": 0.4, "voices": 0.2},
    ("part", "look"): {"colours": 0.4, "sets": 0.4, "scenes": 0.2},
    ("with", None): {"and": 0.6, "with": 0.4},
    ("verb", None): {"felt": 0.4, "seemed": 0.4, "looked": 0.2},
    ("strength", "mild"): {"rather": 0.4, "mildly": 0.3, "quite": 0.3},
    ("strength", "plain"): {"simply": 0.6, "quite": 0.2, "really": 0.2},
    ("strength", "strong"): {"truly": 0.4, "deeply": 0.3, "really": 0.3},
    ("verdict", "praise"): {"lovely": 0.3, "fresh": 0.3, "clever": 0.25, "strange": 0.15},
    ("verdict", "complaint"): {"dull": 0.3, "flat": 0.3, "clumsy": 0.25, "strange": 0.15},
    ("and", None): {"and": 0.7, "but": 0.3},
}
SCHEMA = Schema(FIELDS, READS, tuple(dict.fromkeys(word for row in WORDS.values() for word in row)))

PART = {"acting": 0.3, "plot": 0.3, "music": 0.2, "look": 0.2}
PRAISED = {"acting": 0.7, "plot": 0.35, "music": 0.6, "look": 0.5}
STRENGTH = {"praise": (0.2, 0.3, 0.5), "complaint": (0.4, 0.35, 0.25)}
START = {"the": 0.8, "part": 0.2}
END = "end"
MOVES: dict[str, dict[str, float]] = {
    "the": {"part": 1.0},
    "part": {"verb": 0.8, "with": 0.2},
    "with": {"the": 0.7, "part": 0.3},
    "verb": {"strength": 0.5, "verdict": 0.5},
    "strength": {"verdict": 1.0},
    "verdict": {"and": 0.5, END: 0.5},
    "and": {"strength": 0.4, "verdict": 0.3, "the": 0.3},
}


def prior() -> list[float]:
    """The chance of each record, in the order of `SCHEMA.records`; the fields depend on each other."""
    chances = []
    for part, verdict, strength in SCHEMA.records:
        praised = PRAISED[part] if verdict == "praise" else 1 - PRAISED[part]
        chances.append(PART[part] * praised * STRENGTH[verdict][FIELDS["strength"].index(strength)])
    return chances


def toy_records(split: str, size: int | None = None, seed: int = 0) -> list[Remark]:
    """Remarks with their records, drawn one by one from the law above.

    A remark may occur twice, also in two splits, as it would in life: test remarks are new draws, and their
    mean cost under the true law estimates its entropy.

    Args:
        split: "train", "dev" or "test".
        size: how many; 1000, 300 or 1000 by default. A smaller size gives the first of the same remarks.
        seed: another seed gives other remarks.
    Raises:
        ValueError: unknown split, or a size that is not a whole number, 0 or more.
    """
    if split not in SPLITS:
        raise ValueError(f"unknown split {split!r}; choose one of {', '.join(SPLITS)}")
    size = SPLITS[split] if size is None else size
    if not isinstance(size, int) or size < 0:
        raise ValueError(f"size must be a whole number, 0 or more, not {size!r}")
    draw = random.Random(f"records {split} {seed}")  # a text seed: the same on every machine
    chances = prior()
    return [write(SCHEMA.records[pick(chances, draw)], draw) for _ in range(size)]


def write(record: tuple[str, ...], draw: random.Random) -> Remark:
    """Draw a remark for a record: p(x | z)."""
    words, states = [], []
    state = _choose(START, draw)
    while state != END:
        table = WORDS[SCHEMA.rows[SCHEMA.row(state, record)]]
        words.append(_choose(table, draw))
        states.append(state)
        state = _choose(MOVES[state], draw)
    return Remark(tuple(words), record, tuple(states))


def pick(chances: Sequence[float], draw: random.Random) -> int:
    """Draw a position with these chances."""
    # Rounding may leave the last cumulative sum a hair below one: hence the min.
    return min(bisect(list(accumulate(chances)), draw.random()), len(chances) - 1)


def _choose(chances: Mapping[str, float], draw: random.Random) -> str:
    return list(chances)[pick(list(chances.values()), draw)]


def known_words() -> dict[str, set[str]]:
    """For each state, the words that it may write, whatever the record: a lexicon that knows no value."""
    known: dict[str, set[str]] = {state: set() for state in READS}
    for (state, _), row in WORDS.items():
        known[state] |= row.keys()
    return known
