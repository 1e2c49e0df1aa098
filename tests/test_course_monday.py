"""The page "Monday to Friday": each command on it exists, and it names what the code names."""

import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest

from prpn_class.classroom import exports, rules
from prpn_edu.cli import parser

PAGE = Path(__file__).parents[1] / "book/teach/monday.md"
TEXT = PAGE.read_text("utf-8")
COMMANDS = [line for line in TEXT.splitlines() if line.startswith("prpn-edu ")]


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_exist(line):
    parser().parse_args(shlex.split(line)[1:])  # leaves with SystemExit where it does not know one


def test_every_step_of_the_table_has_its_command():
    table = re.findall(r"^\|.*\| `prpn-edu (\w+)` \|$", TEXT, re.MULTILINE)
    used = {line.split()[1] for line in COMMANDS} - {"doctor"}
    assert (
        set(table)
        == used
        == {"handout", "receive", "grade", "adjust", "marks", "feedback", "term", "similar", "siblings"}
    )


def test_what_one_command_writes_the_next_one_takes():
    """Followed to the letter: no file is read that nothing wrote, but for what comes from the platform."""
    there = {"download", "download-2", "worksheet.csv", "gradebook.csv", "class.toml"}
    for line in COMMANDS[1:]:
        words = shlex.split(line)
        writes = words[words.index("--out") + 1] if "--out" in words else words[3]
        for word in words[2:]:
            if re.search(r"[/.]|^(monday|report|download)", word) and word != writes:
                assert word.split("/")[0] in there, line
        there.add(writes)
    names = sorted(name + "/" * ("." not in name) for name in there)
    told = subprocess.run(
        ["git", "check-ignore", *names], cwd=PAGE.parents[2], capture_output=True, text=True, check=False
    )
    assert told.stdout.split() == names, "what students hand in is never committed by mistake"


def test_the_rules_of_the_page_are_rules(tmp_path):
    (text,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "class.toml").write_text(text, "utf-8")
    agreed = rules.read(tmp_path / "class.toml")
    assert set(tomllib.loads(text)) == {"due", *rules.NUMBERS, *rules.TABLES}
    assert agreed.groups == {"Team A": ["s5", "s6"]}


def test_the_names_of_the_page_are_names():
    assert exports.MOODLE.fullmatch("Ada Lovelace_12345_assignsubmission_file")
    assert exports.CANVAS.fullmatch("lovelaceada_LATE_12345_67890_07-prpn-gates-1.ipynb")
    for name in ("Ada Lovelace_12345_assignsubmission_file", exports.METADATA, *exports.EXAMPLES):
        assert f"`{name}`" in TEXT or name in TEXT


def test_the_page_says_what_was_not_tried():
    plain = " ".join(TEXT.split())
    assert "None of it was tried on a running platform" in plain
    assert "Students do not clone it" in plain
