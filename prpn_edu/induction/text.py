"""What is learnt from: the sentences of a text, the words that are known, and what is wrong with them."""

import hashlib
import json
import random
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from prpn_edu.data import plain
from prpn_edu.errors import UsageError
from prpn_edu.induction.teachers import MODEL, STAGES, TRAINING, Lessons
from prpn_edu.latent.spans import WordClasses, learn_classes
from prpn_edu.latent.words import build_vocabulary

LONGEST = 20
FEWEST, FEW = 50, 2000  # sentences below which nothing is begun, and below which trees are poor
_READ, _KNOWN = (5, 5000), (3, 8000)  # least count of a word, and most words: of a teacher, and of the tables
_UNSPACED = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN")
_CUT = 100  # one sentence of so many may be endless
_WORD = 4  # characters of a mean word above which a script without spaces was not cut into words


@dataclass(frozen=True)
class Text:
    """Sentences, and what is learnt from them.

    Attributes:
        sentences: lists of words, as they are written.
        longest: words of the longest sentence that is learnt from.
        most: sentences that the teachers read at most; of more, as many are drawn. The tables learn from all.
        endings: what rare words go by. None: the teachers take all rare words for one, and the tables know
            them by the endings that many words have.
    """

    sentences: Sequence[Sequence[str]]
    longest: int = LONGEST
    most: int | None = None
    endings: tuple[str, ...] | None = None

    def __post_init__(self):
        if len(self.places) < FEWEST:
            raise UsageError(
                f"{len(self.places)} of {len(self.sentences)} sentences have 2 to {self.longest} words; at "
                f"least {FEWEST} are needed, and some thousand are better. A sentence ends at . ! ? or at an "
                "empty line; with --lines each line is one"
            )
        if len(self.counts) == 1:
            raise UsageError(
                f"all {self.counts.total():,} words read as {next(iter(self.counts))!r}, and numbers read "
                "alike: there is nothing to learn. Give a text in words"
            )

    @classmethod
    def of(
        cls,
        sentences: Iterable[str | Sequence[str]],
        unit: str = "word",
        longest: int = LONGEST,
        most: int | None = None,
        endings: Sequence[str] | None = None,
    ) -> "Text":
        """Strings are cut into words; sentences without any are left out.

        Raises:
            ValueError: one string in place of sentences, or a unit or a length that cannot be.
            UsageError: too few sentences.
        """
        if isinstance(sentences, str):
            raise ValueError(
                "give a list of sentences, not one string; prpn_edu.data.plain.sentences(text) cuts a text"
            )
        if longest < 2 or (most is not None and most < FEWEST):
            raise ValueError(f"longest must be 2 words or more, and most {FEWEST} sentences or more")
        rows = [plain.words(s, unit) if isinstance(s, str) else list(s) for s in sentences]
        given = None if endings is None else tuple(endings)
        return cls([row for row in rows if row], longest, most, given)

    @cached_property
    def forms(self) -> list[list[str]]:
        """The sentences, as their words are counted."""
        return [[plain.form(word) for word in words] for words in self.sentences]

    @cached_property
    def places(self) -> list[int]:
        """Of the sentences that are learnt from: those that are neither too short nor too long."""
        return [k for k, words in enumerate(self.sentences) if 2 <= len(words) <= self.longest]

    @cached_property
    def drawn(self) -> list[int]:
        """Of these, the ones that the teachers read, in order."""
        if self.most is None or self.most >= len(self.places):
            return self.places
        return sorted(random.Random(0).sample(self.places, self.most))

    @cached_property
    def read(self) -> list[list[str]]:
        """The sentences that are learnt from, as their words are counted."""
        return [self.forms[k] for k in self.places]

    @cached_property
    def counts(self) -> Counter[str]:
        """Of the words that are learnt from."""
        return _counted(self.read)

    @cached_property
    def lessons(self) -> Lessons:
        """What the teachers are given."""
        drawn, endings = [self.forms[k] for k in self.drawn], self.endings or ()
        vocabulary = build_vocabulary(drawn, _least(_counted(drawn), *_READ), endings)
        return Lessons(self.forms, self.drawn, vocabulary, endings)

    def classes(self, size: int) -> WordClasses:
        """The words in classes."""
        endings = plain.endings(self.counts) if self.endings is None else self.endings
        return learn_classes(self.read, size, _least(self.counts, *_KNOWN), endings)

    def mark(self) -> str:
        """A sum that tells this text, and what the teachers read of it, from others."""
        content = json.dumps([self.forms, self.drawn, self.lessons.suffixes, STAGES, TRAINING, MODEL])
        return hashlib.sha256(content.encode()).hexdigest()


def _counted(sentences: Iterable[Sequence[str]]) -> Counter[str]:
    return Counter(word for words in sentences for word in words)


def _least(counts: Counter[str], least: int, most: int) -> int:
    """The count from which words are known, so that they are not too many."""
    often = sorted(counts.values(), reverse=True)
    return max(least, often[most] + 1) if len(often) > most else least


def check_spaces(sentences: Sequence[Sequence[str]]) -> None:
    """Raises UsageError: a text in a script without spaces, that was not cut into words."""
    letters = Counter(letter for words in sentences for word in words for letter in word)
    unspaced = sum(n for letter, n in letters.items() if unicodedata.name(letter, "").startswith(_UNSPACED))
    if 2 * unspaced > letters.total() > _WORD * sum(map(len, sentences)):
        raise UsageError(
            "the text has no spaces between its words: add --characters, which takes each character for a "
            "word, or cut it into words with a program for this language first"
        )


def warnings(text: Text) -> list[str]:
    """What a reader should know before hours are spent, each with what to do."""
    out = []
    if len(text.places) < FEW:
        out.append(
            f"{len(text.places)} sentences of 2 to {text.longest} words are few, and the trees will be poor: "
            f"take a longer text, with {FEW} or more"
        )
    if 2 * len(text.places) < len(text.sentences):
        out.append(
            f"only {len(text.places)} of {len(text.sentences)} sentences have 2 to {text.longest} words, and "
            "nothing is learnt from the others. With --longest 30 more are; it takes longer"
        )
    cut = sum(len(words) == plain.LONGEST for words in text.sentences)
    if _CUT * cut > len(text.sentences):
        out.append(
            f"{cut} sentences have {plain.LONGEST} words or more and are cut there: is each line a sentence? "
            "Then add --lines"
        )
    known = text.lessons.vocabulary
    rare = 1 - sum(n for word, n in text.counts.items() if word in known) / sum(text.counts.values())
    if rare > 0.3:
        out.append(
            f"{rare:.0%} of the words are too rare to be known: take a longer text, of a single language"
        )
    letters = [letter for words in text.sentences[:200] for word in words for letter in word]
    if 2 * sum(unicodedata.bidirectional(letter) in ("R", "AL") for letter in letters) > len(letters):
        out.append(
            "the text runs from right to left: the first word of a bracket in trees.txt is the first that is "
            "read, wherever your editor shows it"
        )
    return out
