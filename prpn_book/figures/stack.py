"""A run of shift-reduce, one state a row: a word moves from the buffer over the wall onto the stack."""

from collections.abc import Callable, Sequence

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SIZE, SMALL, Sheet
from prpn_edu.loops.transitions import REDUCE, SHIFT, trace

ROW = 32


def stack_and_buffer(
    actions: Sequence[str],
    words: Sequence[str],
    caption: str = "",
    steps: Sequence[int] | None = None,
    label: str = "",
    join: Callable[[str, str], str] = "({} {})".format,
) -> Picture:
    """Draw what a list of actions does with a sentence, one row a step.

    Args:
        actions: "SHIFT" and "REDUCE"; the list may end before the sentence does.
        words: the sentence.
        caption: of the figure.
        steps: which states to draw, 0 the one before the first action; all by default.
        label: a name for references.
        join: join(left, right) is what REDUCE leaves, as a string; a bracket around the two by default.
    Returns:
        a `Picture` whose text alternative is each state in one line.
    Raises:
        ValueError: an action that cannot be done, or a step that there is not.
    """
    sheet, told = run(actions, words, steps, join)
    return picture(sheet, "\n".join([*([caption] if caption else []), *told]), caption, label)


def run(
    actions: Sequence[str],
    words: Sequence[str],
    steps: Sequence[int] | None = None,
    join: Callable[[str, str], str] = "({} {})".format,
) -> tuple[Sheet, list[str]]:
    """The drawing of `stack_and_buffer` as a sheet, and its states, each in one line."""
    _check(actions, len(words))
    states = trace(actions, list(words), join)
    steps = range(len(states)) if steps is None else steps
    if bad := [step for step in steps if not 0 <= step < len(states)]:
        raise ValueError(f"steps are 0 .. {len(states) - 1}, not {bad[0]}")
    rows = [(step, *states[step]) for step in steps]
    sheet, lines = Sheet(), []
    wall = 114 + max(40.0, *(_length(stack) for _, _, stack, _ in rows))
    for row, (step, action, stack, buffer) in enumerate(rows):
        y = row * ROW
        sheet.text(22, y + 20, str(step), "word", "end", SMALL)
        sheet.text(32, y + 20, action or "start", "ink", "start", SMALL)
        x = wall - 6 - _length(stack)
        for text in stack:
            x = _box(sheet, x, y, text, "tree")
        sheet.line([(wall, y + 1), (wall, y + ROW - 3)], "ink", "thick")
        x = wall + 10
        for text in buffer:
            x = _box(sheet, x, y, text, "word")
        lines.append(
            f"{step} {action or 'start'}: stack {' | '.join(stack) or '-'}; buffer {' '.join(buffer) or '-'}"
        )
    sheet.text(wall - 10, -8, "stack", "tree", "end", SMALL)
    sheet.text(wall + 10, -8, "buffer", "word", "start", SMALL)
    return sheet, lines


def _check(actions: Sequence[str], words: int) -> None:
    """Refuse an action that cannot be done, with its number and the reason."""
    stack, buffer = 0, words
    for number, action in enumerate(actions, 1):
        if action not in (SHIFT, REDUCE):
            raise ValueError(f"action {number} is {action!r}: actions are SHIFT and REDUCE")
        if action == SHIFT and not buffer:
            raise ValueError(f"action {number}, SHIFT: the buffer is empty")
        if action == REDUCE and stack < 2:
            raise ValueError(f"action {number}, REDUCE: the stack holds {stack} of the two parts it needs")
        stack, buffer = (stack + 1, buffer - 1) if action == SHIFT else (stack - 1, buffer)


def _length(texts: Sequence[str]) -> float:
    return sum(notation.width(text, SIZE) + 20 for text in texts)


def _box(sheet: Sheet, x: float, y: float, text: str, concept: str) -> float:
    """Draw one part and return where the next begins."""
    wide = notation.width(text, SIZE) + 16
    sheet.box(x, y + 3, wide, ROW - 7, concept, share=0.16, corner=4)
    sheet.box(x, y + 3, wide, ROW - 7, concept, "outline", corner=4)
    sheet.text(x + wide / 2, y + 20, text, concept)
    return x + wide + 4
