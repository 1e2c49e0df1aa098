"""A run of cells tagged `deeper` or `evidence` is one fold of the page."""

import subprocess
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from sphinx.errors import ExtensionError

from prpn_book.sphinx import folds


def markdown(source, *tags):
    return new_markdown_cell(source, metadata={"tags": list(tags)})


def code(source, said, *tags):
    output = new_output("stream", text=said)
    return new_code_cell(source, metadata={"tags": list(tags)}, outputs=[output])


CONF = """
extensions = ["myst_nb", "prpn_book.sphinx.folds"]
nb_execution_mode = "off"
nb_custom_formats = {".ipynb": "prpn_book.sphinx.folds.read"}
myst_enable_extensions = ["dollarmath"]
"""
CELLS = [
    markdown("# Page\n\nBefore."),
    markdown("#### Why *this* holds\n\nInside $x$.", "deeper"),
    code("print('shown')", "shown\n", "deeper"),
    markdown("Between."),
    markdown("### The runs", "evidence"),
    code("print('runs')", "runs\n", "hide-input", "evidence"),
    markdown("#### A second reason", "deeper"),
    markdown("#### A third", "deeper"),
    markdown("After.\n\n## Next\n\nThe end."),
]


def build(folder, cells):
    folder.mkdir()
    python = {"language_info": {"name": "python", "pygments_lexer": "python"}}
    nbformat.write(new_notebook(cells=cells, metadata=python), folder / "index.ipynb")
    (folder / "conf.py").write_text(CONF)
    command = [sys.executable, "-m", "sphinx", "-W", "-q", folder, folder / "out"]
    return subprocess.run(command, capture_output=True, text=True)


def test_a_run_is_one_fold_with_its_title_and_what_stands_between_stays_open(tmp_path):
    built = build(tmp_path / "book", CELLS)
    assert built.returncode == 0, built.stderr
    page = (tmp_path / "book/out/index.html").read_text()
    parts = page.split('<details class="prpn-fold prpn-')
    assert [part[:8] for part in parts[1:]] == ['deeper">', "evidence", 'deeper">', 'deeper">']
    title, inside = parts[1].split("</summary>", 1)
    assert "Why <em>this</em> holds" in title
    assert "Inside" in inside and "shown" in inside
    inside, behind = inside.split("</details>", 1)
    assert "Between." in behind and "Between." not in inside
    assert "Before." in parts[0] and "The end." in parts[4].split("</details>")[-1]


def test_a_notebook_without_the_tags_is_read_as_it_is():
    cells = [cell for cell in CELLS if not folds.kind_of(cell)]
    text = nbformat.writes(new_notebook(cells=cells))
    assert folds.read(text) == nbformat.reads(text, as_version=4)


@pytest.mark.parametrize("first", [code("1", "", "deeper"), markdown("No heading.", "deeper")])
def test_a_run_begins_with_a_heading(first):
    with pytest.raises(ExtensionError, match="has to begin with a heading"):
        folds.read(nbformat.writes(new_notebook(cells=[first])))


def test_a_heading_within_a_fold_is_an_error(tmp_path):
    cells = [markdown("# Page"), markdown("#### Title\n\n## Another", "deeper")]
    built = build(tmp_path / "book", cells)
    assert built.returncode != 0 and "'Title' holds a heading" in built.stderr
