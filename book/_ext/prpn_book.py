"""What the book asks of Sphinx beyond its themes: texts for figures, and the sources that docstrings name."""

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform


class AlternativeText(SphinxPostTransform):
    """Use the plain text that a figure's cell stores beside it (`prpn_edu.figures`) as alternative text."""

    default_priority = 3  # just before myst-nb keeps one form of an output and drops the others

    def run(self, **kwargs):
        """Visit every output that has both forms."""
        for bundle in self.document.findall(_is_bundle):
            forms = {container["mime_type"]: container for container in bundle.children}
            if "image/png" in forms and "text/plain" in forms:
                for image in forms["image/png"].findall(nodes.image):
                    image["alt"] = forms["text/plain"].astext()


def _is_bundle(node: nodes.Node) -> bool:
    return isinstance(node, nodes.container) and node.get("nb_element") == "mime_bundle"


def source_sections(app, what, name, obj, options, lines):
    """Give "Source: where" of a docstring the form that napoleon knows as a section."""
    for number, line in enumerate(lines):
        if line.startswith("Source: "):
            lines[number : number + 1] = ["Source:", "    " + line.removeprefix("Source: ")]


def setup(app):
    """Register both; called by Sphinx."""
    app.add_post_transform(AlternativeText)
    app.connect("autodoc-process-docstring", source_sections, priority=400)  # before napoleon's own 500
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
