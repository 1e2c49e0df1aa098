"""Matplotlib's figures through the same door: words stay words, colours become the palette's."""

import io
import re
from contextlib import contextmanager

import matplotlib as mpl
from matplotlib.figure import Figure

from prpn_book.figures.picture import Picture
from prpn_book.palette import COLOURS as PALETTE

ORDER = ["limit", "gate", "attention", "tree", "memory", "error", "word"]
# Light ones, by which Matplotlib knows them; the stored figure names the concept. Hatches say the same
# without colour.
COLOURS = [PALETTE[concept]["light"] for concept in ORDER]
MARKS = ["", "//", "xx", "--", "\\\\", "||", "++"]
SCALE = 1.4  # pixels for each of Matplotlib's points: its 10 point type is read at 14 pixels
WIDTH = 4.8  # inches: in a fold on a phone its type still has 10 pixels
INK, RULE = PALETTE["ink"]["light"], PALETTE["rule"]["light"]


@contextmanager
def style():
    """Matplotlib settings of the book, within a `with` block."""
    settings = {
        "figure.constrained_layout.use": True,
        "font.size": 10,
        "font.family": "DejaVu Sans",
        "text.color": INK,
        "axes.labelcolor": INK,
        "axes.edgecolor": INK,
        "axes.linewidth": 0.7,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.prop_cycle": mpl.cycler(color=COLOURS),
        "axes.titlesize": 10,
        "axes.titlelocation": "left",
        "xtick.color": INK,
        "ytick.color": INK,
        "grid.color": RULE,
        "legend.frameon": False,
        "hatch.linewidth": 0.6,
        "svg.fonttype": "none",
        "svg.hashsalt": "prpn",
    }
    with mpl.rc_context(settings):
        yield


def show(fig: Figure, alt: str, caption: str = "", label: str = "") -> Picture:
    """Turn a Matplotlib figure into a picture of the book.

    Args:
        fig: drawn within `style`; it needs no `pyplot` state. Colours of `COLOURS` follow the page's theme.
        alt: what the picture shows, in words and with its numbers.
        caption: one or two sentences; the book puts "Figure 7.3" before them.
        label: a name for references, "fig-curves".
    Returns:
        the `Picture`; as the last value of a cell it is displayed.
    Raises:
        ValueError: no text alternative.
    """
    with style():
        buffer = io.StringIO()
        # Software and dates stay out of the file, so that the same figure gives the same bytes.
        fig.savefig(
            buffer,
            format="svg",
            transparent=True,
            metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")),
        )
    width, height = (round(72 * SCALE * inches) for inches in fig.get_size_inches())
    return Picture(_body(buffer.getvalue()), width, height, alt, caption, label)


def _body(svg: str) -> str:
    """What stands inside Matplotlib's `<svg>`, in pixels, in the palette's colours and the page's type."""
    inside = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg[svg.index("<svg") :], flags=re.S)
    inside = inside.partition(">")[2].rpartition("</svg>")[0]
    inside = re.sub(r"<style.*?</style>", "", inside, flags=re.S)  # it would reach the whole page
    inside = re.sub(r'<g id="[^"]+">', "<g>", inside)  # names of artists, which nothing refers to
    inside = re.sub(r'\bid="', 'id="ID-', inside)
    inside = inside.replace('xlink:href="#', 'xlink:href="#ID-').replace("url(#", "url(#ID-")
    inside = re.sub(r"font: ([0-9.]+)px [^;\"]*", r"font-size: \1px", inside)
    inside = re.sub(r"\s+(?=[^<>]*>)", " ", inside)  # a tag a line
    inside = re.sub(r"\d+\.\d{3,}(?=[^<>]*>)", lambda match: f"{float(match[0]):.2f}", inside)
    inside = inside.replace("#000000", INK).replace("#ffffff", PALETTE["paper"]["light"])
    for concept, colours in PALETTE.items():
        inside = re.sub(colours["light"], f"var(--prpn-{concept}, {colours['light']})", inside, flags=re.I)
    lines = "\n".join(line.strip() for line in inside.split("\n") if line.strip())
    return f'<g transform="scale({SCALE:g})" stroke-linejoin="round">\n{lines}\n</g>'
