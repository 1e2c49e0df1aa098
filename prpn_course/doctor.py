"""What is installed, in which version, what is missing, and the cure."""

import os
import platform
import sys
from dataclasses import dataclass
from importlib import metadata
from importlib.metadata import entry_points

GROUP = "prpn_course.doctor"  # of functions that return a `Finding`


# What to import under, what to install, and what it is needed for.
TESTS = "tests of notebooks"  # which only teachers and authors run
NEEDED = (
    ("torch", "prpn_edu", "the library"),
    ("nltk", "prpn_edu", "the library"),
    ("numpy", "prpn_edu", "the library"),
    ("matplotlib", "prpn_edu[book]", "figures"),
    ("anywidget", "prpn_edu[book]", "explorers"),
    ("pooch", "prpn_edu[data]", "downloads of data"),
    ("ipykernel", "prpn_edu[course]", "running notebooks"),
    ("nbformat", "prpn_edu[course]", "reading notebooks"),
    ("nbclient", "prpn_edu[course]", "running notebooks"),
    ("nbval", "prpn_edu[course]", TESTS),
    ("pytest", "prpn_edu[course]", TESTS),
)


@dataclass(frozen=True)
class Finding:
    """One line of the doctor's report.

    Attributes:
        text: what was found, and the cure.
        ill: whether it must be cured.
        lacking: whether something is not there that only some need.
    """

    text: str
    ill: bool = False
    lacking: bool = False

    def __str__(self) -> str:
        return f"{'!!' if self.ill else '--' if self.lacking else 'ok'} {self.text}"


def examine() -> list[Finding]:
    """Look at this Python, the packages, the notebook kernel, the data folder, and what others add."""
    more = [point.load()() for point in sorted(entry_points(group=GROUP))]
    return [*_python(), *_packages(), _kernel(), *more, _data()]


def _python() -> list[Finding]:
    old = sys.version_info < (3, 11)
    cure = "; too old: install Python 3.11 or newer" if old else ""
    return [Finding(f"Python {platform.python_version()} at {sys.executable}{cure}", old)]


def _packages() -> list[Finding]:
    out = []
    for package in ("prpn_edu", *(name for name, _, _ in NEEDED)):
        try:
            out.append(Finding(f"{package} {metadata.version(package)}"))
        except metadata.PackageNotFoundError:
            _, cure, use = next(
                (row for row in NEEDED if row[0] == package), (package, package, "everything")
            )
            whom = ", which only teachers and authors run" if use == TESTS else ""
            said = f"{package} is missing; it is needed for {use}{whom}: pip install '{cure}'"
            out.append(Finding(said, use != TESTS, use == TESTS))
    return out


def _kernel() -> Finding:
    try:
        from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
    except ModuleNotFoundError:
        return Finding("no notebook kernel: pip install 'prpn_edu[course]'", True)
    try:
        KernelSpecManager().get_kernel_spec("python3")
    except NoSuchKernel:
        return Finding("no notebook kernel called python3: python -m ipykernel install --sys-prefix", True)
    return Finding("a notebook kernel called python3")


def _data() -> Finding:
    folder = os.environ.get("PRPN_EDU_DATA")
    if not folder:
        return Finding(
            "PRPN_EDU_DATA is not set: real treebanks come from the cache or a download; toy needs neither"
        )
    if not os.path.isdir(folder):
        return Finding(f"PRPN_EDU_DATA is {folder}, which is no folder: correct it or unset it", True)
    return Finding(f"PRPN_EDU_DATA is {folder}")
