"""A forest level by level: the roots on one line, their children on the next, and so on down."""

from collections.abc import Sequence

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SIZE, SMALL, Sheet
from prpn_edu.loops.transitions import brackets, height

ROW, BOX, GAP, APART = 56, 25, 6, 26  # from a line to the next, a box, between siblings, between pairs


def draw_levels(forest: Sequence, caption: str = "", label: str = "", heights: bool = False) -> Picture:
    """Draw binary trees by depth; the two children of a bracket stand side by side below it.

    Args:
        forest: binary trees as `prpn_edu.loops.transitions.parse` gives them: a word, or a pair of trees.
        caption: of the figure.
        label: a name for references.
        heights: write its height, counted from the words up, at each bracket, and fill a higher one darker.
    Returns:
        a `Picture` whose text alternative is one line for each depth, its nodes from left to right.
    Raises:
        ValueError: no tree.
    """
    if not forest:
        raise ValueError("a forest needs a tree")
    lines = [[[tree] for tree in forest]]  # for each depth the groups of siblings
    while inner := [node for group in lines[-1] for node in group if not isinstance(node, str)]:
        lines.append([list(node) for node in inner])
    sheet, total = Sheet(), max(map(_wide, lines))
    told = [caption] if caption else []
    above: list[float] = []  # where the brackets of the line above stand
    for depth, groups in enumerate(lines):
        y, x, here = depth * ROW, (total - _wide(groups)) / 2, []
        for number, group in enumerate(groups):
            middles = []
            for node in group:
                text, concept = brackets(node), "word" if isinstance(node, str) else "tree"
                wide = _room(node)
                tall = height(node) if heights else 1
                sheet.box(x, y, wide, BOX, concept, share=min(0.25, 0.09 + 0.07 * tall), corner=4)
                if heights and concept == "tree":
                    sheet.text(x + wide, y - 4, str(tall), concept, "end", SMALL)
                sheet.box(x, y, wide, BOX, concept, "outline", corner=4)
                sheet.text(x + wide / 2, y + 17, text, concept)
                middles.append(x + wide / 2)
                if concept == "tree":
                    here.append(x + wide / 2)
                x += wide + GAP
            x += APART - GAP
            for middle in middles if above else ():
                sheet.line([(above[number], y - ROW + BOX), (middle, y)], "tree")
        sheet.text(-14, y + 17, str(depth), "word", "end", SMALL)
        nodes = (_told(node, heights) for group in groups for node in group)
        told.append(f"depth {depth}: " + "   ".join(nodes))
        above = here
    sheet.text(-26, -10, "depth", anchor="start")
    return picture(sheet, "\n".join(told), caption, label)


def _told(node, heights: bool) -> str:
    return f"{brackets(node)} of height {height(node)}" if heights and height(node) else brackets(node)


def _room(node) -> float:
    return notation.width(brackets(node), SIZE) + 16


def _wide(groups: list[list]) -> float:
    inside = sum(_room(node) for group in groups for node in group)
    return inside + sum(GAP * (len(group) - 1) for group in groups) + APART * (len(groups) - 1)
