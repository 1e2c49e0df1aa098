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
# Each is the source of a page of its own, but for the style, which is that of all.
EDITS = [
    ("book/_assets/prpn.css", None, "\n.prpn-new { color: red; }\n"),
    ("prpn_edu/loops/transitions.py", '"""', '"""A new first line. '),
    (CHAPTER, "No gate is shut, and yet", "No gate is quite shut, and yet"),
]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not VENDOR.exists(), reason="needs the browser parts: run `make book`"),
]


# Has what a build imports, but nothing of the course; each line names a book, which a fork then builds.
BUILDER = """
import os, sys
import torch, jupyter_book, myst_nb.sphinx_ext, sphinx.ext.autodoc, sphinx_book_theme, sphinxcontrib.bibtex
from jupyter_book.cli.main import main
for folder in sys.stdin:
    child = os.fork()
    if child == 0:
        os.chdir(folder.strip())
        with open("_build/log", "wb") as log:
            os.dup2(log.fileno(), 1), os.dup2(log.fileno(), 2)
        main(["build", "--quiet", "."])  # does not return
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@pytest.fixture(scope="module")
def build():
    """Build a book, whatever its links to pages that were left out; returns its pages' folder."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
    with subprocess.Popen([sys.executable, "-c", BUILDER], env=environment, **pipes) as builder:

        def built(book):
            shutil.rmtree(book / "_build/html", ignore_errors=True)  # as `make book` does
            builder.stdin.write(f"{book}\n")
            assert builder.stdout.readline() == "0\n", (book / "_build/log").read_text("utf-8")[-4000:]
            return book / "_build/html"

        yield built
        builder.stdin.close()


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


def test_edits_of_chapter_library_and_style_give_what_a_clean_build_gives(build, tmp_path):
    book = tmp_path / "course"
    left_out = shutil.ignore_patterns("__pycache__", "node_modules")
    for folder in ("book", "exercises", "prpn_edu", "prpn_book", "prpn_course"):
        shutil.copytree(ROOT / folder, book / folder, ignore=left_out)
    for file in ("_config.yml", "pyproject.toml", "requirements.txt", "CITATION.cff", "LICENSE"):
        shutil.copyfile(ROOT / file, book / file)
    (book / "_toc.yml").write_text(TOC, "utf-8")
    (book / "book/appendix/loops.md").write_text(LOOPS, "utf-8")
    (book / "_build").mkdir()
    for parts in ("vendor", "frontend"):
        (book / "_build" / parts).symlink_to(ROOT / "_build" / parts)

    first = shutil.copytree(build(book), tmp_path / "first")
    for place, old, new in EDITS:
        edit(book / place, old, new)
    kept = shutil.copytree(build(book), tmp_path / "kept")
    shutil.rmtree(book / "_build/.doctrees")
    shutil.rmtree(book / "_build/jupyter_execute", ignore_errors=True)
    clean = build(book)
    assert differences(kept, clean) == []
    changed = differences(first, clean)
    assert {"_static/prpn.css", "book/appendix/loops.html", CHAPTER.replace("ipynb", "html")} <= {*changed}
