"""The sheet of chapter 7: the gates of PRPN, in three modules, since one would be too long to read."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.gates_07 import attention, hard_and_soft, limits

SHEET = build_sheet(
    "07-prpn-gates",
    (limits, hard_and_soft, attention),
    answers=("prpn_edu.latent", "prpn_edu.loops", "prpn_book.explore"),
)
