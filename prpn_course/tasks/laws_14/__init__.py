"""The sheet of chapter 14: laws over trees. Chances of trees, rankings and spans; best trees; draws."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.laws_14 import best, chances, draws

SHEET = build_sheet(
    "14-distributions-over-trees",
    (chances, best, draws),
    answers=("prpn_edu.latent", "prpn_edu.loops", "prpn_book.explore"),
)
