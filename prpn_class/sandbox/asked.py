"""The check as a graded notebook meets it: it keeps what it is passed; the grader asks its own questions."""

from typing import Any

# An expression for what the check of a task was passed.
PASSED = '__import__("prpn_class.sandbox.asked").sandbox.asked.passed["{}"]'
passed: dict[str, Any] = {}  # by the task's id
invite = None  # there is no kernel to invite anybody in


def check(task_id: str, answer: Any) -> None:
    """Keep an answer, for the grader to call."""
    passed[task_id] = answer
