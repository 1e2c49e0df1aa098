"""The check as a graded notebook meets it: it says what it was passed to whoever hears it here."""

from collections.abc import Callable
from typing import Any

hear: Callable[[str, Any], None] = print  # set before a notebook runs
invite = None  # there is no kernel to invite anybody in


def check(task_id: str, answer: Any) -> None:
    """Let an answer be heard."""
    hear(task_id, answer)
