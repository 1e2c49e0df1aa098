"""A picture that keeps its text alternative beside it.

A notebook's test compares text, never pixels. So a figure is stored with the numbers that it shows as its
plain text: the page uses it as the image's alternative text, and a changed number fails the test.
"""

import base64
import io
from contextlib import contextmanager

import matplotlib as mpl
from matplotlib.figure import Figure

# Okabe and Ito's colours: told apart with any kind of colour vision. Hatches say the same without colour.
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#999999"]
MARKS = ["", "//", "..", "xx", "\\\\", "--", "oo"]
DPI = 200


@contextmanager
def style():
    """Matplotlib settings of the book, within a `with` block."""
    settings = {
        "figure.constrained_layout.use": True,
        "figure.facecolor": "white",
        "font.size": 10,
        "font.family": "DejaVu Sans",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.prop_cycle": mpl.cycler(color=COLOURS),
        "axes.titlesize": 10,
        "axes.titlelocation": "left",
        "legend.frameon": False,
        "hatch.linewidth": 0.6,
    }
    with mpl.rc_context(settings):
        yield


class Picture:
    """A rendered figure and its text alternative, as Jupyter and the book show them."""

    def __init__(self, png: bytes, alt: str, width: int):
        self.png = png
        self.alt = alt
        self.width = width

    def __repr__(self):
        return self.alt

    def _repr_mimebundle_(self, include=None, exclude=None):
        data = {"image/png": base64.b64encode(self.png).decode(), "text/plain": self.alt}
        return data, {"image/png": {"width": self.width}}


def show(fig: Figure, alt: str) -> Picture:
    """Render a figure.

    Args:
        fig: a Matplotlib figure; it is drawn once and needs no `pyplot` state.
        alt: what the picture shows, in words and with its numbers, for a reader who does not see it.
    Returns:
        the `Picture`; as the last value of a cell it is displayed.
    Raises:
        ValueError: no text alternative.
    """
    if not alt.strip():
        raise ValueError("a figure needs a text alternative: say what it shows, with its numbers")
    buffer = io.BytesIO()
    with style():
        # Software and dates stay out of the file, so that the same figure gives the same bytes.
        fig.savefig(buffer, format="png", dpi=DPI, metadata={"Software": None})
    return Picture(buffer.getvalue(), alt.strip(), width=round(fig.get_figwidth() * 100))
