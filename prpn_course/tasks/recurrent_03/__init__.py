"""The sheet of chapter 3: recurrent cells, their gradients, and training on padded batches."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.recurrent_03 import cells, gradients, training

SHEET = build_sheet(
    "03-recurrent-networks",
    (cells, gradients, training),
    answers=("prpn_edu.composition", "prpn_edu.loops", "prpn_edu.training"),
)
