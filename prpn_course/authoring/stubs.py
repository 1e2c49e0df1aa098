"""From an answer to its stub: what a student writes stands between two markers.

### BEGIN SOLUTION
### END SOLUTION
"""

import ast
import io
import tokenize

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"


def stub(source: str, task_id: str) -> str:
    """Replace each solution region of a cell by a line that raises `NotYet`.

    Raises:
        ValueError: markers that do not come in pairs, or a region without a line; the message has the cure.
    """
    kept, begun = [], None
    for number, line in enumerate(source.splitlines(), start=1):
        if line.strip() == BEGIN:
            if begun:
                raise ValueError(f"line {number} begins a region inside another; end the first with {END!r}")
            begun = number
            kept.append(line[: len(line) - len(line.lstrip())] + f'raise NotYet("{task_id}")')
        elif line.strip() == END:
            if not begun:
                raise ValueError(f"line {number} ends a region that was not begun; put {BEGIN!r} before it")
            if number == begun + 1:
                raise ValueError(
                    f"the region of lines {begun} and {number} is empty; put the solution into it"
                )
            begun = None
        elif "BEGIN SOLUTION" in line or "END SOLUTION" in line:
            raise ValueError(
                f"line {number} is nearly a marker; write {BEGIN!r} or {END!r}, alone on its line"
            )
        elif not begun:
            kept.append(line)
    if begun:
        raise ValueError(f"the region that begins in line {begun} does not end; add {END!r}")
    return "\n".join(kept)


def regions(source: str) -> list[str]:
    """Return the lines inside the solution regions of a cell, markers left out."""
    inside, lines = False, []
    for line in source.splitlines():
        if line.strip() in (BEGIN, END):
            inside = line.strip() == BEGIN
        elif inside:
            lines.append(line)
    return lines


def code(source: str) -> str:
    """Return the code of an answer without markers, comments and docstrings, in its own layout."""
    lines, dropped = source.splitlines(), set[int]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
            dropped |= set() if lines[row - 1] else {row}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            words = node.body[0]
            dropped |= set(range(words.lineno, 1 + (words.end_lineno or words.lineno)))
    return "\n".join(line for row, line in enumerate(lines, start=1) if row not in dropped)
