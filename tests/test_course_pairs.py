"""Notebooks and their texts: the same cells, kept in step from whichever side was edited."""

import json
import os
from pathlib import Path

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_raw_cell

from prpn_course import notebooks
from prpn_course.authoring import pairs
from prpn_course.authoring.pairs import Side
from prpn_course.task import NotebookError
from prpn_edu.cli import main

ROOT = Path(__file__).parents[1]
FOLDERS = [ROOT / "book", ROOT / "solutions"]
PAIRED = notebooks.find(FOLDERS)


def content(notebook):
    return [(cell.cell_type, cell.id, cell.source, cell.metadata) for cell in notebook.cells]


@pytest.mark.parametrize("path", PAIRED, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_notebook_and_its_text_are_in_step(path):
    pair = pairs.read(path)
    assert pair.right is Side.BOTH, f"{pair.right.value}: run `make pair` and commit both"
    assert notebooks.read(path).metadata.prpn_edu.text == pairs.fingerprint(pair.text), "run `make pair`"
    assert content(pairs.to_notebook(pair.text, path)) == content(notebooks.read(path))


def test_every_text_has_its_notebook():
    texts = {text for folder in FOLDERS for text in folder.rglob("text/*.md")}
    assert texts == {pairs.text_of(path) for path in PAIRED}


AWKWARD = [
    new_markdown_cell(
        '# T\n\n````{note}\n```python\nx = 1\n```\n````\n\n---\n\n$$x$$ (eq)\n\n- a\n\n  b "ä|" \\'
    ),
    new_markdown_cell("two in a row", metadata={"prpn_edu": {"spine": "failure", "t": '7.1 "x"'}}),
    new_markdown_cell("| a | b |\n|---|---|\n| `+++` | 2 |\n\n::::{exercise}\n:label: x\n::::"),
    new_code_cell("---\n:not: metadata", metadata={"tags": ["hide-input", "nbval-ignore-output"]}),
    new_code_cell(
        '"""\n```{code-cell}\n```\n"""\n%timeit x', metadata={"prpn_edu": {"task": "7.1", "n": [1]}}
    ),
    new_code_cell(""),
    new_code_cell(":x: 1\n\n\n# two blank lines, then spaces\n    "),
    new_raw_cell("raw *text*", metadata={"tags": ["a"]}),
]


def test_awkward_cells_come_back_as_they_were():
    notebook = notebooks.normalise(new_notebook(cells=AWKWARD), "n")
    text = pairs.to_text(notebook, Path("n.ipynb"))
    assert content(pairs.to_notebook(text, Path("n.ipynb"))) == content(notebook)


SOURCES = st.text(st.sampled_from(list("ab`+-#:\n {}\"'$é\t")), max_size=30)
CELLS = st.lists(
    st.tuples(
        st.sampled_from([new_markdown_cell, new_code_cell]), SOURCES, st.sampled_from([[], ["x", "y z"]])
    )
)


@given(CELLS)
def test_a_text_gives_back_its_cells_or_is_refused(cells):
    made = [new(source, metadata={"tags": tags}) for new, source, tags in cells]
    notebook = notebooks.normalise(new_notebook(cells=made), "n")
    try:
        text = pairs.to_text(notebook, Path("n.ipynb"))
    except NotebookError as error:
        assert "cannot be kept as text" in str(error)
    else:
        assert content(pairs.to_notebook(text, Path("n.ipynb"))) == content(notebook)


@pytest.mark.parametrize("source", ["", "a\n\n+++\n\nb"])
def test_a_cell_that_a_text_cannot_hold_is_named(source):
    notebook = notebooks.normalise(new_notebook(cells=[AWKWARD[0], new_markdown_cell(source)]), "n")
    with pytest.raises(NotebookError, match=r"n\.ipynb: cell 2"):
        pairs.to_text(notebook, Path("n.ipynb"))


def test_metadata_that_cannot_be_read_is_placed():
    with pytest.raises(NotebookError, match=r"n\.md: Markdown cell .* line 1 "):
        pairs.to_notebook("+++ {no json}\n\ntext\n", Path("n.md"))


@pytest.fixture
def chapter(tmp_path, capsys):
    """A chapter of two cells, refreshed: the path of its notebook."""
    path = tmp_path / "c.ipynb"
    ran = "open('ran', 'a').write('x'); print(1 + 1)"
    notebooks.write(new_notebook(cells=[new_markdown_cell("# Old"), new_code_cell(ran)]), path)
    assert refresh(path) == 0
    assert runs(path) == 1
    capsys.readouterr()
    return path


def refresh(path, *options):
    return main(["refresh", *options, str(path)])


def runs(path):
    """How often the chapter's code was run."""
    return len((path.parent / "ran").read_text())


def replace(path, old, new):
    """Edit a file as by hand."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_edited_prose_reaches_the_notebook_and_its_outputs_stay(chapter, capsys):
    replace(pairs.text_of(chapter), "# Old", "# New\n\n+++\n\nand more")
    assert refresh(chapter.parent, "--edited") == 0
    assert capsys.readouterr().out == f"changed   {chapter} (the text was edited)\n"
    notebook = notebooks.read(chapter)
    assert [cell.source for cell in notebook.cells][:2] == ["# New", "and more"]
    assert notebook.cells[2].outputs[0].text == "2\n" and notebook.cells[2].id == "c-002"
    assert runs(chapter) == 1
    assert refresh(chapter, "--edited") == 0 and capsys.readouterr().out == f"unchanged {chapter}\n"


def test_edited_code_of_a_text_is_run(chapter):
    replace(pairs.text_of(chapter), "1 + 1", "1 + 2")
    assert refresh(pairs.text_of(chapter), "--edited") == 0
    assert notebooks.read(chapter).cells[1].outputs[0].text == "3\n" and runs(chapter) == 2


def test_a_notebook_edited_in_an_editor_reaches_the_text(chapter, capsys):
    replace(chapter, "1 + 1", "2 + 2")
    replace(chapter, '"display_name": "Python 3 (ipykernel)"', '"display_name": "Mine"')  # editors do
    assert refresh(chapter, "--edited") == 0
    assert capsys.readouterr().out == f"changed   {chapter} (the notebook was edited)\n"
    assert "print(2 + 2)" in pairs.text_of(chapter).read_text("utf-8")
    assert notebooks.read(chapter).cells[1].outputs[0].text == "4\n"
    assert pairs.read(chapter).right is Side.BOTH


def test_without_the_flag_all_is_run_again(chapter):
    assert refresh(chapter) == 0 and runs(chapter) == 2


def test_two_edits_are_an_error_that_names_both_files(chapter, capsys):
    place = pairs.text_of(chapter)
    replace(place, "# Old", "# Text")
    replace(chapter, "# Old", "# Notebook")
    before = chapter.read_bytes(), place.read_bytes()
    assert refresh(chapter) == 2
    words = capsys.readouterr().err
    assert str(chapter) in words and str(place) in words and "--take" in words
    assert (chapter.read_bytes(), place.read_bytes()) == before
    assert refresh(chapter, "--edited", "--take", "text") == 0
    assert notebooks.read(chapter).cells[0].source == "# Text"


def test_the_same_edit_on_both_sides_is_no_quarrel(chapter):
    replace(pairs.text_of(chapter), "# Old", "# Same")
    replace(chapter, "# Old", "# Same")
    assert refresh(chapter, "--edited") == 0
    assert pairs.read(chapter).right is Side.BOTH


def test_times_of_files_decide_nothing(chapter):
    replace(pairs.text_of(chapter), "# Old", "# New")
    os.utime(pairs.text_of(chapter), (0, 0))
    assert refresh(chapter, "--edited") == 0
    assert notebooks.read(chapter).cells[0].source == "# New"


def test_a_lost_half_is_made_again(chapter):
    text = pairs.text_of(chapter).read_text("utf-8")
    pairs.text_of(chapter).unlink()
    assert refresh(chapter) == 0 and pairs.text_of(chapter).read_text("utf-8") == text
    stored = chapter.read_text("utf-8")
    chapter.unlink()
    assert refresh(chapter.parent) == 0 and chapter.read_text("utf-8") == stored


def test_a_failing_cell_changes_neither_half(chapter, capsys):
    place = pairs.text_of(chapter)
    replace(place, "1 + 1", "1 / 0")
    before = chapter.read_bytes(), place.read_bytes()
    assert refresh(chapter, "--edited") == 2
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert (chapter.read_bytes(), place.read_bytes()) == before


def test_the_fingerprint_stays_out_of_the_exercise():
    for path in sorted((ROOT / "exercises").glob("*.ipynb")):
        assert set(json.loads(path.read_text("utf-8"))["metadata"]) == {"kernelspec", "language_info"}


def test_a_pair_is_a_valid_notebook(chapter):
    nbformat.validate(nbformat.read(chapter, as_version=4))
