"""The sheet of chapter 13: ordered neurons. Soft steps and the cell; walls and blocks; attention."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.ordered_13 import attention, cell, walls

SHEET = build_sheet(
    "13-ordered-neurons",
    (cell, walls, attention),
    answers=("prpn_edu.latent", "prpn_edu.loops"),
)
