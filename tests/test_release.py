"""What a release publishes: built from what Git tracks, complete, and at work outside the checkout."""

import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

import prpn_edu

ROOT = Path(__file__).parents[1]
LIBRARY = ("prpn_edu", "prpn_book", "prpn_course")
CLASS = "prpn_class"
BESIDE = {"pyproject.toml", "README.md", "LICENSE"}  # in the folder of the class tools, and no part of them


def tracked(*below):
    """The files that Git tracks below some folders, by their paths from the root."""
    done = subprocess.run(
        ["git", "ls-files", "-z", *below], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [name for name in done.stdout.split("\0") if name and (ROOT / name).exists()]


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    """The folder of the packages, built in a copy of the checkout as `make dist` does."""
    copy = tmp_path_factory.mktemp("checkout")
    tests = [name for name in tracked("tests") if name.count("/") == 1]
    for name in (
        *tracked(*LIBRARY, CLASS),
        *tests,
        "pyproject.toml",
        "MANIFEST.in",
        "README.md",
        *licences(),
    ):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy / name, follow_symlinks=False)
    for package in (".", CLASS):
        command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(copy / "dist"), package]
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return copy / "dist"


def licences():
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["license-files"]


def wheel(dist, name):
    (path,) = dist.glob(f"{name}-*.whl")
    return zipfile.ZipFile(path)


def test_versions_agree():
    ours, theirs = (
        tomllib.loads((ROOT / place / "pyproject.toml").read_text("utf-8"))["project"]
        for place in ("", CLASS)
    )
    version, citation = prpn_edu.__version__, yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert ours["version"] == theirs["version"] == citation["version"] == version
    assert f"prpn_edu[course]=={version}" in theirs["dependencies"]
    newest = re.search(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)[1]
    assert newest == f"{version} ({citation['date-released']})"


def test_a_wheel_holds_what_git_tracks_and_what_is_told_about_it(dist):
    told = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "top_level.txt"}
    kept = {
        "prpn_edu": set(tracked(*LIBRARY)),
        CLASS: {name for name in tracked(CLASS) if name.removeprefix(f"{CLASS}/") not in BESIDE},
    }
    for package, files in kept.items():
        names = set(wheel(dist, package).namelist())
        about = {name for name in names if ".dist-info/" in name}
        assert names - about == files
        assert {name.split("/", 1)[1] for name in about} - told == {
            f"licenses/{name}" for name in (licences() if package == "prpn_edu" else ["LICENSE"])
        }
    names = wheel(dist, "prpn_edu").namelist()
    assert "prpn_edu/py.typed" in names and "prpn_edu/loops/prpn.json" in names


def test_no_source_holds_solutions_data_or_tests(dist):
    for path in dist.glob("*.tar.gz"):
        with tarfile.open(path) as inside:
            names = [name.split("/", 1)[1] for name in inside.getnames() if "/" in name]
            assert not [name for name in names if name.endswith(".ipynb")]
            assert inside.getmember(f"{path.name.removesuffix('.tar.gz')}/LICENSE").isfile()
        tops = {name.split("/")[0] for name in names}
        assert not tops & {"solutions", "exercises", "tests", "results", "book", "experiments"}
        assert {"LICENSE", "README.md", "pyproject.toml"} <= tops


def test_metadata_leads_to_the_book(dist):
    for package in ("prpn_edu", CLASS):
        inside = wheel(dist, package)
        (name,) = (name for name in inside.namelist() if name.endswith("/METADATA"))
        text = inside.read(name).decode("utf-8")
        assert "\nLicense-Expression: MIT" in text and "\nClassifier: " in text
        assert re.search(r"\nProject-URL: .*, https://prpn-edu\.github\.io/prpn_edu/", text)
        assert "\nDescription-Content-Type: text/markdown" in text
        assert not re.search(r"\]\((?!https://)", text)  # beside the package there is nothing to link to


def test_they_work_outside_the_checkout(dist, tmp_path):
    """Installed into an environment of their own, which shares the packages they need with this one."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "own"], check=True)
    python, command = tmp_path / "own/bin/python", tmp_path / "own/bin/prpn-edu"
    (own,) = (tmp_path / "own/lib").glob("python3*/site-packages")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
    ]
    subprocess.run([*pip, *dist.glob("*.whl")], check=True)
    (own / "shared.pth").write_text(sysconfig.get_path("purelib"))  # its own .pth files are not read

    def run(*words):
        done = subprocess.run([*map(str, words)], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    program = "import prpn_edu; print(prpn_edu.__file__, prpn_edu.parse('the film with its songs is slow'))"
    place, tree = run(python, "-c", program).split(" ", 1)
    assert Path(place).is_relative_to(own) and "(X with (X its songs))" in tree
    assert "film" in run(command, "parse", "the film is slow")
    assert "--without" in run(command, "grade", "--help")
    exercises = ["--sheet", "7", "--exercises", ROOT / "exercises"]
    assert "holds no solutions" in run(command, "handout", "--out", "sheet.zip", *exercises)
