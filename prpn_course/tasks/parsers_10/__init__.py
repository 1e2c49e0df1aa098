"""The sheet of chapter 10: what a tree claims, how claims are scored, and what chance and ceiling score."""

from prpn_course.builder import build_sheet
from prpn_course.tasks.parsers_10 import averaging, bounds, counting

SHEET = build_sheet(
    "10-evaluating-parsers",
    (counting, averaging, bounds),
    answers=("prpn_edu.evaluation", "prpn_edu.latent", "prpn_edu.loops", "prpn_edu.trees"),
)
