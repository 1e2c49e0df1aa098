"""Text of a student's without power: nothing in it hides or forges what stands beside it."""

import re

HIDDEN = re.compile("[^\t\n\x20-\x7e\xa0-\u2029\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def printable(text: str) -> str:
    """Text without control characters, also of direction, which could hide or forge what stands beside it."""
    return HIDDEN.sub("\ufffd", text)


def one_line(text: str) -> str:
    """Printable text on one line."""
    return printable(" ".join(text.split()))
