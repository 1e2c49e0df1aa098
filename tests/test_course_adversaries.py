"""The class of `adversaries`, graded once in the sandbox: everybody gets what is due, and nothing leaks."""

import csv
import os
import socket
import subprocess
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

import pytest
from adversaries import CLASS, SHEET

from prpn_class.grading.pages import escaped, one_line
from prpn_class.sandbox import confinement
from prpn_class.sandbox.archives import ARCHIVES
from prpn_edu.cli import main

ROOT = Path(__file__).parents[1]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(confinement.trouble() is not None, reason=f"no sandbox: {confinement.trouble()}"),
]
NAMES = [adversary.name for adversary in CLASS]


@contextmanager
def canary():
    """A process whose environment holds a secret."""
    process = subprocess.Popen(["sleep", "1000"], env={"PATH": os.environ["PATH"], "PRPN_CANARY": "secret"})
    try:
        yield
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("adversaries")
    with (
        canary(),
        socket.socket(socket.AF_UNIX) as letterbox,
        socket.create_server(("127.0.0.1", 0)) as server,
    ):
        letterbox.bind(f"\0prpn-canary-{os.getpid()}")
        letterbox.listen()
        (folder / "students").mkdir()
        for adversary in CLASS:
            adversary.write(folder / "students" / adversary.name, ROOT / "solutions")
        for student, word, value in (
            ("network", "SOME_PORT", server.getsockname()[1]),
            ("abstract-socket", "SOME_PID", os.getpid()),
        ):
            for path in (folder / "students" / student).iterdir():
                path.write_text(path.read_text("utf-8").replace(word, str(value)), "utf-8")
        options = ["--solutions", str(ROOT / "solutions" / f"{SHEET.stem}.ipynb"), "--timeout", "2"]
        assert main(["grade", str(folder / "students"), "--out", str(folder / "report"), *options]) == 0
    return folder / "report"


@pytest.fixture(scope="module")
def rows(report):
    with (report / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student"].removeprefix("'"): row for row in csv.DictReader(file)}


@pytest.fixture(scope="module")
def pages(report, rows):
    """The feedback by student; the files' order is that of the table."""
    with (report / "junit.xml").open("rb") as file:
        names = [suite.get("name") for suite in ElementTree.parse(file).getroot()]
    files = {path.stem: path.read_text("utf-8") for path in (report / "feedback").glob("*.md")}
    found = {}
    for name in names:
        heading = "# Feedback for " + escaped(name)
        (found[name],) = [text for text in files.values() if text.startswith(heading + "\n")]
    return found


def known_as(adversary):
    """The name in the report: a file's without its ending."""
    name = adversary.name
    endings = (end for end in (".ipynb", *ARCHIVES) if name.endswith(end))
    return name.removesuffix(next(endings, ""))


def test_the_class_is_large_and_nobody_is_missing(rows):
    assert len(CLASS) >= 60 and len(set(NAMES)) == len(NAMES)
    assert len(rows) == len(CLASS)


@pytest.mark.parametrize("adversary", CLASS, ids=[ascii(name) for name in NAMES])
def test_everybody_gets_what_is_due(rows, pages, adversary):
    name = known_as(adversary)
    page = pages[name]
    lost = tuple(task.id for task in SHEET.tasks if rows[one_line(name)][task.id] in ("0", ""))
    assert lost == adversary.lost, page
    assert "LEAK" not in page and "STOLEN" not in page
    assert adversary.says in page


def test_pages_are_inert(report):
    """Nothing that a student wrote is markup, no page holds a control character, and none is long."""
    for path in (report / "feedback").iterdir():
        text = path.read_text("utf-8")
        assert len(text) < 100_000, path
        assert not any(ord(letter) < 32 and letter not in "\n\t" for letter in text), path
        if path.suffix == ".html":
            assert "<script" not in text and "</pre><" not in text.replace("</pre>\n", ""), path


def test_without_the_sandbox_the_attacks_succeed(tmp_path, monkeypatch):
    """So the attacks are real, and it is the sandbox that stops them."""
    monkeypatch.setattr(confinement, "trouble", lambda: "none today")
    (tmp_path / "students").mkdir()
    chosen = [one for one in CLASS if one.name in ("looks-for-the-canary", "is-somebody", "right")]
    for adversary in chosen:
        adversary.write(tmp_path / "students" / adversary.name, ROOT / "solutions")
    solution = str(ROOT / "solutions" / f"{SHEET.stem}.ipynb")
    command = [
        "grade",
        str(tmp_path / "students"),
        "--out",
        str(tmp_path / "report"),
        "--solutions",
        solution,
    ]
    assert main(command) == 2
    with canary():
        assert main([*command, "--trust-students"]) == 0
    texts = {path.stem: path.read_text("utf-8") for path in (tmp_path / "report" / "feedback").glob("*.md")}
    assert "LEAK parent" in texts["looks-for-the-canary"]
    assert os.getuid() != 0 or "LEAK root" in texts["is-somebody"]
    assert "15 of 15" in texts["right"]
    assert "without a sandbox" in (tmp_path / "report" / "overview.md").read_text("utf-8")
