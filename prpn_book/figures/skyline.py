"""Scores as a skyline: who stands at a word and looks left sees as far as the first higher score.

A score stands between its word and the word before. The same bars show three things at once: the limit of
each step (the sight-line), the ranges as nested arcs beneath the words that a step sees, and the tree that
one gets by cutting between the words at the highest score first. No two arcs cross, and the words of a range
are a bracket of the tree, or one word.
"""

from collections.abc import Collection, Sequence

from nltk import Tree

from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.ranges import arcs, walls_between
from prpn_book.figures.svg import SMALL, Sheet
from prpn_book.figures.trees import LEVEL, hang, word_places
from prpn_book.rounding import rounded
from prpn_edu.latent.split import split_between
from prpn_edu.loops.gates import nearest_higher
from prpn_edu.trees import bracketed, heights

PARTS = ("bars", "sight", "arcs", "tree", "uncut", "numbers")
ALL = ("bars", "sight", "arcs", "tree", "numbers")
TALLEST, WIDE = 90, 14  # of a bar
CROWN = 120  # of every tree, where drawings are compared
ROOM, LEAST, MOST = 330, 45, 60  # words share this room, each within these bounds


def skyline(
    d: Sequence[float],
    words: Sequence[str],
    caption: str = "",
    t: int | None = None,
    show: Collection[str] = ALL,
    digits: int = 2,
    label: str = "",
    scale: tuple[float, float] | None = None,
    water: float | None = None,
) -> Picture:
    """Draw scores as a skyline, with what follows from them.

    Args:
        d: T scores, d[t] standing between word t-1 and word t; any numbers, drawn from the lowest up.
        words: T words.
        caption: of the figure.
        t: the step that looks back: its sight-line and its arc are set off. Without it, every step's arc is
            drawn alike and no sight-line.
        show: which of "bars", "sight", "arcs", "tree" and "numbers"; in place of "tree", "uncut" draws one
            bracket over all words, where nothing is cut yet.
        digits: of the numbers shown.
        label: a name for references.
        scale: the scores of the lowest and of the highest bar, so that several drawings can be compared; by
            default those of these scores. Such drawings have trees of one height, so that nothing jumps.
        water: a height up to which the walls stand in water; those above it cut the sentence into parts.
    Returns:
        a `Picture` whose text alternative holds each score, each limit and the tree; no tree
        where nothing but bars and numbers is shown.
    Raises:
        ValueError: not one score for each word, a part that there is not, or a t outside 0 .. T-1.
    """
    scores = [float(score) for score in d]
    if len(scores) != len(words) or not words:
        raise ValueError(f"expected one score for each word: {len(words)} words, {len(scores)} scores")
    if unknown := set(show) - set(PARTS):
        raise ValueError(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    if t is not None and not 0 <= t < len(words):
        raise ValueError(f"t must be a position 0 .. {len(words) - 1}, not {t}")
    limits = [nearest_higher(scores, step) for step in range(len(words))]
    tree = split_between(scores[1:], list(words)) if len(words) > 1 else None
    places = word_places(words, least=max(LEAST, min(MOST, ROOM / len(words))))
    walls = walls_between(places)
    compared = scale is not None
    scale = scale or (min(scores), max(scores))
    bars = _bars(scores, scale)
    sheet = Sheet()
    hung = Tree("X", list(words)) if "uncut" in show else tree if "tree" in show else None
    if hung is not None:
        tallest = TALLEST if compared else max(bars)
        roof = -(tallest if "bars" in show else 0) - (30 if "numbers" in show else 14)
        levels = max(heights(hung).values())
        level = CROWN / levels if compared else min(LEVEL, 150 / levels)
        for x in places:
            sheet.line([(x, roof), (x, -4)], "rule", "thin dotted")
        hang(sheet, hung, places, roof, level=level)
    if "bars" in show:
        for i, (x, tall) in enumerate(zip(walls, bars, strict=True)):
            sheet.box(x - WIDE / 2, -tall, WIDE, tall, "word", share=0.75 if i == t else 0.35, corner=2)
        sheet.line([(walls[0] - WIDE, 0), (places[-1] + 26, 0)], "rule")
    if water is not None:
        (depth,) = _bars([water], scale)
        left, wide = walls[0] - WIDE, places[-1] + 26 - walls[0] + WIDE
        sheet.box(left, -depth, wide, depth, "limit", share=0.2)
        waves = " ".join(f"q{wide / 48:.1f},-4 {wide / 24:.1f},0 t{wide / 24:.1f},0" for _ in range(12))
        sheet.curve(f"M{left:.1f},{-depth:.1f} {waves}", (left, -depth - 2, left + wide, -depth + 2), "limit")
    if "sight" in show and t:
        _sight(sheet, walls, bars, limits[t], t)
    if "numbers" in show:
        sight = range(limits[t], t) if "sight" in show and t else ()
        for i, (x, tall, score) in enumerate(zip(walls, bars, scores, strict=True)):
            foot = tall + 5
            if t is not None and i in sight and foot - 4 < bars[t] < foot + 15:
                foot = bars[t] + 5  # the line of sight would strike it through
            sheet.text(x, -foot, rounded(score, digits), size=SMALL, kind="halo")
    for i, (x, word) in enumerate(zip(places, words, strict=True)):
        sheet.text(x, 18, word, "word", kind="bold" if i == t else "")
        sheet.text(x, 35, str(i), "word", size=SMALL)
    if "arcs" in show:
        arcs(sheet, walls, limits, t)
    shown = tree if {"tree", "arcs", "sight"} & set(show) else None
    told = _told(scores, words, limits, shown, caption, digits)
    if water is not None:
        cuts = ["| " if i and score > water else "" for i, score in enumerate(scores)]
        parts = " ".join(cut + word for cut, word in zip(cuts, words, strict=True))
        told += f"\nparts at the height {rounded(water, digits)}: {parts}"
    if "uncut" in show:
        told += "\nnothing is cut: one bracket over all words"
    return picture(sheet, told, caption, label)


def _bars(scores: Sequence[float], scale: tuple[float, float]) -> list[float]:
    low, high = scale
    unit = (TALLEST - 14) / ((high - low) or 1)
    return [14 + unit * (score - low) for score in scores]


def _sight(sheet: Sheet, walls: Sequence[float], bars: Sequence[float], limit: int, t: int) -> None:
    eye = (walls[t] - WIDE / 2, -bars[t])
    seen = walls[limit] + (WIDE / 2 if bars[limit] > bars[t] else -WIDE / 2)
    sheet.arrow(eye, (seen, eye[1]), "limit", "thick dashed")
    sheet.dot(*eye, 4, "limit")


def _told(scores, words, limits, tree, caption, digits) -> str:
    lines = [caption] if caption else []
    for step, word in enumerate(words):
        back = f", limit {limits[step]} ({words[limits[step]]})" if step else ""
        lines.append(f"{step} {word}: score {rounded(scores[step], digits)}{back}")
    if tree is not None:
        lines.append(f"cut between the words: {bracketed(tree)}")
    return "\n".join(lines)
