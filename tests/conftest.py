"""What all tests share: one thread, real data only where it is, a word on what was skipped."""

import gc
import os
import re
from collections import Counter

import pytest
import torch
import warm_kernel
from hypothesis import HealthCheck, settings

from prpn_class.sandbox import confinement

torch.set_num_threads(1)  # two threads on a busy two-core machine ran 13 times slower
# No test asserts on wall time, and the same examples are tried everywhere.
settings.register_profile(
    "book", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("book")

# What a test may miss, by the words of its skip. Where the variable CI is set, a skip for one of these is a
# failure, unless PRPN_EDU_WITHOUT names it: "data", or "data,browser".
NEEDS = {
    "browser": ("no Chromium", r"[Cc]hromium|playwright"),
    "firefox": ("no Firefox", r"Firefox"),
    "sandbox": ("no sandbox (bubblewrap)", r"sandbox|bubblewrap|bwrap"),
    "data": ("no real treebanks", r"treebanks|PRPN_EDU_DATA"),
    "book": ("no built book", r"built book|browser parts"),
}


KERNELS = pytest.StashKey()


def pytest_configure(config):
    """Where notebooks run, let their kernels begin with what takes long imported."""
    controls = getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput")
    if config.getoption("nbval", False) and not controls:
        config.stash[KERNELS] = warm_kernel.keep()


def pytest_collection_finish(session):
    """Let the garbage collector see only what the tests make, not the tests."""
    gc.freeze()
    gc.enable()


def pytest_unconfigure(config):
    """End the process that forks kernels, and wait until its socket is gone."""
    if kernels := config.stash.get(KERNELS, None):
        kernels.communicate()


def need_of(reason: str) -> str | None:
    """Return the key of what a skipped test missed, None for what no machine must have, such as a GPU."""
    return next((need for need, (_, words) in NEEDS.items() if re.search(words, reason)), None)


def reason_of(report) -> str:
    """Return the words of a skip."""
    said = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return said.removeprefix("Skipped: ")


def must_not_miss(reason: str) -> str | None:
    """Return the need that makes this skip a failure here, or None."""
    need = need_of(reason)
    left_out = os.environ.get("PRPN_EDU_WITHOUT", "").split(",")
    return need if os.environ.get("CI") and need and need not in left_out else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Let a skip count as a failure where all must run."""
    return strict((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """The same for a file that skips itself whole."""
    return strict((yield))


def strict(report):
    """Return the report, failed if it is a skip that may not be."""
    if report.skipped and not hasattr(report, "wasxfail") and (need := must_not_miss(reason_of(report))):
        report.outcome = "failed"
        cure = f"; {confinement.IN_CI}" if need == "sandbox" else ""
        report.longrepr = (
            f"skipped where CI is set: {reason_of(report)}{cure} (or set PRPN_EDU_WITHOUT={need})"
        )
    return report


def pytest_terminal_summary(terminalreporter):
    """Say in one line what was skipped and why."""
    skipped = terminalreporter.stats.get("skipped", [])
    if skipped:
        needs = [need_of(reason_of(report)) for report in skipped]
        why = Counter(NEEDS[need][0] if need else "not on this machine" for need in needs)
        reasons = ", ".join(f"{reason}: {number}" for reason, number in why.most_common())
        tests = "1 test" if len(skipped) == 1 else f"{len(skipped)} tests"
        terminalreporter.write_line(f"{tests} skipped ({reasons}); see README, or pytest -rs")


# A file stays with one worker; those that take longest come first, then the notebooks, so that the workers
# end together. The order is that of measured times, and no test depends on it.
LONGEST = (
    "test_explorers_browser.py",
    "test_book.py",
    "test_course_adversaries.py",
    "test_course_nbgrader.py",
    "test_course_nbval.py",
    "test_course_resume.py",
    "test_book_builds.py",
    "test_course_release.py",
    "test_course_cluster.py",
    "test_course_checks.py",
    "test_course_fair.py",
    "test_course_fairness.py",
)


def turn_of(path):
    """When a file's turn is: the lower, the earlier."""
    if path.name in LONGEST:
        return LONGEST.index(path.name)
    return len(LONGEST) if path.suffix == ".ipynb" else len(LONGEST) + 1


def pytest_collection_modifyitems(items):
    """Put long files first; skip, by name, the tests that need the real treebanks where these are absent."""
    items.sort(key=lambda item: turn_of(item.path))
    if os.environ.get("PRPN_EDU_DATA"):
        return
    absent = pytest.mark.skip(reason="needs the real treebanks: set PRPN_EDU_DATA to their folder")
    for item in items:
        if "data" in item.keywords:
            item.add_marker(absent)
