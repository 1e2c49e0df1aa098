"""The library's own source in a chapter, so that what is taught is what runs."""

import ast
import inspect
import textwrap
from collections.abc import Callable


class Source:
    """The code of functions without their docstrings, which the text around them replaces.

    Shown as highlighted code in the book and in a notebook; as plain text elsewhere, so that a test sees
    when the code has changed.
    """

    def __init__(self, *functions: Callable):
        self.text = "\n\n\n".join(_body(function) for function in functions)

    def __repr__(self):
        return self.text

    def _repr_markdown_(self):
        return f"```python\n{self.text}\n```"


def _body(function: Callable) -> str:
    source = textwrap.dedent(inspect.getsource(function))
    definition = ast.parse(source).body[0]
    assert isinstance(definition, ast.FunctionDef)
    first = definition.body[0]
    lines = source.rstrip().split("\n")
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        del lines[first.lineno - 1 : first.end_lineno]
    return "\n".join(lines)
