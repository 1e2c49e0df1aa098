"""Names as mathematics is printed: letters slanted, indices lowered, "s~" with a tilde, "f^" with a hat.

Figures, tables and captions take plain strings such as "p(l_4 = k)" and "x_{t-1}"; a letter that nothing
gives away stands between dollars, "step $t$". The text alternative keeps the strings as they are; a page
shows them as formulas look in the text around.
"""

import re
from html import escape

# A letter of its own, perhaps with a tilde or a hat and an index: not one of "word_count", "don't" or "x0".
LETTER = re.compile(
    r"\$([A-Za-zα-ω])\$|(?<![\w'’$])([A-Za-zα-ω])(~|\^(?![\w{(]))?(?:_(\{[^{}]+\}|[A-Za-z0-9α-ω]+))?(?![\w~'’])"
)
EQUATED = re.compile(r"= ?$"), re.compile(r"^( ?=|\()")  # what stands before a variable, and after one
LONE = re.compile(r"[b-zα-ω]")
TIMES = re.compile(r"(?<= )x(?= \d)")
MINUS = re.compile(r"(?<![\w)\]])-(?=\d)|(?<= )-(?= )")
ROOT = re.compile(r"\bsqrt(?=\()")
ACCENTS = {None: "", "~": "\u0303", "^": "\u0302"}
ITALIC, INDEX, PLAIN = "italic", "index", "plain"


def signs(text: str) -> str:
    """The string with the signs of arithmetic in place of "x", "-" and "sqrt"."""
    return ROOT.sub("\u221a", MINUS.sub("\u2212", TIMES.sub("\u00d7", text)))


def runs(text: str) -> list[tuple[str, str]]:
    """Cut a string into runs of (style, text), the style "plain", "italic" or "index".

    A letter is taken for a variable when it stands between dollars, carries an index, a tilde or a hat, or
    stands beside "=" or before "(".
    """
    found, end = [], 0
    text = signs(text)
    for match in LETTER.finditer(text):
        marked, letter, hat, index = match.groups()
        before, after = EQUATED
        near = before.search(text[: match.start()]) or after.search(text[match.end() :])
        if not (marked or hat or index or (near and letter.islower())):
            continue
        found.append((PLAIN, text[end : match.start()]))
        found.append((ITALIC, (marked or letter) + ACCENTS[hat]))
        if index:
            found.append((INDEX, index.strip("{}")))
        end = match.end()
    found.append((PLAIN, text[end:]))
    return [(style, run) for style, run in found if run]


def html(text: str) -> str:
    """The string as HTML: "l_4" as `<i>l</i><sub>4</sub>`; a small letter alone is a variable too."""
    if LONE.fullmatch(text):
        text = f"${text}$"
    marks = {PLAIN: "{}", ITALIC: "<i>{}</i>", INDEX: "<sub>{}</sub>"}
    return "".join(marks[style].format(escape(run)) for style, run in runs(text))


def tspans(text: str) -> str:
    """The string as the inside of an SVG `<text>`; indices are lowered by `dy`, which every browser knows."""
    parts, lowered = [], False
    for style, run in runs(text):
        shift = ""
        if (style == INDEX) != lowered:
            lowered = style == INDEX
            shift = ' dy="3"' if lowered else ' dy="-3"'
        kind = "" if style == PLAIN else f' class="{style}"'
        parts.append(f"<tspan{kind}{shift}>{escape(run)}</tspan>" if kind or shift else escape(run))
    return "".join(parts)


def width(text: str, size: float) -> float:
    """About how wide a string is set in a sans-serif type of this size, in the same unit; rather too wide."""
    narrow, wide = "iljtfrI.,:;'|!()[] ", "mwMW@%"
    ems = sum(
        0.36 if c in narrow else 0.95 if c in wide else 0.72 if c.isupper() else 0.61
        for _, run in runs(text)
        for c in run
    )
    return ems * size
