"""The drawings as the browser gets them: one file an explorer, made by esbuild, and one style.

The bundles are generated and committed, since students in JupyterLab have no Node to make them with. Each
names a fingerprint of its sources in its first line, so that a test without Node can tell a stale one.
`book/_frontend/vendor.py` makes them again.
"""

import hashlib
from pathlib import Path

from prpn_book import palette
from prpn_edu import shipped

HERE = Path(__file__).parent
NAMES = (
    "adjective",
    "attention",
    "english",
    "gates",
    "grammar",
    "halflife",
    "laws",
    "memory",
    "neurons",
    "prpn",
    "race",
    "readings",
    "sentiment",
    "skyline",
    "spans",
    "stepper",
    "trials",
    "votes",
    "word_list",
)
# What loops need besides their arguments, by name.
TABLES = {
    "english": shipped.ENGLISH,
    "lstm": shipped.LSTM,
    "prpn": shipped.PRPN,
    "spans": shipped.SPANS,
    "tree_lstm": shipped.TREE_LSTM,
    "votes": shipped.VOTES,
    "word_list": shipped.WORD_LIST,
}


def text(name: str) -> str:
    """Return the bundle of an explorer, an ES module whose default export holds `render`."""
    return (HERE / f"dist/{name}.js").read_text("utf8")


def style(*names: str) -> str:
    """Return the style sheet of some explorers: the palette, the kit's rules and their own."""
    files = [HERE / "kit/explorer.css", *(HERE / f"{name}.css" for name in names)]
    return "\n".join([palette.css(), *(file.read_text("utf8") for file in files)])


def sources(name: str) -> list[Path]:
    """Return the files that a bundle is made of: the kit's modules and the drawing itself."""
    return [*sorted((HERE / "kit").glob("*.js")), HERE / f"{name}.js"]


def fingerprint(name: str) -> str:
    """Return the fingerprint of a bundle's sources."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in sources(name))).hexdigest()[:16]
