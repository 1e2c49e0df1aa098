"""What stands on a written page: its figures and explorers, and its words as a slide says them."""

import re

from bs4 import Tag


def shown(block: Tag) -> list[Tag]:
    """What a slide shows of a block of a page: its explorer, its figures, or the formula that it is."""
    if block.name == "table" or "math" in (block.get("class") or []):
        return [block]
    return pictures(block)


def pictures(block: Tag) -> list[Tag]:
    """The figures, moments of a film and explorers of a block, the outermost ones."""
    explorers = [twin.parent for twin in block.select(".prpn-twin")]
    figures = [
        one
        for one in block.select("figure.prpn-figure, .prpn-film .frame")
        if not one.find_parent(class_=["prpn-twin", "frame"])
    ]
    return [one for one in (*explorers, *figures) if one is not None]


def words(tag: Tag | None) -> str:
    """The words of an element, formulas once, as HTML has them."""
    if tag is None:
        return ""
    spoken = [str(one) for one in tag.strings if not any(_unspoken(above) for above in one.parents)]
    return escaped(" ".join("".join(spoken).split()))


def _unspoken(tag: Tag) -> bool:
    """Whether an element repeats a formula in another form, or is a link to a heading."""
    return tag.name == "annotation" or bool({"headerlink", "katex-html"} & {*(tag.get("class") or [])})


def escaped(text: str) -> str:
    """Text as HTML has it; what is escaped already stays."""
    return re.sub("&(?!(?:amp|lt|gt);)", "&amp;", text).replace("<", "&lt;").replace(">", "&gt;")
