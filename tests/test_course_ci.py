"""The page on grading, and the workflows that people copy: they name what exists, and do as they say."""

import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import torch
import yaml

from prpn_class.grading.handed_in import LARGEST
from prpn_class.sandbox import confinement
from prpn_class.sandbox.archives import ARCHIVES
from prpn_class.sandbox.jail import Limits
from prpn_course import notebooks
from prpn_edu.cli import main, parser

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "prpn_class/handout/ci").glob("*.yml"))
STUDENT = [path for path in FILES if "student" in path.name]


def read(path):
    return yaml.safe_load(path.read_text("utf-8"))


def scripts(path):
    """Every shell script of a workflow, GitHub's or GitLab's."""
    jobs = read(path)["jobs"] if path.name.startswith("github") else read(path)
    (job,) = (job for name, job in jobs.items() if name != "variables")
    return job["script"] if "script" in job else [step["run"] for step in job["steps"] if "run" in step]


def commands(path):
    """Our own commands in a workflow, as lists of words."""
    for script in scripts(path):
        for line in script.splitlines():
            words = shlex.split(line)
            if words[:1] == ["prpn-edu"]:
                ends = (n for n, word in enumerate(words) if re.match(r"[|&>;]|\d>", word))
                yield [word for word in words[1 : next(ends, len(words))] if word != "$OPTIONS"]


def test_there_are_four_and_the_page_includes_them():
    page = (ROOT / "book/teach/grading.md").read_text("utf-8")
    included = re.findall(r"```\{literalinclude\} (\S+)", page)
    assert sorted(included) == [f"../../prpn_class/handout/ci/{path.name}" for path in FILES]
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
def test_actions_are_pinned_and_nothing_else_is_fetched(path):
    text = path.read_text("utf-8")
    for action in re.findall(r"uses: (\S+)", text):
        assert re.fullmatch(r"actions/[a-z-]+@v\d+", action)
    assert "://" not in text
    if path.name.startswith("github"):
        assert read(path)["permissions"] == {"contents": "read"}


def variables(path):
    """What may be changed at the top of a workflow."""
    told = read(path)
    return told.get("env") or {
        name: value
        for part in ("check", "grade")
        for name, value in told.get(part, {}).get("variables", {}).items()
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_versions_are_pinned_and_what_is_fetched_is_kept(path):
    text = path.read_text("utf-8")
    assert "TORCH_INDEX" in variables(path) and "cache" in text
    installs = re.findall("pip install.*", text)
    assert len(installs) == 2 and all("--constraint library/constraints.txt" in line for line in installs)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("index", ["", "https://cpu.example"])
def test_torch_is_installed_first_and_from_the_index_that_was_named(path, index, tmp_path):
    """Run the lines of pip with a program that only writes down what it was asked for."""
    program = tmp_path / "python"
    program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\n', "utf-8")
    program.chmod(0o755)
    script = "\n".join(part for part in scripts(path) if "pip install" in part)
    env = {"PATH": f"{tmp_path}:/usr/bin:/bin", "TORCH_INDEX": index}
    done = subprocess.run(["bash", "-e", "-c", script], cwd=tmp_path, env=env)
    first, second = (tmp_path / "asked").read_text("utf-8").splitlines()
    assert done.returncode == 0 and "torch" not in second and "prpn_edu" in second
    pinned = "-m pip install --quiet --constraint library/constraints.txt"
    assert first == f"{pinned} {f'--index-url {index} ' if index else ''}torch"


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


# Repositories to begin with


def steps(workflow):
    """The scripts of a workflow as they stand in a repository that was made."""
    (job,) = yaml.safe_load(workflow.read_text("utf-8"))["jobs"].values()
    return {step.get("name", step.get("run")): step["run"] for step in job["steps"] if "run" in step}


def run_step(script, folder, **settings):
    """Run a step as GitHub does, with the commands of this environment."""
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    env = {"PATH": path, "HOME": str(folder), "GITHUB_STEP_SUMMARY": str(folder / "summary.md"), **settings}
    return subprocess.run(["bash", "-e", "-c", script], cwd=folder, env=env, capture_output=True, text=True)


def test_a_student_s_repository_shows_the_points_of_the_tasks_that_are_set(tmp_path, capsys):
    out = tmp_path / "theirs"
    exercises = ["--exercises", str(ROOT / "exercises"), "--sheet", "7", "--tasks", "7.1"]
    assert main(["repository", "students", "--out", str(out), *exercises]) == 0
    assert "It holds no solutions" in capsys.readouterr().out
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert {".github/workflows/check.yml", ".gitlab-ci.yml", ".gitignore", "README.md"} < names
    assert {"START-HERE.txt", "LICENSE.txt", "exercises/07-prpn-gates.ipynb"} < names
    pinned = (out / "library/constraints.txt").read_text("utf-8").split()
    assert f"torch=={torch.__version__.partition('+')[0]}" in pinned and not any(
        "prpn" in one for one in pinned
    )
    assert not any("class" in name or "solution" in name for name in names)
    sheet = out / "exercises/07-prpn-gates.ipynb"
    script = steps(out / ".github/workflows/check.yml")["Points"]
    notebook = notebooks.read(sheet)
    answer = next(
        cell for cell in notebook.cells if notebooks.task_of(cell) == "7.1" and "def " in cell.source
    )
    answer.source = """def hard_gates(limit):
    return [[float(l <= j < t) for j in range(len(limit))] for t, l in enumerate(limit)]"""
    notebooks.write(notebook, sheet)
    done = run_step(script, out, NOTEBOOKS="exercises/*.ipynb")
    told = (out / "summary.md").read_text("utf-8")
    assert "Not set: 7.2, 7.3, 7.4, 7.5, 7.6, 7.7.\n07-prpn-gates: 1 of 1 point.\n" in told
    assert done.returncode == 0, told


def test_a_staff_s_repository_grades(tmp_path, capsys):
    out = tmp_path / "ours"
    solutions = ["--solutions", str(ROOT / "solutions"), "--sheet", "7"]
    assert main(["repository", "staff", "--out", str(out), *solutions]) == 0
    assert "keep it private" in capsys.readouterr().out
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert {"solutions/07-prpn-gates.ipynb", "submissions/7/.gitkeep", ".github/workflows/grade.yml"} < names
    (tools,) = (name for name in names if name.startswith("library/prpn_class-"))
    inside = zipfile.ZipFile(out / tools).namelist()
    assert "prpn_class/sandbox/jail.py" in inside and "prpn_class/handout/ci/github-staff.yml" in inside
    assert not {"prpn_class/pyproject.toml", "prpn_class/README.md"} & set(inside)
    shutil.copy(out / "solutions/07-prpn-gates.ipynb", out / "submissions/7/ada.ipynb")
    script = steps(out / ".github/workflows/grade.yml")["Grade"]
    trust = "--trust-students" if confinement.trouble() else ""
    done = run_step(script, out, SHEET="7", OPTIONS=f"--tasks 7.1 7.2 {trust}")
    assert done.returncode == 0 and "ada: 07-prpn-gates, 3 of 3" in done.stdout
    assert "ada" in (out / "summary.md").read_text("utf-8")


def test_a_folder_that_is_taken_is_left_alone(tmp_path, capsys):
    (tmp_path / "kept.txt").write_text("mine")
    for whose in ("students", "staff"):
        folders = ["--exercises", str(ROOT / "exercises"), "--solutions", str(ROOT / "solutions")]
        assert main(["repository", whose, "--out", str(tmp_path), *folders]) == 2
        assert "give --out the name of a folder that is still to be made" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]
