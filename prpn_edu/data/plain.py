"""Plain text, in any language: a file becomes a string, a string sentences, a sentence words.

Where sentences end is learnt from the text itself (Punkt: which words are abbreviations). Words are runs of
letters, marks and digits; clitics stand apart ("it 's", "l' homme"); other punctuation is dropped. Where
there are no spaces between words, each character can be taken for one.
"""

import codecs
import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from nltk.tokenize.punkt import PunktSentenceTokenizer

from prpn_edu.errors import UsageError

UNITS = ("word", "character")
NUMBER = "N"  # what every word with a digit reads as
LARGEST = 20_000_000  # bytes of a text, some 4 million words
LONGEST = 200  # words of a sentence; what is longer is cut
_ENDS = "。！？｡؟।॥…"  # ends of sentences that need no space behind them, or that Punkt does not know
_PARAGRAPH = re.compile(r"\n\s*\n")
_MARKED = 200  # words a mark of a sentence's end, above which the marks are chance
_TABLE_LINES = 0.8  # of a table have the same number of columns


def read_text(path: str | Path) -> str:
    """The text of a file in UTF-8.

    Raises:
        UsageError: no such file, a folder, more than `LARGEST` bytes, no text, another encoding, a table.
    """
    path = Path(path)
    if not path.is_file():
        raise UsageError(f"{path} is {'a folder' if path.is_dir() else 'not there'}: give a plain text file")
    size = path.stat().st_size
    if size > LARGEST:
        raise UsageError(
            f"{path} has {size / 1e6:,.0f} MB; at most {LARGEST / 1e6:.0f} are read. A part is enough: "
            f"head -c {LARGEST} {path.name} > part.txt"
        )
    content = path.read_bytes()
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UsageError(f"{path} is in UTF-16: save it as UTF-8 (iconv -f UTF-16 -t UTF-8 {path.name})")
    if b"\0" in content:
        raise UsageError(f"{path} is no text: it holds bytes of 0. Save the document as plain text in UTF-8")
    try:
        # Half a letter at the end, such as `head -c` leaves, is dropped.
        text = codecs.getincrementaldecoder("utf-8-sig")().decode(content)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise UsageError(
            f"{path}, line {line}: not UTF-8. Save the text as UTF-8 (if it is an old one: "
            f"iconv -f LATIN1 -t UTF-8 {path.name}), or as plain text if it is a document"
        ) from None
    if not text.strip():
        raise UsageError(f"{path} is empty: give a text of some thousand sentences")
    _no_table(path, text)
    return text


def _no_table(path: Path, text: str) -> None:
    """Refuse what is written in columns."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for mark, name, fewest in (
        ("\t", "tabs", 2),
        (";", "semicolons", 3),
        (",", "commas", 3),
        ("|", "bars", 3),
    ):
        try:
            widths = Counter(map(len, csv.reader(lines, delimiter=mark)))
        except csv.Error:  # a field of a hundred thousand letters: no table
            continue
        ((columns, times),) = widths.most_common(1)
        if len(lines) > 2 and columns >= fewest and times >= _TABLE_LINES * widths.total():
            raise UsageError(
                f"{path} looks like a table: most lines have {columns} columns between {name}. Save the one "
                "that holds the text as a file of its own, and add --lines if each line of it is a sentence"
            )


def sentences(text: str, unit: str = "word") -> list[list[str]]:
    """The sentences of a text, each a list of its words, in their order; those without words are left out.

    Args:
        text: sentences end at . ! ? and their like, and at an empty line. In a text that has hardly any such
            mark each line is a sentence.
        unit: "word", or "character": each character is a word, for texts without spaces.
    """
    text = re.sub(rf"([{_ENDS}]+[”’」』》）)\"']*)", "\\1\n\n", text)
    if len(re.findall(rf"[.!?{_ENDS}]\W*(?:\s|$)", text)) * _MARKED < len(text.split()):
        return lines(text, unit)
    cut = PunktSentenceTokenizer(text)
    found = (s for paragraph in _PARAGRAPH.split(text) for s in cut.tokenize(paragraph))
    return _pieces(found, unit)


def lines(text: str, unit: str = "word") -> list[list[str]]:
    """The same of a text in which each line is a sentence."""
    return _pieces(text.splitlines(), unit)


def _pieces(found: Iterable[str], unit: str) -> list[list[str]]:
    rows = (words(sentence, unit) for sentence in found)
    return [row[k : k + LONGEST] for row in rows for k in range(0, len(row), LONGEST)]


def words(line: str, unit: str = "word") -> list[str]:
    """The words of one sentence, as they are written."""
    if unit not in UNITS:
        raise ValueError(f"unit must be one of {', '.join(UNITS)}, not {unit!r}")
    line = unicodedata.normalize("NFC", line).replace("\u2019", "'")
    word, character = _patterns("".join(sorted(c for c in set(line) if unicodedata.category(c)[0] == "M")))
    if unit == "character":
        return character.findall(line)
    return [part for found in word.findall(line) for part in _clitics(found)]


def form(word: str) -> str:
    """What a word is counted as: small letters, and "N" for all that has a digit."""
    return NUMBER if re.search(r"\d", word) else word.lower()


@cache
def _patterns(marks: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Of words and of characters; `marks` are the combining marks of the text, which \\w leaves out."""
    mark = f"[{re.escape(marks)}]" if marks else "(?!)"
    digit, letter, any_ = r"\d", r"[^\W\d_]", rf"(?:[^\W_]|{mark})"
    apart = rf"(?<!\S)(?:'{any_}{{1,2}}|{any_}{{1,2}}'|[nN]'[tT])(?!\S)"  # a clitic that stands apart already
    dotted = rf"{letter}(?:\.{letter})+(?!{any_})"  # U.S., a.m.
    usual = rf"{any_}+(?:['\-]{any_}+|(?<={digit})[.,](?={digit}){any_}+)*"
    return re.compile(f"{apart}|{dotted}|{usual}"), re.compile(rf"{digit}+|{letter}{mark}*")


def _clitics(word: str) -> list[str]:
    """The word in two, where it is two: did n't, it 's, l' homme."""
    if word.lower().endswith("n't"):
        return [part for part in (word[:-3], word[-3:]) if part]
    if "'" not in word.strip("'"):
        return [word]
    head, _, tail = word.rpartition("'")
    if len(tail) <= 2:
        return [head, "'" + tail]
    head, _, tail = word.partition("'")
    return [head + "'", tail] if len(head) <= 2 else [word]


def endings(vocabulary: Iterable[str], most: int = 30, share: float = 0.01) -> tuple[str, ...]:
    """The endings that many words have, for words that are too rare to be known: most frequent first.

    Args:
        vocabulary: kinds of words, each once.
        most: endings at most.
        share: of the words that an ending must have.
    Returns:
        endings of one to three letters, before which a word has three letters or more. Of two that mostly the
        same words have, as "ng" and "ing", the longer.
    """
    kinds = [word for word in vocabulary if word.isalpha()]
    counts: dict[str, int] = {}
    for word in kinds:
        for length in (1, 2, 3):
            if len(word) >= length + 3:
                counts[word[-length:]] = counts.get(word[-length:], 0) + 1
    often = [e for e, n in counts.items() if n >= max(5.0, share * len(kinds))]
    kept = [
        e for e in often if not any(f != e and f.endswith(e) and counts[f] > 0.8 * counts[e] for f in often)
    ]
    return tuple(sorted(kept, key=lambda e: (-counts[e], e))[:most])
