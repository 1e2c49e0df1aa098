"""Equations numbered by chapter: those of "07-prpn-gates" that have a label are (7.1), (7.2) and so on.

A formula within a line keeps the comma or the full stop behind it, which would else begin the next line.
"""

import re

from docutils import nodes
from sphinx.transforms import SphinxTransform

from prpn_book.sphinx.figures import chapter_of


class Equations(SphinxTransform):
    """Give each equation with a label its number, and tell it to the references."""

    default_priority = 200  # before anything asks for a number

    def apply(self, **kwargs):
        """Visit the equations of a page in their order."""
        chapter, known = chapter_of(self.env.docname), self.env.get_domain("math").equations
        if not chapter:
            return
        labelled = [block for block in self.document.findall(nodes.math_block) if block.get("label")]
        for place, block in enumerate(labelled, 1):
            block["number"] = f"{chapter}.{place}"
            known[block["label"]] = self.env.docname, block["number"]


class Punctuation(SphinxTransform):
    """Hold each formula of a line together with the punctuation right behind it."""

    default_priority = 800

    def apply(self, **kwargs):
        """Visit the formulas of a page."""
        for formula in list(self.document.findall(nodes.math)):
            behind = formula.next_node(descend=False, siblings=True)
            signs = re.match(r"[,.;:!?)\]]+", behind.astext()) if isinstance(behind, nodes.Text) else None
            if signs:
                tight = nodes.inline("", "", formula.deepcopy(), nodes.Text(signs[0]), classes=["prpn-tight"])
                line = behind.parent  # two texts are equal if they say the same, so ask which one it is
                place = next(k for k, child in enumerate(line) if child is behind)
                line[place] = nodes.Text(behind.astext()[signs.end() :])
                formula.parent.replace(formula, tight)


def setup(app):
    """Register it; called by Sphinx. Its own numbering, by sections, is off: these are not numbered."""
    app.add_transform(Equations)
    app.add_transform(Punctuation)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
