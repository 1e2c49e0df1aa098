"""What is left of a cell in which a statement failed, and whether it failed here alone.

The machine that judges may lack what the student's had: Colab's modules, pandas, a drive, files, a graphics
card, the network, the functions of the library that are withheld. What asks for these fails there, and an
honest answer below it would be lost. So the rest of the cell runs on, in `prpn-edu check` as in
`prpn-edu grade`:

- all of it below `%%time`, or a magic of an extension that is not here, as a cell of its own; below
  `%%capture` it is one;
- all of it after an import, a magic, a file, a question, memory, or a comparison with the library that failed
  here alone; after an error that no answer raises, since it comes out of a module that computes nothing: a
  locale, a database, a window, a compiler, a graphics card, words of nltk; after a stop of the student's own
  that asks for a card or a version; and where a name is used that is not there, since such a
  statement would have brought it, or a cell that ran before this one at home. A function whose decorators or
  annotations use such a name does without them, and what asks torch for a card is done once more on the CPU;
- after any other error the definitions, imports and assignments of names that have no meaning yet: it may be
  one that a window or a setting of the student's machine would have spared;
- where the time of the cell is over, the same without assignments, which may take as long.
"""

import ast
import copy
import re
import traceback
from typing import Any

from prpn_course.checking import no_card
from prpn_course.checking.outcomes import OverTime
from prpn_course.checking.results import words_of

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
WHOLE = re.compile(r"\s*%%(\w+).*\n((?s:.*))")  # a magic, and the rest of its cell
UNKNOWN = re.compile("Cell magic .* not found")
MAGIC = "get_ipython()."  # what a line with a magic becomes begins so
NAMES = (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)
VALUES = (ast.Assign, ast.AnnAssign)
MACHINE = re.compile(r"\b(cuda|mps|xpu|version_info|__version__)\b")  # what asks for a card or a version
# Modules that answers are made of. The others, and these parts of torch, are about the machine.
OF_ANSWERS = re.compile(
    r"(builtins|__main__|numpy|prpn_\w+|"
    r"torch(?!\.(accelerator|backends|cuda|distributed|_dynamo|hub|_inductor|mps|utils|xpu)\b))(\.|$)"
)
NOT_HERE = re.compile("can't allocate memory|no running event loop")  # of an error's words
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
    whole = WHOLE.match(source) if not isinstance(error, OverTime | KeyboardInterrupt | SyntaxError) else None
    if whole and (whole[1] == "time" or UNKNOWN.search(words_of(error))):
        return whole[2], True  # as a cell of its own, in which the line that failed can be told
    frames = traceback.walk_tb(error.__traceback__)
    line = next((line for frame, line in frames if frame.f_globals is kernel.user_ns), 0)
    try:
        code = kernel.transform_cell(source)
        statements = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "", False
    outermost = next((one for one in statements if _holds(one, line)), None)
    if outermost is None:
        return "", withheld
    failed, rest = _left(statements, line)
    only_here = withheld or MAGIC in ast.unparse(failed) or _is_of_this_machine(error, outermost, kernel)
    if no_card.is_meant(error) and no_card.fall_back():
        rest = statements[statements.index(outermost) :]
    elif isinstance(failed, ast.Import) and len(failed.names) > 1:
        rest = [*(ast.Import([one]) for one in failed.names), *rest]
        only_here = True
    elif isinstance(failed, ast.Import | ast.ImportFrom) and _is_absent(failed, error):
        absent |= _named(failed)
        only_here = True
    name = getattr(error, "name", None) if isinstance(error, NameError) else None
    # The cells may have run in another order at home.
    goes_on = name is not None and not isinstance(failed, NAMES)
    if name is not None and isinstance(failed, FUNCTIONS):
        bare = _bare(failed, {*absent, name})
        goes_on = ast.unparse(bare) != ast.unparse(failed)
        rest = [bare, *rest] if goes_on else rest
    only_here = only_here or (goes_on and name in absent)
    if only_here or goes_on:
        absent |= _bound(failed) - kernel.user_ns.keys()
    else:
        kinds = NAMES if isinstance(error, OverTime | KeyboardInterrupt) else (*NAMES, *VALUES)
        rest = [one for one in rest if isinstance(one, kinds) and _is_new(one, kernel.user_ns)]
    return "\n".join(map(ast.unparse, rest)), only_here


def _left(statements: list[ast.stmt], line: int) -> tuple[ast.stmt, list[ast.stmt]]:
    """The innermost statement that failed, and those below it, in its own body of `if` or `with` first."""
    failed = next(one for one in statements if _holds(one, line))
    rest = [one for one in statements if one.lineno > (failed.end_lineno or 0)]
    if not isinstance(failed, ast.If | ast.With):
        return failed, rest
    for body in (failed.body, getattr(failed, "orelse", [])):
        if any(_holds(one, line) for one in body):
            inner, below = _left(body, line)
            return inner, [*below, *rest]
    return failed, [*failed.body, *rest] if isinstance(failed, ast.With) else rest


def _holds(statement: ast.stmt, line: int) -> bool:
    return _first(statement) <= line <= (statement.end_lineno or 0)


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
    """Whether a statement failed for what is not here: a file, a program, a card, memory, an answer.

    That is so of every error that comes out of a module, or is of a kind, that no answer is made of.
    """
    if isinstance(error, OverTime | KeyboardInterrupt):
        return False
    frame, line = list(traceback.walk_tb(error.__traceback__))[-1]
    is_own = frame.f_globals is kernel.user_ns
    return (
        isinstance(error, OSError | ImportError | EOFError | MemoryError)
        or NOT_HERE.search(words_of(error)) is not None
        or no_card.is_meant(error)
        or not OF_ANSWERS.match(type(error).__module__)
        or not (is_own or OF_ANSWERS.match(str(frame.f_globals.get("__name__"))))
        or (is_own and _asks(error, failed, line))
    )


def _asks(error: BaseException, failed: ast.stmt, line: int) -> bool:
    """Whether a statement that asks for something of the machine stops, or finds nothing."""
    own = (node for node in ast.walk(failed) if isinstance(node, ast.Raise | ast.Assert))
    stops = any(node.lineno <= line <= (node.end_lineno or 0) for node in own)
    finds_nothing = isinstance(error, LookupError | StopIteration | SystemExit)
    return (stops or finds_nothing) and MACHINE.search(ast.unparse(failed)) is not None


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
