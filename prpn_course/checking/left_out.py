"""Statements of an answer that failed for this machine alone: left out, when it is called once more.

Only what gives no number: a call whose value nobody takes, an assertion, and what gives names to something
that is not here. Its cell is compiled anew without it, and its functions take their code from there.
"""

import __future__

import ast
import gc
import linecache
import traceback
from collections import defaultdict
from collections.abc import Iterator
from types import CodeType, FunctionType

from prpn_course.checking.not_here import NotHere

STANDS_IN = "_not_here"  # a name in the notebook
_lines = defaultdict[str, set[int]](set)  # by the file of a cell, those whose statements are left out


def leave_out(error: Exception) -> bool:
    """Leave out the statement of the notebook's own that failed in a function; False where that cannot be."""
    frames = [*traceback.walk_tb(error.__traceback__)]
    own = [(frame, line) for frame, line in frames if frame.f_globals.get("__name__") == "__main__"]
    frame, line = own[-1] if own else (None, 0)
    if frame is None or frame.f_code.co_name == "<module>" or line in _lines[frame.f_code.co_filename]:
        return False
    file = frame.f_code.co_filename
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
        is_changed = [any(_replace(body, one) for body in _bodies(tree)) for one in [*_lines[file], line]]
        codes = {_place(one): one for one in _codes(compile(tree, file, "exec", _flags(frame.f_code), True))}
    except (SyntaxError, ValueError):
        return False
    _lines[file].add(line)
    frame.f_globals[STANDS_IN] = NotHere(error)
    for one in gc.get_objects() if is_changed[-1] else ():
        if isinstance(one, FunctionType) and one.__code__.co_filename == file:
            new = codes.get(_place(one.__code__))
            if new is not None and new.co_freevars == one.__code__.co_freevars:
                one.__code__ = new
    return is_changed[-1]


def _flags(code: CodeType) -> int:
    return code.co_flags & __future__.annotations.compiler_flag | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


def _bodies(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """The lists of statements inside of functions, the innermost last."""
    for function in (
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ):
        for node in ast.walk(function):
            for field in ("body", "orelse", "finalbody"):
                if isinstance(body := getattr(node, field, None), list):
                    yield body


def _replace(body: list[ast.stmt], line: int) -> bool:
    """Replace the statement of a body that holds a line, where it may be left out."""
    for place, statement in enumerate(body):
        if statement.lineno <= line <= (statement.end_lineno or 0):
            instead = _instead(statement, line)
            body[place : place + 1] = [
                ast.fix_missing_locations(ast.copy_location(one, statement)) for one in instead
            ]
            return bool(instead != [statement])
    return False


def _instead(statement: ast.stmt, line: int) -> list[ast.stmt]:
    """What takes the place of a statement."""
    absent = ast.Name(STANDS_IN, ast.Load())
    if isinstance(statement, ast.Expr | ast.Assert):
        return [ast.Pass()]
    if isinstance(statement, ast.Assign):
        return [ast.Assign(statement.targets, absent)]
    if isinstance(statement, ast.With) and line < statement.body[0].lineno:
        return [
            ast.With([ast.withitem(absent, one.optional_vars) for one in statement.items], statement.body)
        ]
    return [statement]


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of all functions in a piece of code."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno
