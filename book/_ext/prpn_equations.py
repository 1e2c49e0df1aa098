"""Equations numbered by chapter: those of "07-prpn-gates" that have a label are (7.1), (7.2) and so on."""

from docutils import nodes
from prpn_figures import chapter_of
from sphinx.transforms import SphinxTransform


class Equations(SphinxTransform):
    """Give each equation with a label its number, and tell it to the references."""

    default_priority = 200  # before anything asks for a number

    def apply(self, **kwargs):
        """Visit the equations of a page in their order."""
        chapter, known = chapter_of(self.env.docname), self.env.domaindata["math"]["objects"]
        if not chapter:
            return
        labelled = [block for block in self.document.findall(nodes.math_block) if block.get("label")]
        for place, block in enumerate(labelled, 1):
            block["number"] = f"{chapter}.{place}"
            known[block["label"]] = self.env.docname, block["number"]


def setup(app):
    """Register it; called by Sphinx. Its own numbering, by sections, is off: these are not numbered."""
    app.add_transform(Equations)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
