"""The sheet of chapter 12: laws over trees. Chances of trees, rankings and spans; best trees; draws."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.laws_12 import best, chances, draws

SHEET = build_sheet(
    "12-distributions-over-trees",
    (chances, best, draws),
    answers=("prpn_edu.latent", "prpn_edu.loops", "prpn_book.explore"),
)
