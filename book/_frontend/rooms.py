"""Measure how high the explorers of the built book are, so that its pages can keep their places free.

    python book/_frontend/rooms.py

writes prpn_book/sphinx/rooms.json: for each page its explorers in their order, the pixels on a wide page and
on a phone. A test says when it is to be run again, after `make book`.
"""

import json
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
HTML, ROOMS = ROOT / "_build/html", ROOT / "prpn_book/sphinx/rooms.json"
VIEWS = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
OPEN = """() => {
  for (const fold of document.querySelectorAll("details.prpn-fold")) fold.open = true;
  for (const skip of document.querySelectorAll(".prpn-commit .skip")) skip.click();
}"""


def measured(page, path: Path) -> list[int]:
    """The heights of a page's explorers, as they come."""
    page.goto(path.as_uri())
    page.evaluate(OPEN)
    heights = []
    for place in page.locator(".prpn-twin").all():
        place.scroll_into_view_if_needed()
        place.locator(".prpn-explorer").wait_for()
        page.wait_for_timeout(200)  # a picture takes its room a moment later
        heights.append(place.evaluate("place => place.firstElementChild.getBoundingClientRect().height"))
    return [round(height) for height in heights]


def main() -> None:
    """Measure every page that holds an explorer, at both widths."""
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    pages = [
        path for path in sorted(HTML.glob("book/**/*.html")) if 'class="prpn-twin"' in path.read_text("utf-8")
    ]
    rooms: dict[str, list[list[int]]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for view in VIEWS:
            page = browser.new_page(viewport=view, has_touch=view is VIEWS[1])
            for path in pages:
                name = path.relative_to(HTML).with_suffix("").as_posix()
                rooms.setdefault(name, []).append(measured(page, path))
        browser.close()
    told = {name: [list(pair) for pair in zip(*both, strict=True)] for name, both in rooms.items()}
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(pairs)}" for name, pairs in told.items())
    ROOMS.write_text(f"{{\n{lines}\n}}\n", "utf-8")


if __name__ == "__main__":
    main()
