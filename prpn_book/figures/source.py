"""The library's own source in a chapter, so that what is taught is what runs."""

import ast
import inspect
import textwrap
from collections.abc import Callable


class Source:
    """The code of functions and classes without their docstrings, which the text around them replaces.

    Shown as highlighted code in the book and in a notebook; as plain text elsewhere, so that a test sees
    when the code has changed.
    """

    def __init__(self, *parts: Callable):
        self.text = "\n\n\n".join(map(_body, parts))

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
