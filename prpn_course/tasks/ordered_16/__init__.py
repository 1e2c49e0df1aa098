"""The sheet of chapter 16: ordered neurons. Soft steps and the cell; walls and blocks; attention."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.ordered_16 import attention, cell, walls

SHEET = build_sheet(
    "16-ordered-neurons",
    (cell, walls, attention),
    answers=("prpn_edu.latent", "prpn_edu.loops"),
)
