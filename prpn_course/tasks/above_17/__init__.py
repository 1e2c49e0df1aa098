"""The sheet of chapter 17: four tables, the best tree, teachers that vote, agree and teach."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.above_17 import chart, tables, teachers

SHEET = build_sheet(
    "17-above-right-branching",
    (tables, chart, teachers),
    answers=(
        "prpn_edu.latent",
        "prpn_edu.loops",
        "prpn_edu.trees",
        "prpn_edu.evaluation",
        "prpn_book.explore",
    ),
)
