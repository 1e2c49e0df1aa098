"""What a prediction begins from, so that its slide can be answered alone."""

import re

from bs4 import Tag

from prpn_book.sphinx.page_parts import escaped, shown, words

LONGEST = 600  # letters of text
EARLIER = r"\b(picture|the figure|boxes of the lowest row)\b"  # asks about a picture further up


def given(details: Tag) -> str:
    """What stands beside a prediction.

    It is the text right above it on the page, as far as it fits, and the nearest table, formula and picture
    of its section; a picture or a formula of an earlier one that they speak of; and the words of its
    `data-given`: numbers that stand in another section.
    """
    found, pictured = _above(details)
    if not pictured:
        asks = re.search(EARLIER, words(details.find("summary")))
        picture = _named(details, found) or (_picture_before(details) if asks else None)
        found[:0] = [str(picture)] if picture is not None else []
    found += _formulas(details, "".join(found))
    if more := details.get("data-given"):
        found.append(f"<p>{escaped(str(more))}</p>")
    return f'<div class="given">{"".join(found)}</div>' if "".join(found).strip() else ""


def _above(details: Tag) -> tuple[list[str], bool]:
    """What its section has above it that it needs, and whether a picture is among it."""
    found: list[str] = []
    had: set[str] = set()  # kinds of which one is enough
    length = 0
    for block in details.find_previous_siblings():
        kind = _kind(block)
        if kind == "end":
            break
        if kind == "words":
            length += len(words(block))
            if length <= LONGEST or not found:
                found.insert(0, _plain(block))
        elif kind and kind not in had:
            had.add(kind)
            found.insert(0, _plain(block) if kind == "table" else str(shown(block)[-1]))
        if kind == "picture":
            break
    return found, "picture" in had


def _kind(block: Tag) -> str:
    """What a block above a prediction is; "" for one that is not shown again, such as an explorer."""
    if block.name in ("h1", "h2", "h3", "section") or block.has_attr("data-right"):
        return "end"
    if "math" in (block.get("class") or []):
        return "formula"
    if block.name == "table" or (block.find("table") and not block.select(".prpn-twin")):
        return "table"
    if shown(block):
        return "" if block.select(".prpn-twin") else "picture"
    return "words" if block.name in ("p", "ul", "ol", "blockquote", "div") else ""


def _named(details: Tag, found: list[str]) -> Tag | None:
    """The picture above to which a text links last, None if there is none."""
    linked = re.findall(r'href="#(fig-[^"]+)"', "".join(found))
    return details.find_previous("figure", class_="prpn-figure", id=linked[-1]) if linked else None


def _formulas(details: Tag, shown_already: str) -> list[str]:
    """The formulas of the page that a prediction or what stands above it names by number."""
    named = dict.fromkeys(re.findall(r'href="#(equation-[^"]+)"', shown_already + str(details)))
    above = [details.find_previous(id=one) for one in named if f'id="{one}"' not in shown_already]
    return [str(one) for one in above if one is not None]


def _picture_before(details: Tag) -> Tag | None:
    """The last figure above, explorers left out."""
    above = details.find_all_previous("figure", class_="prpn-figure")
    return next((one for one in above if one.find_parent(class_="prpn-twin") is None), None)


def _plain(block: Tag) -> str:
    """A block of a page; of a cell its code and what it printed."""
    if "cell" not in (block.get("class") or []):
        return str(block)
    return "".join(str(one) for one in block.select("pre, table"))
