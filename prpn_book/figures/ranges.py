"""How far each word may look back: its range as an arc beneath the words that it sees, and the tree above."""

from collections.abc import Sequence
from itertools import pairwise

from nltk import Tree

from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SMALL, Sheet
from prpn_book.figures.trees import hang, word_places
from prpn_edu.loops.gates import crossings
from prpn_edu.trees import bracketed

DEPTH, START = 15, 28  # between an arc and the next; from the first word to the start of the sentence
APART = 44  # between a drawing and the one beside it


def ranges(
    limits: Sequence[int],
    words: Sequence[str],
    caption: str = "",
    tree: Tree | None = None,
    t: int | None = None,
    label: str = "",
    cut: int | None = None,
    numbers: bool = False,
) -> Picture:
    """Draw the ranges l_t .. t-1 of all steps; two that cross are drawn as wrong.

    Args:
        limits: T positions, 0 <= limits[t] < t; the first is not drawn.
        words: T words.
        caption: of the figure.
        tree: a tree over the words, drawn above them.
        t: the step whose range is set off.
        label: a name for references.
        cut: a word before which a line parts the sentence.
        numbers: whether each limit stands below its word.
    Returns:
        a `Picture` whose text alternative holds each limit, each crossing, the tree and the cut.
    Raises:
        ValueError: not one limit for each word, or one that its step cannot have; a cut before no word but
            the first.
    """
    sheet, lines = _draw(limits, words, tree, t, cut, numbers)
    return picture(sheet, "\n".join([*([caption] if caption else []), *lines]), caption, label)


def ranges_beside(
    drawn: Sequence[tuple[Sequence[int], Sequence[str], Tree | None]], caption: str = "", label: str = ""
) -> Picture:
    """Draw several lists of limits side by side, each limit below its word.

    Args:
        drawn: limits, words, and the tree above them or None; see `ranges`.
        caption: of the figure.
        label: a name for references.
    Returns:
        a `Picture` whose text alternative is that of each part, one after the other.
    Raises:
        ValueError: as `ranges`.
    """
    parts = [_draw(limits, words, tree, numbers=True) for limits, words, tree in drawn]
    sheet, right = Sheet(), 0.0
    for one, _ in parts:
        left, _, end, _ = one.extent
        sheet.add(one, right - left, alone=True)
        right += end - left + APART
    told = [line for _, lines in parts for line in lines]
    return picture(sheet, "\n".join([*([caption] if caption else []), *told]), caption, label)


def cut_by_limits(limits: Sequence[int], words: Sequence[str], caption: str = "", label: str = "") -> Picture:
    """Draw how limits cut a sentence, a row for each level: before the last word that sees the part's first.

    Args:
        limits: T positions, 0 <= limits[t] < t, no two of whose ranges cross.
        words: T words.
        caption: of the figure.
        label: a name for references.
    Returns:
        a `Picture` whose text alternative holds the parts of each level.
    Raises:
        ValueError: limits that `ranges` does not take, or two ranges that cross.
    """
    _check(limits, words)
    for u, v in crossings(limits):
        raise ValueError(f"the ranges of {u} and {v} cross: no tree has these limits")
    places, sheet, levels = word_places(words, least=64), Sheet(), _levels(limits)
    edges = [*walls_between(places), 2 * places[-1] - walls_between(places)[-1]]
    for i, x in enumerate(places):
        sheet.text(x, -8, str(i), "word", size=SMALL)
    for row, parts in enumerate(levels[:-1]):  # what the last holds shows in the boxes above it
        y = 54 * row
        sheet.text(edges[0] - 8, y + 35, "limit", "limit", "end", SMALL)
        for first, end in parts:
            _box(sheet, places, edges, limits, words, (first, end), y)
    lines = [caption] if caption else []
    lines += [f"{step} {words[step]}: limit {limits[step]}" for step in range(1, len(words))]
    told = [" | ".join(" ".join(words[first:end]) for first, end in parts) for parts in levels]
    lines += [f"level {k}: {parts}" for k, parts in enumerate(told)]
    return picture(sheet, "\n".join(lines), caption, label)


def _levels(limits: Sequence[int]) -> list[list[tuple[int, int]]]:
    """The parts of each level, by their first word and the one behind them, until none has three words."""
    levels = [[(0, len(limits))]]
    while len(levels) == 1 or any(end - first > 2 for first, end in levels[-1]):
        levels.append([])
        for first, end in levels[-2]:
            cut = _last(limits, first, end)
            levels[-1] += [(first, cut), (cut, end)] if cut < end else [(first, end)]
    return levels


def _last(limits: Sequence[int], first: int, end: int) -> int:
    """The last word of a part that sees its first; `end` where the part is one word."""
    return max((i for i in range(first + 1, end) if limits[i] == first), default=end)


