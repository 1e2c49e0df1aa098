"""What a notebook misses on the machine that judges, lent: then what failed for it is done once more.

A folder to write into is made. A module is imported as something inert, but only one whose absence nobody
caught, so that `try: import ...` does what it would. A statement that gives no number is left out. What has
no value, since it comes from something that is not here, is guessed.
"""

import builtins
import pdb
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from IPython.core import debugger

from prpn_course.checking import not_here
from prpn_course.checking.left_out import leave_out
from prpn_course.checking.not_here import NotHere
from prpn_course.checking.results import words_of

# Modules that answers are made of. The others, and these parts of torch, are about the machine.
OF_ANSWERS = re.compile(
    r"(builtins|__main__|numpy|prpn_\w+|"
    r"torch(?!\.(accelerator|backends|cuda|distributed|_dynamo|hub|_inductor|mps|utils|xpu)\b))(\.|$)"
)
FOLDER = re.compile("Parent directory (.*) does not exist")  # torch's own words
TRACE = "set_trace"
_import = builtins.__import__
_root: Path | None = None  # folders are made below it; None where nothing is lent
_modules = set[str]()  # the words of the errors for which something inert is imported


def allow() -> None:
    """Lend from now on; folders below the present one."""
    global _root
    _root = Path.cwd().resolve()
    setattr(builtins, "__import__", _lenient)  # noqa: B010
    absent = NotHere(EOFError("there is nobody to answer"))
    for module, name in ((builtins, "input"), (sys, "breakpointhook"), (pdb, TRACE), (debugger, TRACE)):
        setattr(module, name, lambda *_, **__: absent)


def _lenient(name: str, space: Any = None, *more: Any, **named: Any) -> Any:
    """Import a module, or something inert in its place, into a notebook."""
    try:
        return _import(name, space, *more, **named)
    except ImportError as error:
        if str(error) not in _modules or (space or {}).get("__name__") != "__main__":
            raise
        return NotHere(error, name)


def lend(error: Exception) -> bool:
    """Lend what an error says is missing; False where nothing more can be lent.

    Args:
        error: what something met that is to be done once more.
    """
    if _root is None:
        return False
    if isinstance(error.__cause__, OSError | ImportError):  # which the student's own words wrap
        error = error.__cause__
    if is_given(error):
        return leave_out(error) or not_here.guess()
    is_of_machine = is_absent(error) or (isinstance(error, AttributeError) and is_a_machines(error.obj))
    is_of_answers = OF_ANSWERS.match(type(error).__module__) is not None and not is_of_machine
    return not is_of_answers and (folder(error) or _is_imported(error) or leave_out(error))


def is_given(error: BaseException) -> bool:
    """Whether an error comes of something that stands in: from there, or from what was given it."""
    if _module(error) == NotHere.__module__ or "NotHere" in words_of(error):
        return True
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    own = [k for k, frame in enumerate(frames) if frame.f_globals.get("__name__") == "__main__"]
    below = frames[own[-1] + 1 :] if own else []
    return any(isinstance(value, NotHere) for frame in below for value in frame.f_locals.values())


def is_a_machines(value: object) -> bool:
    """Whether a value is a module, or of one, that no answer is made of: another system's has other names."""
    module = value.__name__ if isinstance(value, ModuleType) else type(value).__module__
    return not OF_ANSWERS.match(module)


def _is_imported(error: Exception) -> bool:
    """Let something inert be imported where a module is missing; False where that is so already."""
    if not isinstance(error, ImportError) or is_misspelt(error) or str(error) in _modules:
        return False
    _modules.add(str(error))
    return True


def folder(error: BaseException) -> bool:
    """Make the folder that an error says is missing; False where that cannot be, or is no use."""
    told_by_torch = _folder_of(error)
    file = error.filename if isinstance(error, FileNotFoundError) else told_by_torch
    if _root is None or not isinstance(file, str):
        return False
    try:
        missing = Path(file).resolve() if told_by_torch else Path(file).resolve().parent
        if missing.exists() or not missing.is_relative_to(_root):
            return False
        missing.mkdir(parents=True)
    except (OSError, ValueError):
        return False
    return True


def take_back() -> None:
    """Lend nothing more of what was lent, but folders."""
    _modules.clear()
    not_here.guess_nothing()


def is_absent(error: BaseException) -> bool:
    """Whether an error says that something is not here: a module, a file, a variable of the environment."""
    module = _module(error)
    is_of_environment = module == "os" and isinstance(error, KeyError)
    is_named = isinstance(error, ImportError | OSError) or _folder_of(error) is not None
    return is_named or module == NotHere.__module__ or is_of_environment


def _folder_of(error: BaseException) -> str | None:
    """The folder that torch says is missing; None where it says something else."""
    words = FOLDER.search(str(error)) if isinstance(error, RuntimeError) else None
    return words[1] if words else None


def _module(error: BaseException) -> str:
    """The module that an error comes out of."""
    frames = [*traceback.walk_tb(error.__traceback__)]
    return str(frames[-1][0].f_globals.get("__name__")) if frames else ""


def is_misspelt(error: BaseException) -> bool:
    """Whether something was to be imported that a package does not have, and the package is here."""
    package = sys.modules.get(str(getattr(error, "name", None)).split(".")[0])
    return isinstance(error, ImportError) and getattr(package, "__file__", None) is not None
