"""The sheet of chapter 7: the gates of PRPN. In two modules, since one would be too long to read at once."""

from prpn_edu.course.builder import build_sheet
from prpn_edu.course.tasks.gates_07 import attention, limits

SHEET = build_sheet(
    "07-prpn-gates",
    (limits, attention),
    answers=("prpn_edu.latent", "prpn_edu.loops", "prpn_edu.explore"),
)
