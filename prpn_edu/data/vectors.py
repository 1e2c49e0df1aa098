"""Pretrained word vectors from text files, as GloVe and word2vec write them, lined up with a vocabulary.

One word a line, then its numbers, all with single spaces between; a first line "400000 50" may say how many
words and numbers there are. A file that breaks these rules is refused with its line: a vector that belongs to
another word does not crash, it only makes every result a little worse.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from prpn_edu.data.sst import unescape
from prpn_edu.data.vocab import PADDING, UNKNOWN, Vocabulary


class VectorsError(ValueError):
    """A file of vectors that cannot be used; the message names the file, the line and the cure."""

    def __init__(self, problem: str, cure: str, path: object, line: int | None = None):
        place = str(path) if line is None else f"{path}, line {line}"
        super().__init__(f"{place}: {problem}. {cure}.")


@dataclass(frozen=True)
class Coverage:
    """How much of a vocabulary has a vector.

    Attributes:
        found: how many words have one; `<unk>` and `<pad>` do not count.
        missing: the words that have none, in the order of the vocabulary.
    """

    found: int
    missing: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share of the words that have a vector, in [0, 1]; 1 for a vocabulary without words."""
        total = self.found + len(self.missing)
        return self.found / total if total else 1.0

    def __str__(self) -> str:
        return f"{self.found} of {self.found + len(self.missing)} words have a vector ({self.share:.1%})"


def usual_spellings(word: str) -> Iterable[str]:
    """The forms under which a word may stand in a file, best first: as it is, lower case, without escapes.

    Treebanks write `-LRB-` and `1\\/2` where files of vectors have `(` and `1/2`.
    """
    return dict.fromkeys((word, word.lower(), unescape(word), unescape(word).lower()))


def load(
    path: str | Path, vocabulary: Vocabulary, spellings: Callable[[str], Iterable[str]] = usual_spellings
) -> tuple[Tensor, Coverage]:
    """Read the vectors of a vocabulary's words.

    Args:
        path: a GloVe or word2vec text file, UTF-8, unpacked.
        vocabulary: row n of the result belongs to its word n.
        spellings: from a word to the forms to look for; the first that the file holds is taken.
    Returns:
        the table, (V, E) float32, with rows of 0 for `<unk>`, `<pad>` and words without a vector; and the
        coverage.
    Raises:
        VectorsError: not UTF-8, a line with too few or too many numbers, something that is no finite number,
            a word that occurs twice, a header that does not fit, or an empty file.
        FileNotFoundError: no such file.
    """
    path = Path(path)
    wanted = {form for word in _real_words(vocabulary) for form in spellings(word)}
    found: dict[str, list[float]] = {}
    size = None
    for number, word, numbers in _lines(path):
        size = len(numbers)
        if word not in wanted:
            continue  # the other numbers are never converted: a file holds far more words than one needs
        if word in found:
            raise VectorsError(
                f"the word {word!r} occurs a second time", "Remove one of its lines", path, number
            )
        found[word] = [_finite(text, word, path, number) for text in numbers]
    if size is None:
        raise VectorsError("no vectors in it", "Expected one word and its numbers on each line", path)
    return align(vocabulary, spellings, found, size)


def align(
    vocabulary: Vocabulary,
    spellings: Callable[[str], Iterable[str]],
    found: dict[str, list[float]],
    size: int,
) -> tuple[Tensor, Coverage]:
    """The table (V, E) of a vocabulary from vectors by word, and the coverage."""
    table = torch.zeros(len(vocabulary), size)  # (V, E)
    missing = []
    for word in _real_words(vocabulary):
        form = next((form for form in spellings(word) if form in found), None)
        if form is None:
            missing.append(word)
        else:
            table[vocabulary[word]] = torch.tensor(found[form])
    return table, Coverage(len(list(_real_words(vocabulary))) - len(missing), tuple(missing))


def _real_words(vocabulary: Vocabulary) -> Iterator[str]:
    return (word for word in vocabulary.words if word not in (UNKNOWN, PADDING))


def _lines(path: Path) -> Iterator[tuple[int, str, list[str]]]:
    """Each line as its number, its word and its numbers, still as text; a header is checked and left out."""
    promised = size = None
    count = number = 0
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):  # bytes end lines at LF only: a word may hold U+0085
            text = _decode(raw, path, number)
            parts = text.split(" ")
            if number == 1 and len(parts) == 2 and all(part.isdecimal() for part in parts):
                promised, size = map(int, parts)
                continue
            size = len(parts) - 1 if size is None else size
            word, numbers = _cut(parts, size, path, number)
            count += 1
            yield number, word, numbers
    if promised not in (None, count):
        raise VectorsError(
            f"the first line promises {promised} words, the file holds {count}",
            "Fetch it again: a part is missing, or two files were mixed",
            path,
            number,
        )


def _decode(raw: bytes, path: Path, number: int) -> str:
    try:
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise VectorsError(
            f"byte {error.start + 1} is not UTF-8",
            "Save the file as UTF-8; an archive must be unpacked, and word2vec's binary format saved as text",
            path,
            number,
        ) from None
    return text.rstrip("\r\n ")  # word2vec ends each line with a space


def _cut(parts: list[str], size: int, path: Path, number: int) -> tuple[str, list[str]]:
    """Part a line into its word and its numbers. A few words hold spaces ("at home"); numbers never do."""
    word, numbers = parts[: len(parts) - size], parts[len(parts) - size :]
    if size < 1 or len(parts) <= size or "" in parts:
        expected = f"expected a word and {size} numbers" if size else "expected a word and its numbers"
        raise VectorsError(
            f"{expected}, came {len(parts)} parts",
            "Single spaces stand between them; a line of another length is cut off or damaged",
            path,
            number,
        )
    if len(word) > 1 and _is_number(word[-1]):
        raise VectorsError(
            f"{len(parts) - 1} numbers, the lines before have {size}",
            "All vectors of a file have the same length",
            path,
            number,
        )
    return " ".join(word), numbers


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _finite(text: str, word: str, path: Path, number: int) -> float:
    if not _is_number(text) or not math.isfinite(float(text)):
        raise VectorsError(
            f"{text!r} in the vector of {word!r} is not a finite number",
            "Remove the line, or fetch the file again",
            path,
            number,
        )
    return float(text)
