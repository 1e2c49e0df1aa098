"""What the theme's and MyST-NB's templates lack for those who read with a keyboard or a screen reader.

Each is a defect that axe found, and the least change that mends it. One thing goes: the theme measures at
once whatever might scroll on a page, and again whenever an explorer moves. scroll.js measures what is near.
"""

from pathlib import Path

from sphinx.errors import ExtensionError

from prpn_book.sphinx.icons import STATIC

SCRIPT = "scripts/pydata-sphinx-theme.js"
MEASURES = '"complete"===document.readyState?I():window.addEventListener("load",I)'

SIDEBAR = '<div id="pst-primary-sidebar"'
SEARCH = 'class="btn search-button-field search-button__button pst-js-only" title="Search"'
MENDED = {
    # A name that is not what one sees.
    '<summary aria-label="Toggle hidden content">': "<summary>",
    f'{SEARCH} aria-label="Search"': SEARCH,
    # No name at all.
    '<summary><span class="toctree-toggle"': '<summary aria-label="Its pages"><span class="toctree-toggle"',
    # A heading of nothing: the empty corner of a table.
    '<th class="head"><p></p></th>': '<td class="head"></td>',
    # A list whose entries have a role that no longer exists.
    ' role="doc-biblioentry"': ' role="listitem"',
    # Home and search outside of every landmark.
    f"{SIDEBAR} class=": f'{SIDEBAR} role="complementary" aria-label="Book" class=',
}


def mended(content: str) -> str:
    """Return a page with all of them mended."""
    for old, new in MENDED.items():
        content = content.replace(old, new)
    return content


def relieved(script: str) -> str:
    """Return the theme's script without the part that measures.

    Raises:
        ExtensionError: the theme is another one, and its script has no such part.
    """
    if script.count(MEASURES) != 1:
        raise ExtensionError(f"the theme's {SCRIPT} no longer ends with {MEASURES!r}: look what measures now")
    return script.replace(MEASURES, "0")


def lay_out(app, config) -> None:
    """Write the script where it takes the place of the theme's; the extension figures offers the folder."""
    target = Path(app.outdir).parent / "figure-styles" / SCRIPT
    script = relieved((STATIC / SCRIPT).read_text("utf-8"))
    if not target.exists() or target.read_text("utf-8") != script:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(script, "utf-8")


def offer(app, pagename, templatename, context, doctree) -> None:
    """Let the page's template call it."""
    context["mended"] = mended


def setup(app):
    """Register; called by Sphinx."""
    app.connect("config-inited", lay_out, priority=600)
    app.connect("html-page-context", offer)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
