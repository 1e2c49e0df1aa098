"""`prpn-edu grade` with stopwatches: where the seconds of one run with one worker go.

    python -m benchmarks.watched_grade STARTED FILE grade ...

Takes the arguments of the command behind two of its own: what the monotonic clock said when it was started,
and where to write the seconds of each part as JSON. No two parts overlap: they sum to less than the whole.
"""

import functools
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from prpn_edu import cli

seconds: dict[str, float] = defaultdict(float)
under_way: list[float] = [0.0]  # for each part that is being timed, the seconds of the parts inside of it


@contextmanager
def watch(part: str) -> Iterator[None]:
    """Time a part, without the parts inside of it."""
    under_way.append(0.0)
    began = time.monotonic()
    try:
        yield
    finally:
        took = time.monotonic() - began
        seconds[part] += took - under_way.pop()
        under_way[-1] += took


def watched(part: str, work: Callable) -> Callable:
    """A function that is timed as a part each time it is called."""

    @functools.wraps(work)
    def timed(*arguments, **named) -> Any:
        with watch(part):
            return work(*arguments, **named)

    return timed


def install() -> None:
    """Set the stopwatches; it imports what the command would import next."""
    with watch("importing torch and the sheets"):
        from prpn_class.grading import grade, marking, pool
        from prpn_class.sandbox.worker import Worker
    for place, name, part in (
        (grade, "papers", "solutions read"),
        (grade.confinement, "trouble", "sandbox tried"),
        (marking.Examiner, "__init__", "what should come of the inputs"),
        (marking.Examiner, "marks", "compared, mistakes found, words"),
        (marking.Examiner, "_run", "cells and checks, run"),
        (marking, "read", "fork server awaited, notebooks read"),
        (Worker, "_start", "fork server started"),
        (pool.Threads, "__exit__", "fork server ended"),
        (grade.reports, "write", "report written"),
    ):
        setattr(place, name, watched(part, getattr(place, name)))


if __name__ == "__main__":
    started, file = float(sys.argv[1]), Path(sys.argv[2])
    seconds["start of the command"] = time.monotonic() - started
    install()
    status = cli.main(sys.argv[3:])
    file.write_text(json.dumps(seconds), "utf-8")
    sys.exit(status)
