"""What is left of a cell in which a statement failed, and whether it failed here alone.

The machine that judges may lack what the student's had: Colab's modules, pandas, a drive, files, a graphics
card, the network, the functions of the library that are withheld. What asks for these fails there, and an
honest answer below it would be lost. So the rest of the cell runs on, in `prpn-edu check` as in
`prpn-edu grade`:

- all of it below `%%time`, as a cell of its own; below `%%capture` it is one;
- all of it after an import, a magic, a file, a graphics card, words of nltk, a user's name, a question or a
  comparison with the library that failed here alone, or where a name is used that such a statement would
  have brought; a function whose decorators or annotations use one does without them, and what asks torch for
  a card is done once more on the CPU;
- after any other error the definitions, imports and assignments of names that have no meaning yet: it may be
  one that a window or a setting of the student's machine would have spared;
- where the time of the cell is over, the same without assignments, which may take as long.
"""

import ast
import copy
import re
import subprocess
import traceback
from typing import Any

from prpn_course.checking import no_card
from prpn_course.checking.outcomes import OverTime

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
WHOLE = re.compile(r"\s*%%time\b.*\n((?s:.*))")  # a magic that runs the rest of its cell
MAGIC = "get_ipython()."  # what a line with a magic becomes begins so
NAMES = (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)
VALUES = (ast.Assign, ast.AnnAssign)
CARDS = re.compile(r"\b(cuda|mps|xpu)\b")
OF_CARDS = ("torch.cuda", "torch.mps", "torch.xpu")  # modules
ASKS = ("os", "getpass")  # modules that look for the user and the environment
CHANGES = (ast.Attribute, ast.Subscript)  # in what is assigned to


def after(
    error: BaseException, kernel: Any, source: str, absent: set[str], withheld: bool = False
) -> tuple[str, bool]:
    """What is left of a cell.

    Args:
        error: that it raised.
        kernel: the shell in which it ran.
        source: of the cell.
        absent: names that what is not here would have brought; those of this cell are added.
        withheld: whether it failed for a function that is withheld here.
    Returns:
        the source that is to run on, "" for none, and whether the error is one of this machine alone.
    """
    if (whole := WHOLE.match(source)) and not isinstance(error, OverTime | KeyboardInterrupt | SyntaxError):
        return whole[1], True  # as a cell of its own, in which the line that failed can be told
    frames = traceback.walk_tb(error.__traceback__)
    line = next((line for frame, line in frames if frame.f_globals is kernel.user_ns), 0)
    try:
        code = kernel.transform_cell(source)
        statements = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "", False
    failed = next((one for one in statements if _first(one) <= line <= (one.end_lineno or 0)), None)
    if failed is None:
        return "", withheld
    rest = [one for one in statements if one.lineno > (failed.end_lineno or 0)]
    only_here = withheld or MAGIC in ast.unparse(failed) or _is_of_this_machine(error, failed, kernel)
    if no_card.is_meant(error) and no_card.fall_back():
        rest = [failed, *rest]
    elif isinstance(failed, ast.Import) and len(failed.names) > 1:
        rest = [*(ast.Import([one]) for one in failed.names), *rest]
        only_here = True
    elif isinstance(failed, ast.Import | ast.ImportFrom) and _is_absent(failed, error):
        absent |= _named(failed)
        only_here = True
    elif isinstance(error, NameError) and error.name in absent and isinstance(failed, FUNCTIONS):
        bare = _bare(failed, absent)
        only_here = ast.unparse(bare) != ast.unparse(failed)
        rest = [bare, *rest] if only_here else rest
    elif isinstance(error, NameError) and error.name in absent and not isinstance(failed, NAMES):
        only_here = True
    if only_here:
        absent |= _bound(failed) - kernel.user_ns.keys()
    else:
        kinds = NAMES if isinstance(error, OverTime | KeyboardInterrupt) else (*NAMES, *VALUES)
        rest = [one for one in rest if isinstance(one, kinds) and _is_new(one, kernel.user_ns)]
    return "\n".join(map(ast.unparse, rest)), only_here


def _first(statement: ast.stmt) -> int:
    """The line on which a statement begins, or its first decorator."""
    return min(one.lineno for one in (statement, *getattr(statement, "decorator_list", ())))


def _bare(function: Any, absent: set[str]) -> Any:
    """A function without the decorators and the annotations that use something absent, which change no value.

    Where a default value does, it is None: a check gives all arguments.
    """

    def uses(node: ast.AST | None) -> bool:
        return node is not None and any(
            isinstance(one, ast.Name) and one.id in absent for one in ast.walk(node)
        )

    bare = copy.deepcopy(function)
    bare.decorator_list = [one for one in bare.decorator_list if not uses(one)]
    bare.returns = None if uses(bare.returns) else bare.returns
    for one in ast.walk(bare.args):
        if isinstance(one, ast.arg) and uses(one.annotation):
            one.annotation = None
    for defaults in (bare.args.defaults, bare.args.kw_defaults):
        defaults[:] = [ast.Constant(None) if uses(one) else one for one in defaults]
    return bare


def _is_of_this_machine(error: BaseException, failed: ast.stmt, kernel: Any) -> bool:
    """Whether a statement failed for what is not here: a file, program, card, words, a user, an answer."""
    frames = list(traceback.walk_tb(error.__traceback__))
    modules = [str(frame.f_globals.get("__name__", "")) for frame, _ in frames]
    if isinstance(error, LookupError):
        return modules[-1] in ASKS or any(one.startswith("nltk.") for one in modules)
    return (
        isinstance(error, OSError | ImportError | subprocess.CalledProcessError)
        or type(error).__name__ in ("EOFError", "StdinNotImplementedError")  # a question without an answer
        or no_card.is_meant(error)
        or modules[-1].startswith(OF_CARDS)
        or (frames[-1][0].f_globals is kernel.user_ns and _refuses(failed, frames[-1][1]))
    )


def _refuses(failed: ast.stmt, line: int) -> bool:
    """Whether a line of a statement that names a card is the student's own `raise` or `assert`."""
    own = (node for node in ast.walk(failed) if isinstance(node, ast.Raise | ast.Assert))
    named = CARDS.search(ast.unparse(failed)) is not None
    return named and any(node.lineno <= line <= (node.end_lineno or 0) for node in own)


def _is_absent(failed: ast.stmt, error: BaseException) -> bool:
    """Whether an import failed for a module that is not here, or for what the library withholds."""
    return isinstance(error, ImportError) or "prpn_edu" in ast.unparse(failed)


def _is_new(statement: ast.stmt, space: dict) -> bool:
    """Whether a statement gives a meaning to names that have none, and changes nothing else."""
    if not isinstance(statement, VALUES):
        return not _named(statement) & space.keys()
    bound = _bound(statement)
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    changed = (node for target in targets for node in ast.walk(target))
    return bool(bound) and not bound & space.keys() and not any(isinstance(node, CHANGES) for node in changed)


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
