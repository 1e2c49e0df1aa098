"""Text of a student's without power: nothing in it hides or forges what stands beside it."""

import re
import unicodedata

MARKS, MOST_MARKS = ("Mn", "Me"), 6  # kinds of characters that are drawn on the letter before them
HIDDEN = re.compile("[^\t\n\x20-\x7e\xa0-\u2029\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def printable(text: str) -> str:
    """Text without control characters, also of direction, which could hide or forge what stands beside it.

    Nor with towers of marks on one letter, which are drawn over the lines above.
    """
    return _without_towers(HIDDEN.sub("\ufffd", text))


def _without_towers(text: str) -> str:
    """Text in which no letter has more marks than languages put on one."""
    if text.isascii():
        return text
    kept, marks = list[str](), 0
    for letter in text:
        kind = unicodedata.category(letter)
        if kind != "Cf":  # what is unseen begins no new letter
            marks = marks + 1 if kind in MARKS else 0
        if marks <= MOST_MARKS or kind == "Cf":
            kept.append(letter)
    return "".join(kept)


def one_line(text: str) -> str:
    """Printable text on one line."""
    return printable(" ".join(text.split()))
