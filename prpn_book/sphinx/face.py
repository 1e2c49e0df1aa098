"""What surrounds the text of a page: edition and citation; sphinxext-opengraph writes description and card.

    ```{prpn-citation}
    ```

gives the entry for a bibliography, made from CITATION.cff.
"""

from html import escape
from pathlib import Path

import yaml
from docutils import nodes
from docutils.parsers.rst import Directive

from prpn_book import address

ROOT = Path(__file__).resolve().parents[2]
ABOUT = "book/appendix/about"
CARD = "_static/card.png"


def citation() -> dict:
    """Return CITATION.cff."""
    return yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))


def edition() -> str:
    """Return "Version 1.0.0, 24 November 2026"."""
    told = citation()
    day = told["date-released"]
    return f"Version {told['version']}, {day.day} {day:%B %Y}"


class Citation(Directive):
    """The entry of this course for a bibliography."""

    def run(self) -> list[nodes.Node]:
        """Write it as BibTeX, with a button that copies it."""
        told = citation()
        self.state.document.settings.env.note_dependency(str(ROOT / "CITATION.cff"))
        fields = {
            "title": f"{{{told['title']}}}",
            "author": f"{{{' and '.join(author['name'] for author in told['authors'])}}}",
            "year": told["date-released"].year,
            "version": told["version"],
            "url": told["repository-code"],
        }
        lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
        text = f"@misc{{prpn_edu,\n{lines}}}"
        return [nodes.paragraph("", f"{edition()}."), nodes.literal_block(text, text, language="bibtex")]


def surround(app, pagename, templatename, context, doctree) -> None:
    """Give the page's template its edition, and the button that leads to the citation."""
    context["edition"] = edition()
    context["about"] = context["pathto"](ABOUT)
    if "header_buttons" in context:
        lead_to_copies(context["header_buttons"], pagename)
        link = {
            "url": f"{context['about'].rstrip('#')}#cite",
            "icon": "fas fa-quote-left",
            "tooltip": "Cite this course",
        }
        context["header_buttons"].append({"type": "link", "label": "cite", **link})


def lead_to_copies(buttons: list[dict], pagename: str) -> None:
    """Let the theme's button for Colab open the copy that fetches the course in its first cell."""
    for button in (inside for group in buttons for inside in group.get("buttons", ())):
        if button.get("text") == "Colab":
            button["url"] = address.colab(f"{pagename}.ipynb")


def settle(app, config) -> None:
    """Make the pages' own address from the repository's, and name what their cards show."""
    config.html_baseurl = config.ogp_site_url = address.site()
    config.ogp_site_name = config.html_title
    config.ogp_image = address.site() + CARD
    config.ogp_custom_meta_tags = ['<meta name="twitter:card" content="summary_large_image" />']


def entrance(app, exception) -> None:
    """Give the page at the root, which only leads on, a title and a language."""
    if exception or app.builder.name != "html":
        return
    target, title = f"{app.config.root_doc}.html", escape(app.config.html_title)
    (Path(app.outdir) / "index.html").write_text(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta http-equiv="refresh" content="0; url={target}"></head>'
        f'<body><a href="{target}">{title}</a></body></html>\n',
        "utf-8",
    )


def setup(app):
    """Register; called by Sphinx."""
    app.setup_extension("sphinxext.opengraph")
    app.add_directive("prpn-citation", Citation)
    app.connect("config-inited", settle)
    app.connect("html-page-context", surround, priority=900)
    app.connect("build-finished", entrance)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
