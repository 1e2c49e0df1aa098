"""Formulas that are set when the book is built: a page asks for no script to show them.

MathJax sets each formula once, in Node; its HTML is kept with the environment, so that a build in which no
formula changed does not call it. Each carries MathML for screen readers. The style sheet holds the signs that
the book uses.
"""

import importlib.util
import json
import re
import subprocess
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

FRONTEND = Path(__file__).resolve().parents[2] / "book/_frontend"
STYLES = "formulas.css"
FONTS = "vendor/mathjax"  # as seen from the style sheet
SIGN = re.compile(r"^mjx-c\.(mjx-c[0-9A-F]+)[^{}]*\{[^}]*\}\n*", re.M)
log = logging.getLogger(__name__)

Formula = tuple[str, bool]  # TeX, whether it stands on a line of its own


def frontend():
    """Load book/_frontend/vendor.py, which knows where Node and its packages are."""
    spec = importlib.util.spec_from_file_location("vendor", FRONTEND / "vendor.py")
    vendor = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(vendor)
    return vendor


def typeset(formulas: list[Formula]) -> tuple[list[str], str]:
    """Return the HTML of each formula, and MathJax's whole style sheet.

    Raises:
        ExtensionError: MathJax could not be run; the message holds its own words.
    """
    vendor = frontend()
    program = [*vendor.command("node"), str(FRONTEND / "formulas.js"), str(vendor.MODULES / "mathjax"), FONTS]
    done = subprocess.run(
        program, input=json.dumps(formulas), capture_output=True, text=True, encoding="utf8"
    )
    if done.returncode != 0:
        raise ExtensionError(
            f"MathJax could not set the formulas. Did vendor.py run? Its own words:\n{done.stderr}"
        )
    answer = json.loads(done.stdout)
    return answer["set"], answer["style"]


def only_used(style: str, pages: str) -> str:
    """Return a style sheet without the signs that do not occur in these pages."""
    used = set(re.findall(r"mjx-c[0-9A-F]+", pages))
    return SIGN.sub(lambda rule: rule[0] if rule[1] in used else "", style)


def formula(node: nodes.math | nodes.math_block) -> Formula:
    """Return what a node asks to be set; several lines are aligned as Sphinx aligns them."""
    text = node.astext()
    if isinstance(node, nodes.math):
        return text, False
    if "amsmath" in node["classes"] or node.get("nowrap"):
        return text, True
    parts = [
        rf"\begin{{split}}{part}\end{{split}}" if r"\\" in part else part
        for part in text.split("\n\n")
        if part.strip()
    ]
    lines = r"\\".join(parts)
    return (
        rf"\begin{{align}}\begin{{aligned}}{lines}\end{{aligned}}\end{{align}}" if parts[1:] else lines
    ), True


def collect(app, doctree) -> None:
    """Note the formulas of the page just read."""
    found = set(map(formula, doctree.findall(lambda n: isinstance(n, nodes.math | nodes.math_block))))
    app.env.prpn_formulas = getattr(app.env, "prpn_formulas", {}) | {app.env.docname: found}


def set_all(app, env) -> None:
    """Set all formulas when one of them is new, and lay the style sheet where the pages find it."""
    wanted = sorted(
        set().union(*(getattr(env, "prpn_formulas", {}).get(name, ()) for name in env.found_docs))
    )
    known, style = getattr(env, "prpn_set", ({}, ""))
    if not known.keys() >= set(wanted):
        pages, style = typeset(wanted)
        known = dict(zip(wanted, pages, strict=True))
        for (tex, _), page in known.items():
            if wrong := re.search(r'data-mjx-error="([^"]*)"', page):
                log.warning("MathJax cannot set %r: %s", tex, wrong[1])
        env.prpn_set = known, style
    text = only_used(style, "".join(known[one] for one in wanted))
    path = Path(app.outdir).parent / "figure-styles" / STYLES
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def inline(translator, node) -> None:
    """Write a formula of a line."""
    translator.body.append(translator.starttag(node, "span", "", CLASS="math notranslate nohighlight"))
    translator.body.append(translator.builder.env.prpn_set[0][formula(node)] + "</span>")
    raise nodes.SkipNode


def block(translator, node) -> None:
    """Write a formula that stands by itself, with its number."""
    translator.body.append(translator.starttag(node, "div", CLASS="math notranslate nohighlight"))
    if node["number"]:
        translator.body.append(f'<span class="eqno">({get_node_equation_number(translator, node)})')
        translator.add_permalink_ref(node, "Link to this equation")
        translator.body.append("</span>")
    translator.body.append(translator.builder.env.prpn_set[0][formula(node)] + "</div>\n")
    raise nodes.SkipNode


def setup(app):
    """Register; called by Sphinx. The folder of styles is laid out by prpn_book.sphinx.figures."""
    app.add_html_math_renderer("prpn", (inline, None), (block, None))
    app.add_css_file(STYLES, priority=400)
    app.connect("doctree-read", collect)
    app.connect("env-updated", set_all)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
