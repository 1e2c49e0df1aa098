"""The library as answers may see it: a copy in which the modules that hold the answers are withheld.

They can still be imported, so that a notebook that compares itself with the library does not fall at its
first line; but whatever is taken from them refuses to be called, by name. The copy stands first on the path
of the student's process, and in the sandbox there is no other.
"""

import functools
import hashlib
import shutil
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

STUDENTS = ("prpn_edu", "prpn_book", "prpn_course")  # what a student has too
PACKAGES = (*STUDENTS, "prpn_class")
HERE = Path(__file__).resolve().parent
UNWANTED = shutil.ignore_patterns("__pycache__")
ALWAYS_WITHHELD = (  # tasks, what chapters compute of them, and the explorers of the book
    *("prpn_course.tasks", "prpn_book.chapters", "prpn_book.explore", "prpn_book.views"),
)
PLACEHOLDER = '''"""Withheld while the tasks that it answers are graded."""

from prpn_class.sandbox.withheld import attribute_of

__getattr__ = attribute_of(__name__)
'''
SILENT_CHECK = "from prpn_class.sandbox.asked import check, invite\n"


def folder_of(package: str) -> Path:
    """The folder of an installed package."""
    spec = find_spec(package)
    assert spec is not None and spec.origin is not None  # all four stand on each other
    return Path(spec.origin).resolve().parent


@functools.cache
def fingerprint() -> str:
    """Tells one version of the package from another, by the content of its modules and of their data."""
    digest = hashlib.sha256()
    for package in PACKAGES:
        root = folder_of(package)
        for file in sorted([*root.rglob("*.py"), *root.rglob("*.json")]):
            digest.update(str(file.relative_to(root.parent)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def copy_library(folder: Path, withheld: Iterable[str]) -> None:
    """Copy the packages into a folder, without what is withheld; of the class tools only the sandbox.

    Args:
        folder: of the student's path, made here; gets a subfolder for each package.
        withheld: dotted names of modules and packages, as a task's `answer_modules` has them.
    Raises:
        FileNotFoundError: a name that is no module of the library.
    """
    folder.mkdir()
    folder.chmod(0o755)  # a jail's own identity reads it, whatever mask the teacher has
    for package in STUDENTS:
        shutil.copytree(folder_of(package), Path(folder, package), ignore=UNWANTED)
    shutil.copytree(HERE, Path(folder, "prpn_class", HERE.name), ignore=UNWANTED)
    shutil.copy(HERE.parent / "__init__.py", Path(folder, "prpn_class"))
    for name in {*withheld, *ALWAYS_WITHHELD}:
        place = Path(folder, *name.split("."))
        files = sorted(place.rglob("*")) if place.is_dir() else [place.with_suffix(".py")]
        for file in files:
            if file.suffix == ".py":
                file.read_text("utf-8")  # a name that is no module is a mistake of the task
                file.write_text(PLACEHOLDER, "utf-8")
            elif file.is_file():
                file.unlink()
    Path(folder, "prpn_course", "checking", "check.py").write_text(SILENT_CHECK, "utf-8")
