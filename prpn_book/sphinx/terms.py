"""Terms of the glossary show their meaning where they stand: in a chapter the first mention of each.

It is a link to the glossary, as the role `term` makes one, and those that the role makes do the same. The
page holds each meaning once, in a template at its end; terms.js shows it with the theme's Bootstrap. Without
scripts the link is left.
"""

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx import addnodes
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform

from prpn_book.sphinx.folds import Fold
from prpn_book.sphinx.quiz import Option, Question

GLOSSARY = "book/glossary"
# Words that also have a sense of every day: the role links them.
ORDINARY = {"context", "mixture", "record", "score", "stack"}
# Where no term is linked: headings, what is a link or stands out already, code, tables, the quiz.
APART = (
    nodes.title,
    nodes.reference,
    nodes.strong,
    nodes.emphasis,
    nodes.literal,
    nodes.literal_block,
    nodes.raw,
    nodes.table,
    nodes.math,
    nodes.math_block,
    nodes.comment,
    addnodes.index,
    Question,
    Option,
    Fold,
)


def anchors(env: BuildEnvironment) -> dict[str, str]:
    """Return for each term of the glossary its place there."""
    found = env.get_domain("std").get_objects()
    return {name: anchor for name, _, kind, page, anchor, _ in found if kind == "term" and page == GLOSSARY}


def passages(node: nodes.Node) -> Iterator[nodes.Text]:
    """Yield the text of a page that all readers see: no heading, and nothing that is folded."""
    depth = 0
    for part in node.findall(lambda one: isinstance(one, nodes.Text | nodes.raw)):
        if isinstance(part, nodes.raw):
            depth += part.astext().count("<details") - part.astext().count("</details")
        elif not depth and not isinstance(part.parent, nodes.raw) and not within(part, APART):
            yield part


def within(node: nodes.Node, kinds: tuple[type, ...]) -> bool:
    """Whether a node stands in another of these kinds."""
    while node := node.parent:
        if isinstance(node, kinds):
            return True
    return False


def mentions(names: set[str]) -> re.Pattern:
    """Return what finds any of these terms, the longest first: its singular or plural, at the start of a
    sentence too."""

    def words(name: str) -> str:
        first = f"[{name[0].upper()}{name[0]}]" if name.islower() else name[0]
        return first + re.escape(name[1:]).replace(r"\ ", r"\s+")

    longest = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(f'({words(name)})' for name in longest)})(?:s|es)?(?![\w-])")


class Terms(SphinxPostTransform):
    """Link the first mentions on the page, and mark what the role linked."""

    default_priority = 20  # when the role's references are resolved

    def run(self, **kwargs):
        """Visit a page; in chapters, its words too."""
        if self.app.builder.format != "html" or self.env.docname == GLOSSARY:
            return
        known = anchors(self.env)
        named = set()
        for link in self.document.findall(nodes.reference):
            if any("std-term" in child.get("classes", ()) for child in link.findall(nodes.inline)):
                link["classes"].append("prpn-term")
                named.add(link.get("refuri", "").partition("#")[2])
        if self.env.docname.startswith("book/part"):
            names = {name for name in known if "," not in name} - ORDINARY
            self.link(known, names, named)

    def link(self, known: dict[str, str], names: set[str], named: set[str]) -> None:
        """Make a link of the first mention of each term that is not `named` yet."""
        pattern, longest = mentions(names), sorted(names, key=len, reverse=True)
        page = self.app.builder.get_relative_uri(self.env.docname, GLOSSARY)
        for text in list(passages(self.document)):
            parts, at, words = [], 0, text.astext()
            for found in pattern.finditer(words):
                anchor = known[longest[found.lastindex - 1]]
                if anchor in named:
                    continue
                named.add(anchor)
                target = {"refuri": f"{page}#{anchor}", "internal": True, "classes": ["prpn-term"]}
                parts += [nodes.Text(words[at : found.start()]), nodes.reference("", found[0], **target)]
                at = found.end()
            if parts:
                text.parent.replace(text, [*parts, nodes.Text(words[at:])])


def meanings(env: BuildEnvironment) -> dict[str, nodes.Element]:
    """Return for each place in the glossary what it says, without links."""
    found = {}
    for item in env.get_doctree(GLOSSARY).findall(nodes.definition_list_item):
        said = item.next_node(nodes.definition)
        for reference in list(said.findall(addnodes.pending_xref)):
            reference.replace_self(reference.children)
        for term in item.findall(nodes.term):
            found |= dict.fromkeys(term["ids"], said)
    return found


def hold(app, pagename, templatename, context, doctree) -> None:
    """Put the meanings of the page's terms at its end."""
    links = doctree.findall(nodes.reference) if doctree and pagename != GLOSSARY else ()
    used = {link["refuri"].partition("#")[2] for link in links if "prpn-term" in link["classes"]}
    if used:
        said = meanings(app.env)
        for place in sorted(used & said.keys()):
            words = "".join(app.builder.render_partial(part)["fragment"] for part in said[place])
            context["body"] += f'<template id="meaning-{place}"><div>{words}</div></template>\n'


def setup(app):
    """Register; called by Sphinx."""
    app.add_post_transform(Terms)
    app.connect("html-page-context", hold)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
