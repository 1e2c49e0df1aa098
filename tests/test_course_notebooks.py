"""Notebooks as files: normalised alike, refreshed whole or not at all."""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from prpn_course import notebooks
from prpn_course.task import NotebookError
from prpn_edu.cli import main


def messy():
    live = notebooks.DROPPED_MIME[0]
    picture = {"image/png": "aGVsbG8=", "text/plain": "a line", live: {"model_id": "x"}}
    outputs = [
        new_output("stream", name="stdout", text="a\n"),
        new_output("stream", name="stdout", text="b\n"),
        new_output("execute_result", data=picture, execution_count=41),
    ]
    noisy = {"execution": {"idle": "2026-01-01"}, "tags": ["hide-input"], "prpn_edu": {"task": "1.1"}}
    cells = [
        new_markdown_cell("# T", metadata={"vscode": {}}),
        new_code_cell("x = 1", execution_count=40, metadata=noisy),
        new_code_cell("x", execution_count=41, outputs=outputs),
        new_code_cell("never run"),
    ]
    return new_notebook(
        cells=cells,
        metadata={"widgets": {"state": 1}, "kernelspec": {"name": "mine", "display_name": "Mine"}},
    )


def test_normalising_keeps_content_and_drops_circumstances():
    notebook = notebooks.normalise(messy(), "07-x")
    nbformat.validate(notebook)
    assert [cell.id for cell in notebook.cells] == ["07-x-000", "07-x-001", "07-x-002", "07-x-003"]
    assert notebook.metadata == notebooks.METADATA
    assert notebook.cells[0].metadata == {}
    assert notebook.cells[1].metadata == {
        "tags": ["hide-input"],
        "prpn_edu": {"task": "1.1"},
        "jupyter": {"source_hidden": True},
    }
    assert [cell.execution_count for cell in notebook.cells[1:]] == [1, 2, None]
    stream, result = notebook.cells[2].outputs
    assert stream.text == "a\nb\n"
    assert result.execution_count == 2
    assert result.data == {"image/png": "aGVsbG8=", "text/plain": "a line"}


def test_normalising_twice_changes_nothing():
    once = notebooks.normalise(messy(), "07-x")
    assert notebooks.normalise(once, "07-x") == once


def save(path, *sources):
    notebooks.write(new_notebook(cells=[new_code_cell(source) for source in sources]), path)
    return path


def test_refresh_stores_outputs_and_a_second_time_changes_nothing(tmp_path, capsys):
    path = save(tmp_path / "n.ipynb", "import os; print([x for x in os.listdir() if '.' in x])", "1 + 1")
    assert main(["refresh", str(tmp_path)]) == 0
    stored = path.read_text("utf-8")
    cells = json.loads(stored)["cells"]
    assert "".join(cells[0]["outputs"][0]["text"]) == "['n.ipynb']\n"  # the kernel runs beside the notebook
    assert main(["refresh", str(tmp_path)]) == 0
    assert path.read_text("utf-8") == stored
    assert capsys.readouterr().out == f"changed   {path} (the notebook was edited)\nunchanged {path}\n"


def test_refresh_writes_nothing_when_one_notebook_fails(tmp_path, capsys):
    good = save(tmp_path / "a.ipynb", "2 + 2")
    bad = save(tmp_path / "b.ipynb", "x = 1", "raise ValueError('no')")
    before = good.read_text("utf-8"), bad.read_text("utf-8")
    assert main(["refresh", str(tmp_path)]) == 2
    assert (good.read_text("utf-8"), bad.read_text("utf-8")) == before
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["a.ipynb", "b.ipynb"]
    words = capsys.readouterr().err
    assert str(bad) in words and "ValueError: no" in words and "No notebook was changed" in words


BROKEN = ["", "{", "[]", '{"cells": 3}', '{"nbformat": 4, "nbformat_minor": 5, "cells": [{}]}']


@pytest.mark.parametrize("content", BROKEN)
def test_a_file_that_is_no_notebook_is_named(tmp_path, content):
    path = tmp_path / "bad.ipynb"
    path.write_text(content, "utf-8")
    with pytest.raises(NotebookError, match=r"bad\.ipynb: not a notebook"):
        notebooks.read(path)


def test_nothing_to_find_is_an_error(tmp_path):
    for wrong in (tmp_path, tmp_path / "absent", tmp_path / "n.txt"):
        with pytest.raises(NotebookError, match=wrong.name):
            notebooks.find([wrong])
