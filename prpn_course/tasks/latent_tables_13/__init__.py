"""The sheet of chapter 13: latent tables. Joint law and sums; counting with chances; copying."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.latent_tables_13 import chances, copying, learning

SHEET = build_sheet(
    "13-latent-tables",
    (chances, learning, copying),
    answers=("prpn_edu.latent", "prpn_edu.loops"),
)
