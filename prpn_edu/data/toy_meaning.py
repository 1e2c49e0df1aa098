"""What a phrase of the toy treebank says: a small algebra of sentiment.

A score is -2 (very negative) to 2 (very positive). A phrase means three scores at once: what it says of
something whose genre is not known, of a light work (comedy, musical), and of a grave one (drama, thriller).
"silly" is (0, 1, -1): praise for a comedy, a complaint about a drama, and nothing until we know which. A noun
names the genre; when it meets its adjective or its predicate, the genre picks one of the three scores and the
matter is settled.

A node's label is 2 + its first score. Each rule of the grammar names one function of this file.
"""

from collections.abc import Callable
from typing import NamedTuple

UNKNOWN, LIGHT, GRAVE = range(3)  # positions in `scores`


class Meaning(NamedTuple):
    """Three scores, and the genre the phrase names (None if it names nothing that has one)."""

    scores: tuple[int, ...]  # three
    genre: int | None = None

    @property
    def label(self) -> str:
        """The sentiment as in the Stanford treebank, "0" to "4"."""
        return str(2 + self.scores[UNKNOWN])


NEUTRAL = Meaning((0, 0, 0))


def right(_: Meaning, b: Meaning) -> Meaning:
    """The first part adds nothing: "the" film, "is" dull, "that" we loved."""
    return b


def left(a: Meaning, _: Meaning) -> Meaning:
    """The second part adds nothing: saw the film "at the museum"."""
    return a


def add(a: Meaning, b: Meaning) -> Meaning:
    """Two opinions add up, within -2 and 2: "warm and funny"."""
    return _pointwise(_sum, a, b)


def but(a: Meaning, b: Meaning) -> Meaning:
    """The second opinion wins, if there is one: "funny but dull"."""
    return _pointwise(lambda x, y: y or x, a, b)


def verb(a: Meaning, b: Meaning) -> Meaning:
    """A verb that judges wins over what it judges: "hated the funny film"; "saw" leaves it to the object."""
    return _pointwise(lambda x, y: x or y, a, b)


def negate(_: Meaning, b: Meaning) -> Meaning:
    """The sign flips, and no more than a mild opinion is left: "not brilliant" is 1, "not dull" is 3."""
    return Meaning(tuple(-_sign(x) for x in b.scores))


def intensify(_: Meaning, b: Meaning) -> Meaning:
    """An opinion becomes a strong one: "very funny"."""
    return Meaning(tuple(2 * _sign(x) for x in b.scores), b.genre)


def diminish(_: Meaning, b: Meaning) -> Meaning:
    """An opinion becomes a mild one: "mildly brilliant"."""
    return Meaning(tuple(_sign(x) for x in b.scores), b.genre)


def describe(a: Meaning, b: Meaning) -> Meaning:
    """A modifier before its noun; opinions add, the noun's genre settles them: "silly comedy"."""
    return _settle(_pointwise(_sum, a, b), b.genre)


def postmodify(a: Meaning, b: Meaning) -> Meaning:
    """A modifier after its noun: "the drama that made us cry"."""
    return _settle(_pointwise(_sum, a, b), a.genre)


def predicate(a: Meaning, b: Meaning) -> Meaning:
    """What is said of a subject wins over how it was named: "the charming comedy was dull"."""
    return _settle(_pointwise(lambda x, y: y or x, a, b), a.genre)


COMPOSE: dict[str, Callable[[Meaning, Meaning], Meaning]] = {
    function.__name__: function
    for function in (
        right,
        left,
        add,
        but,
        verb,
        negate,
        intensify,
        diminish,
        describe,
        postmodify,
        predicate,
    )
}


def _pointwise(function: Callable[[int, int], int], a: Meaning, b: Meaning) -> Meaning:
    return Meaning(tuple(map(function, a.scores, b.scores)))


def _settle(meaning: Meaning, genre: int | None) -> Meaning:
    """The genre picks its score; the phrase keeps naming it."""
    return Meaning((meaning.scores[genre or UNKNOWN],) * 3, genre)


def _sum(x: int, y: int) -> int:
    return max(-2, min(2, x + y))


def _sign(x: int) -> int:
    return (x > 0) - (x < 0)
