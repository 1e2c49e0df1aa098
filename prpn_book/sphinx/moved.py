"""Addresses that chapters once had: at each the build writes a small page that leads on to the new one.

Without scripts it leads to the chapter's beginning; with them to the section that the old address named.
"""

import posixpath
from pathlib import Path

MOVED = {  # from what a page was called to what it is called now
    "book/part2-latent-trees/10b-prpn-on-real-sentences": "book/part2-latent-trees/11-prpn-on-trial",
    "book/part3-beyond/11-a-limit-one-can-sum-over": "book/part3-beyond/12-a-limit-one-can-sum-over",
    "book/part3-beyond/12-distributions-over-trees": "book/part3-beyond/14-distributions-over-trees",
    "book/part3-beyond/13-ordered-neurons": "book/part3-beyond/16-ordered-neurons",
    "book/part3-beyond/14-latent-tables": "book/part3-beyond/13-latent-tables",
    "book/part3-beyond/15-above-right-branching": "book/part3-beyond/17-above-right-branching",
}
PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>This page has moved</title>
<link rel="canonical" href="{to}">
<script>location.replace("{to}" + location.hash);</script>
<meta http-equiv="refresh" content="0; url={to}">
</head>
<body><main><h1>This page has moved</h1><p><a href="{to}">Go on to the chapter.</a></p></main></body>
</html>
"""


def lead_on(app, exception) -> None:
    """Write the pages, once all others are written, for those chapters that this book has.

    Raises:
        ValueError: an old address is that of a page.
    """
    if exception or app.builder.format != "html":
        return
    pages = app.env.found_docs
    for old, new in MOVED.items():
        if old in pages:
            raise ValueError(f"{old} is a page of the book: it cannot lead on to {new}")
        if new in pages:
            path = Path(app.outdir, f"{old}.html")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(PAGE.format(to=f"{posixpath.relpath(new, posixpath.dirname(old))}.html"), "utf-8")


def setup(app):
    """Register; called by Sphinx."""
    app.connect("build-finished", lead_on)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
