"""What the book asks of Sphinx beyond its themes: figures, equations, and the sources of docstrings."""


def source_sections(app, what, name, obj, options, lines):
    """Give "Source: where" of a docstring the form that napoleon knows as a section."""
    for number, line in enumerate(lines):
        if line.startswith("Source: "):
            lines[number : number + 1] = ["Source:", "    " + line.removeprefix("Source: ")]


def setup(app):
    """Register all; called by Sphinx."""
    app.setup_extension("prpn_book.sphinx.figures")
    app.setup_extension("prpn_book.sphinx.equations")
    app.connect("autodoc-process-docstring", source_sections, priority=400)  # before napoleon's own 500
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
