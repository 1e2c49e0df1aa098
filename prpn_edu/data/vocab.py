"""Words to numbers and back."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from nltk import Tree

UNKNOWN, PADDING = "<unk>", "<pad>"


class Vocabulary:
    """A fixed, ordered list of words. It never grows: a word it does not hold is `<unk>`.

    Position 0 is `<unk>`, position 1 is `<pad>`, then come any extra specials, then the words.

    Attributes:
        words: tuple of all entries; the position of a word is its number.
    """

    def __init__(self, words: Iterable[str]):
        self.words = tuple(words)
        if self.words[:2] != (UNKNOWN, PADDING):
            raise ValueError(f"a vocabulary begins with {UNKNOWN}, {PADDING}; this one with {self.words[:2]}")
        self._ids = {word: number for number, word in enumerate(self.words)}
        if len(self._ids) != len(self.words):
            twice = next(word for word, count in Counter(self.words).items() if count > 1)
            raise ValueError(f"the word {twice!r} occurs twice in the vocabulary")

    @classmethod
    def build(
        cls, sentences: Iterable[Sequence[str] | Tree], min_count: int = 1, extra_specials: Sequence[str] = ()
    ) -> "Vocabulary":
        """Collect the words of the training sentences, most frequent first, ties in alphabetical order.

        Args:
            sentences: trees or lists of words. Use the training split only: a word that occurs only in dev or
                test must stay unknown.
            min_count: leave out words that occur less often.
            extra_specials: further entries such as "<s>" and "</s>", placed after `<unk>` and `<pad>`.
        Raises:
            TypeError: a sentence is a plain string (its letters would become the words).
            ValueError: `min_count` is below 1.
        """
        if min_count < 1:
            raise ValueError(f"min_count must be 1 or more, not {min_count}")
        counts = Counter(word for sentence in sentences for word in _words(sentence))
        specials = (UNKNOWN, PADDING, *extra_specials)
        frequent = [word for word, count in counts.items() if count >= min_count and word not in specials]
        return cls(specials + tuple(sorted(frequent, key=lambda word: (-counts[word], word))))

    def encode(self, sentence: Sequence[str] | Tree) -> list[int]:
        """The numbers of the words; `<unk>` for a word that is not in the vocabulary."""
        unknown = self._ids[UNKNOWN]
        return [self._ids.get(word, unknown) for word in _words(sentence)]

    def decode(self, ids: Iterable[int]) -> list[str]:
        """The words of the numbers (ints or a one-dimensional tensor).

        Raises:
            IndexError: a number outside 0..len - 1; negative ones count as outside.
        """
        ids = [int(number) for number in ids]
        for number in ids:
            if not 0 <= number < len(self.words):
                raise IndexError(
                    f"no word has the number {number}; this vocabulary has {len(self.words)} entries"
                )
        return [self.words[number] for number in ids]

    def to_json(self) -> str:
        """The vocabulary as JSON text: `{"words": [...]}`."""
        return json.dumps({"words": self.words}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Vocabulary":
        """The inverse of `to_json`. Raises ValueError if the text is something else."""
        content = json.loads(text)
        if not isinstance(content, dict) or not isinstance(content.get("words"), list):
            raise ValueError('not a vocabulary: expected JSON of the form {"words": [...]}')
        return cls(content["words"])

    def save(self, path: str | Path) -> None:
        """Write the vocabulary to a JSON file."""
        Path(path).write_text(self.to_json(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> "Vocabulary":
        """Read a vocabulary written by `save`."""
        return cls.from_json(Path(path).read_text(encoding="utf-8"))

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self._ids

    def __getitem__(self, word: str) -> int:
        """The number of a word that must be there: `vocabulary["<pad>"]`; KeyError otherwise."""
        return self._ids[word]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vocabulary) and self.words == other.words

    def __hash__(self) -> int:
        return hash(self.words)

    def __repr__(self) -> str:
        return f"Vocabulary({len(self)} entries: {', '.join(self.words[:5])}, ...)"


def _words(sentence: Sequence[str] | Tree) -> Sequence[str]:
    if isinstance(sentence, str):
        raise TypeError(f"expected a list of words or a tree, got the string {sentence!r}; split it first")
    return sentence.leaves() if isinstance(sentence, Tree) else sentence
