"""The sheet of chapter 4: Tree-LSTMs, from one node to a tree."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.tree_lstm_04 import cells, trees

SHEET = build_sheet(
    "04-tree-lstms",
    (cells, trees),
    answers=("prpn_edu.composition", "prpn_edu.evaluation", "prpn_edu.loops", "prpn_edu.training"),
)
