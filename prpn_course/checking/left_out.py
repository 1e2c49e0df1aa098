"""Statements of an answer that failed for this machine alone: left out, when it is called once more.

Only what gives no number: a call whose value nobody takes, an assertion, a branch or a loop of such alone;
and what gives names to something that is not here, or gives that back. Where it cannot be left out, the
statement that called it is. The cell is compiled anew without it, and its functions take their code from
there.
"""

import __future__

import ast
import gc
import linecache
import traceback
from collections import defaultdict
from collections.abc import Iterator
from types import CodeType, FrameType, FunctionType

from prpn_course.checking.not_here import NotHere

STANDS_IN = "_not_here"  # a name in the notebook
NO_NUMBER = (ast.Expr, ast.Assert, ast.Pass, ast.If, ast.For, ast.While, ast.With)
_lines = defaultdict[str, set[int]](set)  # by the file of a cell, those whose statements are left out


def leave_out(error: Exception) -> bool:
    """Leave out the innermost statement of the notebook's functions that can be; False where none can."""
    frames = [*traceback.walk_tb(error.__traceback__)]
    own = [(frame, line) for frame, line in frames if frame.f_globals.get("__name__") == "__main__"]
    return any(_leave_out(frame, line, error) for frame, line in reversed(own))


def _leave_out(frame: FrameType, line: int, error: Exception) -> bool:
    file = frame.f_code.co_filename
    if frame.f_code.co_name == "<module>" or line in _lines[file]:
        return False
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
        yield from _inside(function)


def _inside(statement: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(statement):
        for field in ("body", "orelse", "finalbody"):
            if isinstance(body := getattr(node, field, None), list):
                yield body


def leave_out_of(statement: ast.stmt, line: int, space: dict, error: BaseException) -> bool:
    """Leave out what failed in a loop outside of functions, as `leave_out` does; the loop is changed."""
    space[STANDS_IN] = NotHere(error)
    return any(_replace(body, line) for body in _inside(statement))


def _replace(body: list[ast.stmt], line: int) -> bool:
    """Replace the statement of a body that holds a line, where it may be left out."""
    for place, statement in enumerate(body):
        if statement.lineno <= line <= (statement.end_lineno or 0):
            instead = _instead(statement, line)
            if instead == [statement]:
                continue
            body[place : place + 1] = [
                ast.fix_missing_locations(ast.copy_location(one, statement)) for one in instead
            ]
            return True
    return False


def _instead(statement: ast.stmt, line: int) -> list[ast.stmt]:
    """What takes the place of a statement; it stays where it never runs, so that its names mean the same."""
    absent = ast.Name(STANDS_IN, ast.Load())
    unused = ast.If(ast.Constant(False), [statement], [])
    if isinstance(statement, ast.Expr | ast.Assert):
        return [unused]
    if isinstance(statement, ast.Assign):
        return [unused, ast.Assign(statement.targets, absent)]
    if isinstance(statement, ast.AnnAssign):
        return [unused, ast.Assign([statement.target], absent)]
    if isinstance(statement, ast.Return):
        return [unused, ast.Return(absent)]
    if not isinstance(statement, ast.With | ast.For | ast.If | ast.While) or line >= statement.body[0].lineno:
        return [statement]
    if isinstance(statement, ast.With):
        items = [ast.withitem(absent, one.optional_vars) for one in statement.items]
        given = [one.context_expr for one in statement.items]
        heads: list[ast.stmt] = [ast.copy_location(ast.Expr(one), one) for one in given]
        return [ast.If(ast.Constant(False), heads, []), ast.With(items, statement.body)]
    within = (node for node in ast.walk(statement) if isinstance(node, ast.stmt))
    return [unused] if all(isinstance(node, NO_NUMBER) for node in within) else [statement]


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of all functions in a piece of code."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno
