"""Remarks that name the people of a film, made from a record of who did what.

A record holds three names. A remark is one of a few patterns, or two joined by "while". One person may do two
jobs, and then a name alone does not say which field it was copied from. The test remarks can be drawn with
names that no training remark holds. The names and patterns are our own.
"""

import random
from typing import NamedTuple

FIELDS = ("director", "star", "composer")
SEEN = ("amsel", "birke", "calder", "dorn", "esche", "farn", "hasel", "ilex", "kiefer", "linde")
UNSEEN = ("nessel", "orgel", "pappel", "quitte", "rauke", "salbei", "tanne", "ulme", "weide", "zeder")
PATTERNS = (
    "director directs star",
    "star shines in a film by director",
    "music by composer carries star",
    "director with composer wastes star",
    "a film by director with music by composer",
    "star hums along to composer",
)
TWO_JOBS, TWO_PATTERNS = 0.25, 0.4


class Credit(NamedTuple):
    """A remark, the record behind it, and of each word the field that it was copied from, or None."""

    words: tuple[str, ...]
    record: tuple[str, ...]
    sources: tuple[str | None, ...]


def toy_credits(split: str, size: int, seed: int = 0, names: tuple[str, ...] = SEEN) -> list[Credit]:
    """Draw remarks about people.

    Args:
        split: any text, for instance "train"; another split gives other remarks.
        size: how many.
        seed: another seed gives other remarks.
        names: three or more; `SEEN` and `UNSEEN` share none.
    """
    draw = random.Random(f"credits {split} {seed}")
    return [_credit(draw, names) for _ in range(size)]


def _credit(draw: random.Random, names: tuple[str, ...]) -> Credit:
    record = draw.sample(names, len(FIELDS))
    if draw.random() < TWO_JOBS:
        one, other = draw.sample(range(len(FIELDS)), 2)
        record[one] = record[other]
    tokens = draw.choice(PATTERNS).split()
    if draw.random() < TWO_PATTERNS:
        tokens += ["while", *draw.choice(PATTERNS).split()]
    people = dict(zip(FIELDS, record, strict=True))
    sources = tuple(token if token in people else None for token in tokens)
    return Credit(tuple(people.get(token, token) for token in tokens), tuple(record), sources)
