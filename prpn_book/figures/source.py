"""The library's own source in a chapter, so that what is taught is what runs."""

import ast
import inspect
import io
import textwrap
import tokenize
from collections.abc import Callable, Iterator


class Source:
    """The code of functions and classes without their docstrings, which the text around them replaces.

    Shown as highlighted code in the book and in a notebook; as plain text elsewhere, so that a test sees
    when the code has changed.

    Args:
        parts: functions and classes.
        width: the longest line, in characters; a longer one is broken, if it can be. None: as it stands.
    """

    def __init__(self, *parts: Callable, width: int | None = None):
        text = "\n\n\n".join(map(_body, parts))
        self.text = text if width is None else "\n".join(_narrowed(text, width))

    def __repr__(self):
        return self.text

    def _repr_markdown_(self):
        return f"```python\n{self.text}\n```"


def _body(part: Callable) -> str:
    source = textwrap.dedent(inspect.getsource(part))
    lines = source.rstrip().split("\n")
    documented = (ast.FunctionDef, ast.ClassDef)
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, documented)]
    for node in sorted(found, key=lambda node: -node.lineno):
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            del lines[first.lineno - 1 : first.end_lineno]
            if isinstance(node, ast.ClassDef) and not lines[first.lineno - 1].strip():
                del lines[first.lineno - 1]
    return "\n".join(lines)


def _narrowed(text: str, width: int) -> Iterator[str]:
    """The lines of the text: of a long one the comment goes above, and what stands in a bracket below."""
    for line in text.split("\n"):
        if len(line) <= width:
            yield line
            continue
        code, comment = _parted(line)
        if comment:
            yield _indent(line) + comment
        yield from _broken(code, width)


def _broken(code: str, width: int) -> list[str]:
    """One line as several: before the bracket, what stands in it, and behind it."""
    indent = _indent(code)
    pairs = [(i, j) for i, j in _brackets(code) if j - i > 1 and i < width] if len(code) > width else []
    if not pairs:
        return [code]
    opened, closed = pairs[-1]
    inside = f"{indent}    {code[opened + 1 : closed]}"
    return [code[: opened + 1], *_broken(inside, width), indent + code[closed:]]


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _tokens(line: str) -> list[tokenize.TokenInfo]:
    """The tokens of one line; none where a bracket stays open."""
    try:
        # An indent would be a token of its own, and an error.
        return list(tokenize.generate_tokens(io.StringIO(line.strip()).readline))
    except tokenize.TokenError:
        return []


def _parted(line: str) -> tuple[str, str]:
    """The code of a line, and its comment."""
    for token in _tokens(line):
        if token.type == tokenize.COMMENT:
            return line[: len(_indent(line)) + token.start[1]].rstrip(), token.string
    return line, ""


def _brackets(code: str) -> list[tuple[int, int]]:
    """Where the outermost brackets of a line open and close."""
    found, opened, shift = [], [], len(_indent(code))
    for token in _tokens(code):
        if token.type == tokenize.OP and token.string in "([{":
            opened.append(shift + token.start[1])
        elif token.type == tokenize.OP and token.string in ")]}":
            first = opened.pop() if opened else None
            if first is not None and not opened:
                found.append((first, shift + token.start[1]))
    return found
