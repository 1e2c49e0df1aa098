"""One look for the whole book: pictures and tables that carry their numbers as text."""

from prpn_edu.figures.gates import gate_bars, gate_matrix
from prpn_edu.figures.picture import COLOURS, MARKS, Picture, show, style
from prpn_edu.figures.source import Source
from prpn_edu.figures.tables import Table, check_table
from prpn_edu.figures.trees import draw_tree, draw_trees

__all__ = [
    "COLOURS",
    "MARKS",
    "Picture",
    "Source",
    "Table",
    "check_table",
    "draw_tree",
    "draw_trees",
    "gate_bars",
    "gate_matrix",
    "show",
    "style",
]
