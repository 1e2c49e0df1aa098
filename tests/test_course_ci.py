"""The page on grading, and the workflows that people copy: they name what exists, and do as they say."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest
import yaml

from prpn_class.classroom import sheets
from prpn_class.grading.handed_in import LARGEST
from prpn_class.sandbox.archives import ARCHIVES
from prpn_class.sandbox.jail import Limits
from prpn_edu.cli import parser

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "book/teach/ci").glob("*.yml"))
STUDENT = [path for path in FILES if "student" in path.name]


def read(path):
    return yaml.safe_load(path.read_text("utf-8"))


def scripts(path):
    """Every shell script of a workflow, GitHub's or GitLab's."""
    (job,) = read(path)["jobs"].values() if path.name.startswith("github") else read(path).values()
    return job["script"] if "script" in job else [step["run"] for step in job["steps"] if "run" in step]


def commands(path):
    """Our own commands in a workflow, as lists of words."""
    for script in scripts(path):
        for line in script.splitlines():
            words = shlex.split(line)
            if words[:1] == ["prpn-edu"]:
                ends = (n for n, word in enumerate(words) if re.match(r"[|&>;]|\d>", word))
                yield words[1 : next(ends, len(words))]


def test_there_are_four_and_the_page_includes_them():
    page = (ROOT / "book/teach/grading.md").read_text("utf-8")
    included = re.findall(r"```\{literalinclude\} (\S+)", page)
    assert sorted(included) == [f"ci/{path.name}" for path in FILES]
    assert len(FILES) == 4


def test_the_numbers_and_names_of_the_page():
    page = " ".join((ROOT / "book/teach/grading.md").read_text("utf-8").split())
    limits, mb = Limits(), 2**20
    for told in (
        f"{limits.step:g} s (`--timeout`)",
        f"{limits.wall:g} s (five times that)",
        f"memory | {limits.memory // 2**30} GB",
        f"processes and threads | {limits.processes};",
        f"{limits.file // mb} MB, {limits.scratch // mb} MB, {limits.scratch // mb} MB |",
        f"what comes out | {limits.output // mb} MB",
        f"more than {LARGEST // 10**6} MB",
        *(f"`{ending}`" for ending in ARCHIVES),
    ):
        assert told in page, told
    assert limits.wall == 5 * limits.step
    commands = next(a for a in parser()._actions if a.choices).choices
    options = {name for command in ("grade", "collect") for name in commands[command]._option_string_actions}
    options |= {"--nbval", "--junitxml", "--dist"}  # pytest's, with nbval and pytest-xdist
    options |= {"--privileged"}  # Docker's
    assert set(re.findall(r"--[a-z]+(?:-[a-z]+)*", page)) <= options
    assert all(word in page for word in ("`options: --privileged`", "`privileged = true`"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_commands_exist(path):
    found = list(commands(path))
    for words in found:
        parser().parse_args(words)  # leaves with SystemExit where it does not know one
    assert [words[0] for words in found] == (["check"] if path in STUDENT else ["doctor", "grade"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_notebooks_named_exist(path):
    named = re.findall(r"(?:exercises|solutions)/[\w-]+\.ipynb", path.read_text("utf-8"))
    assert bool(named) == (path in STUDENT) and all((ROOT / name).is_file() for name in named)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_actions_are_pinned_and_nothing_else_is_fetched(path):
    text = path.read_text("utf-8")
    for action in re.findall(r"uses: (\S+)", text):
        assert re.fullmatch(r"actions/[a-z-]+@v\d+", action)
    assert set(re.findall(r"https?://[^\s\"@]*", text)) <= {"https://github.com/prpn-edu/prpn_edu"}
    if path.name.startswith("github"):
        assert read(path)["permissions"] == {"contents": "read"}


def variables(path):
    """What may be changed at the top of a workflow."""
    told = read(path)
    return told["env"] if path.name.startswith("github") else next(iter(told.values()))["variables"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_sheet_and_the_versions_are_variables_and_what_is_fetched_is_kept(path):
    found, text = variables(path), path.read_text("utf-8")
    assert {"COURSE", "TORCH_INDEX", "NOTEBOOKS" if path in STUDENT else "SHEET"} <= set(found)
    assert "cache" in text and (path in STUDENT or "--constraint requirements.txt" in text)
    pinned = re.search(r"^torch==\S+$", (ROOT / "requirements.txt").read_text("utf-8"), re.MULTILINE)[0]
    assert found.get("TORCH", pinned) == pinned
    if path not in STUDENT:
        assert sheets.choose(found["SHEET"].split(), ROOT / "solutions") == [
            ROOT / "solutions/07-prpn-gates.ipynb"
        ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("index", ["", "https://cpu.example"])
def test_torch_is_installed_first_and_from_the_index_that_was_named(path, index, tmp_path):
    """Run the lines of pip with a program that only writes down what it was asked for."""
    (tmp_path / "course").mkdir()
    (tmp_path / "course/requirements.txt").write_text("numpy==1\ntorch==2.0\n", "utf-8")
    program = tmp_path / "python"
    program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\n', "utf-8")
    program.chmod(0o755)
    found = {"COURSE": "v1", "TORCH": "torch==2.0", "TORCH_INDEX": index}
    script = "\n".join(part for part in scripts(path) if "pip install" in part)
    done = subprocess.run(
        ["bash", "-e", "-c", script], cwd=tmp_path, env={"PATH": f"{tmp_path}:/usr/bin:/bin"} | found
    )
    first, second = (tmp_path / "asked").read_text("utf-8").splitlines()
    assert done.returncode == 0 and "torch" not in second
    assert first == f"-m pip install --quiet {f'--index-url {index} ' if index else ''}torch==2.0"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_scripts_are_sound_shell(path):
    for script in scripts(path):
        assert subprocess.run(["bash", "-n", "-c", script], capture_output=True).returncode == 0


@pytest.mark.parametrize("path", STUDENT, ids=lambda path: path.name)
@pytest.mark.parametrize(("statuses", "status"), [((0, 0), 0), ((1, 0), 1), ((2, 0), 1)])
def test_a_student_sees_all_points_and_the_status_is_the_worst(path, tmp_path, statuses, status):
    """Run as GitHub and GitLab do, with -e, and with a command of our own in place of `prpn-edu`."""
    (script,) = [script for script in scripts(path) if "prpn-edu check" in script]
    program = tmp_path / "prpn-edu"
    program.write_text('#!/bin/sh\necho "$2: some points"\nexit ${2#n}\n', "utf-8")
    program.chmod(0o755)
    summary = tmp_path / "points.md"
    done = subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=tmp_path,
        env={
            "PATH": f"{tmp_path}:/usr/bin:/bin",
            "NOTEBOOKS": " ".join(f"n{n}" for n in statuses),
            "GITHUB_STEP_SUMMARY": str(summary),
        },
    )
    assert done.returncode == status
    text = summary.read_text("utf-8")
    assert all(f"## n{n}\n````text\nn{n}: some points\n````\n" in text for n in statuses)
