"""What a check asks of the notebook around it: a place for its card, and the cells that have run.

In a live kernel a cell that waits for an open task shows an invitation, not an error, and "Run all" goes on
after it; not so under nbgrader, which counts what raises.
"""

import ast
import inspect
import linecache
import re
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from prpn_course import nbgrader
from prpn_course.checking import lending, no_card
from prpn_course.checking.going_on import after
from prpn_course.task import NotYet


def shell() -> Any:
    """The shell of the notebook's kernel, None outside one."""
    ipython = sys.modules.get("IPython")
    found = ipython.get_ipython() if ipython else None
    return found if getattr(found, "kernel", None) is not None else None


def space(answer: object) -> dict:
    """The names of the notebook in which an answer stands; outside a kernel, those of its own file."""
    live = shell()
    return live.user_ns if live else getattr(_function(answer), "__globals__", {})


def sources(answer: object) -> list[str]:
    """The cells that have run, older versions of an edited one among them, and the answer's own file.

    Nothing where there is neither.
    """
    live, function = shell(), _function(answer)
    cells = list(live.history_manager.input_hist_raw) if live else []
    if isinstance(function, FunctionType) and function.__globals__ is space(answer):
        cells.append("".join(linecache.getlines(function.__code__.co_filename)))
    return cells


def _function(answer: object) -> object:
    """The function inside its decorators."""
    return inspect.unwrap(answer) if callable(answer) else None


def show(card: object) -> None:
    """Display an object in a notebook, print it elsewhere."""
    if shell():
        from IPython.display import display

        display(card)
    else:
        print(card)


def welcome_stubs(card: Callable[[NotYet], object]) -> None:
    """Show an invitation where a cell calls a stub that is still open, and let "Run all" go on.

    Args:
        card: makes the invitation.
    """
    live = shell()
    if live is None or nbgrader.running() or live.custom_exceptions:
        return
    live.set_custom_exc((NotYet,), lambda shell, kind, error, *_, **__: show(card(error)))
    live.events.register("post_run_cell", _no_error)


def _no_error(result) -> None:
    """Let a cell that met an open task count as run: there is nothing to stop for."""
    if result is not None and isinstance(result.error_in_exec, NotYet):
        result.error_in_exec = None


def run_on() -> None:
    """Run what is left of a cell in which a statement failed, as the grader does."""
    live = shell()
    no_card.patient_default()
    lending.allow()

    def left(result) -> None:
        error = result.error_before_exec or result.error_in_exec
        rest, _ = after(error, live, result.info.raw_cell) if error else ("", False)
        if rest:
            live.run_cell(rest, store_history=False)
            lending.take_back()

    live.events.register("pre_run_cell", lambda info: no_card.foresee(info.raw_cell))
    live.events.register("post_run_cell", left)


def outdated(name: str, answer: Callable) -> str:
    """Why a function is not the one that the notebook shows last; "" where it is.

    Args:
        name: of the function.
        answer: the function that stands under the name.
    """
    live = shell()
    file = getattr(getattr(answer, "__code__", None), "co_filename", "")
    own = "".join(linecache.getlines(file)).strip()
    if live is None or not own:
        return ""
    defines = re.compile(rf"^(async )?def {name}\b", re.MULTILINE)
    cells = [cell.strip() for cell in live.history_manager.input_hist_parsed if defines.search(cell)]
    if own not in cells or cells[-1] == own:
        return ""
    try:
        ast.parse(cells[-1])
        trouble = "did not run to its end"
    except SyntaxError as error:
        trouble = f"is not Python yet (line {error.lineno}: {error.msg})"
    return (
        f"The last cell that defines {name} {trouble}. The {name} from before is still there, and this is "
        "about it."
    )
