"""One look for the whole book: pictures and tables that carry their numbers as text.

Every drawing is a function that takes numbers and returns a `Picture`: an SVG that follows the page's theme,
a text alternative with the same numbers, a caption that the book numbers, and a name for references.
"""

from prpn_book.figures.batch import batch_grid
from prpn_book.figures.blocks import blocks
from prpn_book.figures.cells import binary_cell, child_sum_cell, lstm_cell, rnn_cell
from prpn_book.figures.chart import span_chart, span_charts
from prpn_book.figures.curves import curves
from prpn_book.figures.dots import dots, dots_in_panels
from prpn_book.figures.film import Film
from prpn_book.figures.gates import gate_bars, gate_matrix
from prpn_book.figures.levels import draw_levels
from prpn_book.figures.look_back import look_back
from prpn_book.figures.matrix import grid, matrix
from prpn_book.figures.network import lstm_beside_tape, prpn_gradient, prpn_network
from prpn_book.figures.neurons import neurons
from prpn_book.figures.picture import Picture, on_page, picture
from prpn_book.figures.plane import arrows
from prpn_book.figures.plots import COLOURS, MARKS, WIDTH, show, style
from prpn_book.figures.ranges import cut_by_limits, ranges, ranges_beside
from prpn_book.figures.record import record_card
from prpn_book.figures.scatter import scatter, scatters
from prpn_book.figures.score_chart import score_chart
from prpn_book.figures.skyline import skyline
from prpn_book.figures.source import Source
from prpn_book.figures.spans import span_bars
from prpn_book.figures.stack import stack_and_buffer
from prpn_book.figures.stick import stick, sticks
from prpn_book.figures.strip import strip
from prpn_book.figures.svg import Sheet, style_sheet
from prpn_book.figures.tables import Table, check_table
from prpn_book.figures.trees import draw_tree, draw_trees
from prpn_book.figures.unrolled import unrolled
from prpn_book.figures.unrolled_lstm import unrolled_lstm
from prpn_book.figures.window import window
from prpn_edu.trees import bracketed

__all__ = [
    "COLOURS",
    "MARKS",
    "WIDTH",
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
    "cut_by_limits",
    "dots",
    "dots_in_panels",
    "draw_levels",
    "draw_tree",
    "draw_trees",
    "gate_bars",
    "gate_matrix",
    "grid",
    "look_back",
    "lstm_beside_tape",
    "lstm_cell",
    "matrix",
    "neurons",
    "on_page",
    "picture",
    "prpn_gradient",
    "prpn_network",
    "ranges",
    "ranges_beside",
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
    "unrolled_lstm",
    "window",
]
