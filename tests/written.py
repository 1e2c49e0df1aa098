"""The pages of the built book, without those that only lead from an old address to a new one."""

from pathlib import Path

from prpn_book.sphinx.moved import MOVED

HTML = Path(__file__).parents[1] / "_build/html"
LEADING_ON = {HTML / f"{old}.html": HTML / f"{new}.html" for old, new in MOVED.items()}
PAGES = sorted(
    path for path in HTML.rglob("*.html") if "_static" not in path.parts and path not in LEADING_ON
)
CHAPTERS = [path for path in PAGES if path.parent.match("book/part*") and path.name[0].isdigit()]
