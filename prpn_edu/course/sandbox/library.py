"""The library as answers may see it: a copy in which the modules that hold the answers are withheld.

They can still be imported, so that a notebook that compares itself with the library does not fall at its
first line; but whatever is taken from them refuses to be called, by name. The copy stands first on the path
of the student's process, and in the sandbox there is no other.
"""

import functools
import hashlib
import shutil
from collections.abc import Iterable
from pathlib import Path

import prpn_edu

ALWAYS_WITHHELD = ("prpn_edu.course.tasks",)
PLACEHOLDER = '''"""Withheld while the tasks that it answers are graded."""

from prpn_edu.course.sandbox.withheld import attribute_of

__getattr__ = attribute_of(__name__)
'''
SILENT_CHECK = '''"""The check as a graded notebook meets it: the grader asks its own questions."""


def check(task_id, answer):
    """Do nothing."""


invite = None  # there is no kernel to invite anybody in
'''


@functools.cache
def fingerprint() -> str:
    """Tells one version of the package from another, by the content of its modules and of their data."""
    root = Path(prpn_edu.__file__).parent
    digest = hashlib.sha256()
    for file in sorted([*root.rglob("*.py"), *root.rglob("*.json")]):
        digest.update(str(file.relative_to(root)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def copy_library(folder: Path, withheld: Iterable[str]) -> None:
    """Copy the package into a folder, without what is withheld.

    Args:
        folder: of the student's path; gets a subfolder `prpn_edu`.
        withheld: dotted names of modules and packages, as a task's `answer_modules` has them.
    Raises:
        FileNotFoundError: a name that is no module of the library.
    """
    root = Path(folder, "prpn_edu")
    shutil.copytree(Path(prpn_edu.__file__).parent, root, ignore=shutil.ignore_patterns("__pycache__"))
    for name in {*withheld, *ALWAYS_WITHHELD}:
        place = root.joinpath(*name.split(".")[1:])
        files = sorted(place.rglob("*")) if place.is_dir() else [place.with_suffix(".py")]
        for file in files:
            if file.suffix == ".py":
                file.read_text("utf-8")  # a name that is no module is a mistake of the task
                file.write_text(PLACEHOLDER, "utf-8")
            elif file.is_file():
                file.unlink()
    (root / "course" / "checking" / "check.py").write_text(SILENT_CHECK, "utf-8")
