"""The sheet of chapter 8: the three networks of PRPN. Windows and scores; reading; counting."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.networks_08 import parsing, reading, weights

SHEET = build_sheet(
    "08-the-three-networks",
    (parsing, reading, weights),
    answers=("prpn_edu.latent", "prpn_edu.loops", "prpn_book.explore"),
)
