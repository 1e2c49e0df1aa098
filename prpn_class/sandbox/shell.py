"""The shell in which the cells of a notebook run: it looks like a kernel's, and nothing leaves it."""

import asyncio
from typing import Any

import matplotlib
import matplotlib.pyplot
from ipykernel import zmqshell
from IPython.core.async_helpers import get_asyncio_loop
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets import Type
from traitlets.config import Config

from prpn_course.checking import no_card
from prpn_course.checking.not_here import NotHere

NO_LINE = RuntimeError("there is no line to a browser")


class ZMQInteractiveShell(zmqshell.ZMQInteractiveShell):
    """That of a kernel, which has nobody to talk to."""

    __module__ = zmqshell.__name__
    displayhook_class = Type(DisplayHook)
    display_pub_class = Type(DisplayPublisher)
    enable_gui = ask_exit = init_environment = showtraceback = showsyntaxerror = lambda *_, **__: None
    system = InteractiveShell.system_raw  # "!command", for which a terminal of its own would need a session
    ask_yes_no = lambda *_, **__: True  # noqa: E731  who asks to forget all names has said so at home


def shell() -> InteractiveShell:
    """The shell, without history, tracebacks, windows and installers. Made once, then forked."""
    config = Config(IPKernelApp={"connection_file": "kernel.json"})
    config.HistoryManager.enabled = False
    made: Any = ZMQInteractiveShell.instance(config=config, kernel=NotHere(NO_LINE))
    silence_magics(made)
    no_windows()
    wait_for_tasks()
    no_card.patient_default()
    return made


def silence_magics(kernel: Any) -> None:
    """Let some magics do nothing: there is no network to install from, and nobody to debug."""
    for magic in ("pip", "conda", "mamba", "uv", "debug"):
        kernel.register_magic_function(lambda line: None, magic_name=magic)
    kernel.register_magic_function(lambda line, cell: kernel.run_cell(cell) and None, "cell", "debug")


def no_windows() -> None:
    """Let plots be drawn without a window and without LaTeX, whatever a notebook chooses."""
    plots: Any = matplotlib
    plots.pyplot.switch_backend("agg")
    plots.use = plots.pyplot.switch_backend = lambda *_, **__: None
    plots.rcParams.validate |= {"backend": lambda _: "agg", "text.usetex": lambda _: False}


def wait_for_tasks() -> None:
    """Let a cell begin a task that a later one waits for, as in a kernel, whose loop always runs."""

    def running() -> asyncio.AbstractEventLoop:
        return asyncio._get_running_loop() or get_asyncio_loop()

    asyncio.get_running_loop = asyncio.events.get_running_loop = running