def _box(
    sheet: Sheet,
    places: Sequence[float],
    edges: Sequence[float],
    limits: Sequence[int],
    words: Sequence[str],
    part: tuple[int, int],
    y: float,
) -> None:
    """One part: its words and limits in a box, cut before the last word that sees the first."""
    first, end = part
    cut = _last(limits, first, end)
    left, right = edges[first] + 4, edges[end] - 4
    sheet.box(left, y, right - left, 42, "tree", "outline", None, 6)
    for i in range(first, end):
        kind = "bold" if i == cut else ""
        sheet.text(places[i], y + 17, words[i], "word", kind=kind)
        if i > first:
            sheet.text(places[i], y + 35, str(limits[i]), "limit", kind=kind)
    if cut < end:
        sheet.line([(edges[cut], y), (edges[cut], y + 42)], "tree", "thick dashed")


def _check(limits: Sequence[int], words: Sequence[str]) -> None:
    if len(limits) != len(words) or len(words) < 2:
        raise ValueError(f"expected one limit for each of two words or more: {len(words)}, {len(limits)}")
    for step, limit in enumerate(limits[1:], 1):
        if not 0 <= limit < step:
            raise ValueError(f"the limit of step {step} must be one of 0 .. {step - 1}, not {limit}")


def _draw(
    limits: Sequence[int],
    words: Sequence[str],
    tree: Tree | None = None,
    t: int | None = None,
    cut: int | None = None,
    numbers: bool = False,
) -> tuple[Sheet, list[str]]:
    """The drawing of `ranges`, and what it shows in words."""
    _check(limits, words)
    if cut is not None and not 0 < cut < len(words):
        raise ValueError(f"a cut falls before one of the words 1 .. {len(words) - 1}, not {cut}")
    places = word_places(words, least=45 if cut is None else 66)
    sheet = Sheet()
    if tree is not None:
        hang(sheet, tree, places, -4)
    for i, (x, word) in enumerate(zip(places, words, strict=True)):
        sheet.text(x, 18, word, "word", kind="bold" if i == t else "")
        sheet.text(x, 35, str(i), "word", size=SMALL)
    arcs(sheet, walls_between(places), limits, t)
    if numbers:
        foot = 42 + DEPTH * (1 + len({n - limits[n] for n in range(1, len(words))})) + 12
        sheet.text(places[0] - 8, foot, "limit", "limit", "end", SMALL)
        for x, limit in zip(places[1:], limits[1:], strict=True):
            sheet.text(x, foot, str(limit), "limit")
    if cut is not None:
        _cut(sheet, walls_between(places)[cut], 42 + DEPTH * len({n - limits[n] for n in range(len(words))}))
    lines = [
        f"{step} {words[step]}: limit {limits[step]} ({words[limits[step]]})" for step in range(1, len(words))
    ]
    lines += [f"the ranges of {v} and {n} cross" for v, n in crossings(limits)]
    if tree is not None:
        lines.append(f"tree: {bracketed(tree)}")
    if cut is not None:
        lines.append(f"cut: {' '.join(words[:cut])} | {' '.join(words[cut:])}")
    return sheet, lines


def _cut(sheet: Sheet, x: float, foot: float) -> None:
    """A line from above the words to below the arcs, with room for the words' own letters."""
    for top, end in ((-14, 2), (22, foot)):
        sheet.line([(x, top), (x, end)], "tree", "thick dashed")


def walls_between(places: Sequence[float]) -> list[float]:
    """The middle between each word and the one before; the first stands before the sentence."""
    between = [(a + b) / 2 for a, b in pairwise(places)]
    return [places[0] - (between[0] - places[0] if between else START), *between]


def arcs(sheet: Sheet, walls: Sequence[float], limits: Sequence[int], t: int | None) -> None:
    """One arc a step beneath the words that it sees, from wall to wall: nested where the ranges are."""
    spans = sorted({step - limits[step] for step in range(1, len(limits))})
    crossed = crossings(limits)
    wrong, later = {step for pair in crossed for step in pair}, {n for _, n in crossed}
    for step in range(1, len(limits)):
        first, last = walls[limits[step]] + 3, walls[step] - 3
        deep = 42 + DEPTH * (1 + spans.index(step - limits[step]))
        if step in later:
            deep += DEPTH // 2  # two that cross may be equally long, and must not lie on one line
        chosen = step == t
        kind = "thick" if chosen else "dashed" if step in wrong else "" if t is None else "thin"
        concept = "error" if step in wrong else "limit" if chosen or t is None else "rule"
        bend = min(14.0, (last - first) / 2)
        path = (
            f"M{last:.1f},42 V{deep - bend:.1f} Q{last:.1f},{deep} {last - bend:.1f},{deep} "
            f"H{first + bend:.1f} Q{first:.1f},{deep} {first:.1f},{deep - bend:.1f} V42"
        )
        sheet.curve(path, (first, 42, last, deep), concept, kind)
        sheet.dot(last, 42, 2.5, concept)
    if t:
        middle = (walls[limits[t]] + walls[t]) / 2
        deepest = 42 + DEPTH * len(spans)
        sheet.text(middle, deepest + 17, f"l_{t} = {limits[t]}", "limit")
