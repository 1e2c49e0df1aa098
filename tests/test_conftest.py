"""Skips: one line on a machine that lacks something, failures where CI is set."""

import sys
from pathlib import Path

import conftest
import pytest

pytest_plugins = ["pytester"]

SKIPPING = """
import pytest
@pytest.mark.skipif(True, reason="needs Chromium: install it")
@pytest.mark.parametrize("n", range(3))
def test_page(n): ...
@pytest.mark.skipif(True, reason="no sandbox: bwrap is not installed")
def test_room(): ...
@pytest.mark.skipif(True, reason="needs a GPU")
def test_fast(): ...
@pytest.mark.data
def test_real(): ...
def test_runs(): ...
"""
NOTHING = "import pytest\npytest.importorskip('playwright_that_is_not_here')"


@pytest.fixture
def run(pytester, monkeypatch):
    """Run the tests above with our conftest, in an environment with these variables only."""

    def started(source=SKIPPING, **variables):
        for name in ("CI", "PRPN_EDU_WITHOUT", "PRPN_EDU_DATA"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        pytester.makeini("[pytest]\nmarkers =\n  data: real")
        pytester.makeconftest(Path(__file__).with_name("conftest.py").read_text("utf-8"))
        pytester.makepyfile(source)
        return pytester.runpytest_inprocess("-p", "no:cacheprovider")

    return started


def test_skips_are_one_line(run):
    result = run()
    result.assert_outcomes(passed=1, skipped=6)
    (line,) = (line for line in result.outlines if "see README" in line)
    assert line.startswith("6 tests skipped (no Chromium: 3, ")
    assert "no sandbox (bubblewrap): 1" in line and "no real treebanks: 1" in line


def test_skips_fail_in_ci_but_for_what_no_machine_must_have(run):
    run(CI="true").assert_outcomes(passed=1, skipped=1, errors=5)


def test_ci_without_a_sandbox_says_how_to_give_it_one(run):
    """On GitHub, with and without a container, and on GitLab."""
    (line,) = (line for line in run(CI="true").outlines if line.startswith("ERROR") and "test_room" in line)
    for cure in ("options: --privileged", "apparmor_restrict_unprivileged_userns=0", "privileged = true"):
        assert cure in line


def test_a_missing_browser_is_not_cured_by_a_sandbox(run):
    lines = [line for line in run(CI="true").outlines if "test_page" in line]
    assert lines and not any("privileged" in line for line in lines)


def test_ci_may_say_what_it_lacks(run):
    run(CI="true", PRPN_EDU_WITHOUT="data,browser").assert_outcomes(passed=1, skipped=5, errors=1)


def test_a_file_that_skips_itself_fails_in_ci(run):
    run(NOTHING).assert_outcomes(skipped=1)
    run(NOTHING, CI="true").assert_outcomes(errors=1)


def test_files_that_take_long_come_first_and_keep_their_order(run, pytester, monkeypatch):
    monkeypatch.delitem(sys.modules, "test_book", raising=False)  # ours, where it ran before this test
    pytester.makepyfile(test_a="def test_1(): ...", test_book="def test_2(): ...\ndef test_3(): ...")
    names = [line.split()[0] for line in run("def test_4(): ...").outlines if line.startswith("test_")]
    assert names[0] == "test_book.py" and "test_a.py" in names
    assert len(names) == 3


def test_the_files_that_take_long_are_there():
    assert [name for name in conftest.LONGEST if not Path(__file__).with_name(name).is_file()] == []
