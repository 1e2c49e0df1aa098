"""What is left of a cell in which a statement failed, and whether it failed here alone.

A student's machine has what the sandbox has not: Colab's modules, pandas, a drive, a graphics card, the
network, the functions of the library that are withheld. What asks for these fails here at its first line, and
an honest answer below it would be lost. So the rest of the cell runs on:

- all of it after an import, a magic or a comparison with the library that failed here alone, or where a name
  is used that such an import would have brought;
- after any other error the definitions and imports of names that have no meaning yet.
"""

import ast
import traceback
from typing import Any

from prpn_class.sandbox.withheld import WithheldError

MAGIC = "get_ipython()."  # what a line with a magic becomes begins so
NAMES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


def after(error: BaseException, kernel: Any, source: str, absent: set[str]) -> tuple[str, bool]:
    """What is left of a cell.

    Args:
        error: that it raised.
        kernel: the shell in which it ran.
        source: of the cell.
        absent: names that an import would have brought; those of this cell are added.
    Returns:
        the source that is to run on, "" for none, and whether the error is one of the sandbox alone.
    """
    frames = traceback.walk_tb(error.__traceback__)
    line = next((line for frame, line in frames if frame.f_globals is kernel.user_ns), 0)
    try:
        code = kernel.transform_cell(source)
        statements = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "", False
    failed = next((one for one in statements if one.lineno <= line <= (one.end_lineno or 0)), None)
    if failed is None:
        return "", isinstance(error, WithheldError)
    rest = [one for one in statements if one.lineno > (failed.end_lineno or 0)]
    only_here = isinstance(error, WithheldError) or MAGIC in ast.unparse(failed)
    if isinstance(failed, ast.Import) and len(failed.names) > 1:
        rest = [*(ast.Import([one]) for one in failed.names), *rest]
        only_here = True
    elif isinstance(failed, ast.Import | ast.ImportFrom) and _is_absent(failed, error):
        absent |= _named(failed)
        only_here = True
    elif isinstance(error, NameError) and error.name in absent and not isinstance(failed, NAMES):
        absent |= _bound(failed) - kernel.user_ns.keys()
        only_here = True
    if not only_here:
        rest = [one for one in rest if isinstance(one, NAMES) and not _named(one) & kernel.user_ns.keys()]
    return "\n".join(map(ast.unparse, rest)), only_here


def _is_absent(failed: ast.stmt, error: BaseException) -> bool:
    """Whether an import failed for a module that is not here, or for what the library withholds."""
    return isinstance(error, ImportError) or "prpn_edu" in ast.unparse(failed)


def _bound(statement: ast.stmt) -> set[str]:
    """The names that a statement would have given a value."""
    names = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}


def _named(statement: ast.stmt) -> set[str]:
    """The names that a definition or an import gives."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {(one.asname or one.name).split(".")[0] for one in statement.names}
    return (
        {statement.name}
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        else set()
    )
