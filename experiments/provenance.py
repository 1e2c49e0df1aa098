"""Where recorded numbers come from: what was run, with which seeds and versions, on what, for how long."""

import json
import os
import platform
import re
import subprocess
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch

from prpn_edu import files

PACKAGES = ("prpn_edu", "torch", "nltk", "numpy")
_SHORT = 20  # numbers that may have a line each
_NUMBERS = re.compile(r"\[[-+\d.eE,\s]*\n[-+\d.eE,\s]*\]")


class Clock:
    """Measures from when it is made: `wall()` and `cpu()` seconds."""

    def __init__(self):
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def wall(self) -> float:
        """Seconds that have passed."""
        return round(time.perf_counter() - self._wall, 1)

    def cpu(self) -> float:
        """Seconds of processor time."""
        return round(time.process_time() - self._cpu, 1)


def provenance(command: str, seeds: Any, clock: Clock) -> dict[str, Any]:
    """What every file of results/ says of itself.

    Args:
        command: how to make it again.
        seeds: what chance was drawn from.
        clock: made when the work began.
    """
    return {
        "command": command,
        "seeds": seeds,
        "commit": commit(),
        "versions": {"python": platform.python_version()} | {name: version(name) for name in PACKAGES},
        "machine": f"{platform.system()} {platform.machine()}, {_processor()}, {os.cpu_count()} cores",
        "threads": torch.get_num_threads(),
        "wall_seconds": clock.wall(),
        "cpu_seconds": clock.cpu(),
    }


def commit() -> str:
    """The state of the code: Git's name of the commit, with "-dirty" behind it where files were changed."""
    described = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        done = subprocess.run(
            described, cwd=Path(__file__).parent, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown: no checkout of Git"
    return done.stdout.strip()


def need_folder(parser: ArgumentParser, folder: Path) -> None:
    """End a command that has nowhere to write, before it has worked for an hour."""
    if not folder.is_dir():
        parser.error(f"there is no folder {folder}: run this in the root of the project, or give --out")


def write(path: Path, content: dict[str, Any]) -> None:
    """Write a file of results, whole or not at all; a list of many numbers takes one line."""
    text = json.dumps(content, indent=1)
    files.write_text(path, _NUMBERS.sub(_on_one_line, text) + "\n")


def percent(share: float) -> float:
    """A share in per cent, to two digits."""
    return round(100 * share, 2)


def _on_one_line(numbers: re.Match[str]) -> str:
    parts = numbers[0].strip("[]").split()
    return f"[{' '.join(parts)}]" if len(parts) > _SHORT else numbers[0]


def _processor() -> str:
    """The name of the processor, where the system tells it."""
    try:
        lines: Sequence[str] = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "unknown processor")
