"""Which earlier tasks an answer rests on, read from the cells of its notebook; nothing is run.

An answer rests on an earlier task if it names that task's function, or names anything else of the notebook
that does: a helper, an alias, a class, a `partial`. To name it is enough, it need not be called. A comment, a
string and a function's own variables name nothing.

A name that is defined twice means both here. So too much may be found and never too little, and too much
changes no mark: the right answer to a task stands in for a wrong one (`stand_in`), and where that one is
never called nothing comes of it.
"""

import ast
import functools
import re
import symtable
import textwrap
import warnings
from collections.abc import Iterable
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

LARGEST_CELL = 300_000  # characters; a longer cell is not read
# A line of IPython: `%time f()`, `files = !ls`, `f?`.
MAGIC = re.compile(r"(?m)^([ \t]*(?:[\w., ]+= *(?=[%!]))?)(?:[%!?].*|[^#\n]*\?)$")
# What IPython takes away when a cell was copied from a session or from a page: `>>> `, `... `, `In [3]: `.
PROMPT = re.compile(r"(?m)^[ \t]*(?:>>>|\.\.\.+:?|In \[\d+\]:)(?: |$)")
NO_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)


def below(functions: dict[str, str], sources: Iterable[str]) -> dict[str, list[str]]:
    """The earlier tasks on which the answer to each task rests.

    Args:
        functions: from a task's id to the function that answers it, in the order of the sheet.
        sources: of the notebook's cells.
    Returns:
        for each task whose function some cell defines, the ids of earlier tasks, in the order of the sheet.
    """
    meanings: dict[str, set[str]] = {}
    for source in sources:
        for one in statements(source):
            for name in one.defined | (one.changed & meanings.keys()):
                meanings.setdefault(name, set()).update(one.named)
    ids, found = list(functions), {}
    for place, (task_id, function) in enumerate(functions.items()):
        if function in meanings:
            named = _reached(function, meanings)
            found[task_id] = [one for one in ids[:place] if functions[one] in named]
    return found


def _reached(name: str, meanings: dict[str, set[str]]) -> set[str]:
    """All that a name's meaning names, directly or through other names."""
    reached, ahead = set[str](), [name]
    while ahead:
        new = meanings.get(ahead.pop(), set()) - reached
        reached |= new
        ahead += new
    return reached


class Statement(NamedTuple):
    """A statement of a cell, and names of the notebook.

    Attributes:
        text: of the statement.
        defined: what it, or a function inside it, gives a meaning to.
        imported: what it brings from outside; that is not defined here.
        changed: whose value it may change.
        named: what it uses.
    """

    text: str
    defined: set[str]
    imported: set[str]
    changed: set[str]
    named: set[str]


@functools.lru_cache(maxsize=2_000)
def statements(source: str) -> list[Statement]:
    """The statements of a cell, none where it is no Python."""
    text, tree = _parsed(source)
    found = []
    for statement in _texts(text, tree) if tree else []:
        with suppress(*NO_PYTHON), warnings.catch_warnings(action="ignore"):
            defined, imported, named = _names(symtable.symtable(statement, "", "exec"))
            found.append(Statement(statement, defined, imported, _changed(ast.parse(statement)), named))
    return found


def _names(outermost: symtable.SymbolTable) -> tuple[set[str], set[str], set[str]]:
    """The names that a statement, or a function inside it, defines, imports and uses."""
    defined, imported, named, scopes = set[str](), set[str](), set[str](), [outermost]
    for scope in scopes:  # grows
        scopes += scope.get_children()
        for symbol in scope.get_symbols():
            name = symbol.get_name()
            if scope is outermost or symbol.is_declared_global():
                imported |= {name} if symbol.is_imported() else set()
                defined |= {name} if symbol.is_assigned() and not symbol.is_imported() else set()
            if symbol.is_referenced() and (symbol.is_global() or scope.get_type() != "function"):
                named.add(name)
    return defined, imported, named


def defined(source: str) -> set[str]:
    """The names to which a cell gives a meaning, under `if`, by an assignment or by an import too."""
    return {name for one in statements(source) for name in one.defined | one.imported}


def _changed(statement: ast.Module) -> set[str]:
    """The names whose value a statement may change: `all[0] = ...`, `Cell.gate = ...`, `all.append(...)`."""
    calls = (node.func for node in ast.walk(statement) if isinstance(node, ast.Call))
    stored = (node for node in ast.walk(statement) if isinstance(getattr(node, "ctx", None), ast.Store))
    return {base(node) for node in (*calls, *stored)} - {""}


def filled(tree: ast.AST) -> set[str]:
    """The names of what is filled: `all[0] = ...`, `all.n = ...`, or `all.append(...)` as a whole line."""
    nodes = [*ast.walk(tree)]
    lines = [one.value.func for one in nodes if isinstance(one, ast.Expr) and isinstance(one.value, ast.Call)]
    stored = [one for one in nodes if isinstance(getattr(one, "ctx", None), ast.Store)]
    return {base(one) for one in (*lines, *stored) if isinstance(one, ast.Attribute | ast.Subscript)} - {""}


def base(node: ast.AST) -> str:
    """The name that stands before all attributes and places, `all` in `all.names[0]`; "" for none."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _texts(text: str, tree: ast.Module) -> list[str]:
    """The statements of a cell as text; those that share a line come together."""
    starts, end = list[int](), 0
    for node in tree.body:
        first = min(one.lineno for one in (node, *getattr(node, "decorator_list", ())))
        if first > end:
            starts.append(first - 1)
        end = node.end_lineno or first
    lines = text.split("\n")
    return ["\n".join(lines[start:stop]) for start, stop in pairwise([*starts, len(lines)])]


def syntax(source: str) -> ast.Module | None:
    """The syntax tree of a cell without its magics; None where it is no Python, or too long to be read."""
    return _parsed(source)[1]


def _parsed(source: str) -> tuple[str, ast.Module | None]:
    """A cell as Python, and its syntax tree. What stands below `%%time` is Python, too."""
    if len(source) > LARGEST_CELL:
        return source, None
    text = re.sub(r"\A\s*%%.*", "", re.sub(r"\r\n?", "\n", source))
    with warnings.catch_warnings(action="ignore"):
        plain = textwrap.dedent(PROMPT.sub("", text))  # IPython runs a cell that is indented as a whole
        for python in (text, MAGIC.sub(r"\1None", text), MAGIC.sub(r"\1None", plain)):
            with suppress(*NO_PYTHON):
                return python, ast.parse(python)
    return source, None
