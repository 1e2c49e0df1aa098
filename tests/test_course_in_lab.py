"""Chapters as JupyterLab and Colab show them: nothing raw in the prose, nothing of a reader's lost."""

import re

import nbformat
import pytest

from prpn_course import notebooks
from prpn_course.authoring import in_lab, pairs

CHAPTERS = [path.relative_to(in_lab.ROOT).as_posix() for path in sorted(in_lab.ROOT.glob(in_lab.CHAPTERS))]
SHEET = "exercises/07-prpn-gates.ipynb"
CHAPTER = "book/part2-latent-trees/08-the-three-networks.ipynb"


def prose(notebook):
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


@pytest.mark.parametrize("path", CHAPTERS)
def test_the_prose_of_a_copy_is_markdown_that_needs_no_book(path):
    before, after = prose(notebooks.read(in_lab.ROOT / path)), prose(in_lab.readable(path))
    assert not re.search(r"\{[a-z:]+\}`|\$\$ *\([\w-]+\)|\]\([\w./-]+\.md[#)]|data-choices", after)
    assert after.count("\\tag{") == len(re.findall(r"\$\$ *\([\w-]+\)", before))
    choices = re.findall(r'data-choices="([^"]*)"', before)
    questions = re.findall(r"<summary>(Predict.*?)</summary>", after, re.S)
    assert sum(" / " in question for question in questions) >= len(choices)


def test_a_copy_names_what_the_page_numbers():
    text = prose(in_lab.readable(CHAPTER))
    assert "(7.1)" in text and "the figure “PRPN at step t”" in text and "Shen et al. [2018]" in text
    assert in_lab.cited(["shen2018prpn", "note2018prpn"]) == (
        "[Shen et al., 2018, Latent Constituents via Self-Attention, 2018]"
    )


def test_a_source_that_is_nowhere_is_named():
    with pytest.raises(KeyError, match="nobody2099"):
        in_lab.cited(["nobody2099"])


def test_a_sheet_has_nothing_to_say_otherwise():
    assert prose(in_lab.readable(SHEET)).count("{") == prose(notebooks.read(in_lab.ROOT / SHEET)).count("{")


def test_what_a_reader_changed_in_a_copy_stays(tmp_path):
    assert in_lab.copy(CHAPTER, tmp_path).startswith("made ")
    copy = tmp_path / CHAPTER
    first = copy.read_bytes()
    assert in_lab.copy(CHAPTER, tmp_path).startswith("made ") and copy.read_bytes() == first
    notebook = notebooks.read(copy)
    notebook.cells.append(nbformat.v4.new_code_cell("mine = 1"))
    notebooks.write(notebook, copy)
    assert "kept" in in_lab.copy(CHAPTER, tmp_path)
    assert notebooks.read(copy).cells[-1].source == "mine = 1"


def test_what_a_page_folds_is_folded_and_a_text_does_not_say_it_twice(tmp_path):
    cells = [
        nbformat.v4.new_code_cell("1", metadata={"tags": ["evidence", "hide-input"]}),
        nbformat.v4.new_code_cell("2", metadata={"jupyter": {"source_hidden": True}}),
    ]
    notebook = notebooks.normalise(nbformat.v4.new_notebook(cells=cells), "n")
    assert [cell.metadata.get("jupyter") for cell in notebook.cells] == [{"source_hidden": True}, None]
    text = pairs.to_text(notebook, tmp_path / "n.ipynb")
    assert "jupyter:" not in text.split("---\n", 2)[2] and "source_hidden" not in text
    assert [c.metadata for c in pairs.to_notebook(text, tmp_path / "n.md").cells] == [
        c.metadata for c in notebook.cells
    ]
