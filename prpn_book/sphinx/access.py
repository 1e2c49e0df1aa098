"""What the theme's and MyST-NB's templates lack for those who read with a keyboard or a screen reader.

Each is a defect that axe found, and the least change that mends it.
"""

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


def offer(app, pagename, templatename, context, doctree) -> None:
    """Let the page's template call it."""
    context["mended"] = mended


def setup(app):
    """Register; called by Sphinx."""
    app.connect("html-page-context", offer)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
