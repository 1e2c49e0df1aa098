"""One look for the whole book: pictures and tables that carry their numbers as text.

Every drawing is a function that takes numbers and returns a `Picture`: an SVG that follows the page's theme,
a text alternative with the same numbers, a caption that the book numbers, and a name for references.
"""

from prpn_edu.figures.batch import batch_grid
from prpn_edu.figures.blocks import blocks
from prpn_edu.figures.cells import binary_cell, child_sum_cell, lstm_cell, rnn_cell
from prpn_edu.figures.chart import span_chart, span_charts
from prpn_edu.figures.curves import curves
from prpn_edu.figures.dots import dots
from prpn_edu.figures.film import Film
from prpn_edu.figures.gates import gate_bars, gate_matrix
from prpn_edu.figures.levels import draw_levels
from prpn_edu.figures.look_back import look_back
from prpn_edu.figures.matrix import grid, matrix
from prpn_edu.figures.network import prpn_network
from prpn_edu.figures.neurons import neurons
from prpn_edu.figures.picture import Picture, on_page, picture
from prpn_edu.figures.plane import arrows
from prpn_edu.figures.plots import COLOURS, MARKS, show, style
from prpn_edu.figures.ranges import ranges
from prpn_edu.figures.record import record_card
from prpn_edu.figures.scatter import scatter, scatters
from prpn_edu.figures.score_chart import score_chart
from prpn_edu.figures.skyline import skyline
from prpn_edu.figures.source import Source
from prpn_edu.figures.spans import span_bars
from prpn_edu.figures.stack import stack_and_buffer
from prpn_edu.figures.stick import stick, sticks
from prpn_edu.figures.strip import strip
from prpn_edu.figures.svg import Sheet, style_sheet
from prpn_edu.figures.tables import Table, check_table
from prpn_edu.figures.trees import bracketed, draw_tree, draw_trees
from prpn_edu.figures.unrolled import unrolled
from prpn_edu.figures.window import window

__all__ = [
    "COLOURS",
    "MARKS",
    "Film",
    "Picture",
    "Sheet",
    "Source",
    "Table",
    "arrows",
    "batch_grid",
    "binary_cell",
    "blocks",
    "bracketed",
    "check_table",
    "child_sum_cell",
    "curves",
    "dots",
    "draw_levels",
    "draw_tree",
    "draw_trees",
    "gate_bars",
    "gate_matrix",
    "grid",
    "look_back",
    "lstm_cell",
    "matrix",
    "neurons",
    "on_page",
    "picture",
    "prpn_network",
    "ranges",
    "record_card",
    "rnn_cell",
    "scatter",
    "scatters",
    "score_chart",
    "show",
    "skyline",
    "span_bars",
    "span_chart",
    "span_charts",
    "stack_and_buffer",
    "stick",
    "sticks",
    "strip",
    "style",
    "style_sheet",
    "unrolled",
    "window",
]
