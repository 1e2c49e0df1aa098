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
  that asks for a card or a version. Something stands in for the names that this would bring (`not_here`);
- all of it where a name is used that is not there: a cell may have run before this one at home. While a
  function or a class is defined, something stands in for the name;
- what asks torch for a card, once more on the CPU; what asks for a folder, or in a loop or a function for
  something else that can be lent, once more with that (`lending`);
- after any other error the definitions, imports and assignments of names that have no meaning yet: it may be
  one that a window or a setting of the student's machine would have spared;
- where the time of the cell is over, the same without assignments, which may take as long.
"""

import ast
import copy
import dis
import re
import traceback
from types import FrameType
from typing import Any

from prpn_course.checking import lending, no_card
from prpn_course.checking.below import base, defined, filled
from prpn_course.checking.left_out import leave_out_of
from prpn_course.checking.lending import OF_ANSWERS
from prpn_course.checking.not_here import stand_in, there
from prpn_course.checking.outcomes import OverTime
from prpn_course.checking.results import words_of

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
WHOLE = re.compile(r"\s*%%(\w+).*\n((?s:.*))")  # a magic, and the rest of its cell
UNKNOWN = re.compile("Cell magic .* not found")
MAGIC = "get_ipython()."  # what a line with a magic becomes begins so
NAMES = (*DEFINITIONS, ast.Import, ast.ImportFrom)
VALUES = (ast.Assign, ast.AnnAssign)
ENVIRONMENT = re.compile(r"\b(getenv|environ)\b")
MACHINE = re.compile(r"\b(cuda|mps|xpu|version_info|__version__)\b")  # what asks for a card or a version
FILE = re.compile(r"\b(exists|is_?file|is_?dir)\b")  # in an assertion
NOT_HERE = re.compile(r"can't allocate memory|no running event loop|\bNotHere\b|uid not found")  # in words
CHANGES = (ast.Attribute, ast.Subscript)  # in what is assigned to
LOOPS = (ast.For, ast.While, ast.Try)  # what follows in them is part of the same statement


def after(error: BaseException, kernel: Any, source: str, withheld: bool = False) -> tuple[str, bool]:
    """What is left of a cell.

    Args:
        error: that it raised.
        kernel: the shell in which it ran.
        source: of the cell.
        withheld: whether it failed for a function that is withheld here.
    Returns:
        the source that is to run on, "" for none, and whether the error is one of this machine alone.
    """
    whole = WHOLE.match(source) if not isinstance(error, OverTime | KeyboardInterrupt | SyntaxError) else None
    if whole and (whole[1] == "time" or UNKNOWN.search(words_of(error))):
        return whole[2], True  # as a cell of its own, in which the line that failed can be told
    frames = traceback.walk_tb(error.__traceback__)
    own = [(frame, line) for frame, line in frames if frame.f_globals is kernel.user_ns]
    line, *inner = [line for _, line in own] or [0]
    try:
        code = kernel.transform_cell(source)
        statements = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "", False
    outermost = next((one for one in statements if _holds(one, line)), None)
    if outermost is None:
        return "", withheld
    failed, rest = _left(statements, line)
    space = kernel.user_ns
    only_here = withheld or MAGIC in ast.unparse(failed) or _is_of_this_machine(error, outermost, kernel)
    # The cells may have run in another order at home.
    goes_on = only_here or (isinstance(error, NameError) and error.name is not None)
    is_deep = only_here and not isinstance(error, EOFError) and (bool(inner) or isinstance(outermost, LOOPS))
    if (
        (no_card.is_meant(error) and no_card.fall_back())
        or _is_lent(error, is_deep)
        or (is_deep and not inner and leave_out_of(outermost, line, space, error))
    ):
        place = statements.index(outermost)
        rest = [*_begun(statements[:place], outermost), *statements[place:]]
    elif isinstance(failed, ast.Import) and len(failed.names) > 1:
        rest = [*(ast.Import([one]) for one in failed.names), *rest]
        only_here = goes_on = True
    elif isinstance(failed, DEFINITIONS):
        again = _defined_again(failed, inner, space, error) if goes_on else []
        rest, goes_on = [*again, *rest], bool(again)
    elif only_here and isinstance(error, Exception) and not lending.is_misspelt(error):
        stand_in(defined(ast.unparse(failed)) | _global([frame for frame, _ in own]), space, error)
    if not (only_here or goes_on):
        kinds = NAMES if isinstance(error, OverTime | KeyboardInterrupt) else (*NAMES, *VALUES)
        known = there(space)
        rest = [one for one in rest if isinstance(one, kinds) and _is_new(one, known)]
    return "\n".join(map(ast.unparse, rest)), only_here


def _is_lent(error: BaseException, is_deep: bool) -> bool:
    """Whether what was missing is lent, so that a statement can run once more.

    Args:
        is_deep: whether it failed in a loop or a function, in which something follows.
    """
    if not isinstance(error, Exception):
        return False
    return lending.folder(error) or (is_deep and lending.lend(error))


def _global(frames: list[FrameType]) -> set[str]:
    """The names of the notebook to which functions that were running give a meaning."""
    steps = (step for frame in frames[1:] for step in dis.get_instructions(frame.f_code))
    return {step.argval for step in steps if step.opname == "STORE_GLOBAL"}


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


def _defined_again(failed: Any, inner: list[int], space: dict, error: BaseException) -> list[ast.stmt]:
    """A definition that failed, in a form that does without what is missing; nothing where there is none.

    Args:
        inner: the lines in its body that were running, the outermost first.
    """
    if not isinstance(error, NameError):
        bare = _bare(failed, inner, space)
        return [bare] if ast.unparse(bare) != ast.unparse(failed) else []
    if error.name is None or error.name in space:
        return []
    stand_in({error.name}, space, error)  # until it is defined
    return [failed, ast.Delete([ast.Name(error.name, ast.Del())])]


def _bare(definition: Any, inner: list[int], space: dict) -> Any:
    """A definition without decorators that fail here, and with None for such defaults: a check gives all.

    A class goes without the statement of its body that fails, unless that is a definition too.
    """

    def works(node: ast.expr) -> bool:
        try:
            eval(compile(ast.Expression(node), "", "eval"), space)
        except Exception as error:
            return isinstance(error, NameError)  # of the class in which it stands
        return True

    bare = copy.deepcopy(definition)
    bare.decorator_list = [one for one in bare.decorator_list if works(one)]
    if isinstance(bare, ast.ClassDef):
        failed = next((one for one in bare.body if inner and _holds(one, inner[0])), None)
        instead = [_bare(failed, inner[1:], space)] if isinstance(failed, DEFINITIONS) else []
        bare.body = [new for one in bare.body for new in (instead if one is failed else [one])]
        bare.body = bare.body or [ast.Pass()]
        return bare
    for defaults in (bare.args.defaults, bare.args.kw_defaults):
        defaults[:] = [one if one is None or works(one) else ast.Constant(None) for one in defaults]
    return bare


def _is_of_this_machine(error: BaseException, failed: ast.stmt, kernel: Any) -> bool:
    """Whether a statement failed for what is not here: a file, a program, a card, memory, an answer.

    That is so of every error that comes out of a module, or is of a kind, that no answer is made of.
    """
    if isinstance(error, OverTime | KeyboardInterrupt):
        return False
    frame, line = list(traceback.walk_tb(error.__traceback__))[-1]
    module, is_own = str(frame.f_globals.get("__name__")), frame.f_globals is kernel.user_ns
    own = (node for node in ast.walk(failed) if isinstance(node, ast.Raise | ast.Assert))
    stops = is_own and any(_holds(node, line) for node in own)
    looks = is_own and isinstance(error, LookupError | StopIteration | SystemExit)  # and finds nothing
    return (
        isinstance(error, EOFError | MemoryError)
        or NOT_HERE.search(words_of(error)) is not None
        or no_card.is_meant(error)
        or not (stops or OF_ANSWERS.match(type(error).__module__))
        or not (is_own or OF_ANSWERS.match(module))
        or lending.is_absent(error)
        or (isinstance(error, AttributeError) and lending.is_a_machines(error.obj))
        or ((stops or looks) and MACHINE.search(ast.unparse(failed)) is not None)
        or (isinstance(error, AssertionError) and stops and FILE.search(ast.unparse(failed)) is not None)
        or ((stops or looks) and error.__context__ is not None and lending.is_absent(error.__context__))
        or ("NoneType" in words_of(error) and ENVIRONMENT.search(ast.unparse(failed)) is not None)
    )


def _begun(above: list[ast.stmt], again: ast.stmt) -> list[ast.stmt]:
    """The statements above one that runs again which give a meaning to what it changes: they do so again."""
    names = [one for one in ast.walk(again) if isinstance(one, ast.Name)]
    changed = filled(again) | {one.id for one in names if isinstance(one.ctx, ast.Store)}
    begun, found = set[str](), list[ast.stmt]()
    for one in above:
        if isinstance(one, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = one.targets if isinstance(one, ast.Assign) else [one.target]
            bound = {base(node) for target in targets for node in ast.walk(target)} - {""}
            if bound & (begun if isinstance(one, ast.AugAssign) else changed):
                begun |= bound
                found.append(one)
    return found


def _is_new(statement: ast.stmt, known: set[str]) -> bool:
    """Whether a statement gives a meaning to names that have none, and changes nothing else."""
    if not isinstance(statement, VALUES):
        return not _named(statement) & known
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    changed = [node for target in targets for node in ast.walk(target)]
    bound = {node.id for node in changed if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return bool(bound) and not bound & known and not any(isinstance(node, CHANGES) for node in changed)


def _named(statement: ast.stmt) -> set[str]:
    """The names that a definition or an import gives."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {(one.asname or one.name).split(".")[0] for one in statement.names}
    return {statement.name} if isinstance(statement, DEFINITIONS) else set()
