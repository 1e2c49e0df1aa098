"""A second build of the book, after an edit, is the book that a clean build makes."""

import filecmp
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
VENDOR = ROOT / "_build/vendor"
# A small book with the real settings: a page with outputs, one with terms, one of the library.
TOC = """format: jb-book
root: book/notation
chapters:
  - file: book/part2-latent-trees/07-prpn-gates
  - file: book/glossary
  - file: book/appendix/loops
  - file: book/appendix/bibliography
"""
LOOPS = "# Loops\n\n```{eval-rst}\n.. automodule:: prpn_edu.loops.transitions\n   :members:\n```\n"
CHAPTER = "book/part2-latent-trees/07-prpn-gates.ipynb"
# The style first: what a page needs of it makes all pages be written again, and would hide a stale one.
EDITS = [
    ("book/_assets/prpn.css", None, "\n.prpn-new { color: red; }\n"),
    ("prpn_edu/loops/transitions.py", '"""', '"""A new first line. '),
    (CHAPTER, "Nobody shows it a tree.", "Nobody ever shows it a tree."),
]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not VENDOR.exists(), reason="needs the browser parts: run `make book`"),
]


def build(book):
    """Build the book, whatever its links to pages that were left out; return its pages' folder."""
    start = "import sys; from jupyter_book.cli.main import main; main()"
    command = [sys.executable, "-c", start, "build", "--quiet", "."]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(command, cwd=book, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return book / "_build/html"


def edit(path, old, new):
    text = path.read_text("utf-8")
    assert old is None or old in text
    path.write_text(text + new if old is None else text.replace(old, new, 1), "utf-8")


def differences(left, right):
    """Files, by their path, that only one of two folders has, or that differ."""

    def files(folder):
        return {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}

    both = files(left) & files(right)
    _, differ, errors = filecmp.cmpfiles(left, right, both, shallow=False)
    return sorted(map(str, files(left) ^ files(right))) + sorted(map(str, differ + errors))


def test_edits_of_chapter_library_and_style_give_what_a_clean_build_gives(tmp_path):
    book = tmp_path / "course"
    left_out = shutil.ignore_patterns("__pycache__", "node_modules")
    for folder in ("book", "prpn_edu"):
        shutil.copytree(ROOT / folder, book / folder, ignore=left_out)
    for file in ("_config.yml", "pyproject.toml", "requirements.txt"):
        shutil.copyfile(ROOT / file, book / file)
    (book / "_toc.yml").write_text(TOC, "utf-8")
    (book / "book/appendix/loops.md").write_text(LOOPS, "utf-8")
    (book / "_build").mkdir()
    (book / "_build/vendor").symlink_to(VENDOR)

    first = shutil.copytree(build(book), tmp_path / "first")
    for place, old, new in EDITS:
        edit(book / place, old, new)
        incremental = build(book)
    kept = shutil.move(incremental, tmp_path / "incremental")
    shutil.rmtree(book / "_build/.doctrees")
    shutil.rmtree(book / "_build/jupyter_execute", ignore_errors=True)
    clean = build(book)
    assert differences(kept, clean) == []
    changed = differences(first, clean)
    assert {"_static/prpn.css", "book/appendix/loops.html", CHAPTER.replace("ipynb", "html")} <= {*changed}
