"""What the book asks of Sphinx beyond its themes: alternative texts for the figures of notebooks."""

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


def setup(app):
    """Register the transform; called by Sphinx."""
    app.add_post_transform(AlternativeText)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
