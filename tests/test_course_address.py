"""The repository's address is decided in one place, and all that names it follows."""

import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from prpn_book import address

ROOT = Path(__file__).parents[1]
MOVER = ROOT / "book/address.py"
move = runpy.run_path(str(MOVER))["move"]
NAMED = [
    ".github/workflows/release.yml",
    "README.md",
    "CITATION.cff",
    "_config.yml",
    "book/index.md",
    "book/how-to-use.md",
    "book/teach/monday.md",
    "prpn_book/address.py",
    "prpn_class/README.md",
    "prpn_class/pyproject.toml",
    "pyproject.toml",
]


def test_a_new_address_reaches_every_file_that_names_the_old_one(tmp_path):
    for name in NAMED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    (tmp_path / "left.md").write_text(address.REPOSITORY)  # nothing of the checkout's
    changed = move(tmp_path, address.REPOSITORY, "https://github.com/you/course")
    assert changed == sorted(tmp_path / name for name in NAMED)
    for name in NAMED:
        text = (tmp_path / name).read_text("utf-8")
        assert address.name(address.REPOSITORY) not in text and address.site() not in text
        assert "you/course" in text or "https://you.github.io/course/" in text
    assert (tmp_path / "left.md").read_text() == address.REPOSITORY


def test_the_book_and_the_citation_name_this_address():
    settings = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["repository"]
    assert settings == {"url": address.REPOSITORY, "branch": address.BRANCH}
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["repository-code"] == address.REPOSITORY


def test_links_are_made_from_it():
    assert address.site("https://github.com/You/course") == "https://you.github.io/course/"
    assert address.page("README.md") == f"{address.REPOSITORY}/blob/main/README.md"
    assert address.colab("a.ipynb").endswith(f"/github/{address.name(address.REPOSITORY)}/blob/colab/a.ipynb")


@pytest.mark.parametrize("wrong", ["github.com/you/course", "https://github.com/you", "https://host.org/a/b"])
def test_what_is_no_address_is_refused(wrong):
    with pytest.raises(ValueError, match="not of the form"):
        move(ROOT, address.REPOSITORY, wrong)


def test_a_folder_that_is_no_checkout_is_left_alone(tmp_path):
    (tmp_path / "readme.md").write_text(address.REPOSITORY)
    with pytest.raises(ValueError, match="is no checkout of Git"):
        move(tmp_path, address.REPOSITORY, "https://github.com/you/course")
    assert (tmp_path / "readme.md").read_text() == address.REPOSITORY


@pytest.mark.parametrize("arguments", [[], ["https://github.com/you/a", "twice"]])
def test_without_one_address_the_command_says_what_it_needs(arguments, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["address", *arguments])
    with pytest.raises(SystemExit, match=r"Give the new address.* is not of the form"):
        runpy.run_path(str(MOVER), run_name="__main__")
