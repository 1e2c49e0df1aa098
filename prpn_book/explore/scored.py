"""What the explorers of scored sentences share: words, a score for each, and the step that looks back."""

from typing import Any, ClassVar

import traitlets

from prpn_book.explore.explorer import Explorer

FEWEST, MOST = 2, 10  # words
LEVEL = 0.5  # the score of a word that nobody has given one: level with its neighbours


class Scored(Explorer):
    """An explorer over T words with a score each.

    The number of scores is the number of words: when `d` changes its length, `words` and `t` follow.

    Attributes:
        d: T scores in [0, 1], one for each word, T from 2 to 10.
        t: the step that looks back, 1 <= t < T.
        words: T words.
        reserve: ten words and their scores; those that a reader gets by adding words to the first sentence.
    Raises:
        traitlets.TraitError: a value out of these ranges; the message names it and its place.
    """

    reserve: ClassVar[dict[str, list]]

    d = traitlets.List(traitlets.Float()).tag(sync=True)
    t = traitlets.Int(1).tag(sync=True)
    words = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def align(self):
        """Bring words and step to the number of scores."""
        size = len(self.d)
        with self.hold_trait_notifications():
            known = self.words == self.reserve["words"][: len(self.words)]  # not the reader's own sentence
            more = self.reserve["words"] if known else [f"x{i}" for i in range(MOST)]
            self.words = fit(self.words, size, more)
            self.t = min(self.t, size - 1)
            self.align_more(size)

    def align_more(self, size: int):
        """Bring further traits to the number of scores."""

    def labels(self) -> dict[str, Any]:
        """Return what the drawing needs to add words, to take a sentence and to go back."""
        return {"fewest": FEWEST, "most": MOST, "level": LEVEL, "reserve": self.reserve}

    @traitlets.validate("d")
    def _check_scores(self, proposal) -> list[float]:
        d = proposal["value"]
        if not FEWEST <= len(d) <= MOST:
            raise traitlets.TraitError(
                f"d needs {FEWEST} to {MOST} scores, one for each word; it has {len(d)}"
            )
        for i, score in enumerate(d):
            if not 0 <= score <= 1:
                raise traitlets.TraitError(f"d[{i}] is {score}: a score lies between 0 and 1")
        return d

    @traitlets.validate("t")
    def _check_step(self, proposal) -> int:
        t, size = proposal["value"], len(self.d)
        if not 1 <= t < size:
            raise traitlets.TraitError(f"t is {t}: with {size} words a step is one of 1 .. {size - 1}")
        return t

    @traitlets.validate("words")
    def _check_words(self, proposal) -> list[str]:
        words, size = proposal["value"], len(self.d)
        if len(words) != size:
            raise traitlets.TraitError(
                f"words has {len(words)} entries for {size} scores; to change both, give d and words in one "
                "`with explorer.hold_trait_notifications():` block"
            )
        for i, word in enumerate(words):
            if not word.strip():
                raise traitlets.TraitError(f"words[{i}] is empty: a leaf of the tree needs a name")
        return words


def fit(values: list, size: int, reserve: list) -> list:
    """Return `size` values: those given, and where they end, those of `reserve` at the same places."""
    return [*values[:size], *reserve[len(values) : size]]
