"""The sheet of chapter 12: laws over trees. Chances of trees, rankings and spans; best trees; draws."""

from prpn_edu.course.builder import build_sheet
from prpn_edu.course.tasks.laws_12 import best, chances, draws

SHEET = build_sheet(
    "12-distributions-over-trees",
    (chances, best, draws),
    answers=("prpn_edu.latent", "prpn_edu.loops", "prpn_edu.explore"),
)
