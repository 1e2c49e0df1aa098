"""The colours of the course: one for each concept, the same in text, equations, figures and explorers.

`palette.json` is their only source. Python reads it here; style sheets and drawings use the custom properties
that `css` writes (`--prpn-gate`, ...), which follow the theme of the page.
"""

import json
from collections.abc import Iterable
from importlib import resources

COLOURS: dict[str, dict[str, str]] = json.loads(
    resources.files("prpn_book").joinpath("palette.json").read_text("utf-8")
)
# The book's theme, JupyterLab's, Colab's, VS Code's; a page with none follows the reader's system.
DARK_PAGES = (
    'html[data-theme="dark"], body[data-jp-theme-light="false"], html[theme="dark"], body.vscode-dark'
)


def properties(theme: str, concepts: Iterable[str] = tuple(COLOURS)) -> str:
    """The declarations of one theme, `--prpn-word: #4A5568; ...`; `theme` is "light" or "dark"."""
    return " ".join(f"--prpn-{concept}: {COLOURS[concept][theme]};" for concept in concepts)


def css(concepts: Iterable[str] = tuple(COLOURS)) -> str:
    """A style sheet that declares colours as custom properties, light and dark; print is light."""
    light, dark = properties("light", concepts), properties("dark", concepts)
    return (
        f":root {{ {light} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ "
        f":root:not([data-theme]):not(:has(body[data-jp-theme-light])) {{ {dark} }} }}\n"
        f"@media screen {{ {DARK_PAGES} {{ {dark} }} }}\n"
    )
