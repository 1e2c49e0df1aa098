"""Figures, tables and equations on a built page: drawn into it, numbered by chapter, named in the text."""

import re
from pathlib import Path

import nbformat
import pytest

from prpn_book import figures

sphinx = pytest.importorskip("sphinx.application", reason="the book's tools are not installed")
pytest.importorskip("myst_nb")
ROOT = Path(__file__).resolve().parent.parent
METADATA = {"language_info": {"name": "python", "pygments_lexer": "ipython3"}}


def shown(value, **metadata):
    data = getattr(value, "_repr_mimebundle_", dict)() or {
        "text/html": value._repr_html_(),
        "text/plain": repr(value),
    }
    output = nbformat.v4.new_output("execute_result", data, execution_count=1)
    return nbformat.v4.new_code_cell("figure", outputs=[output], execution_count=1, metadata=metadata)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages of a book of a chapter 7 and an appendix."""
    folder = tmp_path_factory.mktemp("book")
    bars = figures.gate_bars({"gate": [0.5]}, ["a"], "Bars", label="fig-bars")
    folded = {"tags": ["deeper"]}
    cells = [
        nbformat.v4.new_markdown_cell("# Chapter\n\nSee {ref}`fig-bars` and {ref}`tab-one`."),
        nbformat.v4.new_markdown_cell(
            "$$a = b$$\n\n$$b = c$$ (eq-one)\n\n$$c = d$$ (eq-two)\n\nLet $x$, but $y$ too. *Here*, $a$, $b$."
        ),
        shown(figures.gate_bars({"gate": [1.0]}, ["a"], "First")),
        nbformat.v4.new_markdown_cell("### More\n\nOf it.", metadata=folded),
        shown(figures.gate_bars({"gate": [0.0]}, ["a"], "In a fold"), **folded),
        shown(bars),
        shown(figures.gate_bars({"gate": [1.0]}, ["a"])),
        shown(figures.Table(["", "x"], [["y", "1"]], "A table", label="tab-one")),
        shown(figures.Table(["", "x"], [["y", "1"]])),
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=METADATA), folder / "07-gates.ipynb")
    more = [
        nbformat.v4.new_markdown_cell(
            "# More\n\nAs in {ref}`fig-bars` and {eq}`eq-two`.\n\n$$e = f$$ (eq-own)"
        ),
        shown(bars.__class__("", 9, 9, "x", "Own")),
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=more, metadata=METADATA), folder / "more.ipynb")
    (folder / "index.md").write_text("# Book\n\n```{toctree}\n07-gates\nmore\n```\n")
    settings = {
        "extensions": [
            "myst_nb",
            "prpn_book.sphinx.folds",
            "prpn_book.sphinx.figures",
            "prpn_book.sphinx.equations",
        ],
        "nb_custom_formats": {".ipynb": "prpn_book.sphinx.folds.read"},
        "myst_enable_extensions": ["dollarmath"],
        "numfig": True,
        "math_numfig": False,
        "nb_execution_mode": "off",
        "html_theme": "basic",
    }
    out = folder / "_build" / "html"
    app = sphinx.Sphinx(
        folder, None, out, folder / "_build" / "trees", "html", settings, status=None, warningiserror=True
    )
    app.build()
    return {page.stem: page.read_text("utf-8") for page in out.glob("*.html")} | {
        "css": (out / "_static" / "prpn-figures.css").read_text("utf-8")
    }


def test_captions_are_numbered_by_chapter_figures_and_tables_apart_those_in_folds_last(pages):
    told = re.findall(r'<span class="prpn-count">([^<]+)</span> ([^<]+)<', pages["07-gates"])
    assert sorted(told) == [
        ("Figure 7.1", "First"),
        ("Figure 7.2", "Bars"),
        ("Figure 7.3", "In a fold"),
        ("Table 7.1", "A table"),
    ]
    assert re.findall(r'prpn-count">([^<]+)<', pages["more"]) == ["Figure 1"]


def test_the_text_can_name_them_here_and_elsewhere(pages):
    assert re.search(r'href="#fig-bars"><span[^>]*>Figure 7.2</span>', pages["07-gates"])
    assert re.search(r'href="#tab-one"><span[^>]*>Table 7.1</span>', pages["07-gates"])
    assert re.search(r'href="07-gates.html#fig-bars"><span[^>]*>Figure 7.2</span>', pages["more"])
    ids = re.findall(r'\bid="([^"]+)"', pages["07-gates"])
    assert {"fig-bars", "tab-one"} <= set(ids) and len(ids) == len(set(ids))


def test_equations_with_a_label_are_numbered_by_chapter(pages):
    assert re.findall(r'class="eqno">\(([^)]+)\)', pages["07-gates"]) == ["7.1", "7.2"]
    assert re.search(r'href="07-gates.html#equation-eq-two">\(7\.2\)', pages["more"])


def test_a_formula_keeps_its_comma_in_the_line(pages):
    assert re.search(
        r'<span class="prpn-tight"><span class="math[^>]*>\\\(x\\\)</span>,</span> but <span class="math',
        pages["07-gates"],
    )
    assert re.search(
        r"<em>Here</em>, <span[^>]*><span[^>]*>\\\(a\\\)</span>,</span> <span", pages["07-gates"]
    )


def test_drawings_stand_in_the_page_and_follow_its_theme(pages):
    page = pages["07-gates"]
    assert page.count("<svg") == 4 and ".svg" not in page
    assert "text_html" not in page  # the theme would lay it on a slab in dark mode
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="prpn-svg" role="img"' in page
    assert "prpn-figures.css" in page and "var(--prpn-gate, #B34700)" in pages["css"]
    assert 'html[data-theme="dark"]' in pages["css"]
