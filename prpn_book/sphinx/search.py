"""A search index of sections, each with its own words: a page on disk shows where a term is explained.

Sphinx's own index knows which page holds a word, not where nor how often, and its search page fetches the
pages for their snippets, which a browser refuses on disk. Here every section is an entry: its title, its
prose, the terms that it sets in italics or bold, the names in its code. `book/_assets/search.js` ranks them.
"""

import json
import re
from pathlib import Path

from docutils import nodes
from sphinx import addnodes

from prpn_book.formula_text import formula_text
from prpn_book.sphinx.quiz import Option

NAME = re.compile(r"[A-Za-z_]\w{2,}")
# What shows no prose: outputs, HTML of explorers, citations, code (its names are kept apart), answers.
SILENT = (
    nodes.raw,
    nodes.comment,
    nodes.literal_block,
    nodes.math_block,
    nodes.image,
    addnodes.index,
    Option,
)


def kind(docname: str) -> str:
    """Return what sort of page this is; the search ranks by it."""
    if docname.startswith("book/part"):
        return "chapter"
    if docname.startswith("book/appendix/api"):
        return "library"
    if docname == "book/glossary":
        return "glossary"
    return "page" if docname.count("/") == 1 else "appendix"


def entries(document: nodes.document) -> list[dict]:
    """Return the entries of a page: its sections, the terms of a glossary, the objects of the library."""
    found = []
    for section in document.findall(nodes.section):
        title = section.next_node(nodes.title)
        own = [child for child in section.children if not isinstance(child, nodes.section | nodes.title)]
        found.append({"id": section["ids"][0], "title": plain(title), **_content(own)})
    for item in document.findall(nodes.definition_list_item):
        terms = [child for child in item.children if isinstance(child, nodes.term) and child["ids"]]
        for term in terms:
            found.append(
                {"id": term["ids"][0], "title": plain(term), **_content(item.children[len(terms) :])}
            )
    for described in document.findall(addnodes.desc):
        for signature in described.findall(addnodes.desc_signature):
            if signature["ids"] and signature.parent is described:
                about = described.next_node(nodes.paragraph)
                text = _content([about])["text"] if about else ""
                found.append({"id": signature["ids"][0], "title": signature["ids"][0], "text": text})
    return found


def plain(node: nodes.Node) -> str:
    """Return a node's text, its formulas without TeX."""
    if isinstance(node, nodes.math):
        return formula_text(node.astext())
    return "".join(map(plain, node.children)) if node.children else node.astext()


def _content(parts: list[nodes.Node]) -> dict:
    """What can be found in these nodes: prose, terms, names in code."""
    prose, terms, names = [], [], set()

    def visit(node: nodes.Node) -> None:
        if isinstance(node, nodes.literal_block):
            names.update(NAME.findall(node.astext()))
        if isinstance(node, SILENT) or "cell_output" in node.get("classes", []):
            return
        if node.get("refdomain") == "cite" or isinstance(node, addnodes.desc | nodes.section):
            return
        if isinstance(node, nodes.emphasis | nodes.strong):
            terms.append(plain(node))
        if isinstance(node, nodes.math):
            prose.append(formula_text(node.astext()))
            return
        for child in node.children:
            if isinstance(child, nodes.Text):
                prose.append(child.astext())
            elif isinstance(child, nodes.Element):
                visit(child)
        if isinstance(node, nodes.paragraph | nodes.term | nodes.entry | nodes.title):
            prose.append(" ")

    for part in parts:
        visit(part)
    text = re.sub(r"\s+", " ", "".join(prose)).strip()
    return {"text": text, "terms": terms, "names": " ".join(sorted(names))}


def no_index_of_sphinx(app) -> None:
    """Leave out Sphinx's own index and search page."""
    app.builder.search = False


def no_scripts_of_sphinx(app, pagename, templatename, context, doctree) -> None:
    """Offer the page's template a function that leaves out the scripts of Sphinx's search."""
    script = re.compile(r'\s*<script src="[^"]*(?:searchtools|language_data|searchindex)\.js[^"]*"></script>')
    context["without_search_scripts"] = lambda head: script.sub("", head)


def pages(app):
    """Yield the search page."""
    yield "search", {"title": "Search"}, "search_page.html"


def collect(app, doctree) -> None:
    """Keep the entries of the page just read with the environment."""
    app.env.prpn_search = getattr(app.env, "prpn_search", {}) | {app.env.docname: entries(doctree)}


def write(app, exception) -> None:
    """Write the index beside the page, from all pages, read now or earlier."""
    if exception or app.builder.name != "html":
        return
    index = []
    for docname in sorted(app.env.all_docs):
        title = plain(app.env.titles[docname])
        index.append(
            {
                "page": app.builder.get_target_uri(docname),
                "title": title,
                "kind": kind(docname),
                "entries": app.env.prpn_search[docname],
            }
        )
    text = f"prpnSearch.load({json.dumps(index, ensure_ascii=False, separators=(',', ':'))});\n"
    (Path(app.outdir) / "searchindex.js").write_text(text, "utf-8")


def templates(app, config) -> None:
    """Let Sphinx find the page's template in this folder."""
    config.templates_path.append(str(Path(__file__).parent))


def setup(app):
    """Register; called by Sphinx."""
    app.connect("config-inited", templates)
    app.connect("builder-inited", no_index_of_sphinx)
    app.connect("doctree-read", collect)
    app.connect("html-page-context", no_scripts_of_sphinx)
    app.connect("html-collect-pages", pages)
    app.connect("build-finished", write)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
